/* Per-thread memory of a whole block: word by word, each with all lanes side by side, so that an
 * access at the same place in every thread moves rows. Where the threads differ in their place, as
 * in a table that each has for itself, or less than a word is accessed, they go one by one. */
#include "count/wide/state.h"
#include "count/wide/watch.h"

#include "base/clones.h"

#include <string.h>

enum { NO_PLACE = -1 };

/* Where an access goes in a thread's memory, in bytes; NO_PLACE if not all of it is in a variable
 * that there is. */
static int32_t place_of(const Wide *wide, const PlanInstr *plan, uint64_t address)
{
    unsigned object = address_object(address);
    if (address_space(address) != SPACE_LOCAL || object >= (unsigned)wide->program->local_count)
        return NO_PLACE;
    const LocalVariable *variable = &wide->program->locals[object];
    int64_t at = address_offset_bytes(address), bytes = instr_access_bytes(plan->instr);
    if (local_is_gone(variable, (uint32_t)(plan - wide->plan->code)) || at < 0 ||
        at + bytes > (int64_t)variable->type->size_bytes ||
        (variable->offset_bytes + at) & (bytes - 1))
        return NO_PLACE;
    return (int32_t)(variable->offset_bytes + at);
}

int32_t wide_local_place(const Wide *wide, const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    const Value *base = &wide->values[plan->a];
    const Value *index = plan->b >= 0 ? &wide->values[plan->b] : NULL;
    int64_t steps = 0;
    if (!value_is_uniform(base) || (index && !value_is_uniform(index)))
        return NO_PLACE;
    if (index)
        steps = instr->type2 == SCALAR_I32 ? (int32_t)index->bits : (int64_t)index->bits;
    return place_of(wide, plan,
                    base->bits + (uint64_t)(steps * (int64_t)instr->scale_bytes + instr->imm));
}

/* The places of all lanes, of which those that are not active go where the first active one does;
 * false if one has none. */
static bool list_places(Wide *wide, const PlanInstr *plan, int32_t *places)
{
    uint64_t addresses[LAUNCH_BLOCK_THREADS_LIMIT];
    wide_list_addresses(wide, plan, addresses);
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        places[i] = place_of(wide, plan, addresses[i]);
        if (places[i] == NO_PLACE)
            return false;
    }
    return true;
}

static uint32_t *word_at(const Wide *wide, int32_t place, uint32_t lane)
{
    return wide->local + (size_t)((uint32_t)place / 4) * wide->lanes + lane;
}

/* ---- what is set ---- */

static int *set_at(const Wide *wide, int32_t place)
{
    return &wide->local_set[(uint32_t)place >> wide->unit_shift];
}

/* Whether so many bytes from a place on are set in all active lanes. */
static bool are_rows_set(const Wide *wide, int32_t place, uint32_t bytes)
{
    const int *last = set_at(wide, place + (int32_t)bytes - 1);
    for (const int *set = set_at(wide, place); set <= last; ++set)
        if (*set != MASK_ALL && mask_and_not(wide->table, wide->active, *set) != MASK_NONE_ACTIVE)
            return false;
    return true;
}

/* Sets them in all active lanes but some, in which they are not set any more. */
static void set_rows(Wide *wide, int32_t place, uint32_t bytes, int unset)
{
    const int *last = set_at(wide, place + (int32_t)bytes - 1);
    for (int *set = set_at(wide, place); set <= last; ++set)
        if (*set != MASK_ALL)
            *set = wide_mask(wide, mask_or(wide->table, *set, wide->active));
    for (int *set = set_at(wide, place); unset != MASK_NONE_ACTIVE && set <= last; ++set)
        *set = wide_mask(wide, mask_and_not(wide->table, *set, unset));
}

static bool is_set(const Wide *wide, const int *set, uint32_t lane)
{
    return *set == MASK_ALL ||
           mask_at(wide->table, *set)->words[lane / WARP_LANES] >> lane % WARP_LANES & 1;
}

static bool is_lane_set(const Wide *wide, int32_t place, uint32_t bytes, uint32_t lane)
{
    const int *last = set_at(wide, place + (int32_t)bytes - 1);
    for (const int *set = set_at(wide, place); set <= last; ++set)
        if (!is_set(wide, set, lane))
            return false;
    return true;
}

static bool is_active(const Wide *wide, uint32_t lane)
{
    return mask_at(wide->table, wide->active)->words[lane / WARP_LANES] >> lane % WARP_LANES & 1;
}

