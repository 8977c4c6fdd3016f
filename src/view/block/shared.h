/* Arrays of shared memory as cells, wherever they stand. */
#ifndef TILESTEP_VIEW_BLOCK_SHARED_H
#define TILESTEP_VIEW_BLOCK_SHARED_H

#include "view/draw/context.h"

/* view->shared[variable] with its rows and columns; where it stands and how large its cells are is left
 * to the caller. */
CellGrid *shared_grid(View *view, int variable);

/* The cells of an array whose place is known. */
void shared_array_build(View *view, int variable);

#endif
