/* The stage: zooming about a point, moving, what stays in line, from 2x2 to 16384x16384; the tile in
 * full beside a heat map; who wrote and reads a word; the fan of reuse; bookmarks. */
#include "scene/canvas.h"
#include "session/bookmark.h"
#include "session/stage.h"
#include "session/state.h"
#include "sessions.h"
#include "view/stage.h"
#include "view/values.h"
#include "view/view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Picture {
    Arena *arena;
    TextMetrics *metrics;
    Session *session;
    Scene *scene;
} Picture;

static Picture open_sized(const char *kernel, int size, int tile)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel(kernel, size, tile, NULL), true);
    return picture;
}

static void close_picture(Picture *picture)
{
    session_free(picture->session);
    arena_free(picture->arena);
}

static void draw(Picture *picture)
{
    picture->scene = view_build(picture->session, picture->arena, 1280, 720, picture->metrics);
}

static void seek(Session *session, uint64_t moment)
{
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)moment});
}

/* The first cell of a buffer's element in the picture, NULL if it is not seen. */
static const Shape *find_cell(const Picture *picture, uint32_t buffer, uint32_t element)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_CELL && shape->tag.a == buffer && shape->tag.b == element)
            return shape;
    }
    return NULL;
}

static const Shape *need_cell(const Picture *picture, uint32_t buffer, uint32_t element)
{
    const Shape *shape = find_cell(picture, buffer, element);
    if (!shape)
        fail_msg("element %u of buffer %u is not seen", element, buffer);
    return shape;
}

static Point middle(Rect rect)
{
    return (Point){rect.x + rect.w / 2, rect.y + rect.h / 2};
}

static const char *find_text(const Picture *picture, const char *part)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strstr(shape->text, part))
            return shape->text;
    }
    return NULL;
}

/* Lines of the picture with the danger colour around a cell: a frame and two strokes. */
static int marks_of(const Picture *picture, Rect cell)
{
    int marks = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        Point at = {shape->rect.x, shape->rect.y};
        marks += shape->kind == SHAPE_LINE && rect_holds(cell, at);
    }
    return marks;
}

static void test_a_wrong_result_is_seen(void **state)
{
    (void)state;
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 3, 2, "check:40"), true);
    draw(&picture);
    assert_non_null(find_text(&picture, "8 of 9 right"));
    assert_int_equal(marks_of(&picture, need_cell(&picture, 2, 3)->rect), 0);
    seek(picture.session, timeline_length(session_front(picture.session)->timeline) / 4);
    draw(&picture);
    assert_int_equal(marks_of(&picture, need_cell(&picture, 2, 3)->rect), 0);
    send_line(picture.session, "go-end");
    send_line(picture.session, "panel-findings");
    session_settle(picture.session);
    draw(&picture);
    Rect cell = need_cell(&picture, 2, 3)->rect;
    assert_int_equal(marks_of(&picture, cell), 2);
    assert_non_null(find_text(&picture, "× 8 of 9 right"));
    assert_int_equal(marks_of(&picture, need_cell(&picture, 2, 4)->rect), 0);
    assert_non_null(find_text(&picture, "should be 79"));
    assert_non_null(find_text(&picture, "2 findings"));
    session_apply(picture.session, view_hover(picture.scene, middle(cell)));
    draw(&picture);
    assert_non_null(find_text(&picture, "P[1][0] = 0, should be 79"));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "× 正确 8 / 9"));
    close_picture(&picture);
}

static void test_a_right_result_says_nothing(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    assert_int_equal(session_front(picture.session)->check->wrong, 0);
    draw(&picture);
    assert_null(find_text(&picture, "right"));
    close_picture(&picture);
}

