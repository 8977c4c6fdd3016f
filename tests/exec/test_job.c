/* Programs that run beside the window: what they print, their launches, and their end, which comes
 * also where they loop, fork or do not compile. Skipped where there is no clang. */
#include "base/file.h"
#include "exec/job.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#define KERNEL                                                                                     \
    "#include <cstdio>\n#include <unistd.h>\n"                                                     \
    "template <class T> __global__ void scale(T *a, int n)\n"                                      \
    "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) a[i] *= 2;\n}\n"
#define MAIN KERNEL "int main(int argc, char **argv)\n{\n"

static char folder[] = "/tmp/tilestep-test-job-XXXXXX";

static char path[sizeof folder + 16], input_path[sizeof folder + 16];

__attribute__((destructor)) static void clean(void)
{
    unlink(path);
    unlink(input_path);
    rmdir(folder);
}

#define KEPT_BYTES ((uint64_t)1 << 30)

/* input: what it reads; NULL: nothing. */
static ExecJob *start_with(Arena *arena, const char *text, const char *input, uint64_t kept)
{
    const Phrase *reason;
    if (!strstr(folder, "XXXXXX") || mkdtemp(folder)) {
        snprintf(path, sizeof path, "%s/program.cu", folder);
        snprintf(input_path, sizeof input_path, "%s/input.txt", folder);
    }
    assert_true(!input || file_write(arena, input_path, input, strlen(input), &reason));
    assert_true(file_write(arena, path, text, strlen(text), &reason));
    static const DeviceModel device = {.name = "test", .sm_count = 4};
    ExecOptions options = {.files = (const char *const[]){path},
                           .file_count = 1,
                           .device = &device,
                           .device_bytes = 1 << 30};
    ExecJob *job = exec_job_start(&options, input ? input_path : NULL, kept);
    assert_non_null(job);
    return job;
}

static ExecJob *start(Arena *arena, const char *text, const char *input)
{
    return start_with(arena, text, input, KEPT_BYTES);
}

static void wait_for(ExecJob *job, ExecJobState state)
{
    while (exec_job_state(job) < state) {
        usleep(1000);
        exec_job_update(job);
    }
}

static bool is_there(const ExecJob *job, const char *text)
{
    uint64_t bytes;
    const char *output = exec_job_output(job, &bytes);
    assert_int_equal(bytes, strlen(output));
    return strstr(output, text) != NULL;
}

static void wait_for_text(ExecJob *job, const char *text)
{
    while (!is_there(job, text) && exec_job_state(job) < EXEC_JOB_ENDED) {
        usleep(1000);
        exec_job_update(job);
    }
    assert_true(is_there(job, text));
}

static void want_clang(void)
{
    if (system("clang++ --version >/dev/null 2>&1") != 0)
        skip();
}

TEST(a_program_with_launches)
{
    want_clang();
    Arena *arena = arena_new();
    int count;
    ExecJob *job = start(arena,
                         MAIN "    float *d, h[8] = {1, 2};\n"
                              "    cudaMalloc(&d, sizeof h);\n"
                              "    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);\n"
                              "    scale<<<2, 4>>>(d, 8);\n"
                              "    scale<float><<<1, 32>>>(d, 20);\n"
                              "    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
                              "    char word[8];\n"
                              "    scanf(\"%7s\", word);\n"
                              "    printf(\"\\33[31m%g\\33[0m %s\\n\", h[1], word);\n"
                              "    return 3;\n}\n",
                         "hello\n");
    wait_for(job, EXEC_JOB_ENDED);
    uint64_t bytes;
    assert_string_equal(exec_job_output(job, &bytes), "8 hello\n");
    const ExecJobRow *rows = exec_job_rows(job, &count);
    static const int numbers[] = {0, 1, 2, 0}, lines[] = {12, 13, 14, 15};
    assert_int_equal(count, 4);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(rows[i].number, numbers[i]);
        assert_int_equal(rows[i].line, lines[i]);
        assert_true(file_ends_with(rows[i].file, "program.cu"));
    }
    assert_int_equal(rows[0].move, EXEC_MOVE_TO_DEVICE);
    assert_int_equal(rows[0].bytes, 32);
    assert_string_equal(rows[1].kernel, "scale<float>");
    assert_int_equal(rows[1].grid[0], 2);
    assert_int_equal(rows[1].counters.global_store.accesses, 8);
    assert_int_equal(rows[1].findings, 0);
    assert_null(rows[1].first_finding[LANGUAGE_EN]);
    assert_non_null(strstr(rows[2].first_finding[LANGUAGE_EN], "reads outside of"));
    assert_non_null(strstr(rows[2].first_finding[LANGUAGE_ZH], "之外"));
    assert_true(rows[2].seconds > 0 && rows[2].seconds >= rows[1].seconds);
    assert_string_equal(rows[3].kernel, "a");
    const ExecResult *result = exec_job_result(job);
    assert_int_equal(result->status, 3);
    assert_int_equal(result->findings.count, 1);
    assert_non_null(exec_job_line(job, result->findings.items[0].caller, &count));
    assert_int_equal(count, 11);
    exec_job_free(job);
    arena_free(arena);
}

