/* Blocks of a grid that wait for each other at a barrier of the whole grid: all of them run side by
 * side, as those of a cooperative launch do. */
#pragma once

#include "count/grid.h"

/* grid_count for a kernel that has one (rounds_are_wanted). Races between blocks are not looked
 * for, since what a barrier of the grid orders is not known to who looks for them. */
GridStatus together_count(const Program *program, const Launch *launch, Memory *memory,
                          const GridOptions *options, Report *report);
