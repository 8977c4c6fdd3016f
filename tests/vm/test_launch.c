/* Layout, limits and first contents of a launch; memory that comes into being when touched. */
#include "build.h"
#include "test.h"
#include "vm/lanes/half.h"

#include <string.h>
#include <sys/resource.h>

static const Program no_program = {.name = "none"};

static Launch *make_launch(Arena *arena, int buffers, ScalarType type, uint64_t count,
                           FillKind fill)
{
    return build_launch(arena, &no_program, (Dim3){1, 1, 1}, (Dim3){1, 1, 1}, buffers, type, count,
                        fill);
}

static void test_layout(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    Launch *launch = make_launch(arena, 3, SCALAR_F32, 100, FILL_ZEROS);
    assert_int_equal(launch->guard_bytes, 4096); /* 64 rows of 10 floats are 2560 bytes */
    assert_int_equal(launch->buffers[0].offset_bytes, 4096);
    assert_int_equal(launch->buffers[1].offset_bytes, 4096 + 512 + 4096);
    assert_int_equal(launch->arena_bytes, 4 * 4096 + 3 * 512);
    assert_int_equal(launch_buffer_at(launch, 4095), -1);
    assert_int_equal(launch_buffer_at(launch, 4096), 0);
    assert_int_equal(launch_buffer_at(launch, 4096 + 399), 0);
    assert_int_equal(launch_buffer_at(launch, 4096 + 400), -1);
    assert_int_equal(launch_buffer_at(launch, launch->buffers[2].offset_bytes), 2);
    assert_int_equal(launch_buffer_at(launch, UINT64_MAX), -1);
    launch->buffers[1].count = 101 * 101;
    launch_layout(launch);
    assert_int_equal(launch->guard_bytes, 26112); /* 64 * 101 * 4 = 25856, rounded up to 512 */
    assert_int_equal(launch->buffers[2].offset_bytes % 512, 0);
    arena_free(arena);
}

static const char *check(Arena *arena, Dim3 grid, Dim3 block, uint32_t fixed, uint32_t dynamic)
{
    Program program = {.shared_bytes = fixed};
    Launch launch = {.grid = grid, .block = block, .dynamic_shared_bytes = dynamic};
    const Phrase *wrong = launch_check(arena, &launch, &program);
    return wrong ? phrase_in(arena, LANGUAGE_EN, wrong) : NULL;
}

static void test_limits(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    Dim3 one = {1, 1, 1};
    assert_null(check(arena, one, (Dim3){1024, 1, 1}, 49152, 0));
    assert_null(check(arena, (Dim3){INT32_MAX, 1, 1}, (Dim3){16, 1, 64}, 0, 232448));
    assert_string_equal(check(arena, one, (Dim3){33, 33, 1}, 0, 0),
                        "a block of 33 x 33 x 1 = 1089 threads is over the limit of 1024");
    assert_non_null(strstr(check(arena, one, (Dim3){1, 1, 65}, 0, 0), "z extent of 65"));
    assert_non_null(strstr(check(arena, one, (Dim3){0, 1, 1}, 0, 0), "has no threads"));
    assert_non_null(check(arena, one, (Dim3){UINT32_MAX, UINT32_MAX, UINT32_MAX}, 0, 0));
    assert_non_null(check(arena, one, (Dim3){1u << 16, 1u << 16, 1}, 0, 0));
    assert_non_null(strstr(check(arena, (Dim3){1, 0, 1}, one, 0, 0), "has no blocks"));
    assert_non_null(strstr(check(arena, (Dim3){1u << 31, 1, 1}, one, 0, 0), "2147483648"));
    assert_non_null(strstr(check(arena, (Dim3){1, 65536, 1}, one, 0, 0), "y extent of 65536"));
    assert_non_null(strstr(check(arena, (Dim3){1, 1, 65536}, one, 0, 0), "z extent of 65536"));
    assert_non_null(check(arena, (Dim3){INT32_MAX, 65535, 65535}, one, 0, 0));
    assert_non_null(strstr(check(arena, one, one, 49153, 0), "extern __shared__"));
    assert_non_null(strstr(check(arena, one, one, 4, 232448), "232452"));
    arena_free(arena);
}

