/* Accesses in the wrong row: from the cell that was meant, beyond the end of its row, to the one
 * that memory has there. */
#ifndef TILESTEP_VIEW_ARROWS_WRONG_ROWS_H
#define TILESTEP_VIEW_ARROWS_WRONG_ROWS_H

#include "view/draw/context.h"

/* Those of the step, once it has been shown. */
void wrong_rows_build(View *view);

#endif
