/* The panels of the block in view: its shared memory, its threads, the registers of the picked one.
 * Each fills its rectangle of view->layout. The first three leave behind where their cells stand
 * (view->shared, view->threads), which arrows between the panels are drawn by. */
#pragma once

#include "view/draw/context.h"

/* Every array of shared memory, as many as have room; a sentence if the kernel has none. */
void shared_build(View *view);
/* A cell for each thread with a token for its state, and what the tokens mean. */
void threads_build(View *view);
/* Both in layout.block: shared memory around the threads, for kernels that multiply so
 * (session/rerun/corner.h). Only if view->is_corner. */
void block_build(View *view);
/* The variables that are in scope where the picked thread's warp stands, with their values; a part
 * of them where not all have room. */
void registers_build(View *view);
