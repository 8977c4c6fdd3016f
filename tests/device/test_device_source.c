/* The text a CUDA compiler gets: what stays, what becomes blanks, and that nothing moves. */
#include "device/source.h"
#include "test.h"

#include <string.h>

static char *make(Arena *arena, const char *text, const DeviceTextOptions *options)
{
    DeviceFile file = {"file.cu", text, (uint32_t)strlen(text)};
    char *out;
    device_texts_make(arena, &file, 1, options, &out, NULL);
    assert_int_equal(strlen(out), strlen(text));
    for (size_t i = 0; text[i]; ++i)
        if ((text[i] == '\n') != (out[i] == '\n'))
            fail_msg("line ends moved at byte %zu of:\n%s", i, out);
    return out;
}

/* What is left, with runs of blanks as one space. */
static const char *left_with(Arena *arena, const char *text, const DeviceTextOptions *options)
{
    char *out = make(arena, text, options), *to = out;
    for (const char *from = out; *from; ++from)
        if (!strchr(" \t\n", *from))
            *to++ = *from;
        else if (to > out && to[-1] != ' ')
            *to++ = ' ';
    while (to > out && to[-1] == ' ')
        --to;
    *to = '\0';
    return out;
}

static const char *left(Arena *arena, const char *text)
{
    static const char *const root[] = {"k"};
    DeviceTextOptions options = {.roots = root, .root_count = 1};
    return left_with(arena, text, &options);
}

static void host_code_goes(void **state)
{
    assert_string_equal(left(*state, "#include <cstdio>\n"
                                     "static int check(int a) { return a; }\n"
                                     "float *M, *N;\n"
                                     "__global__ void k(int *a) { a[0] = 1; }\n"
                                     "int main() { k<<<1, 1>>>(0); return check(1); }\n"),
                        "__global__ void k(int *a) { a[0] = 1; }");
}

static void what_is_needed_stays(void **state)
{
    assert_string_equal(left(*state, "const int A = 1; const int B = 2;\n"
                                     "typedef float real; struct P { real x; }; enum { E = A };\n"
                                     "__device__ real f(P p) { return p.x + E; }\n"
                                     "__device__ real g(P p) { return p.x; }\n"
                                     "__global__ void k(real *a, P p) { a[0] = f(p); }\n"),
                        "const int A = 1; typedef float real; struct P { real x; }; enum { E = A };"
                        " __device__ real f(P p) { return p.x + E; }"
                        " __global__ void k(real *a, P p) { a[0] = f(p); }");
}

static void other_kernels_go_unless_none_is_named(void **state)
{
    const char *text = "__global__ void k() {} __global__ void other() {}";
    DeviceTextOptions all = {0};
    assert_string_equal(left(*state, text), "__global__ void k() {}");
    assert_string_equal(left_with(*state, text, &all), text);
}

static void macros_lead_on(void **state)
{
    assert_string_equal(left(*state, "#define HD __host__ __device__\n"
                                     "#define TWICE(x) twice(x)\n"
                                     "HD int twice(int x) { return 2 * x; }\n"
                                     "HD int thrice(int x) { return 3 * x; }\n"
                                     "__global__ void k(int *a) { a[0] = TWICE(1); }\n"),
                        "#define HD __host__ __device__ #define TWICE(x) twice(x) "
                        "HD int twice(int x) { return 2 * x; } "
                        "__global__ void k(int *a) { a[0] = TWICE(1); }");
}

static void branches_that_open_a_brace_each(void **state)
{
    assert_string_equal(
        left(*state, "__global__ void k(int *a) {\n"
                     "#ifdef ALL\n"
                     "if (a) {\n"
                     "#elif defined SOME\n"
                     "for (;;) {\n"
                     "#else\n"
                     "while (a[0]) {\n"
                     "#endif\n"
                     "a[0] = 1; } }\n"
                     "int main() { k<<<1, 1>>>(0); }\n"),
        "__global__ void k(int *a) { #ifdef ALL if (a) { #elif defined SOME for (;;) {"
        " #else while (a[0]) { #endif a[0] = 1; } }");
}

