/* A real GPU beside the emulator: equal memory, stray accesses, variables, printing, times, and ten
 * faulty launches in a row from one process. Skipped (77) where there is no GPU. */
#include "base/assets.h"
#include "count/grid.h"
#include "device/source.h"
#include "gpu/gpu.h"
#include "load/load.h"
#include "probe/results/agreement.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct Pair {
    Run *run;
    Memory *memory; /* the emulator's, after the run */
    GpuJob *job;
    const GpuOutcome *outcome;
    Agreement agreement; /* if the GPU left memory */
} Pair;

static void emulate(Pair *pair)
{
    const Run *run = pair->run;
    const char *reason;
    GridOptions options = {0};
    pair->memory = memory_new(&run->launch, &reason);
    assert_non_null(pair->memory);
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    grid_count(run->program, &run->launch, pair->memory, &options, report);
}

static void launch_often(Pair *pair, int launches, int repeats, double timeout_s)
{
    Run *run = pair->run;
    GpuRequest request = {
        .program = run->program,
        .launch = &run->launch,
        .fmad = run->compile.fmad,
        .launches = launches,
        .repeats = repeats,
        .timeout_s = timeout_s,
        .source = device_source_make(run->arena, run->unit, &run->compile, run->program)};
    pair->job = gpu_start(&request);
    gpu_wait(pair->job);
    pair->outcome = gpu_outcome(pair->job);
    if (pair->outcome->arena)
        pair->agreement =
            agreement_compare(run->arena, &run->launch, pair->memory, pair->outcome->arena);
}

static Pair both(Run *run, int repeats, double timeout_s)
{
    Pair pair = {.run = run};
    if (!run->program) {
        run_print_diags(stderr, run);
        fail_msg("%s does not compile", run->path);
    }
    emulate(&pair);
    launch_often(&pair, 1, repeats, timeout_s);
    return pair;
}

static Pair both_of_text(const char *text, const LoadOptions *options)
{
    return both(run_load_text("test.cu", text, strlen(text), options), -1, 3);
}

static void close_pair(Pair *pair)
{
    gpu_free(pair->job);
    memory_free(pair->memory);
    run_free(pair->run);
}

static void expect_equal(const Pair *pair)
{
    const GpuOutcome *outcome = pair->outcome;
    if (outcome->problem != GPU_OK)
        fail_msg("%s\n%s", outcome->reason, outcome->log);
    assert_int_equal(pair->agreement.different, 0);
    assert_int_equal(pair->agreement.guard_words_different, 0);
}

static const char struct_text[] =
    "struct Side { char kind; int *a; short n; };\n"
    "struct Both { Side left; double scale; };\n"
    "__device__ int seen;\n"
    "__global__ void k(Both pair, int *out) { int i = threadIdx.x;\n"
    "if (i == 0) { seen = seen + 1; out[63] = seen; }\n"
    "if (i < pair.left.n) { pair.left.a[i] += 1; out[i] = pair.left.a[i] * (int)pair.scale; } }\n";

static LoadOptions one_block(const NamedText *arguments, int count)
{
    LoadOptions options = {
        .grid = "1", .block = "32", .arguments = arguments, .argument_count = count};
    return options;
}

static void shipped_kernels_agree_and_are_timed(void **state)
{
    static const char *const names[] = {"kernels/01_naive.cu", "kernels/02_tiled.cu"};
    static const NamedText sizes[] = {{"j", "33"}, {"k", "50"}, {"l", "17"}};
    static const Define tile = {"TILE_WIDTH", "16"};
    for (int i = 0; i < 2; ++i) {
        Arena *arena = arena_new();
        LoadOptions options = {
            .defines = &tile, .define_count = 1, .settings = sizes, .setting_count = 3};
        Pair pair = both(run_load(asset_find(arena, names[i]), &options), 5, 10);
        expect_equal(&pair);
        assert_int_equal(pair.agreement.guard_words_changed_there, 0);
        assert_int_equal(pair.outcome->timed_launches, 5);
        assert_true(pair.outcome->kernel_least_ms > 0);
        assert_true(pair.outcome->kernel_least_ms <= pair.outcome->kernel_ms);
        assert_true(pair.outcome->registers > 0);
        close_pair(&pair);
        arena_free(arena);
    }
}

static void stray_accesses_meet_the_same_words(void **state)
{
    static const NamedText arguments[] = {{"a", "ints:40"}, {"b", "zeros:40"}};
    LoadOptions options = one_block(arguments, 2);
    Pair pair = both_of_text("__global__ void k(int *a, int *b) { int i = threadIdx.x;\n"
                             "b[i] = a[i - 16] + a[i + 39]; b[i + 38] = 7; }\n",
                             &options);
    expect_equal(&pair);
    assert_true(pair.agreement.guard_words_changed_there > 0);
    assert_int_equal(pair.agreement.guard_words_changed_there,
                     pair.agreement.guard_words_changed_here);
    close_pair(&pair);
}

