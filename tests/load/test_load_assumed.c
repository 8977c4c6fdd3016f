/* What is assumed where nobody says is what a person would choose: it accuses no kernel of what its
 * author would never have run, and hides nothing that is wrong at every size. */
#include "count/sample.h"
#include "load/load.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Run *load(const char *text)
{
    LoadOptions options = {.assume = true};
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    return run;
}

static const char *assumed(const Run *run, const char *name)
{
    for (int i = 0; i < run->assumed_count; ++i)
        if (strcmp(run->assumed[i].name, name) == 0)
            return run->assumed[i].value;
    return "";
}

/* Distinct findings in all of the grid, if it has few blocks. */
static int faults(const Run *run)
{
    GridSample sample;
    assert_true(grid_sample(run->program, &run->launch, 1 << 26, &sample));
    assert_false(sample.is_least);
    return sample.finding_count;
}

static int32_t number(const Run *run, const char *name, int index)
{
    int32_t value;
    launch_fill(&run->launch, buffer_named(run, name)->offset_bytes + 4 * (uint64_t)index, &value,
                4);
    return value;
}

static void values_by_name(void **state)
{
    Run *run = load(
        "__global__ void blend(const unsigned char *rgb, float *out, int width, int numChannels,\n"
        "  int batch_size, float alpha, float beta, float eps, float scale, int s_row, int e_row,\n"
        "  bool is_flipped, float dropoutProb, int filterRadius, int kernel_size, int stride)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < width) out[i] = alpha * rgb[i] + beta + eps + scale + dropoutProb; }\n");
    static const char *const pairs[][2] = {
        {"width", "640"},     {"numChannels", "3"}, {"batch_size", "2"},  {"alpha", "1"},
        {"beta", "0"},        {"eps", "1"},         {"scale", "1"},       {"s_row", "640"},
        {"e_row", "640"},     {"is_flipped", "0"},  {"dropoutProb", "1"}, {"filterRadius", "3"},
        {"kernel_size", "3"}, {"stride", "640"},    {"block", "256,1,1"}, {"grid", "3,1,1"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
        assert_string_equal(assumed(run, pairs[i][0]), pairs[i][1]);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* A struct is cleared first, and its size set where it is used for the first time. */
static void a_size_that_is_set_later(void **state)
{
    Run *run = load("struct Model { int rows; float *memory; };\n"
                    "__global__ void k(float *a, int n)\n"
                    "{ int i = blockIdx.x * 64 + threadIdx.x; if (i < n) a[i] = 1; }\n"
                    "void build(Model *m) { m->rows = 0; m->memory = NULL; }\n"
                    "void run(Model *m, int rows) { if (m->memory == NULL) { m->rows = rows;\n"
                    "    cudaMalloc(&m->memory, rows * 4); }\n"
                    "  k<<<(m->rows + 63) / 64, 64>>>(m->memory, m->rows); }\n"
                    "int main() { Model m; build(&m); run(&m, 1000); }\n");
    assert_int_equal(run->launch.grid.x, 16);
    assert_int_equal(run->launch.arguments[1], 1000);
    assert_int_equal(run->assumed_count, 0);
    run_free(run);
}

/* A launch of nothing shows nothing: a size that stays 0 is as good as one that is not known. */
static void a_size_of_nothing(void **state)
{
    Run *run = load("struct Model { int rows; };\n"
                    "__global__ void k(float *a, int n)\n"
                    "{ int i = blockIdx.x * 64 + threadIdx.x; if (i < n) a[i] = 1; }\n"
                    "int main() { Model m; m.rows = 0; float *a; cudaMalloc(&a, m.rows * 4);\n"
                    "  k<<<(m.rows + 63) / 64, 64>>>(a, m.rows); }\n");
    assert_string_equal(assumed(run, "m.rows"), "160");
    assert_int_equal(run->launch.grid.x, 3);
    run_free(run);
    /* Not so where a division cuts the grid, whatever else is 0. */
    static const char text[] = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
                               "int main() { int n = 10, more = 0; float *a;\n"
                               "  cudaMalloc(&a, 1024); k<<<n / 64 + more, 64>>>(a); }\n";
    LoadOptions options = {.assume = true};
    run = run_load_text("t.cu", text, strlen(text), &options);
    assert_null(run->program);
    run_free(run);
}

/* A line of 1024 threads that stands for a square of 32 is two tiles and a half of 32. */
static void tiles_in_a_line_are_cut(void **state)
{
    Run *run = load("#define TILE 32\n"
                    "__global__ void mm(const float *a, const float *b, float *c, int n)\n"
                    "{ __shared__ float s[TILE * TILE], t[TILE * TILE]; float sum = 0;\n"
                    "  int y = threadIdx.x / TILE, x = threadIdx.x % TILE;\n"
                    "  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;\n"
                    "  for (int k = 0; k < n; k += TILE) {\n"
                    "    s[threadIdx.x] = row < n && k + x < n ? a[row * n + k + x] : 0;\n"
                    "    t[threadIdx.x] = k + y < n && col < n ? b[(k + y) * n + col] : 0;\n"
                    "    __syncthreads();\n"
                    "    for (int i = 0; i < TILE; ++i) sum += s[y * TILE + i] * t[i * TILE + x];\n"
                    "    __syncthreads(); }\n"
                    "  if (row < n && col < n) c[row * n + col] = sum; }\n"
                    "void solve(const float *a, const float *b, float *c, int n)\n"
                    "{ dim3 g((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);\n"
                    "  mm<<<g, TILE * TILE>>>(a, b, c, n); }\n");
    assert_string_equal(assumed(run, "n"), "80");
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* A block that follows the length is the one that the file has a constant for. */
static void a_block_that_follows_the_length(void **state)
{
    Run *run = load("#define BLOCK_DIM 512\n"
                    "__global__ void sum(float *a, float *out, int length)\n"
                    "{ int i = 2 * threadIdx.x;\n"
                    "  for (int d = 1; d <= BLOCK_DIM; d *= 2) {\n"
                    "    if (threadIdx.x % d == 0) a[i] += a[i + d];\n"
                    "    __syncthreads(); }\n"
                    "  if (threadIdx.x == 0) *out = a[0]; }\n"
                    "void reduce(float *a, float *out, int length)\n"
                    "{ sum<<<1, length / 2>>>(a, out, length); }\n");
    assert_string_equal(assumed(run, "length"), "1024");
    assert_int_equal(run->launch.block.x, 512);
    assert_int_equal(buffer_named(run, "a")->count, 1024);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* What a kernel's own arrays are made for is what the file has a constant for; a block, too. */
static void constants_of_that_name(void **state)
{
    Run *run =
        load("#define RADIUS 4\n#define THREADBLOCK_SIZE 128\n"
             "__constant__ float stencil[RADIUS + 1];\n"
             "__global__ void blur(const float *in, float *out, int n, int radius)\n"
             "{ __shared__ float t[THREADBLOCK_SIZE + 2 * RADIUS];\n"
             "  int i = blockIdx.x * THREADBLOCK_SIZE + threadIdx.x; float s = 0;\n"
             "  t[threadIdx.x + radius] = i < n ? in[i] : 0; __syncthreads();\n"
             "  for (int k = 0; k <= radius; ++k) s += stencil[k] * t[threadIdx.x + radius];\n"
             "  if (i < n) out[i] = s; }\n");
    assert_string_equal(assumed(run, "radius"), "4");
    assert_int_equal(run->launch.block.x, 128);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* Bytes from slice to slice are those of all rows of one; a face is one of a few. */
static void slices_of_a_texture(void **state)
{
    Run *run =
        load("__global__ void fill(unsigned char *surface, int width, int height, int depth,\n"
             "  size_t pitch, size_t pitchSlice, int face)\n"
             "{ int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
             "  if (x >= width || y >= height) return;\n"
             "  for (int z = 0; z < depth; ++z) {\n"
             "    unsigned char *p = surface + z * pitchSlice + y * pitch + 4 * x;\n"
             "    p[0] = p[1] = p[3] = 1; p[face / 2] = 2; } }\n");
    assert_string_equal(assumed(run, "face"), "0");
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* A member that is a pointer is no number, wherever the struct is declared. */
static void pointers_of_a_struct(void **state)
{
    Run *run =
        load("struct Result { float *left; float *right; int count; };\n"
             "__global__ void k(float *a, float *b, int n)\n"
             "{ int i = blockIdx.x * 64 + threadIdx.x; if (i < n) { a[i] = 1; b[i] = 2; } }\n"
             "void compute(Result &result)\n"
             "{ k<<<(result.count + 63) / 64, 64>>>(result.left, result.right,\n"
             "  result.count); }\n");
    assert_string_equal(assumed(run, "result.count"), "160");
    assert_string_equal(assumed(run, "result.left"), "");
    assert_int_equal(run->launch.buffer_count, 2);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* Sizes are those of the launch that is shown, though the last one, of one thread, is the only one
 * whose extents are known at first; and a count that a length gives is no length of its own. */
static void sizes_of_the_launch_that_is_shown(void **state)
{
    Run *run =
        load("unsigned num_blocks = 0;\n"
             "__global__ void part(const float *a, float *out, int n)\n"
             "{ int i = blockIdx.x * 256 + threadIdx.x; if (i < n) out[i] = a[i]; }\n"
             "__global__ void end(float *out, float c) { *out *= c; }\n"
             "void solve(const float *a, float *out, int n)\n"
             "{ part<<<(n + 255) / 256, 256>>>(a, out, n); end<<<1, 1>>>(out, 1.0f / n); }\n");
    assert_string_equal(assumed(run, "n"), "640");
    run_free(run);
    run = load("unsigned num_blocks = 0;\n"
               "__global__ void part(float *out, int n)\n"
               "{ int i = blockIdx.y * 16 + threadIdx.x; if (i <= n) out[i] = 1; }\n"
               "void layer(int in)\n"
               "{ float *d; num_blocks = in / 16; cudaMalloc(&d, (in + 1) * 4);\n"
               "  part<<<dim3(1, num_blocks), 16>>>(d, in); }\n");
    assert_string_equal(assumed(run, "num_blocks"), "");
    assert_int_equal(run->launch.grid.y, run->launch.arguments[1] / 16);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* Elements behind the last one that the length has belong to nobody, though threads have them in
 * rows. */
static void an_array_ends_with_its_length(void **state)
{
    Run *run =
        load("#define DIM 1024\n"
             "__global__ void sum(const float *in, float *out, int n)\n"
             "{ int i = blockIdx.x * DIM * 4 + threadIdx.x; float s = 0;\n"
             "  for (int t = 0; t < 4; ++t) { int at = i + t * DIM; if (at < n) s += in[at]; }\n"
             "  out[blockIdx.x * DIM + threadIdx.x] = s; }\n"
             "void solve(const float *in, float *out, int n)\n"
             "{ sum<<<(n + 4 * DIM - 1) / (4 * DIM), DIM>>>(in, out, n); }\n");
    assert_string_equal(assumed(run, "n"), "2560");
    assert_int_equal(buffer_named(run, "in")->count, 2560);
    run_free(run);
}

/* Of a host function's parameters, too; told in one line. */
static void sizes_of_the_host(void **state)
{
    Run *run =
        load("__global__ void gray(const float *in, float *out, int w, int h, int channels)\n"
             "{ int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
             "  float s = 0; if (x >= w || y >= h) return;\n"
             "  for (int c = 0; c < channels; ++c) s += in[(y * w + x) * channels + c];\n"
             "  out[y * w + x] = s / channels; }\n"
             "void run(float *in, float *out, int w, int h, int channels) {\n"
             "  dim3 b(16, 16), g((w + 15) / 16, (h + 15) / 16);\n"
             "  gray<<<g, b>>>(in, out, w, h, channels); }\n");
    assert_string_equal(assumed(run, "channels"), "3");
    assert_string_equal(assumed(run, "w"), "40");
    assert_string_equal(
        phrase_in(run->arena, LANGUAGE_EN, run->notes[0]),
        "w = 40, h = 40, channels = 3: the file does not say; change it with --set NAME=VALUE");
    assert_int_equal(buffer_named(run, "in")->count, 4800);
    run_free(run);
}

/* No guard: only whole tiles can be meant, and the reader learns what others do. */
static void whole_tiles_where_a_kernel_rests_on_them(void **state)
{
    const char *text = "__global__ void copy(const float *in, float *out)\n"
                       "{ int i = blockIdx.x * 64 + threadIdx.x; out[i] = in[i]; }\n"
                       "void run(int n) { float *in, *out;\n"
                       "  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4);\n"
                       "  copy<<<(n + 63) / 64, 64>>>(in, out); }\n";
    Run *run = load(text);
    assert_string_equal(assumed(run, "n"), "128");
    assert_int_equal(faults(run), 0);
    const char *note = phrase_in(run->arena, LANGUAGE_EN, run->notes[run->note_count - 1]);
    assert_string_equal(note, "with n = 160 there are findings: out-of-bounds-read");
    run_free(run);
}

/* A grid that is rounded up and a kernel that is told the length: its guard is missing. With the
 * guard, or with tiles, nothing is found. */
static void a_forgotten_guard_is_found(void **state)
{
    static const struct {
        const char *kernel;
        int faults;
    } cases[] = {{"int i = blockIdx.x * 64 + threadIdx.x; out[i] = n - in[i];", 2},
                 {"int i = blockIdx.x * 64 + threadIdx.x; if (i < n) out[i] = n - in[i];", 0},
                 {"__shared__ float s[64]; int t = threadIdx.x, i = blockIdx.x * 64 + t;\n"
                  "s[t] = in[i]; __syncthreads(); out[i] = s[63 - t] * n;",
                  0}};
    char text[1000];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        snprintf(text, sizeof text,
                 "__global__ void copy(const float *in, float *out, int n) { %s }\n"
                 "void sketch(int argc, char **argv) { float *in, *out; int n = atoi(argv[1]);\n"
                 "  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4);\n"
                 "  copy<<<(n + 63) / 64, 64>>>(in, out, n); }\n",
                 cases[i].kernel);
        Run *run = load(text);
        assert_int_equal(faults(run), cases[i].faults);
        run_free(run);
    }
}

/* Arrays of the kernel with few elements bound the lengths that index them. What leaves them at
 * every length is found, and so is one that is too short for the block of a launch. */
static void lengths_fit_arrays_of_the_kernel(void **state)
{
    char text[1000];
    for (int is_wrong = 0; is_wrong < 2; ++is_wrong) {
        snprintf(
            text, sizeof text,
            "__global__ void count(const int *data, int *out, int rows, int classes, int values)\n"
            "{ __shared__ int s[20]; int t = threadIdx.x;\n"
            "  if (t < 20) s[t] = 0;\n  __syncthreads();\n"
            "  if (t < rows) atomicAdd(&s[data[t] * values + t %% values], 1);\n"
            "  __syncthreads();\n"
            "  for (int i = t; i < classes * values; i += 256) out[i] = s[i%s]; }\n",
            is_wrong ? " + 19" : "");
        Run *run = load(text);
        assert_int_equal(faults(run), is_wrong);
        run_free(run);
    }
    Run *run = load("__global__ void turn(float *a, int n)\n"
                    "{ __shared__ float s[20]; int t = threadIdx.x; if (t >= n) return;\n"
                    "  s[t] = a[t]; __syncwarp(); a[t] = s[t] + 1; }\n"
                    "void run(float *a, int n) { turn<<<1, 32>>>(a, n); }\n");
    assert_int_equal(faults(run), 2);
    run_free(run);
}

/* A template's type is what a compiler would deduce from the pointers of the launch. */
static void types_of_the_launch(void **state)
{
    Run *run =
        load("template <typename T> __global__ void twice(const T *__restrict__ in, T *out)\n"
             "{ int i = threadIdx.x; out[i] = in[i] + in[i]; }\n"
             "template <typename T> void run(const T *in, T *out)\n"
             "{ twice<<<1, 64>>>(in, out); }\n"
             "void sketch() { double *a, *b; cudaMalloc(&a, 512); cudaMalloc(&b, 512);\n"
             "  run(a, b); }\n");
    assert_int_equal(buffer_named(run, "in")->type, SCALAR_F64);
    assert_int_equal(buffer_named(run, "in")->count, 64);
    assert_int_equal(run->assumed_count, 0);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* What only another launch depends on is no size of this one: its buffers are as long as it uses
 * them. A member that no kernel reads is none either. */
static void sizes_of_other_launches(void **state)
{
    Run *run =
        load("struct Box { int boxes; long bytes; };\n"
             "__global__ void twice(const float *in, float *out, Box box)\n"
             "{ int i = blockIdx.x * 64 + threadIdx.x;\n"
             "  if (blockIdx.x < box.boxes) out[i] = 2 * in[i]; }\n"
             "__global__ void clear(float *all, int length) { all[threadIdx.x] = 0; }\n"
             "void run(Box box, int length) { float *in, *out, *all;\n"
             "  cudaMalloc(&in, box.bytes); cudaMalloc(&out, length);\n"
             "  twice<<<box.boxes, 64>>>(in, out, box); clear<<<1, length>>>(all, length); }\n");
    assert_string_equal(assumed(run, "length"), "");
    assert_string_equal(assumed(run, "box.boxes"), "160");
    assert_true(buffer_named(run, "in")->is_count_assumed);
    assert_true(buffer_named(run, "out")->is_count_assumed);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* Its twin is wrong at every size, and stays so. */
static void what_is_wrong_at_every_size_is_found(void **state)
{
    Run *run = load("__global__ void turn(const float *in, float *out, int n)\n"
                    "{ __shared__ float s[64]; int i = blockIdx.x * 64 + threadIdx.x;\n"
                    "  s[threadIdx.x] = i < n ? in[i] : 0;\n"
                    "  if (i < n) out[i] = s[63 - threadIdx.x]; }\n"
                    "void run(float *in, float *out, int n)\n"
                    "{ turn<<<(n + 63) / 64, 64>>>(in, out, n); }\n");
    assert_string_equal(assumed(run, "n"), "160"); /* where something is cut */
    assert_true(faults(run) > 0);
    run_free(run);
}

/* A grid that is rounded down is meant for whole tiles, also of more elements than a block has
 * threads. One that is rounded up, or has a block more, is meant for any length. */
static void whole_tiles_where_the_grid_is_rounded_down(void **state)
{
    static const struct {
        const char *grid, *n;
        uint32_t blocks;
    } cases[] = {{"n / 64", "256", 4},           {"n / 128", "256", 2},       {"n / 512", "512", 1},
                 {"n / 64 + 1", "160", 3},       {"(n + 63) / 64", "160", 3}, {"n", "160", 160},
                 {"(n - 2 + 63) / 64", "160", 3}};
    char text[1000];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        snprintf(text, sizeof text,
                 "__global__ void copy(const float *in, float *out, int n)\n"
                 "{ for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64)\n"
                 "    out[i] = in[i]; }\n"
                 "void sketch(int argc, char **argv) { float *in, *out; int n = atoi(argv[1]);\n"
                 "  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4);\n"
                 "  copy<<<%s, 64>>>(in, out, n); }\n",
                 cases[i].grid);
        Run *run = load(text);
        assert_string_equal(assumed(run, "n"), cases[i].n);
        assert_int_equal(run->launch.grid.x, cases[i].blocks);
        run_free(run);
    }
}

/* A kernel without any condition, whose tiles are template arguments, is meant for whole tiles,
 * however long its lengths are. */
static void whole_tiles_where_nothing_is_left_out(void **state)
{
    Run *run = load(
        "template <int B> __global__ void mm(const float *a, const float *b, float *c, int n, int "
        "k)"
        "{ __shared__ float s[B][B]; int x = threadIdx.x, y = threadIdx.y; float sum = 0;\n"
        "  a += blockIdx.y * B * k; b += blockIdx.x * B; c += blockIdx.y * B * n + blockIdx.x * B;"
        "  for (int t = 0; t < k; t += B) { s[y][x] = a[y * k + x]; __syncthreads();\n"
        "    for (int i = 0; i < B; ++i) sum += s[y][i] * b[i * n + x]; __syncthreads();\n"
        "    a += B; b += B * n; } c[y * n + x] += sum; }\n"
        "void go(const float *a, const float *b, float *c, int n, int k)\n"
        "{ mm<32><<<dim3((n + 31) / 32, (n + 31) / 32), dim3(32, 32)>>>(a, b, c, n, k); }\n");
    assert_string_equal(assumed(run, "n"), "64");
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* Nor do the races count that come of rows running into each other: they end with whole tiles. */
static void whole_tiles_where_rows_would_meet(void **state)
{
    Run *run = load(
        "#define B 16\n"
        "__global__ void twice(const float *in, float *out, int n)\n"
        "{ __shared__ float s[B][B]; int y = blockIdx.y * B + threadIdx.y;\n"
        "  for (int c = 0; c < 4; ++c) { int x = blockIdx.x * 4 * B + c * B + threadIdx.x;\n"
        "    s[threadIdx.y][threadIdx.x] = in[y * n + x];\n"
        "    out[y * n + x] = x + s[threadIdx.y][threadIdx.x]; } }\n"
        "void go(int n) { float *a, *b; cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4);\n"
        "  twice<<<dim3((n + 4 * B - 1) / (4 * B), (n + B - 1) / B), dim3(B, B)>>>(a, b, n); }\n");
    assert_int_equal(atoi(assumed(run, "n")) % 16, 0);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

#define MERGE                                                                                      \
    "__device__ int corank(int k, const float *a, int m, const float *b, int n)\n"                 \
    "{ int low = max(0, k - n), high = min(k, m);\n"                                               \
    "  while (low < high) { int i = (low + high) / 2;\n"                                           \
    "    if (a[i] < b[k - 1 - i]) low = i + 1; else high = i; } return low; }\n"                   \
    "__global__ void %s(const float *a, int m, const float *b, int n, float *c)\n"                 \
    "{ int t = blockIdx.x * blockDim.x + threadIdx.x, from = 4 * t, to = min(from + 4, m + n);\n"  \
    "  if (from >= to) return;\n"                                                                  \
    "  int i = corank(from, a, m, b, n), j = from - i, iEnd = corank(to, a, m, b, n), k = from;\n" \
    "  int jEnd = to - iEnd; while (i < iEnd && j < jEnd)\n"                                       \
    "    { if (a[i] <= b[j]) c[k++] = a[i++]; else c[k++] = b[j++]; }\n"                           \
    "  while (i < iEnd) c[k++] = a[i++]; while (j < jEnd) c[k++] = b[j++]; }\n"

static void sorted_where_a_merge_needs_it(void **state)
{
    char text[2000];
    snprintf(text, sizeof text, MERGE, "mergeParts");
    Run *run = load(text);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* A race is the kernel's own: no length and no contents make it vanish. */
static void races_stay(void **state)
{
    Run *run = load("__global__ void bins(const int *input, int *histogram, int N, int num_bins)\n"
                    "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "  if (i < N && input[i] < num_bins) histogram[input[i]]++; }\n"
                    "void solve(const int *input, int *histogram, int N, int num_bins)\n"
                    "{ bins<<<(N + 255) / 256, 256>>>(input, histogram, N, num_bins); }\n");
    assert_true(faults(run) > 0);
    run_free(run);
    run = load(
        "__global__ void product(const float *a, const float *b, float *c, int n)\n"
        "{ __shared__ float s[16][16], t[16][16]; int x = threadIdx.x, y = threadIdx.y;\n"
        "  int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x; float sum = 0;\n"
        "  for (int k = 0; k < (n + 15) / 16; ++k) {\n"
        "    s[y][x] = row < n && k * 16 + x < n ? a[row * n + k * 16 + x] : 0;\n"
        "    t[y][x] = col < n && k * 16 + y < n ? b[(k * 16 + y) * n + col] : 0;\n"
        "    __syncthreads();\n"
        "    for (int i = 0; i < 16; ++i) sum += s[y][i] * t[i][x]; }\n"
        "  if (row < n && col < n) c[row * n + col] = sum; }\n"
        "void solve(const float *a, const float *b, float *c, int n)\n"
        "{ dim3 g((n + 15) / 16, (n + 15) / 16), t(16, 16); product<<<g, t>>>(a, b, c, n); }\n");
    assert_string_equal(assumed(run, "n"), "40");
    assert_true(faults(run) > 0);
    run_free(run);
}

/* Bins: what is counted comes more than once. */
static void counted_values_come_again(void **state)
{
    Run *run = load("__global__ void bins(const int *in, int *out, int n)\n"
                    "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "  if (i < n) atomicAdd(&out[in[i]], 1); }\n"
                    "void read(int *in, int n);\n"
                    "int main() { int n = 600, *in, *out; cudaMalloc(&in, n * 4); read(in, n);\n"
                    "  cudaMalloc(&out, 16 * 4); bins<<<3, 256>>>(in, out, n); }\n");
    for (int i = 0; i < 600; ++i)
        assert_in_range(number(run, "in", i), 0, 15);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

static void rows_of_a_sparse_matrix_ascend(void **state)
{
    const char *text =
        "__global__ void spmv(int rows, const int *rowPtr, const int *cols, const float *v,\n"
        "  const float *x, float *y)\n"
        "{ int r = blockIdx.x * blockDim.x + threadIdx.x; if (r >= rows) return; float s = 0;\n"
        "  for (int k = rowPtr[r]; k < rowPtr[r + 1]; ++k) s += v[k] * x[cols[k]]; y[r] = s; }\n";
    Run *run = load(text);
    for (int i = 0; i < 640; ++i)
        assert_true(number(run, "rowPtr", i) < number(run, "rowPtr", i + 1));
    assert_int_equal(buffer_named(run, "v")->count, number(run, "rowPtr", 640));
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* A scan of two elements a thread needs twice the room. */
static void enough_dynamic_shared_memory(void **state)
{
    Run *run = load("__global__ void pairs(float *a, int n) { extern __shared__ float s[];\n"
                    "  int t = threadIdx.x; s[2 * t] = a[2 * t]; s[2 * t + 1] = a[2 * t + 1];\n"
                    "  __syncthreads(); if (t < n) a[t] = s[t] + s[t + blockDim.x]; }\n");
    assert_string_equal(assumed(run, "shared"), "2048");
    assert_int_equal(faults(run), 0);
    run_free(run);
    /* More than an element for each thread, and not in proportion to them. */
    run = load("__global__ void tile(const float *a, float *b, int radius)\n"
               "{ extern __shared__ float s[]; int t = threadIdx.x;\n"
               "  for (int i = t; i < 3000; i += blockDim.x) s[i] = a[i];\n"
               "  __syncthreads(); b[t] = s[t] + s[2999 - t] * radius; }\n");
    assert_string_equal(assumed(run, "shared"), "12000");
    assert_int_equal(faults(run), 0);
    run_free(run);
    /* No device has so much. */
    run = load("__global__ void tile(float *a)\n"
               "{ extern __shared__ float s[]; s[60000] = a[0]; a[0] = s[60000]; }\n");
    assert_true(faults(run) > 0);
    run_free(run);
}

/* Three lengths of which each thread walks two: shorter ones are taken. */
static void no_longer_than_it_needs(void **state)
{
    Run *run =
        load("__global__ void all(const float *a, float *out, int n, int m, int k)\n"
             "{ int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0; if (i >= n) return;\n"
             "  for (int j = 0; j < m; ++j) for (int l = 0; l < k; ++l)\n"
             "    for (int o = 0; o < n; ++o) s += a[j] * a[l] * a[o]; out[i] = s; }\n");
    GridSample sample;
    assert_true(grid_sample(run->program, &run->launch, 1 << 24, &sample));
    assert_true(sample.cost < 3 * 2 * SAMPLE_STEPS_A_SECOND);
    run_free(run);
}

/* Nothing is said to be assumed that the file or an option gives. */
static void what_is_given_is_kept(void **state)
{
    const char *text =
        "__global__ void add(float *a, int n, int channels)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += channels; }\n"
        "int main() { float *d; int n = 77; cudaMalloc(&d, n * 4);\n"
        "  add<<<(n + 31) / 32, 32>>>(d, n, 32); }\n";
    Run *run = load(text);
    assert_int_equal(run->assumed_count, 0);
    assert_int_equal(run->launch.arguments[2], 32);
    run_free(run);
    NamedText argument = {"channels", "5"};
    LoadOptions options = {.assume = true, .arguments = &argument, .argument_count = 1};
    const char *bare =
        "__global__ void add(float *a, int channels) { a[threadIdx.x] += channels; }";
    run = run_load_text("t.cu", bare, strlen(bare), &options);
    assert_string_equal(assumed(run, "channels"), "");
    assert_int_equal(run->launch.arguments[1], 5);
    run_free(run);
}

/* A makefile's -D, or another file's #define: said as a warning, for nvcc wants it. */
static void macros_that_nobody_defines(void **state)
{
    const char *text =
        "__global__ void copy(float *out, const float *in, int n)\n"
        "{ __shared__ float tile[TILE_SIZE];\n"
        "  int i = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;\n"
        "  if (threadIdx.x < TILE_SIZE && i < n) tile[threadIdx.x] = in[i];\n"
        "  if (i < n) out[i] = in[i]; }\n"
        "void run(float *out, float *in, int n) { copy<<<(n + 127) / 128, 128>>>(out, in, n); }\n";
    Run *run = load(text);
    assert_string_equal(assumed(run, "THREADS_PER_BLOCK"), "128");
    assert_string_equal(assumed(run, "TILE_SIZE"), "128");
    assert_int_equal(run->diags->error_count, 0);
    assert_int_equal(run->diags->count, 2);
    assert_int_equal(run->diags->items[0].severity, DIAG_WARNING);
    assert_int_equal(source_line(run->sources, run->diags->items[0].span), 2);
    assert_int_equal(faults(run), 0);
    run_free(run);
    Define define = {"TILE_SIZE", "32"};
    LoadOptions options = {.assume = true, .defines = &define, .define_count = 1};
    run = run_load_text("t.cu", text, strlen(text), &options);
    assert_string_equal(assumed(run, "TILE_SIZE"), "");
    assert_int_equal(run->program->shared[0].type->length, 32);
    run_free(run);
}

/* What is a slip, no macro, or not all that is wrong stays the error that it is. */
static void names_that_nobody_declares(void **state)
{
    static const char *const texts[] = {
        "#define TILE 8\n__global__ void k(float *a) { a[threadIdx.x % TIEL] = TILE; }\n",
        "__global__ void k(float *a) { a[threadIdx.x % tile] = 1; }\n",
        "__global__ void k(float *a) { a[threadIdx.x % TILE] = b; }\n",
        "__global__ void k(float *a) { int i = threadIdx.x; a[i] = FACTOR * a[i]; }\n",
        "#include \"sizes.h\"\n__global__ void k(float *a) { a[threadIdx.x % TILE] = 1; }\n"};
    static const char *const names[] = {"TIEL", "tile", "TILE", "FACTOR", "TILE"};
    for (int i = 0; i < 5; ++i) {
        LoadOptions options = {.assume = true};
        Run *run = run_load_text("t.cu", texts[i], strlen(texts[i]), &options);
        assert_null(run->program);
        const Diag *diag = &run->diags->items[i == 4]; /* behind the header that is not there */
        assert_string_equal(diag->message->text, "'%s' is not declared");
        assert_string_equal(diag->message->parts[0].text, names[i]);
        run_free(run);
    }
}

/* An exercise's gap in a kernel is no macro whose value could be assumed; one in the chevrons is
 * said, and the kernel is launched all the same. */
static void gaps_of_exercises(void **state)
{
    static const char *const launches[] = {"",
                                           " , ",
                                           "FIX"
                                           "ME",
                                           "???, ???",
                                           "TO"
                                           "DO, 32",
                                           "1, ____"};
    LoadOptions options = {.assume = true, .block = "32", .grid = "1"};
    const char *text =
        "__global__ void k(float *a) { a[blockIdx.x * FILL_IN + threadIdx.x] = 1; }\n";
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    assert_null(run->program);
    assert_int_equal(run->diags->error_count, 1);
    assert_string_equal(run->diags->items[0].message->text,
                        "the exercise leaves this place to be filled in");
    run_free(run);
    for (size_t i = 0; i < sizeof launches / sizeof *launches; ++i)
        for (int is_given = 0; is_given < 2; ++is_given) {
            char file[200];
            sprintf(file,
                    "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
                    "int main() { float *d; cudaMalloc(&d, 4096);\nk<<<%s>>>(d); }",
                    launches[i]);
            options = (LoadOptions){
                .assume = true, .block = is_given ? "32" : NULL, .grid = is_given ? "1" : NULL};
            run = run_load_text("t.cu", file, strlen(file), &options);
            assert_non_null(run->program);
            assert_int_equal(run->diags->count, !is_given);
            if (!is_given)
                assert_int_equal(source_line(run->sources, run->diags->items[0].span), 3);
            run_free(run);
        }
    run = load("__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
               "int main() { int n = 32; float *d; cudaMalloc(&d, 4096);\n"
               "k<<<n ? 1 : 2, n>>>(d); }");
    assert_int_equal(run->diags->count, 0);
    run_free(run);
}

/* Threads in one line that are divided into rows and columns are as many as a square has. */
static void a_line_that_is_a_square(void **state)
{
    Run *run = load("#define BLOCKSIZE 16\n"
                    "__global__ void k(float *c, int n)\n"
                    "{ int x = blockIdx.x * BLOCKSIZE + threadIdx.x / BLOCKSIZE;\n"
                    "  int y = blockIdx.y * BLOCKSIZE + threadIdx.x % BLOCKSIZE;\n"
                    "  if (x < n && y < n) c[x * n + y] = 1; }\n");
    assert_int_equal(run->launch.block.x, 256);
    run_free(run);
    run = load("#define BLOCKSIZE 16\n"
               "__global__ void k(float *c, int n)\n"
               "{ int x = blockIdx.x * BLOCKSIZE + threadIdx.x; if (x < n) c[x] = 1; }\n");
    assert_int_equal(run->launch.block.x, 16);
    run_free(run);
}

/* What wakes the device is not what the file is about. */
static void no_warm_up(void **state)
{
    Run *run = load("__global__ void warmup(float *a) { a[threadIdx.x] = 1; }\n"
                    "__global__ void scale(float *a, int n)\n"
                    "{ int i = blockIdx.x * 32 + threadIdx.x; if (i < n) a[i] *= 2; }\n"
                    "int main() { float *a; cudaMalloc(&a, 400); warmup<<<1, 32>>>(a);\n"
                    "  scale<<<4, 32>>>(a, 1); scale<<<4, 32>>>(a, 100); }\n");
    assert_string_equal(run->program->name, "scale");
    assert_int_equal(run->launch.arguments[1], 100);
    run_free(run);
    run = load("__global__ void warmup(float *a) { a[threadIdx.x] = 1; }\n"
               "int main() { float *a; cudaMalloc(&a, 400); warmup<<<1, 32>>>(a); }\n");
    assert_string_equal(run->program->name, "warmup");
    run_free(run);
    static const char *const twice[] = {
        "k<<<2, 32>>>(a, b); cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); k<<<2, 32>>>(a, b);",
        "k<<<2, 32>>>(a, b); k<<<2, 32>>>(a, b);"};
    for (int i = 0; i < 2; ++i) {
        char text[500];
        sprintf(text,
                "__global__ void k(const float *a, float *b)\n"
                "{ int i = blockIdx.x * 32 + threadIdx.x; b[i] = a[i]; }\n"
                "int main() { float *a, *b, *h = (float *)malloc(256);\n"
                "  cudaMalloc(&a, 256); cudaMalloc(&b, 256);\n%s\n"
                "  cudaMemcpy(h, b, 256, cudaMemcpyDeviceToHost); }\n",
                twice[i]);
        run = load(text);
        assert_int_equal(faults(run), i);
        run_free(run);
    }
}

/* A product of five lengths overflows where each is hundreds; letters are lengths like others. */
static void many_lengths_are_short(void **state)
{
    Run *run = load(
        "__global__ void product(float *c, const float *a, const float *b, int l, int total)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0; if (i >= total) return;\n"
        "  for (int k = 0; k < l; ++k) s += a[i * l + k] * b[k]; c[i] = s; }\n"
        "void run(float *c, float *a, float *b, int n, int i, int j, int k, int l)\n"
        "{ int total = n * i * j * k;\n"
        "  product<<<(total + 255) / 256, 256>>>(c, a, b, l, total); }\n");
    assert_string_equal(assumed(run, "i"), assumed(run, "n"));
    assert_string_equal(assumed(run, "j"), assumed(run, "n"));
    assert_in_range(run->launch.grid.x, 1, 10000);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* Tensors, and pointers of a solve function, have as many elements as the grid is rounded up to
 * cover, so that a missing guard shows; lengths of which the grid covers the product are such that
 * it leaves something over. */
static void what_the_grid_covers(void **state)
{
    static const char *const lengths[] = {"x.numel()", "x.size(0) * x.size(1)"};
    static const char *const guards[] = {"", "if (i < n) "};
    for (int i = 0; i < 4; ++i) {
        char text[800];
        snprintf(text, sizeof text,
                 "#include <torch/extension.h>\n"
                 "__global__ void twice(const float *x, float *y, int n)\n"
                 "{ int i = blockIdx.x * blockDim.x + threadIdx.x; %sy[i] = 2 * x[i]; }\n"
                 "torch::Tensor run(torch::Tensor x)\n"
                 "{ auto y = torch::empty_like(x); int n = %s;\n"
                 "  twice<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);\n"
                 "  return y; }\n",
                 guards[i % 2], lengths[i / 2]);
        Run *run = load(text);
        assert_true(run->launch.arguments[2] % 256 > 0);
        assert_int_equal(buffer_named(run, "x")->count, run->launch.arguments[2]);
        assert_int_equal(faults(run), i % 2 ? 0 : 2);
        run_free(run);
    }
}

/* A length that is multiplied up in a loop of which nobody knows the end is no 1. */
static void the_elements_of_a_shape(void **state)
{
    Run *run = load("__global__ void twice(float *x, size_t n)\n"
                    "{ size_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2; }\n"
                    "void solve(float *x, const size_t *shape, size_t ndim) { size_t n = 1;\n"
                    "  for (size_t i = 0; i < ndim; i++) n *= shape[i];\n"
                    "  twice<<<(n + 255) / 256, 256>>>(x, n); }\n");
    assert_string_equal(assumed(run, "n"), "640");
    run_free(run);
}

/* A block that never ends is stopped soon, and not made shorter; one that is only long runs to its
 * end. */
/* A block of 64 x 64 elements, whole tiles of a tensor core: no length is told, the grid is rounded
 * up, and nothing is left over that another block would do, too. */
static void whole_tiles_of_tensor_cores(void **state)
{
    Run *run =
        load("#include <mma.h>\nusing namespace nvcuda;\n#define SMEM_STRIDE 136\n"
             "__global__ void k(const half *A, const half *B, half *C, int M, int N, int K)\n"
             "{ wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n"
             "  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;\n"
             "  wmma::fragment<wmma::accumulator, 16, 16, 16, half> c[4];\n"
             "  int row = blockIdx.y * 64 + threadIdx.x / 32 * 16, col = blockIdx.x * 64;\n"
             "  for (int j = 0; j < 4; ++j) { wmma::fill_fragment(c[j], 0.0f);\n"
             "    for (int i = 0; i < K; i += 16) {\n"
             "      wmma::load_matrix_sync(a, A + row * K + i, K);\n"
             "      wmma::load_matrix_sync(b, B + (col + j * 16) * K + i, K);\n"
             "      wmma::mma_sync(c[j], a, b, c[j]); }\n"
             "    wmma::store_matrix_sync(C + row * N + col + j * 16, c[j], N, "
             "wmma::mem_row_major); } }\n"
             "void go(half *A, half *B, half *C, int M, int N, int K)\n"
             "{ k<<<dim3((N + 63) / 64, (M + 63) / 64), 128>>>(A, B, C, M, N, K); }\n");
    int length = atoi(assumed(run, "M"));
    assert_true(length >= 64 && length % 64 == 0);
    assert_string_equal(assumed(run, "N"), assumed(run, "M"));
    assert_int_equal(run->launch.buffers[0].count, (uint64_t)length * (uint64_t)length);
    assert_int_equal(faults(run), 0);
    run_free(run);
}

static void what_never_ends_is_stopped(void **state)
{
    static const char *const tests[] = {"i < m", "y < m"};
    for (int i = 0; i < 4; ++i) {
        int is_long = i % 2, has_size = i / 2; /* a small number is no size */
        char text[600];
        snprintf(text, sizeof text,
                 "__global__ void add(float *a, int n, int m) { float s = 0; int i = n;\n"
                 "  for (int y = 0; %s; ++y) s += a[y %% 32]; a[threadIdx.x] = s; }\n"
                 "int main() { float *a; cudaMalloc(&a, 128); add<<<1, 32>>>(a, 2, %s); }\n",
                 tests[is_long], has_size ? "60000" : "60");
        LoadOptions options = {.assume = true, .fit = "on", .max_steps = is_long ? NULL : "500"};
        Run *run = run_load_text("t.cu", text, strlen(text), &options);
        assert_int_equal(run->launch.max_steps, is_long ? 0 : 500);
        run_free(run);
        options.max_steps = NULL;
        run = run_load_text("t.cu", text, strlen(text), &options);
        GridSample sample;
        assert_true(grid_sample(run->program, &run->launch, 1 << 26, &sample));
        assert_int_equal(sample.endless > 0, !is_long);
        assert_int_equal(run->launch.max_steps, is_long ? 0 : 1 << 18);
        assert_int_equal(run->shrunk_count, 0);
        run_free(run);
    }
}

/* The bytes of a row hold its elements, so rows do not overlap. */
static void a_pitch_is_in_bytes(void **state)
{
    Run *run = load("__global__ void fill(char *surface, int width, int height, size_t pitch)\n"
                    "{ int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
                    "  if (x >= width || y >= height) return;\n"
                    "  float4 *row = (float4 *)(surface + y * pitch); row[x].x = x; }\n");
    assert_string_equal(assumed(run, "width"), "40");
    assert_string_equal(assumed(run, "pitch"), "640");
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* Blocks in one line of threads that stand for squares: the grid has rows of them, too. Where the
 * rows are not told by a constant, one row is assumed, which may be a part of the result. */
static void lines_that_stand_for_squares(void **state)
{
    static const char *const rows[] = {"blockIdx.y * SIDE + threadIdx.x % SIDE",
                                       "blockIdx.y * apart + threadIdx.x % SIDE"};
    for (int i = 0; i < 2; ++i) {
        char text[640];
        snprintf(text, sizeof text,
                 "#define SIDE 16\n"
                 "__global__ void product(const float *A, const float *B, float *C, int n,\n"
                 "                        int apart)\n"
                 "{ int x = blockIdx.x * SIDE + threadIdx.x / SIDE, y = %s; float sum = 0;\n"
                 "  if (x >= n || y >= n) return;\n"
                 "  for (int k = 0; k < n; ++k) sum += A[x * n + k] * B[k * n + y];\n"
                 "  C[x * n + y] = sum; }\n",
                 rows[i]);
        Run *run = load(text);
        int64_t n = atoll(assumed(run, "n"));
        assert_string_equal(assumed(run, "block"), "256,1,1");
        assert_int_equal(run->launch.grid.x, (n + 15) / 16);
        assert_int_equal(run->launch.grid.y, i ? 1 : (n + 15) / 16);
        assert_int_equal(run->launch.is_part, i);
        run_free(run);
    }
}

/* A bool of the host is no length, whatever its name is. */
static void flags_are_not_set(void **state)
{
    Run *run = load("__global__ void k(float *a, int n) { int i = blockIdx.x * 64 + threadIdx.x;\n"
                    "  if (i < n) a[i] = 1; }\n"
                    "void run(float *a, int n, bool isJ) { int m = isJ ? 2 * n : n;\n"
                    "  k<<<(m + 63) / 64, 64>>>(a, m); }\n");
    assert_int_equal(run->launch.grid.x, 3);
    run_free(run);
}

/* Template arguments come from the function that calls the one that launches; what nobody calls
 * gets values of its own, and so does what a launch leaves out. */
static void arguments_of_host_templates(void **state)
{
    const char *text =
        "template <int W, typename T> __global__ void k(T *a, int n)\n"
        "{ int i = blockIdx.x * W + threadIdx.x; if (threadIdx.x < W && i < n) a[i] = 1; }\n"
        "template <int WIN, typename S> void start(S *a, int n)\n"
        "{ k<WIN, S><<<(n + WIN - 1) / WIN, WIN>>>(a, n); }\n";
    char called[1024];
    snprintf(called, sizeof called, "%svoid go(float *a, int n) { start<96, float>(a, n); }\n",
             text);
    Run *run = load(called);
    assert_int_equal(run->launch.block.x, 96);
    assert_string_equal(run->compile.template_args, "96, float");
    run_free(run);
    run = load(text);
    assert_string_equal(run->compile.template_args, "16,float");
    assert_int_equal(faults(run), 0);
    run_free(run);
    run = load("template <int TILE, int N, int S = 1> __global__ void k(float *a)\n"
               "{ int i = blockIdx.x * TILE + threadIdx.x; if (i < N) a[i] = S; }\n"
               "void go(float *a) { k<32><<<2, 32>>>(a); }\n");
    assert_string_equal(run->compile.template_args, "32,16");
    run_free(run);
    run = load("constexpr int BLOCK_SIZE = 256;\n" /* of another kernel's line of threads */
               "template <int N, int BLOCK_SIZE> __global__ void k(float *a)\n"
               "{ int i = threadIdx.y * BLOCK_SIZE + threadIdx.x; if (i < N) a[i] = 1; }\n"
               "void go(float *a) { k<64><<<1, dim3(16, 16)>>>(a); }\n");
    assert_string_equal(run->compile.template_args, "64,16");
    run_free(run);
    run = load("__global__ void k(float *a, int n)\n" /* all by one block, which nothing launches */
               "{ for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] *= 2; }\n");
    assert_int_equal(run->launch.grid.x, 1);
    assert_int_equal(faults(run), 0);
    run_free(run);
    run = load("template <int BLOCK_SIZE> __global__ void k(float *a)\n" /* never launched */
               "{ a[blockIdx.x * BLOCK_SIZE + threadIdx.x] = BLOCK_SIZE; }\n"
               "int main() { const int BLOCK_SIZE = 128; }\n");
    assert_string_equal(run->compile.template_args, "128");
    assert_int_equal(faults(run), 0);
    run_free(run);
}

/* What an object that comes from elsewhere holds is not what its class begins with. */
static void objects_made_elsewhere(void **state)
{
    static const char holder[] =
        "struct Holder { float *data = nullptr; int n = 0;\n"
        "  float *device() { if (data == nullptr) cudaMalloc(&data, n * 4); return data; } };\n"
        "__global__ void k(float *a, float *b, int n)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i]; }\n";
    char text[1024];
    snprintf(text, sizeof text,
             "%sclass Loss { public: Loss() { cudaMalloc(&out, 4096); }\n"
             "  void run(Holder *h, int n); float *out = nullptr; };\n"
             "void Loss::run(Holder *h, int n)\n"
             "{ k<<<(n + 255) / 256, 256>>>(h->device(), out, n); }\n",
             holder);
    Run *run = load(text);
    assert_int_equal(faults(run), 0);
    run_free(run);
    snprintf(
        text, sizeof text,
        "%stemplate <typename T> class Copy : public Base<T> { public: using Base<T>::Base; };\n"
        "int main() { float host[256]; Copy<float> c {host}, d;\n"
        "k<<<1, 256>>>(c.data(), d.data(), 256); }\n",
        holder);
    run = load(text); /* Base stands elsewhere, and copies what it is given */
    assert_int_equal(faults(run), 0);
    run_free(run);
    snprintf(text, sizeof text,
             "%sint main() { Holder h; k<<<1, 256>>>(h.data, h.device(), 256); }\n", holder);
    run = load(text); /* this one is null, and of no elements behind the call */
    assert_true(faults(run) > 0);
    run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_made_elsewhere),
        cmocka_unit_test(values_by_name),
        cmocka_unit_test(a_size_that_is_set_later),
        cmocka_unit_test(a_size_of_nothing),
        cmocka_unit_test(an_array_ends_with_its_length),
        cmocka_unit_test(sizes_of_the_launch_that_is_shown),
        cmocka_unit_test(constants_of_that_name),
        cmocka_unit_test(slices_of_a_texture),
        cmocka_unit_test(pointers_of_a_struct),
        cmocka_unit_test(tiles_in_a_line_are_cut),
        cmocka_unit_test(a_block_that_follows_the_length),
        cmocka_unit_test(sizes_of_the_host),
        cmocka_unit_test(whole_tiles_where_a_kernel_rests_on_them),
        cmocka_unit_test(whole_tiles_where_the_grid_is_rounded_down),
        cmocka_unit_test(whole_tiles_where_nothing_is_left_out),
        cmocka_unit_test(whole_tiles_where_rows_would_meet),
        cmocka_unit_test(a_forgotten_guard_is_found),
        cmocka_unit_test(lengths_fit_arrays_of_the_kernel),
        cmocka_unit_test(sizes_of_other_launches),
        cmocka_unit_test(types_of_the_launch),
        cmocka_unit_test(what_is_wrong_at_every_size_is_found),
        cmocka_unit_test(sorted_where_a_merge_needs_it),
        cmocka_unit_test(races_stay),
        cmocka_unit_test(counted_values_come_again),
        cmocka_unit_test(rows_of_a_sparse_matrix_ascend),
        cmocka_unit_test(enough_dynamic_shared_memory),
        cmocka_unit_test(no_longer_than_it_needs),
        cmocka_unit_test(what_is_given_is_kept),
        cmocka_unit_test(macros_that_nobody_defines),
        cmocka_unit_test(names_that_nobody_declares),
        cmocka_unit_test(gaps_of_exercises),
        cmocka_unit_test(a_line_that_is_a_square),
        cmocka_unit_test(no_warm_up),
        cmocka_unit_test(a_pitch_is_in_bytes),
        cmocka_unit_test(lines_that_stand_for_squares),
        cmocka_unit_test(flags_are_not_set),
        cmocka_unit_test(arguments_of_host_templates),
        cmocka_unit_test(many_lengths_are_short),
        cmocka_unit_test(what_the_grid_covers),
        cmocka_unit_test(the_elements_of_a_shape),
        cmocka_unit_test(whole_tiles_of_tensor_cores),
        cmocka_unit_test(what_never_ends_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
