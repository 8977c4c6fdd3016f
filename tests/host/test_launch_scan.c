/* Host code in the styles people write, and what the scan makes of its numbers, branches and
 * macros. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void shipped_kernels(void **state)
{
    Fixture *f = *state;
    const char *naive = project_kernel(f, "01_naive.cu"), *tiled = project_kernel(f, "02_tiled.cu");
    assert_string_equal(scan(f, naive), "naive 2,2 2,2 (d_M:64[4 x 4]u, d_N:64[4 x 4]u, "
                                        "d_P:64[4 x 4]d, 4, 4, 4)");
    set(f, "j", 3);
    set(f, "k", 5);
    set(f, "l", 7);
    assert_string_equal(scan(f, tiled), "tiled 4,2 2,2 (d_M:60[3 x 5]u, d_N:140[5 x 7]u, "
                                        "d_P:84[3 x 7]d, 3, 5, 7)");
    assert_true(variable(f, "j")->is_size && variable(f, "j")->is_overridden);
    assert_true(variable(f, "j")->value == 3);
    assert_false(variable(f, "wrong") && variable(f, "wrong")->is_size);
}

static void dim3_forms(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "dim3 b(16, 16); dim3 g(4); k<<<g, b>>>(1);"), "k 4 16,16 (1)");
    assert_string_equal(in_main(f, "dim3 b{16, 8}, g = {2, 3}; k<<<g, b>>>(1);"), "k 2,3 16,8 (1)");
    assert_string_equal(in_main(f, "dim3 b = dim3(4, 2, 3); dim3 g = dim3{5}; k<<<g, b>>>(1);"),
                        "k 5 4,2,3 (1)");
    assert_string_equal(in_main(f, "k<<<dim3(1, 2), dim3(3, 4, 5)>>>(1);"), "k 1,2 3,4,5 (1)");
    assert_string_equal(in_main(f, "dim3 g, b; g.x = 7; b.x = b.y = 4; k<<<g, b>>>(1);"),
                        "k 7 4,4 (1)");
    assert_string_equal(in_main(f, "const dim3 b(8, 8); dim3 g(64 / b.x, 32 / b.y); g.y *= 2;"
                                   "k<<<g, b, 0, 0>>>(1);"),
                        "k 8,8 8,8 (1)");
    assert_string_equal(in_main(f, "dim3 g = 3, b; b = dim3(2, 2); k<<<g, b>>>(1);"),
                        "k 3 2,2 (1)");
    assert_string_equal(in_main(f, "auto b = dim3(2, 2); dim3 g(b); k<<<g, b>>>(1);"),
                        "k 2,2 2,2 (1)");
    assert_string_equal(in_main(f, "unsigned t = 32; k<<<10, t>>>(1);"), "k 10 32 (1)");
    assert_string_equal(in_main(f, "k<<<{2, 3}, {4, 5}>>>(1);"), "k 2,3 4,5 (1)");
}

/* A place with several configurations is as many launches; loops show their first pass. */
static void several_of_one_place(void **state)
{
    Fixture *f = *state;
    assert_string_equal(scan(f, "void go(float *d, int n, int b) { k<<<n / b, b>>>(d, n); }\n"
                                "int main() { float *d; cudaMalloc(&d, 4096); go(d, 1024, 32);\n"
                                "  go(d, 1024, 64); go(d, 1024, 32); if (0) go(d, 512, 64); }"),
                        "k 32 32 (d:4096, 1024); k 16 64 (d:4096, 1024); ~k 8 64 (d:4096, 512)");
    assert_string_equal(scan(f, "template <int B> void go(int n) { k<B><<<n, 8>>>(n); }\n"
                                "int main() { go<2>(4); go<3>(4); }"),
                        "k<2> 4 8 (4); k<3> 4 8 (4)");
    assert_string_equal(in_main(f, "for (int b = 32; b <= 1024; b *= 2) k<<<1024 / b, b>>>(b);"),
                        "k 32 32 (32)");
}

