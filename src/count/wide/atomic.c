/* Atomic operations of a whole block: warp after warp, lane after lane, each seeing what those
 * before it left. Whether that is the order of the machine follows from the steps that each warp
 * has made: where warps take turns, one step each, the lower number of steps comes first. Sums and
 * the like of integers come to the same in any order, if nobody asks what was there before. */
#include "count/wide/state.h"
#include "count/wide/watch.h"

#include "base/clones.h"
#include "vm/atomic.h"

#include <string.h>

/* Atomics in one block whose result somebody uses: a block that tries so often waits in vain, as
 * another warp must go on first. */
enum { TRIES_MOST = 1 << 10 };

/* ---- the order of the machine ---- */

void wide_order_note(Wide *wide)
{
    AtomicOrder *order = &wide->order;
    uint64_t steps = wide->dispatches - order->noted;
    if (!steps)
        return;
    const Mask *active = mask_at(wide->table, wide->active);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        order->steps[warp] += active->words[warp] ? steps : 0;
    order->noted = wide->dispatches;
}

/* A warp's place in the order: of two that run an instruction, the lesser one comes first. */
static uint64_t place_of(const Wide *wide, uint32_t warp)
{
    const AtomicOrder *order = &wide->order;
    uint32_t warps = wide->lanes / WARP_LANES;
    switch (wide->launch->order) {
    case ORDER_ONE_BY_ONE: return (uint64_t)warp << 48 | order->steps[warp];
    case ORDER_REVERSE: return (uint64_t)(warps - warp) << 48 | order->steps[warp];
    default: return order->steps[warp] * warps + (warp + warps - order->first) % warps;
    }
}

/* After a barrier the warp goes on behind the one that came to it last. */
void wide_order_begin(Wide *wide, bool is_block)
{
    uint32_t warps = wide->lanes / WARP_LANES, last = 0;
    uint64_t dispatches = wide->dispatches;
    if (!is_block)
        wide_order_note(wide);
    for (uint32_t warp = 1; warp < warps && !is_block; ++warp)
        last = place_of(wide, warp) > place_of(wide, last) ? warp : last;
    uint32_t tries = is_block ? 0 : wide->order.tries;
    wide->order = (AtomicOrder){
        .noted = dispatches, .first = is_block ? 0 : (last + 1) % warps, .tries = tries};
}

/* The warps that have active lanes, in their order if that matters; returns how many. */
static uint32_t list_warps(const Wide *wide, bool in_order, uint32_t list[32])
{
    const Mask *active = mask_at(wide->table, wide->active);
    uint32_t count = 0;
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        if (!active->words[warp])
            continue;
        uint32_t at = count++;
        for (; at > 0 && in_order && place_of(wide, list[at - 1]) > place_of(wide, warp); --at)
            list[at] = list[at - 1];
        list[at] = warp;
    }
    return count;
}

/* Chance decides which warp comes next. */
static bool is_order_unknown(const Wide *wide)
{
    return wide->launch->order == ORDER_RANDOM && wide->lanes > WARP_LANES;
}

static void set_places(Wide *wide, LoggedAtomic *logged)
{
    uint32_t list[32];
    if (is_order_unknown(wide)) {
        logged->first = 0;
        logged->last = UINT64_MAX;
        return;
    }
    wide_order_note(wide);
    uint32_t count = list_warps(wide, true, list);
    logged->first = place_of(wide, list[0]);
    logged->last = place_of(wide, list[count - 1]);
}

bool wide_log_atomic(Wide *wide, const PlanInstr *plan, const WideAccess *access)
{
    LoggedAtomic logged = {.object = access->is_shared ? -1 : access->object,
                           .any_order = plan->any_order,
                           .start = access->start + access->shape.lo,
                           .end = access->start + access->shape.hi + access->bytes};
    if (!plan->any_order && is_order_unknown(wide) && wide->active_warps > 1)
        return false;
    if (plan->is_used && ++wide->order.tries > TRIES_MOST)
        return false;
    if (wide->plan->has_order)
        set_places(wide, &logged);
    return interval_add_atomic(wide->intervals, &logged);
}