static void host_names_do_not_mislead(void **state)
{
    assert_string_equal(left(*state, "std::map<int, float> table;\nstd::vector<float> k2;\n"
                                     "using V = std::vector<int, std::allocator<int>>;\n"
                                     "void check(int) { exit(1); }\nstatic_assert(1, \"x\");\n"
                                     "__global__ void k(float *table) { int check = 1; }\n"),
                        "__global__ void k(float *table) { int check = 1; }");
}

static void templates_and_namespaces(void **state)
{
    static const char *const root[] = {"k", "c", "gone"};
    const char *text = "namespace a { namespace b {\n"
                       "template <int T = 4, typename F> __global__ void\n"
                       "__launch_bounds__(256) k(F *p) { p[0] = c[T]; }\n"
                       "int host() { return 0; }\n} __constant__ float c[16]; }\n"
                       "extern \"C\" { int h(); }\nusing namespace a; using namespace thrust;\n";
    DeviceFile file = {"f.cu", text, (uint32_t)strlen(text)};
    DeviceTextOptions options = {.roots = root, .root_count = 3};
    const char *names[3];
    char *out;
    device_texts_make(*state, &file, 1, &options, &out, names);
    assert_string_equal(names[0], "a::b::k");
    assert_string_equal(names[1], "a::c");
    assert_string_equal(names[2], "gone");
    assert_string_equal(left_with(*state, text, &options),
                        "namespace a { namespace b { template <int T = 4, typename F> __global__ "
                        "void __launch_bounds__(256) k(F *p) { p[0] = c[T]; } } "
                        "__constant__ float c[16]; } extern \"C\" { } using namespace a;");
}

static void defines_of_the_command_line_win(void **state)
{
    static const Define define = {"T", "8"};
    DeviceTextOptions options = {.defines = &define, .define_count = 1};
    assert_string_equal(
        left_with(*state, "#define T \\\n 4\n#define TT 5\n#ifndef T\n#define T 3\n#endif\n",
                  &options),
        "#define TT 5 #ifndef T #endif");
}

static void local_headers_are_searched_too(void **state)
{
    static const char *const root[] = {"k"};
    const char *texts[] = {
        "#include \"sub/t.h\"\n#include \"gone.h\"\n#include <cuda_fp16.h>\n"
        "#include <vector>\n#include <t.h>\n#include <or.h>\n"
        "__global__ void k(int *a) { a[0] = f(); }\n",
        "#pragma once\n__device__ int f() { return 1; }\nint host() { return 2; }"};
    DeviceFile files[] = {{"x/k.cu", texts[0], (uint32_t)strlen(texts[0])},
                          {"x/sub/t.h", texts[1], (uint32_t)strlen(texts[1])}};
    DeviceTextOptions options = {.roots = root, .root_count = 1};
    char *out[2];
    device_texts_make(*state, files, 2, &options, out, NULL);
    assert_non_null(strstr(out[0], "#include \"sub/t.h\""));
    assert_non_null(strstr(out[0], "#include <cuda_fp16.h>"));
    assert_null(strstr(out[0], "gone.h"));
    assert_null(strstr(out[0], "vector"));
    assert_non_null(strstr(out[0], "#include <t.h>"));
    assert_null(strstr(out[0], "or.h"));
    assert_non_null(strstr(out[1], "int f() { return 1; }"));
    assert_null(strstr(out[1], "host"));
}

static const char *without(Arena *arena, WithoutKind kind, const char *body)
{
    Without one = {kind, 2};
    DeviceTextOptions options = {.withouts = &one, .without_count = 1};
    const char *text = arena_printf(arena, "__global__ void k() {\n%s\n}", body);
    const char *out = left_with(arena, text, &options);
    size_t head = strlen("__global__ void k() { ");
    return strlen(out) > head + 1 ? arena_text(arena, out + head, strlen(out) - head - 2) : "";
}

