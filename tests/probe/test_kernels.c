/* Real kernels through the front end: the two of the lecture with guards and barriers switched off,
 * correct ones of many kinds that must stay without a finding, and broken ones. */
#include "base/file.h"
#include "kernels.h"
#include "lang/compile.h"
#include "probe/checks/check.h"
#include "test.h"

#include <string.h>

typedef struct Source {
    const char *text;
    const char *tile; /* value of TILE_WIDTH, or NULL */
    Without withouts[4];
    int without_count;
} Source;

typedef struct Sizes {
    uint64_t rows, cols; /* rows 0: one-dimensional */
} Sizes;

static const Program *compile(Arena *arena, const Source *source)
{
    SourceSet *sources = source_set_new(arena);
    uint32_t file = source_add(sources, "test.cu", source->text, strlen(source->text));
    Diags *diags = diags_new(arena);
    const Define define = {"TILE_WIDTH", source->tile};
    CompileOptions options = {.defines = &define,
                              .define_count = source->tile != NULL,
                              .withouts = source->withouts,
                              .without_count = source->without_count,
                              .fmad = true};
    const Unit *unit = unit_open(arena, sources, file, &options, diags);
    const Program *program = unit_compile(arena, unit, &options, diags);
    if (!program)
        diags_print(stderr, sources, diags);
    assert_non_null(program);
    return program;
}

static Kernel make(const Source *source, Dim3 grid, Dim3 block, const Sizes *sizes,
                   const uint64_t *arguments)
{
    Kernel kernel = {.arena = arena_new()};
    kernel.program = compile(kernel.arena, source);
    int buffers = 0;
    for (int i = 0; i < kernel.program->parameter_count; ++i)
        buffers += kernel.program->parameters[i].type->kind == TYPE_POINTER;
    kernel.launch =
        build_launch(kernel.arena, kernel.program, grid, block, buffers, SCALAR_F32, 1, FILL_INTS);
    for (int i = 0; i < buffers; ++i) {
        Buffer *buffer = &kernel.launch->buffers[i];
        const Type *element = kernel.program->parameters[i].type->element;
        buffer->type = element->kind == TYPE_SCALAR ? element->scalar : SCALAR_F32;
        buffer->element_bytes = scalar_size_bytes(buffer->type);
        buffer->count = (sizes[i].rows ? sizes[i].rows : 1) * sizes[i].cols;
        buffer->rows = sizes[i].rows;
        buffer->cols = sizes[i].rows ? sizes[i].cols : 0;
    }
    uint64_t *values = ARENA_ARRAY(kernel.arena, uint64_t, 16);
    for (int i = 0; i < kernel.program->parameter_count; ++i)
        values[i] = i < buffers ? (uint64_t)i : arguments[i - buffers];
    kernel.launch->arguments = values;
    kernel.launch->argument_count = kernel.program->parameter_count;
    launch_layout(kernel.launch);
    return kernel;
}

/* ---- the kernels of the lecture ---- */

static char *lecture_text(Arena *arena, const char *name)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, "%s/%s", KERNELS_DIR, name);
    assert_true(file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason));
    return text;
}

static uint32_t line_of(const char *text, const char *what)
{
    uint32_t line = 1;
    for (size_t i = 0; strncmp(text + i, what, strlen(what)) != 0; ++i) {
        assert_true(text[i] != '\0');
        line += text[i] == '\n';
    }
    return line;
}

static Without without(WithoutKind kind, const char *text, const char *what)
{
    return (Without){kind, (int)line_of(text, what)};
}

static Kernel make_product(const Source *source, int tile, uint64_t j, uint64_t k, uint64_t l)
{
    uint32_t t = (uint32_t)tile;
    const Sizes sizes[] = {{j, k}, {k, l}, {j, l}};
    const uint64_t arguments[] = {j, k, l};
    Dim3 grid = {((uint32_t)l + t - 1) / t, ((uint32_t)j + t - 1) / t, 1};
    return make(source, grid, (Dim3){t, t, 1}, sizes, arguments);
}