/* ---- turns ---- */

enum { PLACES = 1 << 10 };

/* The most active lanes that go to one of so many places from lo on. */
static uint32_t most_alike(const int32_t *rel, uint32_t active, int64_t lo, uint32_t places)
{
    uint8_t counts[PLACES], most = 0;
    memset(counts, 0, places);
    for (; active; active &= active - 1) {
        uint8_t count = ++counts[rel[__builtin_ctz(active)] - lo];
        most = count > most ? count : most;
    }
    return most;
}

/* How many active lanes go to each of so few places: a byte for each, the even ones first. */
static HOST_CLONES void count_few(const int32_t *rel, uint32_t active, int64_t lo,
                                  uint64_t counts[2])
{
    uint64_t even = 0, odd = 0;
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint64_t place = (uint64_t)(rel[i] - lo), is_odd = 0 - (place & 1);
        uint64_t one = (uint64_t)(active >> i & 1) << (place / 2 * 8 & 63);
        odd += one & is_odd;
        even += one & ~is_odd;
    }
    counts[0] = even;
    counts[1] = odd;
}

/* The same as most_alike of few places; what all warps bring to each is kept. */
static uint32_t most_of_few(Tally *tally, const int32_t *rel, uint32_t active, int64_t lo)
{
    uint64_t counts[2];
    uint32_t most = 0;
    count_few(rel, active, lo, counts);
    for (uint32_t place = 0; place < TALLY_PLACES; ++place) {
        uint32_t count = (uint32_t)(counts[place % 2] >> place / 2 * 8) & 0xff;
        tally->lanes[place] += count;
        most = count > most ? count : most;
    }
    return most;
}

static uint32_t most_equal(const int32_t *rel, uint32_t active)
{
    uint32_t most = 0;
    for (uint32_t left = active; left; left &= left - 1) {
        uint32_t same = 0;
        for (uint32_t i = 0; i < WARP_LANES; ++i)
            same += rel[i] == rel[__builtin_ctz(left)] && active >> i & 1;
        most = same > most ? same : most;
    }
    return most;
}

uint64_t wide_count_turns(Wide *wide, const WideAccess *access, const Mask *mask)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    int64_t places = pattern->hi - pattern->lo + 1;
    uint64_t turns = 0;
    wide->tally = (Tally){.is_known = places <= TALLY_PLACES && access->pattern == PATTERN_LOOSE};
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        const int32_t *rel = pattern->rel + warp * WARP_LANES;
        uint32_t active = mask->words[warp];
        turns += places <= TALLY_PLACES ? most_of_few(&wide->tally, rel, active, pattern->lo)
                 : places <= PLACES     ? most_alike(rel, active, pattern->lo, (uint32_t)places)
                                        : most_equal(rel, active);
    }
    return turns;
}

/* ---- what becomes of memory ---- */

/* The operands of all lanes, and where the results go. */
typedef struct Turns {
    const PlanInstr *plan;
    const WideAccess *access;
    const int32_t *rel;
    uint8_t *base; /* the bytes of lane 0 */
    const void *by, *swap;
    void *before; /* what memory held; NULL: nobody wants to know */
} Turns;

static uint64_t lane_of(const void *lanes, const PlanInstr *plan, uint32_t lane)
{
    uint64_t bits =
        plan->size == 8 ? ((const uint64_t *)lanes)[lane] : ((const uint32_t *)lanes)[lane];
    return atomic_cut(bits, (ScalarType)plan->instr->type);
}

