/* Functions as values: kernels, and functions and lambdas that launch, handed to harnesses in the
 * shapes that people write. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define KERNELS                                                                                    \
    "__global__ void one(const float *in, float *a, int n) {}\n"                                   \
    "__global__ void two(const float *in, float *a, int n) {}\n"                                   \
    "template <int B> __global__ void tiled(const float *in, float *a, int n) {}\n"                \
    "template <typename T> __global__ void typed(const T *in, T *a, int n) {}\n"                   \
    "void run_one(const float *in, float *a, int n) { one<<<n / 32, 32>>>(in, a, n); }\n"          \
    "void run_two(const float *in, float *a, int n) { two<<<n / 64, 64>>>(in, a, n); }\n"          \
    "template <int B> void run_tiled(const float *in, float *a, int n)\n"                          \
    "{ tiled<B><<<n / B, B>>>(in, a, n); }\n"
#define ARGS   "(const float *, float *, int)"
#define PARAMS "const float *in, float *a, int n"

/* "kernel<templates> blocks x threads" of each launch of which all is known, sorted by place; main
 * has n = 128 and buffers in and d of so many floats. Launches with other arguments than these
 * three are shown with a question mark. */
static const char *launches(Fixture *f, const char *outside, const char *body)
{
    const char *out = "";
    scan(f,
         arena_printf(f->arena,
                      KERNELS "%s\nint main(int argc, char **argv) {\nint n = 128; float *in, *d;"
                              "cudaMalloc(&in, n * 4); cudaMalloc(&d, n * 4);\n%s }",
                      outside, body));
    for (int i = 0; i < f->scan->launch_count; ++i) {
        const HostLaunch *l = &f->scan->launches[i];
        if (l->missing)
            continue;
        bool is_good = l->argument_count == 3 && l->arguments[0].count_bytes >= 512 &&
                       l->arguments[1].count_bytes >= 512 && l->arguments[2].value == 128;
        out = arena_printf(f->arena, "%s%s%s%s%s%s %dx%d%s", out, *out ? "; " : "", l->kernel,
                           l->template_args ? "<" : "", l->template_args ? l->template_args : "",
                           l->template_args ? ">" : "", (int)l->grid[0], (int)l->block[0],
                           is_good ? "" : "?");
    }
    return out;
}

