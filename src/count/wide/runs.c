/* Runs: which bytes an access touches, each once, in pieces that lie side by side. Threads that are
 * far apart often are neighbours in memory, as where a block stores columns: sorted they are few
 * pieces, and what follows (telling whoever compares blocks, keeping what was there) is done for
 * whole pieces. Those of an access that comes again are kept. */
#include "count/wide/state.h"

#include "base/clones.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 1 << 10 };

static void add_piece(RunList *list, int64_t at, uint32_t bytes)
{
    CrossingRun *last = list->count ? &list->runs[list->count - 1] : NULL;
    bool is_behind = last && at >= last->at && at <= last->at + last->bytes;
    if (!is_behind)
        list->runs[list->count++] = (CrossingRun){at, bytes};
    else if (at + bytes > last->at + last->bytes)
        last->bytes = (uint32_t)(at - last->at) + bytes;
}

static void list_lanes(const Wide *wide, const WideAccess *access, RunList *list)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    const Mask *active = mask_at(wide->table, wide->active);
    list->count = 0;
    for (uint32_t first = 0; first < wide->lanes; first += LANE_GROUP) {
        uint32_t group = active->words[first / 32] >> first % 32 & 0xffff;
        GroupKind kind = (GroupKind)pattern->kind[first / LANE_GROUP];
        if (group == 0xffff && kind == GROUP_RUN && access->scale == access->bytes) {
            add_piece(list, pattern->rel[first] * access->scale, LANE_GROUP * access->bytes);
            continue;
        }
        if (kind == GROUP_ONE)
            group &= -group;
        for (; group; group &= group - 1)
            add_piece(list, pattern->rel[first + (uint32_t)__builtin_ctz(group)] * access->scale,
                      access->bytes);
    }
}

static int compare_runs(const void *a, const void *b)
{
    const CrossingRun *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

static bool is_dense(const RunList *list)
{
    for (uint32_t i = 1; i < list->count; ++i)
        if (list->runs[i].at - list->runs[i - 1].at - list->runs[i - 1].bytes >= MEMORY_PAGE_BYTES)
            return false;
    return true;
}

static void sort_and_join(RunList *list)
{
    uint32_t count = list->count;
    qsort(list->runs, count, sizeof *list->runs, compare_runs);
    list->count = 0;
    for (uint32_t i = 0; i < count; ++i)
        add_piece(list, list->runs[i].at, list->runs[i].bytes);
}

/* The runs of set bits of a word, each `bytes` long; the lowest one is at `at`. */
static void add_bits(RunList *list, uint64_t bits, int64_t at, uint32_t bytes)
{
    while (bits) {
        uint32_t first = (uint32_t)__builtin_ctzll(bits);
        uint64_t rest = ~(bits >> first);
        uint32_t count = rest ? (uint32_t)__builtin_ctzll(rest) : 64;
        add_piece(list, at + first * (int64_t)bytes, count * bytes);
        bits &= first + count < 64 ? UINT64_MAX << (first + count) : 0;
    }
}

/* A bit for each place of all lanes, of at most 64 from the lowest on. */
static HOST_CLONES uint64_t bits_of_places(const int32_t *rel, uint32_t lanes, int64_t lowest)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < lanes; ++i)
        bits |= (uint64_t)1 << ((uint64_t)(rel[i] - lowest) & 63);
    return bits;
}

static uint64_t bits_of_tally(const Tally *tally)
{
    uint64_t bits = 0;
    for (uint32_t place = 0; place < TALLY_PLACES; ++place)
        bits |= (uint64_t)(tally->lanes[place] != 0) << place;
    return bits;
}

/* Lanes on neighbouring places that data tell, as in a table of sums: a bit for each place. Lanes
 * that are not active go where an active one does. */
static void list_near(const Wide *wide, const WideAccess *access, RunList *list)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    const Mask *active = mask_at(wide->table, wide->active);
    int64_t lo = access->shape.lo, bytes = access->bytes;
    uint32_t words = (uint32_t)((access->shape.hi - lo) / bytes / 64 + 1);
    int shift = __builtin_ctz(access->bytes);
    uint64_t bits[PLACES / 64];
    if (words == 1 && access->scale == bytes) {
        uint64_t places = wide->tally.is_known
                              ? bits_of_tally(&wide->tally)
                              : bits_of_places(pattern->rel, wide->lanes, lo / bytes);
        list->count = 0;
        add_bits(list, places, lo, access->bytes);
        return;
    }
    memset(bits, 0, words * sizeof *bits);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp)
        for (uint32_t left = active->words[warp]; left; left &= left - 1) {
            int64_t rel = pattern->rel[warp * WARP_LANES + (uint32_t)__builtin_ctz(left)];
            uint64_t place = (uint64_t)(rel * access->scale - lo) >> shift;
            bits[place / 64] |= (uint64_t)1 << place % 64;
        }
    list->count = 0;
    for (uint32_t word = 0; word < words; ++word)
        add_bits(list, bits[word], lo + word * 64 * bytes, access->bytes);
}

static RunList *list_for(Wide *wide, RunList *list)
{
    if (!list->runs)
        list->runs = ARENA_ARRAY(wide->table_arena, CrossingRun, wide->lanes);
    return list;
}

static void make_list(const Wide *wide, const WideAccess *access, bool is_kept, RunList *list)
{
    int64_t span = access->shape.hi - access->shape.lo;
    if (access->pattern == PATTERN_LOOSE && span < (PLACES - 1) * (int64_t)access->bytes)
        list_near(wide, access, list);
    else
        list_lanes(wide, access, list);
    if (is_kept)
        sort_and_join(list);
    list->is_dense = is_kept && is_dense(list);
}

const RunList *wide_find_runs(Wide *wide, const WideAccess *access)
{
    bool is_kept = access->pattern != PATTERN_LOOSE && wide->active < wide->steady_masks;
    uint64_t key = (uint64_t)(uint32_t)access->pattern << 32 | (uint32_t)wide->active;
    uint64_t steps = (uint64_t)access->scale << 8 | access->bytes;
    uint64_t slot = is_kept ? hash_u64(key, steps) % RUN_SLOTS : RUN_SLOTS;
    RunList *list = list_for(wide, &wide->runs[slot]);
    if (list->key != key || list->steps != steps) {
        list->key = key;
        list->steps = steps;
        make_list(wide, access, is_kept, list);
    }
    return list;
}

void wide_forget_runs(Wide *wide)
{
    wide->runs[RUN_SLOTS].steps = 0;
    wide->tally.is_known = false;
}
