/* Arithmetic of a whole block. Integers that are pattern + offset stay so through + - * << and
 * comparisons; everything else is computed lane by lane as the machine does it. An affine value is
 * exact modulo its width, so wrap-around needs no care until it is compared, converted or used as
 * an address. */
#include "count/wide/state.h"
#include "count/wide/watch.h"

#include "base/hash.h"
#include "vm/lanes/lanes.h"

#include <stddef.h>
#include <string.h>

static bool is_integer(ScalarType type)
{
    return type >= SCALAR_I32 && type <= SCALAR_U64;
}

/* ---- affine arithmetic ---- */

static inline bool put_affine(Wide *wide, const PlanInstr *plan, int pattern, uint64_t bits)
{
    if (pattern < 0)
        return false;
    if (plan->words[0] == 1)
        bits = (uint32_t)bits;
    wide_set(wide, plan, (Value){VALUE_AFFINE, pattern, MASK_NONE_ACTIVE, bits},
             (ScalarType)plan->instr->type);
    return true;
}

static int64_t factor_of(ScalarType type, uint64_t bits)
{
    return scalar_size_bytes(type) == 4 ? (int32_t)bits : (int64_t)bits;
}

/* The pattern of a * b, of which one must be uniform; PATTERN_NONE if none is. */
static int scaled(Wide *wide, const Value *a, const Value *b, ScalarType type)
{
    if (value_is_uniform(b))
        return pattern_scale(wide->table, a->pattern, factor_of(type, b->bits));
    if (value_is_uniform(a))
        return pattern_scale(wide->table, b->pattern, factor_of(type, a->bits));
    return PATTERN_NONE;
}

static bool convert(Wide *wide, const PlanInstr *plan)
{
    ScalarType to = (ScalarType)plan->instr->type, from = (ScalarType)plan->instr->type2;
    const Value *a = &wide->values[plan->a];
    int64_t offset;
    if (!is_integer(to) || !is_integer(from))
        return false;
    if (scalar_size_bytes(to) == 8 && scalar_size_bytes(from) == 4 &&
        !wide_extent(wide, a, from, &offset))
        return false;
    uint64_t bits = from == SCALAR_I32 ? (uint64_t)(int64_t)(int32_t)a->bits : a->bits;
    return put_affine(wide, plan, a->pattern, bits);
}

static bool all_affine(const Wide *wide, const PlanInstr *plan)
{
    int32_t operands[3] = {plan->a, plan->b, plan->c};
    for (int i = 0; i < 3; ++i)
        if (operands[i] >= 0 && wide->values[operands[i]].kind != VALUE_AFFINE)
            return false;
    return true;
}

static bool shift(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    uint64_t count = b->bits;
    return value_is_uniform(b) && count < 31 &&
           put_affine(wide, plan, pattern_scale(wide->table, a->pattern, (int64_t)1 << count),
                      a->bits << count);
}

void wide_value_in_lanes(Wide *wide, const PlanInstr *plan);

static void value_add(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    if (a->kind != VALUE_AFFINE || b->kind != VALUE_AFFINE ||
        !put_affine(wide, plan, pattern_add(wide->table, a->pattern, b->pattern, 1),
                    a->bits + b->bits))
        wide_value_in_lanes(wide, plan);
}

static void value_sub(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    if (a->kind != VALUE_AFFINE || b->kind != VALUE_AFFINE ||
        !put_affine(wide, plan, pattern_add(wide->table, a->pattern, b->pattern, -1),
                    a->bits - b->bits))
        wide_value_in_lanes(wide, plan);
}

static void value_multiply(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    if (a->kind != VALUE_AFFINE || b->kind != VALUE_AFFINE ||
        !put_affine(wide, plan, scaled(wide, a, b, (ScalarType)plan->instr->type),
                    a->bits * b->bits))
        wide_value_in_lanes(wide, plan);
}

