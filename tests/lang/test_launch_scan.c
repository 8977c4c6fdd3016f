/* Host code in the styles people write, and what the scan makes of it. A launch is shown as
 *   kernel<templates> grid block shared (arguments)
 * a buffer as name:bytes[rows x columns] with u uploaded, d downloaded, z zeroed, +n offset. */
#include "base/file.h"
#include "lang/launch_scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Fixture {
    Arena *arena;
    SourceSet *sources;
    Diags *diags;
    HostSetting settings[4];
    int setting_count;
    LaunchScan *scan;
} Fixture;

static int setup(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    f->arena = arena_new();
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    Fixture *f = *state;
    arena_free(f->arena);
    free(f);
    return 0;
}

static void scan_text(Fixture *f, const char *text, size_t length)
{
    f->sources = source_set_new(f->arena);
    f->diags = diags_new(f->arena);
    Unit unit = {.arena = f->arena, .sources = f->sources};
    uint32_t file = source_add(f->sources, "t.cu", text, length);
    unit.text = preprocess(f->arena, f->sources, file, NULL, 0, NULL, f->diags);
    f->scan = launch_scan(f->arena, &unit, f->settings, f->setting_count, f->diags);
}

static const char *argument_text(Arena *arena, const HostArgument *a)
{
    if (a->is_known)
        return arena_printf(arena, "%g", a->value);
    if (!a->buffer)
        return "?";
    const char *text = a->buffer;
    if (a->has_count)
        text = arena_printf(arena, "%s:%g", text, a->count_bytes);
    if (a->has_shape)
        text = arena_printf(arena, "%s[%g x %g]", text, a->rows, a->columns);
    text = arena_printf(arena, "%s%s%s%s", text, a->is_uploaded ? "u" : "",
                        a->is_downloaded ? "d" : "", a->is_zeroed ? "z" : "");
    return a->offset_elements ? arena_printf(arena, "%s%+g", text, a->offset_elements) : text;
}

static const char *extents(Arena *arena, bool known, const int64_t *e)
{
    if (!known)
        return "?";
    if (e[1] == 1 && e[2] == 1)
        return arena_printf(arena, "%d", (int)e[0]);
    if (e[2] == 1)
        return arena_printf(arena, "%d,%d", (int)e[0], (int)e[1]);
    return arena_printf(arena, "%d,%d,%d", (int)e[0], (int)e[1], (int)e[2]);
}

static const char *launch_text(Arena *arena, const HostLaunch *l)
{
    const char *text = arena_printf(
        arena, "%s%s%s%s%s %s %s", l->is_reached ? "" : "~", l->kernel, l->template_args ? "<" : "",
        l->template_args ? l->template_args : "", l->template_args ? ">" : "",
        extents(arena, l->has_grid, l->grid), extents(arena, l->has_block, l->block));
    if (!l->has_shared || l->shared_bytes)
        text = l->has_shared ? arena_printf(arena, "%s %d", text, (int)l->shared_bytes)
                             : arena_printf(arena, "%s ?", text);
    text = arena_printf(arena, "%s (", text);
    for (int i = 0; i < l->argument_count; ++i)
        text = arena_printf(arena, "%s%s%s", text, i ? ", " : "",
                            argument_text(arena, &l->arguments[i]));
    return arena_printf(arena, "%s)", text);
}

static const char *scan(Fixture *f, const char *text)
{
    scan_text(f, text, strlen(text));
    const char *out = "";
    for (int i = 0; i < f->scan->launch_count; ++i)
        out = arena_printf(f->arena, "%s%s%s", out, i ? "; " : "",
                           launch_text(f->arena, &f->scan->launches[i]));
    return out;
}

static void set(Fixture *f, const char *name, double value)
{
    f->settings[f->setting_count++] = (HostSetting){name, value};
}

/* int main() { body } around a kernel k. */
static const char *in_main(Fixture *f, const char *body)
{
    return scan(f, arena_printf(f->arena,
                                "__global__ void k(int n) { n = n; }\n"
                                "int main(int argc, char **argv) { %s }",
                                body));
}

static const HostVariable *variable(Fixture *f, const char *name)
{
    for (int i = 0; i < f->scan->variable_count; ++i)
        if (strcmp(f->scan->variables[i].name, name) == 0)
            return &f->scan->variables[i];
    return NULL;
}

