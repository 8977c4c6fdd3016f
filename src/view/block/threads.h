/* The threads of the block: where they stand in the picture. thread is linear in the block, as CUDA
 * numbers them. */
#pragma once

#include "view/block/excerpt.h"
#include "view/block/tokens.h"

/* The cell of a thread in pixels; only if view->threads.grid is shown. */
Rect thread_cell(const View *view, uint32_t thread);

/* Fills in view->threads.grid with the block's rows and columns (a third dimension stacks rows),
 * and returns it; its place is left to the caller. */
CellGrid *threads_grid(View *view);

/* Whether cells of this size have tokens. */
bool threads_have_tokens(const View *view, const CellGrid *grid);
/* Whether a grid of the threads has its place, but of cells too small for their numbers; never of
 * so few threads that all are to be shown. And the least cell that has room for them, in letters
 * that are large before an audience or not. */
bool threads_are_small(View *view, const CellGrid *grid);
CellSize threads_cell_least(View *view, bool is_large);
/* "rows 0 to 3 of 16: warp 0", or what a row is; NULL where neither says anything. */
const char *threads_part(View *view, const CellGrid *grid);

/* Draws the threads, once their grid has its place: cells, tokens, borders and names of warps, the
 * frame of the picked one. room is what the panel has inside, for names beside the cells. */
void threads_cells_build(View *view, Rect room);

/* Draws what the tokens mean, in one column, unless the room is too small for it. */
void threads_legend_build_if_room(View *view, Rect room);
