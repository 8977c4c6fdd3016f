/* Runs a loop of which all is known: what is counted is added up, and then only the values of lanes
 * are computed. */
#include "count/blocks/loop_state.h"
#include "count/wide/state.h"

enum {
    MISSES = 32,     /* in a row, after which a loop is not tried again */
    QUICK_TERMS = 16 /* sums of a loop that are run one after another */
};

static bool is_as_before(const Wide *wide, const WideLoop *loop)
{
    if (loop->mask != wide->active)
        return false;
    for (int i = 0; i < loop->input_count; ++i) {
        const Value *now = &wide->values[loop->inputs[i]], *before = &loop->before[i];
        if (now->kind != before->kind || now->pattern != before->pattern ||
            now->bits != before->bits)
            return false;
    }
    return true;
}

/* No lane that is not active wants what the loop overwrites. */
static bool writes_freely(Wide *wide, const WideLoop *loop)
{
    if (wide->active == MASK_ALL)
        return true;
    for (uint32_t pc = loop->plan->first; pc < loop->plan->back; ++pc)
        if (wide->plan->code[pc].dst >= 0 && wide_must_merge(wide, &wide->plan->code[pc]))
            return false;
    return true;
}

/* False if a limit of steps lies within the loop. */
static bool count_steps(Wide *wide, const WideLoop *loop)
{
    uint64_t dispatches = loop->trips * loop->plan->counted;
    uint64_t steps = dispatches * wide->active_warps;
    if (wide->dispatches + dispatches >= wide->dispatches_limit ||
        wide->steps + steps >= wide->steps_limit)
        return false;
    wide->dispatches += dispatches;
    wide->steps += steps;
    PcCount *all = &wide->counts[loop->plan->first - 1];
    all->warps += loop->trips * wide->active_warps;
    all->lanes += loop->trips * wide->active_lanes;
    return true;
}

static void note_fetch(Wide *wide, const WideLoop *loop, const Fetch *fetch)
{
    const WideAccess *access = &fetch->access;
    wide_count_access(wide, &wide->plan->code[fetch->pc], access, fetch->reach, &fetch->cost);
    if (!access->is_watched)
        return;
    interval_add(wide->intervals, &fetch->logged);
    if (access->is_shared || !wide->touch)
        return;
    WideAccess moved = *access;
    for (uint64_t i = 0; i < (fetch->step ? loop->trips : 1); ++i) {
        wide_touch_words(wide, &moved, (Opcode)wide->plan->code[fetch->pc].instr->op);
        moved.start += fetch->step;
    }
}

static const uint8_t *bytes_at(const Wide *wide, const WideAccess *access)
{
    const uint8_t *base =
        access->is_shared ? (const uint8_t *)wide->shared : memory_base(wide->memory);
    return base + access->start;
}

/* All iterations one after another, with nothing to check any more; one of them, where the others
 * would do the same. */
static void run_iterations(Wide *wide, const WideLoop *loop)
{
    uint64_t trips = loop->plan->is_the_same ? 1 : loop->trips;
    for (uint64_t i = 0; i < trips && !wide->gave_up; ++i) {
        const Steady *steady = loop->steady;
        const Fetch *fetch = loop->fetches;
        for (uint32_t pc = loop->plan->first; pc < loop->plan->back; ++pc) {
            const PlanInstr *plan = &wide->plan->code[pc];
            const LoopInstr *instr = &loop->plan->instrs[pc - loop->plan->first];
            if (instr->part == LOOP_VALUE) {
                wide->operations[pc](wide, plan);
            } else if (instr->part == LOOP_FETCH) {
                WideAccess moved = fetch->access;
                moved.start += (int64_t)i * fetch++->step;
                wide_load_from(wide, plan, &moved, bytes_at(wide, &moved));
            } else if (instr->part == LOOP_STORE) {
                wide_store_to(wide, plan, &fetch++->access);
            } else if (instr->part == LOOP_STEADY) {
                if (instr->is_wanted) {
                    Value *to = &wide->values[plan->dst];
                    *to = steady->first;
                    to->bits += steady->step * i;
                    if (plan->words[0] == 1)
                        to->bits = (uint32_t)to->bits;
                }
                ++steady;
            }
        }
    }
}

