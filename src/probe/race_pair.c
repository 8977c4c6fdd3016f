/* Pairs of lanes that race. A pair of threads is counted once for a word, its kind and its lines, in
 * an interval: before counting, the log is asked whether earlier requests already showed it. Most
 * requests meet none that overlaps, so the search stays short. */
#include "probe/object.h"
#include "probe/race_log.h"

enum { NEAR_LIMIT = 4096 };

/* One search: access against those of the log whose bytes may overlap its own. */
typedef struct Search {
    const RaceLog *log;
    const ShapeTable *shapes;
    const Fold *fold;
    const Access *access;
    uint32_t count;
    uint16_t near[NEAR_LIMIT];
} Search;

/* Two lanes on one word: thread a of the logged access, b of the new one. */
typedef struct Clash {
    const Access *other;
    uint32_t index; /* of other in near */
    int lane_a, lane_b;
    uint64_t word;
    bool other_first;
} Clash;

static bool is_write(const Access *access)
{
    return access->kind != ACCESS_READ;
}

static bool may_race(const Access *a, const Access *b)
{
    if (!is_write(a) && !is_write(b))
        return false;
    if (a->kind == ACCESS_ATOMIC && b->kind == ACCESS_ATOMIC)
        return false;
    return a->warp != b->warp || a->sync == b->sync;
}

static bool is_like(const Access *a, const Access *b)
{
    return a->line == b->line && a->kind == b->kind;
}

static const LaneShape *shape_of(const Search *search, const Access *access)
{
    return shape_at(search->shapes, access->shape);
}

/* Lanes that all lie on one grid of more than their size never meet another such grid. */
static bool misses_by_grain(const Search *search, const Access *a, const Access *b)
{
    const LaneShape *x = shape_of(search, a), *y = shape_of(search, b);
    uint64_t grain = x->grain;
    if (grain != y->grain || grain < x->access_bytes + y->access_bytes)
        return false;
    uint64_t apart = (a->first - b->first) % grain;
    if (a->first < b->first)
        apart = (grain - (b->first - a->first) % grain) % grain;
    return apart >= y->access_bytes && grain - apart >= x->access_bytes;
}

/* Each lane with itself only: what a warp reads and writes back. */
static bool is_private(const Search *search, const Access *a, const Access *b)
{
    return a->warp == b->warp && a->shape == b->shape && a->first == b->first &&
           !shape_of(search, a)->overlaps;
}

static bool touches_near(const Search *search, const Access *other)
{
    const Access *access = search->access;
    return other->is_global == access->is_global && other->low < access->high &&
           access->low < other->high && !misses_by_grain(search, access, other);
}

/* Fills near; returns whether anything in it can race. */
static bool look_around(Search *search)
{
    const Access *access = search->access;
    bool can_race =
        is_write(access) && access->kind != ACCESS_ATOMIC && shape_of(search, access)->overlaps;
    for (uint32_t i = 0; i < search->log->count && search->count < NEAR_LIMIT; ++i) {
        const Access *other = race_access(search->log, i);
        if (!touches_near(search, other))
            continue;
        search->near[search->count++] = (uint16_t)i;
        can_race |= may_race(access, other) && !is_private(search, access, other);
    }
    return can_race;
}

static uint64_t lane_at(const Search *search, const Access *access, int lane)
{
    return access->first + (uint64_t)shape_of(search, access)->from_first[lane];
}

static bool touches_word(const Search *search, const Access *access, int lane, uint64_t word)
{
    if (!(access->lanes >> lane & 1))
        return false;
    uint64_t at = lane_at(search, access, lane);
    return at / 4 <= word && word <= (at + shape_of(search, access)->access_bytes - 1) / 4;
}

/* In program order: some time of a before some time of b. */
static bool comes_before(const Access *a, const Access *b)
{
    return a->first_pass < b->last_pass || (a->first_pass == b->last_pass && a->pc < b->pc);
}

/* The same instruction at the same place: neither is first. */
static bool is_tie(const Access *a, const Access *b)
{
    return !comes_before(a, b) && !comes_before(b, a);
}

/* Both threads' accesses, like those of the clash, show the same race. */
static bool shows(const Access *first, const Access *second, bool first_is_other)
{
    if (!may_race(first, second))
        return false;
    return (first_is_other ? comes_before(first, second) : comes_before(second, first)) ||
           is_tie(first, second);
}

/* Two writes of one line to a word are one race, whichever comes first. */
static bool is_symmetric(const Search *search, const Clash *clash)
{
    return is_write(clash->other) && is_like(clash->other, search->access);
}

static bool shows_clash(const Search *search, const Clash *clash, const Access *other,
                        const Access *access)
{
    return shows(other, access, clash->other_first) ||
           (is_symmetric(search, clash) && shows(other, access, !clash->other_first));
}

/* An access of the log like `like`, by the thread of the lane of its warp, to the clash's word. */
static bool is_by(const Search *search, const Clash *clash, const Access *candidate,
                  const Access *like, int lane)
{
    return candidate->warp == like->warp && is_like(candidate, like) &&
           touches_word(search, candidate, lane, clash->word);
}