static void harnesses(void **state)
{
    static const struct {
        const char *outside, *body, *launches;
    } cases[] = {
        {"typedef void (*Kernel)" ARGS ";\n"
         "void bench(const char *name, Kernel kernel, int block, " PARAMS ")\n"
         "{ kernel<<<n / block, block>>>(in, a, n); }",
         "bench(\"1\", one, 32, in, d, n); bench(\"2\", &two, 16, in, d, n);\n"
         "bench(\"3\", tiled<8>, 8, in, d, n); bench(\"4\", &tiled<4>, 4, in, d, n);",
         "one 4x32; two 8x16; tiled<8> 16x8; tiled<4> 32x4"},
        {"float bench(void (*run)" ARGS ", " PARAMS ")\n"
         "{ run(in, a, n); for (int i = 0; i < 9; ++i) run(in, a, n); return 0; }",
         "bench(run_one, in, d, n); printf(\"%f\", bench(&run_two, in, d, n));\n"
         "float t = bench(run_tiled<16>, in, d, n);",
         "one 4x32; two 2x64; tiled<16> 8x16"},
        {"template <typename F> float time_it(const char *name, F f) { f(); return 0; }",
         "time_it(\"1\", [&]() { one<<<n / 32, 32>>>(in, d, n); });\n"
         "auto f = [=] { two<<<n / 16, 16>>>(in, d, n); }; float ms = time_it(\"2\", f);",
         "one 4x32; two 8x16"},
        {"float time_it(std::function<void()> f, int times) { f(); return 0; }",
         "time_it([&] { one<<<n / 32, 32>>>(in, d, n); }, 3); std::function<void(int)> f =\n"
         "[=](int b) { two<<<n / b, b>>>(in, d, n); }; f(16);",
         "one 4x32; two 8x16"},
        {"", "of_another_library(\"name\", [&] { one<<<n / 32, 32>>>(in, d, n); });", "one 4x32"},
        {"struct Entry { const char *name; void (*run)" ARGS "; };",
         "Entry all[] = {{\"1\", run_one}, {\"2\", run_two}};\n"
         "for (int i = 0; i < 2; ++i) all[i].run(in, d, n);",
         "one 4x32; two 2x64"},
        {"struct Entry { const char *name; void (*kernel)" ARGS "; int block; };",
         "Entry all[] = {{\"1\", one, 32}, {\"2\", two, 16}, {\"3\", tiled<8>, 8}};\n"
         "for (auto &e : all) e.kernel<<<n / e.block, e.block>>>(in, d, n);",
         "one 4x32; two 8x16; tiled<8> 16x8"},
        {"using Fn = void (*)" ARGS ";",
         "std::vector<std::pair<std::string, Fn>> all = {{\"1\", run_one}, {\"2\", run_two}};\n"
         "for (auto &[name, run] : all) run(in, d, n);",
         "one 4x32; two 2x64"},
        {"using Fn = void (*)" ARGS ";",
         "Fn list[] = {one, two}; for (Fn k : list) k<<<4, 32>>>(in, d, n);\n"
         "for (auto k : {one, two}) k<<<1, 128>>>(in, d, n);",
         "one 4x32; two 4x32; one 1x128; two 1x128"},
        {"struct Entry { const char *name; void (*run)" ARGS "; };",
         "std::vector<Entry> all; all.push_back({\"1\", run_one}); all.emplace_back(\"2\", "
         "run_two);\n"
         "for (const auto &e : all) e.run(in, d, n);",
         "one 4x32; two 2x64"},
        {"using Fn = void (*)" ARGS ";",
         "std::vector<Fn> all; all.push_back(one); all.push_back(&two);\n"
         "for (size_t i = 0; i < all.size(); ++i) all[i]<<<4, 32>>>(in, d, n);\n"
         "std::vector<std::pair<const char *, Fn>> pairs; pairs.push_back({\"2\", two});\n"
         "pairs.push_back(std::make_pair(\"1\", one));\n"
         "for (auto &[name, k] : pairs) k<<<2, 64>>>(in, d, n);",
         "one 4x32; two 4x32; two 2x64; one 2x64"},
        {"void (*table[])" ARGS " = {run_one, run_two};",
         "for (int i = 0; i < 2; ++i) table[i](in, d, n);", "one 4x32; two 2x64"},
        {"dim3 grids[2][2], blocks[2][2]; void shapes() { for (int i = 0; i < 2; ++i) {\n"
         "grids[1][i] = dim3(4 << i); blocks[1][i] = dim3(32); } blocks[1][1].x /= 2; }",
         "void (*table[2])" ARGS
         "; switch (argc) { case 1: table[0] = one; table[1] = two; break;\n"
         "default: table[0] = two; } shapes();\n"
         "for (int i = 0; i < 2; ++i) table[i]<<<grids[argc][i], blocks[argc][i]>>>(in, d, n);",
         "one 4x32; two 8x16"},
        {"typedef void (*Kernel)" ARGS "; dim3 grid, block; int width;\n"
         "void measure() { width = 16; } void shapes() { measure(); grid.x = 128 / width;\n"
         "block = dim3(width); }",
         "Kernel table[2]; table[0] = one; table[1] = two; shapes();\n"
         "table[1]<<<grid, block>>>(in, d, n);",
         "two 8x16"},
        {"",
         "void (*k)" ARGS " = nullptr; switch (atoi(argv[1])) { case 1: k = one; break;\n"
         "case 2: k = two; break; case 3: k = tiled<8>; } k<<<4, 32>>>(in, d, n);",
         "one 4x32; tiled<8> 4x32; two 4x32"},
        {"", "auto run = getenv(\"X\") ? run_one : run_two; run(in, d, n);", "one 4x32; two 2x64"},
        {"template <typename K> void go(K kernel, dim3 g, dim3 b, " PARAMS ")\n"
         "{ kernel<<<g, b>>>(in, a, n); }\n"
         "template <void (*K)" ARGS "> void by_value(" PARAMS ") { K<<<2, 64>>>(in, a, n); }",
         "go(one, dim3(4), dim3(32), in, d, n); by_value<two>(in, d, n);", "one 4x32; two 2x64"},
        {"template <typename T> void go(const T *in, T *a, int n)\n"
         "{ typed<T><<<n / 32, 32>>>(in, a, n); }",
         "go(in, d, n); double *x; cudaMalloc(&x, n * 8); go(x, x, n);\n"
         "typed<<<1, 128>>>(x, x, n);",
         "typed<float> 4x32; typed<double> 4x32; typed<double> 1x128"},
        {"template <typename K, typename... A> void go(K k, int g, int b, A &&...args)\n"
         "{ k<<<g, b>>>(std::forward<A>(args)...); }",
         "go(one, 4, 32, in, d, n); go(tiled<8>, 16, 8, in, d, n);", "one 4x32; tiled<8> 16x8"},
        {"",
         "void *args[] = {&in, &d, &n}; cudaLaunchKernel((void *)one, dim3(4), dim3(32), args);\n"
         "cudaLaunchKernel((const void *)tiled<8>, n / 8, 8, args, 0, 0);",
         "one 4x32; tiled<8> 16x8"},
        {"void by_number(int number, " PARAMS ") { switch (number) {\n"
         "case 1: run_one(in, a, n); break; case 2: run_two(in, a, n); break;\n"
         "default: throw 1; } }",
         "by_number(argc > 1 ? atoi(argv[1]) : 1, in, d, n);", "one 4x32; two 2x64"},
    };
    Fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_string_equal(launches(f, cases[i].outside, cases[i].body), cases[i].launches);
}

