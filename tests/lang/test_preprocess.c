/* Text in, tokens out joined by single spaces; errors are compared by their first message. */
#include "lang/text/token.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Fixture {
    Arena *arena;
    SourceSet *sources;
    Diags *diags;
    const char *const *includes; /* name, text, ..., NULL */
    Define defines[4];
    int define_count;
    Preprocessed result;
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

static bool read_include(void *context, Arena *arena, const char *name, const char **text,
                         size_t *length)
{
    (void)arena;
    const Fixture *f = context;
    for (int i = 0; f->includes && f->includes[i]; i += 2)
        if (strcmp(f->includes[i], name) == 0) {
            *text = f->includes[i + 1];
            *length = strlen(*text);
            return true;
        }
    return false;
}

static void run(Fixture *f, const char *text, size_t length)
{
    IncludeReader reader = {read_include, f};
    f->sources = source_set_new(f->arena);
    f->diags = diags_new(f->arena);
    uint32_t file = source_add(f->sources, "t.cu", text, length);
    f->result =
        preprocess(f->arena, f->sources, file, f->defines, f->define_count, &reader, f->diags);
}

static const char *joined(Fixture *f)
{
    size_t size = 1;
    for (int i = 0; i < f->result.tokens.count; ++i)
        size += f->result.tokens.items[i].length + 1;
    char *out = arena_alloc(f->arena, size), *at = out;
    for (int i = 0; i < f->result.tokens.count; ++i) {
        const Token *token = &f->result.tokens.items[i];
        if (i)
            *at++ = ' ';
        memcpy(at, token->text, token->length);
        at += token->length;
    }
    return out;
}

static const char *pp(Fixture *f, const char *text)
{
    run(f, text, strlen(text));
    if (f->diags->count)
        fputs(diag_format(f->arena, f->sources, &f->diags->items[0]), stderr);
    assert_int_equal(f->diags->count, 0);
    return joined(f);
}

/* The first error, as "LINE:COLUMN message". */
static const char *first_error(Fixture *f, const char *text)
{
    run(f, text, strlen(text));
    for (int i = 0; i < f->diags->count; ++i) {
        const Diag *diag = &f->diags->items[i];
        if (diag->severity != DIAG_ERROR)
            continue;
        const char *message = phrase_in(f->arena, LANGUAGE_EN, diag->message);
        if (!diag->has_place)
            return message;
        SourcePlace place = source_place(f->sources, diag->span);
        return arena_printf(f->arena, "%d:%d %s", place.line, place.column, message);
    }
    return "none";
}

static void object_macros(void **state)
{
    Fixture *f = *state;
    assert_string_equal(pp(f, "#define T 16\nint a[T][T + 1];"), "int a [ 16 ] [ 16 + 1 ] ;");
    assert_string_equal(pp(f, "#define A B\n#define B C\nA #define"), "C # define");
    assert_string_equal(pp(f, "#define A 1\n#undef A\nA"), "A");
    assert_string_equal(pp(f, "#define A 1\n#define A 2\nA"), "2");
    assert_string_equal(pp(f, "#define EMPTY\nx EMPTY y"), "x y");
    assert_string_equal(pp(f, "void k() {\n#define T 4\n T; }\n#undef T\nT"),
                        "void k ( ) { 4 ; } T");
}

static void function_macros(void **state)
{
    Fixture *f = *state;
    const char *div = "#define DIV(a, b) (((a) + (b) - 1) / (b))\n";
    assert_string_equal(pp(f, arena_printf(f->arena, "%sDIV(n, 16)", div)),
                        "( ( ( n ) + ( 16 ) - 1 ) / ( 16 ) )");
    assert_string_equal(pp(f, arena_printf(f->arena, "%sDIV(f(a, b), DIV(1, 2)) DIV", div)),
                        "( ( ( f ( a , b ) ) + ( ( ( ( 1 ) + ( 2 ) - 1 ) / ( 2 ) ) ) - 1 ) / ( ( ( "
                        "( 1 ) + ( 2 ) - 1 ) / ( 2 ) ) ) ) DIV");
    assert_string_equal(pp(f, "#define F() x\nF() F( ) F\n()"), "x x x");
    assert_string_equal(pp(f, "#define F(x) [x]\nF() F((a,b))"), "[ ] [ ( a , b ) ]");
    assert_string_equal(pp(f, "#define F (x)\nF"), "( x )");
    assert_string_equal(
        pp(f, "#define CHECK(...) do { __VA_ARGS__; } while (0)\nCHECK(k<<<g, b>>>());"),
        "do { k <<< g , b >>> ( ) ; } while ( 0 ) ;");
}