/* The pattern of a * b + c. */
static int fma_pattern(Wide *wide, const PlanInstr *plan, const Value *a, const Value *b,
                       const Value *c)
{
    ProductMemo *memo = &wide->products[plan - wide->plan->code];
    uint64_t factor = value_is_uniform(b) ? b->bits : a->bits;
    if (value_is_uniform(a) && value_is_uniform(b))
        return c->pattern;
    if (memo->a != a->pattern || memo->b != b->pattern || memo->c != c->pattern ||
        memo->factor != factor) {
        int pattern = scaled(wide, a, b, (ScalarType)plan->instr->type);
        if (pattern >= 0)
            pattern = pattern_add(wide->table, pattern, c->pattern, 1);
        *memo = (ProductMemo){a->pattern, b->pattern, c->pattern, pattern, factor};
    }
    return memo->result;
}

static void value_fma(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    const Value *c = &wide->values[plan->c];
    int pattern = PATTERN_NONE;
    if (a->kind == VALUE_AFFINE && b->kind == VALUE_AFFINE && c->kind == VALUE_AFFINE)
        pattern = fma_pattern(wide, plan, a, b, c);
    if (!put_affine(wide, plan, pattern, a->bits * b->bits + c->bits))
        wide_value_in_lanes(wide, plan);
}

/* Negation, shift and conversion of integers. */
static void value_rare(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a];
    bool done = false;
    if (all_affine(wide, plan))
        done = plan->instr->op == OP_CONVERT ? convert(wide, plan)
               : plan->instr->op == OP_SHL
                   ? shift(wide, plan)
                   : put_affine(wide, plan, pattern_scale(wide->table, a->pattern, -1), -a->bits);
    if (!done)
        wide_value_in_lanes(wide, plan);
}

/* ---- booleans and choices ---- */

static bool is_boolean(const Value *value)
{
    return value->kind == VALUE_MASK || value_is_uniform(value);
}

static bool try_boolean(Wide *wide, const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    bool has_b = plan->b >= 0;
    if (instr->type != SCALAR_BOOL || !is_boolean(&wide->values[plan->a]) ||
        (has_b && !is_boolean(&wide->values[plan->b])))
        return false;
    int a = wide_truth(wide, plan->a), b = has_b ? wide_truth(wide, plan->b) : MASK_NONE_ACTIVE;
    int mask;
    switch (instr->op) {
    case OP_AND: mask = mask_and(wide->table, a, b); break;
    case OP_OR: mask = mask_or(wide->table, a, b); break;
    case OP_NOT: mask = mask_and_not(wide->table, MASK_ALL, a); break;
    default: return false;
    }
    wide_set(wide, plan, value_of_mask(wide_mask(wide, mask)), SCALAR_BOOL);
    return true;
}

static int zero_of(const Wide *wide, int32_t index)
{
    const Value *value = &wide->values[index];
    if ((uint32_t)index < wide->program->slot_count)
        return value->zero;
    const Uniform *uniform = &wide->program->uniforms[(uint32_t)index - wide->program->slot_count];
    return uniform->kind == UNIFORM_CONSTANT && uniform->value == 0 ? MASK_ALL : MASK_NONE_ACTIVE;
}

static void copy(Wide *wide, const PlanInstr *plan, int32_t from)
{
    ScalarType type = (ScalarType)plan->instr->type;
    int zero = plan->tracks_zero ? zero_of(wide, from) : MASK_NONE_ACTIVE;
    Value value = wide->values[from];
    value.zero = zero;
    if (value.kind != VALUE_VECTOR) {
        wide_set(wide, plan, value, type);
        return;
    }
    const void *lanes = wide_storage(wide, from);
    void *to = wide_begin(wide, plan, plan->dst, true);
    memcpy(to, lanes, wide->lanes * (scalar_size_bytes(type) == 8 ? 8u : 4u));
    wide_end(wide, plan, plan->dst, to, type);
    if (plan->tracks_zero)
        wide_merge_zero(wide, plan, &wide->values[plan->dst], zero);
}