/* What is not known launches nothing: no kernel is made up. */
static void unknown_functions(void **state)
{
    Fixture *f = *state;
    assert_string_equal(launches(f, "", "auto k = pick(3); k<<<1, 2>>>(in, d, n);"), "");
    assert_string_equal(
        launches(f, "template <typename K> void go(K kernel) { kernel<<<1, 1>>>(0, 0, 0); }", ""),
        "");
    assert_string_equal(launches(f, "",
                                 "int one = 3; if (one < n && n > 2) two<<<one, 1>>>(in, d,"
                                 " n);"),
                        "two 3x1");
}

/* What is called where nobody knows whether that is reached returns what it returns; only a return
 * of the same function under a condition that is not known leaves the result open. */
static void results_in_uncertain_branches(void **state)
{
    static const char functions[] = "int halved(int x) { return x / 2; }\n"
                                    "int odd(int x, int y) { if (y) return x + 1; return x; }\n";
    Fixture *f = *state;
    assert_string_equal(
        launches(f, functions,
                 "if (atoi(argv[1])) { int b = halved(n); one<<<halved(b), b>>>(in, d, n); }"),
        "one 32x64");
    assert_string_equal(
        launches(f, functions,
                 "if (atoi(argv[1])) { int b = odd(n, atoi(argv[1])); one<<<1, b>>>(in, d, n); }"),
        "");
    assert_string_equal(launches(f, functions,
                                 "if (atoi(argv[1])) { int sum = 0;\n"
                                 "for (int i = 0; i < 4; ++i) sum += halved(i);\n"
                                 "one<<<sum, 8>>>(in, d, n); }"),
                        "one 2x8");
}

/* Kernels of one name in several namespaces: the one before its name counts, else the one around
 * the launch. */
static void kernels_in_namespaces(void **state)
{
    Fixture *f = *state;
    assert_string_equal(
        scan(f, "namespace a { __global__ void k(int *o) {}\n"
                "void run(int *o) { k<<<1, 1>>>(o); } }\n"
                "namespace b { template <int N> __global__ void k(int *o) {} }\n"
                "namespace c::d { __global__ void k(int *o) {} }\n"
                "__global__ void k(int *o) {}\n"
                "int main() { int *o; cudaMalloc(&o, 4); b::k<7><<<2, 1>>>(o); a::run(o);\n"
                "c::d::k<<<3, 1>>>(o); ::k<<<4, 1>>>(o); k<<<5, 1>>>(o); }"),
        "k:1 1 1 (o:4); k:3<7> 2 1 (o:4); k:4 3 1 (o:4); k:5 4 1 (o:4); k:5 5 1 (o:4)");
    assert_string_equal(
        scan(f, "__global__ void k(int *o) {} __global__ void k(float *o) {}\n"
                "__global__ void k(char *o) {}\n"
                "int main() { int *o; cudaMalloc(&o, 4); float *p; cudaMalloc(&p, 8);\n"
                "char *q; cudaMalloc(&q, 1); k<<<1, 1>>>(q); k<<<2, 1>>>(p); k<<<3, 1>>>(o); }"),
        "k:2 1 1 (q:1); k:1.2 2 1 (p:8); k:1 3 1 (o:4)");
}

/* Sizes in a list that a loop only reads stay known, though the loop takes too long to be run to
 * its end, and though a branch that is not taken is looked at first. */
static void sizes_in_a_list(void **state)
{
    Fixture *f = *state;
    static const char functions[] =
        "template <int P> __global__ void k(float *a, int n) {}\n"
        "template <int P> void run(float *a, int n) { k<P><<<n / 8, 8>>>(a, n); }\n"
        "float check(void (*f)(float *, int), int n) { float *a, most = 0;\n"
        "float *h = (float *)malloc(n * n * 4); cudaMalloc(&a, n * 4); f(a, n);\n"
        "for (int i = 0; i < n * n; i++) most = std::max(most, h[i]);\n"
        "return most; }\n"
        "int main(int argc, char **argv) { int sizes[8], pad = 0; float e;\n"
        "for (int i = 0; i < 8; i++) sizes[i] = (i + 1) * 256;\n"
        "for (int j = 0; j < 5; j++) { int n = sizes[j]; %s\n"
        "if (pad == 0) { e = check(run<0>, n); } else { e = check(run<8>, n); } } }\n";
    assert_string_equal(scan(f, arena_printf(f->arena, functions, "")),
                        "~k<8> 32 8 (a:1024, 256); k<0> 32 8 (a:1024, 256)");
    assert_string_equal(scan(f, arena_printf(f->arena, functions, "sizes[j] = atoi(argv[1]);")),
                        "k<0> ? 8 (a, ?)");
    assert_string_equal(
        scan(f, arena_printf(f->arena, functions, "int &m = sizes[j + 1]; std::cin >> m;")),
        "k<0> ? 8 (a, ?)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCAN_TEST(harnesses), SCAN_TEST(unknown_functions),
                                       SCAN_TEST(results_in_uncertain_branches),
                                       SCAN_TEST(kernels_in_namespaces),
                                       SCAN_TEST(sizes_in_a_list)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