static float float_at(const Launch *launch, uint64_t at)
{
    float value;
    launch_fill(launch, at, &value, 4);
    return value;
}

static void test_fill_ints(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    Launch *launch = make_launch(arena, 2, SCALAR_F32, 37 * 21, FILL_INTS);
    int different = 0;
    for (int b = 0; b < 2; ++b) {
        launch->buffers[b].rows = 37;
        launch->buffers[b].cols = 21;
    }
    for (uint64_t i = 0; i < 37 * 21; ++i) {
        uint64_t at = launch->buffers[0].offset_bytes + 4 * i;
        float value = float_at(launch, at);
        assert_true(value >= 1 && value <= 9 && value == (float)(int)value);
        if (i % 21 != 20)
            assert_true(value != float_at(launch, at + 4));
        if (i < 36 * 21)
            assert_true(value != float_at(launch, at + 4 * 21));
        different += value != float_at(launch, launch->buffers[1].offset_bytes + 4 * i);
    }
    assert_true(different > 37 * 21 / 2);
    arena_free(arena);
}

static void test_fill_kinds(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    Launch *launch = make_launch(arena, 4, SCALAR_F32, 1000, FILL_RANDOM);
    static const uint8_t given[6] = {1, 2, 3, 4, 5, 6};
    launch->buffers[1].fill = FILL_POISON;
    launch->buffers[2].fill = FILL_BYTES;
    launch->buffers[2].bytes = given;
    launch->buffers[2].byte_count = sizeof given;
    launch->buffers[3].fill = FILL_ZEROS;
    double sum = 0;
    for (uint64_t i = 0; i < 1000; ++i) {
        float value = float_at(launch, launch->buffers[0].offset_bytes + 4 * i);
        assert_true(value >= -1 && value < 1);
        sum += value;
    }
    assert_true(sum > -100 && sum < 100);
    assert_true(float_at(launch, 0) == -99.0f);
    assert_true(float_at(launch, launch->buffers[0].offset_bytes + 4000) == -99.0f); /* padding */
    assert_true(float_at(launch, launch->arena_bytes - 4) == -99.0f);
    assert_true(float_at(launch, launch->buffers[1].offset_bytes + 36) == -8888.0f);
    assert_true(float_at(launch, launch->buffers[3].offset_bytes) == 0);
    uint8_t got[8];
    launch_fill(launch, launch->buffers[2].offset_bytes, got, 8);
    assert_memory_equal(got, "\1\2\3\4\5\6\0\0", 8);
    launch->buffers[1].type = SCALAR_F64;
    double full;
    launch_fill(launch, launch->buffers[1].offset_bytes + 16, &full, 8);
    assert_true(full == -8888.0);
    launch->buffers[1].type = SCALAR_F16;
    uint16_t half;
    launch_fill(launch, launch->buffers[1].offset_bytes + 2, &half, 2);
    assert_true(half_to_double(half) == -8888.0);
    arena_free(arena);
}

/* Pieces lie over the fill, wherever a part begins; what nothing has set is unset as long as it is
 * as it was filled. */
static void test_pieces(void **unused)
{
    (void)unused;
    static const BufferPiece pieces[] = {
        {8, 24, PIECE_BYTE, 0xff}, {24, 34, PIECE_UNSET, 0}, {40, 4000, PIECE_LEFT, 0}};
    Arena *arena = arena_new();
    Launch *launch = make_launch(arena, 4, SCALAR_I32, 1000, FILL_ZEROS);
    launch->buffers[1].pieces = pieces;
    launch->buffers[1].piece_count = 3;
    launch->buffers[1].role = ROLE_IN_OUT;
    uint64_t at = launch->buffers[1].offset_bytes;
    static const uint32_t whole[] = {0,
                                     0,
                                     UINT32_MAX,
                                     UINT32_MAX,
                                     UINT32_MAX,
                                     UINT32_MAX,
                                     LAUNCH_POISON_WORD,
                                     LAUNCH_POISON_WORD,
                                     0xe000,
                                     0,
                                     0};
    uint8_t bytes[44], part[44];
    launch_fill(launch, at, bytes, 44);
    assert_memory_equal(bytes, whole, 44);
    for (uint32_t from = 0; from < 44; ++from) {
        launch_fill(launch, at + from, part, 44 - from);
        assert_memory_equal(part, bytes + from, 44 - from);
    }
    uint32_t set = 7, poison = LAUNCH_POISON_WORD;
    for (uint64_t i = 0; i < 10; ++i) {
        bool is_unset = i >= 6 && i <= 8;
        assert_int_equal(launch_is_unset(launch, 1, at + 4 * i, bytes + 4 * i, 4), is_unset);
        assert_false(launch_is_unset(launch, 1, at + 4 * i, &set, 4));
    }
    assert_true(launch_is_unset(launch, 1, at + 80, &poison, 4));
    assert_false(launch_is_unset(launch, 1, at + 80, &set, 4));
    assert_true(buffer_has_unset(&launch->buffers[1]));
    launch->buffers[1].piece_count = 1;
    assert_false(buffer_has_unset(&launch->buffers[1]));
    arena_free(arena);
}

