/* Pairs of accesses of different blocks that nothing orders, gathered into races: those of two
 * sites in one buffer. */
#pragma once

#include "base/arena.h"
#include "count/races/known.h"
#include "probe/races/role.h"
#include "probe/record/report.h"

/* What an access does to a word. Strong are those that the memory model lets meet. */
typedef enum Touch {
    TOUCH_READ,
    TOUCH_WRITE,
    TOUCH_STRONG_READ,
    TOUCH_STRONG_WRITE,
    TOUCH_ATOMIC
} Touch;

/* Instructions of one line that do the same are one site, named by the first of them. */
typedef struct Site {
    uint32_t pc;
    uint8_t touch; /* Touch */
    uint8_t bytes; /* bit set: of the word */
    uint8_t role;  /* Role, if all of them have it */
} Site;

/* What one thread did to a word, or the first of several threads. */
typedef struct WordAccess {
    Site site;
    uint64_t count;      /* of threads */
    uint64_t first_step; /* of the first of them, when it did so first */
    Deed last;           /* of the first of them, when it did so last */
} WordAccess;

typedef struct Pair {
    uint64_t word;          /* number of 4 bytes in the arena */
    WordAccess early, late; /* the block of early is lower */
} Pair;

/* What several ways through the grid have found; begins as zeros and its three pointers. */
typedef struct Races {
    const Program *program;
    const Launch *launch;
    Arena *arena;
    struct GridRace *list;
    int count, capacity;
} Races;

/* For each instruction of the program that accesses memory its site, without bytes; in the arena.
 * Scope: to threads of whom. */
Site *pair_sites(Arena *arena, const Program *program, const Launch *launch, FindingScope scope);

/* Of sites that conflict: one is a read whose value is only compared by atomicCAS, and the other an
 * atomic operation: that is allowed (NOTE_COMPARE_AND_SWAP). */
bool pair_is_compared(Site a, Site b);

/* Of two writes that conflict: no race, as long as all that write the word store the same. */
bool pair_may_be_equal(Site a, Site b);

/* Whether accesses of different blocks race that nothing orders: they share a byte, one of them
 * writes, and they are not both strong. Two strong writes that are no atomic operations race. */
bool pair_conflicts(Site a, Site b);

/* Bit set: the bytes of a word, by its number, that an access of so many bytes touches. */
static inline uint8_t site_bytes(uint64_t at, uint32_t size, uint64_t word)
{
    uint64_t low = at > word * 4 ? at - word * 4 : 0, end = at + size - word * 4;
    return (uint8_t)(15u << low & (end < 4 ? (1u << end) - 1 : 15u));
}

static inline bool site_writes(Site site)
{
    return site.touch != TOUCH_READ && site.touch != TOUCH_STRONG_READ;
}

/* Orders pairs by blocks, steps and threads: the higher block first, in which the race becomes
 * one. */
bool pair_is_earlier(const Pair *a, const Pair *b);

/* The number of the race of two sites on a word; -1 if there is no room for one more. */
int races_find(Races *races, Site a, Site b, uint64_t word);

/* Adds `count` pairs, of which one is given; is_at_least: not all were looked for. */
void races_add(Races *races, int number, uint64_t count, const Pair *pair, bool is_at_least);

/* A way through the grid begins: of each race the way counts that finds most, and the first pair is
 * that of the first way that finds one. */
void races_begin_pass(Races *races);

/* Whether there are any that races_tell would tell. */
bool races_are_any(const Races *races);

/* Tells the races as findings, and what is allowed as notes; and pairs of one that store equal
 * values, as a note. */
void races_tell(const Races *races, Report *report);
void races_tell_equal(const Races *races, int number, uint64_t count, const Pair *pair,
                      Report *report);
