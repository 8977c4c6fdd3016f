/* Places in source text, and diagnostics as a person reads them. */
#include "base/diag.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void lines_and_columns(void **state)
{
    Arena *arena = arena_new();
    SourceSet *set = source_set_new(arena);
    const char *text = "ab\r\n\n\tcd\nlast";
    uint32_t file = source_add(set, "a.cu", text, strlen(text));
    const struct {
        uint32_t at;
        int line, column;
    } places[] = {{0, 1, 1}, {1, 1, 2}, {4, 2, 1}, {5, 3, 1}, {6, 3, 2}, {9, 4, 1}, {13, 4, 5}};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        SourcePlace place = source_place(set, (Span){file, places[i].at, 1});
        assert_int_equal(place.line, places[i].line);
        assert_int_equal(place.column, places[i].column);
    }
    int length;
    assert_memory_equal(source_line_text(&set->files[0], 1, &length), "ab", 2);
    assert_int_equal(length, 2);
    source_line_text(&set->files[0], 4, &length);
    assert_int_equal(length, 4);
    assert_int_equal(set->files[0].line_count, 4);
    source_add(set, "empty.cu", "", 0);
    assert_int_equal(set->files[1].line_count, 1);
    assert_int_equal(source_line(set, (Span){1, 0, 0}), 1);
    arena_free(arena);
}

static void spans(void **state)
{
    Span joined = span_join((Span){0, 10, 5}, (Span){0, 2, 3});
    assert_int_equal(joined.start, 2);
    assert_int_equal(joined.length, 13);
    joined = span_join((Span){0, 10, 5}, (Span){1, 2, 3});
    assert_int_equal(joined.start, 10);
    assert_int_equal(joined.length, 5);
}

static void included_files_belong_to_a_line(void **state)
{
    Arena *arena = arena_new();
    SourceSet *set = source_set_new(arena);
    source_add(set, "a.cu", "\n\n#include \"b.h\"\n", 17);
    uint32_t file = source_add(set, "b.h", "\n\n\n\nx", 5);
    set->files[file].is_included = true;
    set->files[file].included_from = (Span){0, 2, 8};
    assert_int_equal(source_line(set, (Span){file, 4, 1}), 5);
    assert_int_equal(source_main_line(set, (Span){file, 4, 1}), 3);
    assert_int_equal(source_main_line(set, (Span){0, 1, 1}), 2);
    arena_free(arena);
}

static void a_diagnostic_shows_its_place(void **state)
{
    Arena *arena = arena_new();
    SourceSet *set = source_set_new(arena);
    Diags *diags = diags_new(arena);
    source_add(set, "a.cu", "int x;\n\tfloat y = z;\x01\n", 22);
    diag_error(diags, (Span){0, 8, 5}, "define it", "no %s", "way");
    assert_string_equal(
        diag_format(arena, set, &diags->items[0]),
        "a.cu:2:2: error: no way\n    \tfloat y = z;?\n    \t^~~~~\n    define it\n");
    diag_warning(diags, (Span){0, 21, 0}, NULL, "end");
    assert_string_equal(diag_format(arena, set, &diags->items[1]),
                        "a.cu:2:15: warning: end\n    \tfloat y = z;?\n    \t             ^\n");
    diag_error_plain(diags, NULL, "--block 0");
    assert_string_equal(diag_format(arena, set, &diags->items[2]), "tilestep: error: --block 0\n");
    diag_error(diags, (Span){0, 0, 1000}, NULL, "long");
    assert_non_null(strstr(diag_format(arena, set, &diags->items[3]), "    ^~~~~~\n"));
    assert_int_equal(diags->error_count, 3);
    arena_free(arena);
}

static void messages_are_limited(void **state)
{
    Arena *arena = arena_new();
    Diags *diags = diags_new(arena);
    for (int i = 0; i < 3 * DIAG_LIMIT; ++i)
        diag_error_plain(diags, NULL, "number %d", i);
    diag_hint(diags, phrase_new(arena, "of the last")); /* which was dropped */
    assert_null(diags->items[DIAG_LIMIT - 1].hint);
    assert_int_equal(diags->count, DIAG_LIMIT);
    assert_int_equal(diags->error_count, 3 * DIAG_LIMIT);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    diags_print(out, NULL, diags);
    fclose(out);
    assert_non_null(strstr(text, "number 49\n... and 100 more errors\n"));
    free(text);
    arena_free(arena);
}

static void test_language(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    Diags *diags = diags_new(arena);
    diag_error_plain(diags, NULL, "--set %s=%s: a host variable takes a number", "seconds", "days");
    const char *option = diag_option(diags, "--set seconds=64");
    diag_hint(diags, phrase_new(arena, "as in %s", option));
    diag_error_plain(diags, "give the length", "the array '%s' has no length", "seconds");
    assert_string_equal(diags->items[0].option, "--set seconds=64");
    assert_null(diags->items[1].option);
    assert_string_equal(diag_format(arena, NULL, &diags->items[0]),
                        "tilestep: error: --set seconds=days: a host variable takes a number\n"
                        "    as in --set seconds=64\n");
    assert_string_equal(diag_format_in(arena, NULL, &diags->items[0], LANGUAGE_ZH),
                        "tilestep: 错误: --set seconds=days：主机变量需要一个数\n"
                        "    例如 --set seconds=64\n");
    assert_string_equal(diag_format_in(arena, NULL, &diags->items[1], LANGUAGE_ZH),
                        "tilestep: 错误: 数组 'seconds' 没有长度\n    请给出长度\n");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_columns),
        cmocka_unit_test(spans),
        cmocka_unit_test(included_files_belong_to_a_line),
        cmocka_unit_test(a_diagnostic_shows_its_place),
        cmocka_unit_test(messages_are_limited),
        cmocka_unit_test(test_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
