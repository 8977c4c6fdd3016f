/* The integers of an iteration are worked out by the same operations as ever, for three iterations;
 * all that follows from them is kept in the WideLoop until one of its inputs is another. */
#include "count/blocks/loop_state.h"
#include "count/wide/state.h"
#include "count/wide/watch.h"

#include "probe/counting/sectors.h"
#include "probe/counting/shape.h"

#include <string.h>

enum {
    TRIPS_LEAST = 3,     /* fewer are not worth the three iterations that are looked at */
    TRIPS_MOST = 1 << 16 /* of one go */
};

/* ---- what a loop reads and writes ---- */

static void list_written(Wide *wide, WideLoop *loop)
{
    int32_t *written = NULL;
    int capacity = 0;
    for (uint32_t pc = loop->plan->first; pc < loop->plan->back; ++pc)
        for (uint32_t i = 0; i < instr_written_words(wide->plan->code[pc].instr); ++i)
            loop_plan_add_once(wide->arena, &written, &loop->written_count, &capacity,
                               wide->plan->code[pc].instr->dst + (int32_t)i);
    loop->written = written;
}

static bool is_written(const WideLoop *loop, int32_t value)
{
    for (int i = 0; i < loop->written_count; ++i)
        if (loop->written[i] == value)
            return true;
    return false;
}

static void list_row_inputs(const Wide *wide, const WideLoop *loop, const RowPlan *plan,
                            int32_t **inputs, int *count, int *capacity)
{
    for (uint32_t i = 0; i < plan->op_count; ++i) {
        const RowOp *op = &plan->ops[i];
        int32_t value = op->kind == ROW_UNIFORM ? (int32_t)wide->program->slot_count + op->operand
                                                : op->operand;
        if (op->kind < ROW_ADD && !is_written(loop, value))
            loop_plan_add_once(wide->arena, inputs, count, capacity, value);
    }
}

static void list_inputs(Wide *wide, WideLoop *loop)
{
    int32_t *inputs = NULL;
    int capacity = 0;
    for (int i = 0; i < loop->plan->input_count; ++i)
        loop_plan_add_once(wide->arena, &inputs, &loop->input_count, &capacity,
                           loop->plan->inputs[i]);
    for (uint32_t pc = loop->plan->first; pc < loop->plan->back; ++pc)
        list_row_inputs(wide, loop, &wide->rows[pc].plan, &inputs, &loop->input_count, &capacity);
    loop->inputs = inputs;
}

static void count_parts(Wide *wide, WideLoop *loop)
{
    for (uint32_t pc = loop->plan->first; pc < loop->plan->back; ++pc) {
        loop->steady_count += loop->plan->instrs[pc - loop->plan->first].part == LOOP_STEADY;
        loop->fetch_count += loop->plan->instrs[pc - loop->plan->first].part == LOOP_FETCH ||
                             loop->plan->instrs[pc - loop->plan->first].part == LOOP_STORE;
    }
    loop->steady = ARENA_ARRAY(wide->arena, Steady, loop->steady_count + 1);
    loop->fetches = ARENA_ARRAY(wide->arena, Fetch, loop->fetch_count + 1);
    loop->before = ARENA_ARRAY(wide->arena, Value, loop->input_count + 1);
    loop->saved = ARENA_ARRAY(wide->arena, Value, loop->written_count + 1);
}

WideLoop **wide_loops_new(Wide *wide)
{
    WideLoop **loops = (WideLoop **)ARENA_ARRAY(wide->arena, WideLoop *, wide->plan->count);
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc) {
        const LoopPlan *plan = wide->plan->loops[pc];
        if (!plan || loops[pc])
            continue;
        WideLoop *loop = ARENA_NEW(wide->arena, WideLoop);
        loop->plan = plan;
        list_written(wide, loop);
        list_inputs(wide, loop);
        count_parts(wide, loop);
        loops[pc] = loops[plan->back] = loop;
    }
    return loops;
}

static void forget_loop(WideLoop *loop)
{
    loop->mask = MASK_NONE_ACTIVE;
    for (int i = 0; i < loop->fetch_count; ++i)
        memset(loop->fetches[i].costs, 0, sizeof loop->fetches[i].costs);
}

