/* Kernels as people write them must not only count the same both ways: every block of a good one
 * runs wide, also at sizes that no tile divides. */
#include "counted.h"
#include "load/load.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char *source_root; /* of the project, from the command line */

static void check_run(Run *run, bool runs_wide)
{
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    uint64_t stepped[2];
    counted_both_ways(run->arena, run->program, &run->launch, run->program->name, stepped);
    assert_false(runs_wide && (stepped[0] || stepped[1]));
    run_free(run);
}

static void check_square(const char *kernel, int n, const char *width)
{
    char path[512], size[16];
    snprintf(path, sizeof path, "%s/kernels/%s.cu", source_root, kernel);
    snprintf(size, sizeof size, "%d", n);
    NamedText settings[] = {{"j", size}, {"k", size}, {"l", size}};
    Define tile = {"TILE_WIDTH", width};
    check_run(run_load(path, &(LoadOptions){.settings = settings,
                                            .setting_count = 3,
                                            .defines = &tile,
                                            .define_count = 1}),
              true);
}

/* Shapes that were left to the machine once. */
static void features_run_wide(void **state)
{
    static const char *const names[] = {
        "cooperative_any_group", "cooperative_coalesced", "host_structs", "local_addresses",
        "memory_functions",      "stencil_in_registers",  "struct_tiles", "unions",
        "warp_intrinsics"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[512];
        snprintf(path, sizeof path, "%s/tests/kernels/features/%s.cu", source_root, names[i]);
        check_run(run_load(path, &(LoadOptions){0}), true);
    }
}

