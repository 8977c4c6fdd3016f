/* The folder in which tilestep keeps what it remembers from one time to the next. */
#ifndef TILESTEP_APP_FOLDER_H
#define TILESTEP_APP_FOLDER_H

#include "base/arena.h"

/* $XDG_STATE_HOME/tilestep or ~/.local/state/tilestep, made if need be; NULL if there is no home. */
const char *state_folder(Arena *arena);

#endif
