/* Pairs of lanes that race. A pair of threads is counted once for a word, its kind and its lines,
 * in an interval: before counting, the log is asked whether earlier requests already showed it.
 * Only kin can have: requests of the same line, kind and warp. So a request that repeats one of the
 * log shows nothing new with whatever that one was already compared with.
 *
 * Pairs that are allowed while all stores of their word are equal are found again in the log when
 * that ends, or when the interval ends: then each access is compared with those before it. */
#include "base/clones.h"
#include "probe/races/near.h"
#include "probe/races/tell.h"
#include "probe/races/verdict.h"
#include "vm/page.h"

#include <stdlib.h>

enum {
    EQUAL_SLOTS = 64,
    EQUAL_SLOTS_OF_LOG = 4096,
    CLASH_WORK = 8 /* of two lanes that meet, beside the comparison that finds it */
};

/* What is looked for: races that a new access shows; those of the log for bytes whose stores are no
 * longer all equal; or, at the end of an interval, notes. */
typedef enum Task { TASK_NEW, TASK_SPOILED, TASK_NOTES } Task;

/* What verdict_is_equal was asked for; end 0: nothing. */
typedef struct EqualAnswer {
    Bytes asked;
    bool are_equal;
} EqualAnswer;

/* One look at the log, which does not change meanwhile. */
typedef struct Hunt {
    Task task;
    const RaceLog *log;
    const ShapeTable *shapes;
    const LoggedRequest *also; /* the new access; TASK_NOTES: NULL */
    Bytes spoiled;             /* TASK_SPOILED */
    bool has_equal;            /* TASK_NEW: some pair was passed over */
    uint64_t work; /* accesses looked at by verdict_is_equal and for what was told before, and
                           pairs of lanes compared */
    EqualAnswer *answers;
    uint32_t answer_count;
    RaceTeller teller;
} Hunt;

static bool are_same(const Bytes *a, const Bytes *b)
{
    return a->start == b->start && a->end == b->end && a->is_global == b->is_global;
}

static bool is_equal(Hunt *hunt, Bytes bytes)
{
    uint64_t hash = bytes.start * 0x9e3779b97f4a7c15u >> 40;
    EqualAnswer *answer = &hunt->answers[hash % hunt->answer_count];
    if (!are_same(&answer->asked, &bytes)) {
        answer->asked = bytes;
        answer->are_equal = verdict_is_equal(hunt->log, hunt->shapes, hunt->also, &bytes);
        hunt->work += hunt->log->count;
    }
    return answer->are_equal;
}

/* Whether lane_a of a and lane_b of b, which meet, are allowed to. */
static bool is_allowed(Hunt *hunt, const LoggedRequest *a, int lane_a, const LoggedRequest *b,
                       int lane_b)
{
    Verdict verdict = verdict_of(hunt->shapes, a, lane_a, b, lane_b);
    return verdict == VERDICT_COMPARED || verdict == VERDICT_POLLED ||
           (verdict == VERDICT_IF_EQUAL && is_equal(hunt, verdict_bytes(hunt->shapes, b, lane_b)));
}

/* Two lanes on one word: thread a of the logged access, b of the new one. */
typedef struct Clash {
    Hunt *hunt;
    const LoggedRequest *other;
    uint32_t index;                     /* of other in near */
    const LaneShape *shape_a, *shape_b; /* of the logged access and of the new one */
    int lane_a, lane_b;
    uint64_t pairs;      /* of lanes that this pair stands for */
    bool stands_for_all; /* this pair stands for all pairs of lanes of the two accesses */
    uint64_t word;
    bool other_first;
    bool is_alone; /* neither access has kin, so nothing was counted before */
    bool is_allowed;
} Clash;

static bool has_lane(const LoggedRequest *access, int lane)
{
    return access->lanes >> lane & 1;
}

/* Whether some byte of the word is touched by lane a of x and by lane b of y.
 */
static bool meet_in(const Search *search, uint64_t word, const LoggedRequest *x, int a,
                    const LoggedRequest *y, int b)
{
    if (!has_lane(x, a) || !has_lane(y, b))
        return false;
    uint64_t at_x = race_lane_at(search->shapes, x, a), at_y = race_lane_at(search->shapes, y, b);
    uint64_t end_x = at_x + search_shape(search, x)->access_bytes;
    uint64_t end_y = at_y + search_shape(search, y)->access_bytes;
    uint64_t low = at_x > at_y ? at_x : at_y, end = end_x < end_y ? end_x : end_y;
    return low < end && low / 4 <= word && word <= (end - 1) / 4;
}

