/* Left: what a run leaves in global memory, beside what another one leaves there. So a kernel can
 * be judged whose result no reference fits: by a kernel that is known to be right. */
#pragma once

#include "load/load.h"
#include "probe/wrong/first_wrong.h"

typedef struct LeftCount {
    uint64_t total, wrong; /* elements of the buffers that the right run writes, and those of them
                              that differ */
    bool has_first;        /* of those that are wrong by more than rounding: */
    FirstWrong first;      /* where the first goes wrong, in the arena */
} LeftCount;

/* Runs both launches and compares the buffers that `right` writes with those at the same places of
 * the other launch. false if one cannot run, or if the buffers are not as many or not as long. */
bool left_compare(Arena *arena, const Run *run, const Run *right, LeftCount *count);