TEST(streams_and_graphs)
{
    want_clang();
    Arena *arena = arena_new();
    ExecJob *job = start(arena,
                         MAIN "    float *d; cudaStream_t s, t; cudaGraph_t g; cudaGraphExec_t e;\n"
                              "    cudaMalloc(&d, 256); cudaMemset(d, 0, 256);\n"
                              "    cudaStreamCreate(&s); cudaStreamCreate(&t);\n"
                              "    scale<<<1, 64, 0, s>>>(d, 64);\n"
                              "    cudaMemsetAsync(d, 1, 256, t);\n"
                              "    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
                              "    scale<<<1, 64, 0, s>>>(d, 64);\n"
                              "    cudaStreamEndCapture(s, &g);\n"
                              "    cudaGraphInstantiate(&e, g, 0); cudaGraphLaunch(e, t);\n"
                              "    scale<<<1, 64>>>(d, 64);\n    cudaFree(d);\n}\n",
                         NULL);
    wait_for(job, EXEC_JOB_ENDED);
    static const uint64_t streams[] = {0, 1, 2, 2, 0};
    int count;
    const ExecJobRow *rows = exec_job_rows(job, &count);
    assert_int_equal(count, 5);
    for (int i = 0; i < count; ++i)
        assert_int_equal(rows[i].stream, streams[i]);
    exec_job_free(job);
    arena_free(arena);
}

/* ---- launches that are opened ---- */

/* The launch of that number as it was; every number that is counted is the same. */
static Run *open_launch(ExecJob *job, int number, LoadOptions options)
{
    int count;
    const ExecJobRow *rows = exec_job_rows(job, &count), *row = NULL;
    for (int i = 0; i < count; ++i)
        row = rows[i].number == number ? &rows[i] : row;
    assert_non_null(row);
    options.image = exec_job_image(job, number);
    assert_non_null(options.image);
    Run *run = run_load(options.image->path, &options);
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    assert_int_equal(run->note_count, 0);
    assert_int_equal(run->assumed_count, 0);
    return run;
}

static void count_launch(ExecJob *job, int number)
{
    int count;
    const char *reason;
    Run *run = open_launch(job, number, (LoadOptions){0});
    const ExecJobRow *rows = exec_job_rows(job, &count), *row = NULL;
    for (int i = 0; i < count; ++i)
        row = rows[i].number == number ? &rows[i] : row;
    Memory *memory = memory_new(&run->launch, &reason);
    Report *report = page_alloc_aligned(report_size(run->program, &run->launch));
    assert_int_equal(grid_count(run->program, &run->launch, memory, &(GridOptions){0}, report),
                     GRID_DONE);
    assert_memory_equal(&report->counters, &row->counters, sizeof row->counters);
    assert_int_equal(report->finding_count, row->findings);
    page_free_aligned(report);
    memory_free(memory);
    run_free(run);
}

static float number_at(const Run *run, const char *name, uint64_t index)
{
    float value;
    const Buffer *buffer = launch_buffer_named(&run->launch, name);
    assert_non_null(buffer);
    launch_fill(&run->launch, buffer->offset_bytes + index * sizeof value, &value, sizeof value);
    return value;
}

