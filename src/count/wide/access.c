/* Accesses of a whole block. An access is a pattern times a scale from a start; all that is
 * counted of it follows from the pattern, the mask and the start's alignment, and is looked up. */
#include "count/wide/state.h"
#include "count/wide/watch.h"

#include "base/clones.h"
#include "base/hash.h"
#include "probe/counting/cost.h"
#include "probe/counting/sectors.h"
#include "program/flow/constant_loads.h"

#include <string.h>

/* The offset of an index as a number with a sign; false if an index of a 32-bit type wraps in some
 * lane, since it is no longer pattern + offset then. */
static bool signed_offset(const Wide *wide, const Value *value, ScalarType type, int64_t *offset)
{
    *offset = type == SCALAR_I32 ? (int32_t)value->bits : (int64_t)value->bits;
    if (value->pattern == PATTERN_UNIFORM)
        return true;
    const Pattern *pattern = pattern_at(wide->table, value->pattern);
    int64_t lo = *offset + pattern->lo, hi = *offset + pattern->hi;
    if (type == SCALAR_I32)
        return lo >= INT32_MIN && hi <= INT32_MAX;
    if (type == SCALAR_U32)
        return lo >= 0 && hi <= UINT32_MAX;
    return true;
}

static bool add_index(Wide *wide, const PlanInstr *plan, WideAccess *access, uint64_t *address)
{
    const Instr *instr = plan->instr;
    int64_t offset = 0;
    int pattern = PATTERN_UNIFORM;
    if (plan->b >= 0) {
        const Value *index = &wide->values[plan->b];
        if (index->kind != VALUE_AFFINE ||
            !signed_offset(wide, index, (ScalarType)instr->type2, &offset))
            return false;
        pattern = index->pattern;
    }
    *address += (uint64_t)(offset * (int64_t)instr->scale_bytes + instr->imm);
    if (access->pattern == PATTERN_UNIFORM) {
        access->pattern = pattern;
        access->scale = instr->scale_bytes;
    } else if (pattern != PATTERN_UNIFORM) {
        int scaled = pattern_scale(wide->table, pattern, instr->scale_bytes);
        access->pattern =
            scaled < 0 ? scaled : pattern_add(wide->table, access->pattern, scaled, 1);
    }
    return access->pattern >= 0;
}

static bool find_shared(const Wide *wide, WideAccess *access)
{
    if (access->object >= wide->program->shared_count)
        return false;
    const SharedVariable *variable = &wide->program->shared[access->object];
    access->first = variable->offset_bytes;
    access->end = variable->type->size_bytes ? access->first + variable->type->size_bytes
                                             : (int64_t)wide->own_shared_bytes;
    access->is_watched = true;
    return true;
}

static bool find_buffer(const Wide *wide, WideAccess *access)
{
    if (access->object >= wide->launch->buffer_count)
        return false;
    const Buffer *buffer = &wide->launch->buffers[access->object];
    access->first = (int64_t)buffer->offset_bytes;
    access->end = access->first + (int64_t)buffer_bytes(buffer);
    access->is_watched = buffer->parameter < 0
                             ? !buffer->is_constant
                             : wide->program->parameters[buffer->parameter].is_written;
    return true;
}

bool wide_place_access(const Wide *wide, const Instr *instr, uint64_t address, WideAccess *access)
{
    Space space = address_space(address);
    bool is_generic = instr->space == SPACE_GENERIC;
    access->object = (int)address_object(address);
    access->is_shared = space == SPACE_SHARED;
    if ((!is_generic && (Space)instr->space != space) ||
        (space != SPACE_SHARED && space != SPACE_GLOBAL) ||
        !(access->is_shared ? find_shared(wide, access) : find_buffer(wide, access)))
        return false;
    access->start = access->first + address_offset_bytes(address);
    return true;
}

void wide_begin_access(const Instr *instr, WideAccess *access)
{
    access->is_atomic = instr->op == OP_ATOMIC;
    access->bytes =
        access->is_atomic ? scalar_size_bytes((ScalarType)instr->type) : instr_access_bytes(instr);
    access->is_constant = instr_is_constant_load(instr);
}

