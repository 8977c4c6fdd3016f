/* What host arrays hold when they are copied to the device; and when that is not known. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char *numbers(Fixture *f, const HostContents *contents)
{
    const char *text = "";
    if (!contents->bytes)
        return "unknown";
    for (uint64_t i = 0; i + 4 <= contents->byte_count; i += 4) {
        int32_t number;
        memcpy(&number, (const char *)contents->bytes + i, 4);
        text = arena_printf(f->arena, "%s%s%d", text, i ? " " : "", (int)number);
    }
    return contents->is_listed ? arena_printf(f->arena, "%s, listed", text) : text;
}

/* The ints that d begins with, after `body` made h and copied it there. */
static const char *after(Fixture *f, const char *body)
{
    in_main(f, arena_printf(f->arena,
                            "int *d; cudaMalloc(&d, 5 * sizeof(int)); %s"
                            "cudaMemcpy(d, &h[0], 5 * sizeof(int), cudaMemcpyHostToDevice);"
                            "k<<<1, 1>>>(d);",
                            body));
    return numbers(f, &f->scan->launches[0].arguments[0].contents);
}

static void arrays_that_are_filled(void **state)
{
    static const char *const forms[] = {
        "int h[5]; for (int i = 0; i < 5; i++) h[i] = i * 2;",
        "int *h = (int *)malloc(5 * sizeof(int)); for (int i = 4; i >= 0; --i) *(h + i) = 2 * i;",
        "int *h = new int[5](); for (int i = 0; i < 5; i++) { h[i] += i; h[i] *= 2; }",
        "std::vector<int> h(5); std::iota(h.begin(), h.end(), 0); for (int i = 0; i < 5; i++) "
        "h[i] = h[i] * 2;",
        "std::vector<int> h; for (int i = 0; i < 5; i++) h.push_back(2 * i);",
        "int *h; cudaMallocHost(&h, 20); h[0] = 0; for (int i = 1; i < 5; i++) h[i] = h[i - 1] + "
        "2;",
        "int g[5], h[5]; for (int i = 0; i < 5; i++) g[i] = 2 * i; memcpy(h, g, sizeof(g));",
        "int g[5], h[5]; for (int i = 0; i < 5; ++i) { g[i] = 7; h[i] = (int)((i * 4 + 1) / 2.0f); "
        "}",
        "int m = 5, q = 2, h[5]; int i; for (i = 0; i < m; i++) h[m - 1 - i] = 8 - i * q; h[4] = i "
        "+ "
        "3;",
        "long n = 9; int h[5]; for (int i = 0; i < 5; ++i) h[i] = (i << 1 | i * (8 % 4)) + n - 9;",
        "int h[5] = {0}; int *p = h; for (int i = 0; i < 5; i++) *p++ = 2 * i;",
        "auto fill = [](int *p, int n) { for (int i = 0; i < n; i++) p[i] = 2 * i; }; int h[5]; "
        "fill(h, 5);",
        "auto put = [](int &x, int value) { x = value; }; int h[5]; for (int i = 0; i < 5; i++) "
        "put(h[i], 2 * i);"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i)
        if (strcmp(after(*state, forms[i]), "0 2 4 6 8") != 0)
            fail_msg("%s gives %s", forms[i], after(*state, forms[i]));
}

/* More elements than are kept are not begun with: what follows is not known, and takes no time. */
static void arrays_that_are_too_long(void **state)
{
    Fixture *f = *state;
    scan(f,
         "__global__ void k(int *a) {}\nint main() { int n = 1 << 20, *d;\n"
         "  int *h = (int *)malloc(n * sizeof(int)); for (int i = 0; i < n; ++i) h[i] = i % 7;\n"
         "  cudaMalloc(&d, n * 4); cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); k<<<1, 1>>>(d);"
         " }");
    assert_int_equal(f->scan->launch_count, 1);
    assert_null(f->scan->launches[0].arguments[0].contents.bytes);
}

