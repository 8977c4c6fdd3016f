/* Pairs of lanes that race. A pair of threads is counted once for a word, its kind and its lines, in
 * an interval: before counting, the log is asked whether earlier requests already showed it. Only
 * kin can have: requests of the same line, kind and warp. So kin are chained, and a request that
 * repeats one of the log shows nothing new with whatever that one was already compared with. */
#include "probe/object.h"
#include "probe/race_log.h"

#include <string.h>

enum { NEAR_LIMIT = 4096, KIN_BUCKETS = 1024, NO_KIN = 0xffff };

/* One search: access against those of the log whose bytes may overlap its own. */
typedef struct Search {
    const RaceLog *log;
    const ShapeTable *shapes;
    const Fold *fold;
    const Access *access;
    const Access *same; /* of the log, that access repeats; or NULL */
    uint32_t count;
    uint16_t near[NEAR_LIMIT];
    uint16_t next_kin[NEAR_LIMIT]; /* by index in near, as the others; perhaps of others too */
    uint16_t first_kin[KIN_BUCKETS];
    Finding pending; /* races not reported yet; count 0: none */
} Search;

/* Two lanes on one word: thread a of the logged access, b of the new one. */
typedef struct Clash {
    const Access *other;
    uint32_t index; /* of other in near */
    int lane_a, lane_b;
    uint64_t pairs; /* of lanes that it stands for */
    uint64_t word;
    bool other_first;
    bool is_alone; /* neither access has kin, so nothing was counted before */
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
        if (race_is_repeated(other, access))
            search->same = other;
        can_race |= may_race(access, other) && !is_private(search, access, other);
    }
    return can_race;
}

static uint32_t kin_bucket(const Access *access)
{
    uint32_t hash = (access->line * 64 + access->warp) * 4 + access->kind;
    return hash * 0x9e3779b1u >> 22;
}

/* Chains keep the order of the log. */
static void chain_kin(Search *search)
{
    memset(search->first_kin, 0xff, sizeof search->first_kin);
    for (uint32_t i = search->count; i-- > 0;) {
        uint16_t *first = &search->first_kin[kin_bucket(race_access(search->log, search->near[i]))];
        search->next_kin[i] = *first;
        *first = (uint16_t)i;
    }
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
    return a->first_pass < b->last_pass ||
           (a->first_pass == b->last_pass && a->first_pc < b->last_pc);
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
    uint32_t i = search->first_kin[kin_bucket(clash->other)];
    for (; i < others; i = search->next_kin[i]) {
        const Access *other = race_access(search->log, search->near[i]);
        if (is_by(search, clash, other, clash->other, clash->lane_a) &&
            shows_clash(search, clash, other, access))
            return true;
    }
    return false;
}

static bool has_kin(const Search *search, const Access *access, uint32_t but)
{
    uint32_t i = search->first_kin[kin_bucket(access)];
    for (; i != NO_KIN; i = search->next_kin[i]) {
        const Access *kin = race_access(search->log, search->near[i]);
        if (i != but && kin->warp == access->warp && is_like(kin, access))
            return true;
    }
    return false;
}

static bool is_alone(const Search *search, const Clash *clash)
{
    return clash->other != search->access && !has_kin(search, search->access, NO_KIN) &&
           !has_kin(search, clash->other, clash->index);
}

