/* Accesses of the whole grid that were meant for a buffer and lie outside of it: room is kept for
 * them beside it. None are known until the grid is counted. */
#ifndef TILESTEP_VIEW_MATRIX_STRAYS_H
#define TILESTEP_VIEW_MATRIX_STRAYS_H

#include "view/draw/context.h"

/* Whether some access lies before the start of a buffer. */
bool strays_before(const View *view, int buffer);
/* Whether some access lies behind the end of a buffer; of any buffer if it is -1. */
bool strays_behind(const View *view, int buffer);

#endif
