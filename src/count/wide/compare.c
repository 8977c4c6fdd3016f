/* Comparisons of a whole block: of integers that are pattern + offset, and of truths that are
 * masks, without a look at any lane; of floats all lanes at once. */
#include "count/wide/state.h"

static Comparison comparison_of(const PlanInstr *plan)
{
    static const Comparison comparisons[] = {COMPARE_EQ, COMPARE_NE, COMPARE_LT,
                                             COMPARE_LE, COMPARE_GT, COMPARE_GE};
    return comparisons[plan->instr->op - OP_EQ];
}

bool wide_extent(const Wide *wide, const Value *value, ScalarType type, int64_t *offset)
{
    *offset = type == SCALAR_I32 ? (int32_t)value->bits : (int64_t)value->bits;
    if (value->pattern == PATTERN_UNIFORM)
        return type != SCALAR_U64 || *offset >= 0;
    const Pattern *pattern = pattern_at(wide->table, value->pattern);
    int64_t lo, hi;
    if (__builtin_add_overflow(*offset, pattern->lo, &lo) ||
        __builtin_add_overflow(*offset, pattern->hi, &hi))
        return false;
    switch (type) {
    case SCALAR_I32: return lo >= INT32_MIN && hi <= INT32_MAX;
    case SCALAR_U32: return lo >= 0 && hi <= UINT32_MAX;
    case SCALAR_U64: return lo >= 0 && *offset >= 0;
    default: return true;
    }
}

static bool compare_affine(Wide *wide, const PlanInstr *plan)
{
    ScalarType type = (ScalarType)plan->instr->type;
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    int64_t x, y, difference;
    if (!wide_extent(wide, a, type, &x) || !wide_extent(wide, b, type, &y) ||
        __builtin_sub_overflow(x, y, &difference) || difference > INT64_MAX / 4 ||
        difference < INT64_MIN / 4)
        return false;
    int pattern = pattern_add(wide->table, a->pattern, b->pattern, -1);
    if (pattern < 0)
        return false;
    int mask = wide_mask(
        wide, mask_compare(wide->table, wide->functions, pattern, difference, comparison_of(plan)));
    wide_set(wide, plan, value_of_mask(mask), SCALAR_BOOL);
    return true;
}

/* The mask of a truth that is kept as one, or is the same in all lanes; false if it is neither. */
static bool mask_of(const Value *value, int *mask)
{
    *mask = value->kind == VALUE_MASK ? value->pattern : value->bits ? MASK_ALL : MASK_NONE_ACTIVE;
    return value->kind == VALUE_MASK || (value_is_uniform(value) && value->bits <= 1);
}

static bool compare_masks(Wide *wide, const PlanInstr *plan)
{
    int a, b, op = plan->instr->op;
    if ((op != OP_EQ && op != OP_NE) || !mask_of(&wide->values[plan->a], &a) ||
        !mask_of(&wide->values[plan->b], &b))
        return false;
    int mask = wide_mask(wide, mask_xor(wide->table, a, b));
    if (op == OP_EQ)
        mask = wide_mask(wide, mask_and_not(wide->table, MASK_ALL, mask));
    wide_set(wide, plan, value_of_mask(mask), SCALAR_BOOL);
    return true;
}

/* Whether x is less than y (-1), equal (0) or more (1). */
static int order(ScalarType type, uint64_t x, uint64_t y)
{
    if (type == SCALAR_I32)
        return ((int32_t)x > (int32_t)y) - ((int32_t)x < (int32_t)y);
    if (type == SCALAR_I64)
        return ((int64_t)x > (int64_t)y) - ((int64_t)x < (int64_t)y);
    if (type == SCALAR_U32)
        return ((uint32_t)x > (uint32_t)y) - ((uint32_t)x < (uint32_t)y);
    return (x > y) - (x < y);
}

/* By opcode: a bit for each order in which the comparison holds, less, equal and more. */
static bool holds(uint8_t op, int order)
{
    static const uint8_t orders[] = {2, 5, 1, 3, 4, 6};
    return orders[op - OP_EQ] >> (order + 1) & 1;
}

void wide_compare(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    if (value_is_uniform(a) && value_is_uniform(b)) {
        int found = order((ScalarType)plan->instr->type, a->bits, b->bits);
        wide_set(wide, plan,
                 value_affine(SCALAR_BOOL, PATTERN_UNIFORM, holds(plan->instr->op, found)),
                 SCALAR_BOOL);
        return;
    }
    bool is_done = a->kind == VALUE_AFFINE && b->kind == VALUE_AFFINE ? compare_affine(wide, plan)
                                                                      : compare_masks(wide, plan);
    if (!is_done)
        wide_value_in_lanes(wide, plan);
}

void wide_compare_floats(Wide *wide, const PlanInstr *plan)
{
    if (value_is_uniform(&wide->values[plan->a]) && value_is_uniform(&wide->values[plan->b])) {
        wide_value_in_lanes(wide, plan);
        return;
    }
    uint32_t words[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES];
    wide->functions->compare(wide->lanes, words, wide_lanes(wide, plan->a, SCALAR_F32, 0),
                             wide_lanes(wide, plan->b, SCALAR_F32, 1), comparison_of(plan));
    wide_set(wide, plan, value_of_mask(wide_mask_of(wide, words)), SCALAR_BOOL);
}
