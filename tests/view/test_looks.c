/* What was once seen to be wrong in pictures of kernels that are unlike those of the course:
 * structs, grids of three dimensions, few long rows, many buffers, long names. */
#include "picture.h"

#include "probe/sentences/sentence.h"
#include "session/edits/run_text.h"
#include "session/sheets/opener.h"
#include "session/sheets/palette.h"
#include "test.h"
#include "view/draw/cells.h"
#include "view/draw/layout.h"
#include "view/draw/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static Picture open_file(const char *name, const char *script)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", LOOKS_FOLDER, name);
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(path, &(LoadOptions){0}), true);
    send_line(picture.session, script);
    draw(&picture);
    return picture;
}

/* The text in the middle of a cell. */
static const char *number_in(const Picture *picture, Rect cell)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && rect_holds(cell, middle(shape->rect)))
            return shape->text;
    }
    return "";
}

/* Every fifth number is a whole one in an int, the others are floats. */
static void test_members_are_what_they_are(void **state)
{
    Picture picture = open_file("structs.cu", "go-end");
    const Launch *launch = &picture.session->runs[0].run->launch;
    uint32_t buffer = (uint32_t)(launch_buffer_named(launch, "particles") - launch->buffers);
    assert_string_equal(number_in(&picture, need_cell(&picture, buffer, 13 * 5 + 4)->rect), "3");
    assert_null(find_text(&picture, "1.1G")); /* the bits of a float */
    assert_null(find_text(&picture, ".000")); /* those of an int */
    assert_string_equal(number_in(&picture, need_cell(&picture, buffer, 65)->rect), "9.39");
    close_picture(&picture);
}

static const Shape *text_shape(const Picture *picture, Rect cell)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && rect_holds(cell, middle(shape->rect)) &&
            !strchr(shape->text, '['))
            return shape;
    }
    fail_msg("a cell has no number");
    return NULL;
}

/* Pixels of the numbers in all cells of a buffer, which have one size. */
static int digits_of(const Picture *picture, TargetKind kind, uint32_t a)
{
    int px = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind != kind || shape->tag.a != a)
            continue;
        int own = text_shape(picture, shape->rect)->font_px;
        assert_true(!px || px == own);
        px = own;
    }
    return px;
}

/* Cells grow in width where a line has room, long numbers are rounded before they get tiny. */
static void test_long_numbers_have_room(void **state)
{
    static const int heights[] = {720, 1080, 2160};
    Picture structs = open_file("structs.cu", "go-end");
    Picture names = open_file("a_rather_long_file_name_as_students_give_them_v3.cu", "go-end");
    const Launch *launch = &structs.session->runs[0].run->launch;
    uint32_t buffer = (uint32_t)(launch_buffer_named(launch, "particles") - launch->buffers);
    for (int i = 0; i < 3; ++i) {
        int height = heights[i];
        draw_sized(&structs, height * 16 / 9, height);
        assert_true(digits_of(&structs, TARGET_CELL, buffer) * 720 >= 12 * height);
        Rect cell = need_cell(&structs, buffer, 7)->rect;
        assert_true(cell.w > 1.4f * cell.h);
        draw_sized(&names, height * 16 / 9, height);
        assert_string_equal(number_in(&names, need_cell(&names, 0, 0)->rect), "4.94M");
        assert_true(digits_of(&names, TARGET_CELL, 0) * 720 >= 10 * height);
    }
    close_picture(&structs);
    close_picture(&names);
}

/* With and without the place that they came from below them. */
static void test_shared_values_are_alike(void **state)
{
    static const char text[] =
        "__global__ void k(const float *in, float *out) {\n"
        "__shared__ float s[8]; int t = threadIdx.x; s[t] = in[t];\n"
        "__syncthreads(); if (t < 4) s[t] += s[t + 4];\n"
        "__syncthreads(); out[t] = s[t]; }\n"
        "void sketch() { float *i, *o; cudaMalloc(&i, 32); cudaMalloc(&o, 32);\n"
        "k<<<1, 8>>>(i, o); }";
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    Run *run = run_load_text("k.cu", text, strlen(text), &(LoadOptions){0});
    assert_non_null(run->program);
    session_open(picture.session, 0, run, true);
    send_line(picture.session, "barrier-next");
    session_settle(picture.session);
    send_line(picture.session, "barrier-next");
    session_settle(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "← in[4..7], the rest computed"));
    assert_true(digits_of(&picture, TARGET_SHARED, 0) >= 14);
    close_picture(&picture);
}

