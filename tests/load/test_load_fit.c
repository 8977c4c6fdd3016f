/* Sizes of a file that take long are brought down: the kernel stays what it is, what options give
 * stays, and it is told. */
#include "load/load.h"
#include "load/state/number.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Run *load_with(const char *text, LoadOptions options)
{
    options.assume = true;
    Run *run = run_load_text("t.cu", text, strlen(text), &options);
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    return run;
}

static Run *load(const char *text)
{
    return load_with(text, (LoadOptions){.fit = "on"});
}

static const ShrunkSize *shrunk(const Run *run, const char *name)
{
    for (int i = 0; i < run->shrunk_count; ++i)
        if (strcmp(run->shrunk[i].name, name) == 0)
            return &run->shrunk[i];
    return NULL;
}

static int64_t argument(const Run *run, int index)
{
    return (int64_t)run->launch.arguments[index];
}

/* Long for each thread, so that few blocks are enough to be too many. */
#define WORK "  for (int k = 0; k < 3000; ++k) s = s * 0.5f + a[i];\n"

static const char macro_text[] =
    "#define N (1 << 20)\n#define BLOCK_SIZE 256\n"
    "__global__ void add(float *a, int n) { __shared__ float t[BLOCK_SIZE];\n"
    "  int i = blockIdx.x * BLOCK_SIZE + threadIdx.x; float s = 0; if (i >= N) return;\n" WORK
    "  t[threadIdx.x] = s; a[i] = t[threadIdx.x]; }\n"
    "int main() { int n = N; float *a; cudaMalloc(&a, N * sizeof(float));\n"
    "  add<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(a, n); }\n";

static void a_macro(void **state)
{
    Run *run = load(macro_text);
    const ShrunkSize *size = shrunk(run, "N");
    assert_non_null(size);
    assert_int_equal(size->from, 1 << 20);
    assert_in_range(size->to, 64, 1 << 18);
    assert_int_equal(size->to % 256, 0);    /* as before */
    assert_int_equal(run->shrunk_count, 1); /* n follows, and the block stays */
    assert_int_equal(argument(run, 1), size->to);
    assert_int_equal(buffer_named(run, "a")->count, size->to);
    assert_int_equal(run->launch.block.x, 256);
    char told[200];
    snprintf(told, sizeof told,
             "N = %lld (1048576): brought down from the sizes in brackets, which take long; "
             "--full-size runs the file's own",
             (long long)size->to);
    assert_string_equal(phrase_in(run->arena, LANGUAGE_EN, run->notes[0]), told);
    /* With the options of the run it comes out the same, and without them as the file says. */
    Run *again = load_with(macro_text, run->options);
    assert_int_equal(argument(again, 1), size->to);
    assert_int_equal(shrunk(again, "N")->from, 1 << 20);
    run_free(again);
    run_free(run);
    run = load_with(macro_text, (LoadOptions){.fit = NULL});
    assert_int_equal(argument(run, 1), 1 << 20);
    assert_int_equal(run->shrunk_count, 0);
    run_free(run);
}

/* A size can be a power that only its exponent stands for, and a number by which the host divides
 * would make it larger. What equals the exponent by chance stays. */
static void an_exponent(void **state)
{
    Run *run = load("#define LOGN 22\n#define ROUNDS 22\n"
                    "__global__ void add(float *a, size_t n) {\n"
                    "  size_t i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;\n"
                    "  if (i >= n) return;\n" WORK "  a[i] = s + ROUNDS; }\n"
                    "void sketch() { int logn = LOGN, percent = 100; size_t n = 1UL << logn;\n"
                    "  size_t all = n * 100 / percent; float *a;\n"
                    "  cudaMalloc(&a, all * sizeof(float));\n"
                    "  add<<<(all + 255) / 256, 256>>>(a, all); }\n");
    const ShrunkSize *size = shrunk(run, "LOGN");
    assert_non_null(size);
    assert_int_equal(size->from, 22);
    assert_in_range(size->to, 6, 20);
    assert_int_equal(run->shrunk_count, 1);
    assert_int_equal(argument(run, 1), 1 << size->to);
    assert_int_equal(buffer_named(run, "a")->count, 1 << size->to);
    run_free(run);
}