/* N of the corner turning, 4 x 6 times 6 x 8, lies in memory as 8 rows of 6; it is drawn as 6 x 8. */
static void test_a_column_major_matrix_stands_in_line(void **state)
{
    (void)state;
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
    assert_non_null(find_text(&picture, "row 5, column 2 of N; element 17 in memory"));
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

static void test_lecture_cells_are_not_smaller(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    send_line(picture.session, "go-end");
    send_line(picture.session, "pick-thread 3");
    session_settle(picture.session);
    for (int i = 0; i < 2; ++i) {
        float cells[2];
        for (int lecture = 0; lecture < 2; ++lecture) {
            picture.session->look.lecture = lecture;
            picture.scene = view_build(picture.session, picture.arena, sizes[i][0], sizes[i][1],
                                       picture.metrics);
            cells[lecture] = need_cell(&picture, 0, 5)->rect.h;
        }
        assert_non_null(find_text(&picture, "Pvalue = "));
        if (cells[1] < cells[0])
            fail_msg("%d: %g pixels in lecture mode, %g else", sizes[i][1], cells[1], cells[0]);
    }
    close_picture(&picture);
}

static void test_findings_so_far_and_in_all(void **state)
{
    (void)state;
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 4, 2, "barrier:33"), true);
    const Report *report = session_front(picture.session)->total;
    assert_true(report->finding_count > 1);
    const char *text = arena_printf(picture.arena, "1 of %d findings", report->finding_count);
    bool is_seen = false;
    for (int i = 0; i < 200 && !is_seen; ++i) {
        send_line(picture.session, "step-next");
        session_settle(picture.session);
        draw(&picture);
        is_seen = find_text(&picture, text) != NULL;
    }
    assert_true(is_seen);
    close_picture(&picture);
}

static void test_one_barrier_is_one(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    draw(&picture);
    assert_non_null(find_text(&picture, "0 barriers passed"));
    send_line(picture.session, "barrier-next");
    session_settle(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "1 barrier passed"));
    close_picture(&picture);
}

static void test_zooming_keeps_what_is_under_the_pointer(void **state)
{
    (void)state;
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
    (void)state;
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
    (void)state;
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
    (void)state;
    check_size("02_tiled.cu", 2, 2);
    check_size("02_tiled.cu", 3, 2);
    check_size("02_tiled.cu", 64, 16);
    check_size("02_tiled.cu", 1024, 16);
    check_size("02_tiled.cu", 16384, 16);
}

static void test_keys_move_inside_the_edges(void **state)
{
    (void)state;
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
    (void)state;
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

static void test_small_cells_have_a_tile_in_full(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    draw(&picture);
    assert_non_null(find_text(&picture, "around thread (0, 0)"));
    assert_non_null(find_text(&picture, "P[0][0]"));
    send_line(picture.session, "pick-thread 37");
    draw(&picture);
    assert_non_null(find_text(&picture, "P[2][5]"));
    bool has_number = false;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        has_number |= shape->tag.kind == TARGET_CELL && shape->tag.a == 0 &&
                      shape->tag.b == 2 * 64 + 5 && shape->rect.h >= 18;
    }
    assert_true(has_number);
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 4, 2);
    draw(&picture);
    assert_null(find_text(&picture, "around thread"));
    close_picture(&picture);
}

static void explain(Picture *picture, Target target)
{
    if (memcmp(&picture->session->selection.pin, &target, sizeof target) != 0)
        session_apply(picture->session, (Command){COMMAND_PIN, 0, target});
    draw(picture);
}

/* Naive, 4x4, blocks of 2x2: M[0][0] is read by two threads at once, P[0][0] written by one. */
static void test_a_cell_tells_who_wrote_and_reads_it(void **state)
{
    (void)state;
    Picture picture = open_sized("01_naive.cu", 4, 2);
    Session *session = picture.session;
    explain(&picture, (Target){TARGET_CELL, 0, 0, 0});
    assert_non_null(find_text(&picture, "given by the launch"));
    const char *next = strstr(find_text(&picture, "next read by 2 threads"), "step ");
    uint64_t moment = strtoull(next + 5, NULL, 10);
    seek(session, moment);
    const Step *step = session_step(session_front(session));
    assert_int_equal(step->instr->op, OP_LOAD);
    assert_int_equal(step->space, SPACE_GLOBAL);
    explain(&picture, (Target){TARGET_CELL, 0, 0, 0});
    assert_non_null(find_text(&picture, "last read by 2 threads"));
    assert_non_null(find_text(&picture, "this block does not read it again"));
    seek(session, session_place(session_front(session)).length);
    seek(session, position(session) - 1);
    explain(&picture, (Target){TARGET_CELL, 2, 1, 0});
    assert_non_null(find_text(&picture, "written by thread (1, 0)"));
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        Command command;
        if (shape->tag.kind != TARGET_MOMENT)
            continue;
        assert_true(view_press(session, picture.scene, middle(shape->rect), &command));
        session_apply(session, command);
        assert_int_equal(session_step(session_front(session))->instr->op, OP_STORE);
        close_picture(&picture);
        return;
    }
    fail_msg("no line leads to a step");
}

