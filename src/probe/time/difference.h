/* Difference: the first access of memory by which two runs of one text part: other lanes, other
 * places or other values than the same access has in the other run. */
#pragma once

#include "probe/time/same_step.h"

typedef struct Difference {
    uint64_t moment;  /* of the run: after the access */
    bool is_in_other; /* the other run does that access, too */
    uint64_t other;   /* is_in_other: moment of the other run after it; else 0 */
    uint32_t thread;  /* the first whose access differs, linear in the block */
} Difference;

/* The first difference in one block, by its linear index in the grid, which both timelines must
 * cover; of each run the first SAME_STEP_LOOK steps of the block are looked at. Two accesses are
 * the same if the same warp does the same instruction (same_instruction) with them, for the same
 * how-many-th time. Atomic operations are left out: their order is no part of what is meant. False
 * if no difference is found. Neither timeline has moved afterwards. */
bool difference_find(ClockRun run, ClockRun other, uint32_t block, Difference *out);
