/* A search for races: one access against those of the log whose words may be its own, which are
 * called near. Kin of an access are others of its line and warp that do the same, both write or
 * both read: kin may show the same race of the same threads. */
#pragma once

#include "probe/races/log.h"

/* As many accesses as the log of a block of 1024 threads holds. */
enum { NEAR_LIMIT = RACE_LOG_LEAST + RACE_LOG_PER_WARP * 32, KIN_BUCKETS = 1024, NO_KIN = 0xffff };

/* What is found around one access. It points into the log and lives for one request. */
typedef struct Search {
    const RaceLog *log;
    uint32_t limit;              /* so many accesses of the log are looked at, the first ones */
    const ShapeTable *shapes;    /* of the log's accesses */
    const LoggedRequest *access; /* the new one, not among them */
    const LoggedRequest *same;   /* the one of the log that access repeats; or NULL */
    bool has_kin;                /* the access has kin among those that are near */
    uint32_t count;              /* of near */
    uint16_t near[NEAR_LIMIT];   /* numbers in the log, in its order */
    /* Chains of kin, by index in near and in that order; NO_KIN ends one. Chains are found by a
     * hash, so one may hold others, too. */
    uint16_t next_kin[NEAR_LIMIT];
    uint16_t first_kin[KIN_BUCKETS];
} Search;

/* Fills search with what is near the access among the first `limit` of the log, kin included;
 * returns whether any of it can race. If not, only near is filled. */
bool search_start(Search *search, const RaceLog *log, uint32_t limit, const ShapeTable *shapes,
                  const LoggedRequest *access);

/* An atomic operation writes, too. */
static inline bool is_write(const LoggedRequest *access)
{
    return access->kind != ACCESS_READ;
}

/* Of one line, and both writes or both reads: they show the same kind of race. Of reads, both may
 * be allowed or neither; of writes, all those of a word are allowed or none. */
static inline bool is_like(const LoggedRequest *a, const LoggedRequest *b)
{
    return a->line == b->line && is_write(a) == is_write(b) && (is_write(a) || a->role == b->role);
}

/* Like, and of one warp: they may show the same race of the same threads. */
static inline bool is_kin(const LoggedRequest *a, const LoggedRequest *b)
{
    return a->warp == b->warp && is_like(a, b);
}

/* Can they race by what they do, and by warp and __syncwarp? One of them writes, they are not both
 * atomic, and no __syncwarp of their whole warp lies between. Whether they share a word, and
 * which lanes a __syncwarp of some lanes orders, is not looked at. */
bool may_race(const LoggedRequest *a, const LoggedRequest *b);

/* True if no two lanes of the accesses meet: they are of one warp and touch the same places, and
 * lanes do not overlap, as where a warp reads its words and writes them back. That is no race. */
bool search_is_private(const Search *search, const LoggedRequest *a, const LoggedRequest *b);

/* The access of the log at an index in near. */
static inline const LoggedRequest *search_near(const Search *search, uint32_t number)
{
    return race_access(search->log, search->near[number]);
}

/* How the lanes of an access stand to each other. */
static inline const LaneShape *search_shape(const Search *search, const LoggedRequest *access)
{
    return shape_at(search->shapes, access->shape);
}

/* Index in near of the first in the chain of an access's kin, NO_KIN if there is none; and whether
 * it has kin near other than the one at index `but`. */
uint32_t search_first_kin(const Search *search, const LoggedRequest *access);
bool search_has_kin(const Search *search, const LoggedRequest *access, uint32_t but);