static const Report *run(const Kernel *kernel)
{
    return probe_report(kernel_run(kernel, PROBE_COUNT, NULL));
}

TEST(the_lecture_counts)
{
    const char *const names[] = {"01_naive.cu", "02_tiled.cu"};
    const uint64_t reads[2][2] = {{128, 54}, {64, 36}}, writes[] = {16, 9};
    for (int which = 0; which < 2; ++which)
        for (int small = 0; small < 2; ++small) {
            Arena *arena = arena_new();
            Source source = {.text = lecture_text(arena, names[which]), .tile = "2"};
            uint64_t n = small ? 3 : 4;
            Kernel kernel = make_product(&source, 2, n, n, n);
            const Report *report = run(&kernel);
            assert_int_equal(report->counters.global_load.accesses, reads[which][small]);
            assert_int_equal(report->counters.global_store.accesses, writes[small]);
            assert_int_equal(report->counters.shared_store.zero_fills, which && small ? 28 : 0);
            assert_int_equal(report->counters.shared_store.wavefronts, which == 0 ? 0
                                                                       : small    ? 28
                                                                                  : 16);
            assert_int_equal(report->finding_count, 0);
            kernel_free(&kernel);
            arena_free(arena);
        }
}

TEST(the_lecture_without_its_guards)
{
    Arena *arena = arena_new();
    Source source = {.text = lecture_text(arena, "02_tiled.cu"), .tile = "2", .without_count = 3};
    const char *const guards[] = {"if (Row < j && ph", "if (ph * TILE_WIDTH + ty",
                                  "if (Row < j && Col"};
    for (int i = 0; i < 3; ++i)
        source.withouts[i] = without(WITHOUT_CHECK, source.text, guards[i]);
    Kernel kernel = make_product(&source, 2, 3, 3, 3);
    const Report *report = run(&kernel);
    assert_int_equal(finding_total(report, FINDING_WRONG_ROW_READ), 8);
    assert_int_equal(finding_total(report, FINDING_OUT_OF_BOUNDS_READ), 20);
    assert_int_equal(finding_total(report, FINDING_WRONG_ROW_WRITE), 2);
    assert_int_equal(finding_total(report, FINDING_OUT_OF_BOUNDS_WRITE), 5);
    kernel_free(&kernel);
    arena_free(arena);
}

TEST(the_lecture_without_a_barrier)
{
    Arena *arena = arena_new();
    Source source = {.text = lecture_text(arena, "02_tiled.cu"), .tile = "2", .without_count = 1};
    source.withouts[0] = without(WITHOUT_BARRIER, source.text, "__syncthreads");
    Kernel kernel = make_product(&source, 2, 4, 4, 4);
    const Report *report = run(&kernel);
    assert_int_equal(finding_total(report, FINDING_RACE_RAW), 64);
    assert_int_equal(finding_total(report, FINDING_RACE_WAR), 0);
    kernel_free(&kernel);
    source.withouts[0].line += 4;
    assert_int_equal(source.withouts[0].line, line_of(source.text, "__syncthreads();\n    }\n"));
    kernel = make_product(&source, 2, 4, 4, 4);
    report = run(&kernel);
    assert_int_equal(finding_total(report, FINDING_RACE_RAW), 0);
    assert_int_equal(finding_total(report, FINDING_RACE_WAR), 32);
    kernel_free(&kernel);
    arena_free(arena);
}

/* ---- correct kernels ---- */

typedef struct Correct {
    const char *text;
    Dim3 grid, block;
    Sizes sizes[4];
    uint64_t arguments[5];
    Reference reference;
} Correct;