void wide_loops_forget(Wide *wide)
{
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        if (wide->loops[pc])
            forget_loop(wide->loops[pc]);
}

/* ---- looking at iterations ---- */

static void save(const Wide *wide, WideLoop *loop)
{
    for (int i = 0; i < loop->written_count; ++i)
        loop->saved[i] = wide->values[loop->written[i]];
}

static void restore(Wide *wide, const WideLoop *loop)
{
    for (int i = 0; i < loop->written_count; ++i)
        wide->values[loop->written[i]] = loop->saved[i];
}

/* Iterations that are looked at: the first, the second, and the last. */
typedef enum Look { LOOK_FIRST, LOOK_SECOND, LOOK_LAST, LOOKS } Look;

/* The two sides of the comparison that ends the loop, as numbers. */
typedef struct Sides {
    int64_t a[LOOKS], b[LOOKS];
} Sides;

/* A uniform integer as a number; false if it is neither. */
static bool number(const Wide *wide, int32_t index, ScalarType type, int64_t *to)
{
    const Value *value = &wide->values[index];
    *to = type == SCALAR_I32 ? (int32_t)value->bits : (int64_t)value->bits;
    return value->kind == VALUE_AFFINE && value->pattern == PATTERN_UNIFORM &&
           *to > INT64_MIN / 4 && *to < INT64_MAX / 4;
}

static bool holds(uint8_t op, int64_t difference)
{
    switch (op) {
    case OP_EQ: return difference == 0;
    case OP_NE: return difference != 0;
    case OP_LT: return difference < 0;
    case OP_LE: return difference <= 0;
    case OP_GT: return difference > 0;
    default: return difference >= 0;
    }
}

/* A loop that is over at once is not looked at: it leaves what its registers held. */
static bool look_at_condition(const Wide *wide, const PlanInstr *plan, Look look, Sides *sides)
{
    ScalarType type = (ScalarType)plan->instr->type;
    return number(wide, plan->a, type, &sides->a[look]) &&
           number(wide, plan->b, type, &sides->b[look]) &&
           (look != LOOK_FIRST ||
            holds(plan->instr->op, sides->a[LOOK_FIRST] - sides->b[LOOK_FIRST]));
}

/* The first or the second iteration is kept; the last one must be where these lead to. */
static bool look_at_steady(const Wide *wide, const WideLoop *loop, Look look, Steady *steady)
{
    const PlanInstr *plan = &wide->plan->code[steady->pc];
    const Value *value = &wide->values[plan->dst];
    uint64_t all = plan->words[0] == 2 ? UINT64_MAX : UINT32_MAX;
    if (look == LOOK_FIRST)
        steady->first = *value;
    if (look == LOOK_SECOND)
        steady->step = value->bits - steady->first.bits;
    if (all == UINT32_MAX)
        steady->step = (uint64_t)(int64_t)(int32_t)steady->step;
    steady->last = *value;
    return value->kind == VALUE_AFFINE && value->pattern == steady->first.pattern &&
           (look != LOOK_LAST ||
            value->bits == ((steady->first.bits + steady->step * (loop->trips - 1)) & all));
}

static bool is_in_bounds(const WideAccess *access)
{
    return access->start + access->shape.lo >= access->first &&
           access->start + access->shape.hi + access->bytes <= access->end;
}

static bool reaches_well(Wide *wide, const PlanInstr *plan, WideAccess *access)
{
    bool is_store = plan->instr->op == OP_STORE;
    wide_describe_access(wide, access);
    return !access->shape.is_misaligned && is_in_bounds(access) &&
           (is_store ? access->is_watched : access->is_shared || !wide_reaches_unset(wide, access));
}

/* The second iteration goes nowhere that is not between the first and the last one. */
static bool look_at_access(Wide *wide, const PlanInstr *plan, Look look, WideAccess *access)
{
    if (!wide_find_access(wide, plan, access) ||
        (look != LOOK_SECOND && !reaches_well(wide, plan, access)))
        return false;
    return access->is_shared ||
           (wide->in_parts && wide_rows_agree(wide, plan, access->pattern, access->scale,
                                              access->start - access->first));
}

