/* Marks on a buffer's cells: wrong results, and accesses of the step that lie outside. Where cells
 * are a few pixels one mark stands for all cells below it, so that a single wrong one is seen. */
#pragma once

#include "view/draw/context.h"

/* Draws the marks of a buffer on the cells of a grid that shows it. */
void marks_build(View *view, int buffer, const CellGrid *grid);

/* How many wrong elements the mark stands for that covers an element of the buffer on the stage;
 * *first is the first of them. 0 if no mark covers it, or if cells have marks of their own. */
uint64_t marks_under(View *view, int buffer, int64_t scalar, int64_t *first);