/* Of 100 001 elements the last block has its part left, and two sizes keep their ratio. */
static void variables_keep_rest_and_ratio(void **state)
{
    Run *run = load("__global__ void f(const float *a, float *b, int rows, int cols)\n"
                    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;\n"
                    "  if (i < rows) { for (int k = 0; k < cols; ++k) s += a[i * cols + k];\n"
                    "    b[i] = s; } }\n"
                    "int main() { int rows = 16385, cols = 8192, threads = 128; float *a, *b;\n"
                    "  cudaMalloc(&a, rows * cols * 4); cudaMalloc(&b, rows * 4);\n"
                    "  f<<<(rows + threads - 1) / threads, threads>>>(a, b, rows, cols); }\n");
    const ShrunkSize *rows = shrunk(run, "rows"), *cols = shrunk(run, "cols");
    assert_non_null(rows);
    assert_non_null(cols);
    assert_int_equal(rows->to % 128, 1);
    assert_int_equal(rows->to - 1, 2 * cols->to);
    assert_null(shrunk(run, "threads"));
    assert_int_equal(run->launch.block.x, 128);
    assert_int_equal(buffer_named(run, "a")->count, rows->to * cols->to);
    run_free(run);
}

/* A square stays one, though a third of its sides costs nothing. */
static void equal_sizes_stay_equal(void **state)
{
    Run *run =
        load("__global__ void f(const float *a, const float *b, float *c, int p, int q, int r)\n"
             "{ int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;\n"
             "  float s = 0; if (row >= p || col >= r) return;\n"
             "  for (int k = 0; k < q; ++k) s += a[row * q + k] * b[k * r + col];\n"
             "  c[row * r + col] = s; }\n"
             "int main() { int p = 2048, q = 2048, r = 2048; float *a, *b, *c;\n"
             "  cudaMalloc(&a, p * q * 4); cudaMalloc(&b, q * r * 4); cudaMalloc(&c, p * r * 4);\n"
             "  dim3 t(16, 16), g(p / 16, q / 16); f<<<g, t>>>(a, b, c, p, q, r); }\n");
    assert_true(argument(run, 3) < 2048);
    assert_int_equal(argument(run, 4), argument(run, 3));
    assert_int_equal(argument(run, 5), argument(run, 3));
    run_free(run);
}

/* A number in the list of arguments: passes over the data. What does not matter stays. */
static void passes_in_the_launch(void **state)
{
    Run *run = load("#define UNUSED_LENGTH 500000\n"
                    "__global__ void f(float *a, int n, int passes)\n"
                    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n"
                    "  for (int k = 0; k < passes; ++k) a[i] = a[i] * 0.5f + 1; }\n"
                    "int main() { const int n = 200; float *a; cudaMalloc(&a, n * 4);\n"
                    "  cudaMalloc(&a, UNUSED_LENGTH); cudaMalloc(&a, n * 4);\n"
                    "  f<<<2, 128>>>(a, n, 10000000); }\n");
    assert_non_null(shrunk(run, "passes"));
    assert_int_equal(shrunk(run, "passes")->from, 10000000);
    assert_true(argument(run, 2) < 1000000);
    assert_null(shrunk(run, "UNUSED_LENGTH"));
    assert_int_equal(argument(run, 1), 200);
    run_free(run);
}

/* Numbers in the launch itself: the grid follows the length that it covers, block for block. */
static void numbers_in_the_launch(void **state)
{
    Run *run = load("__global__ void f(float *a, int n)\n"
                    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;\n"
                    "  if (i >= n) return;\n" WORK "  a[i] = s; }\n"
                    "int main() { float *a; cudaMalloc(&a, 1000000 * 4);\n"
                    "  f<<<3907, 256>>>(a, 1000000); }\n");
    int64_t blocks = run->launch.grid.x;
    assert_int_equal(shrunk(run, "gridDim.x")->from, 3907);
    assert_int_equal(shrunk(run, "gridDim.x")->to, blocks);
    assert_in_range(blocks, 3, 1000);
    assert_in_range(argument(run, 1), 256 * (blocks - 2) + 1, 256 * blocks);
    assert_int_not_equal(argument(run, 1) % 256, 0); /* as before: the last block is cut */
    assert_false(run->launch.is_part);
    run_free(run);
    /* Without a length some of the blocks are left. */
    run = load("__global__ void f(float *a)\n"
               "{ int i = (blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x;\n"
               "  float s = 0;\n" WORK "  a[i] = s; }\n"
               "int main() { const int blocks = 128; float *a; cudaMalloc(&a, 16384 * 1024);\n"
               "  f<<<dim3(blocks, 128), 256>>>(a); }\n");
    assert_true(run->launch.grid.x < 128 && run->launch.grid.y == run->launch.grid.x);
    assert_int_equal(shrunk(run, "gridDim.y")->from, 128);
    assert_true(run->launch.is_part);
    LoadOptions options = {.fit = "on", .grid = "128,128"};
    Run *whole = load_with("__global__ void f(float *a) { float s = 0; int i = blockIdx.x;\n" WORK
                           "  a[blockIdx.y] = s; }\n"
                           "int main() { float *a; cudaMalloc(&a, 512); f<<<1, 256>>>(a); }\n",
                           options);
    assert_int_equal(whole->launch.grid.y, 128);
    run_free(whole);
    run_free(run);
}

