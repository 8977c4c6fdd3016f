/* Pointers, allocations and structs of the host, through the functions they travel. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

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
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->scan->launches[0].arguments[0].missing),
                        "n, set by atoi(argv[1])");
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
    assert_string_equal(in_main(f, "thrust::device_vector<float> d; int n = 20; d.resize(n);"
                                   "k<<<1, 1>>>(thrust::raw_pointer_cast(d.data()));"),
                        "k 1 1 (d:80)");
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
        "mm 3,3 16,16 (A:6400[40 x 40], B:6400[40 x 40], 40); "
        "mm 10,10 8,8 (A:6400[40 x 40], B:6400[40 x 40], 80)");
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
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->scan->launches[0].missing),
                        "the grid needs N, a parameter of solve()");
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
        ("P p = {.size = {.h = 3}, .data = d, .scale = .5f, .n = {4}}; p.size.w = n; k<<<1, "
         "1>>>(p);"),
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

static void members_of_a_class_are_set(void **state)
{
    Fixture *f = *state;
    const char *text = "class Runner { int nx; float *d;\n"
                       "public: Runner(int n) : nx(n) { }\n"
                       "  void run() { k<<<(nx + 255) / 256, 256>>>(nx); } };\n"
                       "int main() { Runner r(1000); r.run(); }";
    assert_string_equal(scan(f, text), "k 4 256 (1000)");
    set(f, "nx", 500);
    assert_string_equal(scan(f, text), "k 2 256 (500)");
    assert_int_equal(f->diags->error_count, 0);
    f->setting_count = 0;
    set(f, "d", 1);
    scan(f, text);
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].message),
                        "--set d: the file has no host variable of that name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCAN_TEST(allocations),       SCAN_TEST(wrappers),
        SCAN_TEST(allocating_helper), SCAN_TEST(struct_members),
        SCAN_TEST(structs_of_lists),  SCAN_TEST(structs_through_functions),
        SCAN_TEST(null_pointers),     SCAN_TEST(members_of_a_class_are_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
