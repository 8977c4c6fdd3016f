/* Jobs over a driver and a compiler that are test doubles: every way in which a GPU can fail to be
 * there, what reaches the kernel, what comes back, and that nothing a child does harms us. */
#include "gpu/gpu.h"
#include "test.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ELEMENTS = 100 };

static char cache_folder[] = "/tmp/tilestep-gpu-XXXXXX";

/* What hangs is stopped after this, and all that goes before takes less, on a busy machine too. */
static const double SHORT_S = 1.5;

typedef struct Fixture {
    Arena *arena;
    DeviceSource source;
    Program program;
    Parameter parameters[3];
    Launch launch;
    Buffer buffers[2];
    uint64_t arguments[3];
    float values[ELEMENTS];
    const char *global_name;
    GpuRequest request;
} Fixture;

/* f(float *a, int n, float factor) over a buffer of 1, 2, 3, ... */
static Fixture *fixture_new(const char *kernel)
{
    Arena *arena = arena_new();
    Fixture *f = ARENA_NEW(arena, Fixture);
    const float factor = 2;
    f->arena = arena;
    for (int i = 0; i < ELEMENTS; ++i)
        f->values[i] = (float)(i + 1);
    f->parameters[0].type = type_pointer(arena, type_scalar(SCALAR_F32));
    f->parameters[1].type = type_scalar(SCALAR_I32);
    f->parameters[2].type = type_scalar(SCALAR_F32);
    f->program = (Program){.name = kernel, .parameters = f->parameters, .parameter_count = 3};
    f->buffers[0] = (Buffer){.name = "a",
                             .type = SCALAR_F32,
                             .element_bytes = 4,
                             .count = ELEMENTS,
                             .fill = FILL_BYTES,
                             .bytes = f->values,
                             .byte_count = sizeof f->values,
                             .global = -1};
    f->arguments[1] = ELEMENTS;
    memcpy(&f->arguments[2], &factor, sizeof factor);
    f->launch = (Launch){.grid = {1, 1, 1},
                         .block = {32, 1, 1},
                         .arguments = f->arguments,
                         .argument_count = 3,
                         .buffers = f->buffers,
                         .buffer_count = 1};
    launch_layout(&f->launch);
    f->source = (DeviceSource){.name = "dir/file.cu", .text = "", .kernel = kernel};
    f->request = (GpuRequest){.source = &f->source,
                              .program = &f->program,
                              .launch = &f->launch,
                              .repeats = -1,
                              .timeout_s = 30}; /* none that goes well is stopped */
    return f;
}

static GpuJob *run(Fixture *f)
{
    GpuJob *job = gpu_start(&f->request);
    gpu_wait(job);
    return job;
}

static const float *result(const Fixture *f, const GpuJob *job)
{
    const GpuOutcome *outcome = gpu_outcome(job);
    if (!outcome->arena)
        fail_msg("no result: %s", outcome->reason);
    return (const float *)(outcome->arena + f->buffers[0].offset_bytes);
}

static void close_all(Fixture *f, GpuJob *job)
{
    gpu_free(job);
    arena_free(f->arena);
}

static void expect_problem(const char *wishes, const char *kernel, const char *text,
                           GpuProblem problem, const char *words)
{
    Fixture *f = fixture_new(kernel);
    f->source.text = text;
    setenv("FAKE_CUDA", wishes, 1);
    GpuJob *job = run(f);
    unsetenv("FAKE_CUDA");
    const GpuOutcome *outcome = gpu_outcome(job);
    if (outcome->problem != problem || !outcome->reason || !strstr(outcome->reason, words))
        fail_msg("%s: problem %d, \"%s\"", wishes, outcome->problem,
                 outcome->reason ? outcome->reason : "");
    close_all(f, job);
}

static void runs_with_its_arguments(void **state)
{
    Fixture *f = fixture_new("scale");
    GpuJob *job = run(f);
    const float *a = result(f, job);
    for (int i = 0; i < ELEMENTS; ++i)
        assert_true(a[i] == 2 * f->values[i]);
    const GpuOutcome *outcome = gpu_outcome(job);
    assert_int_equal(outcome->problem, GPU_OK);
    assert_null(outcome->reason);
    assert_string_equal(outcome->device.name, "Fake GPU");
    assert_int_equal(outcome->registers, 24);
    assert_int_equal(outcome->timed_launches, 0);
    close_all(f, job);
}