TEST(launches_are_opened_as_they_were)
{
    want_clang();
    Arena *arena = arena_new();
    ExecJob *job = start(arena,
                         MAIN "    float *d, *unused, h[5000];\n"
                              "    for (int i = 0; i < 5000; ++i) h[i] = i;\n"
                              "    cudaMalloc(&unused, 4000); cudaMalloc(&d, 2 * sizeof h);\n"
                              "    cudaMemset(unused, 0, 4000);\n"
                              "    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);\n"
                              "    for (int i = 0; i < 3; ++i) scale<<<40, 64>>>(d + i, 2500);\n"
                              "    scale<<<40, 256>>>(d, 10000);\n"
                              "    cudaFree(d); cudaFree(unused);\n}\n",
                         NULL);
    wait_for(job, EXEC_JOB_ENDED);
    for (int number = 1; number <= 4; ++number)
        count_launch(job, number);
    Run *run = open_launch(job, 3, (LoadOptions){0});
    assert_string_equal(run->program->name, "scale");
    assert_int_equal(run->launch.buffer_count, 1);
    assert_int_equal(run->launch.buffers[0].count, 10000);
    assert_int_equal(run->launch.start_bytes[0], 8);
    assert_int_equal(run->launch.arguments[1], 2500);
    assert_true(buffer_has_unset(&run->launch.buffers[0]));
    assert_float_equal(number_at(run, "a", 0), 0, 0);
    assert_float_equal(number_at(run, "a", 1), 4, 0); /* 1, doubled by the first two */
    assert_float_equal(number_at(run, "a", 100), 400, 0);
    assert_float_equal(number_at(run, "a", 4999), 4999, 0);
    assert_float_equal(number_at(run, "a", 5000), -8888, 0); /* the poison */
    exec_job_free(job);
    assert_float_equal(number_at(run, "a", 100), 400, 0); /* the run holds its image */
    run_free(run);
    arena_free(arena);
}

TEST(options_change_a_launch_that_was)
{
    want_clang();
    Arena *arena = arena_new();
    ExecJob *job = start(arena,
                         MAIN "    float *d;\n    cudaMalloc(&d, 400); cudaMemset(d, 0, 400);\n"
                              "    scale<<<4, 32>>>(d, 100);\n    cudaFree(d);\n}\n",
                         NULL);
    wait_for(job, EXEC_JOB_ENDED);
    NamedText arguments[] = {{"n", "50"}, {"a", "ints:200"}}, offset = {"a", "3"};
    NamedText shape = {"a", "10,20"};
    Run *run = open_launch(job, 1,
                           (LoadOptions){.block = "16,2",
                                         .grid = "3",
                                         .order = "reverse",
                                         .fmad = "off",
                                         .arguments = arguments,
                                         .argument_count = 2,
                                         .offsets = &offset,
                                         .offset_count = 1,
                                         .shapes = &shape,
                                         .shape_count = 1,
                                         .withouts = (const char *const[]){"check:6"},
                                         .without_count = 1});
    assert_int_equal(run->launch.block.y, 2);
    assert_int_equal(run->launch.grid.x, 3);
    assert_int_equal(run->launch.order, ORDER_REVERSE);
    assert_int_equal(run->launch.arguments[1], 50);
    assert_int_equal(run->launch.start_bytes[0], 12);
    assert_int_equal(run->launch.buffers[0].count, 200);
    assert_int_equal(run->launch.buffers[0].cols, 20);
    run_free(run);
    static const char *const wrong[] = {"settings", "launch", "kernel"};
    for (int i = 0; i < 3; ++i) {
        LoadOptions options = {.image = exec_job_image(job, 1)};
        options.settings = &offset;
        options.setting_count = i == 0;
        options.launch = i == 1 ? "1" : NULL;
        options.kernel = i == 2 ? "scale" : NULL;
        run = run_load(path, &options);
        if (run->program)
            fail_msg("%s", wrong[i]);
        run_free(run);
    }
    exec_job_free(job);
    arena_free(arena);
}