static void variadic_macros(void **state)
{
    Fixture *f = *state;
    assert_string_equal(pp(f, "#define P(...) f(__VA_ARGS__)\nP() P(1) P(1, 2)"),
                        "f ( ) f ( 1 ) f ( 1 , 2 )");
    assert_string_equal(pp(f, "#define P(x, ...) f(x, ## __VA_ARGS__)\nP(1) P(1, 2, 3)"),
                        "f ( 1 ) f ( 1 , 2 , 3 )");
    assert_string_equal(pp(f, "#define P(x, rest...) f(x, rest)\nP(1, 2, 3)"), "f ( 1 , 2 , 3 )");
    assert_string_equal(pp(f, "#define L(k, ...) k<<<__VA_ARGS__>>>(a)\nL(m, g, b)"),
                        "m <<< g , b >>> ( a )");
}

static void stringify_and_paste(void **state)
{
    Fixture *f = *state;
    assert_string_equal(pp(f, "#define S(x) #x\nS(a + \"b\\n\" 'c')"),
                        "\"a + \\\"b\\\\n\\\" 'c'\"");
    assert_string_equal(pp(f, "#define S(x) #x\n#define X(x) S(x)\n#define T 16\nS(T) X(T)"),
                        "\"T\" \"16\"");
    assert_string_equal(pp(f, "#define C(a, b) a ## b\nC(x, 1) C(, y) C(x,) C(1, 2.5)"),
                        "x1 y x 12.5");
    assert_string_equal(pp(f, "#define C(a, b) a ## b\n#define X(a, b) C(a, b)\n#define ab 7\n"
                              "C(a, b) X(C(a, b), c)"),
                        "7 7c");
}

static void recursion_ends(void **state)
{
    Fixture *f = *state;
    assert_string_equal(pp(f, "#define A A + B\n#define B A\nA"), "A + A");
    assert_string_equal(pp(f, "#define f(x) f(x + 1)\nf(f(0))"), "f ( f ( 0 + 1 ) + 1 )");
    assert_string_equal(pp(f, "#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"), "2 * 9 * g");
    assert_string_equal(pp(f,
                           "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n"
                           "#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n"
                           "#define w 0,1\n#define t(a) a\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
                        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) "
                        ") + t ( 1 ) ;");
}

static void conditions(void **state)
{
    Fixture *f = *state;
    assert_string_equal(pp(f, "#if 1\na\n#else\nb\n#endif"), "a");
    assert_string_equal(pp(f, "#ifdef X\na\n#elif 0\nb\n#elif 1\nc\n#elif 1\nd\n#else\ne\n#endif"),
                        "c");
    assert_string_equal(pp(f, "#if 0\n#if 1\na\n#else\nb\n#endif\ndon't \"\n#bad\n#endif\nc"), "c");
    assert_string_equal(pp(f, "#define N 3\n#if defined(N) && N > 2 && !defined M\na\n#endif"),
                        "a");
    assert_string_equal(pp(f, "#ifndef N\n#define N 5\n#endif\nN"), "5");
    assert_string_equal(pp(f, "#if __CUDA_ARCH__ >= 700 && defined(__CUDACC__)\na\n#endif"), "a");
    assert_string_equal(pp(f, "#if __has_include(<x.h>)\na\n#else\nb\n#endif"), "b");
    assert_string_equal(pp(f, "x\n#if 0\n'"
                              "\n#endif\ny"),
                        "x y");
}

static bool truth(Fixture *f, const char *condition)
{
    return strcmp(pp(f, arena_printf(f->arena, "#if %s\nyes\n#endif", condition)), "yes") == 0;
}