static void ceil_division_forms(void **state)
{
    Fixture *f = *state;
    static const char *const forms[] = {
        "(n + b - 1) / b",
        "(n - 1) / b + 1",
        "n / b + 1",
        "ceil(n / (float)b)",
        "ceil((float)n / b)",
        "ceilf(float(n) / b)",
        "std::ceil(n * 1.0 / b)",
        "(int)ceil(double(n) / double(b))",
        "static_cast<int>(std::ceil(static_cast<float>(n) / b))",
        "n % b ? n / b + 1 : n / b",
        "n / b + (n % b != 0)",
        "n / b + !!(n % b)",
        "DIV(n, b)",
        "DIV2(n, b)",
        "ceil_div(n, b)",
        "ceil_div_early(n, b)",
        "cdiv<int>(n, b)",
        "lambda_div(n, b)",
        "util::up(n, b)",
        "max(1, (n + b - 1) / b)",
        "std::min<int>(1000, (n + b - 1) / b)",
        "(n + (b - 1)) >> 4",
        "ceil(1.0 * n / b)",
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
        const char *text = arena_printf(
            f->arena,
            "#define DIV(a, b) (((a) + (b) - 1) / (b))\n"
            "#define DIV2(a, b) ((a) / (b) + ((a) %% (b) > 0))\n"
            "namespace util { inline unsigned up(unsigned a, unsigned b) "
            "{ return (a + b - 1) / b; } }\n"
            "static int ceil_div(int a, int b) { return (a + b - 1) / b; }\n"
            "int ceil_div_early(int a, int b) { if (a %% b == 0) { return a / b; } else "
            "return a / b + 1; }\n"
            "template <typename T> __host__ __device__ T cdiv(T a, T b) { T r = a / b; "
            "if (r * b < a) ++r; return r; }\n"
            "__global__ void k(int n) {}\n"
            "int main() { int n = 100, b = 16; auto lambda_div = [](int a, int c) -> int "
            "{ return (a + c - 1) / c; }; dim3 g(%s); k<<<g, b>>>(n); }",
            forms[i]);
        const char *got = scan(f, text);
        if (strcmp(got, "k 7 16 (100)") != 0)
            fail_msg("%s gives %s", forms[i], got);
    }
}

static void c_arithmetic(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "int n = 1 << 10; k<<<n / 3, 2 + 3 * 4>>>(n % 7);"),
                        "k 341 14 (2)");
    assert_string_equal(in_main(f, "float a = 7 / 2, b = 7 / 2.0f; k<<<1, 1>>>(a, b);"),
                        "k 1 1 (3, 3.5)");
    assert_string_equal(in_main(f, "unsigned u = -1; k<<<1, 1>>>(u, -1 / 2, -7 % 3, ~0, !5);"),
                        "k 1 1 (4.29497e+09, 0, -1, -1, 0)");
    assert_string_equal(in_main(f, "char c = 300; bool t = 5; k<<<1, 1>>>(c, t, (int)2.9);"),
                        "k 1 1 (44, 1, 2)");
    assert_string_equal(in_main(f, "int x = 5; x += 3; x <<= 1; x--; int y = x++ + ++x;"
                                   "k<<<1, 1>>>(x, y, sizeof(float4), sizeof x);"),
                        "k 1 1 (17, 32, 16, 4)");
    assert_string_equal(in_main(f, "k<<<1, 1>>>(pow(2, 5), sqrt(16.0), log2(8.0), abs(-3), "
                                   "fmaxf(1.5f, 2.5f), min(3, 4u));"),
                        "k 1 1 (32, 4, 3, 3, 2.5, 3)");
    assert_string_equal(in_main(f, "k<<<1, 1>>>(1 / 0, 1 << 99, 4 % 0);"), "k 1 1 (?, ?, ?)");
    assert_string_equal(in_main(f, "enum { A, B = 5, C }; k<<<A + 1, B>>>(C);"), "k 1 5 (6)");
    assert_string_equal(in_main(f, "typedef double real; using T = float;"
                                   "k<<<1, 1>>>(sizeof(real), sizeof(T), sizeof(T *));"),
                        "k 1 1 (8, 4, 8)");
}

static void command_line_arguments_are_absent(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "int n = 64; if (argc > 1) n = atoi(argv[1]);"
                                   "k<<<n / 16, 16>>>(n);"),
                        "k 4 16 (64)");
    assert_string_equal(in_main(f, "int n = argc > 1 ? atoi(argv[1]) : 32; k<<<n, 1>>>(n);"),
                        "k 32 1 (32)");
    assert_string_equal(in_main(f, "if (argc != 2) { printf(\"usage\"); return 1; }"
                                   "int n = atoi(argv[1]); k<<<n, 4>>>(n);"),
                        "k ? 4 (?)");
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->scan->launches[0].missing),
                        "the grid needs n, set by atoi(argv[1])");
    assert_true(variable(f, "n")->is_size);
    assert_false(variable(f, "n")->is_known);
    assert_string_equal(in_main(f, "int n = 10; if (checkFlag(argc, argv, \"n\")) "
                                   "{ n = getInt(argc, argv, \"n\"); } k<<<n, 1>>>(n);"),
                        "k 10 1 (10)");
    set(f, "n", 48);
    assert_string_equal(in_main(f, "int n = atoi(argv[1]); int m = n * 2; k<<<m, 1>>>(n);"),
                        "k 96 1 (48)");
}

