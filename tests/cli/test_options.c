/* The command line: what is understood, what is refused, what is suggested. */
#include "cli/terminal/options.h"
#include "cli/terminal/output.h"
#include "cli/terminal/suggest.h"
#include "cli/terminal/text.h"
#include "test.h"

#include <string.h>

/* Parses the words, which end with NULL. */
static int parse(Arena *arena, CliOptions *options, char **words)
{
    int count = 0;
    while (words[count])
        ++count;
    return options_parse(arena, count, words, options);
}

#define PARSE(options, ...) parse(arena, (options), (char *[]){"tilestep", __VA_ARGS__, NULL})

static int with_arena(void **state)
{
    *state = arena_new();
    return 0;
}

static int without_arena(void **state)
{
    arena_free(*state);
    return 0;
}

static void launch_options_before_and_after_the_file(void **state)
{
    Arena *arena = *state;
    CliOptions options;
    assert_int_equal(PARSE(&options, "run", "--set", "j=4", "a.cu", "-DTILE=2", "-D", "FAST"), 0);
    assert_int_equal(options.command, CLI_RUN);
    assert_int_equal(options.operands.count, 1);
    assert_string_equal(options.operands.items[0], "a.cu");
    LoadOptions load = options_load(arena, &options);
    assert_int_equal(load.setting_count, 1);
    assert_string_equal(load.settings[0].name, "j");
    assert_string_equal(load.settings[0].value, "4");
    assert_int_equal(load.define_count, 2);
    assert_string_equal(load.defines[0].value, "2");
    assert_string_equal(load.defines[1].name, "FAST");
    assert_string_equal(load.defines[1].value, "1");
}

static void values_may_hold_signs_and_equals(void **state)
{
    Arena *arena = *state;
    CliOptions options;
    assert_int_equal(PARSE(&options, "run", "a.cu", "--offset", "d=-3", "-D", "E=a==b"), 0);
    assert_string_equal(options.offsets.items[0].value, "-3");
    assert_string_equal(options.defines.items[0].value, "a==b");
}

static void repeated_options_keep_their_order(void **state)
{
    Arena *arena = *state;
    CliOptions options;
    assert_int_equal(PARSE(&options, "run", "a.cu", "--without", "line:1", "--without", "line:2"),
                     0);
    LoadOptions load = options_load(arena, &options);
    assert_int_equal(load.without_count, 2);
    assert_string_equal(load.withouts[1], "line:2");
}

static void two_command_lines_do_not_mix(void **state)
{
    Arena *arena = *state;
    CliOptions first, second;
    assert_int_equal(PARSE(&first, "run", "a.cu", "--json"), 0);
    assert_int_equal(PARSE(&second, "trace", "b.cu"), 0);
    assert_true(first.json);
    assert_false(second.json);
    assert_int_equal(second.command, CLI_TRACE);
}

static void no_command_is_the_window(void **state)
{
    Arena *arena = *state;
    CliOptions options;
    int width, height;
    float scale;
    uint64_t step;
    assert_int_equal(PARSE(&options, "dir/a.cu", "--size", "640x480", "--at", "17"), 0);
    assert_int_equal(options.command, CLI_WINDOW);
    assert_true(options_view(&options, &width, &height, &scale, &step));
    assert_int_equal(width, 640);
    assert_int_equal(height, 480);
    assert_int_equal(step, 17);
}

static void what_makes_no_sense_is_refused(void **state)
{
    Arena *arena = *state;
    CliOptions options;
    assert_int_equal(PARSE(&options, "run"), 2);
    assert_int_equal(PARSE(&options, "run", "a.cu", "b.cu"), 2);
    assert_int_equal(PARSE(&options, "run", "a.cu", "--set", "=4"), 2);
    assert_int_equal(PARSE(&options, "run", "a.cu", "--nothing"), 2);
    assert_int_equal(PARSE(&options, "bench", "--set", "j=4"), 2);
    assert_int_equal(PARSE(&options, "nonsense"), 2);
}

static void bad_sizes_are_refused(void **state)
{
    Arena *arena = *state;
    static char *const sizes[] = {"640", "0x0", "640x", "640x480x2", "-1x5", "20000x20000"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        CliOptions options;
        int width, height;
        float scale;
        uint64_t step;
        assert_int_equal(PARSE(&options, "a.cu", "--size", sizes[i]), 0);
        assert_false(options_view(&options, &width, &height, &scale, &step));
    }
}

static void numbers_are_whole_and_in_range(void **state)
{
    uint64_t value;
    assert_true(options_number("1024", 1, 1024, &value));
    assert_int_equal(value, 1024);
    assert_false(options_number("1025", 1, 1024, &value));
    assert_false(options_number("0", 1, 1024, &value));
    assert_false(options_number("-1", 0, UINT64_MAX, &value));
    assert_false(options_number("4x", 0, 9, &value));
    assert_false(options_number("", 0, 9, &value));
    assert_false(options_number("99999999999999999999", 0, UINT64_MAX, &value));
}

static void distance_counts_edits(void **state)
{
    assert_int_equal(suggest_distance("run", "run"), 0);
    assert_int_equal(suggest_distance("rnu", "run"), 1);
    assert_int_equal(suggest_distance("TWO_Barriers", "two_barriers"), 0);
    assert_int_equal(suggest_distance("", "run"), 3);
    assert_int_equal(suggest_distance("compair", "compare"), 2);
    assert_int_equal(suggest_distance("abcdef", "ghijkl"), 6);
}

static void near_names_are_suggested(void **state)
{
    static const char *const names[] = {"run", "render", "compare"};
    assert_string_equal(suggest_name("rnu", names, 3), "run");
    assert_string_equal(suggest_name("rendre", names, 3), "render");
    assert_null(suggest_name("occupancy", names, 3));
}

static void languages_are_known(void **state)
{
    Language language;
    assert_true(text_language("zh", &language));
    assert_int_equal(language, LANGUAGE_ZH);
    assert_false(text_language("fr", &language));
    for (int id = 0; id < TEXT_COUNT; ++id)
        for (int in = 0; in < LANGUAGE_COUNT; ++in)
            assert_true(strlen(text_get((Language)in, (TextId)id)) > 0);
}

static void chinese_takes_two_columns(void **state)
{
    assert_int_equal(output_columns("loads"), 5);
    assert_int_equal(output_columns("全局读"), 6);
    assert_int_equal(output_columns("GPU 读"), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(launch_options_before_and_after_the_file, with_arena,
                                        without_arena),
        cmocka_unit_test_setup_teardown(values_may_hold_signs_and_equals, with_arena,
                                        without_arena),
        cmocka_unit_test_setup_teardown(repeated_options_keep_their_order, with_arena,
                                        without_arena),
        cmocka_unit_test_setup_teardown(two_command_lines_do_not_mix, with_arena, without_arena),
        cmocka_unit_test_setup_teardown(no_command_is_the_window, with_arena, without_arena),
        cmocka_unit_test_setup_teardown(what_makes_no_sense_is_refused, with_arena, without_arena),
        cmocka_unit_test_setup_teardown(bad_sizes_are_refused, with_arena, without_arena),
        cmocka_unit_test(numbers_are_whole_and_in_range),
        cmocka_unit_test(distance_counts_edits),
        cmocka_unit_test(near_names_are_suggested),
        cmocka_unit_test(languages_are_known),
        cmocka_unit_test(chinese_takes_two_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