/* Sets what a mask stands for in all active lanes that go there. */
static void set_where(Wide *wide, int *set, const int32_t *places, uint32_t bytes)
{
    uint32_t words[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES] = {0};
    for (uint32_t i = 0; i < wide->lanes; ++i)
        if (is_active(wide, i) && set >= set_at(wide, places[i]) &&
            set <= set_at(wide, places[i] + (int32_t)bytes - 1))
            words[i / WARP_LANES] |= 1u << i % WARP_LANES;
    *set = wide_mask(wide, mask_or(wide->table, *set, wide_mask_of(wide, words)));
}

static void set_lanes(Wide *wide, const int32_t *places, uint32_t bytes)
{
    for (uint32_t i = 0; i < wide->lanes && !wide->gave_up; ++i)
        for (int *set = set_at(wide, places[i]);
             is_active(wide, i) && set <= set_at(wide, places[i] + (int32_t)bytes - 1); ++set)
            if (!is_set(wide, set, i))
                set_where(wide, set, places, bytes);
}

/* ---- loads ---- */

static int32_t element_slot(const PlanInstr *plan, int32_t first, uint32_t element)
{
    return first + (int32_t)(element * (plan->size == 8 ? 2 : 1));
}

/* A part of a word of all lanes. */
static HOST_CLONES void load_parts(uint32_t *restrict to, const uint32_t *restrict from,
                                   uint32_t lanes, uint32_t shift, ScalarType type)
{
    bool is_signed = type == SCALAR_I8 || type == SCALAR_I16;
    uint32_t unused = 32 - 8 * scalar_size_bytes(type);
    for (uint32_t i = 0; i < lanes; ++i) {
        uint32_t part = from[i] >> shift << unused;
        to[i] = is_signed ? (uint32_t)((int32_t)part >> unused) : part >> unused;
    }
}

static HOST_CLONES void store_parts(uint32_t *restrict to, const uint32_t *restrict from,
                                    uint32_t lanes, uint32_t shift, uint32_t bytes)
{
    uint32_t all = ((1u << bytes * 8) - 1) << shift;
    for (uint32_t i = 0; i < lanes; ++i)
        to[i] = (to[i] & ~all) | (from[i] << shift & all);
}

static void load_rows(Wide *wide, const PlanInstr *plan, int32_t place)
{
    ScalarType type = (ScalarType)plan->instr->type;
    for (uint32_t element = 0; element < plan->instr->width; ++element, place += plan->size) {
        int32_t slot = element_slot(plan, plan->dst, element);
        void *lanes = wide_begin(wide, plan, slot, false);
        const uint32_t *low = word_at(wide, place, 0), *high = low + wide->lanes;
        if (plan->size == 4)
            memcpy(lanes, low, wide->lanes * sizeof *low);
        else if (plan->size < 4)
            load_parts(lanes, low, wide->lanes, (uint32_t)place % 4 * 8, type);
        else
            for (uint32_t i = 0; i < wide->lanes; ++i)
                ((uint64_t *)lanes)[i] = low[i] | (uint64_t)high[i] << 32;
        wide_end(wide, plan, slot, lanes, type);
    }
}

static uint64_t load_lane(const Wide *wide, const PlanInstr *plan, int32_t place, uint32_t lane)
{
    uint64_t bits = *word_at(wide, place, lane) >> (uint32_t)place % 4 * 8;
    if (plan->size == 8)
        bits |= (uint64_t)*word_at(wide, place + 4, lane) << 32;
    return wide_widened((const uint8_t *)&bits, (ScalarType)plan->instr->type);
}

static void load_lanes(Wide *wide, const PlanInstr *plan, const int32_t *places)
{
    for (uint32_t element = 0; element < plan->instr->width; ++element) {
        int32_t slot = element_slot(plan, plan->dst, element);
        void *lanes = wide_begin(wide, plan, slot, false);
        for (uint32_t i = 0; i < wide->lanes; ++i) {
            uint64_t bits = load_lane(wide, plan, places[i] + (int32_t)(element * plan->size), i);
            if (plan->size == 8)
                ((uint64_t *)lanes)[i] = bits;
            else
                ((uint32_t *)lanes)[i] = (uint32_t)bits;
        }
        wide_end(wide, plan, slot, lanes, (ScalarType)plan->instr->type);
    }
}

static void load_apart(Wide *wide, const PlanInstr *plan)
{
    int32_t places[LAUNCH_BLOCK_THREADS_LIMIT];
    uint32_t bytes = instr_access_bytes(plan->instr);
    bool good = list_places(wide, plan, places);
    for (uint32_t i = 0; i < wide->lanes && good; ++i)
        good = !is_active(wide, i) || is_lane_set(wide, places[i], bytes, i);
    if (good)
        load_lanes(wide, plan, places);
    else
        wide_give_up(wide);
}

