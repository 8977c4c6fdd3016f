/* The numbers of rows and columns beside the cells of a matrix. */
#ifndef TILESTEP_VIEW_STAGE_MATRIX_NUMBERS_H
#define TILESTEP_VIEW_STAGE_MATRIX_NUMBERS_H

#include "view/draw/context.h"

/* Row numbers to the left of the cells; column numbers above them, or names of members. */
void matrix_row_numbers(View *view, const CellGrid *grid);
void matrix_column_numbers(View *view, int buffer, const CellGrid *grid);

#endif