static void without_a_barrier(void **state)
{
    Arena *arena = *state;
    assert_string_equal(without(arena, WITHOUT_BARRIER, "a(); __syncthreads(); b();"),
                        "a(); ; b();");
    assert_string_equal(without(arena, WITHOUT_BARRIER, "if (x) __syncthreads();"), "if (x) ;");
    assert_string_equal(without(arena, WITHOUT_BARRIER, "cg::sync(b); tb.sync(); x::y.sync();"),
                        "; ; ;");
    assert_string_equal(without(arena, WITHOUT_BARRIER, "\n__syncthreads();"), "__syncthreads();");
}

static void without_a_check(void **state)
{
    Arena *arena = *state;
    assert_string_equal(without(arena, WITHOUT_CHECK, "if (Row < j && (a)) x = 1; else x = 2;"),
                        "if (1 ) x = 1; else x = 2;");
    assert_string_equal(without(arena, WITHOUT_CHECK, "s[t] = i < n && j < n ? a[i] : 0.0f;"),
                        "s[t] = 1 ? a[i] : 0.0f;");
    assert_string_equal(without(arena, WITHOUT_CHECK, "f((i < n) ? 1 : i > 3 ? 2 : 3);"),
                        "f(1 ? 1 : 1 ? 2 : 3);");
    assert_string_equal(without(arena, WITHOUT_CHECK, "if (a &&\n b) x();"), "if (1 ) x();");
    assert_string_equal(without(arena, WITHOUT_CHECK, "if constexpr (T > 4) x();"),
                        "if constexpr (1 ) x();");
    assert_string_equal(without(arena, WITHOUT_CHECK, "x = a\n ? b : c;"), "x = 1 ? b : c;");
    assert_string_equal(without(arena, WITHOUT_CHECK, "return q[i] ? 1 : 2;"), "return 1 ? 1 : 2;");
}

static void without_a_line(void **state)
{
    Arena *arena = *state;
    assert_string_equal(without(arena, WITHOUT_LINE, "a = 1; b = f(2);\nc = 3;"), "; ; c = 3;");
    assert_string_equal(without(arena, WITHOUT_LINE, "if (a) { b(); }\nelse c();\nd();"), "; d();");
    assert_string_equal(without(arena, WITHOUT_LINE, "for (int i = 0; i < 3; ++i)\n  x();\ny();"),
                        "; y();");
    assert_string_equal(without(arena, WITHOUT_LINE, "do { x(); } while (y);\nz();"), "; z();");
    assert_string_equal(without(arena, WITHOUT_LINE, "y(); if constexpr (N) x(); else z();"),
                        "; ;");
    assert_string_equal(without(arena, WITHOUT_LINE, "\nif (a)\nb();"), "if (a) b();");
    assert_string_equal(without(arena, WITHOUT_LINE, "if (a) { } while (b) { c(); } d();"),
                        "; ; ;");
    assert_string_equal(without(arena, WITHOUT_LINE, "int a = 1; b = 2; T *p = q; ns::U<4> v(1);"),
                        "int a = 1; ; T *p = q; ns::U<4> v(1);");
    assert_string_equal(without(arena, WITHOUT_LINE, "case 1: a(); break; default: return b;"),
                        "case 1: ; ; default: ;");
    Without third = {WITHOUT_LINE, 3};
    DeviceTextOptions options = {.withouts = &third, .without_count = 1};
    assert_string_equal(left_with(arena,
                                  "__global__ void k() { int v[2] = {\n 1, 2};\n"
                                  " if (p)\n q(); x = c\n ? 1\n : 2; }",
                                  &options),
                        "__global__ void k() { int v[2] = { 1, 2}; ; x = c ? 1 : 2; }");
    assert_string_equal(
        left_with(arena, "__global__ void k() {\ndo { x();\n} while (b); }", &options),
        "__global__ void k() { do { x(); } while (b); }");
    third.line = 6;
    assert_string_equal(left_with(arena, "__global__ void k() {\nx = c\n? 1\n:\n\n 2; }", &options),
                        "__global__ void k() { x = c ? 1 : 2; }");
}

