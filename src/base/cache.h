/* Compiled code kept between runs, by content, under XDG_CACHE_HOME/tilestep.
 *
 * Entries are written beside their place and renamed; one that is cut off or changed does not match
 * its own hash and counts as missing. A cache that cannot be used is no error.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* All entries together take about this much at most; the oldest go first. */
#define CACHE_LIMIT_BYTES ((uint64_t)64 << 20)

/* Two independent hashes of everything that the code depends on: 128 bits, so that two keys are
 * never the same by chance. Begins with cache_key_start; what is added counts with its size and
 * order. */
typedef struct CacheKey {
    uint64_t first, second; /* together the name of the file */
} CacheKey;

/* A key of nothing; bytes added to it, and a text added with its NUL. */
CacheKey cache_key_start(void);
void cache_key_add(CacheKey *key, const void *bytes, size_t size);
void cache_key_add_text(CacheKey *key, const char *text);

/* The entry's bytes in the arena, *size of them; NULL if there is none. */
void *cache_read(Arena *arena, CacheKey key, size_t *size);

/* Keeps bytes under a key, if they are no more than a quarter of the cache and it can be
 * written. */
void cache_write(Arena *arena, CacheKey key, const void *bytes, size_t size);