/* Of a block of long rows a part is shown in numbers, below it all of it and the legend. */
static void test_a_wide_block_has_the_width(void **state)
{
    Picture picture = open_file("rows.cu", "go-end");
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    const Theme *theme = theme_get(picture.session->look.theme);
    Rect last = {0}, legend = {0};
    bool is_cut = false, has_ring = false;
    int maps = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->tag.kind == TARGET_THREAD && !shape->tag.b)
            last = shape->rect;
        maps += shape->tag.kind == TARGET_THREAD && shape->tag.b;
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, "运行") == 0)
            legend = shape->rect;
        has_ring |= shape->stroke == theme->panel && shape->stroke_width >= 1 &&
                    i + 1 < picture.scene->count && shape[1].stroke == theme->text;
        is_cut |= shape->kind == SHAPE_TEXT && strcmp(shape->text, "…") == 0;
    }
    assert_true(last.w >= 28 && legend.y > last.y + last.h);
    assert_int_equal(maps, 128);
    assert_true(has_ring); /* the part that is shown is seen on cells of any colour */
    assert_true(is_cut);   /* the launch goes on below the source pane */
    close_picture(&picture);
}

static void hover_on(Picture *picture, Point at)
{
    session_apply(picture->session, view_hover(picture->scene, at));
    draw(picture);
}

/* A double between cells of four bytes is one number, in global and in shared memory, and what lies
 * before it is nobody's. */
static void test_a_member_of_several_cells_is_one_number(void **state)
{
    Picture picture = open_file("pairs.cu", "go-end");
    Rect key = need_cell(&picture, 0, 0)->rect, padding = need_cell(&picture, 0, 1)->rect;
    Rect value = {key.x + 2 * key.w, key.y, 2 * key.w, key.h};
    assert_string_equal(number_in(&picture, key), "0");
    assert_string_equal(number_in(&picture, padding), "");
    assert_string_equal(number_in(&picture, value), "0.286");
    int shared = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        shared += shape->kind == SHAPE_TEXT && strcmp(shape->text, "0.286") == 0 &&
                  shape->rect.x > value.x + 2 * value.w;
    }
    assert_int_equal(shared, 1);
    for (float share = 0.2f; share < 1; share += 0.6f) {
        hover_on(&picture, (Point){value.x + share * value.w, value.y + value.h / 2});
        assert_non_null(find_text(&picture, "p[0].val = 0.285714"));
    }
    hover_on(&picture, middle(padding));
    assert_non_null(find_text(&picture, "padding between"));
    hover_on(&picture, (Point){0, 0});
    draw_sized(&picture, 1080, 1920);
    assert_non_null(find_text(&picture, "padding")); /* in the legend */
    close_picture(&picture);
}

static void need_finding(const Picture *picture, FindingKind kind, uint32_t line, const char *en,
                         const char *zh)
{
    const SessionRun *run = session_front(picture->session);
    int count;
    const Finding *findings = session_findings(run, &count), *found = NULL;
    for (int i = 0; i < count; ++i)
        if (findings[i].kind == kind && findings[i].line == line)
            found = &findings[i];
    assert_non_null(found);
    assert_non_null(strstr(
        sentence_finding(picture->arena, LANGUAGE_EN, run->run->program, &run->run->launch, found),
        en));
    assert_non_null(strstr(
        sentence_finding(picture->arena, LANGUAGE_ZH, run->run->program, &run->run->launch, found),
        zh));
}

static void need_step(Picture *picture, const char *line, const char *text)
{
    send_line(picture->session, line);
    draw(picture);
    assert_non_null(find_text(picture, text));
}