static void arrays_that_are_listed(void **state)
{
    static const char *const forms[] = {
        "int h[] = {3, 1, 4, 1, 5};", "static const int h[5] = {3, 1, 4, 1, 5};",
        "std::vector<int> h = {3, 1, 4, 1, 5};", "std::vector<int> h{3, 1, 4, 1, 5};",
        "int *h = new int[5]{3, 1, 4, 1, 5};"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i)
        assert_string_equal(after(*state, forms[i]), "3 1 4 1 5, listed");
    assert_string_equal(after(*state, "int h[][2] = {{1, 2}, {3}, {5}};"), "1 2 3 0 5, listed");
    assert_string_equal(after(*state, "int h[5]; memset(h, -1, sizeof h);"), "-1 -1 -1 -1 -1");
}

static void arrays_that_are_not_known(void **state)
{
    static const char *const forms[] = {
        "int h[5]; for (int i = 0; i < 5; i++) h[i] = rand() % 5;",
        "int h[5] = {1, 2, 3, 4, 5}; fread(h, 4, 5, file);",
        "int h[5] = {1, 2, 3, 4, 5}; if (flag()) h[2] = 7;",
        "int h[5] = {1, 2, 3, 4, 5}; h[where()] = 7;",
        "int h[5] = {1, 2, 3, 4, 5}; for (int i = 0; i < limit(); i++) h[i] = 7;",
        "int h[5] = {1, 2, 3, 4, 5}; std::shuffle(h, h + 5, generator);",
        "int *h = read_numbers(\"file\");"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i)
        if (strcmp(after(*state, forms[i]), "unknown") != 0)
            fail_msg("%s gives %s", forms[i], after(*state, forms[i]));
    /* Not taken, so nothing changes. */
    assert_string_equal(after(*state, "int h[] = {1, 2, 3, 4, 5}; if (argc > 1) h[2] = 7;"),
                        "1 2 3 4 5, listed");
}

/* 4611686018427387909 ints are 20 bytes more than 64 bits can count. */
static void sizes_that_overflow_are_not_known(void **state)
{
    static const char *const forms[] = {
        "int *h = new int[4611686018427387909]();", "int h[][9223372036854775807] = {1, 2, 3};",
        "std::vector<int> v(4611686018427387904); int *e = v.end(); std::vector<int> h(v.begin(), "
        "v.end());",
        "int h[5] = {0}; int *p = d + 9223372036854775807; std::fill(d - 9223372036854775807, p, "
        "1); h[0] = rand();"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i)
        if (strcmp(after(*state, forms[i]), "unknown") != 0)
            fail_msg("%s gives %s", forms[i], after(*state, forms[i]));
}

static void buffers_of_the_device(void **state)
{
    Fixture *f = *state;
    in_main(f, "int *d; cudaMallocManaged(&d, 12); for (int i = 0; i < 3; i++) d[i] = 9 - i;"
               "k<<<1, 1>>>(d); cudaMemset(d, 0, 12); k<<<1, 1>>>(d);");
    assert_string_equal(numbers(f, &f->scan->launches[0].arguments[0].contents), "9 8 7");
    assert_string_equal(numbers(f, &f->scan->launches[1].arguments[0].contents), "0 0 0");
    in_main(f, "std::vector<int> h = {1, 2, 3}; thrust::device_vector<int> a(h.begin(), h.end()), "
               "b = h, c(3); c = h; k<<<1, 1>>>(thrust::raw_pointer_cast(a.data()), "
               "thrust::raw_pointer_cast(b.data()), thrust::raw_pointer_cast(c.data()));");
    for (int i = 0; i < 3; ++i)
        assert_string_equal(numbers(f, &f->scan->launches[0].arguments[i].contents),
                            "1 2 3, listed");
    in_main(f, "int n = 7; cudaMemcpyToSymbol(S, &n, sizeof(int)); k<<<1, 1>>>(1);");
    assert_string_equal(numbers(f, &f->scan->symbols[0].contents), "7");
}

