/* Room: whether the memory that a run will fill is there, asked before the run. */
#ifndef TILESTEP_CLI_TERMINAL_ROOM_H
#define TILESTEP_CLI_TERMINAL_ROOM_H

#include "load/load.h"

/* Whether there is room for a run that was loaded; false with a message if it needs more than there
 * is. Where no limit is known there is room. */
bool room_is_enough(const Run *run);

#endif