/* Findings, sentences and tips name members as the source does, whatever their sizes. */
static void test_members_are_named_as_in_the_source(void **state)
{
    Picture picture = open_file("parts.cu", "go-end");
    session_finish_work(picture.session);
    need_finding(&picture, FINDING_OUT_OF_BOUNDS_READ, 9,
                 "reads b[40].p.y, past the 40 elements of b;", "b[40].p.y，超出了 b 的 40");
    need_finding(&picture, FINDING_OUT_OF_BOUNDS_WRITE, 15, "writes m[8].f, past the 8",
                 "m[8].f，");
    need_finding(&picture, FINDING_OUT_OF_BOUNDS_WRITE, 17, "writes b[-2].p.z, before",
                 "b[-2].p.z，");
    need_finding(&picture, FINDING_RACE_WAW, 13, "both write m[1].f,", "m[1].f");
    need_step(&picture, "seek 3", "tile[0..7].p.y");
    need_step(&picture, "seek 5", "load q[0..7] from");
    need_step(&picture, "seek 11", "to m[0..7].tags[1] in");
    need_step(&picture, "seek 13", "to m[1..7].f, m[8].f in");
    need_step(&picture, "seek 15", "to b[36..39].p.x, b[40..43].p.x in");
    session_apply(picture.session,
                  view_hover(picture.scene, middle(need_cell(&picture, 0, 161 - 20)->rect)));
    draw(&picture);
    assert_non_null(find_text(&picture, "b[35].p.y = "));
    close_picture(&picture);
}

static void test_three_directions_are_told_everywhere(void **state)
{
    Picture picture = open_file("volume.cu", "go-end");
    assert_non_null(find_text(&picture, "(2, 1, 1)"));
    assert_non_null(find_text(&picture, "around thread (0, 0, 0)"));
    assert_non_null(find_text(&picture, "2,1,1")); /* on the time line */
    assert_null(find_text(&picture, "(2, 1)"));
    close_picture(&picture);
}

static void test_one_direction_has_one_number(void **state)
{
    Picture picture = open_file("many.cu", "go-end");
    assert_non_null(find_text(&picture, "Threads of block 2"));
    assert_non_null(find_text(&picture, "Registers of thread 0"));
    assert_null(find_text(&picture, "(2, 0)"));
    close_picture(&picture);
}

static void strip(CellGrid *grid, int64_t length, int64_t unit)
{
    *grid = (CellGrid){.group = 1, .rows = 1, .columns = length, .is_linear = true, .unit = unit};
}

static void test_strips_stand_below_each_other(void **state)
{
    CellGrid a, b, few;
    CellGrid *grids[] = {&a, &b, &few};
    strip(&a, 65, 1);
    strip(&b, 64, 1);
    strip(&few, 3, 1);
    few.least_wide = 100;
    cells_flow(grids, 3, (Rect){0, 0, 440, 390}, 34, 34, 48, 3);
    assert_int_equal(a.wrap, b.wrap);
    assert_int_equal(few.wrap, 3);
    for (int64_t unit = 2; unit < 7; ++unit) {
        strip(&a, 14 * unit, unit);
        strip(&b, 30 * unit, unit);
        cells_flow(grids, 2, (Rect){0, 0, 440, 390}, 34, 34, 48, 3);
        assert_int_equal(a.wrap % unit, 0); /* no struct is parted */
        assert_int_equal(b.wrap % unit, 0);
    }
}

/* Names have the room that they need, and no cell is drawn behind the last element. */
static void test_names_do_not_run_into_each_other(void **state)
{
    Picture picture = open_file("many.cu", "go-end");
    assert_non_null(find_text(&picture, "weights"));
    assert_non_null(find_text(&picture, "[3]"));
    close_picture(&picture);
}

static void test_nothing_stands_behind_the_end(void **state)
{
    Picture picture = open_file("structs.cu", "go-end");
    const Launch *launch = &picture.session->runs[0].run->launch;
    uint32_t buffer = (uint32_t)(launch_buffer_named(launch, "forces") - launch->buffers);
    Rect last = need_cell(&picture, buffer, 14 * 3 - 1)->rect;
    Point behind = {last.x + last.w + 5, last.y + last.h + 0.5f};
    const Shape *top = NULL;
    for (int i = 0; i < picture.scene->count; ++i)
        if (picture.scene->shapes[i].kind == SHAPE_RECT && picture.scene->shapes[i].fill >> 24 &&
            rect_holds(picture.scene->shapes[i].rect, behind))
            top = &picture.scene->shapes[i];
    assert_true(top && top->rect.h > 1); /* no line, but what covers it */
    close_picture(&picture);
}

