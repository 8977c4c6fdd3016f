/* The stage: zooming about a point, moving, what stays in line, from 2x2 to 16384x16384. */
#include "picture.h"
#include "view/draw/layout.h"

#include "probe/sentences/sentence.h"
#include "session/rerun/tile.h"
#include "session/saved/state.h"
#include "session/selection/stage.h"
#include "test.h"
#include "view/draw/theme.h"
#include "view/stage/stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_zooming_keeps_what_is_under_the_pointer(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 16, 4);
    draw(&picture);
    const uint32_t buffers[] = {0, 1, 2}, element = 9 * 16 + 6;
    for (int i = 0; i < 3; ++i) {
        send_line(picture.session, "stage-fit");
        draw(&picture);
        Point at = middle(need_cell(&picture, buffers[i], element)->rect);
        for (int turn = 0; turn < 8; ++turn) {
            Command command;
            assert_true(view_wheel(picture.session, picture.scene, at, 1, true, &command));
            assert_int_equal(command.name, COMMAND_STAGE_SET);
            session_apply(picture.session, command);
            draw(&picture);
            Rect cell = need_cell(&picture, buffers[i], element)->rect;
            Point now = middle(cell);
            assert_true(fabsf(now.x - at.x) <= cell.w && fabsf(now.y - at.y) <= cell.h);
        }
        assert_int_equal(picture.session->stage.zoom, 8);
    }
    close_picture(&picture);
}

static void test_rows_and_columns_stay_in_line(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 16, 4);
    static const char *const moves[] = {"stage-in", "stage-in",    "stage-in",   "stage-right",
                                        "stage-in", "stage-along", "stage-down", "stage-in"};
    for (int i = 0; i < 8; ++i) {
        send_line(picture.session, moves[i]);
        draw(&picture);
        int in_line = 0;
        for (uint32_t row = 0; row < 16; ++row)
            for (uint32_t column = 0; column < 16; ++column) {
                const Shape *p = find_cell(&picture, 2, row * 16 + column);
                for (uint32_t k = 0; p && k < 16; ++k) {
                    const Shape *m = find_cell(&picture, 0, row * 16 + k);
                    const Shape *n = find_cell(&picture, 1, k * 16 + column);
                    assert_true(!m || (m->rect.y == p->rect.y && m->rect.h == p->rect.h));
                    assert_true(!n || (n->rect.x == p->rect.x && n->rect.w == p->rect.w));
                    in_line += m && n;
                }
            }
        assert_true(in_line > 0);
    }
    close_picture(&picture);
}

static void test_dragging_moves_what_is_held(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 16, 4);
    Session *session = picture.session;
    draw(&picture);
    Command command;
    Point at = middle(need_cell(&picture, 0, 5 * 16 + 5)->rect);
    session_apply(session, view_hover(picture.scene, at));
    session->selection.pointer = at;
    assert_true(view_can_drag(picture.scene, at) && view_can_pan(picture.scene, at));
    assert_false(view_drag(session, picture.scene, (Point){at.x + 9, at.y}, &command));
    for (int i = 0; i < 8; ++i)
        send_line(session, "stage-in");
    draw(&picture);
    Rect p_before = need_cell(&picture, 2, 2 * 16 + 2)->rect;
    Rect before = need_cell(&picture, 0, 3 * 16 + 3)->rect;
    session->selection.pointer = middle(before);
    session_apply(session, view_hover(picture.scene, middle(before)));
    assert_true(view_press(session, picture.scene, middle(before), &command));
    session_apply(session, command);
    Point to = {middle(before).x - 37, middle(before).y - 21};
    assert_true(view_drag(session, picture.scene, to, &command));
    session_apply(session, command);
    assert_int_equal(session->selection.pin.kind, TARGET_NONE);
    draw(&picture);
    Rect after = need_cell(&picture, 0, 3 * 16 + 3)->rect;
    assert_true(fabsf(after.x - before.x + 37) <= 2 && fabsf(after.y - before.y + 21) <= 2);
    Rect p_after = need_cell(&picture, 2, 2 * 16 + 2)->rect;
    assert_true(p_after.x == p_before.x && fabsf(p_after.y - p_before.y + 21) <= 2);
    close_picture(&picture);
}

