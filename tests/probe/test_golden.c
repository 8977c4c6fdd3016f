/* The figures of the lecture: what the whole Probe says of the naive and the tiled kernel, whole
 * and with guards and barriers switched off; and the turns that an H200 counted. */
#include "kernels.h"
#include "test.h"

#include <string.h>

static const Report *run(Kernel *kernel, const KernelOptions *options)
{
    *kernel = kernel_make(options);
    return probe_report(kernel_run(kernel, PROBE_COUNT, NULL));
}

/* Per-buffer and per-line tables add up to the totals. */
static void check_sums(const Report *report)
{
    Counters sum = {0};
    BufferCount buffers = {0};
    const Counters *total = &report->counters;
    for (int i = 0; i <= report->line_count; ++i)
        counters_add_line(&sum, &report_lines(report)[i]);
    for (int i = 0; i < report->buffer_count; ++i)
        buffer_count_add(&buffers, &report_buffers(report)[i]);
    assert_memory_equal(sum.kinds, total->kinds, sizeof sum.kinds);
    assert_int_equal(sum.instructions, total->instructions);
    assert_int_equal(sum.flops, total->flops);
    assert_int_equal(sum.branches, total->branches);
    assert_int_equal(sum.divergent_branches, total->divergent_branches);
    assert_int_equal(buffers.loads, total->global_load.accesses);
    assert_int_equal(buffers.stores, total->global_store.accesses);
    assert_int_equal(buffers.load_sectors, total->global_load.sectors);
    assert_int_equal(buffers.store_sectors, total->global_store.sectors);
}

static void four_by_four(void **state)
{
    Kernel kernel;
    KernelOptions naive = {.kind = KERNEL_NAIVE, .j = 4, .k = 4, .l = 4, .tile = 2};
    const Report *report = run(&kernel, &naive);
    assert_int_equal(report->counters.global_load.accesses, 128);
    assert_int_equal(report->counters.global_store.accesses, 16);
    assert_int_equal(report->counters.flops, 128);
    assert_int_equal(report->counters.threads, 16);
    assert_int_equal(report->counters.barriers, 0);
    assert_int_equal(report->finding_count, 0);
    check_sums(report);
    kernel_free(&kernel);

    KernelOptions tiled = {.kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2};
    report = run(&kernel, &tiled);
    assert_int_equal(report->counters.global_load.accesses, 64);
    assert_int_equal(report->counters.global_load.bytes, 256);
    assert_int_equal(report->counters.global_store.accesses, 16);
    assert_int_equal(report->counters.shared_store.accesses, 64);
    assert_int_equal(report->counters.shared_load.accesses, 128);
    /* 4 blocks, 2 phases, 2 turns of the loop, M and N: each request reads 2 words, each for 2 of
     * the 4 threads */
    assert_int_equal(report->counters.shared_load.broadcasts, 64);
    assert_int_equal(report->counters.shared_store.zero_fills, 0);
    assert_int_equal(report->counters.barriers, 16);
    assert_int_equal(report->counters.blocks, 4);
    assert_int_equal(report->counters.warps, 4);
    assert_int_equal(report->finding_count, 0);
    check_sums(report);
    kernel_free(&kernel);
}

static void three_by_three(void **state)
{
    Kernel kernel;
    KernelOptions tiled = {.kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2};
    const Report *report = run(&kernel, &tiled);
    assert_int_equal(report->counters.global_load.accesses, 36);
    assert_int_equal(report->counters.shared_store.zero_fills, 28);
    assert_int_equal(report->counters.global_store.accesses, 9);
    assert_int_equal(report->finding_count, 0);
    check_sums(report);
    kernel_free(&kernel);
    KernelOptions naive = {.kind = KERNEL_NAIVE, .j = 3, .k = 3, .l = 3, .tile = 2};
    report = run(&kernel, &naive);
    assert_int_equal(report->counters.global_load.accesses, 54);
    assert_int_equal(report->finding_count, 0);
    kernel_free(&kernel);
}

static void without_guards(void **state)
{
    Kernel kernel;
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2, .without_guards = true};
    const Report *report = run(&kernel, &options);
    assert_int_equal(finding_total(report, FINDING_WRONG_ROW_READ), 8);
    assert_int_equal(finding_total(report, FINDING_OUT_OF_BOUNDS_READ), 20);
    assert_int_equal(finding_total(report, FINDING_WRONG_ROW_WRITE), 2);
    assert_int_equal(finding_total(report, FINDING_OUT_OF_BOUNDS_WRITE), 5);
    const Finding *outside = finding_of(report, FINDING_OUT_OF_BOUNDS_READ, LINE_LOAD_M);
    assert_int_equal(outside->buffer, 0);
    assert_int_equal(outside->space, SPACE_GLOBAL);
    assert_true(outside->element >= 9);
    assert_int_equal(outside->block, 2); /* row 3, in phase 0 already */
    assert_int_equal(finding_of(report, FINDING_WRONG_ROW_WRITE, LINE_STORE_P)->element, 3);
    check_sums(report);
    kernel_free(&kernel);
}