static bool try_select(Wide *wide, const PlanInstr *plan)
{
    int truth = wide_truth(wide, plan->a);
    int chosen = wide_mask(wide, mask_and(wide->table, wide->active, truth));
    if (chosen == wide->active)
        copy(wide, plan, plan->b);
    else if (chosen == MASK_NONE_ACTIVE)
        copy(wide, plan, plan->c);
    else
        return false;
    return true;
}

static void select_zero(Wide *wide, const PlanInstr *plan, int truth)
{
    if (!plan->tracks_zero)
        return;
    int b = mask_and(wide->table, zero_of(wide, plan->b), truth);
    int c = mask_and_not(wide->table, zero_of(wide, plan->c), truth);
    int zero = wide_mask(wide, mask_or(wide->table, wide_mask(wide, b), wide_mask(wide, c)));
    wide_merge_zero(wide, plan, &wide->values[plan->dst], zero);
}

/* ---- lane by lane ---- */

static bool any_faults(const Instr *instr)
{
    return (instr->op == OP_DIV || instr->op == OP_REM) &&
           !scalar_is_float((ScalarType)instr->type);
}

/* Is operand b, as an unsigned number, outside first..last in some lane of the mask? */
static bool leaves_range(Wide *wide, const PlanInstr *plan, int mask, uint64_t first, uint64_t last)
{
    ScalarType type = (ScalarType)plan->instr->type;
    const Value *b = &wide->values[plan->b];
    if (value_is_uniform(b))
        return mask != MASK_NONE_ACTIVE && (b->bits < first || b->bits > last);
    const void *lanes = wide_lanes(wide, plan->b, type, 1);
    const Mask *looked_at = mask_at(wide->table, mask);
    bool is_wide = scalar_size_bytes(type) == 8;
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint64_t value = is_wide ? ((const uint64_t *)lanes)[i] : ((const uint32_t *)lanes)[i];
        if ((value < first || value > last) && looked_at->words[i / 32] >> i % 32 & 1)
            return true;
    }
    return false;
}

/* A zero divisor in an active lane is a finding, which only the machine tells. */
static bool divides_by_zero(Wide *wide, const PlanInstr *plan)
{
    return any_faults(plan->instr) && leaves_range(wide, plan, wide->active, 1, UINT64_MAX);
}

static void spread_uniform(const Instr *instr, char operand, uint64_t bits, Lanes *lanes)
{
    bool is_wide = instr_operand_words(instr, operand) == 2;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        if (is_wide)
            lanes->u64[lane] = bits;
        else
            lanes->u32[lane] = (uint32_t)bits;
    }
}

static void compute_uniform(Wide *wide, const PlanInstr *plan, ScalarType type)
{
    Lanes in[3] = {{{0}}}, out;
    int32_t operands[3] = {plan->a, plan->b, plan->c};
    for (int i = 0; i < 3; ++i)
        if (operands[i] >= 0)
            spread_uniform(plan->instr, "abc"[i], wide -> values[operands[i]].bits, &in[i]);
    lanes_compute(plan->instr, 1, &out, &in[0], &in[1], &in[2]);
    uint64_t bits = instr_operand_words(plan->instr, 'd') == 2 ? out.u64[0] : out.u32[0];
    wide_set(wide, plan, value_affine(type, PATTERN_UNIFORM, bits), type);
}

static bool all_uniform(const Wide *wide, const PlanInstr *plan)
{
    int32_t operands[3] = {plan->a, plan->b, plan->c};
    for (int i = 0; i < 3; ++i)
        if (operands[i] >= 0 && !value_is_uniform(&wide->values[operands[i]]))
            return false;
    return true;
}

/* A MATH leaves lanes that are not active alone. */
static bool may_remember(const PlanInstr *plan)
{
    return plan->c < 0 && plan->instr->op != OP_MATH;
}

