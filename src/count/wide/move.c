/* Loads and stores of a whole block, once it is known where they go (wide/access.c): the moving of
 * data, and the way back for a block that is given up. */
#include "count/wide/state.h"
#include "count/wide/watch.h"

#include "base/clones.h"

#include <string.h>

uint64_t wide_widened(const uint8_t *at, ScalarType type)
{
    uint64_t bits = 0;
    switch (type) {
    case SCALAR_BOOL:
    case SCALAR_U8: return *at;
    case SCALAR_I8: return (uint32_t)(int32_t)(int8_t)*at;
    case SCALAR_U16:
    case SCALAR_F16:
    case SCALAR_BF16: memcpy(&bits, at, 2); return bits;
    case SCALAR_I16: memcpy(&bits, at, 2); return (uint32_t)(int32_t)(int16_t)bits;
    default: memcpy(&bits, at, scalar_size_bytes(type)); return bits;
    }
}

#define GATHER_ONE(c_type, word_type, i, at)                                                       \
    c_type element;                                                                                \
    memcpy(&element, at, sizeof element);                                                          \
    ((word_type *)to)[i] = (word_type)element;

#define GATHER_CASE(scalar, c_type, word_type)                                                     \
    case scalar:                                                                                   \
        for (uint32_t first = 0; first < lanes; first += LANE_GROUP)                               \
            if (kind[first / LANE_GROUP] == GROUP_RUN && scale == sizeof(c_type)) {                \
                const uint8_t *run = base + rel[first] * scale;                                    \
                for (uint32_t i = 0; i < LANE_GROUP; ++i) {                                        \
                    GATHER_ONE(c_type, word_type, first + i, run + i * sizeof(c_type))             \
                }                                                                                  \
            } else {                                                                               \
                for (uint32_t i = first; i < first + LANE_GROUP; ++i) {                            \
                    GATHER_ONE(c_type, word_type, i, base + rel[i] * scale)                        \
                }                                                                                  \
            }                                                                                      \
        break;

/* Elements of so many lanes, active or not; those of a run lie side by side. */
static HOST_CLONES void gather_lanes(uint32_t lanes, ScalarType type, const uint8_t *base,
                                     const int32_t *rel, const uint8_t *kind, int64_t scale,
                                     void *to)
{
    switch (type) {
        GATHER_CASE(SCALAR_BOOL, uint8_t, uint32_t)
        GATHER_CASE(SCALAR_U8, uint8_t, uint32_t)
        GATHER_CASE(SCALAR_I8, int8_t, uint32_t)
        GATHER_CASE(SCALAR_U16, uint16_t, uint32_t)
        GATHER_CASE(SCALAR_F16, uint16_t, uint32_t)
        GATHER_CASE(SCALAR_BF16, uint16_t, uint32_t)
        GATHER_CASE(SCALAR_I16, int16_t, uint32_t)
        GATHER_CASE(SCALAR_I64, uint64_t, uint64_t)
        GATHER_CASE(SCALAR_U64, uint64_t, uint64_t)
        GATHER_CASE(SCALAR_F64, uint64_t, uint64_t)
        GATHER_CASE(SCALAR_I32, uint32_t, uint32_t)
        GATHER_CASE(SCALAR_U32, uint32_t, uint32_t)
        GATHER_CASE(SCALAR_F32, uint32_t, uint32_t)
    case SCALAR_COUNT: break;
    }
}

/* Words of 8 bytes of all lanes; rows of them lie side by side. */
static HOST_CLONES void gather_wide(uint32_t lanes, const uint64_t *base, const Pattern *pattern,
                                    uint64_t *to)
{
    for (uint32_t first = 0; first < lanes; first += LANE_GROUP, to += LANE_GROUP) {
        const int32_t *rel = pattern->rel + first;
        uint8_t kind = pattern->kind[first / LANE_GROUP];
        if (kind == GROUP_RUN)
            memcpy(to, base + rel[0], LANE_GROUP * sizeof *to);
        else
            for (uint32_t i = 0; i < LANE_GROUP; ++i)
                to[i] = base[rel[i]];
    }
}