static void branches(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "int n = 100; dim3 g(n / 16); if (n % 16) g.x++;"
                                   "k<<<g, 16>>>(n);"),
                        "k 7 16 (100)");
    assert_string_equal(in_main(f, "int v = 2; if (v == 1) k<<<1, 1>>>(v); else if (v == 2) "
                                   "k<<<2, 2>>>(v); else k<<<3, 3>>>(v);"),
                        "~k 1 1 (2); k 2 2 (2); ~k 3 3 (2)");
    assert_string_equal(in_main(f, "int v = rand(), n = 1; if (v) { n = 2; k<<<n, 1>>>(n); }"
                                   "k<<<n, 1>>>(n);"),
                        "~k 2 1 (2); k 1 1 (1)");
    assert_string_equal(in_main(f, "switch (3) { case 1: k<<<1, 1>>>(1); break; case 3: "
                                   "k<<<3, 1>>>(3); break; default: k<<<9, 1>>>(9); }"),
                        "~k 1 1 (1); k 3 1 (3); ~k 9 1 (9)");
    assert_string_equal(in_main(f, "int t = x(); switch (t) { case 16: k<16><<<1, t>>>(1); break;"
                                   "case 32: k<32><<<1, 32>>>(1); }"),
                        "~k<16> 1 ? (1); ~k<32> 1 32 (1)");
    assert_string_equal(in_main(f, "int n; if (f()) n = 8; else n = 9; k<<<n, 1>>>(n);"),
                        "k 8 1 (8)");
}

/* A 0 that something sets which cannot be followed was a beginning, and is no size. */
static void what_is_read_in(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "int n = 0; fscanf(f, \"%d\", &n); k<<<1, n>>>(n);"),
                        "k 1 ? (?)");
    assert_string_equal(in_main(f, "int n = 5; sscanf(a, \"%d\", &n); k<<<1, n>>>(n);"),
                        "k 1 5 (5)");
    assert_string_equal(in_main(f, "int n = 0; load_image(name, &n); k<<<1, n>>>(n);"),
                        "k 1 ? (?)");
    assert_string_equal(in_main(f, "int n = 0; while (!feof(f)) { read(f); n++; } k<<<1, n>>>(n);"),
                        "k 1 ? (?)");
    assert_string_equal(in_main(f, "int n = 0; while (n < 4) { n++; } k<<<1, n>>>(n);"),
                        "k 1 4 (4)");
}

/* What only an option gives has no value without it; a default that is one stays. */
static void options_of_the_command_line(void **state)
{
    assert_string_equal(
        in_main(*state, "int n = 0, threads = 64, option; float *d; cudaMalloc(&d, 4000);"
                        "bool verbose = false;"
                        "while ((option = getopt(argc, argv, \"n:t:\")) != -1) switch (option) {"
                        "case 'n': n = atoi(optarg); break; case 'v': verbose = true; break; "
                        "case 't': threads = atoi(optarg); } if (!verbose) "
                        "k<<<4, threads>>>(d, n);"),
        "k 4 64 (d:4000, ?)");
}

static void what_the_device_says(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 0);"
                                   "k<<<g, b>>>(b);"),
                        "k 264 1024 (1024)");
    assert_string_equal(in_main(f, "int sms, n; cudaDeviceGetAttribute(&sms, "
                                   "cudaDevAttrMultiProcessorCount, 0);"
                                   "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 512, 0);"
                                   "k<<<sms * n, 512>>>(n);"),
                        "k 528 512 (4)");
    assert_string_equal(in_main(f, "int n; cudaGetDeviceCount(&n); k<<<n, 1>>>(n);"), "k 1 1 (1)");
}

