/* Accesses in the wrong row: from the cell that was meant, beyond the end of its row, to the one
 * that memory has there. */
#pragma once

#include "view/draw/context.h"

/* Those of the step, once it has been shown. */
void wrong_rows_build(View *view);