static void take_turn(const Turns *turns, uint32_t lane)
{
    const PlanInstr *plan = turns->plan;
    uint8_t *at = turns->base + turns->rel[lane] * turns->access->scale;
    uint64_t old = 0;
    memcpy(&old, at, plan->size);
    old = atomic_cut(old, (ScalarType)plan->instr->type);
    uint64_t by = lane_of(turns->by, plan, lane), swap = lane_of(turns->swap, plan, lane);
    uint64_t result = atomic_result(
        plan->instr, turns->access->is_shared ? SPACE_SHARED : SPACE_GLOBAL, old, by, swap);
    memcpy(at, &result, plan->size);
    if (turns->before && plan->size == 8)
        ((uint64_t *)turns->before)[lane] = old;
    else if (turns->before)
        ((uint32_t *)turns->before)[lane] = (uint32_t)old;
}

/* Sums of words, which are most of all atomics. */
static void add_words(const Turns *turns, uint32_t first, uint32_t lanes)
{
    const uint32_t *by = turns->by;
    uint32_t *before = turns->before;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = first + (uint32_t)__builtin_ctz(lanes), old;
        uint8_t *at = turns->base + turns->rel[lane] * turns->access->scale;
        memcpy(&old, at, sizeof old);
        uint32_t sum = old + by[lane];
        memcpy(at, &sum, sizeof sum);
        if (before)
            before[lane] = old;
    }
}

/* Whether all lanes add the same to words of a small table and nobody looks meanwhile: then it is
 * enough to know how many come to each. */
static bool are_alike(const Wide *wide, const Turns *turns)
{
    const PlanInstr *plan = turns->plan;
    return plan->any_order && !turns->before && turns->access->pattern == PATTERN_LOOSE &&
           wide->tally.is_known && value_is_uniform(&wide->values[plan->c]);
}

static void add_tally(const Wide *wide, const Turns *turns)
{
    uint8_t *at = turns->base + turns->access->shape.lo;
    uint32_t by = *(const uint32_t *)turns->by, sum;
    for (uint32_t place = 0; place < TALLY_PLACES; ++place, at += turns->access->scale) {
        if (!wide->tally.lanes[place])
            continue;
        memcpy(&sum, at, sizeof sum);
        sum += wide->tally.lanes[place] * by;
        memcpy(at, &sum, sizeof sum);
    }
}

static void run_turns(Wide *wide, const Turns *turns)
{
    const Instr *instr = turns->plan->instr;
    const Mask *active = mask_at(wide->table, wide->active);
    bool is_word = instr->type == SCALAR_I32 || instr->type == SCALAR_U32;
    if (is_word && instr->atomic == ATOMIC_ADD && are_alike(wide, turns)) {
        add_tally(wide, turns);
        return;
    }
    uint32_t list[32], count = list_warps(wide, !turns->plan->any_order, list);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t lanes = active->words[list[i]], first = list[i] * WARP_LANES;
        if (is_word && instr->atomic == ATOMIC_ADD)
            add_words(turns, first, lanes);
        else
            for (; lanes; lanes &= lanes - 1)
                take_turn(turns, first + (uint32_t)__builtin_ctz(lanes));
    }
}

void wide_atomic(Wide *wide, const PlanInstr *plan)
{
    const WideAccess *access = wide_check_access(wide, plan);
    ScalarType type = (ScalarType)plan->instr->type;
    if (!access)
        return;
    const uint8_t *base = wide_readable(wide, access);
    if (!access->is_shared && wide_reaches_unset(wide, access))
        wide_check_filled(wide, access, base);
    if (wide->gave_up)
        return;
    wide_remember(wide, access);
    Turns turns = {plan, access, pattern_at(wide->table, access->pattern)->rel, NULL,
                   wide_lanes(wide, plan->c, type, 0)};
    turns.base =
        (access->is_shared ? (uint8_t *)wide->shared : memory_base(wide->memory)) + access->start;
    turns.swap = plan->instr->atomic == ATOMIC_CAS
                     ? wide_lanes(wide, plan->c + plan->words[3], type, 1)
                     : turns.by;
    turns.before = plan->is_used ? wide_begin(wide, plan, plan->dst, false) : NULL;
    run_turns(wide, &turns);
    if (turns.before)
        wide_end(wide, plan, plan->dst, turns.before, type);
}
