/* Interning by open hashing; binary operations go through direct-mapped memo tables, so that a
 * repeated operation costs one probe. */
#include "count/lanes/pattern.h"
#include "count/lanes/lanes_float.h"

#include "base/clones.h"
#include "base/hash.h"

#include <string.h>

enum {
    PATTERN_SLOTS = 2 * PATTERN_LIMIT, /* powers of two, as the next two */
    MASK_SLOTS = 1 << 10,              /* at first; as masks come they become twice as many */
    MEMO_SLOTS = 1 << 9                /* of each of the two tables */
};

typedef struct PatternMemo {
    uint64_t key, operand; /* key 0: empty */
    int result;
} Memo;

typedef enum MemoKind {
    MEMO_ADD = 1,
    MEMO_SUB,
    MEMO_SCALE,
    MEMO_DIVIDE,
    MEMO_AND,
    MEMO_AND_NOT,
    MEMO_OR,
    MEMO_XOR,
    MEMO_SPLIT,
    MEMO_COMPARE
} MemoKind;

static Memo *memo_find(PatternTable *table, MemoKind kind, int a, uint64_t operand, bool *found)
{
    uint64_t key = (uint64_t)kind << 32 | (uint32_t)a;
    uint64_t hash = hash_u64(key, operand) & (MEMO_SLOTS - 1);
    bool is_of_masks = kind >= MEMO_AND && kind < MEMO_COMPARE; /* which data fill with new ones */
    Memo *memo = &table->memo[hash + (is_of_masks ? MEMO_SLOTS : 0)];
    *found = memo->key == key && memo->operand == operand;
    memo->key = key;
    memo->operand = operand;
    return memo;
}

static inline GroupKind group_kind(const int32_t *rel)
{
    uint32_t runs = 0, ones = 0; /* bits of what is not so, as a choice would become a branch */
    for (int i = 0; i < LANE_GROUP; ++i) {
        uint32_t from_half = (uint32_t)rel[i] - (uint32_t)rel[i / LANE_HALF * LANE_HALF];
        runs |= from_half - (uint32_t)(i % LANE_HALF);
        ones |= from_half;
    }
    uint32_t apart = (uint32_t)rel[LANE_HALF] - (uint32_t)rel[0];
    if (!runs)
        return apart == LANE_HALF ? GROUP_RUN : GROUP_RUNS;
    return ones ? GROUP_OTHER : apart ? GROUP_ONES : GROUP_ONE;
}

static HOST_CLONES void find_ends(Pattern *pattern, uint32_t threads, uint32_t lanes,
                                  const int32_t *rel)
{
    int32_t lo = 0, hi = 0;
    uint32_t off_row = 0, bits = 0;
    for (uint32_t i = 0; i < threads; ++i)
        off_row |= (uint32_t)rel[i] ^ i;
    for (uint32_t i = 0; i < lanes; ++i) {
        lo = rel[i] < lo ? rel[i] : lo;
        hi = rel[i] > hi ? rel[i] : hi;
        bits |= (uint32_t)rel[i];
    }
    pattern->bits = bits;
    pattern->is_row = !off_row;
    pattern->lo = lo;
    pattern->hi = hi;
}

static HOST_CLONES void find_kinds(uint32_t groups, const int32_t *rel, uint8_t *kind)
{
    for (uint32_t group = 0; group < groups; ++group)
        kind[group] = (uint8_t)group_kind(rel + group * LANE_GROUP);
}

static bool is_at(const Pattern *pattern, uint32_t group, uint32_t other)
{
    const int32_t *a = pattern->rel + group * LANE_GROUP, *b = pattern->rel + other * LANE_GROUP;
    return pattern->kind[group] == pattern->kind[other] && a[0] == b[0] &&
           a[LANE_HALF] == b[LANE_HALF];
}

static bool comes_again(const Pattern *pattern, uint32_t groups, uint32_t period)
{
    for (uint32_t group = 0; group + period < groups; ++group)
        if (!is_at(pattern, group, group + period))
            return false;
    return true;
}

