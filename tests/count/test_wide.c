/* Whole blocks at a time and step by step must give the same Report, byte for byte, and the same
 * memory: for good kernels, where blocks do run wide, and for broken ones, where they are
 * undone. */
#include "count/witness.h"
#include "counted.h"
#include "kernels.h"
#include "test.h"

#include <stdlib.h>

static void check(const KernelOptions *options)
{
    Kernel kernel = kernel_make(options);
    uint64_t stepped[2];
    counted_both_ways(kernel.arena, kernel.program, kernel.launch, kernel.program->name, stepped);
    kernel_free(&kernel);
}

static void every_kernel_counts_the_same(void **state)
{
    static const int sizes[][4] = {{4, 4, 4, 2},   {3, 3, 3, 2},     {16, 16, 16, 4},
                                   {17, 5, 23, 8}, {33, 50, 17, 16}, {64, 64, 64, 32},
                                   {1, 1, 1, 1},   {40, 3, 70, 32},  {12, 40, 9, 3}};
    for (int kind = KERNEL_NAIVE; kind <= KERNEL_TILED; ++kind)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
            check(&(KernelOptions){.kind = kind,
                                   .j = sizes[i][0],
                                   .k = sizes[i][1],
                                   .l = sizes[i][2],
                                   .tile = sizes[i][3]});
    for (int kind = KERNEL_COLMAJOR; kind <= KERNEL_TURN; ++kind)
        for (int tile = 4; tile <= 32; tile *= 2)
            check(&(KernelOptions){
                .kind = kind, .j = 64, .k = 32, .l = 64, .tile = tile, .pitch = tile + kind % 2});
}

static void broken_kernels_count_the_same(void **state)
{
    for (int broken = 1; broken < 16; ++broken)
        for (int tile = 2; tile <= 8; tile *= 2)
            check(&(KernelOptions){.kind = KERNEL_TILED,
                                   .j = 13,
                                   .k = 9,
                                   .l = 11,
                                   .tile = tile,
                                   .without_guards = broken & 1,
                                   .without_first_barrier = broken & 2,
                                   .without_second_barrier = broken & 4,
                                   .barrier_in_guard = broken & 8});
}

static void strides_and_banks_count_the_same(void **state)
{
    for (int stride = 1; stride <= 33; ++stride) {
        check(&(KernelOptions){.kind = KERNEL_BANKS, .j = 32, .k = stride, .tile = 32});
        check(&(KernelOptions){
            .kind = KERNEL_STRIDES, .j = 512, .k = stride, .l = stride % 3, .tile = 128});
    }
}

/* A missing barrier shows in the result of some schedule where a block has several warps, and in
 * none where it has one. */
static Witness search(int tile)
{
    Kernel kernel = kernel_make(&(KernelOptions){.kind = KERNEL_TILED,
                                                 .j = 16,
                                                 .k = 16,
                                                 .l = 16,
                                                 .tile = tile,
                                                 .without_first_barrier = true});
    Counted counted = counted_by(kernel.arena, kernel.program, kernel.launch, true, 1);
    CheckResult result =
        check_result(kernel.arena, kernel.program, kernel.launch, counted.memory, counted.report);
    assert_true(witness_is_wanted(counted.report, &result));
    Witness witness = witness_search(kernel.program, kernel.launch, counted.report, NULL, NULL);
    memory_free(counted.memory);
    kernel_free(&kernel);
    return witness;
}

static void a_missing_barrier_has_a_witness(void **state)
{
    Witness several = search(8), one = search(4);
    assert_true(several.is_found && several.wrong > 0 && several.tried >= 1);
    assert_int_equal(several.order, ORDER_ONE_BY_ONE);
    assert_false(one.is_found);
    assert_true(one.is_one_warp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_counts_the_same),
        cmocka_unit_test(broken_kernels_count_the_same),
        cmocka_unit_test(a_missing_barrier_has_a_witness),
        cmocka_unit_test(strides_and_banks_count_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
