#include "base/arena.h"
#include "base/hash.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (size_t size = 0; size < 5000; size += 37) {
        unsigned char *bytes = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)bytes % (size >= 64 ? 64 : 16), 0);
        for (size_t i = 0; i < size; ++i)
            assert_int_equal(bytes[i], 0);
        memset(bytes, 0xaa, size);
    }
    arena_reset(arena);
    unsigned char *again = arena_alloc(arena, 4096);
    for (int i = 0; i < 4096; ++i)
        assert_int_equal(again[i], 0);
    arena_free(arena);
    arena_free(NULL);
}

static void addresses_stay(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    int *numbers[3000];
    for (int i = 0; i < 3000; ++i) {
        numbers[i] = arena_alloc(arena, (size_t)(i % 200) * 4 + 4);
        *numbers[i] = i;
    }
    char *large = arena_alloc(arena, 1 << 20);
    large[(1 << 20) - 1] = 1;
    for (int i = 0; i < 3000; ++i)
        assert_int_equal(*numbers[i], i);
    arena_free(arena);
}

static void reset_reuses_memory(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    void *first = arena_alloc(arena, 100);
    assert_true(arena_used_bytes(arena) >= 100);
    arena_alloc(arena, 1 << 20);
    arena_reset(arena);
    assert_int_equal(arena_used_bytes(arena), 0);
    assert_ptr_equal(arena_alloc(arena, 100), first);
    arena_free(arena);
}

static void trimming_keeps_what_is_asked(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    void *first = arena_alloc(arena, 100);
    void *second = arena_alloc(arena, 100000);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    arena_alloc(arena, 1 << 20);
    arena_reset(arena);
    arena_trim(arena, 1 << 18);
    assert_true(mallinfo2().uordblks + mallinfo2().hblkhd <= before);
    assert_ptr_equal(arena_alloc(arena, 100), first);
    assert_ptr_equal(arena_alloc(arena, 100000), second);
    char *large = arena_alloc(arena, 1 << 20);
    large[(1 << 20) - 1] = 1;
    arena_free(arena);
}

static void arrays_grow(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    int *items = NULL, count = 0, capacity = 0;
    for (int i = 0; i < 10000; ++i)
        *ARENA_PUSH(arena, items, count, capacity) = i * 3;
    assert_int_equal(count, 10000);
    for (int i = 0; i < 10000; ++i)
        assert_int_equal(items[i], i * 3);
    arena_free(arena);
}

static void texts(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(arena_text(arena, "tiles", 4), "tile");
    assert_string_equal(arena_text(arena, NULL, 0), "");
    assert_string_equal(arena_printf(arena, "%s %d", "T", 16), "T 16");
    assert_memory_equal(arena_copy(arena, "\1\0\2", 3), "\1\0\2", 3);
    arena_free(arena);
}

static void hashes(void **state)
{
    (void)state;
    unsigned char bytes[40] = {0};
    uint64_t seen[41];
    for (size_t i = 0; i <= 40; ++i) {
        seen[i] = hash_bytes(HASH_START, bytes, i);
        for (size_t k = 0; k < i; ++k)
            assert_true(seen[k] != seen[i]); /* zeros of other lengths */
    }
    for (size_t i = 0; i < 40; ++i) {
        bytes[i] = 1;
        assert_true(hash_bytes(HASH_START, bytes, 40) != seen[40]);
        bytes[i] = 0;
    }
    char copy[41] = {0};
    assert_true(hash_bytes(HASH_START, copy + 1, 40) == seen[40]); /* wherever it lies */
    assert_true(hash_u64(hash_u64(1, 2), 3) != hash_u64(hash_u64(1, 3), 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_and_aligned),
        cmocka_unit_test(addresses_stay),
        cmocka_unit_test(reset_reuses_memory),
        cmocka_unit_test(trimming_keeps_what_is_asked),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(texts),
        cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
