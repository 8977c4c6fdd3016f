/* Sum: one accumulator of one thread, or one word of memory, term by term since it was set:
 * P[0][0] = 112 = 4 · 8 + 3 · 3 + 9 · 4 + 5 · 7. A maximum or a product of factors is told the same
 * way. */
#pragma once

#include "probe/accumulations/accumulated.h"

enum { SUM_TERMS_KEPT = 1 << 16 }; /* terms of one sum that are kept; the others are counted */

/* Which thread added what when. */
typedef struct SumTerm {
    uint32_t block, thread; /* linear */
    uint64_t step;          /* of the block: its Step.index */
    Accumulated told;
} SumTerm;

/* Numbers are bits of its type, as they lie in a register. */
typedef struct Sum {
    ScalarType type;
    bool is_set; /* it was given the value start by a step; false: it began as memory was filled */
    uint64_t start;       /* bits, before the first term */
    uint64_t value;       /* behind the last one */
    const SumTerm *terms; /* the first SUM_TERMS_KEPT */
    int term_count;
    uint64_t all_terms; /* kept or not */
} Sum;

/* What is followed: a variable's register of a thread, or a word of memory. */
typedef struct SumTarget {
    Operand slot;    /* its first register; OPERAND_NONE: a word of memory */
    int variable;    /* index into Program.variables of what lives in that register */
    Space space;     /* LOCAL (of the thread), SHARED (of the block) or GLOBAL */
    uint64_t at;     /* byte offset as in Step.arena */
    uint32_t thread; /* linear in the block */
} SumTarget;

/* Follows a target from step to step. In the arena. */
typedef struct SumFollower SumFollower;
SumFollower *sum_follow(Arena *arena, const Accumulators *accumulators, const Launch *launch,
                        const SumTarget *target);

/* The next step of the run, of one block or of several one after another, without a gap; machine
 * and probe (PROBE_PICTURE) are right after it. */
void sum_fold(SumFollower *follower, const Machine *machine, const Probe *probe, const Step *step);

/* The sum as it stands; its terms are valid until the next step. */
Sum sum_so_far(const SumFollower *follower);
