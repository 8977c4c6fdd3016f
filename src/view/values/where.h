/* Where the picture is in the grid and in time, in few words. */
#ifndef TILESTEP_VIEW_VALUES_WHERE_H
#define TILESTEP_VIEW_VALUES_WHERE_H

#include "view/draw/context.h"

/* "Block (0, 1)" */
const char *where_block(View *view);
/* "Phase 0 · 2 in all" of the picked thread's warp, or that there are none. */
const char *where_phase(View *view);

#endif