static ResultMemo *find_result(const Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = plan->b >= 0 ? &wide->values[plan->b] : a;
    ResultMemo key = {
        a->bits, b->bits, a->pattern, b->pattern, (int32_t)(plan - wide->plan->code) + 1, 0, 0};
    uint64_t hash =
        hash_u64(hash_u64(key.a, key.b), (uint64_t)key.a_pattern << 32 | (uint32_t)key.b_pattern);
    ResultMemo *memo = &wide->results[(hash + (uint32_t)key.code) & (RESULT_SLOTS - 1)];
    if (memcmp(memo, &key, offsetof(ResultMemo, pattern)) != 0) {
        *memo = key;
        memo->pattern = PATTERN_NONE;
    }
    return memo;
}

static uint64_t lane_number(const void *lanes, uint32_t lane, ScalarType type)
{
    if (scalar_size_bytes(type) == 8)
        return ((const uint64_t *)lanes)[lane];
    uint32_t word = ((const uint32_t *)lanes)[lane];
    return type == SCALAR_I32 ? (uint64_t)(int64_t)(int32_t)word : word;
}

/* Integer results of affine operands that are no longer affine by rule (tid / T, tid % T) are
 * looked at: most are a pattern all the same, and it is remembered which. */
static bool intern_result(Wide *wide, const PlanInstr *plan, const void *lanes, ScalarType type)
{
    if (!is_integer(type))
        return false;
    int64_t values[1024]; /* from lane 0 on, so that those of 64 bits do not overflow */
    uint64_t first = lane_number(lanes, 0, type);
    for (uint32_t i = 0; i < wide->threads; ++i)
        values[i] = (int64_t)(lane_number(lanes, i, type) - first);
    int pattern = pattern_intern(wide->table, values);
    if (may_remember(plan)) {
        ResultMemo *memo = find_result(wide, plan);
        memo->pattern = pattern;
        memo->bits = first;
    }
    return put_affine(wide, plan, pattern, first);
}

/* Lane by lane content of the operands, and by how many words it moves on from warp to warp. */
typedef struct Operands {
    const uint32_t *lanes[3];
    uint32_t step[3];
} Operands;

static Operands find_operands(Wide *wide, const PlanInstr *plan)
{
    const int32_t values[3] = {plan->a, plan->b, plan->c};
    Operands operands = {{NULL, NULL, NULL}, {0, 0, 0}};
    for (int i = 0; i < 3; ++i) {
        bool is_same;
        operands.lanes[i] = operands.lanes[0]; /* what is not there is read, but not looked at */
        if (values[i] < 0)
            continue;
        ScalarType type = instr_operand_type(plan->instr, "abc"[i]);
        operands.lanes[i] = wide_warp_lanes(wide, values[i], type, i, &is_same);
        operands.step[i] = is_same ? 0 : plan->words[1 + i] * (uint32_t)WARP_LANES;
    }
    return operands;
}

/* A destination that is also an operand is written once the warp has been read. */
static bool is_operand(const void *out, const Operands *in)
{
    return out == in->lanes[0] || out == in->lanes[1] || out == in->lanes[2];
}

static void compute_warps(const Wide *wide, const PlanInstr *plan, void *out, Operands in)
{
    uint32_t words = plan->words[0], *to = out;
    Lanes result;
    bool is_apart = is_operand(out, &in);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        uint32_t active = mask_at(wide->table, wide->active)->words[warp];
        lanes_compute(plan->instr, active, is_apart ? &result : (Lanes *)to,
                      (const Lanes *)in.lanes[0], (const Lanes *)in.lanes[1],
                      (const Lanes *)in.lanes[2]);
        if (is_apart && words == 1)
            memcpy(to, &result, sizeof result.u32);
        else if (is_apart)
            memcpy(to, &result, sizeof result);
        to += words * WARP_LANES;
        for (int i = 0; i < 3; ++i)
            in.lanes[i] += in.step[i];
    }
}