/* Places that are bytes apart by whole elements are counted in elements, which are moved faster. */
static void count_in_elements(Wide *wide, const PlanInstr *plan, WideAccess *access)
{
    if (access->scale != 1 || plan->size < 4 || plan->instr->width != 1)
        return;
    int pattern = pattern_divide(wide->table, access->pattern, plan->size);
    if (pattern < 0)
        return;
    access->pattern = pattern;
    access->scale = plan->size;
}

bool wide_find_access(Wide *wide, const PlanInstr *plan, WideAccess *access)
{
    const Value *base = &wide->values[plan->a];
    if (base->kind != VALUE_AFFINE)
        return false;
    uint64_t address = base->bits;
    access->pattern = base->pattern;
    access->scale = 1;
    wide_begin_access(plan->instr, access);
    if (!add_index(wide, plan, access, &address) ||
        !wide_place_access(wide, plan->instr, address, access) || !wide_add_segments(wide, access))
        return false;
    count_in_elements(wide, plan, access);
    return true;
}

static bool is_regular(const Wide *wide, const PlanInstr *plan)
{
    return wide->values[plan->a].kind == VALUE_AFFINE &&
           (plan->b < 0 || wide->values[plan->b].kind == VALUE_AFFINE);
}

/* ---- counting ---- */

static MemoryKind memory_of(const WideAccess *access)
{
    return access->is_shared     ? MEMORY_SHARED
           : access->is_constant ? MEMORY_CONSTANT
                                 : MEMORY_GLOBAL;
}

static HOST_CLONES void addresses_of_warp(const int32_t *restrict rel, int64_t scale,
                                          uint64_t phase, uint64_t address[restrict WARP_LANES])
{
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        address[i] = phase + (uint64_t)(rel[i] * scale);
}

static MemoryCount cost_of_warp(const WideAccess *access, uint64_t phase, const int32_t *rel,
                                uint32_t active)
{
    uint64_t address[WARP_LANES];
    addresses_of_warp(rel, access->scale, phase, address);
    return cost_of_lanes(address, active, access->bytes, memory_of(access));
}

/* Whether the lanes of two warps lie to each other in the same way. */
static bool is_alike(const int32_t *a, const int32_t *b)
{
    uint32_t differs = 0;
    for (uint32_t i = 1; i < WARP_LANES; ++i)
        differs |= (uint32_t)(b[i] - b[0]) ^ (uint32_t)(a[i] - a[0]);
    return !differs;
}

/* Whether two warps are whole lines of the cache apart, so that they cost the same if they are
 * alike. */
static bool is_lines_apart(const WideAccess *access, const int32_t *a, const int32_t *b)
{
    return ((int64_t)b[0] - a[0]) * access->scale % LINE_BYTES == 0;
}

/* A loose pattern will be another one, so that it is not worth looking who is alike. */
static void add_warp(WarpKinds *kinds, const WideAccess *access, const uint32_t *active,
                     const int32_t *rel, uint32_t warp)
{
    const int32_t *own = rel + warp * WARP_LANES;
    uint32_t like = kinds->count, same = kinds->count;
    for (uint32_t i = 0; access->pattern != PATTERN_LOOSE && i < kinds->count; ++i) {
        const int32_t *other = rel + kinds->first[i] * WARP_LANES;
        bool is_same = is_lines_apart(access, other, own);
        if ((like < kinds->count && !is_same) || active[kinds->first[i]] != active[warp] ||
            !is_alike(other, own))
            continue;
        like = like < kinds->count ? like : i;
        if (is_same) {
            same = i;
            break;
        }
    }
    if (same == kinds->count) {
        kinds->like[same] = (uint8_t)like;
        kinds->first[kinds->count++] = (uint8_t)warp;
    }
    kinds->times[same]++;
}

