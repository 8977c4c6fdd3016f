/* Pairs of lanes that race. A pair of threads is counted once for a word, its kind and its lines, in
 * an interval: before counting, the log is asked whether earlier requests already showed it. Only
 * kin can have: requests of the same line, kind and warp. So kin are chained, and a request that
 * repeats one of the log shows nothing new with whatever that one was already compared with. */
#include "probe/object.h"
#include "probe/race_log.h"

#include <string.h>

enum { NEAR_LIMIT = RACE_LOG_LEAST + RACE_LOG_PER_WARP * 32, KIN_BUCKETS = 1024, NO_KIN = 0xffff };

/* What a Finding of races says. */
typedef struct Race {
    FindingKind kind;
    uint32_t line, other_line, thread, other_thread;
    uint64_t word, count;
    int64_t element;
    int buffer;
} Race;

/* One search: access against those of the log whose bytes may overlap its own. */
typedef struct Search {
    const RaceLog *log;
    const ShapeTable *shapes;
    const Fold *fold;
    const Access *access;
    const Access *same; /* of the log, that access repeats; or NULL */
    bool has_kin;       /* access has, near */
    uint32_t count;
    uint16_t near[NEAR_LIMIT];
    uint16_t next_kin[NEAR_LIMIT]; /* by index in near, as the others; perhaps of others too */
    uint16_t first_kin[KIN_BUCKETS];
    Race pending; /* races not reported yet; count 0: none */
    Race located; /* the last word whose buffer and element were asked for; count 0: none */
} Search;

