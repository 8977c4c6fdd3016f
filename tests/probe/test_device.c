/* Device models: the reader, and the file that ships. */
#include "base/file.h"
#include "probe/models/device.h"
#include "probe/models/occupancy.h"
#include "test.h"

#include <string.h>

static const char good[] = "# two\n"
                           "device Small one # its name\n"
                           "compute_capability 8.6\nmultiprocessors 2\nthreads_per_sm 1536\n"
                           "threads_per_block 1024\nregisters_per_sm 65536\n"
                           "registers_per_block 65536\nshared_per_sm_bytes 102400\n"
                           "shared_per_block_bytes 49152\npeak_gflops 12.5\nbandwidth_gb_s 100\n";

static const char *parse_reason(Arena *arena, const char *text)
{
    DeviceTable table;
    const Phrase *reason = NULL;
    bool is_read = device_table_parse(arena, text, strlen(text), &table, &reason);
    assert_int_equal(is_read, !reason);
    return phrase_in(arena, LANGUAGE_EN, reason);
}

static void reads_a_model(void **state)
{
    Arena *arena = *state;
    DeviceTable table;
    const Phrase *reason;
    assert_true(device_table_parse(arena, good, strlen(good), &table, &reason));
    assert_int_equal(table.count, 1);
    const DeviceModel *model = &table.models[0];
    assert_string_equal(model->name, "Small one");
    assert_int_equal(model->minor, 6);
    assert_int_equal(model->shared_per_block_optin_bytes, 49152);
    assert_true(model->peak_gflops == 12.5);
    assert_ptr_equal(device_find(&table, "small"), model);
    assert_null(device_find(&table, "large"));
}

static void says_the_line_of_a_mistake(void **state)
{
    Arena *arena = *state;
    assert_string_equal(parse_reason(arena, "\ncolour red\n"),
                        "line 2: a model begins with \"device NAME\", not colour");
    assert_string_equal(parse_reason(arena, "device A\ncolour red\n"),
                        "line 2: unknown key colour");
    assert_string_equal(parse_reason(arena, "device A\nclock_mhz fast\n"),
                        "line 2: not a usable number: fast");
    assert_string_equal(parse_reason(arena, "device A\ncompute_capability 9\n"),
                        "line 2: no compute capability: 9");
    assert_non_null(strstr(parse_reason(arena, "device A\ndevice B\n"), "compute_capability"));
    assert_non_null(
        strstr(parse_reason(arena, "device A\ncompute_capability 9.0\n"), "multiprocessors"));
    assert_string_equal(parse_reason(arena, ""), "");
}

static void speeds_follow_from_clocks(void **state)
{
    Arena *arena = *state;
    const char *text = "device A\ncompute_capability 9.0\nmultiprocessors 132\n"
                       "threads_per_sm 2048\nthreads_per_block 1024\nregisters_per_sm 65536\n"
                       "registers_per_block 65536\nshared_per_sm_bytes 233472\n"
                       "shared_per_block_bytes 49152\nclock_mhz 1980\nmemory_clock_mhz 3201\n"
                       "memory_bus_bits 6144\n";
    DeviceTable table;
    const Phrase *reason;
    assert_true(device_table_parse(arena, text, strlen(text), &table, &reason));
    assert_int_equal((int)table.models[0].peak_gflops, 66908);
    assert_int_equal((int)table.models[0].bandwidth_gb_s, 4916);
    char *clockless = arena_text(arena, text, strlen(text));
    memcpy(strstr(clockless, "clock_mhz 1980"), "clock_mhz 0   ", 14);
    assert_non_null(strstr(parse_reason(arena, clockless), "clock_mhz"));
}

static void shipped_models_are_usable(void **state)
{
    Arena *arena = *state;
    char *text;
    size_t length;
    const Phrase *reason;
    DeviceTable table;
    assert_true(file_read(arena, DEVICES_FILE, 1 << 20, &text, &length, &reason));
    if (!device_table_parse(arena, text, length, &table, &reason))
        fail_msg("%s", phrase_in(arena, LANGUAGE_EN, reason));
    assert_true(table.count >= 3);
    for (int i = 0; i < table.count; ++i) {
        const DeviceModel *m = &table.models[i];
        assert_true(occupancy_is_known(m->major, m->minor));
        double peak = device_peak_gflops(m->major, m->minor, m->sm_count, m->clock_mhz);
        if (m->clock_mhz > 0 && (peak < 0.98 * m->peak_gflops || peak > 1.02 * m->peak_gflops))
            fail_msg("%s: %.0f GFLOP/s by its clock", m->name, peak);
    }
}

/* Of a kernel the widest product counts, then the tiles asked for, then the widest ones. */
static void times_of_a_model(void **state)
{
    Arena *arena = *state;
    const char *text = arena_printf(
        arena,
        "%smeasured 2026-03-05 A library 1\ntime tiled 64 8 2 2\ntime tiled 32 16 1 4\n"
        "time tiled 64 16 4 4\ntime library 64 0 0.5 0\n",
        good);
    DeviceTable table;
    const Phrase *reason;
    assert_true(device_table_parse(arena, text, strlen(text), &table, &reason));
    const DeviceModel *model = device_timed(&table);
    assert_ptr_equal(model, &table.models[0]);
    assert_string_equal(times_date(arena, model->times), "2026-03-05");
    assert_string_equal(model->times->library, "A library 1");
    assert_true(times_find(model->times, "tiled", 8)->ms == 2);
    assert_true(times_find(model->times, "tiled", 32)->ms == 4);
    assert_true(times_gflops(times_find(model->times, TIMES_LIBRARY, 0)) ==
                2 * 64 * 64 * 64 / 0.5e6);
    assert_null(times_find(model->times, "naive", 8));
    assert_null(times_find(NULL, "tiled", 8));
    const char *worse[] = {"time tiled 64 8 2 2", "measured today A",
                           "measured 2026-03-05 A\ntime t 1 2"};
    for (int i = 0; i < 3; ++i)
        assert_non_null(strstr(parse_reason(arena, arena_printf(arena, "%s%s\n", good, worse[i])),
                               "this is not understood: "));
}

static void speeds_from_properties(void **state)
{
    assert_int_equal((int)device_peak_gflops(9, 0, 132, 1980), 66908);
    assert_int_equal((int)device_bandwidth_gb_s(1215, 5120), 1555);
    assert_int_equal((int)device_peak_gflops(1, 0, 1, 1000), 0);
}

static int set_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_model),
        cmocka_unit_test(says_the_line_of_a_mistake),
        cmocka_unit_test(speeds_follow_from_clocks),
        cmocka_unit_test(shipped_models_are_usable),
        cmocka_unit_test(times_of_a_model),
        cmocka_unit_test(speeds_from_properties),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