/* What only checks a kernel on the CPU is not gone through. */
static void loops_that_are_not_begun(void **state)
{
    static const char *const checks[] = {
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { float sum = 0; for (int k = 0; "
        "k < n; k++) sum += a[i * n + k] * a[k * n + j]; c[i * n + j] = sum; }",
        "for (int i = 0; i < n * n; ++i) { float x = rand() / (float)RAND_MAX; c[i] = x; }",
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (fabs(a[i * n + j] - 1) > "
        "1e-5) { puts(\"wrong\"); break; }",
        "int i; for (i = 1; i <= n; i++) { total += i; }"};
    Fixture *f = *state;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; ++i) {
        scan(f, arena_printf(f->arena,
                             "int main() { int n = 1024, total = 0, h[3] = {7, 8, 9}, *d; "
                             "float *a = (float *)malloc(4 * n * n), *c = (float *)malloc(4 * n * "
                             "n); %s cudaMalloc(&d, 12); cudaMemcpy(d, h, 12, "
                             "cudaMemcpyHostToDevice); k<<<n / 256, 256>>>(d); }",
                             checks[i]));
        const HostLaunch *launch = f->scan->launches;
        assert_string_equal(numbers(f, &launch->arguments[0].contents), "7 8 9, listed");
        assert_int_equal(launch->grid[0], 4);
        if (f->scan->work > 600)
            fail_msg("%s takes %d operands", checks[i], f->scan->work);
    }
}

/* Long as they are, these come to their ends. */
static void loops_that_are_left(void **state)
{
    static const char *const searches[] = {
        ("int h[5] = {1, 4, 9}, n = 0; for (int i = 0; i < 1 << 30; i++) { if (h[i] == 9) break; n "
         "= i; }"),
        "int n = 0; for (int i = 0; i < 1 << 30; i++) { if (i == 1) i = 1 << 30; n = i < 2; }",
        "int n = 0, end = 1 << 30; for (int i = 0; i < end; i++) { n++; end = 1; }"};
    Fixture *f = *state;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; ++i) {
        in_main(f, arena_printf(f->arena, "%s k<<<n, 32>>>();", searches[i]));
        if (!f->scan->launches[0].has_grid || f->scan->launches[0].grid[0] != (i != 1))
            fail_msg("%s gives another grid", searches[i]);
    }
}

static void pointers_to_arrays(void **state)
{
    static const char *const forms[] = {
        "float (*A)[N]; cudaMalloc((void **)&A, N * N * sizeof(float));",
        "float (*A)[N]; cudaMalloc(&A, sizeof(float[N][N]));",
        "float (*A)[N] = nullptr; cudaMallocManaged(&A, sizeof(*A) * N);",
        "Row *A; cudaMalloc(&A, N * sizeof(Row));",
        "Row *A; cudaMalloc(&A, sizeof(Matrix));",
        "float h[N][N], (*A)[N]; cudaMalloc(&A, sizeof h);",
        "float h[N][N], (*A)[N]; cudaMalloc(&A, N * sizeof(h[0]));"};
    Fixture *f = *state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
        scan(f, arena_printf(f->arena,
                             "#define N 16\ntypedef float Row[N]; using Matrix = float[N][N];\n"
                             "int main() { %s k<<<1, 1>>>(A); }",
                             forms[i]));
        const HostArgument *argument = &f->scan->launches[0].arguments[0];
        if (!argument->has_count || argument->count_bytes != 1024)
            fail_msg("%s gives %s", forms[i], argument_text(f->arena, argument));
    }
}

/* A list of managed nodes, each made by a function that is given a reference to the last one's
 * pointer. */
static void pointers_by_reference(void **state)
{
    Fixture *f = *state;
    scan(f,
         "struct Node { int key; Node *next; };\n"
         "template <typename T> void make(T &p) { cudaMallocManaged(&p, sizeof(Node)); }\n"
         "int main() { Node *first, *node; make(first); node = first;\n"
         "  for (int i = 0; i < 3; ++i) { node->key = i; make(node->next); node = node->next; }\n"
         "  node->key = 3; node->next = nullptr; k<<<1, 1>>>(first); }");
    const HostArgument *at = f->scan->launches[0].arguments;
    for (int key = 0; key < 4; ++key) {
        assert_string_equal(numbers(f, &at->contents), arena_printf(f->arena, "%d 0 0 0", key));
        assert_int_equal(at->contents.pointer_count, key < 3);
        at = at->contents.pointer_count ? at->contents.pointers[0].to : NULL;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCAN_TEST(arrays_that_are_filled),   SCAN_TEST(arrays_that_are_too_long),
        SCAN_TEST(arrays_that_are_listed),   SCAN_TEST(arrays_that_are_not_known),
        SCAN_TEST(buffers_of_the_device),    SCAN_TEST(loops_that_are_left),
        SCAN_TEST(loops_that_are_not_begun), SCAN_TEST(pointers_to_arrays),
        SCAN_TEST(pointers_by_reference),    SCAN_TEST(sizes_that_overflow_are_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