/* Any piece of the arena on its own equals that piece of the whole. */
static void test_fill_is_pure(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    for (int type = 0; type < SCALAR_COUNT; ++type) {
        Launch *launch = make_launch(arena, 4, (ScalarType)type, 333, FILL_INTS);
        launch->buffers[1].fill = FILL_RANDOM;
        launch->buffers[2].fill = FILL_POISON;
        uint8_t *whole = arena_alloc(arena, launch->arena_bytes), piece[700];
        launch_fill(launch, 0, whole, launch->arena_bytes);
        for (uint64_t at = 0; at + sizeof piece < launch->arena_bytes; at += 131) {
            size_t size = 1 + (at * 7) % sizeof piece;
            launch_fill(launch, at, piece, size);
            assert_memory_equal(piece, whole + at, size);
        }
    }
    arena_free(arena);
}

static void test_memory(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    const char *reason = NULL;
    Launch *launch = make_launch(arena, 2, SCALAR_F32, 50000, FILL_INTS);
    Memory *memory = memory_new(launch, &reason);
    assert_non_null(memory);
    uint64_t start = memory_hash(memory), at = launch->buffers[0].offset_bytes;
    uint8_t got[5000], expected[5000];
    memory_copy_out(memory, at - 30, got, sizeof got);
    launch_fill(launch, at - 30, expected, sizeof expected);
    assert_memory_equal(got, expected, sizeof got);
    assert_memory_equal(memory_read(memory, at, 4096), expected + 30, 4096);
    assert_int_equal(memory_hash(memory), start);

    MemorySaved *empty = memory_save(memory);
    memset(memory_write(memory, at + 100, 8000), 7, 8000);
    uint64_t written = memory_hash(memory);
    assert_int_not_equal(written, start);
    MemorySaved *saved = memory_save(memory), *again = memory_save(memory);
    assert_true(memory_saved_bytes(saved) < 4096); /* its pages are also held by the other */
    memory_saved_free(again);
    assert_true(memory_saved_bytes(saved) > 2 * 4096);

    memset(memory_write(memory, at + 100000, 10), 1, 10);
    memset(memory_write(memory, at + 200, 10), 1, 10);
    assert_int_not_equal(memory_hash(memory), written);
    memory_restore(memory, saved);
    assert_int_equal(memory_hash(memory), written);
    assert_int_equal(*memory_read(memory, at + 100, 1), 7);
    memory_restore(memory, empty);
    assert_int_equal(memory_hash(memory), start);
    assert_memory_equal(memory_read(memory, at, 4096), expected + 30, 4096);
    memory_restore(memory, saved);
    assert_int_equal(memory_hash(memory), written);

    Memory *other = memory_new(launch, &reason); /* a save fits any memory of the launch */
    memset(memory_write(other, at + 150000, 1), 1, 1);
    memory_restore(other, saved);
    assert_int_equal(memory_hash(other), written);
    memory_free(memory);
    assert_int_equal(*memory_read(other, at + 8099, 1), 7);
    memory_reset(other);
    assert_int_equal(memory_hash(other), start);
    memory_read(other, at, 1);
    memset(memory_write(other, at, 4096), 1, 4096);
    memcpy(memory_write(other, at, 4096), expected + 30, 4096);
    assert_int_equal(memory_hash(other), start); /* content counts, not what was touched */
    memory_free(other);
    memory_saved_free(empty);
    memory_saved_free(saved);
    arena_free(arena);
}