/* Every size zooms from a picture of all to numbers, within few sizes of letters. */
static void check_size(const char *kernel, int size, int tile)
{
    Picture picture = open_sized(kernel, size, tile);
    Session *session = picture.session;
    bool sizes[512] = {false}, has_number = false;
    int different = 0;
    for (int i = 0; i <= stage_zoom_most(session); ++i) {
        draw(&picture);
        assert_true(picture.scene->count < 60000);
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            if (shape->kind == SHAPE_TEXT && shape->font_px < 512 && !sizes[shape->font_px])
                sizes[shape->font_px] = true, ++different;
            has_number |= shape->tag.kind == TARGET_CELL && shape->rect.w >= 30;
        }
        assert_true(find_cell(&picture, 0, 0) || i > 0);
        send_line(session, "stage-in");
        arena_reset(picture.arena);
        picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    }
    assert_true(has_number);
    assert_true(different <= 24);
    send_line(session, "stage-fit");
    draw(&picture);
    need_cell(&picture, 0, 0);
    close_picture(&picture);
}

static void test_every_size_zooms_to_numbers(void **state)
{
    check_size("02_tiled.cu", 2, 2);
    check_size("02_tiled.cu", 3, 2);
    check_size("02_tiled.cu", 64, 16);
    check_size("02_tiled.cu", 1024, 16);
    check_size("02_tiled.cu", 16384, 16);
}

static void test_keys_move_inside_the_edges(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    for (int i = 0; i < 24; ++i)
        send_line(picture.session, "stage-in");
    for (int i = 0; i < 400; ++i) {
        send_line(picture.session, "stage-right");
        send_line(picture.session, "stage-down");
    }
    draw(&picture);
    need_cell(&picture, 2, 63 * 64 + 63);
    assert_null(find_cell(&picture, 2, 0));
    close_picture(&picture);
}

static void test_the_state_keeps_the_view(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    Session *session = picture.session;
    for (int i = 0; i < 9; ++i)
        send_line(session, "stage-in");
    send_line(session, "stage-right");
    seek(session, 100);
    send_line(session, "bookmark");
    seek(session, 300);
    const char *text = state_write(session, picture.arena), *reason;
    Session *other = session_new();
    assert_true(state_read(other, picture.arena, text, &reason));
    assert_int_equal(other->stage.zoom, 9);
    for (int i = 0; i < STAGE_AXES; ++i)
        assert_true(fabs(other->stage.centre[i] - session->stage.centre[i]) < 1e-6);
    send_line(other, "bookmark-back");
    assert_int_equal(position(other), 100);
    session_free(other);
    close_picture(&picture);
}

/* N of the corner turning, 4 x 6 times 6 x 8, lies in memory as 8 rows of 6; it is drawn as 6 x
 * 8. */
static void test_a_column_major_matrix_stands_in_line(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sides[] = {{"j", "4"}, {"k", "6"}, {"l", "8"}};
    LoadOptions options = {.settings = sides, .setting_count = 3};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/08_corner_turning.cu", &options),
                 true);
    draw(&picture);
    assert_non_null(find_text(&picture, "6×8, column major"));
    for (uint32_t row = 0; row < 6; ++row)
        for (uint32_t column = 0; column < 8; ++column) {
            Rect upper = need_cell(&picture, 1, column * 6 + row)->rect;
            assert_true(upper.x == need_cell(&picture, 2, column)->rect.x);
            assert_true(upper.y == need_cell(&picture, 1, row)->rect.y);
        }
    Rect cell = need_cell(&picture, 1, 2 * 6 + 5)->rect;
    session_apply(picture.session, view_hover(picture.scene, middle(cell)));
    draw(&picture);
    assert_non_null(find_text(&picture, "N[5][2] = "));
    assert_non_null(find_text(&picture, "in memory it is N[17]"));
    assert_int_equal(session_front(picture.session)->run->launch.buffers[1].rows, 8);
    for (uint64_t at = 1; at < 60; ++at) {
        seek(picture.session, at);
        draw(&picture);
    }
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 4, 2);
    draw(&picture);
    assert_null(find_text(&picture, "column major"));
    close_picture(&picture);
}

/* C of D = alpha A B + beta C is of the same size as the factors, and stands before them in the
 * list: the check of the result tells which are the factors. */
