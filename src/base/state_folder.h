/* The folder in which tilestep keeps what it remembers from one time to the next. */
#pragma once

#include "base/arena.h"

/* $XDG_STATE_HOME/tilestep or ~/.local/state/tilestep, made if need be; NULL if there is no home.
 * Whether it could be made shows when something is written there. In arena. */
const char *state_folder(Arena *arena);
