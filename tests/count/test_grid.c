/* Whole grids: any number of threads gives the same Report and the same memory, also where blocks
 * meet on a word; running can be watched and cancelled. */
#include "count/grid.h"
#include "kernels.h"
#include "test.h"

#include <string.h>

static Report *count(const Kernel *kernel, int threads, bool is_stepwise, Memory *memory,
                     uint32_t *block_steps)
{
    GridOptions options = {.threads = threads,
                           .is_stepwise = is_stepwise,
                           .skips_races = true,
                           .block_steps = block_steps};
    Report *report = arena_alloc(kernel->arena, report_size(kernel->program, kernel->launch));
    assert_int_equal(grid_count(kernel->program, kernel->launch, memory, &options, report),
                     GRID_DONE);
    return report;
}

/* The blocks in order on one machine, without grid_count. */
static Report *count_plainly(const Kernel *kernel, Memory *memory)
{
    Report *report = arena_alloc(kernel->arena, report_size(kernel->program, kernel->launch));
    report_start(report, kernel->program, kernel->launch);
    report_merge(report, probe_report(kernel_run(kernel, PROBE_COUNT, memory)));
    report_sort_findings(report);
    return report;
}

static void check_kernel(const Kernel *kernel)
{
    const char *reason = NULL;
    Memory *plain = memory_new(kernel->launch, &reason);
    Report *expected = count_plainly(kernel, plain);
    for (int run = 0; run < 6; ++run) {
        Memory *memory = memory_new(kernel->launch, &reason);
        Report *report = count(kernel, 1 + run % 3, run < 3, memory, NULL);
        assert_true(report_equal(report, expected));
        assert_int_equal(memory_hash(memory), memory_hash(plain));
        memory_free(memory);
    }
    memory_free(plain);
}

static void check_options(KernelOptions options)
{
    Kernel kernel = kernel_make(&options);
    check_kernel(&kernel);
    kernel_free(&kernel);
}

static void clean_kernels(void **unused)
{
    (void)unused;
    check_options((KernelOptions){.kind = KERNEL_TILED, .j = 40, .k = 24, .l = 32, .tile = 8});
    check_options((KernelOptions){.kind = KERNEL_NAIVE, .j = 33, .k = 17, .l = 50, .tile = 8});
}

/* Without guards, blocks write into each other's rows and behind the buffers. */
static void stray_writes(void **unused)
{
    (void)unused;
    check_options((KernelOptions){
        .kind = KERNEL_TILED, .j = 17, .k = 17, .l = 17, .tile = 4, .without_guards = true});
    check_options((KernelOptions){
        .kind = KERNEL_NAIVE, .j = 9, .k = 5, .l = 9, .tile = 4, .without_guards = true});
}

/* a[t] = a[t] * 3 + block: the order of blocks decides the result. is_written tells whether the
 * program admits to writing a. */
static Kernel make_chain(bool is_written)
{
    Arena *arena = arena_new();
    Build *build = build_new(arena);
    Operand a = build_pointer(build, "a", is_written), value = build_register(build, SCALAR_U32);
    Operand block = build_uniform(build, UNIFORM_BLOCK_IDX, SCALAR_U32, 0);
    build_load(build, SCALAR_U32, SPACE_GLOBAL, value, a, SLOT_THREAD_X);
    build_emit(build, OP_FMA, SCALAR_U32, value, value, build_constant(build, SCALAR_U32, 3),
               block);
    build_store(build, SCALAR_U32, SPACE_GLOBAL, a, SLOT_THREAD_X, value);
    const Program *program = build_program(build);
    Launch *launch = build_launch(arena, program, (Dim3){100, 1, 1}, (Dim3){48, 1, 1}, 1,
                                  SCALAR_U32, 48, FILL_INTS);
    return (Kernel){arena, program, launch};
}

static void blocks_that_meet(void **unused)
{
    (void)unused;
    for (int is_written = 0; is_written < 2; ++is_written) {
        const char *reason = NULL;
        Kernel kernel = make_chain(is_written);
        for (int i = 0; i < 20; ++i) /* threads do not meet in the same way twice */
            check_kernel(&kernel);
        Memory *memory = memory_new(kernel.launch, &reason);
        uint32_t expected, got, at = 7;
        memory_copy_out(memory, kernel.launch->buffers[0].offset_bytes + 4 * at, &expected, 4);
        for (uint32_t block = 0; block < 100; ++block)
            expected = expected * 3 + block;
        count(&kernel, 2, true, memory, NULL);
        memory_copy_out(memory, kernel.launch->buffers[0].offset_bytes + 4 * at, &got, 4);
        assert_int_equal(got, expected);
        memory_free(memory);
        kernel_free(&kernel);
    }
}

static void steps_of_blocks(void **unused)
{
    (void)unused;
    const char *reason = NULL;
    KernelOptions options = {.kind = KERNEL_TILED, .j = 9, .k = 9, .l = 9, .tile = 4};
    Kernel kernel = kernel_make(&options);
    Memory *memory = memory_new(kernel.launch, &reason);
    uint32_t steps[9] = {0};
    Report *report = count(&kernel, 2, true, memory, steps);
    uint64_t sum = 0;
    for (int i = 0; i < 9; ++i)
        sum += steps[i];
    assert_int_equal(report->counters.blocks, 9);
    assert_int_equal(sum, report->counters.instructions);
    memory_free(memory);
    kernel_free(&kernel);
}

typedef struct Watch {
    uint64_t calls, last, limit;
} Watch;

static bool watch(void *context, uint64_t done, uint64_t total)
{
    Watch *w = context;
    assert_true(done <= total && total == 100);
    w->calls++;
    w->last = done;
    return done < w->limit;
}

static void progress_and_cancel(void **unused)
{
    (void)unused;
    const char *reason = NULL;
    Kernel kernel = make_chain(true);
    Report *report = arena_alloc(kernel.arena, report_size(kernel.program, kernel.launch));
    for (int threads = 1; threads <= 2; ++threads) {
        Watch watched = {.limit = 1000};
        GridOptions options = {.threads = threads, .progress = watch, .context = &watched};
        Memory *memory = memory_new(kernel.launch, &reason);
        assert_int_equal(grid_count(kernel.program, kernel.launch, memory, &options, report),
                         GRID_DONE);
        assert_int_equal(watched.last, 100);
        watched = (Watch){.limit = 10};
        memory_reset(memory);
        assert_int_equal(grid_count(kernel.program, kernel.launch, memory, &options, report),
                         GRID_CANCELLED);
        assert_true(watched.last < 100);
        memory_free(memory);
    }
    assert_true(grid_core_count() >= 1);
    kernel_free(&kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_kernels),       cmocka_unit_test(stray_writes),
        cmocka_unit_test(blocks_that_meet),    cmocka_unit_test(steps_of_blocks),
        cmocka_unit_test(progress_and_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
