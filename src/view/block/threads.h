/* The threads of the block: where they stand in the picture. thread is linear in the block, as CUDA
 * numbers them. */
#pragma once

#include "view/block/tokens.h"

/* The cell of a thread in pixels; only if view->threads.grid is shown. */
Rect thread_cell(const View *view, uint32_t thread);

/* Fills in view->threads.grid with the block's rows and columns (a third dimension stacks rows),
 * and returns it; its place is left to the caller. */
CellGrid *threads_grid(View *view);

/* Draws the threads, once their grid has its place: cells, tokens, borders and names of warps, the
 * frame of the picked one. room is what the panel has inside, for names beside the cells. */
void threads_cells_build(View *view, Rect room);

/* Draws what the tokens mean, in one column, unless the room is too small for it. */
void threads_legend_build_if_room(View *view, Rect room);
