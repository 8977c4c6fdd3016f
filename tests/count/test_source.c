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

static const char matrices[] =
    "struct Matrix { int width, height; float *cells; };\n"
    "__device__ float cell(const float *cells, int i) { return cells[i]; }\n"
    "__global__ void product(Matrix M, Matrix N, Matrix P)\n"
    "{\n"
    "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "    int col = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (row < P.height && col < P.width) {\n"
    "        float sum = 0.0f;\n"
    "        for (int k = 0; k < M.width; ++k)\n"
    "            sum += M.cells[row * M.width + k] * cell(N.cells, k * N.width + col);\n"
    "        P.cells[row * P.width + col] = sum;\n"
    "    }\n"
    "}\n"
    "__global__ void either(float *a, float *out)\n"
    "{\n"
    "    __shared__ float tile[64];\n"
    "    int i = threadIdx.x;\n"
    "    tile[i] = a[i];\n"
    "    __syncthreads();\n"
    "    float *from = blockIdx.x % 2 ? tile : a;\n"
    "    out[blockIdx.x * 64 + i] = from[63 - i];\n"
    "    from[i] = 0.0f;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    Matrix M, N, P;\n"
    "    M.width = M.height = N.width = N.height = P.width = P.height = 40;\n"
    "    cudaMalloc(&M.cells, 40 * 40 * sizeof(float));\n"
    "    cudaMalloc(&N.cells, 40 * 40 * sizeof(float));\n"
    "    cudaMalloc(&P.cells, 40 * 40 * sizeof(float));\n"
    "    product<<<dim3(3, 3), dim3(16, 16)>>>(M, N, P);\n"
    "    float *a, *out;\n"
    "    cudaMalloc(&a, 64 * sizeof(float));\n"
    "    cudaMalloc(&out, 6 * 64 * sizeof(float));\n"
    "    either<<<6, 64>>>(a, out);\n"
    "}\n";

/* Pointers out of structs point anywhere: their space is told by the address. */
static void pointers_that_tell_their_space(void **state)
{
    (void)state;
    static const char *const kernels[] = {"product", "either"};
    for (int i = 0; i < 2; ++i) {
        LoadOptions options = {.kernel = kernels[i]};
        check_run(run_load_text("matrices.cu", matrices, sizeof matrices - 1, &options), i == 0);
    }
}

int main(int argc, char **argv)
{
    source_root = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_that_no_tile_divides),
                                       cmocka_unit_test(pointers_that_tell_their_space)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