/* The text with one --without, its macros known as the preprocessor knows them. */
static const char *without_in_macros(Arena *arena, WithoutKind kind, int line, const char *text)
{
    Without one = {kind, line};
    CompileOptions options = {.withouts = &one, .without_count = 1};
    SourceSet *sources = source_set_new(arena);
    Diags *diags = diags_new(arena);
    uint32_t file = source_add(sources, "file.cu", text, strlen(text));
    Unit *unit = unit_open(arena, sources, file, &options, diags);
    Program *program = unit_compile(arena, unit, &options, diags);
    assert_non_null(program);
    const char *out = device_source_make(arena, unit, &options, program)->text;
    int lines = 0;
    for (const char *at = text; *at; ++at)
        lines += *at == '\n';
    for (const char *at = out; *at; ++at)
        lines -= *at == '\n';
    assert_int_equal(lines, 0);
    return strstr(out, "{");
}

static void without_what_macros_stand_for(void **state)
{
    Arena *arena = *state;
    const char *text = "#define SYNC() __syncthreads()\n"
                       "#define SEL(c, a, b) ((c) ? (a) : (b))\n"
                       "#define FOUR 4\n"
                       "__global__ void k(int *a, int n) {\n"
                       "a[0] = SEL(n > 1, FOUR, n >> 1);\n"
                       "SYNC(); a[1] = FOUR;\n"
                       "a[2] = SEL(\n"
                       "n > 2, 1,\n"
                       "SEL(n < 0, 2, 3));\n}\n";
    assert_string_equal(
        without_in_macros(arena, WITHOUT_BARRIER, 6, text),
        "{\na[0] =  ( ( n > 1 ) ? ( 4 ) : ( n >> 1 ) ) ;\n"
        "                   ; a[1] = FOUR;\n"
        "a[2] =  ( ( n > 2 ) ? ( 1 ) : ( ( ( n < 0 ) ? ( 2 ) : ( 3 ) ) ) ) \n\n;\n}\n");
    assert_string_equal(
        without_in_macros(arena, WITHOUT_CHECK, 9, text),
        "{\na[0] =  ( ( n > 1 ) ? ( 4 ) : ( n >> 1 ) ) ;\n"
        " __syncthreads ( ) ; a[1] = FOUR;\n"
        "a[2] =  ( ( n > 2 ) ? ( 1 ) : ( ( 1         ? ( 2 ) : ( 3 ) ) ) ) \n\n;\n}\n");
}

static void without_lines_of_functions_only(void **state)
{
    Without one = {WITHOUT_LINE, 1};
    DeviceTextOptions options = {.withouts = &one, .without_count = 1};
    assert_string_equal(left_with(*state,
                                  "struct S { int x; __device__ int f() const { return x; } }; "
                                  "__device__ void g() { h(); } __global__ void k() { g(); S s; }",
                                  &options),
                        "struct S { int x; __device__ int f() const { ; } }; "
                        "__device__ void g() { ; } __global__ void k() { ; S s; }");
}

