/* How a block's registers are read and written. A value stays two numbers as long as all lanes that
 * can still read it follow one pattern; lanes that are not active and still want the old value make
 * it a vector. */
#include "count/wide/state.h"

#include "base/clones.h"

#include <string.h>

static HOST_CLONES void spread_32(uint32_t *restrict to, uint32_t lanes,
                                  const int32_t *restrict rel, uint32_t bits)
{
    for (uint32_t i = 0; i < lanes; ++i)
        to[i] = bits + (uint32_t)rel[i];
}

static HOST_CLONES void spread_64(uint64_t *restrict to, uint32_t lanes,
                                  const int32_t *restrict rel, uint64_t bits)
{
    for (uint32_t i = 0; i < lanes; ++i)
        to[i] = bits + (uint64_t)(int64_t)rel[i];
}

static HOST_CLONES void spread_mask(uint32_t *restrict to, uint32_t lanes,
                                    const uint32_t *restrict words)
{
    for (uint32_t warp = 0; warp < lanes / WARP_LANES; ++warp, to += WARP_LANES)
        for (uint32_t i = 0; i < WARP_LANES; ++i)
            to[i] = words[warp] >> i & 1;
}

static void spread_value(const Wide *wide, const Value *value, ScalarType type, uint32_t lanes,
                         void *to)
{
    if (value->kind == VALUE_MASK)
        spread_mask(to, lanes, mask_at(wide->table, value->pattern)->words);
    else if (scalar_size_bytes(type) == 8)
        spread_64(to, lanes, pattern_at(wide->table, value->pattern)->rel, value->bits);
    else
        spread_32(to, lanes, pattern_at(wide->table, value->pattern)->rel, (uint32_t)value->bits);
}

const void *wide_lanes(Wide *wide, int32_t index, ScalarType type, int scratch)
{
    const Value *value = &wide->values[index];
    if (value->kind == VALUE_VECTOR)
        return wide_storage(wide, index);
    spread_value(wide, value, type, wide->lanes, wide->scratch[scratch]);
    return wide->scratch[scratch];
}

const void *wide_warp_lanes(Wide *wide, int32_t index, ScalarType type, int scratch, bool *is_same)
{
    const Value *value = &wide->values[index];
    *is_same = value_is_uniform(value);
    if (!*is_same)
        return wide_lanes(wide, index, type, scratch);
    spread_value(wide, value, type, WARP_LANES, wide->scratch[scratch]);
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

/* The lanes of a warp, so that the compiler sees a loop over an array. */
static inline void select_32(uint32_t *restrict to, const uint32_t *restrict from, uint32_t lanes)
{
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint32_t is_active = 0 - (lanes >> i & 1);
        to[i] ^= (to[i] ^ from[i]) & is_active;
    }
}

static inline void select_64(uint64_t *restrict to, const uint64_t *restrict from, uint32_t lanes)
{
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint64_t is_active = 0 - (uint64_t)(lanes >> i & 1);
        to[i] ^= (to[i] ^ from[i]) & is_active;
    }
}

static HOST_CLONES void blend_32(uint32_t *restrict to, const uint32_t *restrict from,
                                 uint32_t lanes, const uint32_t *restrict active)
{
    for (uint32_t first = 0; first < lanes; first += WARP_LANES)
        select_32(to + first, from + first, active[first / WARP_LANES]);
}

static HOST_CLONES void blend_64(uint64_t *restrict to, const uint64_t *restrict from,
                                 uint32_t lanes, const uint32_t *restrict active)
{
    for (uint32_t first = 0; first < lanes; first += WARP_LANES)
        select_64(to + first, from + first, active[first / WARP_LANES]);
}

static void merge(Wide *wide, int32_t slot, const void *lanes, ScalarType type)
{
    Value *value = &wide->values[slot];
    if (value->kind != VALUE_VECTOR)
        spread_value(wide, value, type, wide->lanes, wide_storage(wide, slot));
    value->kind = VALUE_VECTOR;
    void *to = wide_storage(wide, slot);
    const uint32_t *active = mask_at(wide->table, wide->active)->words;
    if (scalar_size_bytes(type) == 8)
        blend_64(to, lanes, wide->lanes, active);
    else
        blend_32(to, lanes, wide->lanes, active);
}

void wide_put(Wide *wide, const PlanInstr *plan, int32_t slot, Value value, ScalarType type)
{
    Value *to = &wide->values[slot];
    int zero = value.zero;
    bool same = to->kind == value.kind && to->pattern == value.pattern && to->bits == value.bits &&
                value.kind != VALUE_VECTOR;
    if (!same && wide_must_merge(wide, plan)) {
        spread_value(wide, &value, type, wide->lanes, wide->scratch[3]);
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
