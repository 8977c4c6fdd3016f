/* Difference: the first access of memory by which two runs of one text part: other lanes, other
 * places or other values than the same access has in the other run. */
#ifndef TILESTEP_PROBE_TIME_DIFFERENCE_H
#define TILESTEP_PROBE_TIME_DIFFERENCE_H

#include "probe/time/same_step.h"

typedef struct Difference {
    uint64_t moment;  /* of the run: after the access */
    bool is_in_other; /* the other run does that access too: */
    uint64_t other;   /* after it */
    uint32_t thread;  /* the first whose access differs, linear in the block */
} Difference;

/* In a block, linear in the grid, that both timelines cover; of each SAME_STEP_LOOK steps are looked at.
 * An access is the same if the same warp does it for the same how-many-th time. Atomic operations are
 * left out: their order is no part of what is meant. False if there is none. Neither timeline moves. */
bool difference_find(ClockRun run, ClockRun other, uint32_t block, Difference *out);

#endif