static bool look_at_fetch(Wide *wide, const WideLoop *loop, Look look, Fetch *fetch)
{
    const PlanInstr *plan = &wide->plan->code[fetch->pc];
    WideAccess now;
    if (!look_at_access(wide, plan, look, &now))
        return false;
    if (look == LOOK_FIRST)
        fetch->access = now;
    if (look == LOOK_SECOND)
        fetch->step = now.start - fetch->access.start;
    const WideAccess *first = &fetch->access;
    fetch->reach = now.start > first->start ? now.start : first->start;
    for (uint32_t i = 0; i < instr_written_words(plan->instr); ++i)
        wide->values[plan->dst + (int32_t)i].kind = VALUE_VECTOR;
    return now.pattern == first->pattern && now.scale == first->scale &&
           now.object == first->object && now.is_shared == first->is_shared &&
           (look != LOOK_LAST ||
            now.start == first->start + (int64_t)(loop->trips - 1) * fetch->step);
}

/* Goes through an iteration with the integers that stand in the registers. */
static bool look_at_iteration(Wide *wide, WideLoop *loop, Look look, Sides *sides)
{
    Steady *steady = loop->steady;
    Fetch *fetch = loop->fetches;
    for (uint32_t pc = loop->plan->first; pc < loop->plan->back; ++pc) {
        const PlanInstr *plan = &wide->plan->code[pc];
        bool good = true;
        switch ((LoopPart)loop->plan->instrs[pc - loop->plan->first].part) {
        case LOOP_NOTHING: break;
        case LOOP_CONDITION:
            good = look_at_condition(wide, plan, look, &sides[pc == loop->plan->conditions[1]]);
            break;
        case LOOP_STEADY:
            wide->operations[pc](wide, plan);
            steady->pc = pc;
            good = look_at_steady(wide, loop, look, steady++);
            break;
        case LOOP_FETCH:
        case LOOP_STORE:
            fetch->pc = pc;
            good = look_at_fetch(wide, loop, look, fetch++);
            break;
        case LOOP_VALUE:
            if (plan->dst >= 0)
                wide->values[plan->dst].kind = VALUE_VECTOR;
        }
        if (!good || wide->gave_up)
            return false;
    }
    return true;
}

/* ---- how many iterations ---- */

/* How often the condition holds, of a - b that moves by step; 0 if it is no matter of counting. */
static uint64_t times_true(uint8_t op, int64_t difference, int64_t step)
{
    if (op == OP_GT || op == OP_GE) {
        difference = -difference;
        step = -step;
    }
    if (op == OP_NE) {
        if (step < 0) {
            difference = -difference;
            step = -step;
        }
        return step && difference < 0 && difference % step == 0 ? (uint64_t)(-difference / step)
                                                                : 0;
    }
    bool is_or_equal = op == OP_LE || op == OP_GE;
    int64_t room = is_or_equal ? -difference : -difference - 1;
    return op != OP_EQ && step > 0 && room >= 0 ? (uint64_t)(room / step) + 1 : 0;
}

/* The largest step of an index and a row's length bound how far a column can have come. */
static uint64_t most_trips(const Wide *wide, const WideLoop *loop)
{
    uint64_t most = TRIPS_MOST;
    for (int i = 0; i < loop->fetch_count; ++i) {
        const RowPlan *plan = &wide->rows[loop->fetches[i].pc].plan;
        uint64_t bound = plan->op_count ? ((uint64_t)1 << 31) / (plan->length + (uint64_t)1) : most;
        most = bound < most ? bound : most;
    }
    return most;
}

static bool is_of_type(int64_t number, ScalarType type)
{
    if (type == SCALAR_I32)
        return number >= INT32_MIN && number <= INT32_MAX;
    return type == SCALAR_I64 || (number >= 0 && (type == SCALAR_U64 || number <= UINT32_MAX));
}

