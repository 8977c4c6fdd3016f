/* Values that change by another name, and those that are handed over whole: dim3, float4, structs
 * of them. */
#include "scan_fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Case {
    const char *outside, *body, *value;
} Case;

/* The value that the kernel is given as n, or ? if it is not known. */
static void check(Fixture *f, const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        scan(f, arena_printf(f->arena,
                             "__global__ void k(int n) {}\n%s\n"
                             "int main() { int n = 1; %s k<<<1, 1>>>(n); }",
                             cases[i].outside, cases[i].body));
        assert_int_equal(f->scan->launch_count, 1);
        const char *found = argument_text(f->arena, &f->scan->launches[0].arguments[0]);
        if (strcmp(found, cases[i].value) != 0)
            fail_msg("%s %s gives %s, not %s", cases[i].outside, cases[i].body, found,
                     cases[i].value);
    }
}

static void references(void **state)
{
    static const Case cases[] = {
        {"void set(int &x) { x = 44; }", "set(n);", "44"},
        {"void set(int &x, int &y) { x = 3; y = x + 1; }", "int m = 0; set(m, n);", "4"},
        {"template <typename T> void set(T &x) { x = 45; }", "set(n);", "45"},
        {"void set(int &x) { x = read(); }", "set(n);", "?"},
        {"int get(int &x) { x++; return 0; }", "get(n);", "2"},
        {"int get(const int &x) { return x; }", "get(n);", "1"},
        {"", "int &r = n; r = 7;", "7"},
        {"struct S { int n; };", "S s; S &t = s; t.n = 17; n = s.n;", "17"},
        {"", "auto f = [&](int v) { n = v; }; f(33);", "33"},
        {"", "int *p = &n; *p = 12;", "12"}};
    check(*state, cases, sizeof cases / sizeof *cases);
}

static void swaps(void **state)
{
    static const Case cases[] = {
        {"", "int m = 8; std::swap(n, m);", "8"},
        {"", "int h[2] = {4, 6}; std::swap(h[0], h[1]); n = h[0];", "6"},
        {"struct S { int n; };", "S a = {5}, b = {6}; std::swap(a, b); n = a.n;", "6"},
        {"", "int a[1] = {3}, b[1] = {4}, *p = a, *q = b; std::swap(p, q); n = p[0];", "4"}};
    check(*state, cases, sizeof cases / sizeof *cases);
}

static void jumps(void **state)
{
    static const Case cases[] = {
        {"", "n = 5; goto end; n = 9; end: ;", "5"},
        {"", "n = 5; goto end; n = 9; end: n += 1;", "6"},
        {"", "int i = 0; again: n *= 2; if (++i < 5) goto again;", "32"},
        {"", "for (int i = 0; i < 3; i++) { if (i == 1) goto out; n = i + 20; } out: n += 100;",
         "120"},
        {"", "if (n > 1) goto end; n = 9; end: ;", "9"}};
    check(*state, cases, sizeof cases / sizeof *cases);
}

/* Elements of a list that has a name for each. */
static void elements(void **state)
{
    static const Case cases[] = {
        {"void fill(int *a) { a[2] = 50; }", "int h[3] = {1, 2, 3}; fill(h); n = h[2];", "50"},
        {"void fill(int (&a)[3]) { a[2] = 50; }", "int h[3] = {1, 2, 3}; fill(h); n = h[2];", "50"},
        {"", "int h[3] = {1, 2, 3}, *p = h; p[1] = 7; n = h[1];", "7"},
        {"", "int h[3] = {1, 2, 3}; for (int i = 0; i < 3; i++) h[i] *= 3; n = h[1];", "6"},
        {"", "int h[3] = {1, 2, 3}; read(h); n = h[1];", "?"},
        {"", "int h[3] = {1, 2, 3}; int &e = h[1]; e = 9; n = h[1];", "?"},
        {"", "int h[3] = {1, 2, 3}; for (int x : h) n = x; n = h[1];", "2"}};
    check(*state, cases, sizeof cases / sizeof *cases);
}

/* "x=1 y=2" */
static const char *members(Fixture *f, const char *before, const char *body)
{
    const char *text = "";
    scan(f, arena_printf(f->arena, "%s\nint main() { %s }", before, body));
    const HostArgument *argument = &f->scan->launches[0].arguments[0];
    for (int i = 0; i < argument->member_count; ++i)
        text = arena_printf(f->arena, "%s%s%s=%s", text, i ? " " : "", argument->members[i].text,
                            argument_text(f->arena, &argument->members[i]));
    return text;
}

static void vectors_by_value(void **state)
{
    static const Case cases[] = {
        {"__global__ void k(dim3 q) {}", "dim3 q(1, 2, 3); k<<<1, 1>>>(q);", "x=1 y=2 z=3"},
        {"__global__ void k(dim3 q) {}", "k<<<1, 1>>>(dim3(4, 5));", "x=4 y=5 z=1"},
        {"__global__ void k(int4 v) {}", "int4 v = make_int4(1, 2, 3, 4); k<<<1, 1>>>(v);",
         "x=1 y=2 z=3 w=4"},
        {"__global__ void k(float3 v) {}",
         "float3 v; v.x = 1.5f; v.y = 2; v.z = 3; k<<<1, 1>>>(v);", "x=1.5 y=2 z=3"},
        {"__global__ void k(double2 v) {}", "double2 v = {7, 8}; k<<<1, 1>>>(v);", "x=7 y=8"},
        {"__global__ void k(float2 v) {}", "k<<<1, 1>>>(make_float2(1, 2));", "x=1 y=2"},
        {"struct P { int4 a; dim3 g; int n; }; __global__ void k(P p) {}",
         "P p; p.a = make_int4(1, 2, 3, 4); p.g = dim3(7, 8, 9); p.n = 5; k<<<1, 1>>>(p);",
         "a.x=1 a.y=2 a.z=3 a.w=4 g.x=7 g.y=8 g.z=9 n=5"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_string_equal(members(*state, cases[i].outside, cases[i].body), cases[i].value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(references, scan_setup, scan_teardown),
        cmocka_unit_test_setup_teardown(swaps, scan_setup, scan_teardown),
        cmocka_unit_test_setup_teardown(jumps, scan_setup, scan_teardown),
        cmocka_unit_test_setup_teardown(elements, scan_setup, scan_teardown),
        cmocka_unit_test_setup_teardown(vectors_by_value, scan_setup, scan_teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