/* Texts of one font that lie level have one size: a row of headings, a list of names. */
static int size_of(const Picture *picture, const char *text)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0)
            return shape->font_px;
    }
    fail_msg("'%s' is not there", text);
    return 0;
}

static void test_what_stands_together_is_of_one_size(void **state)
{
    static const char *const cards[] = {"Global loads", "Warp instructions", "Load sectors"};
    Picture picture = open_file("../../../kernels/02_tiled.cu", "panel-occupancy");
    session_open(picture.session, 1,
                 run_load(LOOKS_FOLDER "/../../../kernels/01_naive.cu", &(LoadOptions){0}), true);
    session_finish_work(picture.session);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    for (int width = 1280; width < 2000; width += 90) {
        draw_sized(&picture, width, 720);
        for (int i = 1; i < 3; ++i)
            assert_int_equal(size_of(&picture, cards[i]), size_of(&picture, cards[0]));
        int size = size_of(&picture, "Threads of a block");
        assert_int_equal(size_of(&picture, "Shared memory of a block"), size);
        assert_int_equal(size_of(&picture, "Registers of a thread"), size);
    }
    close_picture(&picture);
}

static void test_a_long_list_tells_its_length(void **state)
{
    Picture picture = open_file("../../../kernels/02_tiled.cu", "open");
    const char *paths[OPENER_FILES];
    int count = opener_shown(&picture.session->sheets.opener, paths, OPENER_FILES);
    assert_true(count > 14);
    assert_non_null(find_text(&picture, arena_printf(picture.arena, "1–14 / %d", count)));
    for (int i = 0; i < 15; ++i)
        send_line(picture.session, "open-move 1");
    draw(&picture);
    assert_non_null(find_text(&picture, arena_printf(picture.arena, "3–16 / %d", count)));
    send_line(picture.session, "palette");
    draw(&picture);
    Command commands[PALETTE_ROWS];
    count = palette_shown(&picture.session->sheets.palette, commands);
    assert_non_null(find_text(&picture, arena_printf(picture.arena, "1–16 / %d", count)));
    close_picture(&picture);
}

static void test_frames_are_as_thick_as_the_picture_is_fine(void **state)
{
    static const char *const sheets[] = {"controls", "launch", "palette", "open", "help"};
    Picture picture = open_file("../../../kernels/02_tiled.cu", "panel-occupancy");
    for (int i = 0; i < 5; ++i) {
        send_line(picture.session, sheets[i]);
        draw_sized(&picture, 3840, 2160);
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            bool is_round = shape->kind == SHAPE_RECT && shape->radius > 2 && shape->stroke;
            assert_false(is_round && shape->rect.w > 24 && shape->stroke_width < 2);
            assert_false(shape->kind == SHAPE_HATCH && shape->stroke_width < 2);
            Rect line = shape->rect; /* between the cells of a matrix */
            assert_false(shape->kind == SHAPE_RECT && line.h == 1 && line.w > 200);
        }
    }
    close_picture(&picture);
}

/* The legend: of marks where cells have numbers, else of shades. */
static void test_marks_and_shades_are_explained(void **state)
{
    static const struct {
        const char *file;
        bool is_shaded;
    } kernels[] = {{"structs.cu", false}, {"rows.cu", true}};
    for (int i = 0; i < 2; ++i) {
        Picture picture = open_file(kernels[i].file, "go-end");
        draw_sized(&picture, 1080, 1920);
        assert_int_equal(find_text(&picture, "0 to ±max") != NULL, kernels[i].is_shaded);
        assert_non_null(find_text(&picture, "touched by this step"));
        assert_non_null(find_text(&picture, "not written yet"));
        close_picture(&picture);
    }
}