static const Correct correct[] = {
    {"__global__ void transpose(const float *in, float *out, int rows, int cols) {\n"
     "  __shared__ float tile[8][9];\n"
     "  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;\n"
     "  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];\n"
     "  __syncthreads();\n"
     "  x = blockIdx.y * 8 + threadIdx.x; y = blockIdx.x * 8 + threadIdx.y;\n"
     "  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];\n"
     "}",
     {2, 3, 1},
     {8, 8, 1},
     {{18, 13}, {13, 18}},
     {18, 13},
     REFERENCE_TRANSPOSE},
    {"__global__ void reduce(const float *in, float *out, int n) {\n"
     "  __shared__ float s[64];\n"
     "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
     "  s[threadIdx.x] = i < n ? in[i] : 0.0f;\n"
     "  __syncthreads();\n"
     "  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {\n"
     "    if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];\n"
     "    __syncthreads();\n"
     "  }\n"
     "  if (threadIdx.x == 0) out[blockIdx.x] = s[0];\n"
     "}",
     {3, 1, 1},
     {64, 1, 1},
     {{0, 150}, {0, 3}},
     {150},
     REFERENCE_NONE},
    {"__global__ void stencil(const float *in, float *out, int rows, int cols) {\n"
     "  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;\n"
     "  if (r < 1 || c < 1 || r >= rows - 1 || c >= cols - 1) return;\n"
     "  out[r * cols + c] = in[r * cols + c - 1] + in[r * cols + c + 1]\n"
     "                    + in[(r - 1) * cols + c] + in[(r + 1) * cols + c];\n"
     "}",
     {3, 3, 1},
     {4, 4, 1},
     {{10, 11}, {10, 11}},
     {10, 11},
     REFERENCE_NONE},
    {"__global__ void histogram(const int *in, int *bins, int n) {\n"
     "  __shared__ int own[8];\n"
     "  if (threadIdx.x < 8) own[threadIdx.x] = 0;\n"
     "  __syncthreads();\n"
     "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)\n"
     "    atomicAdd(&own[in[i] & 7], 1);\n"
     "  __syncthreads();\n"
     "  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);\n"
     "}",
     {2, 1, 1},
     {32, 1, 1},
     {{0, 200}, {0, 8}},
     {200},
     REFERENCE_NONE},
    {"__global__ void sgemm(const float *A, const float *B, float *C, int M, int N, int K,\n"
     "                      float alpha, float beta) {\n"
     "  int row = blockIdx.x * 4 + threadIdx.x / 4, col = blockIdx.y * 4 + threadIdx.x % 4;\n"
     "  if (row >= M || col >= N) return;\n"
     "  float sum = 0;\n"
     "  for (int i = 0; i < K; ++i) sum += A[row * K + i] * B[i * N + col];\n"
     "  C[row * N + col] = alpha * sum + beta * C[row * N + col];\n"
     "}",
     {2, 2, 1},
     {16, 1, 1},
     {{7, 5}, {5, 6}, {7, 6}},
     {7, 6, 5, 0x40000000, 0xc0400000}, /* 2 and -3 */
     REFERENCE_MATMUL},
    {"__global__ void coarse(const float *M, const float *N, float *P, int w) {\n"
     "  __shared__ float a[4][4], b[4][4];\n"
     "  int ty = threadIdx.y, tx = threadIdx.x, row = blockIdx.y * 4 + ty;\n"
     "  float sum[2] = {0.0f, 0.0f};\n"
     "  for (int ph = 0; ph < w / 4; ++ph) {\n"
     "    a[ty][tx] = M[row * w + ph * 4 + tx];\n"
     "    for (int c = 0; c < 2; ++c) {\n"
     "      int col = (blockIdx.x * 2 + c) * 4 + tx;\n"
     "      b[ty][tx] = N[(ph * 4 + ty) * w + col];\n"
     "      __syncthreads();\n"
     "      for (int i = 0; i < 4; ++i) sum[c] += a[ty][i] * b[i][tx];\n"
     "      __syncthreads();\n"
     "    }\n"
     "  }\n"
     "  for (int c = 0; c < 2; ++c) P[row * w + (blockIdx.x * 2 + c) * 4 + tx] = sum[c];\n"
     "}",
     {1, 2, 1},
     {4, 4, 1},
     {{8, 8}, {8, 8}, {8, 8}},
     {8},
     REFERENCE_MATMUL},
};

