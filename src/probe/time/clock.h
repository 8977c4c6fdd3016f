/* Clock: the moment of one run that means the same as a moment of another one.
 *
 * Two blocks are cut at what they have in common: the beginning and end of the main loop
 * (program/loop.h), its iterations as far as the numbers of them have a common measure, and in an
 * iteration its barriers. Between two cuts, and only there, a moment of one is at the same share of
 * steps as that of the other. So where one run has just seen a common barrier open the other has
 * too, and where one stands before it the other does. */
#pragma once

#include "probe/time/timeline.h"

/* The block (linear) of the grid `other` that lies where a block (linear) lies in its own: the same
 * one in a grid of the same extent, else at the same share of every direction. No extent is 0. */
uint32_t clock_block(Dim3 grid, uint32_t block, Dim3 other);

/* One run as the clock needs it. */
typedef struct ClockRun {
    const Program *program;
    Timeline *timeline; /* only read */
} ClockRun;

/* The moment on other's timeline, in its block (linear in its grid, and covered by the timeline),
 * that means what a moment on the first timeline does. Where a block has ended, its last moment. As
 * long as either timeline is not measured to the end of the block, the ends that are known are
 * taken for it. */
uint64_t clock_moment(ClockRun run, uint64_t moment, ClockRun other, uint32_t block);