/* Access a, at its earliest, comes before access b, at its latest, in program order. */
static bool comes_before(const Search *search, const LoggedRequest *a, const LoggedRequest *b)
{
    return moment_is_before(race_loops(search->log), race_earliest(a), race_latest(search->log, b));
}

/* The same instruction in the same passes: neither comes first. */
static bool is_tie(const Search *search, const LoggedRequest *a, const LoggedRequest *b)
{
    return !comes_before(search, a, b) && !comes_before(search, b, a);
}

/* Two accesses to the clash's word, of its threads and lines, show the clash's race if they come in
 * its order. */
static bool shows(const Search *search, const LoggedRequest *first, const LoggedRequest *second,
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

/* Lane a of x and lane b of y are of one warp, whose __syncwarps order them. */
static bool is_ordered(const Search *search, const LoggedRequest *x, int a, const LoggedRequest *y,
                       int b)
{
    return x->warp == y->warp && race_is_ordered(search->log, x, a, y, b);
}

/* Lane a of other, which is of the log, and lane b of access show the clash's
 * race. */
static bool shows_clash(const Search *search, const Clash *clash, const LoggedRequest *other, int a,
                        const LoggedRequest *access, int b)
{
    if (!meet_in(search, clash->word, other, a, access, b) ||
        is_ordered(search, other, a, access, b))
        return false;
    bool is_shown =
        shows(search, other, access, clash->other_first) ||
        (is_symmetric(search, clash) && shows(search, other, access, !clash->other_first));
    return is_shown && is_allowed(clash->hunt, other, a, access, b) == clash->is_allowed;
}

/* Whether it is the same race when the lanes change sides. */
static bool can_swap(const Search *search, const Clash *clash)
{
    return clash->other->warp == search->access->warp && is_symmetric(search, clash);
}

/* Whether access shows the clash's race with kin of the other, near before
 * `others`. */
static bool shown_with(const Search *search, const Clash *clash, const LoggedRequest *access,
                       uint32_t others)
{
    bool swaps = can_swap(search, clash);
    uint32_t i = search_first_kin(search, clash->other);
    for (; i < others; i = search->next_kin[i]) {
        const LoggedRequest *other = search_near(search, i);
        clash->hunt->work++;
        if (!is_kin(other, clash->other))
            continue;
        if (shows_clash(search, clash, other, clash->lane_a, access, clash->lane_b) ||
            (swaps && shows_clash(search, clash, other, clash->lane_b, access, clash->lane_a)))
            return true;
    }
    return false;
}

static bool is_alone(const Search *search, const Clash *clash)
{
    return !search->has_kin &&
           (clash->other == search->access || !search_has_kin(search, clash->other, clash->index));
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
    uint32_t i = search_first_kin(search, search->access);
    for (; i != NO_KIN; i = search->next_kin[i]) {
        const LoggedRequest *own = search_near(search, i);
        if (is_kin(own, search->access) && has_lane(own, clash->lane_b) &&
            shown_with(search, clash, own, search->count))
            return true;
    }
    return false;
}

static FindingKind race_kind(const LoggedRequest *first, const LoggedRequest *second)
{
    if (is_write(first))
        return is_write(second) ? FINDING_RACE_WAW : FINDING_RACE_RAW;
    return FINDING_RACE_WAR;
}

static uint32_t thread_of(const LoggedRequest *access, int lane)
{
    return (uint32_t)access->warp * WARP_LANES + (uint32_t)lane;
}

/* Whether the pair is what is looked for. */
static bool is_asked_for(const Search *search, const Clash *clash)
{
    Hunt *hunt = clash->hunt;
    Bytes bytes = verdict_bytes(search->shapes, search->access, clash->lane_b);
    Verdict verdict =
        verdict_of(search->shapes, clash->other, clash->lane_a, search->access, clash->lane_b);
    if (hunt->task == TASK_SPOILED)
        return verdict == VERDICT_IF_EQUAL && are_same(&bytes, &hunt->spoiled);
    if (verdict != VERDICT_IF_EQUAL)
        return hunt->task == TASK_NEW && verdict != VERDICT_POLLED;
    hunt->has_equal |= clash->is_allowed;
    return clash->is_allowed == (hunt->task == TASK_NOTES);
}

/* What the pair is told as. */
static FindingKind kind_of(const LoggedRequest *first, const LoggedRequest *second, bool is_allowed)
{
    if (is_allowed)
        return is_write(first) && is_write(second) ? NOTE_EQUAL_VALUES : NOTE_COMPARE_AND_SWAP;
    return race_kind(first, second);
}

/* The reader of a compare-and-swap loop is told of first, whichever comes first in the program. */
static bool is_told_first(const Clash *clash, FindingKind kind, bool a_first)
{
    return kind == NOTE_COMPARE_AND_SWAP ? clash->other->kind == ACCESS_READ : a_first;
}

static void count_clash(const Search *search, Clash *clash)
{
    const LoggedRequest *access = search->access;
    clash->hunt->work += CLASH_WORK;
    clash->is_allowed = is_allowed(clash->hunt, clash->other, clash->lane_a, access, clash->lane_b);
    if (!is_asked_for(search, clash) || is_counted(search, clash))
        return;
    const LoggedRequest *first = clash->other_first ? clash->other : access;
    const LoggedRequest *second = clash->other_first ? access : clash->other;
    FindingKind kind = kind_of(first, second, clash->is_allowed);
    uint32_t a = thread_of(clash->other, clash->lane_a), b = thread_of(access, clash->lane_b);
    bool a_first = is_symmetric(search, clash) ? a < b : clash->other_first;
    a_first = is_told_first(clash, kind, a_first);
    race_tell(&clash->hunt->teller,
              (Race){.pair = {.kind = kind,
                              .space = access->is_global ? SPACE_GLOBAL : SPACE_SHARED,
                              .line = a_first ? clash->other->line : access->line,
                              .other_line = a_first ? access->line : clash->other->line,
                              .thread = a_first ? a : b,
                              .other_thread = a_first ? b : a},
                     .count = clash->pairs,
                     .word = clash->word});
}

static uint32_t but_lowest(uint32_t lanes)
{
    return lanes & (lanes - 1);
}

/* Chooses the lowest pair of lanes of different threads: first by the lane of the access that comes
 * first, then by the other one. */
static void choose_lanes(const Search *search, Clash *clash)
{
    bool is_first = clash->other_first;
    uint32_t first = is_first ? clash->other->lanes : search->access->lanes;
    uint32_t second = is_first ? search->access->lanes : clash->other->lanes;
    if (clash->other->warp == search->access->warp && (first & -first) == (second & -second)) {
        if (but_lowest(second))
            second = but_lowest(second);
        else
            first = but_lowest(first);
    }
    clash->lane_a = __builtin_ctz(is_first ? first : second);
    clash->lane_b = __builtin_ctz(is_first ? second : first);
}

static void count_in_order(const Search *search, Clash *clash, bool other_first)
{
    clash->other_first = other_first;
    if (clash->stands_for_all)
        choose_lanes(search, clash);
    count_clash(search, clash);
}

static void count_orders(const Search *search, Clash *clash)
{
    const LoggedRequest *other = clash->other, *access = search->access;
    if (is_symmetric(search, clash)) {
        count_in_order(search, clash, true);
        return;
    }
    if (comes_before(search, other, access))
        count_in_order(search, clash, true);
    if (comes_before(search, access, other))
        count_in_order(search, clash, false);
}

static void compare_lanes(const Search *search, Clash *clash)
{
    const LoggedRequest *other = clash->other, *access = search->access;
    uint64_t a = race_shape_lane_at(clash->shape_a, other, clash->lane_a);
    uint64_t b = race_shape_lane_at(clash->shape_b, access, clash->lane_b);
    uint64_t a_end = a + clash->shape_a->access_bytes, b_end = b + clash->shape_b->access_bytes;
    uint64_t low = a > b ? a : b, end = a_end < b_end ? a_end : b_end;
    if (low >= end || is_ordered(search, other, clash->lane_a, access, clash->lane_b))
        return;
    for (clash->word = low / 4; clash->word <= (end - 1) / 4; ++clash->word)
        if (race_watches(search->log, access->is_global, clash->word))
            count_orders(search, clash);
}

/* The lanes of a shape that share a byte with the bytes at a place, which counts from where the
 * shape's first lane goes. Lanes that it does not have are among them. */
static HOST_CLONES uint32_t lanes_at(const int64_t from_first[WARP_LANES], uint32_t lane_bytes,
                                     int64_t place, uint32_t bytes)
{
    int64_t last = place + bytes - 1;
    uint64_t reach = (uint64_t)lane_bytes + bytes - 2;
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        lanes |= (uint32_t)((uint64_t)(last - from_first[i]) <= reach) << i;
    return lanes;
}

/* The lanes of the clash's logged access that meet its lane_b. */
static uint32_t lanes_met(const Search *search, const Clash *clash)
{
    const LaneShape *a = clash->shape_a, *b = clash->shape_b;
    uint64_t place = race_shape_lane_at(b, search->access, clash->lane_b) - clash->other->first;
    if (a->is_row && a->access_bytes == b->access_bytes && !(place & (a->access_bytes - 1))) {
        int64_t lane = __builtin_ctz(a->active) +
                       ((int64_t)place >> __builtin_ctz(a->access_bytes)); /* a power of two */
        return lane >= 0 && lane < WARP_LANES ? clash->other->lanes & (1u << lane) : 0;
    }
    return clash->other->lanes &
           lanes_at(a->from_first, a->access_bytes, (int64_t)place, b->access_bytes);
}

static void compare_all_lanes(const Search *search, Clash *clash)
{
    bool is_self = clash->other == search->access;
    bool same_warp = clash->other->warp == search->access->warp;
    clash->pairs = 1;
    clash->hunt->work += (uint64_t)__builtin_popcount(search->access->lanes) *
                         (uint64_t)__builtin_popcount(clash->other->lanes);
    for (uint32_t b = search->access->lanes; b; b &= b - 1) {
        clash->lane_b = __builtin_ctz(b);
        for (uint32_t a = lanes_met(search, clash); a; a &= a - 1) {
            clash->lane_a = __builtin_ctz(a);
            if (same_warp &&
                (is_self ? clash->lane_a >= clash->lane_b : clash->lane_a == clash->lane_b))
                continue;
            compare_lanes(search, clash);
        }
    }
}

static bool is_on_one(const Search *search, const LoggedRequest *access)
{
    return search_shape(search, access)->grain == 0;
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

/* Between two accesses of a warp lies a __syncwarp of some lanes. */
static bool is_partly_ordered(const LoggedRequest *a, const LoggedRequest *b)
{
    return a->warp == b->warp && a->at.partial != b->at.partial;
}

/* Where every lane of one access meets every lane of the other in the same way,
 * the lowest stand for all. */
static void compare_accesses(const Search *search, Clash *clash)
{
    const LoggedRequest *other = clash->other, *access = search->access;
    clash->is_alone = is_alone(search, clash);
    if (!clash->is_alone || !is_on_one(search, other) || !is_on_one(search, access) ||
        is_partly_ordered(other, access)) {
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

/* Whether what access and the other show was shown already when the log's
 * repetition of access met it: then no lane of theirs needs a look. */
static bool is_old(const Search *search, const LoggedRequest *other)
{
    const LoggedRequest *access = search->access, *same = search->same;
    if (!same)
        return false;
    if (other == access)
        other = same;
    if (is_write(other) && is_like(other, access))
        return true;
    return (!comes_before(search, other, access) || comes_before(search, other, same)) &&
           (!comes_before(search, access, other) || comes_before(search, same, other));
}

static void find_with(const Search *search, Hunt *hunt, const LoggedRequest *other, uint32_t index)
{
    Clash clash = {.hunt = hunt,
                   .other = other,
                   .index = index,
                   .shape_a = search_shape(search, other),
                   .shape_b = search_shape(search, search->access)};
    if (!is_old(search, other))
        compare_accesses(search, &clash);
}

/* Compares an access with what is near it, and its lanes with each other. */
static void find_near(Hunt *hunt, const Search *search)
{
    const LoggedRequest *access = search->access;
    for (uint32_t i = 0; i < search->count; ++i) {
        const LoggedRequest *other = search_near(search, i);
        if (may_race(access, other) && !search_is_private(search, access, other))
            find_with(search, hunt, other, i);
    }
    if (access->kind == ACCESS_WRITE && search_shape(search, access)->overlaps)
        find_with(search, hunt, access, search->count);
    race_tell_rest(&hunt->teller);
}

/* Compares all stores of the log with those before them. */
static void find_in_log(Hunt *hunt)
{
    Search search;
    for (uint32_t i = 0; i < hunt->log->count; ++i) {
        const LoggedRequest *access = race_access(hunt->log, i);
        if (access->role != ROLE_EQUAL)
            continue;
        if (hunt->task == TASK_NOTES)
            hunt->teller.step = access->step;
        if (search_start(&search, hunt->log, i, hunt->shapes, access))
            find_near(hunt, &search);
    }
}

/* A lane of the access touches some of the bytes. */
static bool touches(const ShapeTable *shapes, const LoggedRequest *access, const Bytes *bytes)
{
    for (uint32_t lanes = access->lanes; lanes; lanes &= lanes - 1) {
        Bytes own = verdict_bytes(shapes, access, __builtin_ctz(lanes));
        if (own.start < bytes->end && bytes->start < own.end)
            return true;
    }
    return false;
}

/* A store in near before number `before`, or a lower lane of that one, goes to the same bytes. */
static bool has_earlier(const Search *search, uint32_t before, int lane, const Bytes *bytes)
{
    for (uint32_t i = 0; i <= before; ++i) {
        const LoggedRequest *other = search_near(search, i);
        uint32_t lanes = i < before ? other->lanes : other->lanes & ((1u << lane) - 1);
        for (; lanes && other->role == ROLE_EQUAL; lanes &= lanes - 1) {
            Bytes own = verdict_bytes(search->shapes, other, __builtin_ctz(lanes));
            if (are_same(&own, bytes))
                return true;
        }
    }
    return false;
}

/* Whether the access can end that all stores to some bytes are equal. One that changes nothing
 * cannot, unless it touches a part of what others store whole. */
static bool can_spoil(const Search *search)
{
    const LoggedRequest *access = search->access;
    uint32_t size = search_shape(search, access)->access_bytes;
    if (access->role != ROLE_EQUAL || (access->changed | access->mixed) & access->lanes)
        return true;
    for (uint32_t i = 0; i < search->count; ++i) {
        const LoggedRequest *other = search_near(search, i);
        if (other->role == ROLE_EQUAL && (search_shape(search, other)->access_bytes != size ||
                                          (other->low - access->low) % size))
            return true;
    }
    return false;
}

/* Tells the races of the log for bytes whose stores were equal up to the access, but are not with
 * it; returns how many accesses were looked at for that. */
static uint64_t find_spoiled(const Search *search, const Fold *fold)
{
    uint64_t work = 0;
    if (!can_spoil(search))
        return 0;
    for (uint32_t i = 0; i < search->count; ++i) {
        const LoggedRequest *other = search_near(search, i);
        for (uint32_t lanes = other->role == ROLE_EQUAL ? other->lanes : 0; lanes;
             lanes &= lanes - 1) {
            int lane = __builtin_ctz(lanes);
            Bytes bytes = verdict_bytes(search->shapes, other, lane);
            if (!touches(search->shapes, search->access, &bytes))
                continue;
            work += 2 * (uint64_t)search->log->count;
            if (verdict_is_equal(search->log, search->shapes, search->access, &bytes) ||
                !verdict_is_equal(search->log, search->shapes, NULL, &bytes) ||
                has_earlier(search, i, lane, &bytes))
                continue;
            EqualAnswer answers[EQUAL_SLOTS] = {0};
            Hunt hunt = {.task = TASK_SPOILED,
                         .answers = answers,
                         .answer_count = EQUAL_SLOTS,
                         .log = search->log,
                         .shapes = search->shapes,
                         .also = search->access,
                         .spoiled = bytes,
                         .teller = {.fold = fold, .step = fold->step->index}};
            find_in_log(&hunt);
            work += hunt.work;
        }
    }
    return work;
}

void race_find_pairs(RaceLog *log, const ShapeTable *shapes, const Fold *fold,
                     const LoggedRequest *access)
{
    Search search;
    EqualAnswer answers[EQUAL_SLOTS] = {0};
    Hunt hunt = {.task = TASK_NEW,
                 .answers = answers,
                 .answer_count = EQUAL_SLOTS,
                 .log = log,
                 .shapes = shapes,
                 .also = access,
                 .teller = {.fold = fold, .step = fold->step->index}};
    bool can_race = search_start(&search, log, log->count, shapes, access);
    if (log->has_equal && is_write(access))
        log->work += find_spoiled(&search, fold);
    if (can_race)
        find_near(&hunt, &search);
    log->has_equal |= hunt.has_equal;
    log->work += hunt.work;
}

void race_note_equal(const RaceLog *log, const ShapeTable *shapes, const Fold *fold)
{
    Hunt hunt = {.task = TASK_NOTES,
                 .answers = page_alloc(sizeof(EqualAnswer) * EQUAL_SLOTS_OF_LOG),
                 .answer_count = EQUAL_SLOTS_OF_LOG,
                 .log = log,
                 .shapes = shapes,
                 .teller = {.fold = fold}};
    find_in_log(&hunt);
    free(hunt.answers);
}