static void test_a_product_stands_as_its_check_says(void **state)
{
    static const char text[] =
        "__global__ void gemm(const float *C, const float *A, const float *B, float *D, int n,\n"
        "                     float alpha, float beta)\n{\n"
        "    int row = blockIdx.y * 4 + threadIdx.y, col = blockIdx.x * 4 + threadIdx.x;\n"
        "    float sum = 0;\n"
        "    for (int i = 0; i < n; ++i) sum += A[row * n + i] * B[i * n + col];\n"
        "    D[row * n + col] = alpha * sum + beta * C[row * n + col];\n}\n"
        "void sketch() { int n = 8; float *A, *B, *C, *D; cudaMalloc(&A, n * n * 4);\n"
        "cudaMalloc(&B, n * n * 4); cudaMalloc(&C, n * n * 4); cudaMalloc(&D, n * n * 4);\n"
        "gemm<<<dim3(2, 2), dim3(4, 4)>>>(C, A, B, D, n, 2.0f, 0.5f); }\n";
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    LoadOptions options = {0};
    session_open(picture.session, 0, run_load_text("gemm.cu", text, strlen(text), &options), true);
    draw(&picture);
    enum { ADDED, LEFT, ABOVE, OUTPUT };
    assert_true(need_cell(&picture, LEFT, 8)->rect.y == need_cell(&picture, OUTPUT, 8)->rect.y);
    assert_true(need_cell(&picture, ABOVE, 1)->rect.x == need_cell(&picture, OUTPUT, 1)->rect.x);
    assert_true(need_cell(&picture, LEFT, 0)->rect.x < need_cell(&picture, OUTPUT, 0)->rect.x);
    seek(picture.session, timeline_length(session_front(picture.session)->timeline));
    draw(&picture);
    assert_null(find_text(&picture, "wrong"));
    close_picture(&picture);
}

/* A frame of a wrapped strip goes round what the block uses, not round whole rows. */
static void test_a_wrapped_part_has_its_own_frame(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/16_stencil.cu", &(LoadOptions){0}),
                 true);
    send_line(picture.session, "pick-block 1");
    draw(&picture);
    Rect before = need_cell(&picture, 0, 4)->rect, beyond = need_cell(&picture, 0, 25)->rect;
    Colour strong = theme_get(THEME_LIGHT)->parts[PART_LEFT].strong;
    int frames = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind != SHAPE_RECT || shape->fill != strong || shape->tag.kind)
            continue;
        ++frames;
        assert_true(shape->rect.y + shape->rect.h <= beyond.y + 1);
        assert_true(shape->rect.y >= before.y + before.h - 4 ||
                    shape->rect.x >= before.x + before.w);
    }
    assert_true(frames >= 4);
    close_picture(&picture);
}

/* Row and column of N's elements are those of the matrix in the sentence, in the tile and in the
 * maps. */
static void test_column_major_places_are_the_matrix_s(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sides[] = {{"j", "4"}, {"k", "6"}, {"l", "8"}};
    LoadOptions options = {.settings = sides, .setting_count = 3};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/07_column_major.cu", &options),
                 true);
    send_line(picture.session, "barrier-next");
    session_settle(picture.session);
    draw(&picture);
    /* the tile is not turned: below Nds[0][0] stands the next row of N */
    const char *below = NULL, *beside = NULL;
    Rect first = {0};
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind != SHAPE_TEXT || strncmp(shape->text, "N[", 2) != 0)
            continue;
        if (strcmp(shape->text, "N[0][0]") == 0)
            first = shape->rect;
        else if (first.w > 0 && shape->rect.x == first.x && !below)
            below = shape->text;
        else if (first.w > 0 && shape->rect.y == first.y && !beside)
            beside = shape->text;
    }
    assert_non_null(below);
    assert_non_null(beside);
    assert_string_equal(below, "N[1][0]");
    assert_string_equal(beside, "N[0][1]");
    seek(picture.session, find_step(picture.session, 26, OP_LOAD, SPACE_GLOBAL));
    send_line(picture.session, "panel-memory");
    draw(&picture);
    assert_non_null(find_text(&picture, "N[0..1][0], N[0..1][1]"));
    assert_non_null(find_text(&picture, "N[0][0] = N[0]"));
    close_picture(&picture);
}

/* Without its guard N is read beyond its rows: the finding names the matrix's own row and column,
 * in the window and wherever else sentences are made of the run. */
static void test_findings_name_column_major_places(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sides[] = {{"j", "3"}, {"k", "3"}, {"l", "3"}};
    const char *const guard = "check:29";
    LoadOptions options = {
        .settings = sides, .setting_count = 3, .withouts = &guard, .without_count = 1};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/07_column_major.cu", &options),
                 true);
    send_line(picture.session, "go-end");
    session_finish_work(picture.session);
    const SessionRun *run = session_front(picture.session);
    int count, seen = 0;
    const Finding *findings = session_findings(run, &count);
    for (int i = 0; i < count; ++i) {
        if (findings[i].kind != FINDING_WRONG_ROW_READ)
            continue;
        ++seen;
        const char *text = sentence_finding(picture.arena, LANGUAGE_EN, run->run->program,
                                            &run->run->launch, &findings[i]);
        assert_non_null(strstr(text, "reads N[0][1], but was meant for a row outside"));
        assert_non_null(strstr(text, "from another column"));
    }
    assert_int_equal(seen, 1);
    close_picture(&picture);
}