static void compute_lanes(Wide *wide, const PlanInstr *plan, ScalarType type)
{
    const Instr *instr = plan->instr;
    bool was_affine = is_integer(type) && all_affine(wide, plan) && instr->op != OP_SELECT;
    if (was_affine && may_remember(plan)) {
        const ResultMemo *memo = find_result(wide, plan);
        if (put_affine(wide, plan, memo->pattern, memo->bits))
            return;
    }
    Operands operands = find_operands(wide, plan);
    void *out = wide_begin(wide, plan, plan->dst, was_affine || plan->words[0] != plan->words[1]);
    compute_warps(wide, plan, out, operands);
    if (was_affine && intern_result(wide, plan, out, type))
        return;
    wide_end(wide, plan, plan->dst, out, type);
}

/* Makes the result, a BOOL lane by lane, a mask. Not where inactive lanes keep what the slot held:
 * that may be a number, since an int variable takes a comparison's result without a conversion. */
static void truth_from_lanes(Wide *wide, const PlanInstr *plan)
{
    if (wide_must_merge(wide, plan))
        return;
    int mask = wide_truth(wide, plan->dst);
    if (!wide->gave_up)
        wide->values[plan->dst] = value_of_mask(mask);
}

/* Computes lane by lane, for values that are not affine. */
void wide_value_in_lanes(Wide *wide, const PlanInstr *plan)
{
    ScalarType type = instr_operand_type(plan->instr, 'd');
    if (divides_by_zero(wide, plan)) {
        wide_give_up(wide);
        return;
    }
    if (all_uniform(wide, plan)) {
        compute_uniform(wide, plan, type);
        return;
    }
    compute_lanes(wide, plan, type);
    if (type == SCALAR_BOOL)
        truth_from_lanes(wide, plan);
}

/* Division and remainder of 32 bits, of numbers that are the same in all lanes. The least number by
 * -1, as what it comes to is no number of C, goes the long way. */
static void value_divide(Wide *wide, const PlanInstr *plan)
{
    const Value *a = &wide->values[plan->a], *b = &wide->values[plan->b];
    uint32_t x = (uint32_t)a->bits, y = (uint32_t)b->bits, result;
    bool is_signed = plan->instr->type == SCALAR_I32, is_rest = plan->instr->op == OP_REM;
    if (!value_is_uniform(a) || !value_is_uniform(b) || y == 0 || (is_signed && y == UINT32_MAX)) {
        wide_value_in_lanes(wide, plan);
        return;
    }
    if (is_signed)
        result = (uint32_t)(is_rest ? (int32_t)x % (int32_t)y : (int32_t)x / (int32_t)y);
    else
        result = is_rest ? x % y : x / y;
    wide_set(wide, plan, value_affine(SCALAR_U32, PATTERN_UNIFORM, result), SCALAR_U32);
}

/* A shift whose count may be out of range, which only the machine tells. */
static void value_shift(Wide *wide, const PlanInstr *plan)
{
    int mask = wide_using_lanes(wide, plan->instr);
    if (leaves_range(wide, plan, mask, 0, plan->words[0] * 32u - 1))
        wide_give_up(wide);
    else if (plan->instr->op == OP_SHL)
        value_rare(wide, plan);
    else
        wide_value_in_lanes(wide, plan);
}

/* Does an active lane hold a float that the integer cannot? */
static bool is_beyond(Wide *wide, const PlanInstr *plan)
{
    ScalarType from = (ScalarType)plan->instr->type2, to = (ScalarType)plan->instr->type;
    const Value *a = &wide->values[plan->a];
    Lanes one;
    if (value_is_uniform(a)) {
        spread_uniform(plan->instr, 'a', a->bits, &one);
        return lanes_beyond(&one, from, to) != 0;
    }
    const Mask *used = mask_at(wide->table, wide_using_lanes(wide, plan->instr));
    const uint32_t *lanes = wide_lanes(wide, plan->a, from, 1);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        if (used->words[warp] &&
            lanes_beyond((const Lanes *)(lanes + warp * register_words(from) * WARP_LANES), from,
                         to) &
                used->words[warp])
            return true;
    return false;
}

