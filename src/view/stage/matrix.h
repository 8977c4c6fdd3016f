/* A buffer as cells: its numbers or, where cells are small, their magnitude; what the block and the
 * phase use, and what the step touches. */
#ifndef TILESTEP_VIEW_STAGE_MATRIX_H
#define TILESTEP_VIEW_STAGE_MATRIX_H

#include "view/draw/context.h"

void matrix_build(View *view, int buffer);
/* The buffer in another grid than its own. */
void matrix_build_grid(View *view, int buffer, const CellGrid *grid);

#endif
