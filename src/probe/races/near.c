/* Finds what is near an access, and chains the kin among it, so that they are found without a look
 * at all that is near. */
#include "probe/races/near.h"

#include <string.h>

bool may_race(const LoggedRequest *a, const LoggedRequest *b)
{
    if (!is_write(a) && !is_write(b))
        return false;
    if (a->kind == ACCESS_ATOMIC && b->kind == ACCESS_ATOMIC)
        return false;
    return a->warp != b->warp || a->at.whole == b->at.whole;
}

static uint64_t bytes_of_words(const LaneShape *shape, const LoggedRequest *access)
{
    return (access->first % 4 + shape->access_bytes + 3) / 4 * 4;
}

/* The words of lanes that all lie on one grid of more than their size never
 * meet those of another such grid. */
static bool misses_by_grain(const Search *search, const LoggedRequest *a, const LoggedRequest *b)
{
    const LaneShape *x = search_shape(search, a), *y = search_shape(search, b);
    uint64_t grain = x->grain, x_bytes = bytes_of_words(x, a), y_bytes = bytes_of_words(y, b);
    if (grain != y->grain || grain % 4 || grain < x_bytes + y_bytes)
        return false;
    uint64_t at_a = a->first / 4 * 4, at_b = b->first / 4 * 4;
    uint64_t apart = (at_a - at_b) % grain;
    if (at_a < at_b)
        apart = (grain - (at_b - at_a) % grain) % grain;
    return apart >= y_bytes && grain - apart >= x_bytes;
}

bool search_is_private(const Search *search, const LoggedRequest *a, const LoggedRequest *b)
{
    return a->warp == b->warp && a->shape == b->shape && a->first == b->first &&
           !search_shape(search, a)->overlaps;
}

/* The accesses may have a word in common, though perhaps no byte: races are counted by words. */
static bool touches_near(const Search *search, const LoggedRequest *other)
{
    const LoggedRequest *access = search->access;
    return other->is_global == access->is_global && other->low / 4 <= (access->high - 1) / 4 &&
           access->low / 4 <= (other->high - 1) / 4 && !misses_by_grain(search, access, other);
}

/* Fills near; returns whether anything there can race with the access, or the access with
 * itself. */
static bool look_around(Search *search)
{
    const LoggedRequest *access = search->access;
    bool can_race =
        is_write(access) && access->kind != ACCESS_ATOMIC && search_shape(search, access)->overlaps;
    for (uint32_t i = 0; i < search->limit && search->count < NEAR_LIMIT; ++i) {
        const LoggedRequest *other = race_access(search->log, i);
        if (!touches_near(search, other))
            continue;
        search->near[search->count++] = (uint16_t)i;
        if (race_is_repeated(other, access))
            search->same = other;
        can_race |= may_race(access, other) && !search_is_private(search, access, other);
    }
    return can_race;
}

static uint32_t kin_bucket(const LoggedRequest *access)
{
    uint32_t hash = (access->line * 64 + access->warp) * 2 + is_write(access);
    return hash * 0x9e3779b1u >> 22;
}

/* Chains keep the order of the log. */
static void chain_kin(Search *search)
{
    memset(search->first_kin, 0xff, sizeof search->first_kin);
    for (uint32_t i = search->count; i-- > 0;) {
        uint16_t *first = &search->first_kin[kin_bucket(search_near(search, i))];
        search->next_kin[i] = *first;
        *first = (uint16_t)i;
    }
}

uint32_t search_first_kin(const Search *search, const LoggedRequest *access)
{
    return search->first_kin[kin_bucket(access)];
}

bool search_has_kin(const Search *search, const LoggedRequest *access, uint32_t but)
{
    uint32_t i = search_first_kin(search, access);
    for (; i != NO_KIN; i = search->next_kin[i]) {
        const LoggedRequest *kin = search_near(search, i);
        if (i != but && is_kin(kin, access))
            return true;
    }
    return false;
}

bool search_start(Search *search, const RaceLog *log, uint32_t limit, const ShapeTable *shapes,
                  const LoggedRequest *access)
{
    search->log = log;
    search->limit = limit;
    search->shapes = shapes;
    search->access = access;
    search->same = NULL;
    search->count = 0;
    if (!look_around(search))
        return false;
    chain_kin(search);
    search->has_kin = search_has_kin(search, access, NO_KIN);
    return true;
}