static void passes_the_offset_of_a_pointer(void **state)
{
    Fixture *f = fixture_new("scale");
    static const int64_t starts[] = {40, 0, 0};
    f->launch.start_bytes = starts;
    f->arguments[1] = 5;
    GpuJob *job = run(f);
    const float *a = result(f, job);
    assert_true(a[9] == 10 && a[10] == 22 && a[14] == 30 && a[15] == 16);
    close_all(f, job);
}

static void keeps_guards_and_shows_what_strays(void **state)
{
    Fixture *f = fixture_new("stray");
    GpuJob *job = run(f);
    const float *a = result(f, job);
    assert_true(a[-1] == 5 && a[ELEMENTS] == 6 && a[-2] == -99);
    uint8_t *expected = arena_alloc(f->arena, f->launch.arena_bytes);
    launch_fill(&f->launch, 0, expected, f->launch.arena_bytes);
    int different = 0;
    for (uint64_t at = 0; at < f->launch.arena_bytes; at += 4)
        different += memcmp(expected + at, gpu_outcome(job)->arena + at, 4) != 0;
    assert_int_equal(different, 2);
    close_all(f, job);
}

/* The variable g of the file: four elements of four bytes. */
static void add_variable(Fixture *f, ScalarType type, const void *values)
{
    f->buffers[1] = (Buffer){.name = "g",
                             .type = type,
                             .element_bytes = 4,
                             .count = 4,
                             .fill = FILL_BYTES,
                             .bytes = values,
                             .byte_count = 16,
                             .parameter = -1,
                             .global = 0};
    f->launch.buffer_count = 2;
    launch_layout(&f->launch);
    f->global_name = "g";
    f->source.globals = &f->global_name;
    f->source.global_count = 1;
}

static void fills_and_reads_variables_of_the_file(void **state)
{
    static const float values[] = {10, 20, 30, 40};
    Fixture *f = fixture_new("use_global");
    add_variable(f, SCALAR_F32, values);
    GpuJob *job = run(f);
    assert_true(result(f, job)[0] == 20);
    const float *g = (const float *)(gpu_outcome(job)->arena + f->buffers[1].offset_bytes);
    assert_true(g[0] == 10 && g[2] == 77);
    close_all(f, job);
}

static void puts_addresses_into_structs(void **state)
{
    Fixture *f = fixture_new("use_struct");
    const Field fields[] = {{"n", type_scalar(SCALAR_I32), 0},
                            {"a", type_pointer(f->arena, type_scalar(SCALAR_F32)), 8}};
    const Type type = {.kind = TYPE_STRUCT, .size_bytes = 16, .fields = fields, .field_count = 2};
    const uint64_t bytes[] = {3, address_make(SPACE_GLOBAL, 0, 8)};
    const void *structs[] = {bytes};
    f->parameters[0].type = &type;
    f->program.parameter_count = 1;
    f->launch.struct_arguments = structs;
    GpuJob *job = run(f);
    const float *a = result(f, job);
    assert_true(a[1] == 2 && a[2] == 9 && a[4] == 9 && a[5] == 6);
    close_all(f, job);
}

static void buffers_can_be_separate(void **state)
{
    Fixture *f = fixture_new("scale");
    f->request.separate = true;
    GpuJob *job = run(f);
    const float *a = result(f, job);
    assert_true(a[0] == 2 && a[ELEMENTS - 1] == 2 * ELEMENTS && a[-1] == -99);
    close_all(f, job);
}

static void times_by_median_and_spread(void **state)
{
    Fixture *f = fixture_new("scale");
    f->request.repeats = 7;
    GpuJob *job = run(f);
    const GpuOutcome *outcome = gpu_outcome(job);
    assert_true(result(f, job)[0] == 2);
    assert_int_equal(outcome->timed_launches, 7);
    assert_true(outcome->kernel_ms == 2);
    assert_true(outcome->kernel_least_ms == 1 && outcome->kernel_most_ms == 3);
    close_all(f, job);
}