static void loops(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "for (int i = 0; i < 10; i++) k<<<1, 32>>>(i);"), "k 1 32 (0)");
    assert_string_equal(in_main(f, "int p = 1; while (p < 100) p *= 2; k<<<p, 1>>>(p);"),
                        "k 128 1 (128)");
    assert_string_equal(in_main(f, "int n = 1000; for (int s = n / 2; s > 0; s >>= 1) "
                                   "{ k<<<1, s>>>(s); }"),
                        "k 1 500 (500)");
    assert_string_equal(in_main(f, "int n = 5000, s = 0; for (int i = 0; i < n; ++i) s += i;"
                                   "do { n /= 2; } while (n > 100); k<<<n, 1>>>(s);"),
                        "k 78 1 (?)");
    assert_string_equal(in_main(f, "int sizes[] = {128, 256}; for (int n : sizes) k<<<n, 1>>>(n);"
                                   "for (int i = 0; i < 2; i++) { int n = sizes[i]; k<<<n, 2>>>(n);"
                                   "}"),
                        "k 128 1 (128); k 128 2 (128)");
    assert_string_equal(in_main(f, "std::vector<int> S = {64, 128}; for (auto n : S) "
                                   "{ long m = n; k<<<m, 1>>>(S.size()); }"),
                        "k 64 1 (2)");
    assert_string_equal(in_main(f, "for (;;) ; k<<<1, 1>>>(1);"), "k 1 1 (1)");
    assert_string_equal(in_main(f, "while (true) { if (g()) break; } k<<<1, 1>>>(1);"),
                        "k 1 1 (1)");
}

/* The members of the first launch's first argument: "width 8, data d". */
static void macros_around_calls(void **state)
{
    Fixture *f = *state;
    assert_string_equal(
        scan(f,
             "#define TILE 16\n#define N 128\n"
             "#define CHECK(call) do { cudaError_t err = call; if (err != cudaSuccess) { "
             "fprintf(stderr, \"%s\", cudaGetErrorString(err)); exit(1); } } while (0)\n"
             "#define GPU(ans) { gpuAssert((ans), __FILE__, __LINE__); }\n"
             "#define LAUNCH(kern, ...) kern<<<__VA_ARGS__>>>\n"
             "int main() { float *a, *b; CHECK(cudaMalloc((void **)&a, N * N * sizeof(float)));\n"
             "  GPU(cudaMalloc(&b, sizeof(float) * N));\n"
             "  GPU(cudaMemcpy(a, h, N, cudaMemcpyHostToDevice));\n"
             "  if (cudaSuccess != cudaMemcpy(h, b, N, cudaMemcpyDeviceToHost)) return 1;\n"
             "  LAUNCH(mm, N / TILE, TILE)(a, b, N); }"),
        "mm 8 16 (a:65536[128 x 128]u, b:512d, 128)");
}

static void course_library(void **state)
{
    Fixture *f = *state;
    const char *text =
        "#define wbCheck(stmt) do { cudaError_t err = stmt; if (err != cudaSuccess) { "
        "wbLog(ERROR, \"Failed\", #stmt); return -1; } } while (0)\n"
        "int main(int argc, char **argv) { wbArg_t args; float *hostA, *deviceA, *deviceC;\n"
        "  int numARows; int numAColumns; int numCRows, numCColumns;\n"
        "  args = wbArg_read(argc, argv);\n"
        "  hostA = (float *)wbImport(wbArg_getInputFile(args, 0), &numARows, &numAColumns);\n"
        "  numCRows = numARows; numCColumns = numAColumns;\n"
        "  wbCheck(cudaMalloc((void **)&deviceA, numARows * numAColumns * sizeof(float)));\n"
        "  wbCheck(cudaMalloc((void **)&deviceC, numCRows * numCColumns * sizeof(float)));\n"
        "  dim3 b(32, 32, 1); dim3 g((numCColumns - 1) / 32 + 1, (numCRows - 1) / 32 + 1, 1);\n"
        "  k<<<g, b>>>(deviceA, deviceC, numARows, numAColumns); }";
    assert_string_equal(scan(f, text), "k ? 32,32 (deviceA, deviceC, ?, ?)");
    assert_true(variable(f, "numARows")->is_size && variable(f, "numAColumns")->is_size);
    set(f, "numARows", 40);
    set(f, "numAColumns", 70);
    assert_string_equal(scan(f, text), "k 3,2 32,32 (deviceA:11200[40 x 70], "
                                       "deviceC:11200[40 x 70], 40, 70)");
}

