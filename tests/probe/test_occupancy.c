/* Occupancy against what an H200 answered, against the figures of the course, and at its edges. */
#include "base/file.h"
#include "probe/models/occupancy.h"
#include "probe/models/waves.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct Fixture {
    Arena *arena;
    DeviceTable table;
} Fixture;

static const DeviceModel *model(void **state, const char *name)
{
    const DeviceModel *found = device_find(&((Fixture *)*state)->table, name);
    assert_non_null(found);
    return found;
}

static char *read_text(Arena *arena, const char *path, size_t *length)
{
    char *text;
    const Phrase *reason;
    if (!file_read(arena, path, 1 << 20, &text, length, &reason))
        fail_msg("%s: %s", path, phrase_in(arena, LANGUAGE_EN, reason));
    return text;
}

static void equals_every_row_of_the_h200(void **state)
{
    Fixture *fixture = *state;
    size_t length;
    int rows = 0;
    for (char *line = read_text(fixture->arena, H200_FILE, &length); line;) {
        int threads, shared, registers, blocks;
        if (sscanf(line, "%d,%d,%d,%d", &threads, &shared, &registers, &blocks) == 4) {
            Occupancy o = occupancy_compute(model(state, "H200"), threads, shared, registers);
            if (o.blocks_per_sm != blocks)
                fail_msg("%d threads, %d bytes: %d blocks, not %d", threads, shared, blocks,
                         o.blocks_per_sm);
            ++rows;
        }
        line = strchr(line, '\n');
        line += line != NULL;
    }
    assert_int_equal(rows, 84);
}

static void fermi_by_tile_width(void **state)
{
    static const int rows[][4] = {{8, 8, 512, 33}, {16, 6, 1536, 100}, {32, 1, 1024, 67}};
    static const OccupancyLimit limiters[] = {OCCUPANCY_BLOCKS, OCCUPANCY_THREADS,
                                              OCCUPANCY_THREADS};
    for (int i = 0; i < 3; ++i) {
        int t = rows[i][0];
        Occupancy o = occupancy_compute(model(state, "GTX 480"), t * t, 2 * t * t * 4, 20);
        assert_int_equal(o.blocks_per_sm, rows[i][1]);
        assert_int_equal(o.threads_per_sm, rows[i][2]);
        assert_int_equal((int)(100 * o.fraction + 0.5), rows[i][3]);
        assert_int_equal(o.limiter, limiters[i]);
    }
}

static void sixteen_kilobytes_by_tile_width(void **state)
{
    static const int rows[][2] = {{8, 32}, {16, 8}, {32, 2}, {64, 0}};
    for (int i = 0; i < 4; ++i) {
        int t = rows[i][0];
        Occupancy o = occupancy_compute(model(state, "Textbook"), t * t, 2 * t * t * 4, 10);
        assert_int_equal(o.allowed[OCCUPANCY_SHARED], rows[i][1]);
        assert_int_equal(o.allowed[OCCUPANCY_BLOCK_SIZE] == 0, t == 64);
    }
}

static void a100_with_and_without_the_reserve(void **state)
{
    const DeviceModel *a100 = model(state, "A100");
    Occupancy o = occupancy_compute(a100, 256, 32 * 1024, 32);
    assert_int_equal(o.shared_allowed_unreserved, 5);
    assert_int_equal(o.blocks_per_sm, 4);
    assert_int_equal(o.limiter, OCCUPANCY_SHARED);
    DeviceModel course = *a100;
    course.shared_reserved_per_block_bytes = 0;
    o = occupancy_compute(&course, 256, 32 * 1024, 32);
    assert_int_equal(o.threads_per_sm, 1280);
    assert_true(o.fraction == 0.625);
}