/* Which warps of a pattern cost the same, and where its ends are, is so for all phases. */
static const WarpKinds *find_warp_kinds(Wide *wide, const WideAccess *access, int mask)
{
    WarpKinds *kinds = &wide->warp_kinds;
    if (kinds->pattern == access->pattern && kinds->mask == mask && kinds->scale == access->scale &&
        access->pattern != PATTERN_LOOSE)
        return kinds;
    const uint32_t *active = mask_at(wide->table, mask)->words;
    const int32_t *rel = pattern_at(wide->table, access->pattern)->rel;
    *kinds = (WarpKinds){.pattern = access->pattern, .mask = mask, .scale = access->scale};
    if (access->pattern != PATTERN_LOOSE)
        wide->functions->ends(wide->lanes, rel, active, kinds->ends);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        if (active[warp])
            add_warp(kinds, access, active, rel, warp);
    return kinds;
}

/* The start is taken far from zero, so that no lane's address is negative. */
#define FAR_START ((uint64_t)1 << 40)

static MemoryCount find_cost(Wide *wide, const WideAccess *access, uint64_t phase,
                             const uint32_t *active, const WarpKinds *kinds, uint32_t kind)
{
    uint32_t warp = kinds->first[kind], like = kinds->first[kinds->like[kind]];
    const int32_t *rel = pattern_at(wide->table, access->pattern)->rel + warp * WARP_LANES;
    uint8_t at = (phase + (uint64_t)(rel[0] * access->scale)) % LINE_BYTES;
    WarpKey key = {access->scale,
                   access->pattern,
                   active[warp],
                   (uint8_t)like,
                   at,
                   (uint8_t)access->bytes,
                   (uint8_t)memory_of(access),
                   true};
    WarpCost *kept = &wide->warp_costs[(like * 5 + at / 4u) % WARP_COSTS];
    if (access->pattern == PATTERN_LOOSE || memcmp(&kept->key, &key, sizeof key) != 0) {
        kept->key = key;
        kept->key.is_kept = access->pattern != PATTERN_LOOSE;
        kept->cost = cost_of_warp(access, FAR_START + phase, rel, active[warp]);
    }
    return kept->cost;
}

static void add_up_warps(Wide *wide, const WideAccess *access, uint64_t phase,
                         const uint32_t *active, const WarpKinds *kinds, AccessShape *shape)
{
    for (uint32_t i = 0; i < kinds->count; ++i) {
        MemoryCount cost = find_cost(wide, access, phase, active, kinds, i);
        memory_count_add_times(&shape->cost, &cost, kinds->times[i]);
    }
}

static void find_ends(const Wide *wide, const WideAccess *access, const uint32_t *active,
                      uint64_t phase, const WarpKinds *kinds, AccessShape *shape)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    shape->lo = kinds->ends[0] * access->scale;
    shape->hi = kinds->ends[1] * access->scale;
    if (((phase | (uint64_t)access->scale) & (access->bytes - 1)) == 0)
        return;
    for (uint32_t i = 0; i < wide->lanes; ++i)
        if (active[i / 32] >> i % 32 & 1) {
            int64_t at = pattern->rel[i] * access->scale;
            shape->is_misaligned |= ((phase + (uint64_t)at) & (access->bytes - 1)) != 0;
        }
}

/* Lanes that are not active go where an active one does in a loose pattern, so its ends are theirs;
 * a scale that is not a whole number of accesses is not looked at closely. */
static void use_loose_ends(const WideAccess *access, const Pattern *pattern, uint64_t phase,
                           AccessShape *shape)
{
    shape->lo = pattern->lo * access->scale;
    shape->hi = pattern->hi * access->scale;
    shape->is_misaligned = ((phase | (uint64_t)access->scale) & (access->bytes - 1)) != 0;
}

/* Shared words of a mask on which data decide: where in every warp all lanes have a bank of their
 * own, so have some of them, and what they cost follows from how many they are. The ends are those
 * of all lanes, so this is not looked up for another start. False if it is not so. */
