/* Exchange within the warps of a block, where in each warp those lanes come that are named and have
 * not ended, and name each other: then nothing can be wrong, be it in a branch that only some of
 * them take. All else is left to the machine. */
#include "count/wide/state.h"

#include "vm/lanes/exchange.h"

#include <string.h>

/* The lanes of a lane's tile, or of its warp. */
static uint32_t tile_of(const Instr *instr, uint32_t lane)
{
    uint32_t count = instr->tile ? instr->tile : WARP_LANES;
    return UINT32_MAX >> (WARP_LANES - count) << (lane % WARP_LANES & ~(count - 1));
}

/* Whether all lanes of tiles come that have not ended, in those tiles of which some come. */
static bool tiles_come(const Instr *instr, uint32_t active, uint32_t live)
{
    for (uint32_t left = active; left; left &= left - 1)
        if (tile_of(instr, (uint32_t)__builtin_ctz(left)) & live & ~active)
            return false;
    return true;
}

/* Whether the lanes of a warp name themselves and all others that have not ended. masks: of its
 * lanes. */
static bool are_named(const uint32_t *masks, uint32_t active, uint32_t live)
{
    uint32_t mask = masks[__builtin_ctz(active)];
    for (uint32_t left = active; left; left &= left - 1)
        if (masks[__builtin_ctz(left)] != mask)
            return false;
    return !(active & ~mask) && !(mask & live & ~active);
}

/* Whether those come to an operation that are to come; *is_whole: all 32 lanes of their warps. */
static bool all_come(Wide *wide, const Instr *instr, bool *is_whole)
{
    const Mask *active = mask_at(wide->table, wide->active);
    const Mask *live = mask_at(wide->table, wide->live);
    bool is_masked = !instr->tile && instr->mask != OPERAND_NONE;
    int32_t slot = is_masked ? plan_value(wide->program, instr->mask) : 0;
    *is_whole = active->lanes == active->warps * WARP_LANES;
    if (*is_whole && (!is_masked || (value_is_uniform(&wide->values[slot]) &&
                                     (uint32_t)wide->values[slot].bits == UINT32_MAX)))
        return true;
    const uint32_t *masks = is_masked ? wide_lanes(wide, slot, SCALAR_U32, 0) : NULL;
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        uint32_t come = active->words[warp], rest = live->words[warp];
        if (come && ((instr->tile && !tiles_come(instr, come, rest)) ||
                     (is_masked && !are_named(masks + warp * WARP_LANES, come, rest))))
            return false;
    }
    return true;
}

/* Whether all lanes of the warps that come do so, but for those that have ended. */
static bool are_whole_warps(const Wide *wide)
{
    const Mask *active = mask_at(wide->table, wide->active);
    const Mask *live = mask_at(wide->table, wide->live);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        if (active->words[warp] && active->words[warp] != live->words[warp])
            return false;
    return true;
}

void wide_warp_sync(Wide *wide, const PlanInstr *plan)
{
    bool is_whole;
    if (!all_come(wide, plan->instr, &is_whole))
        wide_give_up(wide);
    else if (plan->instr->tile % WARP_LANES == 0 && are_whole_warps(wide))
        interval_add_sync(wide->intervals, wide->active, wide_steady_cover(wide));
}

/* Where the lanes of a warp take their values from, where all are told the same. */
static void find_sources(const PlanInstr *plan, uint32_t by, uint32_t width,
                         uint32_t sources[WARP_LANES])
{
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        sources[lane] = exchange_source((ShuffleMode)plan->instr->imm, lane, by, width);
}

static void shuffle_alike(const Wide *wide, const PlanInstr *plan, void *out, const void *values,
                          const uint32_t sources[WARP_LANES])
{
    if (plan->words[0] == 1) {
        wide->functions->shuffle(wide->lanes, out, values, sources);
        return;
    }
    for (uint32_t i = 0; i < wide->lanes; ++i)
        ((uint64_t *)out)[i] =
            ((const uint64_t *)values)[i - i % WARP_LANES + sources[i % WARP_LANES]];
}

/* Where all lanes of a block take their values from, each in its warp. */
static void list_sources(Wide *wide, const PlanInstr *plan, uint8_t *sources)
{
    const uint32_t *by = wide_lanes(wide, plan->b, SCALAR_U32, 1);
    const uint32_t *width = wide_lanes(wide, plan->c, SCALAR_U32, 2);
    ShuffleMode mode = (ShuffleMode)plan->instr->imm;
    bool is_plain =
        mode == SHUFFLE_INDEX && value_is_uniform(&wide->values[plan->c]) && width[0] == WARP_LANES;
    for (uint32_t i = 0; i < wide->lanes; ++i)
        sources[i] = (uint8_t)(is_plain ? by[i] % WARP_LANES
                                        : exchange_source(mode, i % WARP_LANES, by[i], width[i]));
}

static void shuffle_lanes(const Wide *wide, const PlanInstr *plan, void *out, const void *values,
                          const uint8_t *sources)
{
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint32_t from = i - i % WARP_LANES + sources[i];
        if (plan->words[0] == 2)
            ((uint64_t *)out)[i] = ((const uint64_t *)values)[from];
        else
            ((uint32_t *)out)[i] = ((const uint32_t *)values)[from];
    }
}