/* A conversion that may be out of range, which only the machine tells. */
static void value_convert(Wide *wide, const PlanInstr *plan)
{
    if (is_beyond(wide, plan))
        wide_give_up(wide);
    else
        wide_value_in_lanes(wide, plan);
}

static void value_boolean(Wide *wide, const PlanInstr *plan)
{
    if (!try_boolean(wide, plan))
        wide_value_in_lanes(wide, plan);
}

static void value_move(Wide *wide, const PlanInstr *plan)
{
    copy(wide, plan, plan->a);
}

static void value_select(Wide *wide, const PlanInstr *plan)
{
    if (try_select(wide, plan))
        return;
    int truth = wide_truth(wide, plan->a);
    wide_value_in_lanes(wide, plan);
    select_zero(wide, plan, truth);
}

/* The bits of a value as another type: all lanes at once, where these have them. */
static void value_bits(Wide *wide, const PlanInstr *plan)
{
    if (wide->values[plan->a].kind != VALUE_VECTOR || plan->words[0] != plan->words[1]) {
        wide_value_in_lanes(wide, plan);
        return;
    }
    const uint32_t *from = wide_storage(wide, plan->a);
    void *to = wide_begin(wide, plan, plan->dst, false);
    memmove(to, from, wide->lanes * plan->words[0] * sizeof *from);
    wide_end(wide, plan, plan->dst, to, (ScalarType)plan->instr->type);
}

static const float *float_lanes(Wide *wide, int32_t value, int scratch)
{
    return wide_lanes(wide, value, SCALAR_F32, scratch);
}

/* The float arithmetic of matrix kernels. */
static void value_float(Wide *wide, const PlanInstr *plan)
{
    const LaneFunctions *functions = wide->functions;
    if (all_uniform(wide, plan)) {
        compute_uniform(wide, plan, SCALAR_F32);
        return;
    }
    const float *a = float_lanes(wide, plan->a, 0), *b = float_lanes(wide, plan->b, 1);
    float *out = wide_begin(wide, plan, plan->dst, false);
    switch (plan->instr->op) {
    case OP_FMA: functions->fma(wide->lanes, out, a, b, float_lanes(wide, plan->c, 2)); break;
    case OP_ADD: functions->add(wide->lanes, out, a, b); break;
    case OP_SUB: functions->sub(wide->lanes, out, a, b); break;
    default: functions->mul(wide->lanes, out, a, b);
    }
    wide_end(wide, plan, plan->dst, out, SCALAR_F32);
}

static WideOperation *integer_operation(uint8_t op, ScalarType type)
{
    bool is_word = type == SCALAR_I32 || type == SCALAR_U32;
    switch (op) {
    case OP_ADD: return value_add;
    case OP_SUB: return value_sub;
    case OP_MUL: return value_multiply;
    case OP_FMA: return value_fma;
    case OP_DIV:
    case OP_REM: return is_word ? value_divide : wide_value_in_lanes;
    case OP_NEG:
    case OP_SHL:
    case OP_CONVERT: return value_rare;
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE: return wide_compare;
    default: return wide_value_in_lanes;
    }
}

WideOperation *wide_value_operation(const Instr *instr)
{
    ScalarType type = (ScalarType)instr->type;
    uint8_t op = instr->op;
    if (op == OP_MOV)
        return value_move;
    if (op == OP_BITS)
        return value_bits;
    if (instr->rounding)
        return wide_value_in_lanes;
    if (op == OP_SELECT)
        return value_select;
    if (type == SCALAR_BOOL && op != OP_CONVERT)
        return value_boolean;
    if (type == SCALAR_F32 && op >= OP_EQ && op <= OP_GE)
        return wide_compare_floats;
    if (type == SCALAR_F32 && (op == OP_FMA || op == OP_ADD || op == OP_SUB || op == OP_MUL))
        return value_float;
    if (instr->flags & INSTR_RANGE)
        return op == OP_CONVERT ? value_convert : value_shift;
    return is_integer(type) ? integer_operation(op, type) : wide_value_in_lanes;
}
