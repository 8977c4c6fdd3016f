/* A product's partial sums are computed from the buffers as the launch fills them. */
#include "probe/wrong/right.h"

#include "probe/results/values.h"

#include <math.h>

/* ---- of a product ---- */

typedef struct Factor {
    Values values;
    uint64_t start; /* of its first value in the arena */
    bool is_transposed;
    uint64_t rows, cols;
} Factor;

static Factor load_factor(const Launch *launch, int buffer, bool is_transposed, uint64_t rows,
                          uint64_t cols)
{
    const Buffer *from = &launch->buffers[buffer];
    Values values = values_initial(launch, buffer, rows * cols);
    return (Factor){values, values_start(launch, from), is_transposed, rows, cols};
}

static double factor_at(const Factor *factor, uint64_t row, uint64_t col, uint64_t *at)
{
    uint64_t index = factor->is_transposed ? col * factor->rows + row : row * factor->cols + col;
    *at = factor->start + index * scalar_size_bytes(factor->values.type);
    return index < factor->values.count ? value_at(&factor->values, index) : 0;
}

bool right_of_product(Arena *arena, const Launch *launch, const CheckResult *check, uint64_t row,
                      uint64_t col, Right *right)
{
    uint64_t m = (uint64_t)check->m, k = (uint64_t)check->k, n = (uint64_t)check->n;
    if (k >= TRACE_KEPT)
        return false;
    Factor left = load_factor(launch, check->left, check->left_transposed, m, k);
    Factor other = load_factor(launch, check->right, check->right_transposed, k, n);
    bool is_good = left.values.bytes && other.values.bytes;
    RightValue *values = ARENA_ARRAY(arena, RightValue, k + 1);
    double sum = 0, magnitude = 0;
    values[0] = (RightValue){.from = {UINT64_MAX, UINT64_MAX}};
    bool is_whole = true;
    for (uint64_t i = 0; is_good && i < k; ++i) {
        RightValue *value = &values[i + 1];
        double a = factor_at(&left, row, i, &value->from[0]);
        double b = factor_at(&other, i, col, &value->from[1]);
        value->is_term = true;
        value->term = a * b;
        sum += value->term;
        magnitude += fabs(value->term);
        value->value = sum;
        is_whole &= a == floor(a) && b == floor(b);
    }
    double epsilon = value_epsilon(launch->buffers[check->output].type);
    *right = (Right){.values = values, .count = (int)k + 1, .final = sum, .check = check};
    if (!is_whole || magnitude * epsilon > 1)
        right->tolerance = 2 * epsilon * ((double)k + 4) * magnitude;
    values_free(&left.values);
    values_free(&other.values);
    return is_good;
}

/* ---- of another run ---- */

/* An offset in the buffers of one launch as one in those of another. */
static uint64_t moved(const Launch *from, const Launch *to, uint64_t at)
{
    int buffer = launch_buffer_at(from, at);
    if (buffer < 0 || buffer >= to->buffer_count)
        return UINT64_MAX;
    return to->buffers[buffer].offset_bytes + (at - from->buffers[buffer].offset_bytes);
}

static uint64_t moved_origin(const Launch *from, const Launch *to, const Origin *origin)
{
    return origin->kind == ORIGIN_GLOBAL ? moved(from, to, origin->at) : UINT64_MAX;
}

static double term_of(const Accumulated *told)
{
    ScalarType type = told->item->type;
    double x = value_number(type, told->x);
    double term = told->item->kind == ACCUMULATION_PRODUCT ? x * value_number(type, told->y) : x;
    return told->item->is_minus ? -term : term;
}

Right right_of_trace(Arena *arena, const Program *program, const Trace *trace, const Launch *from,
                     const Launch *to)
{
    RightValue *values = ARENA_ARRAY(arena, RightValue, trace->value_count + 1);
    TraceLoad *loads = ARENA_ARRAY(arena, TraceLoad, trace->load_count + 1);
    double largest = fabs(trace->stored);
    for (int i = 0; i < trace->value_count; ++i) {
        const TraceValue *value = &trace->values[i];
        values[i] = (RightValue){.value = value->value,
                                 .is_term = value->is_term && value->told.is_x_known,
                                 .from = {UINT64_MAX, UINT64_MAX},
                                 .line = program->code[value->pc].own_line};
        if (values[i].is_term) {
            values[i].term = term_of(&value->told);
            values[i].from[0] = moved_origin(from, to, &value->told.x_from);
            values[i].from[1] = moved_origin(from, to, &value->told.y_from);
        }
        largest = fmax(largest, fabs(value->value));
    }
    for (int i = 0; i < trace->load_count; ++i) {
        loads[i] = trace->loads[i];
        loads[i].at = moved(from, to, trace->loads[i].at);
    }
    return (Right){.values = values,
                   .count = trace->value_count,
                   .final = trace->stored,
                   .tolerance = value_epsilon(trace->type) * 2 * (trace->value_count + 4) * largest,
                   .loads = loads,
                   .load_count = trace->load_count,
                   .has_loads = true};
}
