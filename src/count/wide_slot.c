/* How a block's registers are read and written. A value stays two numbers as long as all lanes that
 * can still read it follow one pattern; lanes that are not active and still want the old value make
 * it a vector. */
#include "count/wide_state.h"

#include <string.h>

static void spread_32(uint32_t *to, uint32_t lanes, const Pattern *pattern, uint32_t bits)
{
    for (uint32_t i = 0; i < lanes; ++i)
        to[i] = bits + (uint32_t)pattern->rel[i];
}

static void spread_64(uint64_t *to, uint32_t lanes, const Pattern *pattern, uint64_t bits)
{
    for (uint32_t i = 0; i < lanes; ++i)
        to[i] = bits + (uint64_t)(int64_t)pattern->rel[i];
}

static void spread_mask(uint32_t *to, uint32_t lanes, const Mask *mask)
{
    for (uint32_t i = 0; i < lanes; ++i)
        to[i] = mask->words[i / 32] >> i % 32 & 1;
}

static void spread_value(const Wide *wide, const Value *value, ScalarType type, void *to)
{
    if (value->kind == VALUE_MASK)
        spread_mask(to, wide->lanes, mask_at(wide->table, value->pattern));
    else if (scalar_size_bytes(type) == 8)
        spread_64(to, wide->lanes, pattern_at(wide->table, value->pattern), value->bits);
    else
        spread_32(to, wide->lanes, pattern_at(wide->table, value->pattern), (uint32_t)value->bits);
}

const void *wide_lanes(Wide *wide, int32_t index, ScalarType type, int scratch)
{
    const Value *value = &wide->values[index];
    if (value->kind == VALUE_VECTOR)
        return wide_storage(wide, index);
    spread_value(wide, value, type, wide->scratch[scratch]);
    return wide->scratch[scratch];
}

int wide_mask_of(Wide *wide, uint32_t *words)
{
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        words[warp] &= mask_at(wide->table, MASK_ALL)->words[warp];
    return wide_mask(wide, mask_intern(wide->table, words));
}

int wide_truth(Wide *wide, int32_t index)
{
    const Value *value = &wide->values[index];
    if (value->kind == VALUE_MASK)
        return value->pattern;
    if (value->kind == VALUE_AFFINE)
        return value->bits ? MASK_ALL : MASK_NONE_ACTIVE;
    uint32_t words[32] = {0};
    wide->functions->truth(wide->lanes, words, wide_storage(wide, index));
    return wide_mask_of(wide, words);
}

void wide_merge_zero(Wide *wide, const PlanInstr *plan, Value *slot, int zero)
{
    int kept = wide_mask(wide, mask_and_not(wide->table, slot->zero, wide->active));
    int fresh = wide_mask(wide, mask_and(wide->table, zero, wide->active));
    slot->zero =
        plan->tracks_zero ? wide_mask(wide, mask_or(wide->table, kept, fresh)) : MASK_NONE_ACTIVE;
}

static void blend(const Wide *wide, void *to, const void *from, ScalarType type)
{
    const Mask *active = mask_at(wide->table, wide->active);
    bool is_wide = scalar_size_bytes(type) == 8;
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        if (!(active->words[i / 32] >> i % 32 & 1))
            continue;
        if (is_wide)
            ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
        else
            ((uint32_t *)to)[i] = ((const uint32_t *)from)[i];
    }
}

static void merge(Wide *wide, int32_t slot, const void *lanes, ScalarType type)
{
    Value *value = &wide->values[slot];
    if (value->kind != VALUE_VECTOR)
        spread_value(wide, value, type, wide_storage(wide, slot));
    value->kind = VALUE_VECTOR;
    blend(wide, wide_storage(wide, slot), lanes, type);
}

void wide_put(Wide *wide, const PlanInstr *plan, int32_t slot, Value value, ScalarType type)
{
    Value *to = &wide->values[slot];
    int zero = value.zero;
    bool same = to->kind == value.kind && to->pattern == value.pattern && to->bits == value.bits &&
                value.kind != VALUE_VECTOR;
    if (!same && wide_must_merge(wide, plan)) {
        spread_value(wide, &value, type, wide->scratch[3]);
        merge(wide, slot, wide->scratch[3], type);
    } else if (!same) {
        value.zero = to->zero;
        *to = value;
    }
    if (plan->tracks_zero)
        wide_merge_zero(wide, plan, to, zero);
}

void *wide_begin(Wide *wide, const PlanInstr *plan, int32_t slot, bool aliased)
{
    return aliased || wide_must_merge(wide, plan) ? (void *)wide->scratch[3]
                                                  : (void *)wide_storage(wide, slot);
}

void wide_end(Wide *wide, const PlanInstr *plan, int32_t slot, void *lanes, ScalarType type)
{
    Value *value = &wide->values[slot];
    if (lanes == wide->scratch[3]) {
        if (wide_must_merge(wide, plan))
            merge(wide, slot, lanes, type);
        else
            memcpy(wide_storage(wide, slot), lanes,
                   wide->lanes * (scalar_size_bytes(type) == 8 ? 8u : 4u));
    }
    value->kind = VALUE_VECTOR;
    if (plan->tracks_zero)
        wide_merge_zero(wide, plan, value, MASK_NONE_ACTIVE);
}
