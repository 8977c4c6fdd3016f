/* Where the lanes of a warp stand: those that run, and those that wait for them at an else or at the
 * end of a branch or loop. */
#ifndef TILESTEP_VIEW_VALUES_STANDS_H
#define TILESTEP_VIEW_VALUES_STANDS_H

#include "view/draw/context.h"

typedef struct Stand {
    uint32_t warp, line;
    uint32_t lanes; /* bit set */
    bool waits;     /* for lanes that run elsewhere */
} Stand;

/* Of all warps that have not ended, warp by warp, in the arena; one a place and line. */
int stands_find(View *view, const Stand **out);

#endif
