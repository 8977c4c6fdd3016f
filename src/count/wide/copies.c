/* Asynchronous copies of a whole block (vm/copy.h). Where nobody touches what a copy is on its way
 * to, it is no matter when exactly it lands: so a copy is begun in all lanes at once, and lands at
 * the wait that demands it. The interval proves that nobody does: it is told where a copy begins,
 * at every barrier that it is still in flight, and where it lands. Groups are counted for the block
 * as one, so all threads have to commit and to wait together. */
#include "count/wide/state.h"
#include "count/wide/watch.h"

#include "probe/counting/async.h"
#include "probe/counting/sectors.h"
#include "vm/copy.h"

#include <string.h>

/* ---- what it costs ---- */

/* The start is taken far from zero, so that no lane's address is negative. */
#define FAR_START ((uint64_t)1 << 40)

static void list_addresses(const Wide *wide, const WideAccess *access, uint32_t warp,
                           uint64_t address[WARP_LANES])
{
    const int32_t *rel = pattern_at(wide->table, access->pattern)->rel + warp * WARP_LANES;
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        address[i] = FAR_START + (uint64_t)(access->start % LINE_BYTES + rel[i] * access->scale);
}

static void add_up_copies(const Wide *wide, const PlanInstr *plan, const WideAccess *from,
                          const WideAccess *to, CopyCost *cost)
{
    const uint32_t *active = mask_at(wide->table, wide->active)->words;
    _Alignas(64) Step step;
    step.instr = plan->instr;
    step.access_bytes = from->bytes;
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        if (!active[warp])
            continue;
        list_addresses(wide, from, warp, step.arena);
        list_addresses(wide, to, warp, step.beside);
        MemoryCount shared = async_shared_cost(&step, active[warp]);
        memory_count_add(&cost->shared, &shared);
        cost->sectors += async_sectors(&step, active[warp]);
    }
}

/* Both sides follow from the patterns and from where in a line they start. */
static const CopyCost *find_copy_cost(Wide *wide, const PlanInstr *plan, const WideAccess *from,
                                      const WideAccess *to)
{
    CopyKey key = {.from_scale = from->scale,
                   .to_scale = to->scale,
                   .from_pattern = from->pattern,
                   .to_pattern = to->pattern,
                   .mask = wide->active,
                   .code = (int32_t)(plan - wide->plan->code) + 1,
                   .from_phase = (uint32_t)(from->start % LINE_BYTES),
                   .to_phase = (uint32_t)(to->start % LINE_BYTES)};
    uint32_t slot = (uint32_t)key.code * 7 + key.from_phase / 16 * 3 + key.to_phase / 16;
    CopyCost *cost = &wide->copies.costs[slot % COPY_COSTS];
    if (memcmp(&cost->key, &key, sizeof key) != 0) {
        *cost = (CopyCost){.key = key};
        add_up_copies(wide, plan, from, to, cost);
    }
    return cost;
}

static void count_copy(Wide *wide, const PlanInstr *plan, const WideAccess *from,
                       const WideAccess *to)
{
    if (wide->only_runs || plan->instr->flags & INSTR_BULK)
        return;
    const CopyCost *cost = find_copy_cost(wide, plan, from, to);
    PcCount *load = &wide->counts[plan - wide->plan->code];
    load->requests.sectors += cost->sectors - from->shape.cost.sectors;
    memory_count_add(&load[1].requests, &cost->shared); /* of the STORE, which is no instruction */
}

/* ---- its way ---- */

static void tell_interval(Wide *wide, const WideCopy *copy, FlightPart part)
{
    LoggedAccess logged = copy->logged;
    logged.flight = (uint8_t)part;
    logged.kind = interval_kind(&logged);
    interval_add(wide->intervals, &logged);
}

static void keep_copy(Wide *wide, const WideAccess *from, const WideAccess *to)
{
    WideCopies *copies = &wide->copies;
    WideCopy *copy = &copies->items[copies->count++];
    *copy = (WideCopy){.from = *from, .to = *to, .group = copies->committed};
    copy->logged = (LoggedAccess){.pattern = to->pattern,
                                  .mask = wide->active,
                                  .cover = wide_steady_cover(wide),
                                  .scale_bytes = (uint32_t)to->scale,
                                  .access_bytes = to->bytes,
                                  .object = -1,
                                  .is_write = true,
                                  .repeats = 1,
                                  .start = to->start};
    tell_interval(wide, copy, FLIGHT_BEGINS);
}

