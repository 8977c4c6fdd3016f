/* Bytes made smaller, as RFC 1951 has them ("raw deflate"): the same in every build, and what zlib
 * and browsers write is read, too. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

/* The bytes in one block of fixed codes; in the arena. */
unsigned char *deflate_write(Arena *arena, const void *bytes, size_t length, size_t *out_length);

/* Back, with a NUL behind them that does not count; in the arena. NULL if they are damaged, or
 * would be more than limit, which is found out before it has taken more memory than twice that. */
char *deflate_read(Arena *arena, const void *bytes, size_t length, size_t limit,
                   size_t *out_length);