static const char *project_kernel(Fixture *f, const char *name)
{
    char *text;
    size_t length;
    const char *reason, *path = arena_printf(f->arena, "%s/kernels/%s", SOURCE_ROOT, name);
    assert_true(file_read(f->arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason));
    return text;
}

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
    assert_string_equal(f->scan->launches[0].missing, "the grid needs n, set by atoi(argv[1])");
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
                        "k 78 1 (0)");
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

static void allocations(void **state)
{
    Fixture *f = *state;
    assert_string_equal(
        in_main(f, "int r = 3, c = 5; size_t bytes = r * c * sizeof(float); float *d, *e, *h;"
                   "h = (float *)malloc(bytes); cudaMalloc((void **)&d, bytes);"
                   "cudaMallocManaged(&e, sizeof(float) * c * r);"
                   "cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice); k<<<1, 1>>>(d, e);"
                   "cudaMemcpy(h, e, bytes, cudaMemcpyDeviceToHost);"),
        "k 1 1 (d:60[3 x 5]u, e:60[5 x 3]d)");
    assert_string_equal(
        in_main(f, "const int N = 64; int size = N * N; int *d; CHECK(cudaMalloc(&d, size * 4));"
                   "cudaMemset(d, 0, size * 4); k<<<1, 1>>>(d + 3);"),
        "k 1 1 (d:16384[64 x 64]z+3)");
    assert_string_equal(in_main(f, "float *d; cudaMalloc(&d, 1000 * sizeof(float));"
                                   "k<<<1, 1>>>(d, &d[10]);"),
                        "k 1 1 (d:4000, d:4000+10)");
    assert_string_equal(in_main(f, "int n = atoi(argv[1]); float *d; cudaMalloc(&d, n);"
                                   "float *e; k<<<1, 1>>>(d, e);"),
                        "k 1 1 (d, e)");
    assert_string_equal(f->scan->launches[0].arguments[0].missing, "n, set by atoi(argv[1])");
    assert_string_equal(in_main(f, "float h[100]; float *d; cudaMalloc(&d, sizeof(h)); "
                                   "double *e; cudaMalloc(&e, 3 * sizeof(*e)); k<<<1, 1>>>(d, e);"),
                        "k 1 1 (d:400, e:24)");
    assert_string_equal(in_main(f, "float *d[2]; for (int i = 0; i < 2; i++) cudaMalloc(&d[i], 8);"
                                   "k<<<1, 1>>>(d[0]);"),
                        "k 1 1 (d[0]:8)");
    assert_string_equal(in_main(f, "std::vector<float> h(12 * 4); thrust::device_vector<float> d = "
                                   "h, e(20); float *p; cudaMalloc(&p, h.size() * sizeof(float));"
                                   "k<<<1, 1>>>(thrust::raw_pointer_cast(d.data()), "
                                   "thrust::raw_pointer_cast(&e[0]), p);"),
                        "k 1 1 (d:192u, e:80, p:192)");
    assert_string_equal(in_main(f, "float *d; size_t pitch; int w = 25, h = 4;"
                                   "cudaMallocPitch(&d, &pitch, w * sizeof(float), h);"
                                   "k<<<1, 1>>>(d, pitch);"),
                        "k 1 1 (d:2048[4 x 512], 512)");
}