void wide_local_load(Wide *wide, const PlanInstr *plan)
{
    int32_t place = wide_local_place(wide, plan);
    if (place == NO_PLACE)
        load_apart(wide, plan);
    else if (are_rows_set(wide, place, instr_access_bytes(plan->instr)))
        load_rows(wide, plan, place);
    else
        wide_give_up(wide);
}

/* ---- stores ---- */

static void store_row(const Wide *wide, uint32_t *to, const uint32_t *from)
{
    const Mask *active = mask_at(wide->table, wide->active);
    if (wide->active == MASK_ALL) {
        memcpy(to, from, wide->lanes * sizeof *to);
        return;
    }
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        uint32_t at = warp * WARP_LANES, bits = active->words[warp];
        if (bits == UINT32_MAX)
            memcpy(to + at, from + at, WARP_LANES * sizeof *to);
        else
            for (; bits; bits &= bits - 1)
                to[at + (uint32_t)__builtin_ctz(bits)] = from[at + (uint32_t)__builtin_ctz(bits)];
    }
}

static void store_lane(const Wide *wide, const PlanInstr *plan, int32_t place, uint32_t lane,
                       uint64_t bits)
{
    uint32_t shift = (uint32_t)place % 4 * 8, *word = word_at(wide, place, lane);
    uint32_t all = plan->size < 4 ? (1u << plan->size * 8) - 1 : UINT32_MAX;
    *word = (*word & ~(all << shift)) | ((uint32_t)bits & all) << shift;
    if (plan->size == 8)
        *word_at(wide, place + 4, lane) = (uint32_t)(bits >> 32);
}

/* places: of all lanes, or NULL if all go to `place`. */
static void store_element(Wide *wide, const PlanInstr *plan, int32_t place, const int32_t *places,
                          uint32_t element)
{
    bool is_slot = (uint32_t)plan->c < wide->program->slot_count;
    int32_t slot = is_slot ? element_slot(plan, plan->c, element) : plan->c;
    const void *lanes = wide_lanes(wide, slot, (ScalarType)plan->instr->type, 0);
    int32_t behind = (int32_t)(element * plan->size);
    if (!places && plan->size == 4) {
        store_row(wide, word_at(wide, place + behind, 0), lanes);
        return;
    }
    if (!places && plan->size < 4 && wide->active == MASK_ALL) {
        store_parts(word_at(wide, place + behind, 0), lanes, wide->lanes,
                    (uint32_t)(place + behind) % 4 * 8, plan->size);
        return;
    }
    for (uint32_t i = 0; i < wide->lanes; ++i)
        if (is_active(wide, i))
            store_lane(wide, plan, (places ? places[i] : place) + behind, i,
                       plan->size == 8 ? ((const uint64_t *)lanes)[i]
                                       : ((const uint32_t *)lanes)[i]);
}

static void store_apart(Wide *wide, const PlanInstr *plan)
{
    int32_t places[LAUNCH_BLOCK_THREADS_LIMIT];
    if (!list_places(wide, plan, places) || wide_unset_copies(wide, plan) != MASK_NONE_ACTIVE) {
        wide_give_up(wide);
        return;
    }
    set_lanes(wide, places, instr_access_bytes(plan->instr));
    for (uint32_t element = 0; element < plan->instr->width; ++element)
        store_element(wide, plan, 0, places, element);
}

void wide_local_store(Wide *wide, const PlanInstr *plan)
{
    int32_t place = wide_local_place(wide, plan);
    if (place == NO_PLACE) {
        store_apart(wide, plan);
        return;
    }
    set_rows(wide, place, instr_access_bytes(plan->instr), wide_unset_copies(wide, plan));
    for (uint32_t element = 0; element < plan->instr->width; ++element)
        store_element(wide, plan, place, NULL, element);
}

/* ---- pointers into any memory ---- */

/* Where the first active lane goes. */
static bool goes_local(Wide *wide, const PlanInstr *plan)
{
    const Mask *active = mask_at(wide->table, wide->active);
    const Value *base = &wide->values[plan->a];
    uint32_t first = 0;
    if (base->kind == VALUE_AFFINE)
        return address_space(base->bits) == SPACE_LOCAL;
    while (!(active->words[first / 32] >> first % 32 & 1))
        ++first;
    const uint64_t *lanes = wide_lanes(wide, plan->a, SCALAR_U64, 0);
    return address_space(lanes[first]) == SPACE_LOCAL;
}

void wide_any_load(Wide *wide, const PlanInstr *plan)
{
    if (goes_local(wide, plan))
        wide_local_load(wide, plan);
    else
        wide_load(wide, plan);
}

void wide_any_store(Wide *wide, const PlanInstr *plan)
{
    if (goes_local(wide, plan))
        wide_local_store(wide, plan);
    else
        wide_store(wide, plan);
}