static bool shown_with(const Search *search, const Clash *clash, const Access *access,
                       uint32_t others)
{
    for (uint32_t i = 0; i < others; ++i) {
        const Access *other = race_access(search->log, search->near[i]);
        if (is_by(search, clash, other, clash->other, clash->lane_a) &&
            shows_clash(search, clash, other, access))
            return true;
    }
    return false;
}

static bool is_counted(const Search *search, const Clash *clash)
{
    if (clash->other != search->access && shown_with(search, clash, search->access, clash->index))
        return true;
    for (uint32_t i = 0; i < search->count; ++i) {
        const Access *own = race_access(search->log, search->near[i]);
        if (is_by(search, clash, own, search->access, clash->lane_b) &&
            shown_with(search, clash, own, search->count))
            return true;
    }
    return false;
}

static FindingKind kind_of(const Access *first, const Access *second)
{
    if (is_write(first))
        return is_write(second) ? FINDING_RACE_WAW : FINDING_RACE_RAW;
    return FINDING_RACE_WAR;
}

static void locate(const Fold *fold, uint64_t word, bool is_global, Finding *finding)
{
    uint64_t at = word * 4;
    finding->space = is_global ? SPACE_GLOBAL : SPACE_SHARED;
    finding->buffer = is_global ? launch_buffer_at(fold->launch, at)
                                : object_shared_at(fold->program, fold->launch, at);
    if (finding->buffer < 0)
        return;
    unsigned object = (unsigned)finding->buffer;
    uint64_t start = object_start_bytes(fold->program, fold->launch, finding->space, object);
    finding->element =
        (int64_t)((at > start ? at - start : 0) /
                  object_scalar_bytes(fold->program, fold->launch, finding->space, object));
}

static void count_clash(const Search *search, const Clash *clash)
{
    const Access *access = search->access;
    if (is_counted(search, clash))
        return;
    const Access *first = clash->other_first ? clash->other : access;
    const Access *second = clash->other_first ? access : clash->other;
    uint32_t a = (uint32_t)clash->other->warp * WARP_LANES + (uint32_t)clash->lane_a;
    uint32_t b = (uint32_t)access->warp * WARP_LANES + (uint32_t)clash->lane_b;
    Finding finding = {.kind = kind_of(first, second),
                       .line = first->line,
                       .other_line = second->line,
                       .count = 1,
                       .block = search->fold->step->block,
                       .thread = clash->other_first ? a : b,
                       .other_thread = clash->other_first ? b : a,
                       .landed = -1,
                       .step = search->fold->step->index};
    locate(search->fold, clash->word, access->is_global, &finding);
    report_find(search->fold->report, &finding);
}

/* Of two writes in the same place of the program, the lower thread counts as the first. */
static bool lower_first(const Access *other, const Access *access, const Clash *clash)
{
    return other->warp != access->warp ? other->warp < access->warp : clash->lane_a < clash->lane_b;
}

static void count_orders(const Search *search, Clash *clash)
{
    const Access *other = clash->other, *access = search->access;
    if (is_tie(other, access)) {
        clash->other_first = lower_first(other, access, clash);
        count_clash(search, clash);
        return;
    }
    bool before = comes_before(other, access), after = comes_before(access, other);
    if (before) {
        clash->other_first = true;
        count_clash(search, clash);
    }
    if (after && !(before && is_symmetric(search, clash))) {
        clash->other_first = false;
        count_clash(search, clash);
    }
}

static void compare_lanes(const Search *search, Clash *clash)
{
    const Access *other = clash->other, *access = search->access;
    uint64_t a = lane_at(search, other, clash->lane_a);
    uint64_t b = lane_at(search, access, clash->lane_b);
    uint64_t a_end = a + shape_of(search, other)->access_bytes;
    uint64_t b_end = b + shape_of(search, access)->access_bytes;
    uint64_t low = a > b ? a : b, end = a_end < b_end ? a_end : b_end;
    if (low >= end)
        return;
    for (clash->word = low / 4; clash->word <= (end - 1) / 4; ++clash->word)
        count_orders(search, clash);
}

static void compare_accesses(const Search *search, Clash *clash)
{
    bool is_self = clash->other == search->access;
    bool same_warp = clash->other->warp == search->access->warp;
    for (uint32_t b = search->access->lanes; b; b &= b - 1) {
        clash->lane_b = __builtin_ctz(b);
        for (uint32_t a = clash->other->lanes; a; a &= a - 1) {
            clash->lane_a = __builtin_ctz(a);
            if (same_warp &&
                (is_self ? clash->lane_a >= clash->lane_b : clash->lane_a == clash->lane_b))
                continue;
            compare_lanes(search, clash);
        }
    }
}

void race_find_pairs(const RaceLog *log, const ShapeTable *shapes, const Fold *fold,
                     const Access *access)
{
    Search search;
    search.log = log;
    search.shapes = shapes;
    search.fold = fold;
    search.access = access;
    search.count = 0;
    if (!look_around(&search))
        return;
    for (uint32_t i = 0; i < search.count; ++i) {
        const Access *other = race_access(log, search.near[i]);
        Clash clash = {.other = other, .index = i};
        if (may_race(access, other) && !is_private(&search, access, other))
            compare_accesses(&search, &clash);
    }
    Clash self = {.other = access};
    if (access->kind == ACCESS_WRITE && shape_of(&search, access)->overlaps)
        compare_accesses(&search, &self);
}