void pattern_describe(Pattern *pattern, uint32_t threads, uint32_t lanes, const int32_t *rel,
                      uint8_t *kind)
{
    uint32_t groups = lanes / LANE_GROUP;
    pattern->rel = rel;
    pattern->kind = kind;
    find_ends(pattern, threads, lanes, rel);
    find_kinds(groups, rel, kind);
    pattern->is_alike = true;
    for (uint32_t group = 1; group < groups; ++group)
        pattern->is_alike &= kind[group] == kind[0];
    pattern->period = 0;
    if (memchr(kind, GROUP_OTHER, groups))
        return;
    for (uint32_t period = 1; period < groups && !pattern->period; ++period)
        if (comes_again(pattern, groups, period))
            pattern->period = period;
}

/* What is beyond 32 bits in values minus the first of them. */
static HOST_CLONES uint64_t subtract_first(uint32_t n, const int64_t *values, int32_t *rel)
{
    uint64_t beyond = 0, first = (uint64_t)values[0];
    for (uint32_t i = 0; i < n; ++i) {
        uint64_t difference = (uint64_t)values[i] - first;
        beyond |= (difference + 0x80000000u) >> 32;
        rel[i] = (int32_t)(uint32_t)difference;
    }
    return beyond;
}

/* The lanes' distances from the first; false if one does not fit. */
static bool find_rel(const PatternTable *table, const int64_t *values, int32_t *rel)
{
    bool fits = !subtract_first(table->threads, values, rel);
    for (uint32_t i = table->threads; i < table->lanes; ++i)
        rel[i] = 0;
    return fits;
}

/* Every lane has a weight of its own, so that all of them are looked at at once. */
static HOST_CLONES uint64_t hash_of_rel(uint32_t lanes, const int32_t *rel)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < lanes; ++i)
        sum += (uint32_t)rel[i] * (i * 0x9e3779b1u + 0x85ebca77u);
    return hash_u64(HASH_START, sum);
}

int pattern_loose(PatternTable *table, const int64_t *values)
{
    if (!find_rel(table, values, table->loose_rel))
        return PATTERN_NONE;
    pattern_describe(&table->patterns[PATTERN_LOOSE], table->threads, table->lanes,
                     table->loose_rel, table->loose_kind);
    return PATTERN_LOOSE;
}

int pattern_of_index(PatternTable *table, const LaneFunctions *functions, const uint32_t *index,
                     bool is_signed, int mask, int64_t *first)
{
    const uint32_t *active = table->masks[mask].words;
    Pattern *pattern = &table->patterns[PATTERN_LOOSE];
    uint32_t lane = 0;
    while (!(active[lane / 32] >> lane % 32 & 1))
        ++lane;
    *first = is_signed ? (int32_t)index[lane] : (int64_t)index[lane];
    uint32_t from = index[lane], sign = is_signed ? 0 : 0x80000000u;
    int32_t ends[2];
    functions->differences(table->lanes, table->loose_rel, index, active, from, sign, ends);
    pattern->lo = (int64_t)ends[0] - (int32_t)(from ^ sign);
    pattern->hi = (int64_t)ends[1] - (int32_t)(from ^ sign);
    pattern->rel = table->loose_rel;
    memset(table->loose_kind, GROUP_OTHER, table->lanes / LANE_GROUP);
    pattern->kind = table->loose_kind;
    pattern->is_row = false;
    pattern->is_alike = true;
    pattern->period = 0;
    pattern->bits = UINT32_MAX;
    return pattern->lo < INT32_MIN || pattern->hi > INT32_MAX ? PATTERN_NONE : PATTERN_LOOSE;
}

