/* LoopPlan: a counted loop that the wide engine may run as one operation (blocks/loop.h).
 *
 * Its body is a straight line: integers that move by the same amount in every iteration (i, row *
 * width + i), loads at such addresses, and whatever is computed from what was loaded. So all that
 * is counted and checked of it follows from its first two iterations and its last one. It stores to
 * memory that threads share only if every iteration does the very same as the first one, as in
 * programs that repeat some work to have it take longer. */
#pragma once

#include "count/plan/plan.h"
#include "program/frames.h"

/* What an instruction of the loop is to the wide engine. */
typedef enum LoopPart {
    LOOP_NOTHING,   /* switched off, the LOOP_TEST, or the "and" before it */
    LOOP_CONDITION, /* a comparison that the LOOP_TEST looks at */
    LOOP_STEADY, /* an integer of the same pattern in every iteration, moving by a fixed amount */
    LOOP_FETCH,  /* a load of global or shared memory at a steady address */
    LOOP_STORE,  /* a store to such memory, the same in every iteration */
    LOOP_VALUE   /* computed lane by lane, in every iteration; also per-thread memory */
} LoopPart;

typedef struct LoopInstr {
    uint8_t part;    /* LoopPart */
    bool is_wanted;  /* STEADY: some VALUE reads it */
    bool is_last;    /* STEADY: what its slot holds behind the loop */
    bool is_counted; /* a Step */
} LoopInstr;

/* sum = a * b + sum, or a + sum where b is PLAN_NO_VALUE. */
typedef struct LoopTerm {
    uint32_t pc;
    int32_t factor[2]; /* pc of the FETCH that it comes from; or -1, and it is that operand of pc */
} LoopTerm;

typedef struct LoopPlan {
    uint32_t first, test, back; /* the first instruction behind LOOP; LOOP_TEST; LOOP_BACK */
    uint32_t conditions[2];     /* [condition_count] comparisons, all of which must hold */
    int condition_count;
    uint32_t both;           /* what joins two; UINT32_MAX: there is one */
    uint32_t counted;        /* instructions of an iteration that are counted */
    uint32_t depth;          /* frames that are open inside */
    bool is_the_same;        /* it has stores: every iteration does what the first one did */
    const LoopInstr *instrs; /* [back - first] */
    const int32_t *inputs;   /* what it reads that was there before: slots and uniforms, as in */
    int input_count;         /* PlanInstr, first those that move from iteration to iteration */
    int moving_count;
    const LoopTerm *terms; /* if it is nothing but sums, each of one product; else NULL */
    int term_count;
} LoopPlan;

/* The plan of the loop whose LOOP stands at pc; NULL if it is no such loop. code: that of a Plan,
 * complete but for its loops. rows: may read a register at any access. In the arena. */
const LoopPlan *loop_plan_new(Arena *arena, const Frames *frames, const PlanInstr *code,
                              uint32_t pc);

/* Adds a value to a list of an arena unless it has it. */
void loop_plan_add_once(Arena *arena, int32_t **list, int *count, int *capacity, int32_t value);