/* Neither side of a comparison wraps before the last iteration. */
static bool is_counted_on(const WideLoop *loop, const Instr *instr, const Sides *sides)
{
    int64_t step_a = sides->a[LOOK_SECOND] - sides->a[LOOK_FIRST];
    int64_t step_b = sides->b[LOOK_SECOND] - sides->b[LOOK_FIRST];
    int64_t last_a, last_b;
    return !__builtin_mul_overflow(step_a, (int64_t)loop->trips - 1, &last_a) &&
           !__builtin_mul_overflow(step_b, (int64_t)loop->trips - 1, &last_b) &&
           !__builtin_add_overflow(last_a, sides->a[LOOK_FIRST], &last_a) &&
           !__builtin_add_overflow(last_b, sides->b[LOOK_FIRST], &last_b) &&
           is_of_type(last_a, (ScalarType)instr->type) &&
           is_of_type(last_b, (ScalarType)instr->type);
}

static bool find_trips(const Wide *wide, WideLoop *loop, const Sides sides[2])
{
    const LoopPlan *plan = loop->plan;
    loop->trips = most_trips(wide, loop);
    for (int i = 0; i < plan->condition_count; ++i) {
        const Sides *of = &sides[i];
        int64_t step = of->a[LOOK_SECOND] - of->a[LOOK_FIRST];
        step -= of->b[LOOK_SECOND] - of->b[LOOK_FIRST];
        uint64_t trips = times_true(wide->plan->code[plan->conditions[i]].instr->op,
                                    of->a[LOOK_FIRST] - of->b[LOOK_FIRST], step);
        loop->trips = trips < loop->trips ? trips : loop->trips;
    }
    if (loop->trips < TRIPS_LEAST)
        return false;
    for (int i = 0; i < plan->condition_count; ++i)
        if (!is_counted_on(loop, wide->plan->code[plan->conditions[i]].instr, &sides[i]))
            return false;
    return true;
}

/* Sets the registers that move from iteration to iteration as the last one finds them. */
static void go_to_last(Wide *wide, const WideLoop *loop)
{
    for (int i = 0; i < loop->plan->moving_count; ++i) {
        int32_t slot = loop->plan->inputs[i];
        uint64_t step = 0;
        for (int k = 0; k < loop->steady_count; ++k)
            if (wide->plan->code[loop->steady[k].pc].dst == slot &&
                loop->plan->instrs[loop->steady[k].pc - loop->plan->first].is_last)
                step = loop->steady[k].first.bits - loop->before[i].bits;
        Value *value = &wide->values[slot];
        value->bits = loop->before[i].bits + step * (loop->trips - 1);
        value->pattern = loop->before[i].pattern;
    }
}

/* ---- what follows of all iterations ---- */

/* Alignments come again after a period. */
static bool add_up_period(Wide *wide, const WideLoop *loop, Fetch *fetch)
{
    uint64_t bits = wide_phase_bits(wide, &fetch->access);
    uint64_t phases = bits ? (uint64_t)2 << (63 - __builtin_clzll(bits)) : 1;
    uint64_t period = phases / shape_common_divisor((uint64_t)fetch->step & (phases - 1), phases);
    WideAccess moved = fetch->access;
    fetch->cost = (MemoryCount){0};
    for (uint64_t i = 0; i < period && i < loop->trips; ++i) {
        const AccessShape *shape = wide_access_shape(wide, &moved, wide->active);
        if (shape->is_misaligned)
            return false;
        uint64_t times = loop->trips / period + (i < loop->trips % period);
        memory_count_add_times(&fetch->cost, &shape->cost, times);
        moved.start += fetch->step;
    }
    return true;
}

/* The cost of all iterations. Most blocks differ in where the first of them starts, and of that
 * only the place in a line matters. */
static bool add_up_cost(Wide *wide, const WideLoop *loop, Fetch *fetch)
{
    const WideAccess *access = &fetch->access;
    uint64_t phase = (uint64_t)access->start & wide_phase_bits(wide, access);
    FetchCost *kept = &fetch->costs[wide->active != MASK_ALL][phase / (LINE_BYTES / FETCH_COSTS)];
    if (kept->mask == wide->active && kept->pattern == access->pattern &&
        kept->is_shared == access->is_shared && kept->scale == access->scale &&
        kept->step == fetch->step && kept->phase == phase && kept->trips == loop->trips) {
        fetch->cost = kept->cost;
        return true;
    }
    if (!add_up_period(wide, loop, fetch))
        return false;
    *kept = (FetchCost){access->pattern, wide->active, access->is_shared, access->scale,
                        fetch->step,     phase,        loop->trips,       fetch->cost};
    return true;
}