/* Mds[0][1] is read by the two threads of its row in a phase. */
static void test_a_shared_word_fans_out(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    seek(picture.session, find_step(picture.session, 1, OP_BARRIER, SPACE_GENERIC));
    draw(&picture);
    int before = 0, after = 0;
    for (int i = 0; i < picture.scene->count; ++i)
        before += picture.scene->shapes[i].dashed;
    explain(&picture, (Target){TARGET_SHARED, 0, 4, 0});
    for (int i = 0; i < picture.scene->count; ++i)
        after += picture.scene->shapes[i].dashed;
    assert_int_equal(after - before, 2);
    assert_non_null(find_text(&picture, "in this phase: 2 reads by 2 threads"));
    close_picture(&picture);
}

static void test_bookmarks_are_set_found_and_taken_away(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Session *session = picture.session;
    static const uint64_t places[] = {30, 200, 90};
    for (int i = 0; i < 3; ++i) {
        seek(session, places[i]);
        send_line(session, "bookmark");
    }
    send_line(session, "go-start");
    static const uint64_t order[] = {30, 90, 200, 30};
    for (int i = 0; i < 4; ++i) {
        send_line(session, "bookmark-next");
        assert_int_equal(position(session), order[i]);
    }
    send_line(session, "bookmark");
    assert_int_equal(session->bookmark_count, 2);
    send_line(session, "bookmark-back");
    assert_int_equal(position(session), 200);
    for (int i = 0; i < 2 * BOOKMARKS; ++i) {
        seek(session, (uint64_t)i);
        send_line(session, "bookmark");
    }
    assert_int_equal(session->bookmark_count, BOOKMARKS);
    close_picture(&picture);
}

/* A frame of a wrapped strip goes round what the block uses, not round whole rows. */
static void test_a_wrapped_part_has_its_own_frame(void **state)
{
    (void)state;
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

static void test_formulas_have_the_numbers_of_the_thread(void **state)
{
    (void)state;
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/14_transpose.cu", &(LoadOptions){0}),
                 true);
    bool has_row = false, has_comparison = false;
    for (uint64_t at = 1; at < 12; ++at) {
        seek(picture.session, at);
        send_line(picture.session, "pick-thread 3");
        draw(&picture);
        has_row |= find_text(&picture, "= 0 * 2 + 1 = 1") != NULL;
        has_comparison |= find_text(&picture, "1 < 4") != NULL;
    }
    assert_true(has_row && has_comparison);
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 4, 2);
    bool has_macro = false, has_subscript = false;
    for (uint64_t at = 1; at < 90; ++at) {
        seek(picture.session, at);
        draw(&picture);
        has_macro |= find_text(&picture, "1 < 2  →  true") != NULL;
        assert_null(find_text(&picture, "= 0 = 0"));
        const char *subscript = find_text(&picture, "Row * k + ph * TILE_WIDTH + tx  →");
        has_subscript |= subscript && strstr(subscript, "0 * 4 + 0 * 2 + 0  →  0");
    }
    assert_true(has_macro && has_subscript);
    close_picture(&picture);
}

/* The text that stands in a cell, NULL if it is blank. */
static const Shape *text_in(const Picture *picture, Rect cell)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && rect_holds(cell, middle(shape->rect)))
            return shape;
    }
    return NULL;
}

/* Cells of a buffer that are high enough for numbers; every one has a number, of least_px or more. */
static int count_numbers(const Picture *picture, uint32_t buffer, int least_px)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind != TARGET_CELL || shape->tag.a != buffer || shape->rect.h < 18)
            continue;
        const Shape *text = text_in(picture, shape->rect);
        if (!text || !strpbrk(text->text, "0123456789") || text->font_px < least_px)
            fail_msg("buffer %u, element %u: %s", buffer, shape->tag.b, text ? text->text : "");
        ++count;
    }
    return count;
}

static void draw_sized(Picture *picture, int width, int height)
{
    picture->scene = view_build(picture->session, picture->arena, width, height, picture->metrics);
}

static void test_numbers_in_full_are_never_blank(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 64, 32);
    send_line(picture.session, "go-end");
    static const int heights[] = {720, 1080};
    for (int i = 0; i < 2; ++i) {
        draw_sized(&picture, heights[i] * 16 / 9, heights[i]);
        assert_true(count_numbers(&picture, 2, 8) >= 9);
        assert_non_null(find_text(&picture, "1727"));
    }
    close_picture(&picture);
}

