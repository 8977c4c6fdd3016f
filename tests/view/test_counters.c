/* The counters argue: the strip shows those in which two runs differ, coloured by whom they speak
 * for, with one sentence about both; the panel has all that the tables have. */
#include "picture.h"

#include "probe/record/shown.h"
#include "session/selection/panel.h"
#include "test.h"
#include "view/draw/theme.h"
#include "view/panels/argument.h"
#include "view/panels/counter_lines.h"
#include "view/values/compared.h"

#include <stdio.h>
#include <string.h>

enum { CARDS = 3 };

static Run *load_course(const char *file, const char *name, const char *other, int size, int tile)
{
    char path[4096], text[16], width[16];
    snprintf(path, sizeof path, "%s/%s", KERNELS_FOLDER, file);
    snprintf(text, sizeof text, "%d", size);
    snprintf(width, sizeof width, "%d", tile);
    NamedText settings[] = {{name, text}, {other, text}, {"l", text}};
    Define define = {"TILE_WIDTH", width};
    Run *run = run_load(path, &(LoadOptions){.settings = settings,
                                             .setting_count = strcmp(name, "j") ? 2 : 3,
                                             .defines = &define,
                                             .define_count = 1});
    assert_non_null(run->program);
    return run;
}

static Run *load_plain(const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", KERNELS_FOLDER, file);
    return run_load(path, &(LoadOptions){0});
}

static Picture open_two(Run *first, Run *second)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, first, true);
    if (second)
        session_open(picture.session, 1, second, true);
    session_finish_work(picture.session);
    draw(&picture);
    return picture;
}

static const char *verdict(const Picture *picture, Language language)
{
    return argument_verdict(picture->arena, language, picture->session);
}

static Colour colour_of(const Picture *picture, const char *text)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0)
            return shape->fill;
    }
    fail_msg("'%s' is not there", text);
    return 0;
}

static bool has_colour(const Picture *picture, Colour colour)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].kind == SHAPE_TEXT &&
            picture->scene->shapes[i].rect.y < 100 && picture->scene->shapes[i].fill == colour)
            return true;
    return false;
}

TEST(test_a_tile_writes_fewer_sectors)
{
    Picture picture = open_two(load_course("15_transpose_tiled.cu", "rows", "cols", 64, 16),
                               load_course("14_transpose.cu", "rows", "cols", 64, 16));
    const Theme *theme = theme_get(picture.session->look.theme);
    assert_string_equal(verdict(&picture, LANGUAGE_EN),
                        "transpose_tiled writes a quarter as many sectors as transpose; both are "
                        "right.");
    assert_string_equal(verdict(&picture, LANGUAGE_ZH),
                        "transpose 写入的扇区数是 transpose_tiled 的 4 倍；两者的结果都正确。");
    assert_non_null(find_text(&picture, "Store sectors"));
    assert_int_equal(colour_of(&picture, "a quarter"), theme->good);
    assert_int_equal(colour_of(&picture, "2.18 times"), theme->warning); /* instructions */
    assert_non_null(find_text(&picture, "2048"));                        /* the totals alone */
    assert_null(find_text(&picture, " / 2048"));
    close_picture(&picture);
}

