/* Room: whether the memory that a run will fill is there, asked before the run. */
#pragma once

#include "load/load.h"

/* Whether there is room for a run that was loaded; false with a message if it needs more than there
 * is. Where no limit is known there is room. */
bool room_is_enough(const Run *run);
