/* The checksum comes first, so that a text of any length needs no mark for its end. */
#include "base/packing/code.h"

#include "base/hash.h"
#include "base/packing/deflate.h"
#include "base/packing/letters.h"

#include <string.h>

enum { CHECK_BYTES = 4 };

static void put_check(unsigned char check[CHECK_BYTES], const void *text, size_t length)
{
    uint64_t hash = hash_bytes(HASH_START, text, length);
    for (int i = 0; i < CHECK_BYTES; ++i)
        check[i] = (unsigned char)(hash >> 8 * i);
}

const char *code_write(Arena *arena, const char *start, const char *text, size_t length,
                       bool is_deflated)
{
    size_t packed_length = length;
    const void *packed = text;
    if (is_deflated)
        packed = deflate_write(arena, text, length, &packed_length);
    unsigned char *bytes = arena_alloc(arena, packed_length + CHECK_BYTES);
    put_check(bytes, text, length);
    memcpy(bytes + CHECK_BYTES, packed, packed_length);
    return arena_printf(arena, "%s%s", start,
                        letters_write(arena, bytes, packed_length + CHECK_BYTES));
}

const char *code_read(Arena *arena, const char *letters, bool is_deflated, size_t limit,
                      size_t *length)
{
    unsigned char *bytes, check[CHECK_BYTES];
    if (!letters_read(arena, letters, &bytes, length) || *length < CHECK_BYTES)
        return NULL;
    const char *text = (const char *)bytes + CHECK_BYTES;
    *length -= CHECK_BYTES;
    if (is_deflated)
        text = deflate_read(arena, text, *length, limit, length);
    if (!text || *length > limit)
        return NULL;
    put_check(check, text, *length);
    if (memcmp(check, bytes, CHECK_BYTES) != 0 || memchr(text, '\0', *length))
        return NULL;
    return arena_text(arena, text, *length);
}