static void shared_memory_beyond_48_kib(void **state)
{
    static const NamedText arguments[] = {{"a", "ints:64"}};
    LoadOptions options = one_block(arguments, 1);
    options.shared_bytes = "65536";
    Pair pair = both_of_text("extern __shared__ int s[];\n"
                             "__global__ void k(int *a) { int i = threadIdx.x;\n"
                             "s[16000 + i] = a[i]; __syncthreads(); a[i] = s[16031 - i]; }\n",
                             &options);
    expect_equal(&pair);
    close_pair(&pair);
}

static void variables_of_the_file(void **state)
{
    static const NamedText arguments[] = {{"a", "ints:32"}};
    LoadOptions options = one_block(arguments, 1);
    Pair pair = both_of_text("__device__ int total; __constant__ int table[4] = {1, 2, 3, 4};\n"
                             "__global__ void k(int *a) { int i = threadIdx.x;\n"
                             "a[i] += table[i % 4]; atomicAdd(&total, a[i]); }\n",
                             &options);
    expect_equal(&pair);
    close_pair(&pair);
}

/* Structs by value, one inside another, with pointers; several launches from the same bytes. */
static void structs_and_several_launches(void **state)
{
    static const NamedText arguments[] = {{"pair.left.n", "40"},
                                          {"pair.left.a", "ints:40"},
                                          {"pair.scale", "3"},
                                          {"out", "zeros:64"}};
    LoadOptions options = one_block(arguments, 4);
    options.block = "64";
    Run *run = run_load_text("test.cu", struct_text, strlen(struct_text), &options);
    Pair pair = {.run = run};
    assert_non_null(run->program);
    emulate(&pair);
    launch_often(&pair, 3, 4, 5);
    expect_equal(&pair);
    assert_int_equal(pair.outcome->launch_count, 3);
    assert_int_equal(pair.outcome->timed_launches, 4);
    for (int i = 1; i < 3; ++i)
        assert_memory_equal(pair.outcome->arena,
                            pair.outcome->arena + (uint64_t)i * pair.outcome->stride_bytes,
                            run->launch.arena_bytes);
    close_pair(&pair);
}

static void printing_comes_back(void **state)
{
    static const NamedText arguments[] = {{"a", "ints:1"}};
    LoadOptions options = one_block(arguments, 1);
    Pair pair = both_of_text("#include <cstdio>\n__global__ void k(int *a)\n"
                             "{ if (threadIdx.x == 3) printf(\"three\\n\"); a[0] = 1; }\n",
                             &options);
    expect_equal(&pair);
    assert_string_equal(pair.outcome->printed, "three\n");
    close_pair(&pair);
}

static const char faulty_text[] =
    "#include <cassert>\n"
    "__global__ void hang(int *a)\n"
    "{ volatile int *f = a; while (f[0] == 0) f[1] = f[1] + 1; }\n"
    "__global__ void trap(int *a) { assert(a[0] != 0); }\n"
    "__global__ void wild(int *a) { long long far = 1ll << 40; a[far + threadIdx.x] = 1; }\n"
    "__global__ void odd(int *a) { *(int *)((char *)a + 1) = 1; }\n"
    "__global__ void fine(int *a) { a[threadIdx.x] = 5; }\n";

static Pair faulty(const char *kernel)
{
    static const NamedText arguments[] = {{"a", "zeros:32"}};
    LoadOptions options = one_block(arguments, 1);
    options.kernel = kernel;
    options.max_steps = "5000";
    return both_of_text(faulty_text, &options);
}

static void ten_faulty_launches_in_a_row(void **state)
{
    static const struct {
        const char *kernel;
        GpuProblem problem;
    } rows[] = {
        {"hang", GPU_TIMEOUT}, {"trap", GPU_FAULT}, {"wild", GPU_FAULT}, {"odd", GPU_FAULT}};
    for (int i = 0; i < 10; ++i) {
        Pair pair = faulty(rows[i % 4].kernel);
        if (pair.outcome->problem != rows[i % 4].problem)
            fail_msg("%s: %s", rows[i % 4].kernel, pair.outcome->reason);
        close_pair(&pair);
    }
    Pair pair = faulty("fine");
    expect_equal(&pair);
    close_pair(&pair);
}

static bool has_gpu(void)
{
    GpuJob *job = gpu_start_query();
    gpu_wait(job);
    const GpuOutcome *outcome = gpu_outcome(job);
    bool is_there = outcome->problem == GPU_OK;
    puts(is_there ? outcome->device.name : outcome->reason);
    gpu_free(job);
    return is_there;
}

int main(int argc, char **argv)
{
    if (gpu_is_child(argc, argv))
        return gpu_child_main();
    if (!has_gpu())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_kernels_agree_and_are_timed),
        cmocka_unit_test(stray_accesses_meet_the_same_words),
        cmocka_unit_test(shared_memory_beyond_48_kib),
        cmocka_unit_test(variables_of_the_file),
        cmocka_unit_test(structs_and_several_launches),
        cmocka_unit_test(printing_comes_back),
        cmocka_unit_test(ten_faulty_launches_in_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
