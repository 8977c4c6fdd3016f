/* A search for races: one access against those of the log whose words may be its own. */
#ifndef TILESTEP_PROBE_RACES_NEAR_H
#define TILESTEP_PROBE_RACES_NEAR_H

#include "probe/races/log.h"

enum { NEAR_LIMIT = RACE_LOG_LEAST + RACE_LOG_PER_WARP * 32, KIN_BUCKETS = 1024, NO_KIN = 0xffff };

typedef struct Search {
    const RaceLog *log;
    const ShapeTable *shapes;
    const Access *access;
    const Access *same; /* of the log, that access repeats; or NULL */
    bool has_kin;       /* access has, near */
    uint32_t count;
    uint16_t near[NEAR_LIMIT];
    /* Kin are chained, in the order of near; by index in near. Others may be in
   * the chain, too. */
    uint16_t next_kin[NEAR_LIMIT];
    uint16_t first_kin[KIN_BUCKETS];
} Search;

/* Looks around; returns whether anything that is near can race. */
bool search_start(Search *search, const RaceLog *log, const ShapeTable *shapes,
                  const Access *access);

static inline bool is_write(const Access *access)
{
    return access->kind != ACCESS_READ;
}

/* Of one line, and both writes or both reads: they show the same races. */
static inline bool is_like(const Access *a, const Access *b)
{
    return a->line == b->line && is_write(a) == is_write(b);
}

/* Like, and of one warp: they may show the same race of the same threads. */
static inline bool is_kin(const Access *a, const Access *b)
{
    return a->warp == b->warp && is_like(a, b);
}

bool may_race(const Access *a, const Access *b);

/* Each lane with itself only: what a warp reads and writes back. */
bool search_is_private(const Search *search, const Access *a, const Access *b);

static inline const Access *search_near(const Search *search, uint32_t number)
{
    return race_access(search->log, search->near[number]);
}

static inline const LaneShape *search_shape(const Search *search, const Access *access)
{
    return shape_at(search->shapes, access->shape);
}

/* The first in the chain of the access's kin, and whether it has kin but the one of that number. */
uint32_t search_first_kin(const Search *search, const Access *access);
bool search_has_kin(const Search *search, const Access *access, uint32_t but);

#endif
