/* Per-thread memory of a whole block: word by word, each with all lanes side by side, so that an
 * access at the same place in every thread moves one row. Other accesses are left to the
 * machine. */
#include "count/wide_state.h"

#include <string.h>

/* The row of words that an access starts at; -1 if it is not one row of whole words in bounds. */
static int64_t local_row(const Wide *wide, const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    const Value *base = &wide->values[plan->a];
    const Value *index = plan->b >= 0 ? &wide->values[plan->b] : NULL;
    bool is_one_place =
        base->kind == VALUE_AFFINE && base->pattern == PATTERN_UNIFORM &&
        (!index || (index->kind == VALUE_AFFINE && index->pattern == PATTERN_UNIFORM));
    if (!is_one_place || scalar_size_bytes((ScalarType)instr->type) != 4 ||
        address_space(base->bits) != SPACE_LOCAL)
        return -1;
    int64_t steps = 0;
    if (index)
        steps = instr->type2 == SCALAR_I32 ? (int32_t)index->bits : (int64_t)index->bits;
    const LocalVariable *variable = &wide->program->locals[address_object(base->bits)];
    int64_t at =
        address_offset_bytes(base->bits) + steps * (int64_t)instr->scale_bytes + instr->imm;
    int64_t bytes = instr_access_bytes(instr);
    if (local_is_gone(variable, (uint32_t)(plan - wide->plan->code)) || at < 0 || at % bytes ||
        at + bytes > (int64_t)variable->type->size_bytes || variable->offset_bytes % 4)
        return -1;
    return (at + variable->offset_bytes) / 4;
}

void wide_local_load(Wide *wide, const PlanInstr *plan)
{
    int64_t row = local_row(wide, plan);
    if (row < 0) {
        wide_give_up(wide);
        return;
    }
    for (int32_t i = 0; i < plan->instr->width; ++i) {
        int set = wide->local_set[row + i];
        if (set != MASK_ALL && mask_and_not(wide->table, wide->active, set) != MASK_NONE_ACTIVE)
            wide_give_up(wide);
        void *lanes = wide_begin(wide, plan, plan->dst + i, false);
        memcpy(lanes, wide->local + (size_t)(row + i) * wide->lanes,
               wide->lanes * sizeof *wide->local);
        wide_end(wide, plan, plan->dst + i, lanes, (ScalarType)plan->instr->type);
    }
}

static void store_row(const Wide *wide, uint32_t *to, const uint32_t *from)
{
    const Mask *active = mask_at(wide->table, wide->active);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        uint32_t at = warp * WARP_LANES, bits = active->words[warp];
        if (bits == UINT32_MAX)
            memcpy(to + at, from + at, WARP_LANES * sizeof *to);
        else
            for (; bits; bits &= bits - 1)
                to[at + (uint32_t)__builtin_ctz(bits)] = from[at + (uint32_t)__builtin_ctz(bits)];
    }
}

void wide_local_store(Wide *wide, const PlanInstr *plan)
{
    int64_t row = local_row(wide, plan);
    if (row < 0) {
        wide_give_up(wide);
        return;
    }
    for (int32_t i = 0; i < plan->instr->width; ++i) {
        int *set = &wide->local_set[row + i];
        if (*set != MASK_ALL)
            *set = wide_mask(wide, mask_or(wide->table, *set, wide->active));
        store_row(wide, wide->local + (size_t)(row + i) * wide->lanes,
                  wide_lanes(wide, plan->c + i, (ScalarType)plan->instr->type, 0));
    }
}