static void says_what_is_missing(void **state)
{
    expect_problem("no-device", "scale", "", GPU_NO_DEVICE, "no NVIDIA GPU");
    expect_problem("init=100", "scale", "", GPU_NO_DEVICE, "CUDA_VISIBLE_DEVICES");
    expect_problem("init=34", "scale", "", GPU_NO_DRIVER, "stub");
    expect_problem("init=803", "scale", "", GPU_OLD_DRIVER, "restart");
    expect_problem("init=999", "scale", "", GPU_DRIVER_ERROR, "something is wrong");
    expect_problem("old", "scale", "", GPU_OLD_DRIVER, "for CUDA 10.2; install");
    expect_problem("cc=60", "scale", "", GPU_UNSUPPORTED, "compute capability 6.0");
    expect_problem("alloc=2", "scale", "", GPU_NO_MEMORY, "smaller sizes");
    expect_problem("load=222", "scale", "", GPU_OLD_DRIVER, "update the NVIDIA driver");
    expect_problem("many-registers", "scale", "", GPU_REFUSED, "at most 2 threads");
}

static void says_that_the_compiler_is_missing(void **state)
{
    setenv("TILESTEP_NVRTC", "/nowhere/libnvrtc.so.13", 1);
    expect_problem("", "scale", "", GPU_NO_COMPILER, "NVRTC");
    GpuJob *job = gpu_start_query();
    gpu_wait(job);
    assert_int_equal(gpu_outcome(job)->problem, GPU_OK);
    assert_int_equal(gpu_outcome(job)->device.compiler_cuda, 0);
    gpu_free(job);
    unsetenv("TILESTEP_NVRTC");
}

/* A driver of before: one function is not in it. */
static void says_which_function_is_missing(void **state)
{
    setenv("LD_LIBRARY_PATH", OLD_DRIVER_DIR, 1);
    expect_problem("", "scale", "", GPU_OLD_DRIVER, "lacks cuLaunchKernel; install");
    setenv("LD_LIBRARY_PATH", FAKE_DIRS, 1);
}

static void every_launch_starts_from_the_same_bytes(void **state)
{
    Fixture *f = fixture_new("scale");
    f->request.launches = 3;
    GpuJob *job = run(f);
    const GpuOutcome *outcome = gpu_outcome(job);
    assert_int_equal(outcome->launch_count, 3);
    for (int i = 0; i < 3; ++i) {
        const uint8_t *arena = outcome->arena + (uint64_t)i * outcome->stride_bytes;
        const float *a = (const float *)(arena + f->buffers[0].offset_bytes);
        assert_true(a[0] == 2 && a[ELEMENTS - 1] == 2 * ELEMENTS && a[-1] == -99);
    }
    close_all(f, job);
}

/* The launches before a hang keep their results. */
static void launches_before_a_hang_are_kept(void **state)
{
    Fixture *f = fixture_new("hang_later");
    f->request.launches = 3;
    f->request.timeout_s = SHORT_S;
    GpuJob *job = run(f);
    assert_int_equal(gpu_outcome(job)->problem, GPU_TIMEOUT);
    assert_int_equal(gpu_outcome(job)->launch_count, 1);
    assert_true(result(f, job)[0] == 1);
    close_all(f, job);
}

static void launches_are_limited_by_memory(void **state)
{
    Launch launch = {.arena_bytes = (uint64_t)300 << 20};
    assert_int_equal(gpu_launches_most(&launch), 3);
    launch.arena_bytes = (uint64_t)3 << 30;
    assert_int_equal(gpu_launches_most(&launch), 1);
    launch.arena_bytes = 4096;
    assert_int_equal(gpu_launches_most(&launch), 100);
}

/* count adds one to a variable of the file and prints it: always 1, in timed launches too. */
static void variables_start_anew_with_every_launch(void **state)
{
    static const int zero[4] = {0};
    Fixture *f = fixture_new("count");
    add_variable(f, SCALAR_I32, zero);
    f->request.launches = 2;
    f->request.repeats = 3;
    GpuJob *job = run(f);
    assert_int_equal(gpu_outcome(job)->launch_count, 2);
    assert_string_equal(gpu_outcome(job)->printed, "1\n1\n1\n1\n1\n1\n1\n");
    close_all(f, job);
}

