/* Plan: a Program made ready for running a whole block at a time (see wide.h): operands resolved,
 * and for every register that is written the home of the value (home.h). */
#pragma once

#include "program/program.h"

enum { PLAN_NO_VALUE = -1 }; /* in place of a slot: the instruction has no such operand */

/* Where the wide engine keeps the value of an operand: its slot, or slot_count + uniform, or
 * PLAN_NO_VALUE. */
static inline int32_t plan_value(const Program *program, Operand operand)
{
    if (operand == OPERAND_NONE)
        return PLAN_NO_VALUE;
    return OPERAND_IS_UNIFORM(operand) ? (int32_t)program->slot_count + OPERAND_INDEX(operand)
                                       : operand;
}

/* An instruction as the wide engine wants it. */
typedef struct PlanInstr {
    const Instr *instr;
    int32_t dst;      /* slot, or PLAN_NO_VALUE */
    int32_t a, b, c;  /* plan_value of each */
    uint8_t words[4]; /* of dst, a, b, c in a register */
    uint16_t home;    /* frames around the home of dst (home.h) */
    uint8_t size;     /* bytes of a scalar of its type */
    bool is_counted;  /* a Step, not a mark */
    bool is_removed;  /* switched off */
    bool tracks_zero; /* dst may carry a literal zero on to a store to shared memory */
    bool is_used;     /* what it writes to dst may be read */
    /* ATOMIC whose result nobody reads and that may come in any order among those of its class; 0
     * if the order shows */
    uint8_t any_order;
    /* STORE that may go to shared memory, of a literal zero or of a register that tracks one */
    bool is_zero_store;
} PlanInstr;

/* It never changes: workers on all threads share one. */
typedef struct Plan {
    const PlanInstr *code; /* in the order of Program.code */
    uint32_t count;        /* instructions */
    /* [code] of a LOOP and of its LOOP_BACK, if the loop can run as one operation; else NULL */
    const struct LoopPlan **loops;
    bool has_order; /* the order of some ATOMICs shows */
} Plan;

/* The plan of a program, which must outlive it; in the arena. */
Plan *plan_new(Arena *arena, const Program *program);