static uint64_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void test_values_are_rounded_to_fit(void **state)
{
    (void)state;
    static const struct {
        float value;
        int letters;
        const char *text;
    } rows[] = {{1727, 4, "1.7k"}, {1727, 3, "2k"},   {999.6f, 3, "1k"},   {0.462f, 3, ".46"},
                {0.462f, 2, ".5"}, {-12, 3, "-12"},   {2.5e6f, 4, "2.5M"}, {-0.04f, 4, "-.04"},
                {7, 1, "7"},       {9.5e9f, 3, "10G"}};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        assert_string_equal(value_brief(arena, SCALAR_F32, bits_of(rows[i].value), rows[i].letters),
                            rows[i].text);
    arena_free(arena);
}

static void test_a_tile_is_shown_large(void **state)
{
    (void)state;
    static const int sizes[] = {64, 1024};
    for (int i = 0; i < 2; ++i) {
        Picture picture = open_sized("02_tiled.cu", sizes[i], 16);
        send_line(picture.session, "block-next");
        send_line(picture.session, "step-back");
        send_line(picture.session, "enlarge");
        send_line(picture.session, "pick-thread 37");
        session_finish_work(picture.session);
        draw_sized(&picture, 1920, 1080);
        for (uint32_t row = 0; i == 0 && row < 16; ++row)
            for (uint32_t column = 0; column < 16; ++column)
                need_cell(&picture, 2, row * (uint32_t)sizes[i] + column);
        send_line(picture.session, "lecture");
        draw_sized(&picture, 1920, 1080);
        for (uint32_t buffer = 0; buffer < 3; ++buffer)
            if (count_numbers(&picture, buffer, 28) < 3)
                fail_msg("%d of buffer %u", sizes[i], buffer);
        need_cell(&picture, 2, 2 * (uint32_t)sizes[i] + 5);
        send_line(picture.session, "close");
        assert_true(picture.session->look.lecture && !picture.session->look.enlarged);
        close_picture(&picture);
    }
}

/* A strip too long for numbers has those around the thread in a row below, or large. */
static void test_a_strip_has_its_numbers(void **state)
{
    (void)state;
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText setting = {"n", "4096"};
    LoadOptions options = {.settings = &setting, .setting_count = 1};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/16_stencil.cu", &options), true);
    draw(&picture);
    assert_true(count_numbers(&picture, 0, 8) >= 8);
    send_line(picture.session, "lecture");
    send_line(picture.session, "enlarge");
    draw_sized(&picture, 1920, 1080);
    assert_true(count_numbers(&picture, 0, 28) >= 8);
    close_picture(&picture);
}

/* Of 32x32 threads, half of them at the barrier: every cell has its state's colour, and what is drawn
 * over the cells leaves it to be seen. */
static void test_many_threads_show_their_states(void **state)
{
    (void)state;
    const Theme *theme = theme_get(THEME_LIGHT);
    Picture picture = open_sized("02_tiled.cu", 64, 32);
    uint64_t barrier = find_step(picture.session, 1, OP_BARRIER, SPACE_GENERIC);
    seek(picture.session, barrier + 15);
    draw(&picture);
    int running = 0, waiting = 0;
    float covered = 0, all = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        float area = shape->rect.w * shape->rect.h;
        bool is_thread = shape->tag.kind == TARGET_THREAD;
        bool is_small = shape->kind == SHAPE_RECT && !shape->tag.kind && all > 0 && area < 100;
        running += is_small && shape->fill == theme->running;
        waiting += is_small && shape->fill == theme->waiting;
        all += is_thread ? area : 0;
        if (is_small && shape->rect.w > 20 && shape->fill == theme->text)
            covered += area;
    }
    assert_true(running >= 14 * WARP_LANES && waiting >= 14 * WARP_LANES);
    assert_true(running + waiting <= 1024 + 8);
    assert_true(covered < all / 10);
    close_picture(&picture);
}

/* Cells of threads that are filled with a colour. */
static int count_states(const Picture *picture, Colour colour)
{
    int count = 0;
    Rect cell = {0};
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_THREAD)
            cell = shape->rect;
        else if (cell.w > 0 && shape->fill == colour && rect_holds(cell, middle(shape->rect)))
            ++count, cell = (Rect){0};
    }
    return count;
}

/* Stepping over a barrier: the warps gather one after another, the last one opens it for all, which is
 * seen in full however fast the way there was. */
