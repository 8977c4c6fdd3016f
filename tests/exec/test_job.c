/* Programs that run beside the window: what they print, their launches, and their end, which comes
 * also where they loop, fork or do not compile. Skipped where there is no clang. */
#include "base/file.h"
#include "exec/job.h"

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

static char path[sizeof folder + 16];

__attribute__((destructor)) static void clean(void)
{
    unlink(path);
    rmdir(folder);
}

static ExecJob *start(Arena *arena, const char *text, const char *input)
{
    const Phrase *reason;
    if (!strstr(folder, "XXXXXX") || mkdtemp(folder))
        snprintf(path, sizeof path, "%s/program.cu", folder);
    assert_true(file_write(arena, path, text, strlen(text), &reason));
    static const DeviceModel device = {.name = "test", .sm_count = 4};
    ExecOptions options = {.files = (const char *const[]){path},
                           .file_count = 1,
                           .device = &device,
                           .device_bytes = 1 << 30};
    ExecJob *job = exec_job_start(&options, input, 0);
    assert_non_null(job);
    return job;
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
    assert_null(rows[1].first_finding);
    assert_string_equal(rows[2].first_finding, "out-of-bounds-read");
    assert_string_equal(rows[3].kernel, "a");
    const ExecResult *result = exec_job_result(job);
    assert_int_equal(result->status, 3);
    assert_int_equal(result->findings.count, 1);
    assert_non_null(exec_job_line(job, result->findings.items[0].caller, &count));
    assert_int_equal(count, 11);
    exec_job_free(job);
    arena_free(arena);
}

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