/* Structs by value, variables of the device, lists and arrays of pointers: what they lead to is
 * there, and nothing else. */
TEST(what_a_launch_reaches)
{
    want_clang();
    Arena *arena = arena_new();
    ExecJob *job = start(
        arena,
        "struct Node { int value; Node *next; };\n"
        "struct View { float *cells; int n; };\n"
        "__device__ int total = 5;\n__constant__ float table[4];\n__device__ int other;\n"
        "__global__ void sum(const Node *list, float **rows, View view)\n{\n"
        "    for (; list; list = list->next) atomicAdd(&total, list->value);\n"
        "    for (int i = 0; i < 3; ++i) view.cells[i] += rows[i][1] * table[i];\n}\n"
        "__global__ void unlike() { other = 1; }\n"
        "int main()\n{\n    Node *nodes[3], node; float *rows[3], **drows, t[4] = {1, 2, 3, 4};\n"
        "    View view = {0, 3}; float *never;\n    unlike<<<1, 1>>>();\n"
        "    cudaMalloc(&never, 64); cudaMalloc(&view.cells, 12); cudaMemset(view.cells, 0, 12);\n"
        "    cudaMalloc(&drows, sizeof rows); cudaMemcpyToSymbol(table, t, sizeof t);\n"
        "    for (int i = 0; i < 3; ++i) {\n"
        "        cudaMalloc(&nodes[i], sizeof node); node = {i + 1, i ? nodes[i - 1] : 0};\n"
        "        cudaMemcpy(nodes[i], &node, sizeof node, cudaMemcpyHostToDevice);\n"
        "        cudaMalloc(&rows[i], 16); cudaMemcpy(rows[i], t, 16, cudaMemcpyHostToDevice);\n"
        "    }\n    cudaMemcpy(drows, rows, sizeof rows, cudaMemcpyHostToDevice);\n"
        "    sum<<<1, 1>>>(nodes[2], drows, view);\n    int h; float c[3];\n"
        "    cudaMemcpyFromSymbol(&h, total, 4);\n"
        "    cudaMemcpy(c, view.cells, 12, cudaMemcpyDeviceToHost);\n"
        "    printf(\"%d %g\\n\", h, c[2]);\n}\n",
        NULL);
    wait_for(job, EXEC_JOB_ENDED);
    assert_true(is_there(job, "11 6\n"));
    count_launch(job, 2);
    Run *run = open_launch(job, 2, (LoadOptions){0});
    assert_int_equal(run->launch.buffer_count, 10); /* 3 nodes, 3 rows, and what is named below */
    assert_non_null(launch_buffer_named(&run->launch, "total"));
    assert_non_null(launch_buffer_named(&run->launch, "rows"));
    assert_float_equal(number_at(run, "table", 2), 3, 0);
    assert_float_equal(number_at(run, "view.cells", 2), 0, 0);
    assert_null(launch_buffer_named(&run->launch, "other"));
    run_free(run);
    exec_job_free(job);
    arena_free(arena);
}

/* Beyond what may be kept the program runs again, and it is told if it went otherwise. */
TEST(launches_that_are_not_kept)
{
    want_clang();
    static const char *const numbers[] = {"3", "getpid()"};
    for (int other = 0; other < 2; ++other) {
        Arena *arena = arena_new();
        ExecJob *job = start_with(
            arena,
            arena_printf(arena,
                         MAIN
                         "    float *d;\n    cudaMalloc(&d, 1 << 16);\n"
                         "    for (int i = 0; i < 5; ++i) {\n"
                         "        float x = i > 1 ? %s : 3; int y = i;\n"
                         "        cudaMemset(d, i, 1 << 16);\n"
                         "        cudaMemcpy(d + 5, &x, 4, cudaMemcpyHostToDevice);\n"
                         "        scale<<<64, 256>>>(d, 1 << 14);\n    }\n    cudaFree(d);\n}\n",
                         numbers[other]),
            NULL, 1 << 17);
        wait_for(job, EXEC_JOB_ENDED);
        int count;
        const ExecJobRow *rows = exec_job_rows(job, &count);
        assert_int_equal(count, 15);
        assert_true(rows[2].is_kept);
        assert_false(rows[14].is_kept);
        assert_null(exec_job_image(job, 5));
        ExecJob *again = exec_job_again(job, 4);
        wait_for(again, EXEC_JOB_ENDED);
        assert_int_equal(exec_job_differs(again), other);
        const LaunchImage *image = exec_job_image(again, 4);
        assert_non_null(image);
        assert_int_equal(image->number, 4);
        assert_int_equal(image->buffers[0].content[4], 3);
        assert_null(exec_job_image(again, 3));
        exec_job_free(job);
        exec_job_free(again);
        arena_free(arena);
    }
}

