/* Where the picture is in the grid and in time, in few words. */
#pragma once

#include "view/draw/context.h"

/* "Block (0, 1)" */
const char *where_block(View *view);
/* "Phase 0 · 2 in all" of the picked thread's warp, or that there are none. */
const char *where_phase(View *view);

/* Elements of a strip that make a line of it (CellGrid.natural): as many as a block of threads in
 * one line has, at most a warp; 0 where threads stand in more directions. */
int64_t where_line(const Launch *launch);
/* "row: 1 block", "row: 1/2 warp": what the threads of such a line are, one for each element; NULL
 * where the grid has one line, or lines of another length. */
const char *where_row(View *view, const CellGrid *grid);