/* One element of every active lane; base: of lane 0's. */
static void gather_slowly(const Wide *wide, const WideAccess *access, const uint8_t *base,
                          ScalarType type, void *to)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    const int32_t *rel = pattern->rel;
    const Mask *active = mask_at(wide->table, wide->active);
    uint32_t lane_bytes = scalar_size_bytes(type) == 8 ? 8 : 4;
    if (wide_all_lanes_readable(wide, access)) {
        gather_lanes(wide->lanes, type, base, rel, pattern->kind, access->scale, to);
        return;
    }
    for (uint32_t i = 0; i < wide->lanes; i += 32) {
        uint32_t word = active->words[i / 32];
        uint8_t *lanes = (uint8_t *)to + (size_t)i * lane_bytes;
        if (word == UINT32_MAX) {
            gather_lanes(32, type, base, rel + i, pattern->kind + i / LANE_GROUP, access->scale,
                         lanes);
            continue;
        }
        memset(lanes, 0, (size_t)32 * lane_bytes);
        for (; word; word &= word - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(word);
            uint64_t bits = wide_widened(base + rel[i + lane] * access->scale, type);
            memcpy(lanes + (size_t)lane * lane_bytes, &bits, lane_bytes);
        }
    }
}

/* The bytes from the lowest to the highest place of any lane, active or not; that of one lane is
 * access->bytes long. */
static void find_extent(const Wide *wide, const WideAccess *access, int64_t *lo, int64_t *hi)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    *lo = access->start + pattern->lo * access->scale;
    *hi = access->start + pattern->hi * access->scale + access->bytes;
}

void wide_make_readable(Wide *wide, const WideAccess *access, const WideAccess *last)
{
    int64_t lo, hi, last_lo, last_hi, end = (int64_t)wide->launch->arena_bytes;
    find_extent(wide, access, &lo, &hi);
    find_extent(wide, last, &last_lo, &last_hi);
    lo = lo < last_lo ? lo : last_lo;
    hi = hi > last_hi ? hi : last_hi;
    lo = lo > 0 ? lo : 0;
    memory_read_parts(wide->memory, (uint64_t)lo, (uint64_t)((hi < end ? hi : end) - lo));
}

const uint8_t *wide_readable(Wide *wide, const WideAccess *access)
{
    if (access->is_shared)
        return (const uint8_t *)wide->shared + access->start;
    if (wide->in_parts)
        wide_make_readable(wide, access, access);
    else
        memory_read(wide->memory, (uint64_t)(access->start + access->shape.lo),
                    (uint64_t)(access->shape.hi - access->shape.lo) + access->bytes);
    return memory_base(wide->memory) + access->start;
}

bool wide_all_lanes_readable(const Wide *wide, const WideAccess *access)
{
    int64_t lo, hi;
    find_extent(wide, access, &lo, &hi);
    if (access->is_shared)
        return lo >= -(int64_t)wide->shared_slack &&
               hi <= (int64_t)wide->shared_bytes + wide->shared_slack;
    return wide->in_parts && lo >= 0 && hi <= (int64_t)wide->launch->arena_bytes;
}

static void load_element(Wide *wide, const PlanInstr *plan, const WideAccess *access,
                         const uint8_t *base, uint32_t element)
{
    ScalarType type = (ScalarType)plan->instr->type;
    uint32_t size = plan->size;
    int32_t slot = plan->dst + (int32_t)(element * (size == 8 ? 2 : 1));
    bool quick = access->scale == size && plan->instr->width == 1;
    if (access->pattern == PATTERN_UNIFORM) {
        Value value = {VALUE_AFFINE, PATTERN_UNIFORM, MASK_NONE_ACTIVE,
                       wide_widened(base + element * size, type)};
        wide_put(wide, plan, slot, value, type);
        return;
    }
    void *lanes = wide_begin(wide, plan, slot, false);
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    if (quick && size == 8 && wide_all_lanes_readable(wide, access))
        gather_wide(wide->lanes, (const uint64_t *)(const void *)base, pattern, lanes);
    else if (quick && size == 4 && wide_all_lanes_readable(wide, access))
        wide->functions->gather(wide->lanes, lanes, (const uint32_t *)base, pattern->rel,
                                pattern->kind);
    else
        gather_slowly(wide, access, base + element * size, type, lanes);
    wide_end(wide, plan, slot, lanes, type);
}

void wide_load_from(Wide *wide, const PlanInstr *plan, const WideAccess *access,
                    const uint8_t *base)
{
    for (uint32_t element = 0; element < plan->instr->width; ++element)
        load_element(wide, plan, access, base, element);
}

/* Buffers that are together no larger than this are in the host's caches. */
#define CACHED_BYTES ((uint64_t)1 << 22)

