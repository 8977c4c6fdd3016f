/* The kernels of `tilestep bench`: Report and memory are those of the steps, and those that can run
 * wide do. */
#include "counted.h"
#include "load/load.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char *source_root; /* of the project, from the command line */

static void check_kernel(const char *kernel, const char *order, const char *side, bool runs_wide)
{
    char path[512];
    snprintf(path, sizeof path, "%s/assets/bench/families.cu", source_root);
    NamedText settings[] = {{"side", side}};
    Run *run = run_load(
        path,
        &(LoadOptions){.kernel = kernel, .order = order, .settings = settings, .setting_count = 1});
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    uint64_t stepped[2];
    counted_both_ways(run->arena, run->program, &run->launch, kernel, stepped);
    print_message("%s %s: %u blocks step by step\n", kernel, order, (unsigned)stepped[1]);
    assert_false(runs_wide && (stepped[0] || stepped[1]));
    run_free(run);
}

static void families_count_the_same(void **state)
{
    static const struct {
        const char *kernel;
        bool runs_wide; /* unless warps come in random order and that shows */
        bool order_shows;
    } kernels[] = {
        {"histogram", true},    {"sum_shuffles", true}, {"scan", true}, {"softmax", true},
        {"layer_norm", true},   {"bitonic", true},      {"gray", true}, {"convolution", true},
        {"compact", true},      {"gather", true},       {"spmv", true}, {"sum_warp_syncs", true},
        {"filter", true, true}, {"repeated", true},
    };
    static const char *const orders[] = {"round-robin", "one-by-one", "reverse", "random:7"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i)
        for (size_t k = 0; k < sizeof orders / sizeof *orders; ++k)
            check_kernel(kernels[i].kernel, orders[k], "64",
                         kernels[i].runs_wide && !(kernels[i].order_shows && k == 3));
}

/* So many blocks that the table of masks is full of those that data have made, and is emptied. */
static void masks_of_data_are_forgotten(void **state)
{
    check_kernel("bitonic", "round-robin", "256", true);
    check_kernel("spmv", "round-robin", "256", true);
}

int main(int argc, char **argv)
{
    source_root = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {cmocka_unit_test(families_count_the_same),
                                       cmocka_unit_test(masks_of_data_are_forgotten)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