static void whole_multiples_need_no_guards(void **state)
{
    Kernel kernel;
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 8, .k = 12, .l = 4, .tile = 4, .without_guards = true};
    assert_int_equal(run(&kernel, &options)->finding_count, 0);
    kernel_free(&kernel);
}

static void missing_barriers(void **state)
{
    Kernel kernel;
    KernelOptions first = {
        .kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2, .without_first_barrier = true};
    const Report *report = run(&kernel, &first);
    assert_int_equal(finding_total(report, FINDING_RACE_RAW), 64);
    assert_int_equal(finding_total(report, FINDING_RACE_WAR), 0);
    assert_int_equal(finding_total(report, FINDING_RACE_WAW), 0);
    const Finding *race = finding_of(report, FINDING_RACE_RAW, LINE_LOAD_M);
    assert_int_equal(race->other_line, LINE_MULTIPLY);
    assert_int_equal(race->count, 32);
    assert_int_equal(race->space, SPACE_SHARED);
    kernel_free(&kernel);

    KernelOptions second = {
        .kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2, .without_second_barrier = true};
    report = run(&kernel, &second);
    assert_int_equal(finding_total(report, FINDING_RACE_WAR), 32);
    assert_int_equal(finding_total(report, FINDING_RACE_RAW), 0);
    assert_int_equal(finding_of(report, FINDING_RACE_WAR, LINE_MULTIPLY)->other_line, LINE_LOAD_M);
    kernel_free(&kernel);
}

static void races_do_not_depend_on_the_schedule(void **state)
{
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 32, .k = 16, .l = 16, .tile = 16, .without_first_barrier = true};
    const Order orders[] = {ORDER_ROUND_ROBIN, ORDER_ONE_BY_ONE, ORDER_REVERSE, ORDER_RANDOM};
    for (int i = 0; i < 4; ++i) {
        Kernel kernel = kernel_make(&options);
        kernel.launch->order = orders[i];
        kernel.launch->order_seed = 7;
        const Report *report = probe_report(kernel_run(&kernel, PROBE_COUNT, NULL));
        /* each word has one writer and 15 other readers; 2 blocks, one phase, 2 tiles */
        assert_int_equal(finding_total(report, FINDING_RACE_RAW), 2 * 512 * 15);
        assert_int_equal(finding_total(report, FINDING_RACE_WAR), 0);
        kernel_free(&kernel);
    }
}

static void barrier_in_the_guard(void **state)
{
    Kernel kernel;
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2, .barrier_in_guard = true};
    const Report *report = run(&kernel, &options);
    const Finding *finding = finding_of(report, FINDING_BARRIER_DIVERGENCE, LINE_GUARD_BARRIER);
    assert_non_null(finding);
    assert_int_equal(finding->count, 7);
    assert_int_equal(finding->block, 1);
    assert_int_equal(finding->threads[0], 0xa); /* tx = 1 of both rows */
    assert_int_equal(finding->thread, 1);
    assert_int_equal(report->finding_count, 1);
    kernel_free(&kernel);
}

/* Whole warps that never come count as well: 17 x 17 in tiles of 16. */
static void barrier_that_whole_warps_miss(void **state)
{
    Kernel kernel;
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 17, .k = 16, .l = 17, .tile = 16, .barrier_in_guard = true};
    const Report *report = run(&kernel, &options);
    assert_int_equal(finding_total(report, FINDING_BARRIER_DIVERGENCE), 240 + 240 + 255);
    kernel_free(&kernel);
}

typedef struct Truth {
    KernelOptions options;
    uint64_t load_requests, load_sectors, store_requests, store_sectors;
    uint64_t shared_wavefronts, shared_conflicts;
    uint64_t store_conflicts;
} Truth;

#define NAIVE(n, t)                                                                                \
    {                                                                                              \
        .kind = KERNEL_NAIVE, .j = n, .k = n, .l = n, .tile = t                                    \
    }
#define TILED(n, t)                                                                                \
    {                                                                                              \
        .kind = KERNEL_TILED, .j = n, .k = n, .l = n, .tile = t                                    \
    }
#define PLAIN(which, n, t, p)                                                                      \
    {                                                                                              \
        .kind = which, .j = n, .k = n, .l = n, .tile = t, .pitch = p, .without_guards = true       \
    }
#define STRIDES(stride, offset)                                                                    \
    {                                                                                              \
        .kind = KERNEL_STRIDES, .j = 512, .k = stride, .l = offset, .tile = 128                    \
    }
#define BANKS(stride)                                                                              \
    {                                                                                              \
        .kind = KERNEL_BANKS, .j = 32, .k = stride, .l = 0, .tile = 32                             \
    }