static bool count_apart(Wide *wide, const WideAccess *access, int mask, AccessShape *shape)
{
    if (!access->is_shared || access->is_atomic || access->bytes > 4 || mask < wide->steady_masks ||
        access->pattern == PATTERN_LOOSE || wide->group > 1)
        return false;
    const AccessShape *all = wide_access_shape(wide, access, MASK_ALL);
    if (all->is_misaligned || all->cost.broadcasts ||
        all->cost.wavefronts != mask_at(wide->table, MASK_ALL)->warps ||
        access->start + all->lo < access->first ||
        access->start + all->hi + access->bytes > access->end)
        return false;
    const Mask *active = mask_at(wide->table, mask);
    shape->key_b = 0;
    shape->lo = all->lo;
    shape->hi = all->hi;
    shape->cost = (MemoryCount){.accesses = active->lanes,
                                .bytes = active->lanes * (uint64_t)access->bytes,
                                .requests = active->warps,
                                .wavefronts = active->warps};
    return true;
}

/* Lanes whose places data tell: no two warps are alike. False if they are not counted so. */
static bool add_up_loose(const Wide *wide, const WideAccess *access, uint64_t phase,
                         const uint32_t *active, AccessShape *shape)
{
    uint64_t odd = (phase | (uint64_t)access->scale) & (access->bytes - 1);
    if (access->pattern != PATTERN_LOOSE || access->is_atomic || access->bytes == 1 || odd ||
        memory_of(access) != MEMORY_GLOBAL)
        return false;
    shape->cost = cost_of_aligned(wide->table->loose_rel, access->scale, FAR_START + phase, active,
                                  wide->lanes / WARP_LANES, access->bytes);
    return true;
}

/* All of it that a block needs which is not counted. */
static void describe_ends(const Wide *wide, const WideAccess *access, int mask, uint64_t phase,
                          AccessShape *shape)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    const uint32_t *active = mask_at(wide->table, mask)->words;
    WarpKinds kinds;
    if (access->pattern == PATTERN_LOOSE) {
        use_loose_ends(access, pattern, phase, shape);
        return;
    }
    wide->functions->ends(wide->lanes, pattern->rel, active, kinds.ends);
    find_ends(wide, access, active, phase, &kinds, shape);
}

static void describe_access_shape(Wide *wide, const WideAccess *access, int mask, uint64_t phase,
                                  AccessShape *shape)
{
    if (wide->only_runs) {
        describe_ends(wide, access, mask, phase, shape);
        return;
    }
    if (count_apart(wide, access, mask, shape))
        return;
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    const Mask *active = mask_at(wide->table, mask);
    bool is_loose = access->pattern == PATTERN_LOOSE;
    if (add_up_loose(wide, access, phase, active->words, shape)) {
        use_loose_ends(access, pattern, phase, shape);
        return;
    }
    const WarpKinds *kinds =
        is_loose && access->is_atomic ? NULL : find_warp_kinds(wide, access, mask);
    if (is_loose)
        use_loose_ends(access, pattern, phase, shape);
    else
        find_ends(wide, access, active->words, phase, kinds, shape);
    if (access->is_atomic)
        shape->turns = wide_count_turns(wide, access, active);
    else
        add_up_warps(wide, access, phase, active->words, kinds, shape);
}

uint64_t wide_phase_bits(const Wide *wide, const WideAccess *access)
{
    uint64_t size = access->bytes - 1, unit = size > 3 ? size : 3;
    uint64_t apart = pattern_at(wide->table, access->pattern)->bits * (uint64_t)access->scale;
    if (access->is_shared)
        return unit;
    if (access->is_atomic || apart % SECTOR_BYTES)
        return LINE_BYTES - 1;
    return size | (apart % LINE_BYTES ? LINE_BYTES - SECTOR_BYTES : 0);
}

/* What accesses of this pattern, mask and alignment have in common, looked up or worked out. A loop
 * that walks along a row goes through all phases of one shape: these lie side by side in the table,
 * so that none of them takes the place of another. */
