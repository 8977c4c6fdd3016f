/* The numbers of rows and columns beside the cells of a matrix; where cells are small, every
 * second, fourth ... has one. Only of rows and columns in the grid's window. */
#pragma once

#include "view/draw/context.h"

/* Row numbers to the left of the cells. */
void matrix_row_numbers(View *view, const CellGrid *grid);
/* Column numbers above the cells of a buffer; the names of members where a row holds one struct,
 * and the struct's number where a row holds several. */
void matrix_column_numbers(View *view, int buffer, const CellGrid *grid);