/* Constructors are not run, so what they set has to be given. */
static void settings(void **state)
{
    Fixture *f = *state;
    const char *text = "const int N = 64;\nvoid go(int n, int m) { k<<<n, m>>>(N); }\n"
                       "int main() { int n = 2; n = 4; go(n, 3); }";
    set(f, "n", 9);
    assert_string_equal(scan(f, text), "k 9 3 (64)");
    set(f, "m", 5);
    set(f, "N", 32);
    assert_string_equal(scan(f, text), "k 9 5 (32)");
    assert_int_equal(f->diags->error_count, 0);
    f->setting_count = 0;
    set(f, "M", 3);
    scan(f, text);
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].message),
                        "--set M: the file has no host variable of that name");
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].hint),
                        "the host variables here are N, n, m");
    f->setting_count = 0;
    set(f, "n", 2147483648.0);
    scan(f, text);
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].message),
                        "--set n=2147483648: this does not fit n, which is an int");
    f->setting_count = 0;
    set(f, "n", 2.5);
    scan(f, text);
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].message),
                        "--set n=2.5: n is an integer (int)");
    f->setting_count = 0;
    set(f, "T", 2);
    scan(f, "#define T 4\nint main() { k<<<T, 1>>>(1); }");
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].hint),
                        "it is a macro: write -D T=2");
    f->setting_count = 0;
    set(f, "rows", 8);
    scan(f, "__global__ void k(float *a, int rows) {}\nint main() { k<<<1, 1>>>(a, 4); }");
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].hint),
                        "it is a parameter of k: write --arg rows=8");
}

static void odd_host_code(void **state)
{
    Fixture *f = *state;
    assert_string_equal(in_main(f, "try { k<<<1, 2>>>(1); } catch (const std::exception &e) {}"),
                        "k 1 2 (1)");
    assert_string_equal(in_main(f, "auto t0 = std::chrono::high_resolution_clock::now();"
                                   "std::cout << \"x\" << 3 << std::endl; goto end;"
                                   "void (*fp)(int) = 0; end: k<<<1, 2, 4 * 8, stream>>>(1);"),
                        "k 1 2 32 (1)");
    assert_string_equal(in_main(f, "if (int n = 3; n > 2) k<<<n, 1>>>(n);"), "k 3 1 (3)");
    assert_string_equal(in_main(f, "std::map<int, std::vector<int>> m; a < b; k<<<1, 2>>>(1);"),
                        "k 1 2 (1)");
    assert_string_equal(in_main(f, "cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);"
                                   "k<<<p.multiProcessorCount, 64>>>(1);"),
                        "k 132 64 (1)");
    assert_string_equal(in_main(f, "int a = 5, *p = &a, c[3] = {1, 2, 3}; k<<<*p, c[1]>>>(a);"),
                        "k 5 2 (5)");
    assert_string_equal(scan(f, "enum Size { SMALL = 8, BIG = SMALL * 4 };\n"
                                "namespace cfg { constexpr int T = 4; struct S { int a; }; }\n"
                                "int x = cfg::T; unsigned long long big = 1ull << 33;\n"
                                "int main() { k<<<BIG, cfg::T>>>(x, big); }"),
                        "k 32 4 (4, 8.58993e+09)");
    assert_string_equal(scan(f, "__constant__ float F[9];\nint main() { float h[9];\n"
                                "cudaMemcpyToSymbol(F, h, sizeof(h)); k<<<1, 1>>>(1); }"),
                        "k 1 1 (1)");
    assert_string_equal(f->scan->symbols[0].name, "F");
    assert_string_equal(scan(f, ""), "");
}

/* Every kernel file cut anywhere, and shuffled pieces: no launch is wrong enough to crash. */
int main(void)
{
    const struct CMUnitTest tests[] = {
        SCAN_TEST(shipped_kernels),
        SCAN_TEST(dim3_forms),
        SCAN_TEST(several_of_one_place),
        SCAN_TEST(ceil_division_forms),
        SCAN_TEST(c_arithmetic),
        SCAN_TEST(command_line_arguments_are_absent),
        SCAN_TEST(branches),
        SCAN_TEST(what_is_read_in),
        SCAN_TEST(options_of_the_command_line),
        SCAN_TEST(what_the_device_says),
        SCAN_TEST(loops),
        SCAN_TEST(macros_around_calls),
        SCAN_TEST(course_library),
        SCAN_TEST(settings),
        SCAN_TEST(odd_host_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
