/* What is switched off, whether it shows, and what leads on from there, as the picture says it. */
#include "picture.h"

#include "view/draw/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void toggle(Picture *picture, int line)
{
    session_apply(picture->session, (Command){.name = COMMAND_TOGGLE, .number = line});
    session_finish_work(picture->session);
    draw(picture);
}

static bool has_button(const Picture *picture, CommandName name)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].tag.kind == TARGET_BUTTON &&
            picture->scene->shapes[i].tag.a == (uint32_t)name)
            return true;
    return false;
}

static void test_an_order_that_spoils_is_told(void **state)
{
    static const char *const wrong[] = {"one after another: 128 of 256 wrong in P",
                                        "逐个执行：错误 128 / 256（P）"},
                             *const differs[] = {"Nds[4][0]: ", "Nds[4][0]："};
    (void)state;
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        Picture picture = open_sized("02_tiled.cu", 16, 8);
        picture.session->look.language = (Language)language;
        draw(&picture);
        assert_false(has_button(&picture, COMMAND_SHOW_BREAK));
        toggle(&picture, 33);
        assert_non_null(find_text(&picture, wrong[language]));
        assert_true(has_button(&picture, COMMAND_SHOW_BREAK));
        send_line(picture.session, "show-break");
        session_finish_work(picture.session);
        draw(&picture);
        assert_non_null(find_text(&picture, wrong[language]));
        assert_non_null(find_text(&picture, differs[language]));
        close_picture(&picture);
    }
}

/* The window says what the command line does. */
static void test_one_warp_is_told(void **state)
{
    static const char *const words[] = {"one warp, which runs in step", "只有一个线程束"};
    (void)state;
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        Picture picture = open_sized("02_tiled.cu", 4, 2);
        picture.session->look.language = (Language)language;
        toggle(&picture, 37);
        assert_non_null(find_text(&picture, words[language]));
        assert_non_null(find_text(&picture, "TILE_WIDTH = 8, j = k = l = 16"));
        send_line(picture.session, "panel-findings");
        draw(&picture);
        close_picture(&picture);
    }
}

/* ---- rows ---- */

static bool has_hatch(const Picture *picture, Rect inside)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_HATCH && shape->rect.w > 4 &&
            rect_holds(inside, rect_centre(shape->rect)))
            return true;
    }
    return false;
}

static bool has_arrow_into(const Picture *picture, Rect cell)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        Point end = {shape->rect.x + shape->rect.w, shape->rect.y + shape->rect.h};
        if (shape->kind == SHAPE_ARROW && shape->stroke == theme_get(THEME_LIGHT)->danger &&
            rect_holds(cell, end) && shape->rect.w == 0 && shape->rect.h > 0)
            return true;
    }
    return false;
}

/* M[0][3] is meant and M[1][0] hit: hatched there, and an arrow that comes from above into here. */
static void test_a_wrong_row_bends_from_what_was_meant_to_what_is_hit(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    picture.session->look.reduced_motion = true;
    toggle(&picture, 25);
    int count;
    const Finding *findings = session_findings(session_front(picture.session), &count);
    for (int i = 0; i < count; ++i)
        if (findings[i].kind == FINDING_WRONG_ROW_READ)
            picture.session->selection.finding = i;
    send_line(picture.session, "finding-next");
    draw(&picture);
    Rect last = need_cell(&picture, 0, 2)->rect, hit = need_cell(&picture, 0, 3)->rect;
    Rect beyond = {last.x + last.w, last.y, last.w, last.h};
    assert_true(has_hatch(&picture, beyond));
    assert_true(has_arrow_into(&picture, hit));
    assert_false(has_arrow_into(&picture, last));
    close_picture(&picture);
}

static void test_a_guard_of_rows_that_is_on_shows_no_bend(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    picture.session->look.reduced_motion = true;
    for (uint64_t moment = 1; moment < 120; ++moment) {
        seek(picture.session, moment);
        draw(&picture);
        assert_false(has_arrow_into(&picture, need_cell(&picture, 0, 3)->rect));
    }
    close_picture(&picture);
}

/* k / T phases: the loop is over and the last column has not been read. */
static void test_what_is_never_read_is_marked_and_gone_to(void **state)
{
    static const char *const words[] = {"never read", "从未读取"};
    (void)state;
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        Picture picture = open_sized("../tests/kernels/broken/floor_phases.cu", 3, 2);
        session_finish_work(picture.session);
        picture.session->look.language = (Language)language;
        draw(&picture);
        assert_null(find_text(&picture, words[language]));
        send_line(picture.session, "finding-next");
        draw(&picture);
        const Step *step = session_step(session_front(picture.session));
        assert_non_null(step);
        assert_int_equal(step->instr->op, OP_LOOP_TEST);
        assert_int_equal(step->taken, 0);
        assert_non_null(find_text(&picture, words[language]));
        assert_true(has_hatch(&picture, need_cell(&picture, 0, 5)->rect));
        send_line(picture.session, "panel-findings");
        send_line(picture.session, "go-end");
        draw(&picture);
        assert_non_null(find_text(&picture, words[language]));
        close_picture(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_order_that_spoils_is_told),
        cmocka_unit_test(test_one_warp_is_told),
        cmocka_unit_test(test_a_wrong_row_bends_from_what_was_meant_to_what_is_hit),
        cmocka_unit_test(test_a_guard_of_rows_that_is_on_shows_no_bend),
        cmocka_unit_test(test_what_is_never_read_is_marked_and_gone_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
