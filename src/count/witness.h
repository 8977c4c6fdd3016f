/* Witness: a schedule of the warps in which a race spoils the result.
 *
 * A race is proved from the order of accesses, whether or not the result is wrong. A wrong result
 * is what people believe; so when races were found and the result is right all the same, other
 * schedules are tried: every order by name, then random ones. In a block of one warp there is no
 * other schedule.
 */
#pragma once

#include "probe/checks/check.h"

typedef struct Witness {
    bool is_found;
    Order order;
    uint64_t seed;    /* of ORDER_RANDOM */
    uint64_t wrong;   /* wrong elements under it */
    uint32_t tried;   /* schedules tried; 0: the search would take too long, or makes no sense */
    bool is_one_warp; /* blocks of one warp: all schedules are the same */
} Witness;

/* Whether a run with this report and check asks for a search: a race in a block, and a result that
 * is known to be right. */
bool witness_is_wanted(const Report *report, const CheckResult *check);

/* Asked before each schedule and now and then in it; tried: schedules done. False ends the
 * search. */
typedef bool WitnessGoesOn(void *context, uint32_t tried);

/* Tries schedules of the launch one after another, each from its own initial memory, until one
 * spoils the result: those with a name, then random ones, as many as fit into WITNESS_STEP_LIMIT
 * steps. report: that of the finished run, which tells how many steps one takes. goes_on may be
 * NULL. */
#define WITNESS_STEP_LIMIT ((uint64_t)20000000)
enum { WITNESS_SCHEDULES = ORDERS - 2 + 64 };
Witness witness_search(const Program *program, const Launch *launch, const Report *report,
                       WitnessGoesOn *goes_on, void *context);

/* The same where no reference is known: right is what the whole kernel, with nothing switched off,
 * leaves in its first order, if it has no race there. The launch's own schedule is tried first. A
 * scalar of a buffer that is written is wrong if it is another than the whole kernel leaves, both
 * in its first order and in the one tried; so what hangs on the order without a race, as sums of
 * floats by atomics, accuses nobody. tried is 0 if the whole kernel is no measure. */
typedef struct WitnessBeside {
    Witness witness;
    int output;     /* the first buffer that is wrong, else the first that is written; -1: none */
    uint64_t total; /* its scalars; the wrong ones are counted in it alone */
} WitnessBeside;
WitnessBeside witness_search_beside(const Program *program, const Program *whole,
                                    const Launch *launch, WitnessGoesOn *goes_on, void *context);
