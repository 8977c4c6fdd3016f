/* Where the threads of the block stand in the picture. */
#ifndef TILESTEP_VIEW_BLOCK_THREADS_H
#define TILESTEP_VIEW_BLOCK_THREADS_H

#include "view/draw/context.h"

/* The cell of a thread (linear in the block). */
Rect thread_cell(const View *view, uint32_t thread);

StringKey thread_state_text(LaneState state);
LaneState thread_state(const View *view, uint32_t thread);

/* view->threads.grid with the block's rows and columns; its place is left to the caller. */
CellGrid *threads_grid(View *view);

/* The threads, once their grid has its place; room: of the panel they stand in. */
void threads_cells_build(View *view, Rect room);

/* What the tokens mean, in one column, unless the room is too small for it. */
void threads_legend_build_if_room(View *view, Rect room);

#endif