int pattern_intern(PatternTable *table, const int64_t *values)
{
    int32_t rel[1024];
    if (!find_rel(table, values, rel))
        return PATTERN_NONE;
    size_t bytes = table->lanes * sizeof *rel;
    uint64_t slot = hash_of_rel(table->lanes, rel);
    for (;; ++slot) {
        uint16_t *entry = &table->pattern_slots[slot & (PATTERN_SLOTS - 1)];
        if (!*entry) {
            if (table->pattern_count == PATTERN_LIMIT)
                return PATTERN_NONE;
            Pattern *added = ARENA_PUSH(table->arena, table->patterns, table->pattern_count,
                                        table->pattern_capacity);
            pattern_describe(added, table->threads, table->lanes,
                             arena_copy(table->arena, rel, bytes),
                             ARENA_ARRAY(table->arena, uint8_t, table->lanes / LANE_GROUP));
            *entry = (uint16_t)table->pattern_count;
            return *entry - 1;
        }
        if (memcmp(table->patterns[*entry - 1].rel, rel, bytes) == 0)
            return *entry - 1;
    }
}

static uint16_t *mask_slot(const PatternTable *table, const uint32_t *words)
{
    size_t bytes = table->lanes / 32 * sizeof *words;
    for (uint64_t slot = hash_bytes(HASH_START, words, bytes);; ++slot) {
        uint16_t *entry = &table->mask_slots[slot & (table->mask_slot_count - 1)];
        if (!*entry || memcmp(table->masks[*entry - 1].words, words, bytes) == 0)
            return entry;
    }
}

static void fill_mask_slots(PatternTable *table)
{
    for (int i = 0; i < table->mask_count; ++i)
        *mask_slot(table, table->masks[i].words) = (uint16_t)(i + 1);
}

static void grow_mask_slots(PatternTable *table)
{
    table->mask_slot_count = table->mask_slot_count ? 2 * table->mask_slot_count : MASK_SLOTS;
    table->mask_slots = ARENA_ARRAY(table->arena, uint16_t, table->mask_slot_count);
    fill_mask_slots(table);
}

void pattern_table_forget_masks(PatternTable *table, int kept)
{
    table->mask_count = kept;
    memset(table->mask_slots, 0, table->mask_slot_count * sizeof *table->mask_slots);
    fill_mask_slots(table);
    memset(table->memo, 0, 2 * MEMO_SLOTS * sizeof *table->memo);
}

static HOST_CLONES void count_lanes(Mask *mask, uint32_t warps)
{
    mask->lanes = mask->warps = 0;
    for (uint32_t i = 0; i < warps; ++i) {
        mask->lanes += (uint32_t)__builtin_popcount(mask->words[i]);
        mask->warps += mask->words[i] != 0;
    }
}

int mask_intern(PatternTable *table, const uint32_t *words)
{
    uint16_t *entry = mask_slot(table, words);
    if (*entry)
        return *entry - 1;
    if (table->mask_count == MASK_LIMIT)
        return -1;
    size_t bytes = table->lanes / 32 * sizeof *words;
    bool is_new = table->mask_count == table->mask_made;
    Mask *mask = ARENA_PUSH(table->arena, table->masks, table->mask_count, table->mask_capacity);
    mask->words =
        is_new ? arena_copy(table->arena, words, bytes) : memcpy(mask->words, words, bytes);
    table->mask_made += is_new;
    count_lanes(mask, table->lanes / 32);
    *entry = (uint16_t)table->mask_count;
    if ((uint32_t)table->mask_count * 2 > table->mask_slot_count)
        grow_mask_slots(table);
    return table->mask_count - 1;
}

