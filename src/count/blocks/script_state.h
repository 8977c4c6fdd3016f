/* Scripts (script.h) as they lie in memory: written in script.c, made short and run in
 * script_rows.c. All of it is in the arena of the pattern table. */
#pragma once

#include "count/blocks/script.h"
#include "count/wide/state.h"

/* A row is a word of all lanes: of a register, of per-thread memory, or of a value that is no
 * vector and never changes. Rows are numbered in that order. */
typedef enum ScriptKind {
    SCRIPT_COPY,
    SCRIPT_FMA,
    SCRIPT_ADD,
    SCRIPT_SUB,
    SCRIPT_MUL,
    SCRIPT_FETCH, /* words of shared memory */
    SCRIPT_SUM,   /* products of such words, one after another added to a row */
    SCRIPT_ANY    /* another instruction, carried out by its own operation */
} ScriptKind;

enum { SCRIPT_READS = 6, SCRIPT_OPERANDS = 3 };

/* Words of shared memory that move from step to step. */
typedef struct ScriptFactor {
    int64_t start, step; /* bytes: of lane 0 in the first step; from one step to the next */
    int32_t pattern;     /* in words */
} ScriptFactor;

typedef struct ScriptOp {
    uint8_t kind, read_count, write_count;
    bool is_dead;
    int32_t reads[SCRIPT_READS];
    int32_t to; /* and those behind it, write_count of them */
    const PlanInstr *plan;
    int64_t start;                   /* FETCH: bytes in shared memory, of lane 0 */
    int32_t pattern;                 /* in words */
    uint32_t fresh;                  /* FETCH: lanes after which the same words come again */
    ScriptFactor factors[2];         /* SUM */
    uint32_t steps;                  /* SUM */
    Value operands[SCRIPT_OPERANDS]; /* ANY: what a, b and c hold */
    uint32_t *row;                   /* where `to` lies, and the reads */
    const uint32_t *from[3];
} ScriptOp;

typedef struct ScriptValue {
    int32_t index; /* slot or uniform */
    Value value;
} ScriptValue;

typedef struct ScriptCount {
    uint32_t pc;
    PcCount count;
} ScriptCount;

typedef struct ScriptSet {
    uint32_t word; /* of per-thread memory */
    int mask;      /* MASK_ALL or MASK_NONE_ACTIVE */
} ScriptSet;

typedef struct Script {
    ScriptValue *inputs, *ends; /* what it begins with; what the registers that it writes hold */
    int input_count, end_count, input_capacity, end_capacity;
    ScriptSet *needs, *sets; /* words that must be set; what is set in the end */
    int need_count, set_count, need_capacity, set_capacity;
    ScriptCount *counts;
    int count_count, count_capacity;
    LoggedAccess *logged;
    int logged_count, logged_capacity;
    ScriptOp *ops;
    int op_count, op_capacity;
    uint32_t **values; /* [value_count] rows of values that never change */
    int value_count, value_capacity;
    uint64_t steps, dispatches;
} Script;

enum { SCRIPTS = 6 };

struct WideScripts {
    uint32_t first, end; /* behind the LOOP; the LOOP_END */
    int count, next;     /* of scripts; the one that will be replaced */
    int written;         /* since the patterns were renewed */
    int failed;          /* how often none could be written */
    Script scripts[SCRIPTS];
};

/* Leaves out what only carries rows from one place to another. live: [rows] those that are read
 * behind the loop, which is changed. */
void script_shorten(Wide *wide, Script *script, bool *live);

/* Makes one operation of the steps of a sum of products. */
void script_join_sums(Script *script);

/* Carries the operations of a script out. */
void script_run(Wide *wide, const Script *script);

/* Words of a thread's own memory. */
static inline uint32_t script_local_words(const Wide *wide)
{
    return (wide->program->local_bytes + 3) / 4;
}

static inline int32_t script_local_row(const Wide *wide, int32_t place)
{
    return (int32_t)wide->program->slot_count + place / 4;
}
