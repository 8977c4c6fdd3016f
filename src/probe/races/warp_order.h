/* WarpOrder: what the __syncwarps of one warp order in a barrier interval. One that all lanes of
 * the warp do together orders everything before it with everything after it. One of some lanes, as
 * that of a tile or with a mask, orders those lanes only, and through them whoever they met before:
 * an access of lane a is before one of lane b if a chain of meetings between them leads from a to
 * b.
 */
#pragma once

#include "vm/step.h"

/* A moment between two __syncwarps of a warp: so many of all lanes were before it in the interval,
 * and so many of some lanes since the last of these. */
typedef struct WarpMoment {
    uint32_t whole;
    uint32_t partial;
} WarpMoment;

/* __syncwarps of some lanes, from number `first` to `last`, in which the same lanes meet. */
typedef struct Meeting {
    uint32_t first, last;
    uint8_t leader[WARP_LANES]; /* the lowest lane that this one meets; NO_LEADER: it meets none */
} Meeting;

/* Where more kinds of meetings follow each other, the next counts as one of all lanes: nothing is
 * called a race that is none. */
enum { NO_LEADER = 0xff, WARP_MEETINGS = 32 };

typedef struct WarpOrder {
    WarpMoment now;
    uint32_t meeting_count;
    Meeting meetings[WARP_MEETINGS]; /* since the last __syncwarp of all lanes, in their order */
} WarpOrder;

/* A barrier interval begins. */
void warp_order_begin(WarpOrder *order);

/* A WARP_SYNC of the warp. */
void warp_order_sync(WarpOrder *order, const Step *step);

/* Is an access of lane a at one moment ordered with one of lane b at the other? */
bool warp_order_has(const WarpOrder *order, WarpMoment at_a, uint32_t a, WarpMoment at_b,
                    uint32_t b);