/* ---- programs that end otherwise ---- */

/* Stopped in host code, in a kernel, and with children that go on. */
TEST(programs_that_do_not_end)
{
    want_clang();
    static const char *const bodies[] = {
        "    puts(\"here\");\n    for (volatile int i = 0;;) ++i;\n",
        "    int *d; cudaMalloc(&d, 4); puts(\"here\");\n    forever<<<1, 1>>>(d);\n"
        "    cudaDeviceSynchronize();\n",
        "    if (fork()) fork(); puts(\"here\"); fflush(stdout); for (;;) pause();\n",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        Arena *arena = arena_new();
        const char *text = arena_printf(
            arena,
            "#include <unistd.h>\n#include <cstdio>\n__global__ void forever(volatile int "
            "*d) { for (long i = 0; i < 1L << 40; ++i) *d = *d * 5 + i; }\nint main()\n{\n%s}\n",
            bodies[i]);
        ExecJob *job = start(arena, text, NULL);
        wait_for_text(job, "here");
        exec_job_stop(job);
        exec_job_update(job);
        assert_int_equal(exec_job_state(job), EXEC_JOB_ENDED);
        assert_true(exec_job_result(job)->is_stopped);
        exec_job_free(job);
        arena_free(arena);
    }
}

/* Its children end with it, and nobody waits for what they would print. */
TEST(a_program_that_leaves_children)
{
    want_clang();
    Arena *arena = arena_new();
    ExecJob *job =
        start(arena, MAIN "    if (!fork()) for (;;) pause();\n    puts(\"done\");\n}\n", NULL);
    wait_for(job, EXEC_JOB_ENDED);
    assert_true(is_there(job, "done"));
    assert_int_equal(exec_job_result(job)->status, 0);
    exec_job_free(job);
    arena_free(arena);
}

TEST(what_cannot_run)
{
    want_clang();
    Arena *arena = arena_new();
    ExecJob *job = start(arena, MAIN "    undeclared = 1;\n}\n", NULL);
    wait_for(job, EXEC_JOB_ENDED);
    assert_int_equal(exec_job_state(job), EXEC_JOB_FAILED);
    assert_null(exec_job_result(job));
    const char *reason = phrase_in(arena, LANGUAGE_EN, exec_job_reason(job));
    assert_non_null(strstr(reason, "program.cu:10"));
    assert_non_null(strstr(reason, "undeclared"));
    exec_job_free(job);
    job = start(arena,
                "__global__ void k(int *p) { asm(\"bar.red.popc.u32 %0;\" : \"=r\"(*p)); }\n"
                "int main() { int *d; cudaMalloc(&d, 4); k<<<3, 1>>>(d);\n"
                "printf(\"%d\\n\", cudaGetLastError()); }\n",
                NULL);
    wait_for(job, EXEC_JOB_ENDED);
    int count;
    const ExecJobRow *rows = exec_job_rows(job, &count);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].number, 1);
    assert_int_equal(rows[0].grid[0], 3);
    assert_int_equal(rows[0].line, 2);
    assert_non_null(strstr(rows[0].refused, "program.cu:1"));
    assert_true(is_there(job, "98\n"));
    exec_job_free(job);
    setenv("PATH", "/nonexistent", 1);
    job = start(arena, MAIN "}\n", NULL);
    wait_for(job, EXEC_JOB_ENDED);
    assert_non_null(strstr(phrase_in(arena, LANGUAGE_EN, exec_job_reason(job)), "package clang"));
    exec_job_free(job);
    arena_free(arena);
}
