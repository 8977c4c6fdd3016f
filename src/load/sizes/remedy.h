/* Launches over a limit, or without blocks, and what to change. Private to load. */
#pragma once

#include "load/state/loader.h"

/* An error if the launch is over a limit, which says what to change, and where it stands. */
void load_check_launch(Loader *loader);

/* Whether the launch's grid is computed from the variable of the host, a whole number that is
 * known. */
bool load_is_of_grid(const Run *run, const HostVariable *variable);

/* Of a launch without blocks the variable that would have to be larger for a division of whole
 * numbers to leave some; NULL: none cuts it, so some size is 0. */
const HostVariable *load_cut_size(Loader *loader);