static void condition_arithmetic(void **state)
{
    Fixture *f = *state;
    assert_true(truth(f, "2 + 3 * 4 == 14 && (2 + 3) * 4 == 20"));
    assert_true(truth(f, "-7 / 2 == -3 && -7 % 2 == -1"));
    assert_true(truth(f, "1 << 4 == 16 && -16 >> 2 == -4 && (256 >> 4 >> 2) == 4"));
    assert_true(truth(f, "(5 & 3 | 8 ^ 2) == 11"));
    assert_true(truth(f, "1 ? 2 : 0"));
    assert_false(truth(f, "1 ? 0 : 2"));
    assert_true(truth(f, "1 || 1 / 0"));
    assert_false(truth(f, "0 && 1 / 0"));
    assert_true(truth(f, "-1 < 0 && -1 > 0ull"));
    assert_true(truth(f, "'A' == 65 && '\\n' == 10"));
    assert_true(truth(f, "~0 == -1 && !0 && !!5"));
    assert_true(truth(f, "undefined_name == 0"));
    assert_true(truth(f, "(-9223372036854775807 - 1) / -1 < 0"));
}

static void command_line_wins(void **state)
{
    Fixture *f = *state;
    f->defines[0] = (Define){"T", "8"};
    f->defines[1] = (Define){"ON", "1"};
    f->defines[2] = (Define){"SQ(x)", "((x)*(x))"};
    f->defines[3] = (Define){"IDLE", "1"};
    f->define_count = 4;
    assert_string_equal(pp(f, "#define T 16\n#undef T\n#define T 32\n#ifdef ON\nT SQ(2)\n#endif"),
                        "8 ( ( 2 ) * ( 2 ) )");
    assert_int_equal(f->result.macro_count, 3);
    assert_string_equal(f->result.macros[0].name, "T");
    assert_string_equal(f->result.macros[0].value, "8");
    assert_true(f->result.macros[0].from_command_line && f->result.macros[0].is_used);
    assert_false(f->result.macros[2].is_used);
    f->defines[0] = (Define){"3x", "8"};
    assert_string_equal(first_error(f, ""), "-D 3x=8 does not define a macro");
}

static void macros_are_listed(void **state)
{
    Fixture *f = *state;
    pp(f,
       "#define GUARD_H\n#define T 16\n#define B (T * T)\n#define F(x) x\n#define X 1\n#undef X");
    assert_int_equal(f->result.macro_count, 2);
    assert_string_equal(f->result.macros[1].name, "B");
    assert_string_equal(f->result.macros[1].value, "(T * T)");
    assert_int_equal(source_line(f->sources, f->result.macros[1].span), 3);
}

static void includes(void **state)
{
    Fixture *f = *state;
    static const char *const files[] = {"a.h",     "#pragma once\n#include \"sub/b.h\"\nin_a\n",
                                        "sub/b.h", "#include \"c.h\"\nin_b\n",
                                        "sub/c.h", "in_c __LINE__\n",
                                        "loop.h",  "loop\n#include \"loop.h\"\n",
                                        NULL};
    f->includes = files;
    assert_string_equal(pp(f, "#include <cstdio>\n#include \"a.h\"\n#include \"a.h\"\nmain"),
                        "in_c 1 in_b in_a main");
    assert_int_equal(source_main_line(f->sources, f->result.tokens.items[0].span), 2);
    assert_int_equal(source_main_line(f->sources, f->result.tokens.items[4].span), 4);
    assert_string_equal(pp(f, "#define H \"loop.h\"\n#include H\nx"), "loop x");
    assert_string_equal(pp(f, "#include \"cuda_runtime.h\"\nx"), "x");
    run(f, "#include \"none.h\"\n", 18);
    assert_int_equal(f->diags->error_count, 0);
    assert_string_equal(phrase_in(f->arena, LANGUAGE_EN, f->diags->items[0].message),
                        "\"none.h\" was not found and is skipped");
}

/* Headers of a project lie in folders of their own, here or further up; those of C and CUDA are not
 * looked for there, and a file has one name however it is reached. */