/* A window that is higher than wide gives its width to the stage and has room for all panels. */
static void test_a_tall_window_is_filled(void **state)
{
    const Session session = {.look = {.scale = 1, .panel = PANEL_MEMORY}};
    Layout tall = layout_shown(1080, 1920, &session), wide = layout_shown(1920, 1080, &session);
    assert_true(tall.stage.w > 0.9f * 1080 && tall.stage.h > 700);
    assert_true(tall.source.y > tall.stage.y + tall.stage.h && tall.panel.h > 300);
    assert_true(tall.registers.h > 100 && tall.registers.w > wide.registers.w / 2);
    assert_true(wide.stage.w < 0.5f * 1920 && wide.source.y == wide.stage.y);
}

/* Where there is no room for an inset, nothing is its heading: a button leads to the large one. */
static void test_an_inset_without_room_is_a_button(void **state)
{
    Picture picture = open_file("structs.cu", "go-end");
    RunRecipe recipe =
        run_text_read(picture.arena, "file " LOOKS_FOLDER "/../../../kernels/02_tiled.cu\n"
                                     "define TILE_WIDTH 16\nset j 33\nset k 17\nset l 33");
    session_open(picture.session, 0, run_load(recipe.path, &recipe.options), true);
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "17×33"));
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        bool is_heading = shape->kind == SHAPE_TEXT && strstr(shape->text, "around thread");
        assert_true(!is_heading || strstr(shape->text, "  T"));
    }
    close_picture(&picture);
}

/* How many texts name a key, alone or behind words: "Space", "around thread (0, 0)  T". */
static int keys_in(const Picture *picture)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const char *text = picture->scene->shapes[i].text;
        size_t length = picture->scene->shapes[i].kind == SHAPE_TEXT ? strlen(text) : 0;
        count += length > 3 && text[length - 3] == ' ' && text[length - 2] == ' ';
        count += length && (strcmp(text, "Space") == 0 || strstr(text, "F1"));
        count += length && strcmp(text, "D") == 0; /* the next device */
    }
    return count;
}

static void test_nothing_is_pressed_on_paper(void **state)
{
    Picture picture = open_file("structs.cu", "go-start");
    RunRecipe recipe =
        run_text_read(picture.arena, "file " LOOKS_FOLDER "/../../../kernels/02_tiled.cu\n"
                                     "define TILE_WIDTH 16\nset j 33\nset k 17\nset l 33");
    session_open(picture.session, 0, run_load(recipe.path, &recipe.options), true);
    picture.session->look.lecture = true;
    for (PanelName panel = PANEL_NONE; panel < PANEL_BOTH; ++panel) {
        picture.session->look.panel = panel;
        picture.session->look.paper = false;
        draw_sized(&picture, 840, 472);
        assert_true(keys_in(&picture) > 0);
        picture.session->look.paper = true;
        draw_sized(&picture, 840, 472);
        if (panel == PANEL_GPU) /* it says how a GPU is asked */
            continue;
        if (keys_in(&picture))
            fail_msg("a key in panel %s", panel_names[panel]);
    }
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_numbers_have_room),
        cmocka_unit_test(test_shared_values_are_alike),
        cmocka_unit_test(test_a_wide_block_has_the_width),
        cmocka_unit_test(test_members_are_what_they_are),
        cmocka_unit_test(test_a_member_of_several_cells_is_one_number),
        cmocka_unit_test(test_members_are_named_as_in_the_source),
        cmocka_unit_test(test_three_directions_are_told_everywhere),
        cmocka_unit_test(test_one_direction_has_one_number),
        cmocka_unit_test(test_strips_stand_below_each_other),
        cmocka_unit_test(test_names_do_not_run_into_each_other),
        cmocka_unit_test(test_nothing_stands_behind_the_end),
        cmocka_unit_test(test_what_stands_together_is_of_one_size),
        cmocka_unit_test(test_a_long_list_tells_its_length),
        cmocka_unit_test(test_frames_are_as_thick_as_the_picture_is_fine),
        cmocka_unit_test(test_marks_and_shades_are_explained),
        cmocka_unit_test(test_a_tall_window_is_filled),
        cmocka_unit_test(test_an_inset_without_room_is_a_button),
        cmocka_unit_test(test_nothing_is_pressed_on_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