/* A load that goes on as it did wants these words next time. They are fetched into the second cache
 * only: the rows of a tile of a large matrix are so far apart that they would push each other out
 * of the few places that the first one has for them. */
static void prefetch_next(const Wide *wide, const AccessMemo *memo, const uint8_t *base)
{
    const WideAccess *access = &memo->access;
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    if (!memo->moved || access->is_shared || wide->launch->arena_bytes <= CACHED_BYTES)
        return;
    for (uint32_t group = 0; group < wide->lanes / LANE_GROUP; ++group)
        if (pattern->kind[group] <= GROUP_ONE)
            __builtin_prefetch(
                base + memo->moved + pattern->rel[group * LANE_GROUP] * access->scale, 0, 2);
}

void wide_load(Wide *wide, const PlanInstr *plan)
{
    const WideAccess *access = wide_check_access(wide, plan);
    if (!access)
        return;
    const uint8_t *base = wide_readable(wide, access);
    if (!access->is_shared && wide_reaches_unset(wide, access))
        wide_check_filled(wide, access, base);
    wide_load_from(wide, plan, access, base);
    prefetch_next(wide, &wide->memos[plan - wide->plan->code], base);
}

/* memcpy, without a call for the commonest sizes. */
static inline void move_bytes(void *to, const void *from, uint32_t size)
{
    if (size == 4)
        memcpy(to, from, 4);
    else if (size == LANE_GROUP * 4)
        memcpy(to, from, LANE_GROUP * 4);
    else
        memcpy(to, from, size);
}

static void remember_runs(Wide *wide, uint64_t start, const RunList *list)
{
    const uint8_t *base = memory_base(wide->memory);
    for (uint32_t i = 0; i < list->count; ++i) {
        uint64_t at = start + (uint64_t)list->runs[i].at;
        uint32_t size = list->runs[i].bytes;
        *ARENA_PUSH(wide->undo_arena, wide->undo, wide->undo_count, wide->undo_capacity) =
            (Undo){at, size};
        while (__builtin_expect(wide->undo_byte_count + (int)size > wide->undo_byte_capacity, 0))
            wide->undo_bytes = arena_grow(wide->undo_arena, wide->undo_bytes, 1,
                                          wide->undo_byte_capacity, &wide->undo_byte_capacity);
        move_bytes(wide->undo_bytes + wide->undo_byte_count, base + at, size);
        wide->undo_byte_count += (int)size;
    }
}

/* Makes the pages of an access writable, all at once if those between are written, too. */
static void make_writable(Wide *wide, const WideAccess *access, const RunList *list)
{
    const CrossingRun *first = list->runs, *last = list->runs + list->count - 1;
    uint64_t start = (uint64_t)access->start;
    if (list->is_dense)
        memory_write(wide->memory, start + (uint64_t)first->at,
                     (uint64_t)(last->at - first->at) + last->bytes);
    else
        for (const CrossingRun *run = first; run <= last; ++run)
            memory_write(wide->memory, start + (uint64_t)run->at, run->bytes);
}

void wide_remember(Wide *wide, const WideAccess *access)
{
    if (access->is_shared)
        return;
    const RunList *list = wide_find_runs(wide, access);
    if (list->count)
        make_writable(wide, access, list);
    remember_runs(wide, (uint64_t)access->start, list);
}

/* The bytes of lane 0 of an access. */
static uint8_t *base_of(const Wide *wide, const WideAccess *access)
{
    return (access->is_shared ? (uint8_t *)wide->shared : memory_base(wide->memory)) +
           access->start;
}

static HOST_CLONES void store_bytes(uint8_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < LANE_GROUP; ++i)
        to[i] = (uint8_t)from[i];
}

static HOST_CLONES void store_halves(uint16_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < LANE_GROUP; ++i)
        to[i] = (uint16_t)from[i];
}

/* A group of lanes whose elements lie side by side, each in a register of 4 bytes, or of 8. */
static void store_run(const WideAccess *access, uint8_t *to, const uint8_t *from)
{
    if (access->bytes == 4)
        memcpy(to, from, LANE_GROUP * 4);
    else if (access->bytes == 8)
        memcpy(to, from, LANE_GROUP * 8);
    else if (access->bytes == 2)
        store_halves((uint16_t *)(void *)to, (const uint32_t *)(const void *)from);
    else
        store_bytes(to, (const uint32_t *)(const void *)from);
}