/* One way to compare, in both languages. */
TEST(test_counts_are_compared_in_one_way)
{
    static const struct {
        double count, other;
        const char *english, *chinese;
    } cases[] = {
        {64, 128, "half as many", "一半"},
        {8, 24, "a third as many", "1/3"},
        {1, 4, "a quarter as many", "1/4"},
        {1, 32, "1/32 as many", "1/32"},
        {1024, 128, "8 times as many", "8 倍"},
        {464, 180, "2.58 times as many", "2.58 倍"},
        {96, 128, "25 % fewer", "少 25 %"},
        {112, 100, "12 % more", "多 12 %"},
        {5, 5, "equal", "相同"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double count = cases[i].count, other = cases[i].other;
        assert_string_equal(compared_text(arena, LANGUAGE_EN, count, other), cases[i].english);
        assert_string_equal(compared_text(arena, LANGUAGE_ZH, count, other), cases[i].chinese);
    }
    assert_string_equal(compared_brief(arena, LANGUAGE_EN, 64, 128), "half");
    assert_string_equal(compared_brief(arena, LANGUAGE_EN, 96, 128), "25 % fewer");
    assert_string_equal(compared_shares(arena, LANGUAGE_EN, 100, 12.5), "87.5 points more");
    assert_string_equal(compared_shares(arena, LANGUAGE_ZH, 25, 100), "低 75 个百分点");
    assert_string_equal(compared_link(1, 4), "as");
    assert_string_equal(compared_link(3, 4), "than");
    arena_free(arena);
}

TEST(test_atomics_of_each_memory_are_told_apart)
{
    Picture picture =
        open_two(load_plain("13_histogram_private.cu"), load_plain("12_histogram.cu"));
    const Theme *theme = theme_get(picture.session->look.theme);
    assert_string_equal(verdict(&picture, LANGUAGE_EN),
                        "histogram_private does 81 % fewer global atomics than histogram; no "
                        "mistakes found.");
    assert_non_null(find_text(&picture, "Shared atomics"));
    /* no reference tells whether it is right: it is not praised */
    assert_int_equal(colour_of(&picture, "81 % fewer"), theme->text);
    assert_false(has_colour(&picture, theme->good));
    close_picture(&picture);
}

TEST(test_what_is_wrong_is_not_praised)
{
    Picture picture = open_two(open_kernel("02_tiled.cu", 4, 2, "line:36"),
                               open_kernel("01_naive.cu", 4, 2, NULL));
    const Theme *theme = theme_get(picture.session->look.theme);
    assert_string_equal(verdict(&picture, LANGUAGE_EN),
                        "tiled is wrong in 16 of 16 elements: what it saves does not count.");
    assert_non_null(find_text(&picture, "half"));
    assert_false(has_colour(&picture, theme->good));
    close_picture(&picture);
    picture = open_two(open_kernel("02_tiled.cu", 4, 2, "barrier:33"),
                       open_kernel("02_tiled.cu", 4, 2, NULL));
    assert_string_equal(
        verdict(&picture, LANGUAGE_EN),
        "Mistakes were found in tiled (off: barrier of line 33): what it saves does not "
        "count.");
    assert_false(has_colour(&picture, theme->good));
    close_picture(&picture);
}

TEST(test_other_sizes_are_not_compared)
{
    Picture picture =
        open_two(open_kernel("02_tiled.cu", 4, 2, NULL), open_kernel("01_naive.cu", 8, 2, NULL));
    assert_string_equal(verdict(&picture, LANGUAGE_EN),
                        "The two have data of different sizes: their totals do not compare.");
    const Theme *theme = theme_get(picture.session->look.theme);
    assert_false(has_colour(&picture, theme->good));
    assert_false(has_colour(&picture, theme->warning));
    close_picture(&picture);
}

TEST(test_equal_runs_are_called_equal)
{
    Picture picture =
        open_two(open_kernel("02_tiled.cu", 4, 2, NULL), open_kernel("02_tiled.cu", 4, 2, NULL));
    assert_string_equal(verdict(&picture, LANGUAGE_EN),
                        "The two cost the same by every counter; both are right.");
    close_picture(&picture);
}

/* The largest differences are chosen, and none that says the same three times over. */
TEST(test_cards_are_those_that_differ)
{
    Picture picture = open_two(open_kernel("08_corner_turning.cu", 64, 16, NULL),
                               open_kernel("07_column_major.cu", 64, 16, NULL));
    int cards[CARDS];
    assert_int_equal(argument_cards(picture.session, cards, CARDS), CARDS);
    assert_string_equal(counter_cards[cards[0]].name[LANGUAGE_EN], "Load sectors");
    assert_string_equal(counter_cards[cards[1]].name[LANGUAGE_EN], "Store wavefronts");
    assert_int_equal(argument_side(picture.session, cards[0]), 1);
    assert_int_equal(argument_side(picture.session, cards[1]), -1);
    close_picture(&picture);
    picture = open_two(open_kernel("02_tiled.cu", 17, 16, NULL),
                       open_kernel("01_naive.cu", 17, 16, NULL));
    assert_non_null(find_text(&picture, "Useful FLOP"));
    assert_non_null(find_text(&picture, "15 %"));
    close_picture(&picture);
}

TEST(test_one_run_shows_what_it_does)
{
    Picture picture = open_two(load_course("14_transpose.cu", "rows", "cols", 64, 16), NULL);
    assert_null(find_text(&picture, "Shared loads")); /* there are none */
    assert_non_null(find_text(&picture, "Store sectors"));
    assert_null(verdict(&picture, LANGUAGE_EN));
    close_picture(&picture);
    picture = open_two(load_plain("12_histogram.cu"), NULL);
    assert_non_null(find_text(&picture, "Global atomics"));
    close_picture(&picture);
}

/* ---- the panel ---- */

/* Scrolled through by the wheel, it shows a row for every number that is not zero. */
TEST(test_the_panel_has_every_counter)
{
    Picture picture =
        open_two(open_kernel("02_tiled.cu", 5, 4, NULL), open_kernel("01_naive.cu", 5, 4, NULL));
    send_line(picture.session, "panel-counters");
    CounterLine *lines;
    int count = counter_lines(picture.arena, LANGUAGE_EN, picture.session, &lines), seen = 0;
    assert_in_range(count, 30, 60);
    for (int pages = 0; pages < 20 && seen < count; ++pages) {
        draw(&picture);
        char part[40];
        int first = picture.session->selection.counter_scroll
                        ? picture.session->selection.counter_scroll - 1
                        : 0;
        for (seen = first; seen < count && find_text(&picture, lines[seen].name);)
            ++seen;
        snprintf(part, sizeof part, "%d–", first + 1);
        assert_non_null(find_text(&picture, part));
        Command command;
        Point at = {1000, 500};
        if (!view_wheel(picture.session, picture.scene, at, -1, false, &command))
            break;
        assert_int_equal(command.name, COMMAND_SCROLL_COUNTERS);
        session_apply(picture.session, command);
    }
    assert_int_equal(seen, count);
    close_picture(&picture);
}

static const CounterLine *line_named(const CounterLine *lines, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(lines[i].full_name, name) == 0)
            return &lines[i];
    fail_msg("no line '%s'", name);
    return NULL;
}

