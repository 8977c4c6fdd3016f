/* A buffer as cells: its numbers or, where cells are small, their magnitude; what the block and the
 * phase use, and what the step touches. Each cell can be picked (TARGET_CELL, buffer and
 * scalar). */
#pragma once

#include "view/draw/context.h"

/* Draws a buffer where view->buffers has it. */
void matrix_build(View *view, int buffer);
/* Draws a buffer in another grid than that, such as an inset's. */
void matrix_build_grid(View *view, int buffer, const CellGrid *grid);