static void a_compile_error_points_into_the_file(void **state)
{
    expect_problem("", "scale", "a[0] = no_such_name;", GPU_COMPILE_ERROR,
                   "dir/file.cu:1:8: error: identifier \"no_such_name\" is undefined");
}

static void too_much_shared_memory(void **state)
{
    Fixture *f = fixture_new("scale");
    f->launch.dynamic_shared_bytes = 232449;
    GpuJob *job = run(f);
    assert_int_equal(gpu_outcome(job)->problem, GPU_REFUSED);
    assert_non_null(strstr(gpu_outcome(job)->reason, "232448"));
    close_all(f, job);
}

static void ten_faulty_launches_in_a_row(void **state)
{
    static const struct {
        const char *kernel;
        GpuProblem problem;
        const char *words;
    } faulty[] = {{"crash", GPU_CRASH, "died while running the kernel"},
                  {"fault", GPU_FAULT, "memory that does not exist"},
                  {"none", GPU_REFUSED, "launching the kernel"}};
    for (int i = 0; i < 10; ++i)
        expect_problem("", faulty[i % 3].kernel, "", faulty[i % 3].problem, faulty[i % 3].words);
    runs_with_its_arguments(state);
}

static void a_kernel_that_hangs_is_stopped(void **state)
{
    Fixture *f = fixture_new("hang");
    f->request.timeout_s = SHORT_S;
    GpuJob *job = run(f);
    assert_int_equal(gpu_outcome(job)->problem, GPU_TIMEOUT);
    assert_non_null(strstr(gpu_outcome(job)->reason, "running the kernel took longer than 1.5 s"));
    assert_null(gpu_outcome(job)->arena);
    close_all(f, job);
}

static void a_driver_that_hangs_is_stopped(void **state)
{
    Fixture *f = fixture_new("scale");
    f->request.timeout_s = SHORT_S / 6; /* which is for the kernel alone */
    setenv("FAKE_CUDA", "slow-init", 1);
    GpuJob *job = run(f);
    unsetenv("FAKE_CUDA");
    assert_int_equal(gpu_outcome(job)->problem, GPU_TIMEOUT);
    assert_non_null(strstr(gpu_outcome(job)->reason, "opening the driver"));
    close_all(f, job);
}

static void the_first_result_outlives_a_hang_while_timing(void **state)
{
    Fixture *f = fixture_new("hang_later");
    f->request.timeout_s = SHORT_S;
    f->request.repeats = 3;
    GpuJob *job = run(f);
    assert_int_equal(gpu_outcome(job)->problem, GPU_TIMEOUT);
    assert_true(result(f, job)[0] == 1);
    close_all(f, job);
}

static void a_job_can_be_cancelled(void **state)
{
    Fixture *f = fixture_new("hang");
    GpuJob *job = gpu_start(&f->request);
    while (gpu_stage(job) != GPU_RUNNING && !gpu_poll(job))
        usleep(1000);
    assert_false(gpu_poll(job));
    gpu_cancel(job);
    gpu_wait(job);
    assert_int_equal(gpu_outcome(job)->problem, GPU_CANCELLED);
    close_all(f, job);
}

static void a_running_job_can_be_freed(void **state)
{
    Fixture *f = fixture_new("hang");
    GpuJob *job = gpu_start(&f->request);
    close_all(f, job);
    gpu_free(NULL);
}

static void polling_never_waits(void **state)
{
    Fixture *f = fixture_new("hang");
    GpuJob *job = gpu_start(&f->request);
    for (int i = 0; i < 1000; ++i)
        assert_false(gpu_poll(job)); /* waiting would be for the end */
    close_all(f, job);
}

static void printed_text_comes_back(void **state)
{
    Fixture *f = fixture_new("talk");
    GpuJob *job = run(f);
    assert_string_equal(gpu_outcome(job)->printed, "thread 0 says hello\n");
    close_all(f, job);
}