static const Shape *find_button(const Picture *picture, CommandName command)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].tag.kind == TARGET_BUTTON &&
            picture->scene->shapes[i].tag.a == command)
            return &picture->scene->shapes[i];
    return NULL;
}

/* M and N of 1024 rows, of which the grid reads 64. */
static void open_large(Picture *picture)
{
    NamedText sides[] = {{"j", "64"}, {"k", "64"}, {"l", "64"}};
    Define tile = {"TILE_WIDTH", "16"};
    NamedText contents[] = {{"M", "ints:65536"}, {"N", "ints:65536"}};
    LoadOptions options = {.settings = sides,
                           .setting_count = 3,
                           .defines = &tile,
                           .define_count = 1,
                           .arguments = contents,
                           .argument_count = 2};
    session_open(picture->session, 0, run_load(KERNELS_FOLDER "/02_tiled.cu", &options), true);
    session_finish_work(picture->session);
    draw(picture);
}

static void test_memory_that_is_never_touched_is_folded(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 16, 4);
    draw(&picture);
    assert_null(find_button(&picture, COMMAND_STAGE_FIT));
    open_large(&picture);
    const SessionRun *run = session_front(picture.session);
    assert_int_equal(run->run->launch.buffers[0].rows, 1024);
    assert_int_equal(report_buffers(run->total)[0].reach_bytes, 64 * 64 * 4);
    const Shape *m = need_cell(&picture, 0, 0), *p = need_cell(&picture, 2, 0);
    assert_true(m->rect.y == p->rect.y && m->rect.h == p->rect.h); /* in line, as a product */
    assert_null(find_cell(&picture, 0, 64 * 64));
    assert_non_null(find_text(&picture, "960 more"));
    const Shape *button = find_button(&picture, COMMAND_STAGE_FIT);
    assert_non_null(button);
    Command press;
    assert_true(view_press(picture.session, picture.scene, middle(button->rect), &press));
    session_apply(picture.session, press);
    draw(&picture);
    assert_non_null(find_cell(&picture, 0, 64 * 64));
    assert_non_null(find_button(&picture, COMMAND_STAGE_FIT));
    send_line(picture.session, "stage-fit");
    draw(&picture);
    assert_null(find_cell(&picture, 0, 64 * 64));
    close_picture(&picture);
}

/* ---- what is explained while the picture goes on ---- */

static const Shape *gutter_of(const Picture *picture, uint32_t line)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        PickTag tag = picture->scene->shapes[i].tag;
        if (tag.kind == TARGET_GUTTER && tag.a == line)
            return &picture->scene->shapes[i];
    }
    return NULL;
}

static void test_a_tip_is_of_what_is_under_the_pointer(void **state)
{
    enum { LINE = 25 };
    Picture picture = open_sized("02_tiled.cu", 16, 4);
    Selection *selection = &picture.session->selection;
    Target target;
    draw(&picture);
    const Shape *gutter = gutter_of(&picture, LINE);
    assert_non_null(gutter);
    selection->pointer = middle(gutter->rect);
    selection->has_pointer = true;
    session_apply(picture.session, view_hover(picture.scene, selection->pointer));
    draw(&picture);
    assert_false(view_hover_again(picture.session, picture.scene, &target));
    session_apply(picture.session, (Command){.name = COMMAND_SCROLL_SOURCE, .number = 3});
    draw(&picture);
    assert_true(view_hover_again(picture.session, picture.scene, &target));
    assert_true(target.kind == TARGET_GUTTER && target.a == LINE + 3);
    assert_non_null(find_text(&picture, "Shift"));
    static const CommandName keys[] = {COMMAND_ACCESS_NEXT, COMMAND_PANEL_MEMORY};
    for (int i = 0; i < 2; ++i) { /* a key ends it, and it does not come back by itself */
        session_apply(picture.session, (Command){.name = keys[i]});
        session_settle(picture.session);
        draw(&picture);
        assert_null(find_text(&picture, "Shift"));
        assert_false(view_hover_again(picture.session, picture.scene, &target));
    }
    session_apply(picture.session, (Command){.name = COMMAND_PANEL_MEMORY});
    draw(&picture);
    session_apply(picture.session, view_hover(picture.scene, selection->pointer));
    draw(&picture); /* the pointer stirs */
    assert_int_equal(selection->hover.kind, TARGET_GUTTER);
    assert_non_null(find_text(&picture, "Shift"));
    session_apply(picture.session, (Command){.name = COMMAND_SCROLL_SOURCE, .number = 15});
    draw(&picture);
    assert_null(gutter_of(&picture, LINE));
    assert_null(find_text(&picture, "Shift")); /* what is no longer seen has no tip */
    selection->focus = (Target){TARGET_GUTTER, LINE, 0, 0};
    assert_false(view_hover_again(picture.session, picture.scene, &target)); /* the keyboard's */
    close_picture(&picture);
}