/* The name alone may not say which kernel is meant: it is cast to a type of its own. */
static void overloaded_kernels(void **state)
{
    static const struct {
        const char *kernel, *arguments, *expression, *type;
    } rows[] = {
        {"k:1", NULL, "(a::tilestep_kernel *)a::k",
         "namespace a { typedef void tilestep_kernel(int *p); }\n"},
        {"k:2", NULL, "(b::tilestep_kernel *)b::k",
         "namespace b { typedef void tilestep_kernel(S *p); }\n"},
        {"k:3", NULL, "(tilestep_kernel *)k", "typedef void tilestep_kernel(long n , int m);\n"},
        {"k:5", "int,5", "(tilestep_kernel *)k<int,5>",
         "typedef void tilestep_kernel(const int *, long n );\n"},
    };
    Arena *arena = *state;
    const char *text =
        "namespace a { __global__ void k(int *p) {} }\n"
        "namespace b { struct S { int x; }; __global__ void k(S *p) {} }\n"
        "__global__ void k(long n = 3,\nint m) {}\n"
        "template <typename T, int N> __global__ void k(const T *p, long n = N) {}\n";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        CompileOptions options = {.kernel = rows[i].kernel, .template_args = rows[i].arguments};
        SourceSet *sources = source_set_new(arena);
        Diags *diags = diags_new(arena);
        uint32_t file = source_add(sources, "file.cu", text, strlen(text));
        Unit *unit = unit_open(arena, sources, file, &options, diags);
        Program *program = unit_compile(arena, unit, &options, diags);
        assert_non_null(program);
        DeviceSource *source = device_source_make(arena, unit, &options, program);
        assert_string_equal(source->kernel, rows[i].expression);
        assert_string_equal(source->text + strlen(text) + 1, rows[i].type);
    }
}

static void last_line_ends(void **state)
{
    assert_string_equal(left(*state, "__global__ void k() {}\n// \\\n"),
                        "__global__ void k() {} //");
    assert_string_equal(left(*state, "__global__ void k() {}\n#define A \\\r\n"),
                        "__global__ void k() {} #define A \r");
    assert_string_equal(left(*state, "__global__ void k() {}\n// \\\n// b\n"),
                        "__global__ void k() {} // \\ // b");
}

static void operators_have_no_names(void **state)
{
    assert_string_equal(left(*state,
                             "struct P { int x; };\n"
                             "__device__ P operator+(P a, P b) { return a; }\n"
                             "__device__ bool operator<(P a, P b) { return 1; }\n"
                             "std::ostream &operator<<(std::ostream &o, P p) { return o; }\n"
                             "__global__ void k(P *a) { a[0] = a[1] + a[2]; }\n"),
                        "struct P { int x; }; "
                        "__device__ P operator+(P a, P b) { return a; } "
                        "__device__ bool operator<(P a, P b) { return 1; } "
                        "__global__ void k(P *a) { a[0] = a[1] + a[2]; }");
}

static void nonsense_does_no_harm(void **state)
{
    static const char *const texts[] = {
        "",      "}",        "{{{",     "(((",        "#",     "#define", "#include",
        "/*",    "\"",       "a(b{c)d", "namespace",  "using", "extern",  "template <",
        "= = =", "struct {", "enum",    "#include <", ">(",    "typedef", "__global__"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i)
        for (int kind = WITHOUT_BARRIER; kind <= WITHOUT_CHECK; ++kind) {
            Without one = {(WithoutKind)kind, 1};
            DeviceTextOptions options = {.withouts = &one, .without_count = 1};
            make(*state, texts[i], &options);
        }
}

static int set_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_code_goes),
        cmocka_unit_test(what_is_needed_stays),
        cmocka_unit_test(other_kernels_go_unless_none_is_named),
        cmocka_unit_test(macros_lead_on),
        cmocka_unit_test(branches_that_open_a_brace_each),
        cmocka_unit_test(host_names_do_not_mislead),
        cmocka_unit_test(templates_and_namespaces),
        cmocka_unit_test(defines_of_the_command_line_win),
        cmocka_unit_test(local_headers_are_searched_too),
        cmocka_unit_test(without_a_barrier),
        cmocka_unit_test(without_a_check),
        cmocka_unit_test(without_a_line),
        cmocka_unit_test(without_what_macros_stand_for),
        cmocka_unit_test(without_lines_of_functions_only),
        cmocka_unit_test(overloaded_kernels),
        cmocka_unit_test(last_line_ends),
        cmocka_unit_test(operators_have_no_names),
        cmocka_unit_test(nonsense_does_no_harm),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
