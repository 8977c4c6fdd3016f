/* Where the threads of the block stand in the picture. */
#ifndef TILESTEP_VIEW_BLOCK_THREADS_H
#define TILESTEP_VIEW_BLOCK_THREADS_H

#include "view/draw/context.h"

/* The cell of a thread (linear in the block). */
Rect thread_cell(const View *view, uint32_t thread);

StringKey thread_state_text(LaneState state);
LaneState thread_state(const View *view, uint32_t thread);

#endif
