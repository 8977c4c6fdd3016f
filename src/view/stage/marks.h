/* Marks on a buffer's cells: wrong results, and accesses of the step that lie outside. */
#ifndef TILESTEP_VIEW_STAGE_MARKS_H
#define TILESTEP_VIEW_STAGE_MARKS_H

#include "view/draw/context.h"

void marks_build(View *view, int buffer, const CellGrid *grid);

/* How many wrong elements lie under the mark that stands for many and covers an element; the first of
 * them. 0 if there is none, or if cells have marks of their own. */
uint64_t marks_under(View *view, int buffer, int64_t scalar, int64_t *first);

#endif
