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

/* Where each lane takes its value from, as a lane of the block. */
static void find_sources(Wide *wide, const PlanInstr *plan, uint16_t *sources)
{
    const Value *b = &wide->values[plan->b], *c = &wide->values[plan->c];
    bool is_same = b->kind == VALUE_AFFINE && b->pattern == PATTERN_UNIFORM &&
                   c->kind == VALUE_AFFINE && c->pattern == PATTERN_UNIFORM;
    const uint32_t *by = is_same ? NULL : wide_lanes(wide, plan->b, SCALAR_U32, 1);
    const uint32_t *width = is_same ? NULL : wide_lanes(wide, plan->c, SCALAR_U32, 2);
    ShuffleMode mode = (ShuffleMode)plan->instr->imm;
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint32_t lane = i % WARP_LANES, source;
        if (is_same && i >= WARP_LANES)
            source = sources[lane];
        else
            source = exchange_source(mode, lane, is_same ? (uint32_t)b->bits : by[i],
                                     is_same ? (uint32_t)c->bits : width[i]);
        sources[i] = (uint16_t)(source + i - lane);
    }
}

static void shuffle_lanes(const Wide *wide, const PlanInstr *plan, void *out, const void *values,
                          const uint16_t *sources)
{
    if (plan->words[0] == 2)
        for (uint32_t i = 0; i < wide->lanes; ++i)
            ((uint64_t *)out)[i] = ((const uint64_t *)values)[sources[i]];
    else
        for (uint32_t i = 0; i < wide->lanes; ++i)
            ((uint32_t *)out)[i] = ((const uint32_t *)values)[sources[i]];
}

void wide_shuffle(Wide *wide, const PlanInstr *plan)
{
    ScalarType type = instr_operand_type(plan->instr, 'd');
    if (!comes_whole(wide) || !names_all(wide, plan->instr)) {
        wide_give_up(wide);
        return;
    }
    const void *values = wide_lanes(wide, plan->a, type, 0);
    uint16_t sources[LAUNCH_BLOCK_THREADS_LIMIT];
    find_sources(wide, plan, sources);
    void *out = wide_begin(wide, plan, plan->dst, true);
    shuffle_lanes(wide, plan, out, values, sources);
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
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint32_t tile = instr->tile ? instr->tile : WARP_LANES;
        uint32_t voters = UINT32_MAX >> (WARP_LANES - tile) << (i % WARP_LANES & ~(tile - 1));
        out[i] = exchange_vote((VoteMode)instr->imm, yes->words[i / WARP_LANES] & voters, voters);
    }
    wide_end(wide, plan, plan->dst, out, SCALAR_U32);
}