/* Hardware counters of an NVIDIA H200. */
static const Truth truths[] = {
    {NAIVE(4, 2), 32, 32, 4, 4, 0, 0, 0},
    {TILED(4, 2), 16, 16, 4, 4, 32, 0, 0},
    {NAIVE(3, 2), 24, 24, 4, 4, 0, 0, 0},
    {TILED(3, 2), 16, 16, 4, 4, 32, 0, 0},
    {NAIVE(16, 4), 512, 1280, 16, 64, 0, 0, 0},
    {TILED(16, 4), 128, 512, 16, 64, 512, 0, 0},
    {NAIVE(64, 16), 16384, 32768, 128, 512, 0, 0, 0},
    {TILED(64, 8), 2048, 8192, 128, 512, 16384, 0, 0},
    {TILED(64, 16), 1024, 4096, 128, 512, 16384, 0, 0},
    {TILED(64, 32), 512, 2048, 128, 512, 16384, 0, 0},
    {NAIVE(64, 32), 16384, 40960, 128, 512, 0, 0, 0},
    {PLAIN(KERNEL_COLMAJOR, 128, 16, 0), 8192, 81920, 512, 2048, 131072, 0, 0},
    {PLAIN(KERNEL_COLMAJOR, 128, 32, 0), 4096, 73728, 512, 2048, 131072, 0, 0},
    {PLAIN(KERNEL_TURN, 128, 16, 0), 8192, 32768, 512, 2048, 131072, 0, 28672},
    {PLAIN(KERNEL_TURN, 128, 32, 0), 4096, 16384, 512, 2048, 131072, 0, 63488},
    {PLAIN(KERNEL_TURN, 128, 32, 33), 4096, 16384, 512, 2048, 131072, 0, 0},
    {STRIDES(1, 0), 16, 64, 16, 64, 0, 0, 0},
    {STRIDES(8, 0), 16, 512, 16, 64, 0, 0, 0},
    {STRIDES(1, 1), 16, 80, 16, 64, 0, 0, 0},
    {BANKS(0), 0, 0, 1, 4, 1, 0, 0},
    {BANKS(1), 0, 0, 1, 4, 1, 0, 0},
    {BANKS(2), 0, 0, 1, 4, 2, 1, 0},
    {BANKS(4), 0, 0, 1, 4, 4, 3, 0},
    {BANKS(32), 0, 0, 1, 4, 32, 31, 0},
    {BANKS(33), 0, 0, 1, 4, 1, 0, 0},
};

static void the_hardware_agrees(void **state)
{
    for (size_t i = 0; i < sizeof truths / sizeof *truths; ++i) {
        const Truth *truth = &truths[i];
        Kernel kernel;
        const Report *report = run(&kernel, &truth->options);
        const Counters *counters = &report->counters;
        assert_int_equal(counters->global_load.requests, truth->load_requests);
        assert_int_equal(counters->global_load.sectors, truth->load_sectors);
        assert_int_equal(counters->global_store.requests, truth->store_requests);
        assert_int_equal(counters->global_store.sectors, truth->store_sectors);
        assert_int_equal(counters->shared_load.wavefronts, truth->shared_wavefronts);
        assert_int_equal(counters->shared_load.bank_conflicts, truth->shared_conflicts);
        assert_int_equal(counters->shared_store.bank_conflicts, truth->store_conflicts);
        assert_int_equal(report->finding_count, 0);
        check_sums(report);
        kernel_free(&kernel);
    }
}

static void swapping_x_and_y_scatters_the_reads(void **state)
{
    Kernel kernel;
    KernelOptions options = {.kind = KERNEL_SWAPPED, .j = 64, .k = 64, .l = 64, .tile = 32};
    assert_int_equal(run(&kernel, &options)->counters.global_load.sectors, 270336);
    kernel_free(&kernel);
}

static void a_picture_counts_the_same(void **state)
{
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 5, .k = 7, .l = 6, .tile = 4, .without_first_barrier = true};
    Kernel kernel = kernel_make(&options);
    const Report *count = probe_report(kernel_run(&kernel, PROBE_COUNT, NULL));
    const Report *picture = probe_report(kernel_run(&kernel, PROBE_PICTURE, NULL));
    assert_true(report_equal(count, picture));
    kernel_free(&kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_by_four),
        cmocka_unit_test(three_by_three),
        cmocka_unit_test(without_guards),
        cmocka_unit_test(whole_multiples_need_no_guards),
        cmocka_unit_test(missing_barriers),
        cmocka_unit_test(races_do_not_depend_on_the_schedule),
        cmocka_unit_test(barrier_in_the_guard),
        cmocka_unit_test(barrier_that_whole_warps_miss),
        cmocka_unit_test(the_hardware_agrees),
        cmocka_unit_test(swapping_x_and_y_scatters_the_reads),
        cmocka_unit_test(a_picture_counts_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