static void wrappers(void **state)
{
    Fixture *f = *state;
    assert_string_equal(
        scan(f, "__global__ void mm(float *a, float *b, int w);\n"
                "void alloc(float **p, int n) { cudaMalloc(p, n * n * sizeof(float)); }\n"
                "void launch(float *A, float *B, int w, int tile = 16) {\n"
                "  dim3 t(tile, tile); dim3 g((w + t.x - 1) / t.x, (w + t.y - 1) / t.y);\n"
                "  mm<<<g, t>>>(A, B, w); }\n"
                "int main() { int n = 40; float *x, *y; alloc(&x, n); alloc(&y, n);\n"
                "  launch(x, y, n); launch(y, x, 2 * n, 8); }"),
        "mm 3,3 16,16 (A:6400[40 x 40], B:6400[40 x 40], 40)");
    assert_string_equal(
        scan(f, "template <int T> void run(float *d, int n) { k<T, float><<<n / T, T>>>(d, n); }\n"
                "int main() { float *d; cudaMalloc(&d, 400); run<8>(d, 64); }"),
        "k<8, float> 8 8 (d:400, 64)");
    assert_string_equal(
        scan(f, "template <typename T> void run(int n) { T *d; cudaMalloc(&d, n * sizeof(T));\n"
                "  k<T><<<1, n>>>(d); }\nint main() { run<double>(4); }"),
        "k<double> 1 4 (d:32)");
    assert_string_equal(scan(f,
                             "extern \"C\" void solve(const float *A, float *C, int M, int N) {\n"
                             "  dim3 t(16, 16), g((N + 15) / 16, (M + 15) / 16);\n"
                             "  k<<<g, t>>>(A, C, M, N); }"),
                        "k ? 16,16 (A, C, ?, ?)");
    assert_string_equal(f->scan->launches[0].missing, "the grid needs N, a parameter of solve()");
    assert_true(variable(f, "M")->is_size && !variable(f, "M")->is_known);
    assert_string_equal(scan(f,
                             "struct Runner { int n; void go(int m) { k<<<m, 1>>>(m); } };\n"
                             "int main() { auto run = [&](int m) { k<<<m, 2>>>(m); }; run(5); }"),
                        "~k ? 1 (?); k 5 2 (5)");
    assert_string_equal(scan(f, "void size_of(int &n, int *m) { n = 12; *m = 13; cudaMemset(0); }\n"
                                "int main() { int a = 1, b = 2; size_of(a, &b); "
                                "k<<<a, b>>>(a); }"),
                        "k 12 13 (12)");
    assert_string_equal(scan(f, "void again(int n) { if (n > 0) again(n - 1); k<<<n, 1>>>(n); }\n"
                                "int main() { again(1000); }"),
                        "k 986 1 (986)");
}

static void allocating_helper(void **state)
{
    Fixture *f = *state;
    assert_string_equal(
        scan(f, "static float *upload(const float *h, int n) { float *d; cudaMalloc(&d, n * 4);\n"
                "  cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); return d; }\n"
                "int main() { float *h, *a = upload(h, 5), *b = upload(h, 6); k<<<1, 2>>>(a, b, a);"
                "}"),
        "k 1 2 (a:20u, b:24u, a:20u)");
    const HostArgument *arguments = f->scan->launches[0].arguments;
    assert_int_equal(arguments[0].allocation, arguments[2].allocation);
    assert_int_not_equal(arguments[0].allocation, arguments[1].allocation);
}

static void struct_members(void **state)
{
    Fixture *f = *state;
    assert_string_equal(
        scan(f, "typedef struct { int width, height; float *elements; } Matrix;\n"
                "void MatMul(const Matrix A, Matrix C) {\n"
                "  Matrix d_A; d_A.width = A.width; d_A.height = A.height;\n"
                "  size_t size = A.width * A.height * sizeof(float);\n"
                "  cudaMalloc(&d_A.elements, size);\n"
                "  dim3 b(16, 16), g(A.width / b.x, A.height / b.y);\n"
                "  k<<<g, b>>>(d_A.elements, d_A.width, sizeof(Matrix)); }\n"
                "int main() { Matrix A, C; A.width = 64; A.height = 32; MatMul(A, C); }"),
        "k 4,2 16,16 (d_A.elements:8192[64 x 32], 64, 16)");
}

/* The members of the first launch's first argument: "width 8, data d". */
static const char *members_of_first(Fixture *f, const char *main_text)
{
    static const char head[] =
        "struct Size { int w, h; };\n"
        "struct P { Size size; float *data; float scale; int n[2]; int area() { return 1; } };\n"
        "__global__ void k(P p) {}\n"
        "P made(int w, float *d) { P p; p.size.w = w; p.data = d; p.scale = 2; return p; }\n"
        "P listed(int w, float *d) { return {{w, 5}, d, 1.5f}; }\n"
        "void filled(P *p, int w) { p->size.w = w; cudaMalloc(&p->data, 4 * w); }\n"
        "void by_reference(P &p, int w) { p.size = Size{w, 7}; p.data = nullptr; }\n"
        "int main() { int n = 8; float *d; cudaMalloc(&d, 32); ";
    const char *all = "";
    scan(f, arena_printf(f->arena, "%s%s }", head, main_text));
    const HostArgument *p = &f->scan->launches[0].arguments[0];
    for (int i = 0; i < p->member_count; ++i) {
        HostArgument *m = (HostArgument *)&p->members[i];
        if (m->buffer && m->allocation == 0) /* not the name it has in the struct */
            m->buffer = "d";
        all = arena_printf(f->arena, "%s%s%s %s", all, i ? ", " : "", m->text,
                           m->is_null ? "null" : argument_text(f->arena, m));
    }
    return all;
}