static bool is_counted(const Search *search, const Clash *clash)
{
    if (clash->is_alone)
        return false;
    if (clash->other != search->access && shown_with(search, clash, search->access, clash->index))
        return true;
    uint32_t i = search->first_kin[kin_bucket(search->access)];
    for (; i != NO_KIN; i = search->next_kin[i]) {
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

static void report_pending(Search *search)
{
    if (search->pending.count)
        report_find(search->fold->report, &search->pending);
    search->pending.count = 0;
}

static bool is_one_finding(const Finding *a, const Finding *b)
{
    return a->kind == b->kind && a->line == b->line && a->other_line == b->other_line &&
           a->space == b->space && a->buffer == b->buffer;
}

static bool is_earlier(const Finding *a, const Finding *b)
{
    if (a->thread != b->thread)
        return a->thread < b->thread;
    if (a->other_thread != b->other_thread)
        return a->other_thread < b->other_thread;
    return a->element < b->element;
}

/* Findings of one step come many at a time: they are added up before the report hears of them. */
static void add_finding(Search *search, const Finding *finding)
{
    Finding *pending = &search->pending;
    if (!pending->count || !is_one_finding(pending, finding)) {
        report_pending(search);
        *pending = *finding;
        return;
    }
    uint64_t count = pending->count + finding->count;
    if (is_earlier(finding, pending))
        *pending = *finding;
    pending->count = count;
}

static void count_clash(Search *search, const Clash *clash)
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
                       .count = clash->pairs,
                       .block = search->fold->step->block,
                       .thread = clash->other_first ? a : b,
                       .other_thread = clash->other_first ? b : a,
                       .landed = -1,
                       .step = search->fold->step->index};
    locate(search->fold, clash->word, access->is_global, &finding);
    add_finding(search, &finding);
}

/* Of two writes in the same place of the program, the lower thread counts as the first. */
static bool lower_first(const Access *other, const Access *access, const Clash *clash)
{
    return other->warp != access->warp ? other->warp < access->warp : clash->lane_a < clash->lane_b;
}

static void count_orders(Search *search, Clash *clash)
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

static void compare_lanes(Search *search, Clash *clash)
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

static void compare_all_lanes(Search *search, Clash *clash)
{
    bool is_self = clash->other == search->access;
    bool same_warp = clash->other->warp == search->access->warp;
    clash->pairs = 1;
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

static bool is_on_one(const Search *search, const Access *access)
{
    return shape_of(search, access)->grain == 0;
}

/* Where every lane of one warp meets every lane of another in the same way, the lowest stand for
 * all. */
static void compare_accesses(Search *search, Clash *clash)
{
    const Access *other = clash->other, *access = search->access;
    clash->is_alone = is_alone(search, clash);
    if (!clash->is_alone || other->warp == access->warp || !is_on_one(search, other) ||
        !is_on_one(search, access)) {
        compare_all_lanes(search, clash);
        return;
    }
    clash->pairs =
        (uint64_t)__builtin_popcount(other->lanes) * (uint64_t)__builtin_popcount(access->lanes);
    clash->lane_a = __builtin_ctz(other->lanes);
    clash->lane_b = __builtin_ctz(access->lanes);
    compare_lanes(search, clash);
}

/* Whether what access and the other show was shown already when the log's repetition of access met
 * it: then no lane of theirs needs a look. */
static bool is_old(const Search *search, const Access *other)
{
    const Access *access = search->access, *same = search->same;
    if (!same)
        return false;
    if (other == access)
        other = same;
    if (is_write(other) && is_like(other, access))
        return true;
    return (!comes_before(other, access) || comes_before(other, same)) &&
           (!comes_before(access, other) || comes_before(same, other));
}

void race_find_pairs(const RaceLog *log, const ShapeTable *shapes, const Fold *fold,
                     const Access *access)
{
    Search search;
    search.log = log;
    search.shapes = shapes;
    search.fold = fold;
    search.access = access;
    search.same = NULL;
    search.count = 0;
    search.pending.count = 0;
    if (!look_around(&search))
        return;
    chain_kin(&search);
    for (uint32_t i = 0; i < search.count; ++i) {
        const Access *other = race_access(log, search.near[i]);
        Clash clash = {.other = other, .index = i};
        if (may_race(access, other) && !is_private(&search, access, other) &&
            !is_old(&search, other))
            compare_accesses(&search, &clash);
    }
    Clash self = {.other = access};
    if (access->kind == ACCESS_WRITE && shape_of(&search, access)->overlaps &&
        !is_old(&search, access))
        compare_accesses(&search, &self);
    report_pending(&search);
}