/* Two lanes on one word: thread a of the logged access, b of the new one. */
typedef struct Clash {
    const Access *other;
    uint32_t index; /* of other in near */
    int lane_a, lane_b;
    uint64_t pairs;      /* of lanes that it stands for */
    bool stands_for_all; /* pairs of lanes of the two accesses */
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

/* Of one line, and both writes or both reads: they show the same races. */
static bool is_like(const Access *a, const Access *b)
{
    return a->line == b->line && is_write(a) == is_write(b);
}

static const LaneShape *shape_of(const Search *search, const Access *access)
{
    return shape_at(search->shapes, access->shape);
}

static uint64_t bytes_of_words(const LaneShape *shape, const Access *access)
{
    return (access->first % 4 + shape->access_bytes + 3) / 4 * 4;
}

/* The words of lanes that all lie on one grid of more than their size never meet those of another
 * such grid. */
static bool misses_by_grain(const Search *search, const Access *a, const Access *b)
{
    const LaneShape *x = shape_of(search, a), *y = shape_of(search, b);
    uint64_t grain = x->grain, x_bytes = bytes_of_words(x, a), y_bytes = bytes_of_words(y, b);
    if (grain != y->grain || grain % 4 || grain < x_bytes + y_bytes)
        return false;
    uint64_t at_a = a->first / 4 * 4, at_b = b->first / 4 * 4;
    uint64_t apart = (at_a - at_b) % grain;
    if (at_a < at_b)
        apart = (grain - (at_b - at_a) % grain) % grain;
    return apart >= y_bytes && grain - apart >= x_bytes;
}

/* Each lane with itself only: what a warp reads and writes back. */
static bool is_private(const Search *search, const Access *a, const Access *b)
{
    return a->warp == b->warp && a->shape == b->shape && a->first == b->first &&
           !shape_of(search, a)->overlaps;
}

/* Some word of theirs may be one: races are counted by words. */
static bool touches_near(const Search *search, const Access *other)
{
    const Access *access = search->access;
    return other->is_global == access->is_global && other->low / 4 <= (access->high - 1) / 4 &&
           access->low / 4 <= (other->high - 1) / 4 && !misses_by_grain(search, access, other);
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
    uint32_t hash = (access->line * 64 + access->warp) * 2 + is_write(access);
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

static bool has_lane(const Access *access, int lane)
{
    return access->lanes >> lane & 1;
}

/* Whether some byte of the word is touched by lane a of x and by lane b of y. */
static bool meet_in(const Search *search, uint64_t word, const Access *x, int a, const Access *y,
                    int b)
{
    if (!has_lane(x, a) || !has_lane(y, b))
        return false;
    uint64_t at_x = lane_at(search, x, a), at_y = lane_at(search, y, b);
    uint64_t end_x = at_x + shape_of(search, x)->access_bytes;
    uint64_t end_y = at_y + shape_of(search, y)->access_bytes;
    uint64_t low = at_x > at_y ? at_x : at_y, end = end_x < end_y ? end_x : end_y;
    return low < end && low / 4 <= word && word <= (end - 1) / 4;
}

/* In program order: some time of a before some time of b. */
static bool comes_before(const Search *search, const Access *a, const Access *b)
{
    return moment_is_before(race_loops(search->log), &a->earliest, &b->latest);
}

/* The same instruction at the same place: neither is first. */
static bool is_tie(const Search *search, const Access *a, const Access *b)
{
    return !comes_before(search, a, b) && !comes_before(search, b, a);
}

/* Both threads' accesses, like those of the clash, show the same race. */
static bool shows(const Search *search, const Access *first, const Access *second,
                  bool first_is_other)
{
    if (!may_race(first, second))
        return false;
    return (first_is_other ? comes_before(search, first, second)
                           : comes_before(search, second, first)) ||
           is_tie(search, first, second);
}

/* Two writes of one line to a word are one race, whichever comes first. */
static bool is_symmetric(const Search *search, const Clash *clash)
{
    return is_write(clash->other) && is_like(clash->other, search->access);
}

/* Lane a of other, which is of the log, and lane b of access show the clash's race. */
static bool shows_clash(const Search *search, const Clash *clash, const Access *other, int a,
                        const Access *access, int b)
{
    if (!meet_in(search, clash->word, other, a, access, b))
        return false;
    return shows(search, other, access, clash->other_first) ||
           (is_symmetric(search, clash) && shows(search, other, access, !clash->other_first));
}

static bool is_kin(const Access *a, const Access *b)
{
    return a->warp == b->warp && is_like(a, b);
}

/* Whether it is the same race when the lanes change sides. */
static bool can_swap(const Search *search, const Clash *clash)
{
    return clash->other->warp == search->access->warp && is_symmetric(search, clash);
}

/* Whether access shows the clash's race with kin of the other, near before `others`. */
static bool shown_with(const Search *search, const Clash *clash, const Access *access,
                       uint32_t others)
{
    bool swaps = can_swap(search, clash);
    uint32_t i = search->first_kin[kin_bucket(clash->other)];
    for (; i < others; i = search->next_kin[i]) {
        const Access *other = race_access(search->log, search->near[i]);
        if (!is_kin(other, clash->other))
            continue;
        if (shows_clash(search, clash, other, clash->lane_a, access, clash->lane_b) ||
            (swaps && shows_clash(search, clash, other, clash->lane_b, access, clash->lane_a)))
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
    return !search->has_kin &&
           (clash->other == search->access || !has_kin(search, clash->other, clash->index));
}

/* Of one pair of accesses the higher lane b is looked at later. */
static bool is_swapped_twin(const Search *search, const Clash *clash)
{
    return clash->other != search->access && clash->lane_a < clash->lane_b &&
           can_swap(search, clash) &&
           shows_clash(search, clash, clash->other, clash->lane_b, search->access, clash->lane_a);
}

static bool is_counted(const Search *search, const Clash *clash)
{
    if (clash->is_alone)
        return false;
    if (is_swapped_twin(search, clash) || shown_with(search, clash, search->access, clash->index))
        return true;
    uint32_t i = search->first_kin[kin_bucket(search->access)];
    for (; i != NO_KIN; i = search->next_kin[i]) {
        const Access *own = race_access(search->log, search->near[i]);
        if (is_kin(own, search->access) && has_lane(own, clash->lane_b) &&
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

static void locate(Search *search, Race *race)
{
    const Fold *fold = search->fold;
    Race *known = &search->located;
    Space space = search->access->is_global ? SPACE_GLOBAL : SPACE_SHARED;
    if (!known->count || known->word != race->word) {
        uint64_t at = race->word * 4;
        *known = (Race){.word = race->word, .count = 1};
        known->buffer = space == SPACE_GLOBAL ? launch_buffer_at(fold->launch, at)
                                              : object_shared_at(fold->program, fold->launch, at);
        if (known->buffer >= 0) {
            unsigned object = (unsigned)known->buffer;
            uint64_t start = object_start_bytes(fold->program, fold->launch, space, object);
            int64_t size = object_scalar_bytes(fold->program, fold->launch, space, object);
            known->element = (int64_t)((at > start ? at - start : 0) / (uint64_t)size);
        }
    }
    race->buffer = known->buffer;
    race->element = known->element;
}

static void report_pending(Search *search)
{
    const Race *race = &search->pending;
    if (!race->count)
        return;
    Finding finding = {.kind = race->kind,
                       .space = search->access->is_global ? SPACE_GLOBAL : SPACE_SHARED,
                       .buffer = race->buffer,
                       .element = race->element,
                       .line = race->line,
                       .other_line = race->other_line,
                       .count = race->count,
                       .block = search->fold->step->block,
                       .thread = race->thread,
                       .other_thread = race->other_thread,
                       .landed = -1,
                       .step = search->fold->step->index};
    report_find(search->fold->report, &finding);
    search->pending.count = 0;
}

static bool is_one_finding(const Race *a, const Race *b)
{
    return a->kind == b->kind && a->line == b->line && a->other_line == b->other_line &&
           a->buffer == b->buffer;
}

static bool is_earlier(const Race *a, const Race *b)
{
    if (a->thread != b->thread)
        return a->thread < b->thread;
    if (a->other_thread != b->other_thread)
        return a->other_thread < b->other_thread;
    return a->element < b->element;
}

/* Races of one step come many at a time: they are added up before the report hears of them. */
static void add_race(Search *search, const Race *race)
{
    Race *pending = &search->pending;
    if (!pending->count || !is_one_finding(pending, race)) {
        report_pending(search);
        *pending = *race;
        return;
    }
    uint64_t count = pending->count + race->count;
    if (is_earlier(race, pending))
        *pending = *race;
    pending->count = count;
}

static uint32_t thread_of(const Access *access, int lane)
{
    return (uint32_t)access->warp * WARP_LANES + (uint32_t)lane;
}

static void count_clash(Search *search, const Clash *clash)
{
    const Access *access = search->access;
    if (is_counted(search, clash))
        return;
    const Access *first = clash->other_first ? clash->other : access;
    const Access *second = clash->other_first ? access : clash->other;
    uint32_t a = thread_of(clash->other, clash->lane_a), b = thread_of(access, clash->lane_b);
    Race race = {.kind = kind_of(first, second),
                 .line = first->line,
                 .other_line = second->line,
                 .count = clash->pairs,
                 .word = clash->word,
                 .thread = clash->other_first ? a : b,
                 .other_thread = clash->other_first ? b : a};
    locate(search, &race);
    add_race(search, &race);
}

/* Of two writes in the same place of the program, the lower thread counts as the first. */
static bool lower_first(const Access *other, const Access *access, const Clash *clash)
{
    return other->warp != access->warp ? other->warp < access->warp : clash->lane_a < clash->lane_b;
}

static uint32_t but_lowest(uint32_t lanes)
{
    return lanes & (lanes - 1);
}

/* The lowest pair of lanes of different threads, of which that of the first access counts more. */
static void choose_lanes(const Search *search, Clash *clash)
{
    bool is_first = clash->other_first;
    uint32_t first = is_first ? clash->other->lanes : search->access->lanes;
    uint32_t second = is_first ? search->access->lanes : clash->other->lanes;
    if (clash->other->warp == search->access->warp && !((first ^ second) & (first & -first))) {
        if (but_lowest(second))
            second = but_lowest(second);
        else
            first = but_lowest(first);
    }
    clash->lane_a = __builtin_ctz(is_first ? first : second);
    clash->lane_b = __builtin_ctz(is_first ? second : first);
}

static void count_in_order(Search *search, Clash *clash, bool other_first)
{
    clash->other_first = other_first;
    if (clash->stands_for_all)
        choose_lanes(search, clash);
    count_clash(search, clash);
}

static void count_orders(Search *search, Clash *clash)
{
    const Access *other = clash->other, *access = search->access;
    bool before = comes_before(search, other, access), after = comes_before(search, access, other);
    if (!before && !after) {
        count_in_order(search, clash, lower_first(other, access, clash));
        return;
    }
    if (before)
        count_in_order(search, clash, true);
    if (after && !(before && is_symmetric(search, clash)))
        count_in_order(search, clash, false);
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

static uint64_t count_pairs(const Search *search, const Clash *clash)
{
    uint32_t a = clash->other->lanes, b = search->access->lanes;
    uint64_t lanes = (uint64_t)__builtin_popcount(b);
    if (clash->other == search->access)
        return lanes * (lanes - 1) / 2;
    uint64_t own = clash->other->warp == search->access->warp ? a & b : 0;
    return (uint64_t)__builtin_popcount(a) * lanes - (uint64_t)__builtin_popcountll(own);
}

/* Where every lane of one access meets every lane of the other in the same way, the lowest stand for
 * all. */
static void compare_accesses(Search *search, Clash *clash)
{
    const Access *other = clash->other, *access = search->access;
    clash->is_alone = is_alone(search, clash);
    if (!clash->is_alone || !is_on_one(search, other) || !is_on_one(search, access)) {
        compare_all_lanes(search, clash);
        return;
    }
    clash->pairs = count_pairs(search, clash);
    clash->stands_for_all = true;
    clash->lane_a = __builtin_ctz(other->lanes);
    clash->lane_b = __builtin_ctz(access->lanes);
    if (clash->pairs)
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
    return (!comes_before(search, other, access) || comes_before(search, other, same)) &&
           (!comes_before(search, access, other) || comes_before(search, same, other));
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
    search.pending.count = search.located.count = 0;
    if (!look_around(&search))
        return;
    chain_kin(&search);
    search.has_kin = has_kin(&search, access, NO_KIN);
    for (uint32_t i = 0; i < search.count; ++i) {
        const Access *other = race_access(log, search.near[i]);
        Clash clash = {.other = other, .index = i};
        if (may_race(access, other) && !is_private(&search, access, other) &&
            !is_old(&search, other))
            compare_accesses(&search, &clash);
    }
    Clash self = {.other = access, .index = search.count};
    if (access->kind == ACCESS_WRITE && shape_of(&search, access)->overlaps &&
        !is_old(&search, access))
        compare_accesses(&search, &self);
    report_pending(&search);
}