static void structs_of_lists(void **state)
{
    Fixture *f = *state;
    static const char full[] = "size.w 8, size.h 3, data d:32, scale 0.5, n[0] 4, n[1] 0";
    static const char *const forms[] = {
        "P p = {{n, 3}, d, 0.5f, {4}}; k<<<1, 1>>>(p);",
        "P p{{n, 3}, d, 0.5f, {4}}; k<<<1, 1>>>(p);",
        "P p = {.size = {.h = 3}, .data = d, .scale = .5f, .n = {4}}; p.size.w = n; k<<<1, "
        "1>>>(p);",
        "Size s = {n, 3}; P p = P{s, d, 0.5f, {4, 0}}; k<<<1, 1>>>(p);",
        "k<<<1, 1>>>(P{{n, 3}, d, 0.5f, {4}});",
        "k<<<1, 1>>>({{n, 3}, d, 0.5f, {4}});",
        "P all[] = {{}, {{n, 3}, d, 0.5f, {4}}}; k<<<1, 1>>>(all[1]);",
        "P *p = new P{{n, 3}, d, 0.5f, {4}}; k<<<1, 1>>>(*p);"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i)
        assert_string_equal(members_of_first(f, forms[i]), full);
    assert_string_equal(members_of_first(f, "P p = {}; k<<<1, 1>>>(p);"),
                        "size.w 0, size.h 0, data null, scale 0, n[0] 0, n[1] 0");
}

static void structs_through_functions(void **state)
{
    Fixture *f = *state;
    assert_string_equal(members_of_first(f, "P p = made(n, d); k<<<1, 1>>>(p);"),
                        "size.w 8, data d:32, scale 2");
    assert_string_equal(members_of_first(f, "k<<<1, 1>>>(made(n, d));"),
                        "size.w 8, data d:32, scale 2");
    assert_string_equal(members_of_first(f, "auto p = listed(n, d); k<<<1, 1>>>(p);"),
                        "size.w 8, size.h 5, data d:32, scale 1.5, n[0] 0, n[1] 0");
    assert_string_equal(members_of_first(f, "P p; filled(&p, n); p.scale = 3; k<<<1, 1>>>(p);"),
                        "size.w 8, data p.data:32, scale 3");
    assert_string_equal(members_of_first(f, "P p; by_reference(p, n); k<<<1, 1>>>(p);"),
                        "size.w 8, size.h 7, data null");
}