/* Whether CUDA defines the widths of all segments. */
static bool widths_are_defined(Wide *wide, const PlanInstr *plan)
{
    if (value_is_uniform(&wide->values[plan->c]))
        return exchange_is_width((uint32_t)wide->values[plan->c].bits);
    const uint32_t *width = wide_lanes(wide, plan->c, SCALAR_U32, 2);
    for (uint32_t i = 0; i < wide->lanes; ++i)
        if (!exchange_is_width(width[i]))
            return false;
    return true;
}

/* Whether all lanes that come take their values from lanes of their tile that come with them. */
static bool sources_come(const Wide *wide, const Instr *instr, const uint8_t *sources)
{
    const Mask *active = mask_at(wide->table, wide->active);
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint32_t lane = i % WARP_LANES, come = active->words[i / WARP_LANES];
        if (come >> lane & 1 && !((come & tile_of(instr, lane)) >> sources[i] & 1))
            return false;
    }
    return true;
}

/* The same of whole warps that are told the same: one of them speaks for all. */
static bool tile_sources_come(const Instr *instr, const uint32_t sources[WARP_LANES])
{
    for (uint32_t lane = 0; lane < WARP_LANES && instr->tile; ++lane)
        if (!(tile_of(instr, lane) >> sources[lane] & 1))
            return false;
    return true;
}

void wide_shuffle(Wide *wide, const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    ScalarType type = instr_operand_type(instr, 'd');
    uint8_t sources[LAUNCH_BLOCK_THREADS_LIMIT];
    uint32_t of_warp[WARP_LANES];
    bool is_whole, come = all_come(wide, instr, &is_whole);
    bool are_alike = is_whole && value_is_uniform(&wide->values[plan->b]) &&
                     value_is_uniform(&wide->values[plan->c]);
    if (are_alike)
        find_sources(plan, (uint32_t)wide->values[plan->b].bits,
                     (uint32_t)wide->values[plan->c].bits, of_warp);
    else
        list_sources(wide, plan, sources);
    if (!come || !widths_are_defined(wide, plan) ||
        !(are_alike ? tile_sources_come(instr, of_warp) : sources_come(wide, instr, sources))) {
        wide_give_up(wide);
        return;
    }
    const void *values = wide_lanes(wide, plan->a, type, 0);
    bool is_aliased =
        plan->words[0] == 2 || plan->dst == plan->a || plan->dst == plan->b || plan->dst == plan->c;
    void *out = wide_begin(wide, plan, plan->dst, is_aliased);
    if (are_alike)
        shuffle_alike(wide, plan, out, values, of_warp);
    else
        shuffle_lanes(wide, plan, out, values, sources);
    wide_end(wide, plan, plan->dst, out, type);
}

/* A vote on a predicate, or on who comes: one answer for all voters. */
static void vote_on_truth(Wide *wide, const PlanInstr *plan, uint32_t *out)
{
    const Mask *active = mask_at(wide->table, wide->active);
    const Mask *yes = plan->a == PLAN_NO_VALUE ? active /* __activemask has no predicate */
                                               : mask_at(wide->table, wide_truth(wide, plan->a));
    uint32_t step = plan->instr->tile ? plan->instr->tile : WARP_LANES;
    for (uint32_t first = 0; first < wide->lanes; first += step) {
        uint32_t voters = tile_of(plan->instr, first) & active->words[first / WARP_LANES];
        uint32_t found = exchange_vote((VoteMode)plan->instr->imm,
                                       yes->words[first / WARP_LANES] & voters, voters);
        for (uint32_t i = first; i < first + step; ++i)
            out[i] = found;
    }
}

/* A vote on values; only of VOTE_MATCH_ANY each lane has an answer of its own. */
static void vote_on_values(Wide *wide, const PlanInstr *plan, uint32_t *out)
{
    const Instr *instr = plan->instr;
    const uint32_t *values = wide_lanes(wide, plan->a, (ScalarType)instr->type, 0);
    const Mask *active = mask_at(wide->table, wide->active);
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        const uint32_t *warp = values + i / WARP_LANES * WARP_LANES * plan->words[1];
        uint32_t lane = i % WARP_LANES, come = active->words[i / WARP_LANES];
        uint32_t voters = tile_of(instr, lane) & come;
        uint32_t first = voters ? (uint32_t)__builtin_ctz(voters) : lane;
        if (!(come >> lane & 1))
            continue;
        out[i] = instr->imm != VOTE_MATCH_ANY && lane != first
                     ? out[i - lane + first]
                     : exchange_values(instr, (const Lanes *)(const void *)warp, voters, lane);
    }
}

void wide_vote(Wide *wide, const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    if (instr->imm >= VOTE_BLOCK_COUNT) {
        uint32_t result =
            exchange_block_vote((VoteMode)instr->imm, wide->last_yes, wide->last_voters);
        wide_set(wide, plan, value_affine(SCALAR_U32, PATTERN_UNIFORM, result), SCALAR_U32);
        return;
    }
    bool is_whole;
    if (!all_come(wide, instr, &is_whole)) {
        wide_give_up(wide);
        return;
    }
    uint32_t *out = wide_begin(wide, plan, plan->dst, true);
    if (vote_takes_value(instr->imm))
        vote_on_values(wide, plan, out);
    else
        vote_on_truth(wide, plan, out);
    wide_end(wide, plan, plan->dst, out, SCALAR_U32);
}
