/* Tokens of one text, written side by side as kind letter and spelling. */
#include "lang/text/token.h"
#include "test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Fixture {
    Arena *arena;
    SourceSet *sources;
} Fixture;

static int setup(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    fixture->sources = source_set_new(fixture->arena);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    Fixture *fixture = *state;
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static TokenList lex_bytes(Fixture *fixture, const char *text, size_t length)
{
    uint32_t file = source_add(fixture->sources, "t.cu", text, length);
    return lex_file(fixture->arena, fixture->sources, file, INT_MAX);
}

static TokenList lex(Fixture *fixture, const char *text)
{
    return lex_bytes(fixture, text, strlen(text));
}

/* "N:a P:+ 0:1": names N, numbers 0, strings S, characters C, punctuators P, invalid X. */
static const char *shown(Fixture *fixture, const char *text)
{
    TokenList list = lex(fixture, text);
    char *out = "";
    for (int i = 0; i < list.count; ++i) {
        const Token *token = &list.items[i];
        out = arena_printf(fixture->arena, "%s%s%c:%.*s", out, i ? " " : "", "EN0SCPX"[token->kind],
                           (int)token -> length, token -> text);
    }
    assert_int_equal(list.items[list.count].kind, TOKEN_END);
    return out;
}

static void kinds(void **state)
{
    Fixture *f = *state;
    assert_string_equal(shown(f, "int a_1 = .5e-3f;"), "N:int N:a_1 P:= 0:.5e-3f P:;");
    assert_string_equal(shown(f, "x = 0x1e+2"), "N:x P:= 0:0x1e P:+ 0:2");
    assert_string_equal(shown(f, "1'000'000 0x1.8p-3 1..2"), "0:1'000'000 0:0x1.8p-3 0:1..2");
    assert_string_equal(shown(f, "\"a\\\"b\" 'c' '\\'' L\"w\" u8\"x\""),
                        "S:\"a\\\"b\" C:'c' C:'\\'' S:L\"w\" S:u8\"x\"");
    assert_string_equal(shown(f, "R\"x(a)\" \n)x\"+1"), "S:R\"x(a)\" \n)x\" P:+ 0:1");
    assert_string_equal(shown(f, "Lx u8 R"), "N:Lx N:u8 N:R");
    assert_string_equal(shown(f, "a->b::c ... x##y a<=b"),
                        "N:a P:-> N:b P::: N:c P:... N:x P:## N:y N:a P:<= N:b");
    assert_string_equal(shown(f, ""), "");
}

static void comments_are_spaces(void **state)
{
    Fixture *f = *state;
    assert_string_equal(shown(f, "a/* x\n */b // c\nd /**/ e"), "N:a N:b N:d N:e");
    TokenList list = lex(f, "a/**/b\nc");
    assert_true(list.items[1].space_before);
    assert_false(list.items[1].first_on_line);
    assert_true(list.items[2].first_on_line);
    list = lex(f, "#define X /* over\n two lines */ 5\n");
    assert_false(list.items[3].first_on_line);
}

static void angle_brackets(void **state)
{
    Fixture *f = *state;
    assert_string_equal(shown(f, "k<<<g, b>>>(x)"), "N:k P:<<< N:g P:, N:b P:>>> P:( N:x P:)");
    assert_string_equal(shown(f, "A<B<C<int>>> d"),
                        "N:A P:< N:B P:< N:C P:< N:int P:> P:> P:> N:d");
    assert_string_equal(shown(f, "a >> 2; b >>= 1; c << 1; d <<= 2"),
                        "N:a P:> P:> 0:2 P:; N:b P:>>= 0:1 P:; N:c P:<< 0:1 P:; N:d P:<<= 0:2");
    assert_string_equal(shown(f, "k<<<1; A<B<C>>> d"),
                        "N:k P:<<< 0:1 P:; N:A P:< N:B P:< N:C P:> P:> P:> N:d");
    TokenList list = lex(f, "a >> b > > c");
    assert_true(token_is_shift_right(&list.items[1]));
    assert_false(token_is_shift_right(&list.items[4]));
}

static void continued_lines(void **state)
{
    Fixture *f = *state;
    assert_string_equal(shown(f, "ab\\\ncd \\\r\n e"), "N:abcd N:e");
    TokenList list = lex(f, "x ab\\\ncd\ny");
    assert_int_equal(list.items[1].span.start, 2);
    assert_int_equal(list.items[1].span.length, 6);
    assert_int_equal(list.items[2].span.start, 9);
    assert_true(list.items[2].first_on_line);
}

static void spans_point_into_the_source(void **state)
{
    Fixture *f = *state;
    TokenList list = lex(f, "\xef\xbb\xbfint\r\n  foo;");
    assert_int_equal(list.items[0].span.start, 3);
    assert_int_equal(list.items[1].span.start, 10);
    assert_int_equal(list.items[1].span.length, 3);
    assert_true(list.items[1].first_on_line);
    assert_int_equal(source_line(f->sources, list.items[1].span), 2);
}

/* What is said of the first token that is none, and "message: hint" if there is a remedy. */
static const char *problem(Fixture *fixture, const char *text)
{
    Diags *diags = diags_new(fixture->arena);
    TokenList list = lex(fixture, text);
    for (int i = 0; i < list.count && !diags->count; ++i)
        if (list.items[i].kind == TOKEN_INVALID)
            token_report(&list.items[i], diags);
    if (!diags->count)
        return "";
    const Diag *diag = &diags->items[0];
    const char *message = phrase_in(fixture->arena, LANGUAGE_EN, diag->message);
    return diag->hint ? arena_printf(fixture->arena, "%s: %s", message,
                                     phrase_in(fixture->arena, LANGUAGE_EN, diag->hint))
                      : message;
}

static void what_is_no_token(void **state)
{
    Fixture *f = *state;
    assert_string_equal(problem(f, "a /* b"), "this comment is never closed");
    assert_string_equal(problem(f, "\"abc\nd"),
                        "this string is never closed: close it with \" on the same line");
    assert_string_equal(problem(f, "don't"), "this character constant is never closed: close it "
                                             "with ' on the same line");
    assert_string_equal(problem(f, "a @ b"), "a stray '@'");
    assert_string_equal(problem(f, "```cuda"),
                        "a stray '`': take out the lines with ```, which are Markdown");
    assert_string_equal(problem(f, "a \x01\x02 b"), "the byte 0x01 is not text");
    assert_string_equal(problem(f, "a \xff b"), "the byte 0xff is not text");
    assert_string_equal(problem(f, "int a\xef\xbc\x9b"),
                        "the character U+FF1B has no place in CUDA C: this is the full-width form: "
                        "type ;");
    assert_string_equal(problem(f, "int a\xc2\xa0"), "the character U+00A0 has no place in CUDA C: "
                                                     "delete it or type a plain space");
    assert_string_equal(problem(f, "int \xe7\x9f\xa9\xe9\x98\xb5; // \xef\xbc\x9b"), "");
    assert_string_equal(shown(f, "\"abc\nd"), "X:\"abc N:d");
    assert_string_equal(shown(f, "a \\ b"), "N:a X:\\ N:b");
}

static Number number(Fixture *fixture, const char *text)
{
    TokenList list = lex(fixture, text);
    Number value;
    assert_int_equal(list.count, 1);
    assert_true(token_number(&list.items[0], &value));
    return value;
}

static void integer_values(void **state)
{
    Fixture *f = *state;
    assert_int_equal(number(f, "0").integer, 0);
    assert_int_equal(number(f, "017").integer, 15);
    assert_int_equal(number(f, "0b101").integer, 5);
    assert_int_equal(number(f, "1'000").integer, 1000);
    assert_true(number(f, "0xffffffff").is_unsigned);
    assert_false(number(f, "0xffffffff").is_64_bit);
    assert_true(number(f, "4294967295").is_64_bit);
    assert_false(number(f, "4294967295").is_unsigned);
    assert_true(number(f, "18446744073709551615u").is_unsigned);
    assert_true(number(f, "1ull").is_unsigned && number(f, "1ull").is_64_bit);
}

static void float_values(void **state)
{
    Fixture *f = *state;
    assert_true(number(f, "1.5f").is_single && number(f, "1.5f").real == 1.5);
    assert_false(number(f, "2.").is_single);
    assert_true(number(f, "1e3").real == 1000);
    assert_true(number(f, "0x1.8p1").real == 3);
    assert_true(number(f, "0.1f").real == (double)0.1f);
}

static void malformed_numbers(void **state)
{
    Fixture *f = *state;
    const char *const bad[] = {"08",    "1.2.3", "0x", "1q", "99999999999999999999",
                               "1ulul", "0b",    "1e"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        Number value;
        TokenList list = lex(f, bad[i]);
        assert_false(token_number(&list.items[0], &value));
    }
}

/* Any bytes: every token lies in the file, in order, and lexing ends. */
static void noise(void **state)
{
    Fixture *f = *state;
    uint32_t seed = 1;
    for (int round = 0; round < 300; ++round) {
        char bytes[200];
        for (size_t i = 0; i < sizeof bytes; ++i) {
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = round % 2 ? (char)(seed >> 24) : "<>\"'\\/*\nR(a1.#\xe4"[seed >> 28];
        }
        size_t length = seed >> 8 & 127;
        TokenList list = lex_bytes(f, bytes, length);
        for (int i = 0; i < list.count; ++i) {
            Span span = list.items[i].span;
            assert_true(span.length > 0 && span.start + span.length <= length);
            assert_true(span.start + span.length <= list.items[i + 1].span.start);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(comments_are_spaces, setup, teardown),
        cmocka_unit_test_setup_teardown(angle_brackets, setup, teardown),
        cmocka_unit_test_setup_teardown(continued_lines, setup, teardown),
        cmocka_unit_test_setup_teardown(spans_point_into_the_source, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_token, setup, teardown),
        cmocka_unit_test_setup_teardown(integer_values, setup, teardown),
        cmocka_unit_test_setup_teardown(float_values, setup, teardown),
        cmocka_unit_test_setup_teardown(malformed_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(noise, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
