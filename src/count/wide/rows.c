/* The rows check of the probe, on patterns: the plan's postfix code runs on affine values. */
#include "count/wide/state.h"

typedef struct Affine {
    int pattern;
    uint32_t offset;
} Affine;

static bool push_affine(const Wide *wide, const RowOp *op, Affine *to)
{
    int32_t index =
        op->kind == ROW_UNIFORM ? (int32_t)wide->program->slot_count + op->operand : op->operand;
    const Value *value = &wide->values[index];
    *to = (Affine){value->pattern, (uint32_t)value->bits};
    return value->kind == VALUE_AFFINE;
}

static bool combine(Wide *wide, RowOpKind kind, Affine *a, const Affine *b)
{
    if (kind == ROW_MUL) {
        int64_t factor = (int32_t)(a->pattern == PATTERN_UNIFORM ? a->offset : b->offset);
        if (a->pattern != PATTERN_UNIFORM && b->pattern != PATTERN_UNIFORM)
            return false;
        int pattern = a->pattern == PATTERN_UNIFORM ? b->pattern : a->pattern;
        *a = (Affine){pattern_scale(wide->table, pattern, factor), a->offset * b->offset};
    } else {
        int sign = kind == ROW_ADD ? 1 : -1;
        a->pattern = pattern_add(wide->table, a->pattern, b->pattern, sign);
        a->offset += b->offset * (uint32_t)sign;
    }
    return a->pattern >= 0;
}

static bool run_plan(Wide *wide, const RowPlan *plan, Affine *result)
{
    Affine stack[ROW_STACK];
    int depth = 0;
    for (uint32_t i = 0; i < plan->op_count; ++i) {
        const RowOp *op = &plan->ops[i];
        if (op->kind < ROW_ADD) {
            if (depth == ROW_STACK || !push_affine(wide, op, &stack[depth++]))
                return false;
        } else if (!combine(wide, (RowOpKind)op->kind, &stack[depth - 2], &stack[depth - 1])) {
            return false;
        } else {
            --depth;
        }
    }
    *result = stack[0];
    return true;
}

/* The pattern of index - row * length, which is the column. The last answer is kept in check, since
 * row and index are mostly the same patterns again. */
static int column_pattern(Wide *wide, RowCheck *check, int row, int index, int64_t length)
{
    if (check->row != row || check->index != index) {
        int scaled = pattern_scale(wide->table, row, length);
        check->row = row;
        check->index = index;
        check->column = scaled < 0 ? scaled : pattern_add(wide->table, index, scaled, -1);
    }
    return check->column;
}

static bool lanes_within(const Wide *wide, const Pattern *column, int64_t offset, int64_t length)
{
    const Mask *active = mask_at(wide->table, wide->active);
    if (offset + column->lo >= 0 && offset + column->hi < length)
        return true;
    for (uint32_t i = 0; i < wide->threads; ++i)
        if (active->words[i / 32] >> i % 32 & 1 &&
            (offset + column->rel[i] < 0 || offset + column->rel[i] >= length))
            return false;
    return true;
}

bool wide_rows_agree(Wide *wide, const PlanInstr *instr, int pattern, int64_t scale, int64_t at)
{
    RowCheck *check = &wide->rows[instr - wide->plan->code];
    const RowPlan *plan = &check->plan;
    Affine result;
    if (!plan->op_count || wide->only_runs)
        return true;
    if (!run_plan(wide, plan, &result))
        return false;
    if (plan->is_column)
        return lanes_within(wide, pattern_at(wide->table, result.pattern),
                            (int32_t)(result.offset + (uint32_t)plan->offset), plan->length);
    /* Where the pointer differs between lanes, the pattern counts bytes, not elements. */
    bool is_bytes = ((scale | at) & (((int64_t)1 << plan->scale_shift) - 1)) != 0;
    uint32_t unit_shift = is_bytes ? 0 : plan->scale_shift;
    uint32_t step_shift = plan->scale_shift - unit_shift;
    int index = scale >> unit_shift == 1 ? pattern
                                         : pattern_scale(wide->table, pattern, scale >> unit_shift);
    if (index < 0)
        return false;
    int64_t length = plan->length << step_shift;
    int column = column_pattern(wide, check, result.pattern, index, length);
    if (column < 0)
        return false;
    uint32_t start = (plan->start + result.offset * plan->length) << step_shift;
    return lanes_within(wide, pattern_at(wide->table, column),
                        (int32_t)((uint32_t)(at >> unit_shift) - start), length);
}