static void what_options_give_stays(void **state)
{
    Define define = {"N", "524288"};
    Run *run =
        load_with(macro_text, (LoadOptions){.fit = "on", .defines = &define, .define_count = 1});
    assert_null(shrunk(run, "N"));
    assert_true(argument(run, 1) == 524288);
    run_free(run);
}

/* A size that the kernel's own assertion would not let through is not taken. */
static void an_assertion_holds(void **state)
{
    Run *run = load("#include <cassert>\n"
                    "__global__ void f(float *a, int n) { assert(n % 4096 == 0 && n >= 65536);\n"
                    "  int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;\n" WORK
                    "  if (i < n) a[i] = s; }\n"
                    "int main() { int n = 1 << 22; float *a; cudaMalloc(&a, n * 4);\n"
                    "  f<<<n / 256, 256>>>(a, n); }\n");
    assert_int_equal(argument(run, 1) % 4096, 0);
    assert_in_range(argument(run, 1), 65536, 1 << 21);
    run_free(run);
}

static void what_is_short_stays(void **state)
{
    Run *run =
        load("#define N 10000\n"
             "__global__ void f(float *a) { int i = blockIdx.x * 256 + threadIdx.x;\n"
             "  if (i < N) a[i] += 1; }\n"
             "int main() { float *a; cudaMalloc(&a, N * 4); f<<<(N + 255) / 256, 256>>>(a); }\n");
    assert_int_equal(run->shrunk_count, 0);
    assert_int_equal(buffer_named(run, "a")->count, 10000);
    assert_int_equal(run->note_count, 0);
    run_free(run);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* The kernel reads the constants itself, so they change in the header, for both sides. */
static void constants_of_a_header(void **state)
{
    char folder[] = "/tmp/tilestep_fit_XXXXXX", path[200];
    assert_non_null(mkdtemp(folder));
    write_file(folder, "sizes.cuh", "constexpr int ROWS{16387};\nconst int COLS = 8192;\n");
    write_file(folder, "sums.cu",
               "#include \"sizes.cuh\"\n"
               "__global__ void sums(const float *a, float *b)\n"
               "{ int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;\n"
               "  if (i < ROWS) { for (int k = 0; k < COLS; ++k) s += a[i * COLS + k];\n"
               "    b[i] = s; } }\n"
               "int main() { float *a, *b; cudaMalloc(&a, ROWS * COLS * 4);\n"
               "  cudaMalloc(&b, ROWS * 4); sums<<<(ROWS + 127) / 128, 128>>>(a, b); }\n");
    snprintf(path, sizeof path, "%s/sums.cu", folder);
    Run *run = run_load(path, &(LoadOptions){.assume = true, .fit = "on"});
    assert_non_null(run->program);
    const ShrunkSize *rows = shrunk(run, "ROWS"), *cols = shrunk(run, "COLS");
    assert_true(rows && cols);
    assert_int_equal(buffer_named(run, "a")->count, rows->to * cols->to);
    char value[40];
    snprintf(value, sizeof value, "{ %lld};", (long long)rows->to);
    assert_non_null(strstr(run->sources->files[1].text, value));
    assert_non_null(strstr(run->sources->files[1].text, "const int COLS = "));
    assert_null(strstr(run->sources->files[1].text, "8192"));
    run_free(run);
    unlink(path);
    snprintf(path, sizeof path, "%s/sizes.cuh", folder);
    unlink(path);
    rmdir(folder);
}

static void constants(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {{"(1 << 20)", 1 << 20}, {"1024*1024", 1 << 20}, {"(4 + 3 * 2)", 10},
                {"0x10", 16},           {"1u<<3+1", 16},        {"100 / 7 % 5", 4},
                {" 12UL ", 12},         {"((7)) - 2", 5}};
    static const char *const bad[] = {"",        "N",       "1 +",   "(1",
                                      "1)",      "1 << 99", "3 / 0", "5 - 6",
                                      "1.5",     "0",       "2 3",   "9223372036854775807 * 2",
                                      "-3 + 5x", "1 < 2"};
    int64_t value;
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i) {
        assert_true(load_constant(good[i].text, &value));
        assert_int_equal(value, good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        if (load_constant(bad[i], &value))
            fail_msg("'%s' came to %lld", bad[i], (long long)value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_macro),
        cmocka_unit_test(an_exponent),
        cmocka_unit_test(variables_keep_rest_and_ratio),
        cmocka_unit_test(equal_sizes_stay_equal),
        cmocka_unit_test(passes_in_the_launch),
        cmocka_unit_test(numbers_in_the_launch),
        cmocka_unit_test(what_options_give_stays),
        cmocka_unit_test(an_assertion_holds),
        cmocka_unit_test(what_is_short_stays),
        cmocka_unit_test(constants_of_a_header),
        cmocka_unit_test(constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
