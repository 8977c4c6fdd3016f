/* Patterns and masks: what the lanes of a block have in common, interned.
 *
 * In most kernels an integer differs from lane to lane in a way that never changes: threadIdx.x, ty
 * * T + tx. Such a value is an offset, the same for all lanes, plus a *pattern*: a vector that is
 * zero in lane 0. Patterns and the masks of active lanes are kept once each and named by a small
 * number, so that arithmetic on whole blocks is arithmetic on numbers, and everything that follows
 * from a pattern (extent, sectors, wavefronts of the banks) is worked out once.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    LANE_GROUP = 16,     /* lanes that are loaded and stored together */
    LANE_HALF = 8,       /* half a group */
    PATTERN_UNIFORM = 0, /* the pattern that is zero in every lane */
    PATTERN_LOOSE = 1,   /* what pattern_loose was given last */
    PATTERN_NONE = -1,   /* no such pattern: out of range, or the table is full */
    PATTERN_LIMIT = 1024,
    MASK_NONE_ACTIVE = 0,
    MASK_ALL = 1,              /* every thread of the block */
    MASKS_MANY = 1 << 13,      /* more are forgotten between blocks */
    MASK_LIMIT = (1 << 16) - 2 /* their numbers, plus 1, have 16 bits */
};

/* rel of the lanes of a group: one more from lane to lane, or all equal; that of each half of it,
 * as where rows of threads are 8 wide; or none of these. */
typedef enum GroupKind {
    GROUP_RUN,
    GROUP_ONE,
    GROUP_RUNS,
    GROUP_ONES,
    GROUP_OTHER,
    GROUP_KINDS
} GroupKind;

struct LaneFunctions; /* lanes_float.h */

typedef struct Pattern {
    const int32_t *rel;  /* [lanes]; rel[0] == 0; lanes beyond the block's threads are 0 */
    const uint8_t *kind; /* [lanes / LANE_GROUP] GroupKind */
    int64_t lo, hi;      /* least and largest of rel */
    uint32_t bits;       /* those that any of rel has */
    bool is_row;         /* rel[i] == i for every thread */
    bool is_alike;       /* all groups are of one kind */
    uint32_t period;     /* groups after which the same places come again, as those of a row of
                            threads; 0: they do not, or some group is GROUP_OTHER */
} Pattern;

/* Fills pattern from rel ([lanes]), and kind ([lanes / LANE_GROUP]); it keeps both pointers. */
void pattern_describe(Pattern *pattern, uint32_t threads, uint32_t lanes, const int32_t *rel,
                      uint8_t *kind);

/* A set of lanes. */
typedef struct Mask {
    uint32_t *words;       /* [lanes / 32], one per warp, a bit for each lane */
    uint32_t lanes, warps; /* set bits; words with any */
} Mask;

/* patterns and masks are for reading through pattern_at and mask_at; the rest is pattern.c's. */
typedef struct PatternTable {
    Pattern *patterns;
    Mask *masks;
    int pattern_count, pattern_capacity, mask_count, mask_capacity;
    int mask_made; /* masks that have room for words; mask_count at least */
    Arena *arena;
    uint32_t threads, lanes;              /* of a block; lanes are threads rounded up to 32 */
    uint16_t *pattern_slots, *mask_slots; /* hash tables: index + 1 */
    uint32_t mask_slot_count;
    struct PatternMemo *memo; /* results of operations */
    int32_t *loose_rel;       /* [lanes] of PATTERN_LOOSE, as its kinds */
    uint8_t *loose_kind;
    int64_t *values; /* [lanes] scratch */
    uint32_t *words;
} PatternTable;

/* For blocks of thread_count threads (1024 at most), padded to lanes (a multiple of 32). It lives
 * in the arena and allocates there; to throw it away, throw the arena away. For one thread. */
PatternTable *pattern_table_new(Arena *arena, uint32_t thread_count, uint32_t lanes);

/* The pattern of a number that is not PATTERN_NONE. Stale when the next one is interned; what rel
 * and kind point to stays. */
static inline const Pattern *pattern_at(const PatternTable *table, int pattern)
{
    return &table->patterns[pattern];
}

/* The mask of a number that is not -1; stale likewise. */
static inline const Mask *mask_at(const PatternTable *table, int mask)
{
    return &table->masks[mask];
}

/* The pattern of values ([threads]) minus the first of them; PATTERN_NONE if that does not fit 32
 * bits in some lane, or the table is full. */
int pattern_intern(PatternTable *table, const int64_t *values);

/* The same, but it is no more than a place for the lanes of one access: PATTERN_LOOSE, until the
 * next call. Nothing may be remembered of it. */
int pattern_loose(PatternTable *table, const int64_t *values);

/* Of the lanes of a mask, where each has so many bytes from pattern[i] * scale on: whether each
 * begins where the one before it ends, or behind that; and whether some have a byte in [from,
 * end). */
bool pattern_climbs(const PatternTable *table, int pattern, int mask, int64_t scale, int64_t bytes);
bool pattern_reaches(const PatternTable *table, int pattern, int mask, int64_t scale, int64_t bytes,
                     int64_t from, int64_t end);

/* The pattern of a + b or, with sign_b -1, a - b; and that of a * factor. PATTERN_NONE likewise; a
 * and b are patterns. */
int pattern_add(PatternTable *table, int a, int b, int sign_b);
int pattern_scale(PatternTable *table, int a, int64_t factor);

/* The pattern that comes to a when scaled by divisor, a power of two; PATTERN_NONE likewise, or if
 * some lane leaves a rest. */
int pattern_divide(PatternTable *table, int a, int32_t divisor);

/* The mask with these words, and masks made of two: a and b, a and not b, a or b, one of both.
 * All answer -1 if the table is full: the caller gives the block up. */
int mask_intern(PatternTable *table, const uint32_t *words);
int mask_and(PatternTable *table, int a, int b);
int mask_and_not(PatternTable *table, int a, int b);
int mask_or(PatternTable *table, int a, int b);
int mask_xor(PatternTable *table, int a, int b);

/* As pattern_loose, of indices of the lanes of a mask; lanes that are not of it have the index of
 * the first that is, which *first gets. functions: lanes_pick(). */
int pattern_of_index(PatternTable *table, const struct LaneFunctions *functions,
                     const uint32_t *index, bool is_signed, int mask, int64_t *first);

typedef enum Comparison {
    COMPARE_EQ,
    COMPARE_NE,
    COMPARE_LT,
    COMPARE_LE,
    COMPARE_GT,
    COMPARE_GE
} Comparison;

/* The mask of the lanes in which pattern + offset compares so with zero. It may be MASK_ALL. */
int mask_compare(PatternTable *table, const struct LaneFunctions *functions, int pattern,
                 int64_t offset, Comparison comparison);

/* How many (32-lane) warps of within have some, but not all, of their lanes in part. part is a
 * subset of within. */
uint32_t mask_split_warps(PatternTable *table, int within, int part);

/* True once there are so many patterns that the table should be thrown away between blocks, or so
 * many masks that those on which data decided should be forgotten. */
bool pattern_table_is_crowded(const PatternTable *table);
bool pattern_table_has_many_masks(const PatternTable *table);

/* Forgets all masks but the first ones: their numbers will be those of others. */
void pattern_table_forget_masks(PatternTable *table, int kept);