static void test_threads_gather_and_are_released_together(void **state)
{
    (void)state;
    const Theme *theme = theme_get(THEME_LIGHT);
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    Session *session = picture.session;
    send_line(session, "barrier-next");
    int waited = 0, in_release = 0, most_waiting = 0;
    for (; session_is_moving(session); session_tick(session, 16)) {
        draw(&picture);
        int waiting = count_states(&picture, theme->waiting);
        const Step *step = session_step(session_front(session));
        waited += waiting >= WARP_LANES && waiting < 256;
        in_release += step->instr->op == OP_BARRIER && step->is_release;
        most_waiting = waiting > most_waiting ? waiting : most_waiting;
        assert_true(waiting % WARP_LANES == 0);
    }
    assert_true(waited >= 1 && in_release >= 600 / 16 && most_waiting == 256);
    draw(&picture);
    assert_int_equal(count_states(&picture, theme->waiting), 0);
    assert_true(count_states(&picture, theme->running) >= 250);
    close_picture(&picture);
}

static int count_arrows(const Picture *picture, Colour colour)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].kind == SHAPE_ARROW &&
                 picture->scene->shapes[i].stroke == colour;
    return count;
}

static void check_race(Run *run)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run, true);
    send_line(picture.session, "go-end");
    send_line(picture.session, "finding-next");
    session_settle(picture.session);
    draw(&picture);
    assert_int_equal(count_arrows(&picture, theme_get(THEME_LIGHT)->danger), 2);
    assert_non_null(find_text(&picture, "writes"));
    assert_non_null(find_text(&picture, "reads"));
    close_picture(&picture);
}

static void test_a_race_shows_both_accesses(void **state)
{
    (void)state;
    static const char *const tiles[] = {"2", "16"};
    const char *without = "barrier:33";
    for (int i = 0; i < 2; ++i) {
        Define tile = {"TILE_WIDTH", tiles[i]};
        check_race(run_load(KERNELS_FOLDER "/02_tiled.cu", &(LoadOptions){.defines = &tile,
                                                                          .define_count = 1,
                                                                          .withouts = &without,
                                                                          .without_count = 1}));
    }
    check_race(run_load(KERNELS_FOLDER "/../tests/kernels/broken/in_place.cu", &(LoadOptions){0}));
}

static bool has_letter(const char *text)
{
    for (; *text; ++text)
        if ((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z'))
            return true;
    return false;
}

/* In lecture mode at 1920x1080 what is read word by word has 36 pixels: source, formula, sentence. */
static void test_lecture_letters(void **state)
{
    (void)state;
    static const int sizes[][2] = {{4, 2}, {64, 16}};
    for (int i = 0; i < 4; ++i) {
        Picture picture = open_sized("02_tiled.cu", sizes[i / 2][0], sizes[i / 2][1]);
        picture.session->look.language = (Language)(i % 2);
        picture.session->look.theme = i % 2 ? THEME_DARK : THEME_LIGHT;
        send_line(picture.session, "lecture");
        seek(picture.session, find_step(picture.session, 1, OP_LOAD, SPACE_SHARED));
        draw_sized(&picture, 1920, 1080);
        int read = 0;
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            if (shape->kind != SHAPE_TEXT)
                continue;
            bool is_read =
                (shape->font == FONT_CODE && has_letter(shape->text)) || strlen(shape->text) > 40;
            if (is_read && shape->font_px < 36)
                fail_msg("%s has letters of %d pixels", shape->text, shape->font_px);
            read += is_read;
        }
        assert_true(read > 8);
        close_picture(&picture);
    }
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
        cmocka_unit_test(test_small_cells_have_a_tile_in_full),
        cmocka_unit_test(test_a_cell_tells_who_wrote_and_reads_it),
        cmocka_unit_test(test_a_shared_word_fans_out),
        cmocka_unit_test(test_a_wrapped_part_has_its_own_frame),
        cmocka_unit_test(test_numbers_in_full_are_never_blank),
        cmocka_unit_test(test_values_are_rounded_to_fit),
        cmocka_unit_test(test_a_tile_is_shown_large),
        cmocka_unit_test(test_a_strip_has_its_numbers),
        cmocka_unit_test(test_threads_gather_and_are_released_together),
        cmocka_unit_test(test_a_race_shows_both_accesses),
        cmocka_unit_test(test_a_wrong_result_is_seen),
        cmocka_unit_test(test_a_right_result_says_nothing),
        cmocka_unit_test(test_a_column_major_matrix_stands_in_line),
        cmocka_unit_test(test_lecture_cells_are_not_smaller),
        cmocka_unit_test(test_findings_so_far_and_in_all),
        cmocka_unit_test(test_one_barrier_is_one),
        cmocka_unit_test(test_lecture_letters),
        cmocka_unit_test(test_many_threads_show_their_states),
        cmocka_unit_test(test_formulas_have_the_numbers_of_the_thread),
        cmocka_unit_test(test_bookmarks_are_set_found_and_taken_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
