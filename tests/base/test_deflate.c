/* What is deflated comes back; what zlib wrote is read; what is damaged or too much is refused. */
#include "base/packing/deflate.h"
#include "test.h"

#include <string.h>

static uint32_t next_random(uint32_t *seed)
{
    return (*seed = *seed * 1664525u + 1013904223u) >> 8;
}

static void comes_back(const char *bytes, size_t length)
{
    Arena *arena = arena_new();
    size_t packed_length, again_length;
    const void *packed = deflate_write(arena, bytes, length, &packed_length);
    const char *again = deflate_read(arena, packed, packed_length, length, &again_length);
    assert_non_null(again);
    assert_int_equal(again_length, length);
    assert_memory_equal(again, bytes, length);
    assert_int_equal(again[length], 0);
    if (length)
        assert_null(deflate_read(arena, packed, packed_length, length - 1, &again_length));
    assert_null(deflate_read(arena, packed, packed_length - 1, length, &again_length));
    arena_free(arena);
}

TEST(test_bytes_come_back)
{
    Arena *arena = arena_new();
    enum { MOST = 70000 };
    char *bytes = arena_alloc(arena, MOST);
    uint32_t seed = 3;
    comes_back("", 0);
    comes_back("a", 1);
    comes_back("\0\0\0\0\0\0", 6);
    for (int letters = 1; letters <= 256; letters *= 4)
        for (size_t length = 2; length <= MOST; length *= 6) {
            for (size_t i = 0; i < length; ++i)
                bytes[i] = (char)(next_random(&seed) % (uint32_t)letters);
            comes_back(bytes, length);
        }
    arena_free(arena);
}

TEST(test_source_gets_smaller)
{
    Arena *arena = arena_new();
    const char *text = "";
    size_t length;
    for (int i = 0; i < 40; ++i)
        text = arena_printf(arena, "%s    float value%d = a[row * n + %d];\n", text, i, i);
    deflate_write(arena, text, strlen(text), &length);
    assert_true(length < strlen(text) / 4);
    arena_free(arena);
}

/* Codes of its own, as zlib writes them, and bytes as they are. */
TEST(test_what_zlib_writes)
{
    static const unsigned char stored[] = {1, 5, 0, 0xfa, 0xff, 'h', 'e', 'l', 'l', 'o'};
    static const unsigned char dynamic[] = {229, 139, 177, 9,   0,   0,   12,  194, 174, 117, 8,
                                            184, 233, 255, 212, 63,  10,  18,  12,  104, 91,  151,
                                            0,   197, 9,   166, 50,  154, 58,  139, 228, 105, 198,
                                            237, 50,  85,  149, 149, 126, 188, 29};
    Arena *arena = arena_new();
    size_t length;
    assert_string_equal(deflate_read(arena, stored, sizeof stored, 5, &length), "hello");
    assert_null(deflate_read(arena, stored, sizeof stored - 1, 5, &length));
    const char *text = deflate_read(arena, dynamic, sizeof dynamic, 1000, &length);
    assert_non_null(text);
    assert_int_equal(length, 300);
    for (size_t i = 0; i < length; ++i)
        assert_int_equal(text[i], "tiles"[i * i * i / 11 % 5]);
    arena_free(arena);
}

TEST(test_damaged_bytes_end)
{
    Arena *arena = arena_new();
    uint32_t seed = 9;
    for (int round = 0; round < 20000; ++round) {
        unsigned char bytes[96];
        size_t length = next_random(&seed) % sizeof bytes, out_length = 0;
        for (size_t i = 0; i < length; ++i)
            bytes[i] = (unsigned char)next_random(&seed);
        const char *out = deflate_read(arena, bytes, length, 1000, &out_length);
        assert_true(out_length <= 1000 && (!out || !out[out_length]));
        arena_reset(arena);
    }
    arena_free(arena);
}

/* A thousand times as much as was said to be the most. */
TEST(test_a_bomb_takes_no_memory)
{
    Arena *packing = arena_new(), *arena = arena_new();
    enum { BYTES = 1 << 24, LIMIT = 1 << 14 };
    size_t packed_length, length;
    const void *packed = deflate_write(packing, arena_alloc(packing, BYTES), BYTES, &packed_length);
    assert_true(packed_length < BYTES / 150);
    assert_null(deflate_read(arena, packed, packed_length, LIMIT, &length));
    assert_true(arena_used_bytes(arena) <= 4 * LIMIT);
    arena_free(packing);
    arena_free(arena);
}