/* ---- what tips say ---- */

static void hover_line(Picture *picture, uint32_t line)
{
    picture->session->selection.hover = (Target){TARGET_GUTTER, line, 0, 0};
    draw(picture);
}

static void test_a_switch_says_what_it_does(void **state)
{
    enum { BARRIER = 33, GUARD = 25 };
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    seek(picture.session, 20);
    hover_line(&picture, GUARD);
    assert_non_null(
        find_text(&picture, "Bounds check of line 25. Click (or Enter) to switch it off"));
    hover_line(&picture, BARRIER);
    assert_non_null(find_text(&picture, "Barrier of line 33. Click (or Enter) to switch it off"));
    session_apply(picture.session, (Command){COMMAND_TOGGLE, BARRIER, {0}});
    hover_line(&picture, BARRIER);
    assert_non_null(find_text(&picture, "The barrier of line 33 is switched off"));
    assert_non_null(find_text(&picture, "With Shift: stop here"));
    close_picture(&picture);
}

static void test_a_launch_that_leaves_something_out_says_what(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sides[] = {{"j", "4"}, {"k", "4"}, {"l", "4"}};
    LoadOptions options = {.settings = sides, .setting_count = 3, .block = "2,2", .grid = "1,1"};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/02_tiled.cu", &options), true);
    session_finish_work(picture.session);
    draw(&picture);
    assert_null(find_text(&picture, "! "));              /* the verdict says that it is wrong */
    assert_non_null(find_text(&picture, "12/16 wrong")); /* short, beside the launch */
    picture.session->selection.hover = (Target){TARGET_BUTTON, COMMAND_LAUNCH, 0, 0};
    draw(&picture);
    assert_non_null(find_text(&picture, "The blocks leave out part of P"));
    close_picture(&picture);
}

static void test_an_output_that_is_too_large_is_no_alarm(void **state)
{
    static const char text[] = "__global__ void twice(const float *in, float *out, int n)\n"
                               "{\n"
                               "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "    if (i < n) out[i] = 2 * in[i];\n"
                               "}\n"
                               "int main()\n"
                               "{\n"
                               "    float *in, *out;\n"
                               "    cudaMalloc(&in, 64 * sizeof(float));\n"
                               "    cudaMalloc(&out, 1024 * sizeof(float));\n"
                               "    twice<<<2, 32>>>(in, out, 64);\n"
                               "}\n";
    char path[] = "/tmp/tilestep-too-large-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, text, sizeof text - 1) == (ssize_t)sizeof text - 1);
    close(file);
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(path, &(LoadOptions){.order = NULL}), true);
    remove(path);
    session_finish_work(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "out: 64 of 1024 reached"));
    assert_non_null(find_text(&picture, "2 · 32"));
    assert_null(find_text(&picture, "! <<<"));
    close_picture(&picture);
}

/* A product of j x k and k x l in tiles of 4. */
static Picture open_product(const char *kernel, int j, int k, int l)
{
    char sizes[4][16], path[4096];
    const int values[] = {j, k, l, 4};
    NamedText settings[] = {{"j", sizes[0]}, {"k", sizes[1]}, {"l", sizes[2]}, {"tile", sizes[3]}};
    Define define = {"TILE_WIDTH", "4"};
    bool has_define = strcmp(kernel, "02_tiled.cu") == 0;
    LoadOptions options = {.settings = settings, .setting_count = has_define ? 3 : 4};
    options.defines = &define;
    options.define_count = has_define;
    for (int i = 0; i < 4; ++i)
        snprintf(sizes[i], sizeof sizes[i], "%d", values[i]);
    snprintf(path, sizeof path, KERNELS_FOLDER "/%s", kernel);
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(path, &options), true);
    return picture;
}

static bool has_beyond(const Picture *picture, uint32_t buffer, uint32_t row, uint32_t column)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        PickTag tag = picture->scene->shapes[i].tag;
        if (tag.kind == TARGET_BEYOND && tag.a == buffer && tag.b == row && tag.c == column)
            return true;
    }
    return false;
}

/* A matrix that is smaller than a tile in a direction: what the tile has more is hatched, in the
 * picture of each of the three, whatever the kernel keeps its tiles in; and no cell beyond the
 * tile. */