/* Where the words of a factor lie; false if it has no such place. */
static bool stream_of(const Wide *wide, const WideLoop *loop, const LoopTerm *term, int which,
                      LaneStream *stream)
{
    static const float one = 1;
    const PlanInstr *plan = &wide->plan->code[term->pc];
    const Pattern *uniform = pattern_at(wide->table, PATTERN_UNIFORM);
    *stream = (LaneStream){(const uint32_t *)&one, 0, uniform};
    if (term->factor[which] >= 0) {
        const Fetch *fetch = loop->fetches;
        while (fetch->pc != (uint32_t)term->factor[which])
            ++fetch;
        *stream = (LaneStream){(const uint32_t *)bytes_at(wide, &fetch->access), fetch->step / 4,
                               pattern_at(wide->table, fetch->access.pattern)};
        return true;
    }
    bool is_swapped = plan->instr->op == OP_ADD && plan->a == plan->dst;
    if (which == 1 && plan->instr->op == OP_ADD)
        return true;
    int32_t value = which == 1 || is_swapped ? plan->b : plan->a;
    const Value *fixed = &wide->values[value];
    stream->from = (const uint32_t *)&fixed->bits;
    if (fixed->kind == VALUE_VECTOR)
        *stream = (LaneStream){wide_storage(wide, value), 0, &wide->lane_order};
    return fixed->kind == VALUE_VECTOR || fixed->pattern == PATTERN_UNIFORM;
}

static void run_sum(Wide *wide, const WideLoop *loop, const LoopTerm *term,
                    const LaneStream factors[2])
{
    const PlanInstr *plan = &wide->plan->code[term->pc];
    const float *before = wide_lanes(wide, plan->dst, SCALAR_F32, 0);
    float *sum = wide_begin(wide, plan, plan->dst, false);
    wide->functions->sum_products(wide->lanes, (uint32_t)loop->trips, sum, before, &factors[0],
                                  &factors[1]);
    wide_end(wide, plan, plan->dst, sum, SCALAR_F32);
}

/* A loop of nothing but sums: sum by sum, each kept in registers of the host. */
static bool run_sums(Wide *wide, const WideLoop *loop)
{
    LaneStream factors[QUICK_TERMS][2];
    if (!loop->is_quick || loop->plan->term_count > QUICK_TERMS)
        return false;
    for (int i = 0; i < loop->plan->term_count; ++i)
        for (int which = 0; which < 2; ++which)
            if (!stream_of(wide, loop, &loop->plan->terms[i], which, &factors[i][which]))
                return false;
    for (int i = 0; i < loop->plan->term_count; ++i)
        run_sum(wide, loop, &loop->plan->terms[i], factors[i]);
    return true;
}

/* What the last iteration leaves in the registers of integers. */
static void set_last(Wide *wide, const WideLoop *loop)
{
    for (int i = 0; i < loop->steady_count; ++i) {
        const Steady *steady = &loop->steady[i];
        if (loop->plan->instrs[steady->pc - loop->plan->first].is_last)
            wide->values[wide->plan->code[steady->pc].dst] = steady->last;
    }
}

void wide_run_loop(Wide *wide, WideLoop *loop)
{
    if (loop->misses >= MISSES || wide->reads)
        return;
    if (!writes_freely(wide, loop) ||
        !(is_as_before(wide, loop) || wide_look_at_loop(wide, loop)) || !count_steps(wide, loop)) {
        loop->misses++;
        return;
    }
    loop->misses = 0;
    for (int i = 0; i < loop->fetch_count; ++i)
        note_fetch(wide, loop, &loop->fetches[i]);
    if (wide->gave_up)
        return;
    if (!run_sums(wide, loop))
        run_iterations(wide, loop);
    set_last(wide, loop);
    wide->pc = loop->plan->first;
}
