/* Right: the values that the sum of an element takes in a version that is right. */
#pragma once

#include "probe/results/result.h"
#include "probe/wrong/trace.h"

/* One of them. */
typedef struct RightValue {
    double value;
    bool is_term; /* the value before and a term: */
    double term;
    uint64_t from[2]; /* where its factors lie in the arena of the wrong launch; or UINT64_MAX */
    uint32_t line;    /* Instr.own_line in the right version; 0: there is none */
} RightValue;

typedef struct Right {
    const RightValue *values; /* the start, and what follows */
    int count;
    double final;           /* what the element should hold */
    double tolerance;       /* by which values may differ; 0: not at all */
    const TraceLoad *loads; /* with at in the arena of the wrong launch; none for a product */
    int load_count;
    bool has_loads;
    const CheckResult *check; /* of a product; else NULL */
} Right;

/* The exact partial sums of an element of a product, by its row and column; false if the product
 * is too long or there is no memory. */
bool right_of_product(Arena *arena, const Launch *launch, const CheckResult *check, uint64_t row,
                      uint64_t col, Right *right);

/* What a right run's element went through; its offsets become those of the wrong launch. */
Right right_of_trace(Arena *arena, const Program *program, const Trace *trace, const Launch *from,
                     const Launch *to);