const AccessShape *wide_access_shape(Wide *wide, const WideAccess *access, int mask)
{
    uint64_t phase = (uint64_t)access->start & wide_phase_bits(wide, access);
    uint64_t key_a = (uint64_t)(uint32_t)access->pattern << 32 | (uint32_t)mask;
    uint64_t key_b = (uint64_t)access->scale << 17 | (uint64_t)access->is_atomic << 16 |
                     (uint64_t)access->is_constant << 15 | access->bytes << 9 | access->is_shared |
                     (uint64_t)1 << 63;
    uint64_t hash = (key_a ^ key_b * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    key_b |= phase << 1;
    hash = (hash >> 40) + phase / (access->bytes < 4 ? access->bytes : 4);
    AccessShape **slot = &wide->shapes[hash & (ACCESS_SLOTS - 1)];
    if (!*slot)
        *slot = ARENA_NEW(wide->table_arena, AccessShape);
    AccessShape *shape = *slot;
    if (access->pattern == PATTERN_LOOSE)
        shape->key_b = 0;
    if (shape->key_a != key_a || shape->key_b != key_b) {
        AccessShape found = {.key_a = key_a, .key_b = key_b};
        describe_access_shape(wide, access, mask, phase, &found);
        *shape = found;
    }
    return shape;
}

void wide_count_access(Wide *wide, const PlanInstr *plan, const WideAccess *access, int64_t start,
                       const MemoryCount *cost)
{
    if (wide->only_runs)
        return;
    PcCount *count = &wide->counts[plan - wide->plan->code];
    int object = access->object + (access->is_shared ? OBJECT_SHARED : 1);
    if (count->object && count->object != object)
        wide_give_up(wide);
    int64_t reach = start + access->shape.hi + access->bytes - access->first;
    count->object = object;
    count->reach = reach > count->reach ? reach : count->reach;
    memory_count_add(&count->requests, cost);
}

static bool is_in_bounds(const WideAccess *access)
{
    return access->start + access->shape.lo >= access->first &&
           access->start + access->shape.hi + access->bytes <= access->end;
}

/* ---- finding ---- */

/* Looks up the shape for where the access starts; false if the machine must run it. */
static bool shape_access(Wide *wide, AccessMemo *memo)
{
    wide_describe_access(wide, &memo->access);
    return !memo->access.shape.is_misaligned;
}

int wide_steady_cover(const Wide *wide)
{
    int mask = wide->active;
    for (uint32_t i = wide->depth; i > 0 && mask >= wide->steady_masks; --i)
        mask = wide->frames[i - 1].saved;
    return mask < wide->steady_masks ? mask : MASK_ALL;
}

/* Finds the access anew and keeps it; false if it cannot be done here. */
static bool remember_access(Wide *wide, const PlanInstr *plan, AccessMemo *memo)
{
    const Value *base = &wide->values[plan->a];
    WideAccess *access = &memo->access;
    int64_t offset = 0;
    memo->mask = MASK_NONE_ACTIVE;
    memo->moved = 0;
    bool regular = is_regular(wide, plan) && wide_find_access(wide, plan, access);
    if (!regular && !wide_find_irregular(wide, plan, access))
        return false;
    if (!shape_access(wide, memo))
        return false;
    if (regular && plan->b >= 0)
        signed_offset(wide, &wide->values[plan->b], (ScalarType)plan->instr->type2, &offset);
    memo->base = base->bits;
    memo->base_pattern = base->pattern;
    memo->index_pattern = plan->b >= 0 ? wide->values[plan->b].pattern : PATTERN_UNIFORM;
    memo->mask = regular ? wide->active : MASK_NONE_ACTIVE;
    memo->phase_bits = wide_phase_bits(wide, access);
    memo->origin = access->start - offset * (int64_t)plan->instr->scale_bytes;
    memo->logged = (LoggedAccess){.pattern = access->pattern,
                                  .mask = wide->active,
                                  .cover = wide->active,
                                  .scale_bytes = (uint32_t)access->scale,
                                  .access_bytes = access->bytes,
                                  .object = access->is_shared ? -1 : access->object,
                                  .is_write = plan->instr->op == OP_STORE,
                                  .repeats = 1};
    memo->logged.kind = interval_kind(&memo->logged);
    return true;
}

/* Moves the last access on if this one differs in its start alone. An index so large that it would
 * reach another object's addresses lies outside this one. */
static bool move_access(Wide *wide, const PlanInstr *plan, AccessMemo *memo)
{
    const Value *base = &wide->values[plan->a];
    int64_t offset = 0;
    if (memo->mask != wide->active || memo->base != base->bits ||
        memo->base_pattern != base->pattern || base->kind != VALUE_AFFINE)
        return false;
    if (plan->b >= 0) {
        const Value *index = &wide->values[plan->b];
        if (index->kind != VALUE_AFFINE || index->pattern != memo->index_pattern ||
            !signed_offset(wide, index, (ScalarType)plan->instr->type2, &offset))
            return false;
    }
    int64_t start =
        (int64_t)((uint64_t)memo->origin + (uint64_t)offset * (uint64_t)plan->instr->scale_bytes);
    bool is_in_phase = ((uint64_t)(start ^ memo->access.start) & memo->phase_bits) == 0;
    memo->moved = start - memo->access.start;
    memo->access.start = start;
    return is_in_phase || shape_access(wide, memo);
}

/* Which lanes of a store leave what is not set. A mask may have another number in a later block, so
 * a proof knows it by what it holds. */
static void log_unset(Wide *wide, AccessMemo *memo, int unset)
{
    const Mask *lanes = mask_at(wide->table, unset);
    memo->logged.unset = unset;
    memo->logged.kind = interval_kind(&memo->logged);
    if (unset != MASK_NONE_ACTIVE)
        memo->logged.kind = hash_bytes(memo->logged.kind, lanes->words,
                                       wide->lanes / WARP_LANES * sizeof *lanes->words);
}

/* Tells the interval, and whoever compares blocks, of an access; false if it was given up. */
static bool log_access(Wide *wide, const PlanInstr *plan, AccessMemo *memo)
{
    const WideAccess *access = &memo->access;
    int cover = wide_steady_cover(wide);
    memo->logged.start = access->start;
    if (memo->logged.cover != cover) {
        memo->logged.cover = cover;
        memo->logged.kind = interval_kind(&memo->logged);
    }
    if (plan->instr->op == OP_STORE && plan->instr->flags & INSTR_WATCHED)
        log_unset(wide, memo, wide_unset_copies(wide, plan));
    if (access->is_atomic && !wide_log_atomic(wide, plan, access))
        wide_give_up(wide);
    if (!access->is_atomic)
        interval_add(wide->intervals, &memo->logged);
    if (!access->is_shared)
        wide_touch_words(wide, access, instr_opcode_between(plan->instr));
    return !wide->gave_up;
}

const WideAccess *wide_locate_access(Wide *wide, const PlanInstr *plan)
{
    AccessMemo *memo = &wide->memos[plan - wide->plan->code];
    const WideAccess *access = &memo->access;
    bool is_load = plan->instr->op == OP_LOAD;
    bool good = (move_access(wide, plan, memo) || remember_access(wide, plan, memo)) &&
                is_in_bounds(access) &&
                (access->is_shared || wide_rows_agree(wide, plan, access->pattern, access->scale,
                                                      access->start - access->first));
    if (!good || (!is_load && !access->is_watched)) { /* not watched: reads of it were not noted */
        wide_give_up(wide);
        return NULL;
    }
    return access;
}

const WideAccess *wide_check_access(Wide *wide, const PlanInstr *plan)
{
    AccessMemo *memo = &wide->memos[plan - wide->plan->code];
    const WideAccess *access = wide_locate_access(wide, plan);
    bool is_load = plan->instr->op == OP_LOAD;
    if (!access)
        return NULL;
    wide_count_access(wide, plan, access, access->start, &access->shape.cost);
    wide->counts[plan - wide->plan->code].turns += access->shape.turns;
    if (wide->reads && is_load && !access->is_shared)
        wide_log_read(wide, access);
    if (access->is_watched && !log_access(wide, plan, memo))
        return NULL;
    return wide->gave_up ? NULL : access;
}
