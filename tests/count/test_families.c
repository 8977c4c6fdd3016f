/* The kernels of `tilestep bench`: Report and memory are those of the steps, and those that can run
 * wide do. */
#include "count/grid.h"
#include "load/load.h"

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

static void check_kernel(const char *kernel, const char *order, bool runs_wide)
{
    char path[512];
    snprintf(path, sizeof path, "%s/assets/bench/families.cu", source_root);
    NamedText settings[] = {{"side", "64"}};
    Run *run = run_load(
        path,
        &(LoadOptions){.kernel = kernel, .order = order, .settings = settings, .setting_count = 1});
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    Counted stepwise = count(run, true, 1);
    for (int threads = 1; threads <= 2; ++threads) {
        Counted wide = count(run, false, threads);
        print_message("%s %s: %u blocks step by step\n", kernel, order, (unsigned)wide.stepped);
        assert_memory_equal(&wide.report->counters, &stepwise.report->counters,
                            sizeof wide.report->counters);
        assert_memory_equal(wide.report, stepwise.report, stepwise.report->size_bytes);
        assert_int_equal(memory_hash(wide.memory), memory_hash(stepwise.memory));
        if (runs_wide)
            assert_int_equal(wide.stepped, 0);
        memory_free(wide.memory);
    }
    memory_free(stepwise.memory);
    run_free(run);
}

static void families_count_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        bool runs_wide;
    } kernels[] = {
        {"histogram", true},  {"sum_shuffles", true}, {"scan", true}, {"softmax", true},
        {"layer_norm", true}, {"bitonic", true},      {"gray", true}, {"convolution", true},
        {"compact", true},    {"gather", true},       {"spmv", true},
    };
    static const char *const orders[] = {"round-robin", "one-by-one", "reverse", "random:7"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i)
        for (size_t k = 0; k < sizeof orders / sizeof *orders; ++k)
            check_kernel(kernels[i].kernel, orders[k], kernels[i].runs_wide);
}

int main(int argc, char **argv)
{
    source_root = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {cmocka_unit_test(families_count_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
