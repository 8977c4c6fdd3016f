/* SumSearch: a sum term by term, found by running its block again from the record's own start: the
 * same launch, the same schedule, hence the same steps. Works for every block of the grid.
 *
 * A block is run from memory as the launch fills it. If it turns out to read a word that other
 * blocks may have written (of a buffer that the kernel writes, and not by this block before), the
 * blocks before it are run first, from the record's first one on, as long as SUM_SEARCH_STEPS
 * allow. Blocks that take turns are always run all. */
#pragma once

#include "probe/accumulations/sum.h"
#include "probe/accumulations/trail.h"

/* Steps that the blocks before may take in all; where they take more, is_alone of the result is
 * set. */
#define SUM_SEARCH_STEPS ((uint64_t)1 << 24)

/* The part of a run that is asked about: up to a moment of its last block. */
typedef struct SumSpan {
    uint32_t first_block; /* linear; blocks from there on ran before */
    uint32_t block;
    uint64_t steps;  /* of that block; UINT64_MAX: all */
    uint64_t moment; /* steps of all blocks, where they take turns; UINT64_MAX: all. The first two
                        count for nothing then but for a register or a word of the block's own */
} SumSpan;

/* What was found. Blocks and threads are linear. */
typedef struct SumResult {
    bool is_found; /* there is a sum; if not, only the writer is told, if there is one */
    Sum sum;       /* lives as long as the search */
    SumTarget target;
    /* Of an element: the step that stored it last. */
    bool has_writer;
    uint32_t block, thread, pc;
    uint64_t step;    /* of the block */
    uint32_t element; /* of the vector that it stored: which one, from 0 */
    bool is_value;    /* the sum was stored as it is; false: what was stored was computed from it */
    bool is_from_first; /* the blocks before it were run, too */
    bool is_alone; /* it read what other blocks may have changed, and they were not run: it may have
                       been otherwise in the run itself */
    /* Where no sum is found: the products of tensor cores that made what was stored, or what a
     * register holds. Lives as long as the search. */
    TrailResult trail;
} SumResult;

typedef struct SumSearch SumSearch;

/* What a thread of span.block holds in a target at the end of the span. accumulators, program and
 * launch must outlive the search. Freed with sum_search_free; NULL with a reason if memory cannot
 * be had. */
SumSearch *sum_search_target(const Accumulators *accumulators, const Launch *launch, SumSpan span,
                             const SumTarget *target, const char **reason);

/* What lies in global memory at an arena offset at the end of the span: which thread of which block
 * stored it last, and the sum that it stored. */
SumSearch *sum_search_element(const Accumulators *accumulators, const Launch *launch, SumSpan span,
                              uint64_t at, const char **reason);
/* What a register of span.block holds at the end of the span, as an element that tensor cores have
 * added to: only the trail of the result is told. Likewise. */
SumSearch *sum_search_register(const Accumulators *accumulators, const Launch *launch, SumSpan span,
                               TrailPlace place, const char **reason);
void sum_search_free(SumSearch *search);

/* Goes on for about so many steps; true when all is known. For one thread. */
bool sum_search_run(SumSearch *search, uint64_t budget_steps);

/* Valid once sum_search_run returned true. */
SumResult sum_search_result(const SumSearch *search);