static void headers_are_found_where_projects_keep_them(void **state)
{
    Fixture *f = *state;
    static const char *const files[] = {"include/a.cuh",
                                        "#pragma once\n#include \"../utils/b.h\"\nin_a\n",
                                        "utils/b.h",
                                        "#pragma once\nin_b\n",
                                        "../../common/c.h",
                                        "#include \"d.h\"\nin_c\n",
                                        "../../common/d.h",
                                        "in_d\n",
                                        "math.h",
                                        "beside\n",
                                        "include/stdio.h",
                                        "wrong\n",
                                        "include/cuda_runtime.h",
                                        "wrong\n",
                                        "include/vector",
                                        "wrong\n",
                                        NULL};
    f->includes = files;
    assert_string_equal(pp(f, "#include <a.cuh>\n#include \"utils/b.h\"\n#include \"b.h\"\nx"),
                        "in_b in_a x");
    assert_string_equal(pp(f, "#include \"c.h\"\nx"), "in_d in_c x");
    assert_string_equal(pp(f, "#define T <c.h>\n#include T\nx"), "in_d in_c x");
    assert_string_equal(pp(f, "#include \"math.h\"\nx"), "beside x");
    assert_string_equal(
        pp(f, "#include <math.h>\n#include <stdio.h>\n#include \"stdio.h\"\n#include <vector>\n"
              "#include <cuda_runtime.h>\n#include \"cuda_runtime.h\"\nx"),
        "x");
    assert_string_equal(pp(f, "#include <far/none.h>\n#include <>\nx"), "x");
    assert_int_equal(f->diags->count, 0);
}

static void pragmas_are_dropped(void **state)
{
    Fixture *f = *state;
    assert_string_equal(pp(f, "#pragma unroll 4\nfor _Pragma(\"unroll\") (;;)"), "for ( ; ; )");
    assert_string_equal(pp(f, "#define UNROLL _Pragma(\"unroll\")\nUNROLL for"), "for");
    assert_string_equal(pp(f, "#\n#warning don't\n#line 5\nx"), "x");
}

static void places(void **state)
{
    Fixture *f = *state;
    assert_string_equal(pp(f, "__FILE__\n__LINE__"), "\"t.cu\" 2");
    pp(f, "#define ADD(a, b) (a + b)\n  x = ADD(1, y);");
    /* ( 1 + y ): what the macro brings points at its name, arguments at themselves */
    const uint32_t starts[] = {26 + 2, 26 + 4, 26 + 6, 26 + 10, 26 + 6, 26 + 13, 26 + 6};
    for (int i = 0; i < 7; ++i)
        assert_int_equal(f->result.tokens.items[i].span.start, starts[i]);
}

static void mistakes(void **state)
{
    Fixture *f = *state;
    assert_string_equal(first_error(f, "#if 1\nx"), "1:1 this has no #endif");
    assert_string_equal(first_error(f, "x\n#endif"), "2:1 #endif without #if");
    assert_string_equal(first_error(f, "#if 1\n#else\n#else\n#endif"), "3:1 #else after #else");
    assert_string_equal(first_error(f, "#if\n#endif"), "1:1 this directive needs a condition");
    assert_string_equal(first_error(f, "#if 1 +\n#endif"), "1:1 this condition is not complete");
    assert_string_equal(first_error(f, "#if 1 2\n#endif"),
                        "1:7 this does not belong to the condition");
    assert_string_equal(first_error(f, "#if 1 / 0\n#endif"),
                        "1:1 division by zero in this condition");
    assert_string_equal(first_error(f, "#define\n"), "1:1 #define needs the name of a macro");
    assert_string_equal(first_error(f, "#define F(a b) a\n"),
                        "1:10 the parameter list of this macro is not well formed");
    assert_string_equal(first_error(f, "#define F(a) a\nF(1"),
                        "2:1 the call of macro F is never closed with )");
    assert_string_equal(first_error(f, "#define F(a) a\nF(1, 2)"),
                        "2:1 macro F takes 1 argument, 2 given");
    assert_string_equal(first_error(f, "#define C(a, b) a ## b\nC(+, x)"),
                        "2:1 ## cannot make one token of \"+\" and \"x\"");
    assert_string_equal(first_error(f, "#error no luck\n"), "1:1 #error no luck");
    assert_string_equal(first_error(f, "#defin A\n"), "1:1 there is no directive #defin");
    assert_string_equal(first_error(f, "int a = 'x;"),
                        "1:9 this character constant is never closed");
    assert_string_equal(first_error(f, "a /* b"), "1:3 this comment is never closed");
}