TEST(correct_kernels_have_no_findings)
{
    for (size_t i = 0; i < sizeof correct / sizeof *correct; ++i) {
        Source source = {.text = correct[i].text};
        Kernel kernel = make(&source, correct[i].grid, correct[i].block, correct[i].sizes,
                             correct[i].arguments);
        const char *reason = NULL;
        Memory *memory = memory_new(kernel.launch, &reason);
        const Report *report = probe_report(kernel_run(&kernel, PROBE_COUNT, memory));
        if (report->finding_count)
            fail_msg("kernel %zu: %s on line %u", i, finding_names[report_findings(report)->kind],
                     report_findings(report)->line);
        CheckResult result =
            check_result(kernel.arena, kernel.program, kernel.launch, memory, report);
        assert_int_equal(result.reference, correct[i].reference);
        assert_int_equal(result.wrong, 0);
        memory_free(memory);
        kernel_free(&kernel);
    }
}

/* ---- broken kernels ---- */

static const Report *run_source(Kernel *kernel, const char *text, uint32_t threads, uint64_t n)
{
    Source source = {.text = text};
    const Sizes sizes[] = {{0, n}, {0, n}};
    const uint64_t arguments[] = {n};
    *kernel = make(&source, (Dim3){1, 1, 1}, (Dim3){threads, 1, 1}, sizes, arguments);
    return run(kernel);
}

/* Good only for warps in step: not good. */
TEST(in_step_is_no_excuse)
{
    Kernel kernel;
    const Report *report = run_source(&kernel,
                                      "__global__ void k(const float *in, float *out, int n) {\n"
                                      "  __shared__ float s[32];\n"
                                      "  s[threadIdx.x] = in[threadIdx.x];\n"
                                      "  out[threadIdx.x] = s[31 - threadIdx.x];\n"
                                      "}",
                                      32, 32);
    assert_int_equal(finding_total(report, FINDING_RACE_RAW), 32);
    assert_int_equal(finding_of(report, FINDING_RACE_RAW, 3)->other_line, 4);
    kernel_free(&kernel);
}

TEST(an_index_one_too_far)
{
    Kernel kernel;
    const Report *report = run_source(&kernel,
                                      "__global__ void k(const float *in, float *out, int n) {\n"
                                      "  int i = threadIdx.x;\n"
                                      "  if (i <= n) out[i] = in[i];\n"
                                      "}",
                                      32, 20);
    assert_int_equal(finding_of(report, FINDING_OUT_OF_BOUNDS_READ, 3)->count, 1);
    assert_int_equal(finding_of(report, FINDING_OUT_OF_BOUNDS_WRITE, 3)->element, 20);
    assert_int_equal(finding_of(report, FINDING_OUT_OF_BOUNDS_WRITE, 3)->thread, 20);
    kernel_free(&kernel);
}

TEST(a_barrier_after_a_divergent_break)
{
    Kernel kernel;
    const Report *report = run_source(&kernel,
                                      "__global__ void k(const float *in, float *out, int n) {\n"
                                      "  for (int i = 0; i < 3; ++i) {\n"
                                      "    if (threadIdx.x == 5) break;\n"
                                      "    __syncthreads();\n"
                                      "  }\n"
                                      "  out[threadIdx.x] = in[threadIdx.x];\n"
                                      "}",
                                      40, 40);
    const Finding *finding = finding_of(report, FINDING_BARRIER_DIVERGENCE, 4);
    assert_int_equal(finding->count, 1);
    assert_int_equal(finding->thread, 5);
    kernel_free(&kernel);
}