static void test_a_tile_may_be_larger_than_its_matrix(void **state)
{
    const struct {
        const char *kernel;
        int j, k, l;
    } cases[] = {{"02_tiled.cu", 3, 3, 3},
                 {"02_tiled.cu", 1, 1, 1},
                 {"02_tiled.cu", 5, 9, 3},
                 {"03_tiled_dynamic.cu", 3, 3, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        int j = cases[i].j, k = cases[i].k, l = cases[i].l;
        Picture picture = open_product(cases[i].kernel, j, k, l);
        seek(picture.session, find_step(picture.session, 0, OP_STORE, SPACE_SHARED) + 8);
        draw(&picture);
        assert_true(has_beyond(&picture, 1, 0, (uint32_t)l));
        assert_true(has_beyond(&picture, 1, 3, 3));
        assert_true(has_beyond(&picture, 2, 0, (uint32_t)l));
        assert_true(has_beyond(&picture, 2, 3, 3));
        assert_false(has_beyond(&picture, 1, 0, 4));
        assert_int_equal(j < 4, has_beyond(&picture, 0, 3, 0));
        assert_int_equal(k < 4, has_beyond(&picture, 0, 0, 3));
        close_picture(&picture);
    }
}

static TileSize tile_of(const Picture *picture, const char *name)
{
    const SessionRun *run = session_front(picture->session);
    return tile_size(run, (int)(buffer_named(run->run, name) - run->run->launch.buffers));
}

static Picture open_file(const char *path)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(path, &(LoadOptions){0}), true);
    session_finish_work(picture.session);
    return picture;
}

/* Lines are those of tiles where blocks use parts beside each other, and none where these overlap
 * or have gaps: a frame is then around what is used and no more. */
static void test_tiles_do_not_overlap(void **state)
{
    Picture picture = open_file(KERNELS_FOLDER "/../tests/view/kernels/halo.cu");
    assert_int_equal(tile_of(&picture, "in").rows, 0);
    assert_int_equal(tile_of(&picture, "out").rows, 4);
    assert_int_equal(tile_of(&picture, "out").columns, 4);
    close_picture(&picture);
    picture = open_file(KERNELS_FOLDER "/../tests/view/kernels/volume.cu");
    assert_int_equal(tile_of(&picture, "out").rows, 0);
    draw(&picture);
    Rect used = need_cell(&picture, 0, 5)->rect; /* there is a gap below it */
    bool has_line = false;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        has_line |= shape->kind == SHAPE_RECT && shape->rect.h > 1 && shape->rect.h < 5 &&
                    shape->rect.x == used.x && shape->rect.w == used.w &&
                    shape->rect.y + shape->rect.h == used.y + used.h;
    }
    assert_true(has_line);
    close_picture(&picture);
}

static int count_numbers(const Picture *picture, Rect room)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->kind == SHAPE_TEXT && strspn(shape->text, "0123456789") > 0 &&
                 rect_holds(room, (Point){shape->rect.x, shape->rect.y});
    }
    return count;
}

/* The numbers around a thread, large: cells as large as the stage lets, with what lies beyond the
 * edge, from where an access that strays is seen to come; and always with numbers. */
static void test_large_cells_are_large_and_whole(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 3, 2, "check:25"), true);
    session_finish_work(picture.session);
    send_line(picture.session, "go-end");
    send_line(picture.session, "finding-next");
    send_line(picture.session, "enlarge");
    draw(&picture);
    Rect above = need_cell(&picture, 0, 6)->rect;
    assert_true(above.h > 60 && above.w > 40);
    assert_true(has_beyond(&picture, 0, 3, 0));
    assert_non_null(find_text(&picture, "-99"));
    assert_non_null(find_text(&picture, "around thread (0, 1)"));
    int starts = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        bool is_way = shape->kind == SHAPE_ARROW ||
                      (shape->kind == SHAPE_LINE && shape->rect.w != 0 && shape->rect.h != 0);
        starts += is_way && fabsf(shape->rect.x - above.x) < 3 * above.w &&
                  shape->rect.y >= above.y + above.h;
    }
    assert_true(starts >= 2);
    send_line(picture.session, "enlarge");
    for (int i = 0; i < 5; ++i)
        send_line(picture.session, "stage-in");
    draw(&picture);
    assert_non_null(find_text(&picture, "-99")); /* half of its row is in sight, or none */
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 64, 16);
    seek(picture.session, 500);
    send_line(picture.session, "enlarge");
    draw(&picture);
    assert_true(count_numbers(&picture, (Rect){0, 100, 470, 480}) > 60);
    close_picture(&picture);
}

