#include "base/arena.h"
#include "base/hash.h"
#include "test.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

static void memory_is_zeroed_and_aligned(void **state)
{
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
    Arena *arena = arena_new();
    int *items = NULL, count = 0, capacity = 0;
    for (int i = 0; i < 10000; ++i)
        *ARENA_PUSH(arena, items, count, capacity) = i * 3;
    assert_int_equal(count, 10000);
    for (int i = 0; i < 10000; ++i)
        assert_int_equal(items[i], i * 3);
    arena_free(arena);
}

/* ---- sizes that no memory has ---- */

static void array_of_more_than_all_bytes(Arena *arena)
{
    ARENA_ARRAY(arena, uint64_t, SIZE_MAX / 8 + 2); /* the product wraps to 8 */
}

static void array_of_a_negative_count(Arena *arena)
{
    int count = -3;
    ARENA_ARRAY(arena, char, count);
}

static void size_that_alignment_wraps(Arena *arena)
{
    arena_alloc(arena, SIZE_MAX - 5);
}

static void size_that_a_chunk_wraps(Arena *arena)
{
    arena_alloc(arena, SIZE_MAX - 1000);
}

static void text_without_room_for_its_end(Arena *arena)
{
    arena_text(arena, NULL, SIZE_MAX);
}

static void growth_that_an_int_cannot_count(Arena *arena)
{
    int count = 1 << 30, capacity = 1 << 30;
    arena_grow(arena, NULL, 1, count, &capacity);
}

static void growth_of_more_than_all_bytes(Arena *arena)
{
    int count = 0, capacity = 0;
    arena_grow(arena, NULL, SIZE_MAX / 4, count, &capacity);
}

/* printf refuses it as it refuses what is longer than an int, which would take it ten seconds. */
static void text_that_cannot_be_formatted(Arena *arena)
{
    arena_printf(arena, "%lc", WEOF);
}

/* Runs it in a process of its own, since it ends that process. */
static void assert_ends_out_of_memory(void (*run)(Arena *))
{
    static Arena *volatile arena; /* the sanitizer finds it at the end, so it is not lost */
    int pipes[2], status;
    char said[100] = "";
    assert_int_equal(pipe(pipes), 0);
    fflush(NULL); /* or the child would print it once more */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(pipes[1], STDERR_FILENO);
        arena = arena_new();
        run(arena);
        _exit(0);
    }
    close(pipes[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(read(pipes[0], said, sizeof said - 1) >= 0);
    close(pipes[0]);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_string_equal(said, "tilestep: out of memory\n");
}

static void impossible_sizes_end_like_memory_that_has_run_out(void **state)
{
    assert_ends_out_of_memory(array_of_more_than_all_bytes);
    assert_ends_out_of_memory(array_of_a_negative_count);
    assert_ends_out_of_memory(size_that_alignment_wraps);
    assert_ends_out_of_memory(size_that_a_chunk_wraps);
    assert_ends_out_of_memory(text_without_room_for_its_end);
    assert_ends_out_of_memory(growth_that_an_int_cannot_count);
    assert_ends_out_of_memory(growth_of_more_than_all_bytes);
    assert_ends_out_of_memory(text_that_cannot_be_formatted);
}

static void texts(void **state)
{
    Arena *arena = arena_new();
    assert_string_equal(arena_text(arena, "tiles", 4), "tile");
    assert_string_equal(arena_text(arena, NULL, 0), "");
    assert_string_equal(arena_printf(arena, "%s %d", "T", 16), "T 16");
    assert_memory_equal(arena_copy(arena, "\1\0\2", 3), "\1\0\2", 3);
    arena_free(arena);
}

/* Brief texts and long ones are made in two ways; in memory that held something before. */
static void texts_of_all_lengths(void **state)
{
    Arena *arena = arena_new();
    for (int length = 0; length < 600; ++length) {
        arena_reset(arena);
        memset(arena_alloc(arena, 1024), 0xff, 1024);
        arena_reset(arena);
        const char *text = arena_printf(arena, "%*d", length, 7);
        assert_int_equal(strlen(text), length > 1 ? length : 1);
        assert_int_equal(text[strlen(text) - 1], '7');
    }
    arena_free(arena);
}

static void hashes(void **state)
{
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
        cmocka_unit_test(impossible_sizes_end_like_memory_that_has_run_out),
        cmocka_unit_test(texts),
        cmocka_unit_test(texts_of_all_lengths),
        cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
