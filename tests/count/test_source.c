/* Kernels as people write them must not only count the same both ways: every block of a good one
 * runs wide, also at sizes that no tile divides. */
#include "count/grid.h"
#include "session/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *source_root; /* of the project, from the command line */

typedef struct Counted {
    Memory *memory;
    Report *report;
    uint64_t stepped;
} Counted;

static Counted count(const Run *run, bool is_stepwise, int threads)
{
    const char *reason;
    Counted counted = {.memory = memory_new(&run->launch, &reason)};
    GridOptions options = {
        .threads = threads, .is_stepwise = is_stepwise, .stepped = &counted.stepped};
    counted.report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    grid_count(run->program, &run->launch, counted.memory, &options, counted.report);
    return counted;
}

static void check_run(Run *run, bool runs_wide)
{
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    Counted stepwise = count(run, true, 1);
    assert_int_equal(stepwise.stepped, launch_block_count(&run->launch));
    for (int threads = 1; threads <= 2; ++threads) {
        Counted wide = count(run, false, threads);
        assert_memory_equal(wide.report, stepwise.report, stepwise.report->size_bytes);
        assert_int_equal(memory_hash(wide.memory), memory_hash(stepwise.memory));
        if (runs_wide)
            assert_int_equal(wide.stepped, 0);
        memory_free(wide.memory);
    }
    memory_free(stepwise.memory);
    run_free(run);
}

static void check_square(const char *kernel, int n)
{
    char path[512], size[16];
    snprintf(path, sizeof path, "%s/kernels/%s.cu", source_root, kernel);
    snprintf(size, sizeof size, "%d", n);
    NamedText settings[] = {{"j", size}, {"k", size}, {"l", size}};
    Define tile = {"TILE_WIDTH", "16"};
    check_run(run_load(path, &(LoadOptions){.settings = settings,
                                            .setting_count = 3,
                                            .defines = &tile,
                                            .define_count = 1}),
              true);
}

static void sizes_that_no_tile_divides(void **state)
{
    (void)state;
    static const char *const names[] = {"01_naive", "02_tiled", "03_tiled_dynamic", "11_coarsened"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        for (int n = 30; n <= 50; n += 10)
            check_square(names[i], n);
}

int main(int argc, char **argv)
{
    source_root = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_that_no_tile_divides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