static void prepare_log(const Wide *wide, const WideLoop *loop, Fetch *fetch)
{
    const WideAccess *access = &fetch->access;
    fetch->logged = (LoggedAccess){
        .pattern = access->pattern,
        .mask = wide->active,
        .cover = wide_steady_cover(wide),
        .scale_bytes = (uint32_t)access->scale,
        .access_bytes = access->bytes,
        .object = access->is_shared ? -1 : access->object,
        .is_write = loop->plan->instrs[fetch->pc - loop->plan->first].part == LOOP_STORE,
        .start = access->start,
        .repeats = fetch->step ? (uint32_t)loop->trips : 1,
        .step_bytes = fetch->step};
    fetch->logged.kind = interval_kind(&fetch->logged);
}

static WideAccess last_of(const WideLoop *loop, const Fetch *fetch)
{
    WideAccess last = fetch->access;
    last.start += (int64_t)(loop->trips - 1) * fetch->step;
    return last;
}

static void make_readable(Wide *wide, const WideLoop *loop, const Fetch *fetch)
{
    WideAccess last = last_of(loop, fetch);
    if (!last.is_shared)
        wide_make_readable(wide, &fetch->access, &last);
}

static bool overlap(const WideAccess *a, const WideAccess *b)
{
    return a->is_shared == b->is_shared &&
           a->start + a->shape.lo < b->start + b->shape.hi + b->bytes &&
           b->start + b->shape.lo < a->start + a->shape.hi + a->bytes;
}

/* Whether no iteration loads what one has stored. */
static bool loads_nothing_stored(const WideLoop *loop)
{
    const LoopInstr *instrs = loop->plan->instrs;
    for (int i = 0; i < loop->fetch_count; ++i)
        for (int k = 0; k < loop->fetch_count; ++k) {
            const Fetch *store = &loop->fetches[i], *load = &loop->fetches[k];
            if (instrs[store->pc - loop->plan->first].part == LOOP_STORE &&
                instrs[load->pc - loop->plan->first].part == LOOP_FETCH &&
                overlap(&store->access, &load->access))
                return false;
        }
    return true;
}

/* Whether all words that sums need lie where all lanes may read them. */
static bool are_words_readable(const Wide *wide, const WideLoop *loop, const Fetch *fetch)
{
    WideAccess last = last_of(loop, fetch);
    return fetch->access.bytes == 4 && fetch->step % 4 == 0 &&
           (fetch->access.scale == 4 || fetch->access.pattern == PATTERN_UNIFORM) &&
           wide_all_lanes_readable(wide, &fetch->access) && wide_all_lanes_readable(wide, &last);
}

static bool conclude(Wide *wide, WideLoop *loop)
{
    loop->is_quick = loop->plan->terms;
    if (loop->plan->is_the_same && !loads_nothing_stored(loop))
        return false;
    for (int i = 0; i < loop->fetch_count; ++i) {
        Fetch *fetch = &loop->fetches[i];
        if (!add_up_cost(wide, loop, fetch))
            return false;
        prepare_log(wide, loop, fetch);
        make_readable(wide, loop, fetch);
        loop->is_quick &= are_words_readable(wide, loop, fetch);
    }
    return true;
}

static bool look_at_all(Wide *wide, WideLoop *loop)
{
    Sides sides[2];
    if (!look_at_iteration(wide, loop, LOOK_FIRST, sides) ||
        !look_at_iteration(wide, loop, LOOK_SECOND, sides) || !find_trips(wide, loop, sides))
        return false;
    go_to_last(wide, loop);
    return look_at_iteration(wide, loop, LOOK_LAST, sides) && conclude(wide, loop);
}

bool wide_look_at_loop(Wide *wide, WideLoop *loop)
{
    loop->mask = MASK_NONE_ACTIVE;
    for (int i = 0; i < loop->input_count; ++i)
        loop->before[i] = wide->values[loop->inputs[i]];
    for (int i = 0; i < loop->plan->moving_count; ++i)
        if (loop->before[i].kind != VALUE_AFFINE)
            return false;
    save(wide, loop);
    bool good = look_at_all(wide, loop);
    restore(wide, loop);
    if (good)
        loop->mask = wide->active;
    return good;
}
