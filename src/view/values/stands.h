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

/* Which warps stand on a line, of those that run or wait there, and how many of their lanes where
 * it is not all that live: "W0:16 W3–W7", of more than most_named pieces the first. *all: all warps
 * that live stand there whole. NULL: none does. */
const char *stands_names(View *view, const Stand *stands, int stand_count, int line, bool waits,
                         int most_named, bool *all);