PatternTable *pattern_table_new(Arena *arena, uint32_t thread_count, uint32_t lanes)
{
    PatternTable *table = ARENA_NEW(arena, PatternTable);
    table->arena = arena;
    table->threads = thread_count;
    table->lanes = lanes;
    table->pattern_slots = ARENA_ARRAY(arena, uint16_t, PATTERN_SLOTS);
    grow_mask_slots(table);
    table->memo = ARENA_ARRAY(arena, Memo, 2 * MEMO_SLOTS);
    table->values = ARENA_ARRAY(arena, int64_t, lanes);
    table->words = ARENA_ARRAY(arena, uint32_t, lanes / 32);
    table->loose_rel = ARENA_ARRAY(arena, int32_t, lanes);
    table->loose_kind = ARENA_ARRAY(arena, uint8_t, lanes / LANE_GROUP);
    pattern_intern(table, table->values);
    ARENA_PUSH(arena, table->patterns, table->pattern_count, table->pattern_capacity)->hi = 0;
    mask_intern(table, table->words);
    for (uint32_t i = 0; i < thread_count; ++i)
        table->words[i / 32] |= 1u << i % 32;
    mask_intern(table, table->words);
    return table;
}

int pattern_add(PatternTable *table, int a, int b, int sign_b)
{
    if (b == PATTERN_UNIFORM)
        return a;
    if (a == PATTERN_UNIFORM && sign_b > 0)
        return b;
    bool found;
    Memo *memo = memo_find(table, sign_b > 0 ? MEMO_ADD : MEMO_SUB, a, (uint64_t)b, &found);
    if (found)
        return memo->result;
    const int32_t *x = table->patterns[a].rel, *y = table->patterns[b].rel;
    for (uint32_t i = 0; i < table->threads; ++i)
        table->values[i] = (int64_t)x[i] + (int64_t)y[i] * sign_b;
    return memo->result = pattern_intern(table, table->values);
}

int pattern_scale(PatternTable *table, int a, int64_t factor)
{
    if (a == PATTERN_UNIFORM || factor == 1)
        return a;
    if (factor == 0)
        return PATTERN_UNIFORM;
    if (factor != (int32_t)factor)
        return PATTERN_NONE;
    bool found;
    Memo *memo = memo_find(table, MEMO_SCALE, a, (uint64_t)factor, &found);
    if (found)
        return memo->result;
    for (uint32_t i = 0; i < table->threads; ++i)
        table->values[i] = table->patterns[a].rel[i] * factor;
    return memo->result = pattern_intern(table, table->values);
}

int pattern_divide(PatternTable *table, int a, int32_t divisor)
{
    bool found;
    if (a == PATTERN_UNIFORM)
        return a;
    if (a == PATTERN_LOOSE || table->patterns[a].bits & ((uint32_t)divisor - 1))
        return PATTERN_NONE;
    Memo *memo = memo_find(table, MEMO_DIVIDE, a, (uint64_t)divisor, &found);
    if (found)
        return memo->result;
    for (uint32_t i = 0; i < table->threads; ++i)
        table->values[i] = table->patterns[a].rel[i] / divisor;
    return memo->result = pattern_intern(table, table->values);
}

static uint32_t combined(MemoKind kind, uint32_t a, uint32_t b)
{
    return kind == MEMO_AND ? a & b : kind == MEMO_OR ? a | b : kind == MEMO_XOR ? a ^ b : a & ~b;
}

static int mask_combine(PatternTable *table, MemoKind kind, int a, int b)
{
    bool found;
    Memo *memo = memo_find(table, kind, a, (uint64_t)b, &found);
    if (found)
        return memo->result;
    for (uint32_t i = 0; i < table->lanes / 32; ++i)
        table->words[i] = combined(kind, table->masks[a].words[i], table->masks[b].words[i]);
    return memo->result = mask_intern(table, table->words);
}

int mask_and(PatternTable *table, int a, int b)
{
    if (a == b || b == MASK_ALL || a == MASK_NONE_ACTIVE)
        return a;
    if (a == MASK_ALL || b == MASK_NONE_ACTIVE)
        return b;
    return mask_combine(table, MEMO_AND, a, b);
}

int mask_and_not(PatternTable *table, int a, int b)
{
    if (a == b || b == MASK_ALL || a == MASK_NONE_ACTIVE)
        return MASK_NONE_ACTIVE;
    return b == MASK_NONE_ACTIVE ? a : mask_combine(table, MEMO_AND_NOT, a, b);
}