static Picture open_text(const char *text)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("k.cu", text, strlen(text), &(LoadOptions){0}),
                 true);
    session_finish_work(picture.session);
    return picture;
}

/* Where a row is a struct, its columns have the members' names. */
static void test_columns_of_structs_have_names(void **state)
{
    Picture picture = open_text("struct Body { float x, y, vx, vy; int id; };\n"
                                "__global__ void k(Body *b) { b[threadIdx.x].vx = 1; }\n"
                                "int main() {\n"
                                "    Body *b;\n"
                                "    cudaMalloc(&b, 6 * sizeof(Body));\n"
                                "    k<<<1, 6>>>(b);\n"
                                "}\n");
    draw(&picture);
    static const char *const names[] = {"x", "y", "vx", "vy", "id"};
    for (uint32_t i = 0; i < 5; ++i) {
        Rect cell = need_cell(&picture, 0, i)->rect;
        bool has_name = false;
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            has_name |= shape->kind == SHAPE_TEXT && !strcmp(shape->text, names[i]) &&
                        shape->rect.x > cell.x && shape->rect.x < cell.x + cell.w &&
                        shape->rect.y < cell.y && shape->rect.y > cell.y - 20;
        }
        assert_true(has_name);
    }
    close_picture(&picture);
}

/* Of cells without numbers that a step touches, the shade is seen, in a frame. */
static void test_touched_shades_are_seen(void **state)
{
    Picture picture = open_text("__global__ void k(int *d) {\n"
                                "    __shared__ int s[256];\n"
                                "    s[threadIdx.x] = d[threadIdx.x];\n"
                                "    d[threadIdx.x] = s[255 - threadIdx.x];\n"
                                "}\n"
                                "int main() { int *d; cudaMalloc(&d, 1024); k<<<1, 256>>>(d); }\n");
    picture.session->look.banks = true;
    seek(picture.session, find_step(picture.session, 0, OP_LOAD, SPACE_SHARED) + 1);
    draw(&picture);
    Colour black = theme_get(picture.session->look.theme)->text;
    int cells = 0, frames = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        bool is_cell = shape->tag.kind == TARGET_SHARED;
        cells += is_cell;
        assert_true(!is_cell || shape->fill != black);
        frames += shape->stroke == black && shape->rect.w < 18 && shape->rect.x > 480 &&
                  shape->rect.y < 290;
    }
    assert_int_equal(cells, 256);
    assert_true(frames >= 32);
    close_picture(&picture);
}

/* Where the enlarged part is, is no mark of what the step touches: at a step that computes, nothing
 * on the stage is black, and the part has brackets. */
static void test_the_enlarged_part_is_not_touched(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    const Theme *theme = theme_get(THEME_LIGHT);
    seek(picture.session, find_step(picture.session, 0, OP_LOAD, SPACE_SHARED));
    draw(&picture);
    assert_non_null(find_text(&picture, "around thread (0, 0)"));
    Rect stage = layout_shown(1280, 720, picture.session).stage;
    int brackets = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind != SHAPE_RECT || !rect_holds(stage, middle(shape->rect)) ||
            shape->rect.w > 40)
            continue;
        bool is_key = shape->rect.y < stage.y + 40; /* the legend's */
        assert_true(is_key || (shape->fill != theme->text && shape->stroke != theme->text));
        brackets += shape->fill == theme->accent && fminf(shape->rect.w, shape->rect.h) == 2;
    }
    assert_true(brackets >= 3 * 8);
    close_picture(&picture);
}

/* The place of a variable's row among the registers; y 0: there is none. */
static Point row_of(const Picture *picture, const char *name)
{
    Rect room = layout_shown(1280, 720, picture->session).registers;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, name) == 0 && shape->rect.y > room.y &&
            shape->rect.x < room.x + room.w)
            return (Point){shape->rect.x, shape->rect.y};
    }
    return (Point){0, 0};
}

/* A variable that begins to live moves no other one. */
static void test_registers_keep_their_places(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    static const char *const names[] = {"bx", "Row", "Pvalue", "i", "j", "l"};
    Point first[6] = {0};
    int seen = 0;
    for (uint64_t at = 1; at < 60; ++at) {
        seek(picture.session, at);
        draw(&picture);
        for (int i = 0; i < 6; ++i) {
            Point now = row_of(&picture, names[i]);
            if (now.y > 0 && first[i].y > 0)
                assert_true(fabsf(now.x - first[i].x) < 1 && fabsf(now.y - first[i].y) < 1);
            seen += now.y > 0 && !(first[i].y > 0);
            first[i] = now.y > 0 ? now : first[i];
        }
    }
    assert_int_equal(seen, 6);
    close_picture(&picture);
}

