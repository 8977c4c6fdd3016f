/* Accesses whose places data tell, so that they follow no rule: the addresses of all lanes are made
 * a pattern for the occasion, and then go the ways of all patterns. */
#include "count/wide/state.h"

void wide_list_addresses(Wide *wide, const PlanInstr *plan, uint64_t *addresses)
{
    const Instr *instr = plan->instr;
    const Mask *active = mask_at(wide->table, wide->active);
    bool is_wide = plan->b >= 0 && scalar_size_bytes((ScalarType)instr->type2) == 8;
    const uint64_t *base = wide_lanes(wide, plan->a, SCALAR_U64, 0);
    const void *index =
        plan->b >= 0 ? wide_lanes(wide, plan->b, (ScalarType)instr->type2, 1) : NULL;
    uint32_t first = 0;
    while (!(active->words[first / 32] >> first % 32 & 1))
        ++first;
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint32_t lane = active->words[i / 32] >> i % 32 & 1 ? i : first;
        int64_t steps = 0;
        if (index && is_wide)
            steps = ((const int64_t *)index)[lane];
        else if (index && instr->type2 == SCALAR_I32)
            steps = ((const int32_t *)index)[lane];
        else if (index)
            steps = ((const uint32_t *)index)[lane];
        addresses[i] = base[lane] + (uint64_t)(steps * (int64_t)instr->scale_bytes + instr->imm);
    }
}

/* What is logged or looked at by its pattern needs one of its own. */
static bool may_be_loose(const Wide *wide, const PlanInstr *plan, const WideAccess *access)
{
    bool is_told =
        plan->instr->op == OP_LOAD ? access->is_watched || wide->reads != NULL : !access->is_atomic;
    return !is_told && !wide->rows[plan - wide->plan->code].plan.op_count;
}

/* An index of 32 bits into what lies at one address, the commonest case: false if it is another
 * one. */
static bool find_by_index(Wide *wide, const PlanInstr *plan, WideAccess *access)
{
    const Instr *instr = plan->instr;
    const Value *base = &wide->values[plan->a];
    ScalarType type = (ScalarType)instr->type2;
    int64_t first;
    if (plan->b < 0 || base->kind != VALUE_AFFINE || base->pattern != PATTERN_UNIFORM ||
        scalar_size_bytes(type) == 8)
        return false;
    const uint32_t *index = wide_lanes(wide, plan->b, type, 1);
    access->pattern = pattern_of_index(wide->table, wide->functions, index, type == SCALAR_I32,
                                       wide->active, &first);
    access->scale = instr->scale_bytes;
    uint64_t address = base->bits + (uint64_t)(first * access->scale + instr->imm);
    return access->pattern >= 0 && wide_place_access(wide, instr, address, access) &&
           may_be_loose(wide, plan, access);
}

static bool find_by_address(Wide *wide, const PlanInstr *plan, WideAccess *access)
{
    uint64_t addresses[LAUNCH_BLOCK_THREADS_LIMIT];
    int64_t offsets[LAUNCH_BLOCK_THREADS_LIMIT];
    wide_list_addresses(wide, plan, addresses);
    if (!wide_place_access(wide, plan->instr, addresses[0], access))
        return false;
    bool are_words = access->bytes == 4;
    for (uint32_t i = 0; i < wide->threads; ++i) {
        offsets[i] = address_offset_bytes(addresses[i]);
        are_words &= (offsets[i] - offsets[0]) % 4 == 0;
        if (!address_is_same_object(addresses[i], addresses[0]))
            return false;
    }
    for (uint32_t i = 0; i < wide->threads && are_words; ++i)
        offsets[i] = (offsets[i] - address_offset_bytes(addresses[0])) / 4;
    access->scale = are_words ? 4 : 1;
    access->pattern = may_be_loose(wide, plan, access) ? pattern_loose(wide->table, offsets)
                                                       : pattern_intern(wide->table, offsets);
    return access->pattern >= 0;
}

/* In shared memory, blocks that run as one would all go to the segment of the first. */
bool wide_find_irregular(Wide *wide, const PlanInstr *plan, WideAccess *access)
{
    wide_begin_access(plan->instr, access);
    wide_forget_runs(wide);
    bool is_found = find_by_index(wide, plan, access) || find_by_address(wide, plan, access);
    return is_found && (wide->group == 1 || !access->is_shared);
}