TEST(test_lines_are_what_the_tables_say)
{
    Picture picture = open_two(open_kernel("02_tiled.cu", 3, 2, NULL), NULL);
    CounterLine *lines;
    int count = counter_lines(picture.arena, LANGUAGE_EN, picture.session, &lines);
    assert_true(line_named(lines, count, "zero fills")->total[0] == 28);
    assert_true(line_named(lines, count, "global loads: requests")->total[0] == 16);
    assert_true(line_named(lines, count, "floating-point operations: useful")->total[0] == 54);
    assert_true(line_named(lines, count, "loads of an element of M")->total[0] == 2);
    const CounterLine *all = line_named(lines, count, "operations per byte loaded");
    const CounterLine *useful = line_named(lines, count, "operations per byte loaded: useful");
    assert_true(all->total[0] * 54 == useful->total[0] * 128);
    size_t length;
    const char *csv = view_counters_csv(picture.arena, picture.session, &length);
    assert_non_null(strstr(csv, "\ntiled,global stores: sectors,0,"));
    assert_non_null(strstr(csv, "\ntiled,floating-point operations: useful,,54,"));
    close_picture(&picture);
}

/* Tab comes to the panel, and arrows scroll it. */
TEST(test_keys_scroll_the_panel)
{
    Picture picture = open_two(open_kernel("02_tiled.cu", 4, 2, NULL), NULL);
    send_line(picture.session, "panel-counters");
    draw(&picture);
    Command command;
    for (int i = 0; i < 100 && picture.session->selection.focus.kind != TARGET_COUNTS; ++i) {
        assert_true(view_command_for_key(picture.session, picture.scene, "Tab", &command));
        session_apply(picture.session, command);
        draw(&picture);
    }
    for (int i = 1; i <= 2; ++i) {
        assert_true(view_command_for_key(picture.session, picture.scene, "Down", &command));
        session_apply(picture.session, command);
        draw(&picture);
        assert_int_equal(picture.session->selection.counter_scroll, 1 + i);
    }
    assert_true(view_command_for_key(picture.session, picture.scene, "Up", &command));
    session_apply(picture.session, command);
    assert_int_equal(picture.session->selection.counter_scroll, 1 + 1);
    close_picture(&picture);
}

/* ---- what devices make of them ---- */

TEST(test_the_roof_is_for_useful_operations)
{
    Picture picture = open_two(open_kernel("02_tiled.cu", 17, 16, NULL),
                               open_kernel("01_naive.cu", 17, 16, NULL));
    session_use_devices(picture.session, session_load_devices(picture.arena));
    send_line(picture.session, "panel-roofline");
    draw(&picture);
    assert_non_null(find_text(&picture, "tiled: 14.2, useful 2.12 FLOP/B · ≤ 10031 GFLOP/s, ≤ 15 % "
                                        "of peak · compute bound"));
    assert_non_null(find_text(&picture, "naive: 0.25 FLOP/B · ≤ 1200 GFLOP/s, ≤ 1.79 % of peak · "
                                        "memory bound"));
    assert_non_null(find_text(&picture, "ridge at 13.9"));
    close_picture(&picture);
}

static void choose_device(Picture *picture, const char *words)
{
    const DeviceTable *devices = &picture->session->model.devices;
    while (!strstr(devices->models[picture->session->model.device].name, words))
        send_line(picture->session, "device-next");
}

TEST(test_what_a_device_reserves)
{
    Picture picture = open_two(open_kernel("02_tiled.cu", 64, 16, NULL), NULL);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    choose_device(&picture, "A100");
    send_line(picture.session, "panel-occupancy");
    panel_set_knob(picture.session, KNOB_SHARED, 32768);
    draw(&picture);
    assert_non_null(find_text(&picture, "50 %"));
    assert_non_null(find_text(&picture, "32768+1024 B"));
    assert_non_null(find_text(&picture, "1024 B a block are reserved; without, as some notes "
                                        "reckon: 62.5 %"));
    assert_non_null(find_text(&picture, "A thread has 128 B"));
    assert_non_null(find_text(&picture, "up to 82 B each"));
    assert_non_null(find_text(&picture, "32 assumed"));
    panel_set_knob(picture.session, KNOB_REGISTERS, 40);
    draw(&picture);
    assert_null(find_text(&picture, "assumed"));
    close_picture(&picture);
}
