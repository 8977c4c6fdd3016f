/* Rows and columns of the inputs of a product that nobody reads: told where they are missing from
 * the sums, and only there. The engines are compared by corpus_execute. */
#include "corpus.h"

#include "base/file.h"
#include "probe/sentences/sentence.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char *source_root;

/* A kernel of the course with a piece of its text replaced. */
static Run *load_changed(Arena *arena, const char *kernel, const char *from, const char *to,
                         const NamedText *sizes, const char *tile)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, "%s/kernels/%s.cu", source_root, kernel);
    assert_true(file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason));
    char *at = strstr(text, from);
    assert_non_null(at);
    text = arena_printf(arena, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    Define define = {"TILE_WIDTH", tile};
    LoadOptions options = {
        .settings = sizes, .setting_count = 3, .defines = &define, .define_count = 1};
    return run_load_text("changed.cu", text, strlen(text), &options);
}

/* All findings of the kind, one after another. */
static const char *found(Arena *arena, Run *run, Language language)
{
    Outcome outcome = corpus_execute(run);
    const char *text = "";
    for (int i = 0; i < outcome.report->finding_count; ++i) {
        const Finding *finding = &report_findings(outcome.report)[i];
        if (finding->kind == FINDING_NEVER_READ)
            text = arena_printf(
                arena, "%s%s", text,
                sentence_finding(arena, language, run->program, &run->launch, finding));
    }
    outcome_free(&outcome);
    run_free(run);
    return text;
}

static const char phases[] = "(k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph",
                  floored[] = "k / TILE_WIDTH; ++ph";

static void check_phases(const char *kernel, const char *j, const char *k, const char *l,
                         const char *tile, Language language, const char *expected)
{
    Arena *arena = arena_new();
    const NamedText sizes[] = {{"j", j}, {"k", k}, {"l", l}};
    assert_string_equal(
        found(arena, load_changed(arena, kernel, phases, floored, sizes, tile), language),
        expected);
    assert_string_equal(
        found(arena, load_changed(arena, kernel, phases, phases, sizes, tile), language), "");
    arena_free(arena);
}

static void what_phases_leave_out_is_named(void **state)
{
    check_phases("02_tiled", "3", "3", "3", "2", LANGUAGE_EN,
                 "Line 26: column 2 of M is never read: what it adds to the result is missing."
                 "Line 30: row 2 of N is never read: what it adds to the result is missing.");
    check_phases("02_tiled", "3", "3", "3", "2", LANGUAGE_ZH,
                 "第 26 行：M 的第 2 列从未被读取，结果中缺少它的贡献。"
                 "第 30 行：N 的第 2 行从未被读取，结果中缺少它的贡献。");
    check_phases("02_tiled", "5", "7", "6", "4", LANGUAGE_EN,
                 "Line 26: columns 4 to 6 of M are never read: what they add to the result is "
                 "missing."
                 "Line 30: rows 4 to 6 of N are never read: what they add to the result is "
                 "missing.");
    check_phases("02_tiled", "5", "6", "5", "4", LANGUAGE_ZH,
                 "第 26 行：M 的第 4、5 列从未被读取，结果中缺少它们的贡献。"
                 "第 30 行：N 的第 4、5 行从未被读取，结果中缺少它们的贡献。");
    /* N lies column by column; its rows are those of the product all the same. */
    check_phases("08_corner_turning", "5", "7", "6", "4", LANGUAGE_EN,
                 "Line 28: columns 4 to 6 of M are never read: what they add to the result is "
                 "missing."
                 "Line 32: rows 4 to 6 of N are never read: what they add to the result is "
                 "missing.");
    check_phases("02_tiled", "70", "67", "66", "16", LANGUAGE_EN,
                 "Line 26: columns 64 to 66 of M are never read: what they add to the result is "
                 "missing."
                 "Line 30: rows 64 to 66 of N are never read: what they add to the result is "
                 "missing.");
}

static void check_change(const char *from, const char *to, const char *expected)
{
    Arena *arena = arena_new();
    const NamedText sizes[] = {{"j", "6"}, {"k", "6"}, {"l", "6"}};
    assert_string_equal(
        found(arena, load_changed(arena, "01_naive", from, to, sizes, "2"), LANGUAGE_EN), expected);
    arena_free(arena);
}

static void other_ways_to_leave_something_out(void **state)
{
    check_change("i = 0; i < k; ++i)", "i = 0; i < k; i += 2)",
                 "Line 20: 3 columns (the first is 1) of M are never read: what they add to the "
                 "result is missing."
                 "Line 20: 3 rows (the first is 1) of N are never read: what they add to the "
                 "result is missing.");
    check_change("M[Row * k + i]", "M[(Row & ~1) * k + i]",
                 "Line 20: 3 rows (the first is 1) of M are never read: what they add to the "
                 "result is missing.");
    check_change("N[i * l + Col]", "N[i * l + Col / 2]",
                 "Line 20: columns 3 to 5 of N are never read: what they add to the result is "
                 "missing.");
    check_change("i * l + Col]", "i * l + Col] * 2", ""); /* wrong, but all was read */
}

/* What belongs to no element that was written is not missed. */
static void part_of_a_result_misses_nothing(void **state)
{
    Arena *arena = arena_new();
    const char *path = arena_printf(arena, "%s/kernels/02_tiled.cu", source_root);
    assert_string_equal(found(arena, corpus_load_path(path, "--grid 1,1"), LANGUAGE_EN), "");
    assert_string_equal(found(arena,
                              corpus_load_path(path, "--set j=5 --set k=5 --set l=5 --grid 2,1"),
                              LANGUAGE_EN),
                        "");
    const NamedText sizes[] = {{"j", "6"}, {"k", "5"}, {"l", "6"}};
    Run *run = load_changed(arena, "02_tiled", "if (Row < j && Col < l)\n        P",
                            "if (Row < 3 && Col < l)\n        P", sizes, "2");
    assert_string_equal(found(arena, run, LANGUAGE_EN), "");
    arena_free(arena);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_phases_leave_out_is_named),
        cmocka_unit_test(other_ways_to_leave_something_out),
        cmocka_unit_test(part_of_a_result_misses_nothing),
    };
    if (argc < 2)
        return 2;
    source_root = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
