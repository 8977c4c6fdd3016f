/* Marks on a buffer's cells: wrong results, and accesses of the step that lie outside. */
#ifndef TILESTEP_VIEW_MARKS_H
#define TILESTEP_VIEW_MARKS_H

#include "view/context.h"

void marks_build(View *view, int buffer, const CellGrid *grid);

#endif