static void a_query_describes_the_device(void **state)
{
    GpuJob *job = gpu_start_query();
    gpu_wait(job);
    const GpuOutcome *outcome = gpu_outcome(job);
    assert_int_equal(outcome->problem, GPU_OK);
    assert_int_equal(outcome->device.major, 9);
    assert_int_equal(outcome->device.sm_count, 2);
    assert_true(outcome->device.clock_mhz == 1000);
    assert_int_equal(outcome->device.driver_cuda, 13000);
    assert_int_equal(outcome->device.compiler_cuda, 13000);
    Arena *arena = arena_new();
    const char *text = gpu_device_text(arena, &outcome->device);
    assert_non_null(strstr(text, "device Fake GPU\ncompute_capability 9.0\nmultiprocessors 2\n"));
    arena_free(arena);
    gpu_free(job);
}

static void compiled_code_is_kept(void **state)
{
    Fixture *f = fixture_new("scale");
    f->source.text = arena_printf(f->arena, "// %ld", (long)getpid());
    for (int pass = 0; pass < 2; ++pass) {
        GpuJob *job = run(f);
        assert_int_equal(gpu_outcome(job)->is_from_cache, pass);
        assert_true(result(f, job)[0] == 2);
        gpu_free(job);
    }
    f->request.fmad = true;
    GpuJob *job = run(f);
    assert_false(gpu_outcome(job)->is_from_cache);
    close_all(f, job);
}

static void damaged_entries_are_ignored(void **state)
{
    Fixture *f = fixture_new("scale");
    f->source.text = "// damaged";
    gpu_free(run(f));
    char *command = arena_printf(f->arena,
                                 "cd %s/tilestep && for f in *; do head -c 20 $f >x && "
                                 "mv x $f; done",
                                 cache_folder);
    assert_int_equal(system(command), 0);
    GpuJob *job = run(f);
    assert_false(gpu_outcome(job)->is_from_cache);
    assert_true(result(f, job)[0] == 2);
    close_all(f, job);
}

static void every_problem_has_words(void **state)
{
    for (int i = 1; i < GPU_PROBLEM_COUNT; ++i)
        for (int language = 0; language < LANGUAGE_COUNT; ++language)
            assert_true(strlen(gpu_problem_text((GpuProblem)i, (Language)language)) > 0);
}

static int make_cache(void **state)
{
    return !mkdtemp(cache_folder) || setenv("XDG_CACHE_HOME", cache_folder, 1) ||
           setenv("LD_LIBRARY_PATH", FAKE_DIRS, 1);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

static int remove_cache(void **state)
{
    return nftw(cache_folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int main(int argc, char **argv)
{
    if (gpu_is_child(argc, argv))
        return gpu_child_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_with_its_arguments),
        cmocka_unit_test(passes_the_offset_of_a_pointer),
        cmocka_unit_test(keeps_guards_and_shows_what_strays),
        cmocka_unit_test(fills_and_reads_variables_of_the_file),
        cmocka_unit_test(puts_addresses_into_structs),
        cmocka_unit_test(buffers_can_be_separate),
        cmocka_unit_test(times_by_median_and_spread),
        cmocka_unit_test(says_what_is_missing),
        cmocka_unit_test(says_that_the_compiler_is_missing),
        cmocka_unit_test(says_which_function_is_missing),
        cmocka_unit_test(every_launch_starts_from_the_same_bytes),
        cmocka_unit_test(launches_before_a_hang_are_kept),
        cmocka_unit_test(launches_are_limited_by_memory),
        cmocka_unit_test(variables_start_anew_with_every_launch),
        cmocka_unit_test(a_compile_error_points_into_the_file),
        cmocka_unit_test(too_much_shared_memory),
        cmocka_unit_test(ten_faulty_launches_in_a_row),
        cmocka_unit_test(a_kernel_that_hangs_is_stopped),
        cmocka_unit_test(a_driver_that_hangs_is_stopped),
        cmocka_unit_test(the_first_result_outlives_a_hang_while_timing),
        cmocka_unit_test(a_job_can_be_cancelled),
        cmocka_unit_test(a_running_job_can_be_freed),
        cmocka_unit_test(polling_never_waits),
        cmocka_unit_test(printed_text_comes_back),
        cmocka_unit_test(a_query_describes_the_device),
        cmocka_unit_test(compiled_code_is_kept),
        cmocka_unit_test(damaged_entries_are_ignored),
        cmocka_unit_test(every_problem_has_words),
    };
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}