/* A look into one part makes all of it present and nothing else, as the launch fills it; what was
 * written in it before stays, and a part that was let go of comes again. */
static void test_parts(void **unused)
{
    (void)unused;
    enum { PART = 1 << 16 };
    Arena *arena = arena_new();
    const char *reason = NULL;
    Launch *launch = make_launch(arena, 2, SCALAR_F32, (uint64_t)5 * PART / 4 + 3, FILL_INTS);
    Memory *memory = memory_new(launch, &reason);
    uint64_t last = launch->arena_bytes / PART, hash = memory_hash(memory);
    static uint8_t expected[2 * PART];
    memory_read_parts(memory, 3 * PART - 4, 0);
    assert_false(memory_is_present(memory, 2 * PART, 1));
    memory_read_parts(memory, 3 * PART - 4, 8);
    for (uint64_t part = 0; part <= last; ++part) {
        uint64_t at = part * PART, rest = launch->arena_bytes - at;
        assert_int_equal(memory_is_present(memory, at, rest < PART ? rest : PART),
                         part == 2 || part == 3);
    }
    launch_fill(launch, 2 * PART, expected, sizeof expected);
    assert_memory_equal(memory_base(memory) + 2 * PART, expected, sizeof expected);
    assert_true(memory_is_unwritten(memory, 2 * PART, 2 * PART));
    assert_int_equal(memory_hash(memory), hash);

    memset(memory_write(memory, 5 * PART + 100, 10), 1, 10);
    assert_int_equal(memory_read_parts(memory, 5 * PART, 1)[105], 1);
    memory_trim(memory, 0);
    assert_false(memory_is_present(memory, 2 * PART, 1));
    assert_memory_equal(memory_read_parts(memory, 2 * PART, 2 * PART), expected, sizeof expected);
    memory_read_parts(memory, 0, launch->arena_bytes);
    assert_true(memory_is_present(memory, 0, launch->arena_bytes));
    assert_int_equal(memory_read_parts(memory, 5 * PART, 1)[105], 1);
    memory_reset(memory);
    assert_false(memory_is_present(memory, 2 * PART, 1));
    assert_memory_equal(memory_read_parts(memory, 2 * PART, 2 * PART), expected, sizeof expected);
    memory_free(memory);
    arena_free(arena);
}

/* Three matrices of 16384 squared: 3 GiB of arena, of which next to nothing exists. */
static void test_laziness(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    const char *reason = NULL;
    Launch *launch = make_launch(arena, 3, SCALAR_F32, (uint64_t)16384 * 16384, FILL_INTS);
    Memory *memory = memory_new(launch, &reason);
    assert_non_null(memory);
    for (uint64_t row = 0; row < 16384; row += 512)
        memory_write(memory, launch->buffers[2].offset_bytes + row * 65536, 64);
    MemorySaved *saved = memory_save(memory);
    memory_restore(memory, saved);
    memory_saved_free(saved);
    uint64_t hash = memory_hash(memory);
    for (uint64_t row = 0; row < 16384; ++row) { /* 64 MiB of pages, if none were let go of */
        uint32_t element, again;
        uint64_t at = launch->buffers[1].offset_bytes + row * 65536;
        memcpy(&element, memory_read(memory, at, 4), 4);
        launch_fill(launch, at, &again, 4);
        assert_int_equal(element, again);
        memory_trim(memory, 1024);
    }
    assert_int_equal(memory_hash(memory), hash);
    memory_free(memory);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#ifndef __SANITIZE_ADDRESS__
    assert_true(usage.ru_maxrss < 50 * 1024);
#endif
    launch->buffers[0].count = (uint64_t)1 << 50;
    launch_layout(launch);
    assert_null(memory_new(launch, &reason));
    assert_non_null(reason);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),    cmocka_unit_test(test_limits),
        cmocka_unit_test(test_fill_ints), cmocka_unit_test(test_fill_kinds),
        cmocka_unit_test(test_pieces),    cmocka_unit_test(test_fill_is_pure),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_parts),
        cmocka_unit_test(test_laziness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
