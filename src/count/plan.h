/* Plan: a Program made ready for running a whole block at a time (see wide.h): operands resolved,
 * and for every register that is written the home of the value (home.h). */
#ifndef TILESTEP_COUNT_PLAN_H
#define TILESTEP_COUNT_PLAN_H

#include "program/program.h"

enum { PLAN_NO_VALUE = -1 };

typedef struct PlanInstr {
    const Instr *instr;
    int32_t dst;      /* slot, or PLAN_NO_VALUE */
    int32_t a, b, c;  /* slot, or slot_count + uniform, or PLAN_NO_VALUE */
    uint8_t words[4]; /* of dst, a, b, c in a register */
    uint16_t home;    /* frames around the home of dst (home.h) */
    uint8_t size;     /* bytes of a scalar of its type */
    bool is_counted;  /* a Step, not a mark */
    bool is_removed;  /* switched off */
    bool tracks_zero; /* dst may carry a literal zero on to a store to shared memory */
    /* STORE to shared memory of a literal zero, or of a register that tracks one */
    bool is_zero_store;
} PlanInstr;

typedef struct Plan {
    const PlanInstr *code;
    uint32_t count;
    const char *refusal; /* NULL, or why this program always runs warp by warp */
} Plan;

Plan *plan_new(Arena *arena, const Program *program);

#endif