/* A thread that has ended has no memory of its own: nothing is told of it, not even that it is not
 * known. */
static void test_an_ended_thread_has_no_locals(void **state)
{
    Picture picture = open_text("__global__ void k(int *d) {\n"
                                "    int v[2];\n"
                                "    if (threadIdx.x < 4) return;\n"
                                "    v[0] = threadIdx.x;\n"
                                "    v[1] = 2;\n"
                                "    d[threadIdx.x] = v[d[0] & 1] + v[1];\n"
                                "}\n"
                                "int main() { int *d; cudaMalloc(&d, 32); k<<<1, 8>>>(d); }\n");
    int ended = 0;
    for (uint64_t at = 1; at < 12; ++at) {
        seek(picture.session, at);
        draw(&picture);
        const Machine *machine = timeline_machine(session_front(picture.session)->timeline);
        if (machine_lane_state(machine, 0, 0) != LANE_DONE)
            continue;
        ++ended;
        assert_null(find_text(&picture, "{?"));
    }
    assert_true(ended > 2);
    close_picture(&picture);
}

/* Both names of a pair are read in full, and no button is a key alone. */
static void test_names_and_buttons_are_whole(void **state)
{
    Picture picture = open_sized("08_corner_turning.cu", 16, 4);
    LoadOptions options = {.order = NULL};
    session_open(picture.session, 1,
                 run_load(KERNELS_FOLDER "/10_corner_turning_padded.cu", &options), true);
    session_finish_work(picture.session);
    for (int is_lecture = 0; is_lecture < 2; ++is_lecture) {
        picture.session->look.lecture = is_lecture;
        draw(&picture);
        Rect title = layout_shown(1280, 720, picture.session).title;
        int whole = 0;
        for (int i = 0; i < picture.scene->count; ++i) {
            const Shape *shape = &picture.scene->shapes[i];
            whole += shape->kind == SHAPE_TEXT && rect_holds(title, middle(shape->rect)) &&
                     (strcmp(shape->text, "corner_turning") == 0 ||
                      strcmp(shape->text, "corner_turning_padded") == 0);
        }
        assert_int_equal(whole, 2);
    }
    picture.session->look.lecture = false;
    send_line(picture.session, "toggle 33");
    static const int widths[] = {1024, 1100, 1280};
    for (int i = 0; i < 3; ++i) {
        draw_sized(&picture, widths[i], 720);
        Rect source = layout_shown(widths[i], 720, picture.session).source;
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            bool is_head = shape->kind == SHAPE_TEXT && rect_holds(source, middle(shape->rect)) &&
                           shape->rect.y < source.y + 30;
            assert_false(is_head && strlen(shape->text) == 1);
        }
    }
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zooming_keeps_what_is_under_the_pointer),
        cmocka_unit_test(test_rows_and_columns_stay_in_line),
        cmocka_unit_test(test_dragging_moves_what_is_held),
        cmocka_unit_test(test_every_size_zooms_to_numbers),
        cmocka_unit_test(test_keys_move_inside_the_edges),
        cmocka_unit_test(test_the_state_keeps_the_view),
        cmocka_unit_test(test_a_column_major_matrix_stands_in_line),
        cmocka_unit_test(test_a_product_stands_as_its_check_says),
        cmocka_unit_test(test_column_major_places_are_the_matrix_s),
        cmocka_unit_test(test_findings_name_column_major_places),
        cmocka_unit_test(test_a_wrapped_part_has_its_own_frame),
        cmocka_unit_test(test_memory_that_is_never_touched_is_folded),
        cmocka_unit_test(test_a_tip_is_of_what_is_under_the_pointer),
        cmocka_unit_test(test_a_switch_says_what_it_does),
        cmocka_unit_test(test_a_launch_that_leaves_something_out_says_what),
        cmocka_unit_test(test_the_enlarged_part_is_not_touched),
        cmocka_unit_test(test_registers_keep_their_places),
        cmocka_unit_test(test_an_ended_thread_has_no_locals),
        cmocka_unit_test(test_names_and_buttons_are_whole),
        cmocka_unit_test(test_an_output_that_is_too_large_is_no_alarm),
        cmocka_unit_test(test_a_tile_may_be_larger_than_its_matrix),
        cmocka_unit_test(test_tiles_do_not_overlap),
        cmocka_unit_test(test_columns_of_structs_have_names),
        cmocka_unit_test(test_touched_shades_are_seen),
        cmocka_unit_test(test_large_cells_are_large_and_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
