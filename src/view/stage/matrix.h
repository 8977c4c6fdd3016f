/* A buffer as cells: its numbers or, where cells are small, their magnitude; what the block and the
 * phase use, and what the step touches. */
#ifndef TILESTEP_VIEW_STAGE_MATRIX_H
#define TILESTEP_VIEW_STAGE_MATRIX_H

#include "view/draw/context.h"

/* Rows and columns of a tile of the buffer, as block 0 uses it; the whole buffer if it has none. */
Footprint matrix_tile(const View *view, int buffer);

/* The part of the buffer that this phase uses, made whole where the tile hangs over the edge. */
Footprint matrix_phase(const View *view, int buffer);

void matrix_build(View *view, int buffer);
/* The buffer in another grid than its own. */
void matrix_build_grid(View *view, int buffer, const CellGrid *grid);
/* Row numbers to the left of the cells; column numbers above them, or names of members. */
void matrix_row_numbers(View *view, const CellGrid *grid);
void matrix_column_numbers(View *view, int buffer, const CellGrid *grid);

#endif