/* All lanes to words of shared memory that lie side by side. */
static bool store_row(Wide *wide, const PlanInstr *plan, const WideAccess *access)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    if (!access->is_shared || wide->active != MASK_ALL || plan->size != 4 || access->scale != 4 ||
        plan->instr->width != 1 || !pattern->is_row)
        return false;
    const void *from = wide_lanes(wide, plan->c, (ScalarType)plan->instr->type, 0);
    memcpy((uint8_t *)wide->shared + access->start, from, wide->threads * sizeof(uint32_t));
    return true;
}

/* Sixteen lanes to words that lie side by side, of which the others keep what they held. */
static HOST_CLONES void store_some(uint32_t *to, const uint32_t *from, uint32_t group)
{
    for (uint32_t i = 0; i < LANE_GROUP; ++i) {
        uint32_t is_active = 0 - (group >> i & 1);
        to[i] ^= (to[i] ^ from[i]) & is_active;
    }
}

/* Words of all threads that lie apart. */
static void store_apart(const Wide *wide, uint8_t *base, const Pattern *pattern, int64_t scale,
                        const uint8_t *from)
{
    for (uint32_t i = 0; i < wide->threads; ++i)
        memcpy(base + pattern->rel[i] * scale, from + (size_t)i * 4, 4);
}

static void store_element(Wide *wide, const PlanInstr *plan, const WideAccess *access,
                          uint32_t element)
{
    ScalarType type = (ScalarType)plan->instr->type;
    uint32_t size = plan->size, stride = size == 8 ? 8 : 4;
    bool is_slot = (uint32_t)plan->c < wide->program->slot_count;
    int32_t source = plan->c + (is_slot ? (int32_t)(element * (stride / 4)) : 0);
    const uint8_t *from = wide_lanes(wide, source, type, 0);
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    const Mask *active = mask_at(wide->table, wide->active);
    uint8_t *base = base_of(wide, access) + element * size;
    bool quick = access->scale == size && plan->instr->width == 1;
    bool is_own = quick && size == 4 && access->is_shared && wide_all_lanes_readable(wide, access);
    if (size == 4 && wide->active == MASK_ALL && pattern->kind[0] != GROUP_RUN) {
        store_apart(wide, base, pattern, access->scale, from);
        return;
    }
    for (uint32_t first = 0; first < wide->lanes; first += LANE_GROUP) {
        uint32_t group = active->words[first / 32] >> first % 32 & 0xffff;
        if (quick && group == 0xffff && pattern->kind[first / LANE_GROUP] == GROUP_RUN) {
            store_run(access, base + pattern->rel[first] * access->scale, from + first * stride);
            continue;
        }
        if (is_own && group && pattern->kind[first / LANE_GROUP] == GROUP_RUN) {
            store_some((uint32_t *)(void *)(base + pattern->rel[first] * access->scale),
                       (const uint32_t *)(const void *)(from + first * stride), group);
            continue;
        }
        for (; group; group &= group - 1) {
            uint32_t lane = first + (uint32_t)__builtin_ctz(group);
            move_bytes(base + pattern->rel[lane] * access->scale, from + lane * stride, size);
        }
    }
}

static void count_zero_fills(Wide *wide, const PlanInstr *plan, const WideAccess *access)
{
    if (!plan->is_zero_store || !access->is_shared)
        return;
    int zero = wide->active;
    bool is_slot = (uint32_t)plan->c < wide->program->slot_count;
    for (uint32_t i = 0; is_slot && i < plan->instr->width; ++i) {
        const Value *element = &wide->values[plan->c + (int32_t)i * plan->words[3]];
        zero = wide_mask(wide, mask_and(wide->table, zero, element->zero));
    }
    wide->counts[plan - wide->plan->code].requests.zero_fills += mask_at(wide->table, zero)->lanes;
}

void wide_store(Wide *wide, const PlanInstr *plan)
{
    const WideAccess *access = wide_check_access(wide, plan);
    if (!access)
        return;
    count_zero_fills(wide, plan, access);
    wide_store_to(wide, plan, access);
}

void wide_store_to(Wide *wide, const PlanInstr *plan, const WideAccess *access)
{
    wide_remember(wide, access);
    if (store_row(wide, plan, access))
        return;
    for (uint32_t element = 0; element < plan->instr->width; ++element)
        store_element(wide, plan, access, element);
}