/* Doubling macros: 2^30 tokens, or 2^30 calls that come to nothing. */
static void explosions_stop(void **state)
{
    Fixture *f = *state;
    const char *const leaves[] = {"x", ""};
    for (int kind = 0; kind < 2; ++kind) {
        char *text = arena_printf(f->arena, "#define M0 %s\n", leaves[kind]);
        for (int i = 1; i <= 30; ++i)
            text = arena_printf(f->arena, "%s#define M%d M%d M%d\n", text, i, i - 1, i - 1);
        const char *error = first_error(f, arena_printf(f->arena, "%sM30\nM30\nM2", text));
        assert_non_null(strstr(error, "macros expand to more than"));
        assert_int_equal(f->diags->error_count, 1);
    }
    char *call = "x";
    for (int i = 0; i < 22; ++i)
        call = arena_printf(f->arena, "D(%s)", call);
    assert_non_null(strstr(first_error(f, arena_printf(f->arena, "#define D(x) x x\n%s", call)),
                           "macros expand to more than"));
    call = "x";
    for (int i = 0; i < 1000; ++i)
        call = arena_printf(f->arena, "D(%s)", call);
    assert_non_null(strstr(first_error(f, arena_printf(f->arena, "#define D(x) x\n%s", call)),
                           "nested more than"));
}

static void deep_nesting_is_no_harm(void **state)
{
    Fixture *f = *state;
    size_t size = 200000;
    char *text = arena_alloc(f->arena, size + 1);
    const char *const pieces[] = {"#if 1\n", "((((((",
                                  "{<{<{<",  "#if (((((((((((((((((((((((((\n",
                                  "F(",      "#define F(x) x F(\n"};
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; ++p) {
        size_t length = strlen(pieces[p]);
        for (size_t i = 0; i < size; ++i)
            text[i] = pieces[p][i % length];
        run(f, text, size);
    }
    assert_string_equal(first_error(f, arena_printf(f->arena, "#if %0300d\n#endif", 0)), "none");
    memcpy(text, "#if ", 4);
    memset(text + 4, '(', size - 4);
    assert_string_equal(first_error(f, text), "1:205 this condition is nested too deep");
    memset(text + 4, '!', size - 4);
    assert_string_equal(first_error(f, text), "1:204 this condition is nested too deep");
}

/* Pieces of directives in any order, cut anywhere. */
static void noise(void **state)
{
    Fixture *f = *state;
    static const char *const pieces[] = {"#define ",
                                         "#if ",
                                         "#else\n",
                                         "#endif\n",
                                         "F(",
                                         ")",
                                         ",",
                                         "a",
                                         "F",
                                         "##",
                                         "#",
                                         "\n",
                                         "#undef F\n",
                                         "F(x, ...) ",
                                         "__VA_ARGS__ ",
                                         "#include \"a\"\n",
                                         "\"",
                                         "'",
                                         "/*",
                                         "*/",
                                         "defined ",
                                         "<<<",
                                         ">>>",
                                         "1",
                                         "\\\n",
                                         "#elif ",
                                         "_Pragma(",
                                         "__LINE__ ",
                                         "? ",
                                         ": "};
    uint32_t seed = 7;
    for (int round = 0; round < 2000; ++round) {
        char text[400] = "";
        for (int i = 0; i < 30; ++i) {
            seed = seed * 1664525u + 1013904223u;
            strcat(text, pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        run(f, text, strlen(text) - (seed >> 28));
        arena_reset(f->arena);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(object_macros),
        CASE(function_macros),
        CASE(variadic_macros),
        CASE(stringify_and_paste),
        CASE(recursion_ends),
        CASE(conditions),
        CASE(condition_arithmetic),
        CASE(command_line_wins),
        CASE(macros_are_listed),
        CASE(includes),
        CASE(headers_are_found_where_projects_keep_them),
        CASE(pragmas_are_dropped),
        CASE(places),
        CASE(mistakes),
        CASE(explosions_stop),
        CASE(deep_nesting_is_no_harm),
        CASE(noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