static bool is_fit(const Wide *wide, const PlanInstr *load)
{
    const uint16_t odd = INSTR_WATCHED | INSTR_SETS | INSTR_VOLATILE | INSTR_LIMIT;
    return load->instr->op == OP_LOAD && !((load[0].instr->flags | load[1].instr->flags) & odd) &&
           !load[1].is_removed && !wide->plan->has_order && wide->copies.count < COPY_MOST;
}

/* What the kernel writes to itself may change on the way, which is left to the machine. */
static bool is_plain_source(const WideAccess *from)
{
    return !from->is_shared && !from->is_constant && !from->is_watched &&
           from->pattern != PATTERN_LOOSE;
}

void wide_begin_copy(Wide *wide, const PlanInstr *plan)
{
    const PlanInstr *store = plan + 1;
    const WideAccess *to = is_fit(wide, plan) ? wide_locate_access(wide, store) : NULL;
    const WideAccess *from = to ? wide_check_access(wide, plan) : NULL;
    if (!from || !to->is_shared || to->pattern == PATTERN_LOOSE || !is_plain_source(from)) {
        wide_give_up(wide);
        return;
    }
    if (wide_reaches_unset(wide, from))
        wide_check_filled(wide, from, wide_readable(wide, from));
    count_copy(wide, plan, from, to);
    keep_copy(wide, from, to);
    wide->pc++; /* behind the STORE */
}

static void move_lanes(const Wide *wide, const WideCopy *copy, const uint8_t *from, uint8_t *to)
{
    const Mask *mask = mask_at(wide->table, copy->logged.mask);
    const int32_t *from_rel = pattern_at(wide->table, copy->from.pattern)->rel;
    const int32_t *to_rel = pattern_at(wide->table, copy->to.pattern)->rel;
    int64_t from_scale = copy->from.scale, to_scale = copy->to.scale;
    for (uint32_t first = 0; first < wide->lanes; first += WARP_LANES)
        for (uint32_t left = mask->words[first / WARP_LANES]; left; left &= left - 1) {
            uint32_t lane = first + (uint32_t)__builtin_ctz(left);
            const uint8_t *source = from + from_rel[lane] * from_scale;
            uint8_t *place = to + to_rel[lane] * to_scale;
            if (copy->to.bytes == 4)
                memcpy(place, source, 4);
            else if (copy->to.bytes == 8)
                memcpy(place, source, 8);
            else
                memcpy(place, source, 16);
        }
}

/* A step of each of its warps. */
static void land(Wide *wide, const WideCopy *copy)
{
    const uint8_t *from = wide_readable(wide, &copy->from);
    move_lanes(wide, copy, from, (uint8_t *)wide->shared + copy->to.start);
    tell_interval(wide, copy, FLIGHT_LANDS);
    wide->steps += mask_at(wide->table, copy->logged.mask)->warps;
    if (++wide->dispatches >= wide->dispatches_limit || wide->steps >= wide->steps_limit)
        wide_give_up(wide);
}

void wide_commit_copies(Wide *wide, const PlanInstr *plan)
{
    (void)plan;
    if (!wide->program->has_copies)
        return;
    if (wide->active != MASK_ALL)
        wide_give_up(wide);
    wide->copies.committed++;
}

void wide_await_copies(Wide *wide, const PlanInstr *plan)
{
    WideCopies *copies = &wide->copies;
    if (!wide->program->has_copies)
        return;
    const Value *most = &wide->values[plan->a];
    if (wide->active != MASK_ALL || !value_is_uniform(most)) {
        wide_give_up(wide);
        return;
    }
    uint32_t in_flight = (uint32_t)most->bits;
    int kept = 0;
    for (int i = 0; i < copies->count; ++i) {
        WideCopy *copy = &copies->items[i];
        if (in_flight == UINT32_MAX || copy->group + (uint64_t)in_flight < copies->committed)
            land(wide, copy);
        else if (kept++ < i)
            copies->items[kept - 1] = *copy;
    }
    copies->count = kept;
}

void wide_keep_copies(Wide *wide)
{
    for (int i = 0; i < wide->copies.count; ++i)
        tell_interval(wide, &wide->copies.items[i], FLIGHT_GOES_ON);
}

void wide_begin_copies(Wide *wide)
{
    wide->copies.count = 0;
    wide->copies.committed = 0;
}

void wide_forget_copies(Wide *wide)
{
    WideCopies *copies = &wide->copies;
    if (!wide->program->has_copies)
        return;
    if (!copies->items) {
        copies->items = ARENA_ARRAY(wide->arena, WideCopy, COPY_MOST);
        copies->costs = ARENA_ARRAY(wide->arena, CopyCost, COPY_COSTS);
    }
    memset(copies->costs, 0, COPY_COSTS * sizeof *copies->costs);
}
