/* Exchange within the warps of a block, where each warp that comes comes whole and names all of its
 * lanes, or those of its tiles: then nothing can be wrong. All else is left to the machine. */
#include "count/wide_state.h"

#include "vm/exchange.h"

#include <string.h>

/* Whether the lanes that take part are all of a warp, or of a tile. */
static bool names_all(const Wide *wide, const Instr *instr)
{
    if (instr->tile || instr->mask == OPERAND_NONE)
        return true;
    if (!OPERAND_IS_UNIFORM(instr->mask))
        return false;
    const Uniform *uniform = &wide->program->uniforms[OPERAND_INDEX(instr->mask)];
    return uniform->kind == UNIFORM_CONSTANT && (uint32_t)uniform->value == UINT32_MAX;
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
    if (wide->active != MASK_ALL || !names_all(wide, plan->instr))
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
    if (plan->words[0] == 1)
        wide->functions->shuffle(wide->lanes, out, values, sources);
    for (uint32_t i = 0; i < wide->lanes && plan->words[0] == 2; ++i)
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

void wide_vote(Wide *wide, const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    if (!comes_whole(wide) || !names_all(wide, instr)) {
        wide_give_up(wide);
        return;
    }
    int truth = wide_truth(wide, plan->a);
    uint32_t *out = wide_begin(wide, plan, plan->dst, true);
    const Mask *yes = mask_at(wide->table, truth);
    uint32_t tile = instr->tile ? instr->tile : WARP_LANES;
    for (uint32_t first = 0; first < wide->lanes; first += tile) {
        uint32_t voters = UINT32_MAX >> (WARP_LANES - tile) << first % WARP_LANES;
        uint32_t found =
            exchange_vote((VoteMode)instr->imm, yes->words[first / WARP_LANES] & voters, voters);
        for (uint32_t i = first; i < first + tile; ++i)
            out[i] = found;
    }
    wide_end(wide, plan, plan->dst, out, SCALAR_U32);
}