int mask_or(PatternTable *table, int a, int b)
{
    if (a == b || b == MASK_NONE_ACTIVE || a == MASK_ALL)
        return a;
    if (b == MASK_ALL || a == MASK_NONE_ACTIVE)
        return b;
    return mask_combine(table, MEMO_OR, a, b);
}

int mask_xor(PatternTable *table, int a, int b)
{
    return a == b ? MASK_NONE_ACTIVE : mask_combine(table, MEMO_XOR, a, b);
}

static bool comparison_holds(int64_t value, Comparison comparison)
{
    switch (comparison) {
    case COMPARE_EQ: return value == 0;
    case COMPARE_NE: return value != 0;
    case COMPARE_LT: return value < 0;
    case COMPARE_LE: return value <= 0;
    case COMPARE_GT: return value > 0;
    case COMPARE_GE: return value >= 0;
    }
    return false;
}

int mask_compare(PatternTable *table, const LaneFunctions *functions, int pattern, int64_t offset,
                 Comparison comparison)
{
    const Pattern *p = &table->patterns[pattern];
    bool low = comparison_holds(offset + p->lo, comparison),
         high = comparison_holds(offset + p->hi, comparison);
    bool monotone = comparison != COMPARE_EQ && comparison != COMPARE_NE;
    bool one_sided = offset + p->lo > 0 || offset + p->hi < 0 || p->lo == p->hi;
    if (low == high && (monotone || one_sided))
        return low ? MASK_ALL : MASK_NONE_ACTIVE;
    bool found;
    Memo *memo =
        memo_find(table, MEMO_COMPARE + (int)comparison, pattern, (uint64_t)offset, &found);
    if (found)
        return memo->result;
    functions->limit(table->lanes, table->words, p->rel, (int32_t)-offset, comparison);
    for (uint32_t warp = 0; warp < table->lanes / 32; ++warp)
        table->words[warp] &= table->masks[MASK_ALL].words[warp];
    return memo->result = mask_intern(table, table->words);
}

uint32_t mask_split_warps(PatternTable *table, int within, int part)
{
    if (within == part || part == MASK_NONE_ACTIVE)
        return 0;
    bool found;
    Memo *memo = memo_find(table, MEMO_SPLIT, within, (uint64_t)part, &found);
    if (found)
        return (uint32_t)memo->result;
    uint32_t split = 0;
    for (uint32_t i = 0; i < table->lanes / 32; ++i) {
        uint32_t in = table->masks[part].words[i];
        split += in && in != table->masks[within].words[i];
    }
    memo->result = (int)split;
    return split;
}

bool pattern_climbs(const PatternTable *table, int pattern, int mask, int64_t scale, int64_t bytes)
{
    const int32_t *rel = pattern_at(table, pattern)->rel;
    int64_t end = INT64_MIN;
    for (uint32_t warp = 0; warp < table->lanes / 32; ++warp, rel += 32)
        for (uint32_t left = mask_at(table, mask)->words[warp]; left; left &= left - 1) {
            int64_t at = rel[__builtin_ctz(left)] * scale;
            if (at < end)
                return false;
            end = at + bytes;
        }
    return true;
}

bool pattern_reaches(const PatternTable *table, int pattern, int mask, int64_t scale, int64_t bytes,
                     int64_t from, int64_t end)
{
    const Pattern *places = pattern_at(table, pattern);
    const uint32_t *words = mask_at(table, mask)->words;
    if (places->lo * scale >= end || places->hi * scale + bytes <= from)
        return false;
    for (uint32_t lane = 0; lane < table->lanes; ++lane) {
        int64_t at = places->rel[lane] * scale;
        if (at < end && at + bytes > from && words[lane / 32] >> lane % 32 & 1)
            return true;
    }
    return false;
}

bool pattern_table_is_crowded(const PatternTable *table)
{
    return table->pattern_count > PATTERN_LIMIT / 2;
}

bool pattern_table_has_many_masks(const PatternTable *table)
{
    return table->mask_count > MASKS_MANY;
}