static void sizes_that_no_tile_divides(void **state)
{
    static const char *const names[] = {"01_naive", "02_tiled", "03_tiled_dynamic", "11_coarsened",
                                        "30_pipelined"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        for (int n = 30; n <= 50; n += 10)
            check_square(names[i], n, "16");
}

/* Three tiles of 32 a side; under a sanitizer two. */
#ifdef __SANITIZE_ADDRESS__
enum { WIDE = 64 };
#else
enum { WIDE = 96 };
#endif

/* Rows of threads that are half a group of lanes, or two of them. */
static void tiles_of_other_widths(void **state)
{
    static const char *const names[] = {"01_naive", "02_tiled", "03_tiled_dynamic", "11_coarsened"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        check_square(names[i], 48, "8");
        check_square(names[i], WIDE, "32");
        check_square(names[i], 72, "32");
    }
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
    "void sketch()\n"
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
    static const char *const kernels[] = {"product", "either"};
    for (int i = 0; i < 2; ++i) {
        LoadOptions options = {.kernel = kernels[i]};
        check_run(run_load_text("matrices.cu", matrices, sizeof matrices - 1, &options), i == 0);
    }
}

static const char unset[] = "struct Pair { float a, b; };\n"
                            "__global__ void fine(const float *in, float *out, int n)\n"
                            "{\n"
                            "    int i = blockIdx.x * 64 + threadIdx.x;\n"
                            "    float next, before, own[4];\n"
                            "    Pair pair, copy;\n"
                            "    pair.a = 1;\n"
                            "    copy = pair;\n"
                            "    float sum = copy.a;\n"
                            "    if (i < n)\n"
                            "        next = in[i];\n"
                            "    sum += i < n && next > 3 ? next : 1;\n"
                            "    for (int k = 0; k < 4; ++k) {\n"
                            "        int twice[2];\n"
                            "        twice[0] = twice[1] = k;\n"
                            "        if (k > 0)\n"
                            "            sum += before;\n"
                            "        before = own[k] = twice[1];\n"
                            "    }\n"
                            "    out[i] = sum + own[2];\n"
                            "}\n"
                            "__global__ void scalar(float *out)\n"
                            "{\n"
                            "    float x;\n"
                            "    if (blockIdx.x % 3 || threadIdx.x < 40)\n"
                            "        x = 2;\n"
                            "    out[blockIdx.x * 64 + threadIdx.x] = x;\n"
                            "}\n"
                            "__global__ void array(float *out)\n"
                            "{\n"
                            "    float own[4];\n"
                            "    for (int k = 0; k < 3 + blockIdx.x % 2; ++k)\n"
                            "        own[k] = k;\n"
                            "    out[blockIdx.x * 64 + threadIdx.x] = own[3];\n"
                            "}\n"
                            "__global__ void shared(float *out)\n"
                            "{\n"
                            "    __shared__ float tile[64];\n"
                            "    float x;\n"
                            "    if (threadIdx.x < 60)\n"
                            "        x = 1;\n"
                            "    tile[threadIdx.x] = x;\n"
                            "    __syncthreads();\n"
                            "    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];\n"
                            "}\n"
                            "__global__ void filled(const float *in, float *out)\n"
                            "{\n"
                            "    int i = blockIdx.x * 64 + threadIdx.x;\n"
                            "    out[i] = 0;\n"
                            "    out[i] += in[i % 7] + in[0];\n"
                            "}\n"
                            "void sketch()\n"
                            "{\n"
                            "    float *in, *out;\n"
                            "    cudaMalloc(&in, 4 * 64 * sizeof(float));\n"
                            "    cudaMalloc(&out, 4 * 64 * sizeof(float));\n"
                            "    fine<<<4, 64>>>(in, out, 100);\n"
                            "    scalar<<<4, 64>>>(out);\n"
                            "    array<<<4, 64>>>(out);\n"
                            "    shared<<<4, 64>>>(out);\n"
                            "    filled<<<4, 64>>>(in, out);\n"
                            "}\n";

static const Finding *only_finding(const Run *run)
{
    Counted counted = counted_by(run->arena, run->program, &run->launch, false, 2);
    memory_free(counted.memory);
    assert_true(counted.report->finding_count <= 1);
    return counted.report->finding_count ? report_findings(counted.report) : NULL;
}

static Run *load_unset(const char *kernel, NamedText *argument)
{
    LoadOptions options = {
        .kernel = kernel, .arguments = argument, .argument_count = argument != NULL};
    return run_load_text("unset.cu", unset, sizeof unset - 1, &options);
}

/* Where all that is read is set, blocks run wide; where not, the machine tells exactly of what. */
static void what_is_not_set(void **state)
{
    NamedText poison = {"in", "poison:256"};
    static const struct {
        const char *kernel;
        bool is_poisoned;
        uint32_t line;
        uint64_t count;
        Space space;
        uint32_t thread, block;
        int64_t element;
    } cases[] = {{"fine", false, 0, 0, 0, 0, 0, 0},
                 {"scalar", false, 27, 48, SPACE_LOCAL, 40, 0, 0},
                 {"array", false, 34, 128, SPACE_LOCAL, 0, 0, 3},
                 {"shared", false, 44, 16, SPACE_SHARED, 0, 0, 63},
                 {"filled", false, 0, 0, 0, 0, 0, 0},
                 {"filled", true, 50, 512, SPACE_GLOBAL, 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        NamedText *argument = cases[i].is_poisoned ? &poison : NULL;
        Run *run = load_unset(cases[i].kernel, argument);
        const Finding *found = only_finding(run);
        assert_int_equal(found != NULL, cases[i].count != 0);
        if (found) {
            assert_int_equal(found->kind, FINDING_UNINITIALIZED_READ);
            assert_int_equal(found->line, cases[i].line);
            assert_int_equal(found->count, cases[i].count);
            assert_int_equal(found->space, cases[i].space);
            assert_int_equal(found->thread, cases[i].thread);
            assert_int_equal(found->block, cases[i].block);
            assert_int_equal(found->element, cases[i].element);
        }
        check_run(run, !found);
    }
}

static const char votes[] =
    "#include <cassert>\n"
    "#include <cstdio>\n"
    "__global__ void votes(const int *in, int *out)\n"
    "{\n"
    "    int i = blockIdx.x * 96 + threadIdx.x, x = in[i], same;\n"
    "    unsigned all = 0xffffffffu, found = __match_any_sync(all, x);\n"
    "    found ^= __match_any_sync(all, (double)(x % 3)) << 1;\n"
    "    found += __match_all_sync(all, (long long)(threadIdx.x / 32), &same) + same;\n"
    "    found += __match_all_sync(all, x, &same) - same;\n"
    "    found += __reduce_add_sync(all, x) + __reduce_min_sync(all, -x);\n"
    "    found ^= __reduce_max_sync(all, (unsigned)x) ^ __reduce_and_sync(all, (unsigned)x | 8);\n"
    "    found ^= __reduce_or_sync(all, (unsigned)x) ^ __reduce_xor_sync(all, (unsigned)x);\n"
    "    assert(x < 10);\n"
    "    int count = __syncthreads_count(x > 4);\n"
    "    int some = __syncthreads_or(x > 8 && threadIdx.x < 2), none = __syncthreads_or(x < 0);\n"
    "    int each = __syncthreads_and(x > 0), most = __syncthreads_and(threadIdx.x);\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x % 2)\n"
    "        found += count + some * 1000 + none + each * 3000 + most;\n"
    "    out[i] = found;\n"
    "}\n"
    "__global__ void tells(const int *in, int *out)\n"
    "{\n"
    "    int i = blockIdx.x * 96 + threadIdx.x;\n"
    "    out[i] = in[i] + 1;\n"
    "    if (i == 300)\n"
    "        printf(\"%d\\n\", in[i]);\n"
    "}\n"
    "void sketch()\n"
    "{\n"
    "    int *in, *out;\n"
    "    cudaMalloc(&in, 6 * 96 * sizeof(int));\n"
    "    cudaMalloc(&out, 6 * 96 * sizeof(int));\n"
    "    votes<<<6, 96>>>(in, out);\n"
    "    tells<<<6, 96>>>(in, out);\n"
    "}\n";

static Run *load_votes(const char *kernel)
{
    LoadOptions options = {.kernel = kernel};
    return run_load_text("votes.cu", votes, sizeof votes - 1, &options);
}

/* Only a block that prints is the machine's. */
static void votes_and_what_is_printed(void **state)
{
    check_run(load_votes("votes"), true);
    Run *run = load_votes("tells");
    uint64_t stepped[2];
    counted_both_ways(run->arena, run->program, &run->launch, "tells", stepped);
    assert_int_equal(stepped[0], 1);
    assert_int_equal(stepped[1], 1);
    run_free(run);
}

/* Of a block that races in every interval, what looking for races may take is limited, too; and
 * that not all was compared is told. */
static void races_without_end(void **state)
{
    static const char text[] =
        "__global__ void k(int *out, int rounds)\n"
        "{\n"
        "    __shared__ int s[64];\n"
        "    if (blockIdx.x) return;\n"
        "    for (int round = 0; round < rounds; ++round) {\n"
        "        for (int i = 0; i < 6; ++i) s[(threadIdx.x + 3 * i) % 64] = threadIdx.x + i;\n"
        "        __syncthreads();\n"
        "    }\n"
        "    out[threadIdx.x] = s[threadIdx.x];\n"
        "}\n"
        "int main() { int *out; cudaMalloc(&out, 256); k<<<128, 64>>>(out, 4); }\n";
    uint64_t few = 0;
    for (int is_long = 0; is_long < 2; ++is_long) {
        NamedText rounds = {"rounds", is_long ? "200" : "4"};
        LoadOptions options = {.arguments = &rounds, .argument_count = 1};
        Run *run = run_load_text("races.cu", text, sizeof text - 1, &options);
        Counted counted = counted_by(run->arena, run->program, &run->launch, true, 1);
        const Finding *race = report_findings(counted.report);
        assert_int_equal(race->kind, FINDING_RACE_WAW);
        assert_int_equal(race->is_at_least, is_long);
        assert_int_equal(report_uncompared_lines(counted.report), is_long);
        if (is_long)
            assert_in_range(race->count, few + 1, few * 50 - 1);
        few = race->count;
        memory_free(counted.memory);
        check_run(run, false);
    }
}

/* Indices of 64 bits that are quotients and rests of the thread's number, elements of 8 bytes, and
 * rows of shared memory by such indices. */
static void indices_of_64_bits(void **state)
{
    static const char text[] =
        "__global__ void wide(const double *in, double *out, float *tiles, size_t n)\n"
        "{\n"
        "    __shared__ float tile[8][9];\n"
        "    size_t row = threadIdx.x / (size_t)8, col = threadIdx.x % (size_t)8;\n"
        "    long down = (long)threadIdx.x * -3 / 7L, rest = (7 - (long)threadIdx.x) % 3L;\n"
        "    size_t i = blockIdx.x * 64 + row * 8 + col;\n"
        "    size_t far = row / 2 % 3;\n"
        "    tile[row][col] = i + down;\n"
        "    __syncthreads();\n"
        "    float sum = 0;\n"
        "    for (size_t k = 0; k < 8; ++k)\n"
        "        sum += tile[row][k] * tile[k][col];\n"
        "    tiles[i] = sum;\n"
        "    if (i < n)\n"
        "        out[i] = in[n - 1 - i] + rest + in[blockIdx.x * 8 + far];\n"
        "    if (col & 1)\n"
        "        out[i] += in[i];\n"
        "}\n"
        "void sketch()\n"
        "{\n"
        "    double *in, *out;\n"
        "    float *tiles;\n"
        "    cudaMalloc(&in, 5 * 64 * sizeof(double));\n"
        "    cudaMalloc(&out, 5 * 64 * sizeof(double));\n"
        "    cudaMalloc(&tiles, 5 * 64 * sizeof(float));\n"
        "    cudaMemset(out, 0, 5 * 64 * sizeof(double));\n"
        "    wide<<<5, 64>>>(in, out, tiles, 300);\n"
        "}\n";
    check_run(run_load_text("wide.cu", text, sizeof text - 1, &(LoadOptions){0}), true);
}

/* Each iteration of one block has a mask of its own that data make. */
static void masks_of_one_block(void **state)
{
    static const char text[] =
        "__global__ void inside(int rounds, int *count)\n"
        "{\n"
        "    unsigned seed = blockIdx.x * blockDim.x + threadIdx.x, own = 0;\n"
        "    for (int i = 0; i < rounds; i++) {\n"
        "        seed = seed * 1664525u + 1013904223u;\n"
        "        if (seed >> 31)\n"
        "            own++;\n"
        "    }\n"
        "    count[blockIdx.x * blockDim.x + threadIdx.x] = own;\n"
        "}\n"
        "void sketch()\n"
        "{\n"
        "    int *count;\n"
        "    cudaMalloc(&count, 2 * 64 * sizeof(int));\n"
        "    inside<<<2, 64>>>(20000, count);\n"
        "}\n";
    check_run(run_load_text("masks.cu", text, sizeof text - 1, &(LoadOptions){0}), true);
}

int main(int argc, char **argv)
{
    source_root = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_run_wide),     cmocka_unit_test(sizes_that_no_tile_divides),
        cmocka_unit_test(tiles_of_other_widths), cmocka_unit_test(pointers_that_tell_their_space),
        cmocka_unit_test(what_is_not_set),       cmocka_unit_test(indices_of_64_bits),
        cmocka_unit_test(masks_of_one_block),    cmocka_unit_test(votes_and_what_is_printed),
        cmocka_unit_test(races_without_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
