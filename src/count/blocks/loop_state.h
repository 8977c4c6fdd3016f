/* What a Wide remembers of a loop, shared by the two files that look at it (blocks/loop.c) and that
 * run it (blocks/loop_run.c). */
#pragma once

#include "count/blocks/loop.h"

/* An integer of the loop. */
typedef struct Steady {
    uint32_t pc;
    Value first, last; /* of the first iteration and of the last */
    uint64_t step;     /* added to bits from one iteration to the next */
} Steady;

/* What the requests of a load cost, in all iterations: it follows from these and from how the first
 * one lies in its line. */
typedef struct FetchCost {
    int32_t pattern, mask; /* mask: MASK_NONE_ACTIVE if nothing is kept */
    bool is_shared;
    int64_t scale, step;
    uint64_t phase, trips;
    MemoryCount cost;
} FetchCost;

enum { FETCH_COSTS = 4 };

/* A load of the loop, or a store. */
typedef struct Fetch {
    uint32_t pc;
    WideAccess access; /* of the first iteration */
    int64_t step;      /* bytes from one iteration to the next */
    int64_t reach;     /* the start from which it reaches farthest */
    MemoryCount cost;
    FetchCost costs[2][FETCH_COSTS]; /* of all lanes and of some, by the phase */
    LoggedAccess logged;
} Fetch;

struct WideLoop {
    const LoopPlan *plan;
    const int32_t *inputs;  /* those of the plan, and what the checks of rows read */
    const int32_t *written; /* slots */
    int input_count, written_count, steady_count, fetch_count;
    int misses;     /* in a row: how often it could not run so */
    int mask;       /* that all below is of; MASK_NONE_ACTIVE: nothing is known */
    Value *before;  /* [inputs] */
    Value *saved;   /* [written] while iterations are looked at */
    Steady *steady; /* in the order of the code, as fetches */
    Fetch *fetches;
    uint64_t trips;
    bool is_quick; /* all that its sums need can be read by all lanes, as words */
};

/* Works out all that is kept of a loop, from the registers as they are behind its LOOP, which it
 * leaves so; false if it cannot run as one operation. */
bool wide_look_at_loop(Wide *wide, WideLoop *loop);