static void null_pointers(void **state)
{
    Fixture *f = *state;
    static const char *const texts[] = {
        "int main() { k<<<1, 1>>>(nullptr); }",
        "int main() { k<<<1, 1>>>((float *)NULL); }",
        "int main() { float *p = nullptr; k<<<1, 1>>>(p); }",
        "void go(float *p) { k<<<1, 1>>>(p); } int main() { go(NULL); }",
        "int main() { float *p = NULL; setup(&p); k<<<1, 1>>>(p); }",
        "int main() { float *p = NULL; if (x) p = get(); k<<<1, 1>>>(p); }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        scan(f, texts[i]);
        assert_int_equal(f->scan->launches[0].arguments[0].is_null, i < 4);
    }
}

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
static void members_of_a_class_are_set(void **state)
{
    Fixture *f = *state;
    const char *text = "class Runner { int nx; float *d;\n"
                       "public: Runner(int n) : nx(n) { }\n"
                       "  void run() { k<<<(nx + 255) / 256, 256>>>(nx); } };\n"
                       "int main() { Runner r(1000); r.run(); }";
    set(f, "nx", 1000);
    assert_string_equal(scan(f, text), "~k 4 256 (1000)");
    assert_int_equal(f->diags->error_count, 0);
    f->setting_count = 0;
    set(f, "d", 1);
    scan(f, text);
    assert_string_equal(f->diags->items[0].message,
                        "--set d: the file has no host variable of that name");
}

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
    assert_string_equal(f->diags->items[0].message,
                        "--set M: the file has no host variable of that name");
    assert_string_equal(f->diags->items[0].hint, "the host variables here are N, n, m");
    f->setting_count = 0;
    set(f, "n", 2147483648.0);
    scan(f, text);
    assert_string_equal(f->diags->items[0].message,
                        "--set n=2147483648: this does not fit n, which is an int");
    f->setting_count = 0;
    set(f, "n", 2.5);
    scan(f, text);
    assert_string_equal(f->diags->items[0].message, "--set n=2.5: n is an integer (int)");
    f->setting_count = 0;
    set(f, "T", 2);
    scan(f, "#define T 4\nint main() { k<<<T, 1>>>(1); }");
    assert_string_equal(f->diags->items[0].hint, "it is a macro: write -D T=2");
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
static void truncation_and_noise(void **state)
{
    Fixture *f = *state;
    const char *text = project_kernel(f, "02_tiled.cu");
    size_t length = strlen(text);
    Arena *kept = f->arena;
    for (size_t cut = 0; cut < length; cut += 7) {
        f->arena = arena_new();
        scan_text(f, text, cut);
        arena_free(f->arena);
    }
    static const char *const pieces[] = {"int ",
                                         "n",
                                         " = ",
                                         "4",
                                         ";",
                                         "{",
                                         "}",
                                         "(",
                                         ")",
                                         "<<<",
                                         ">>>",
                                         "k",
                                         "dim3 ",
                                         "if (",
                                         "for (",
                                         "while (1)",
                                         "else ",
                                         ",",
                                         "<",
                                         ">",
                                         "cudaMalloc(&",
                                         "sizeof(",
                                         "[",
                                         "]",
                                         "struct ",
                                         "return ",
                                         "main() {",
                                         "int f(int a) {",
                                         ".x",
                                         "&",
                                         "*",
                                         "?",
                                         ":",
                                         "switch (",
                                         "case 1:",
                                         "do ",
                                         "auto ",
                                         "[&](int a) {",
                                         "template <int T> ",
                                         "float *",
                                         "+",
                                         "++",
                                         "enum {",
                                         "typedef ",
                                         "new ",
                                         "::"};
    uint32_t seed = 3;
    for (int round = 0; round < 3000; ++round) {
        char noise[800] = "int main() {";
        for (int i = 0; i < 60; ++i) {
            seed = seed * 1664525u + 1013904223u;
            strcat(noise, pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        f->arena = arena_new();
        scan_text(f, noise, strlen(noise));
        arena_free(f->arena);
    }
    f->arena = kept;
}

static void deep_and_long(void **state)
{
    Fixture *f = *state;
    static const char *const pieces[] = {"{",
                                         "if (1) ",
                                         "((",
                                         "x = ",
                                         "- ",
                                         "f(",
                                         "for (;;) ",
                                         "a ? ",
                                         "else if (x) ",
                                         "{1, ",
                                         "int f() {",
                                         "x++;",
                                         "while (i < 9) { i++; ",
                                         "do ",
                                         "[](){",
                                         "k<<<"};
    enum { SIZE = 60000 };
    char *text = arena_alloc(f->arena, SIZE + 32);
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; ++p) {
        strcpy(text, "int main() { int i = 0; ");
        size_t at = strlen(text), length = strlen(pieces[p]);
        for (size_t i = 0; at + i < SIZE; ++i)
            text[at + i] = pieces[p][i % length];
        scan_text(f, text, SIZE);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(shipped_kernels),
        TEST(dim3_forms),
        TEST(ceil_division_forms),
        TEST(c_arithmetic),
        TEST(command_line_arguments_are_absent),
        TEST(branches),
        TEST(loops),
        TEST(allocations),
        TEST(wrappers),
        TEST(allocating_helper),
        TEST(struct_members),
        TEST(structs_of_lists),
        TEST(structs_through_functions),
        TEST(null_pointers),
        TEST(macros_around_calls),
        TEST(course_library),
        TEST(members_of_a_class_are_set),
        TEST(settings),
        TEST(odd_host_code),
        TEST(truncation_and_noise),
        TEST(deep_and_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