static void names_the_limiter(void **state)
{
    const DeviceModel *h200 = model(state, "H200");
    assert_int_equal(occupancy_compute(h200, 1025, 0, 16).limiter, OCCUPANCY_BLOCK_SIZE);
    assert_int_equal(occupancy_compute(h200, 1025, 0, 16).blocks_per_sm, 0);
    assert_int_equal(occupancy_compute(h200, 256, 232449, 16).limiter, OCCUPANCY_BLOCK_SIZE);
    assert_int_equal(occupancy_compute(h200, 1024, 0, 65).limiter, OCCUPANCY_REGISTERS);
    assert_int_equal(occupancy_compute(h200, 256, 0, 64).limiter, OCCUPANCY_REGISTERS);
    assert_int_equal(occupancy_compute(h200, 256, 0, 64).blocks_per_sm, 4);
    assert_int_equal(occupancy_compute(h200, 32, 0, 16).limiter, OCCUPANCY_BLOCKS);
    assert_int_equal(occupancy_compute(h200, 33, 0, 16).limiter, OCCUPANCY_BLOCKS);
    assert_int_equal(occupancy_compute(h200, 72, 0, 16).limiter, OCCUPANCY_WARPS);
    assert_int_equal(occupancy_compute(h200, 72, 0, 16).blocks_per_sm, 21);
    assert_int_equal(occupancy_compute(h200, 1, 0, 0).allowed[OCCUPANCY_REGISTERS],
                     OCCUPANCY_UNLIMITED);
}

static void tile_width_has_two_clamps(void **state)
{
    int by_memory;
    const DeviceModel *h200 = model(state, "H200");
    assert_int_equal(occupancy_tile_width(h200, 48 * 1024, &by_memory), 32);
    assert_int_equal(by_memory, 78);
    assert_int_equal(occupancy_tile_width(h200, 2048, &by_memory), 16);
    assert_int_equal(by_memory, 16);
    assert_int_equal(occupancy_tile_width(h200, 2047, &by_memory), 15);
    assert_int_equal(occupancy_tile_width(h200, 0, &by_memory), 1);
    assert_int_equal(by_memory, 0);
}

/* Every block is on one SM of one wave, and numbers are theirs alone. */
static void waves_have_every_block_once(void **state)
{
    static const struct {
        uint64_t blocks, count, last;
        int sm_count, blocks_per_sm;
    } cases[] = {{1024, 3, 160, 108, 4}, {16, 1, 16, 108, 4}, {432, 1, 432, 108, 4},
                 {433, 2, 1, 108, 4},    {7, 4, 1, 2, 1},     {5, 0, 0, 108, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Waves waves = waves_compute(cases[i].blocks, cases[i].sm_count, cases[i].blocks_per_sm);
        uint8_t seen[2048] = {0};
        uint64_t found = 0;
        assert_int_equal(waves.count, cases[i].count);
        assert_int_equal(waves.last, cases[i].last);
        for (uint64_t wave = 0; wave < waves.count; ++wave)
            for (int sm = 0; sm < waves.sm_count; ++sm)
                for (int place = 0; place < waves_blocks_on(&waves, wave, sm); ++place, ++found) {
                    assert_in_range(place, 0, waves.blocks_per_sm - 1);
                    assert_int_equal(seen[waves_block_at(&waves, wave, sm, place)]++, 0);
                }
        assert_int_equal(found, waves.count ? cases[i].blocks : 0);
    }
}

static int set_up(void **state)
{
    static Fixture fixture;
    fixture.arena = arena_new();
    size_t length;
    const Phrase *reason;
    char *text = read_text(fixture.arena, DEVICES_FILE, &length);
    *state = &fixture;
    return !device_table_parse(fixture.arena, text, length, &fixture.table, &reason);
}

static int tear_down(void **state)
{
    arena_free(((Fixture *)*state)->arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_every_row_of_the_h200),
        cmocka_unit_test(fermi_by_tile_width),
        cmocka_unit_test(sixteen_kilobytes_by_tile_width),
        cmocka_unit_test(a100_with_and_without_the_reserve),
        cmocka_unit_test(names_the_limiter),
        cmocka_unit_test(waves_have_every_block_once),
        cmocka_unit_test(tile_width_has_two_clamps),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
