/* Exchange within the warps of a block, where each warp that comes comes whole and names all of its
 * lanes, or those of its tiles: then nothing can be wrong. All else is left to the machine. */
#include "count/wide_state.h"

#include "vm/exchange.h"

#include <string.h>

/* Whether the lanes that take part are all of a warp, or of a tile. */
static bool names_all(Wide *wide, const Instr *instr)
{
    if (instr->tile || instr->mask == OPERAND_NONE)
        return true;
    int32_t mask = plan_value(wide->program, instr->mask);
    if (value_is_uniform(&wide->values[mask]))
        return (uint32_t)wide->values[mask].bits == UINT32_MAX;
    const uint32_t *lanes = wide_lanes(wide, mask, SCALAR_U32, 0);
    const Mask *active = mask_at(wide->table, wide->active);
    for (uint32_t i = 0; i < wide->lanes; ++i)
        if (lanes[i] != UINT32_MAX && active->words[i / WARP_LANES] >> i % WARP_LANES & 1)
            return false;
    return true;
}

static bool comes_whole(const Wide *wide)
{
    const Mask *active = mask_at(wide->table, wide->active);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        if (active->words[warp] && active->words[warp] != UINT32_MAX)
            return false;
    return true;
}

void wide_warp_sync(Wide *wide, const PlanInstr *plan)
{
    if (!comes_whole(wide) || !names_all(wide, plan->instr))
        wide_give_up(wide);
}

/* Where the lanes of a warp take their values from, where all are told the same. */
static void find_sources(const PlanInstr *plan, uint32_t by, uint32_t width,
                         uint32_t sources[WARP_LANES])
{
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        sources[lane] = exchange_source((ShuffleMode)plan->instr->imm, lane, by, width);
}

static void shuffle_alike(const Wide *wide, const PlanInstr *plan, void *out, const void *values)
{
    uint32_t sources[WARP_LANES];
    find_sources(plan, (uint32_t)wide->values[plan->b].bits, (uint32_t)wide->values[plan->c].bits,
                 sources);
    if (plan->words[0] == 1) {
        wide->functions->shuffle(wide->lanes, out, values, sources);
        return;
    }
    for (uint32_t i = 0; i < wide->lanes; ++i)
        ((uint64_t *)out)[i] =
            ((const uint64_t *)values)[i - i % WARP_LANES + sources[i % WARP_LANES]];
}

static void shuffle_lanes(Wide *wide, const PlanInstr *plan, void *out, const void *values)
{
    const uint32_t *by = wide_lanes(wide, plan->b, SCALAR_U32, 1);
    const uint32_t *width = wide_lanes(wide, plan->c, SCALAR_U32, 2);
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint32_t lane = i % WARP_LANES;
        uint32_t from =
            i - lane + exchange_source((ShuffleMode)plan->instr->imm, lane, by[i], width[i]);
        if (plan->words[0] == 2)
            ((uint64_t *)out)[i] = ((const uint64_t *)values)[from];
        else
            ((uint32_t *)out)[i] = ((const uint32_t *)values)[from];
    }
}

void wide_shuffle(Wide *wide, const PlanInstr *plan)
{
    ScalarType type = instr_operand_type(plan->instr, 'd');
    if (!comes_whole(wide) || !names_all(wide, plan->instr)) {
        wide_give_up(wide);
        return;
    }
    const void *values = wide_lanes(wide, plan->a, type, 0);
    bool is_aliased =
        plan->words[0] == 2 || plan->dst == plan->a || plan->dst == plan->b || plan->dst == plan->c;
    void *out = wide_begin(wide, plan, plan->dst, is_aliased);
    if (value_is_uniform(&wide->values[plan->b]) && value_is_uniform(&wide->values[plan->c]))
        shuffle_alike(wide, plan, out, values);
    else
        shuffle_lanes(wide, plan, out, values);
    wide_end(wide, plan, plan->dst, out, type);
}

/* How many lanes vote together: those of a tile, or of a warp. */
static uint32_t voter_count(const Instr *instr)
{
    return instr->tile ? instr->tile : WARP_LANES;
}

/* The lanes that vote together with a lane of the block. */
static uint32_t voters_of(const Instr *instr, uint32_t lane)
{
    uint32_t count = voter_count(instr);
    return UINT32_MAX >> (WARP_LANES - count) << (lane % WARP_LANES & ~(count - 1));
}

/* A vote on a predicate, or on who comes: one answer for all voters. */
static void vote_on_truth(Wide *wide, const PlanInstr *plan, uint32_t *out)
{
    const Mask *yes = mask_at(wide->table, wide_truth(wide, plan->a));
    uint32_t step = voter_count(plan->instr);
    for (uint32_t first = 0; first < wide->lanes; first += step) {
        uint32_t voters = voters_of(plan->instr, first);
        uint32_t found = exchange_vote((VoteMode)plan->instr->imm,
                                       yes->words[first / WARP_LANES] & voters, voters);
        for (uint32_t i = first; i < first + step; ++i)
            out[i] = found;
    }
}

static void vote_on_values(Wide *wide, const PlanInstr *plan, uint32_t *out)
{
    const Instr *instr = plan->instr;
    const uint32_t *values = wide_lanes(wide, plan->a, (ScalarType)instr->type, 0);
    uint32_t count = voter_count(instr);
    bool is_shared = instr->imm != VOTE_MATCH_ANY; /* the voters have one answer */
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        const uint32_t *warp = values + i / WARP_LANES * WARP_LANES * plan->words[1];
        out[i] = is_shared && i % count ? out[i - 1]
                                        : exchange_values(instr, (const Lanes *)(const void *)warp,
                                                          voters_of(instr, i), i % WARP_LANES);
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
    if (!comes_whole(wide) || !names_all(wide, instr)) {
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
