/* Where the lanes of a warp stand: those that run, and those that wait for them at an else or at
 * the end of a branch or loop. One warp can so stand on several lines at once. */
#pragma once

#include "view/draw/context.h"

typedef struct Stand {
    uint32_t warp, line; /* warp of the block; line of the source, from 1 */
    uint32_t lanes;      /* a bit for each */
    bool waits;          /* for lanes that run elsewhere */
} Stand;

/* Finds them for all warps of the block in view that have not ended, at the moment shown. *out is
 * in the arena, warp by warp, at most one running and one waiting entry a warp and line; returns
 * how many. */
int stands_find(View *view, const Stand **out);
