/* The ticks of one block of a timeline: how its steps are cut into phases, iterations and
 * intervals. Moments, as everywhere, are numbers of steps since the timeline's start. */
#pragma once

#include "probe/time/timeline.h"

typedef struct BlockTicks {
    const Tick *ticks; /* the first one is the block's TICK_BLOCK; until the timeline moves on.
                          Where blocks take turns those of others lie between them */
    int count;
    uint64_t start; /* moment */
    uint64_t end;   /* moment: the start of the next block; in the last one, as far as is known;
                       of blocks that take turns the end of the last turn */
    bool is_whole;  /* the end is known */
    bool is_last;   /* of the blocks that the timeline has come to */
} BlockTicks;

/* The ticks of a block, linear in the grid; false, with *out as it was, if the timeline has not
 * come to it. */
bool ticks_of_block(const Timeline *timeline, uint32_t block, BlockTicks *out);

/* The block in view at a moment: at a boundary the one that begins. */
uint32_t ticks_block_at(const Timeline *timeline, uint64_t moment);

/* At the tick a phase or an iteration of the main loop begins. */
bool tick_begins_iteration(const Tick *tick);
