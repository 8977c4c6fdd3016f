/* What is switched off, whether it shows, and what leads on from there, as the picture says it. */
#include "picture.h"

#include "test.h"
#include "view/draw/context.h"
#include "view/draw/signs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
                             *const other[] = {"P: wrong in another order", "P：换一种顺序会出错"},
                             *const differs[] = {"Nds[4][0]: ", "Nds[4][0]："};
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        Picture picture = open_sized("02_tiled.cu", 16, 8);
        picture.session->look.language = (Language)language;
        draw(&picture);
        assert_false(has_button(&picture, COMMAND_SHOW_BREAK));
        toggle(&picture, 33);
        assert_non_null(find_text(&picture, wrong[language]));
        assert_true(has_button(&picture, COMMAND_SHOW_BREAK));
        seek(picture.session, 60);
        picture.session->look.lecture = true; /* in a few words: this run itself is right */
        draw_sized(&picture, 2400, 720);
        assert_non_null(find_text(&picture, other[language]));
        picture.session->look.lecture = false;
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
    static const char *const words[] = {"one warp, in lockstep", "只有一个线程束"};
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

/* ---- races ---- */

static bool overlaps(Rect a, Rect b)
{
    Rect both = rect_intersect(a, b);
    return both.w > 1 && both.h > 1;
}

static Rect letters(const Picture *picture, const Shape *text)
{
    float px = (float)text->font_px;
    float width = scene_text_width(picture->scene, text->font, text->font_px, text->text);
    return (Rect){text->rect.x, text->rect.y - 0.7f * px, width, 0.7f * px};
}

/* The label stands on nothing that was written before it. */
static void need_free_label(const Picture *picture, const char *label)
{
    int at = picture->scene->count - 1;
    while (at >= 0 && (picture->scene->shapes[at].kind != SHAPE_TEXT ||
                       strcmp(picture->scene->shapes[at].text, label) != 0))
        --at;
    assert_true(at > 0);
    const Shape *chip = &picture->scene->shapes[at - 1];
    assert_int_equal(chip->kind, SHAPE_RECT);
    for (int i = 0; i < at; ++i)
        if (picture->scene->shapes[i].kind == SHAPE_TEXT &&
            overlaps(letters(picture, &picture->scene->shapes[i]), chip->rect))
            fail_msg("%s stands on %s", label, picture->scene->shapes[i].text);
}

/* An arrow of a hazard ends at the edge of a cell: comes from below or above, or from the left. */
static bool has_arrow_to(const Picture *picture, Rect cell)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        Point end = {shape->rect.x + shape->rect.w, shape->rect.y + shape->rect.h};
        if (shape->kind != SHAPE_ARROW || shape->stroke != theme_get(THEME_LIGHT)->danger ||
            !rect_holds(rect_inset(cell, -1), end))
            continue;
        float y = shape->rect.h < 0 ? cell.y + cell.h : cell.y;
        if (shape->rect.w == 0 ? fabsf(end.y - y) < 0.5f
                               : shape->rect.h == 0 && fabsf(end.x - cell.x) < 0.5f)
            return true;
    }
    return false;
}

/* No red line comes near the middle of a word that it does not lead to, where digits stand. */
static void need_free_words(const Picture *picture, Rect word)
{
    for (int i = 0; i < picture->scene->count; ++i)
        for (int k = 0; k < picture->scene->count; ++k) {
            const Shape *cell = &picture->scene->shapes[i], *way = &picture->scene->shapes[k];
            bool is_way =
                (way->kind == SHAPE_ARROW || way->kind == SHAPE_LINE) && way->sign == SIGN_HAZARD;
            Point middle = rect_centre(cell->rect), from = {way->rect.x, way->rect.y};
            if (cell->tag.kind != TARGET_SHARED || !is_way || rect_holds(word, middle))
                continue;
            float x = fmaxf(fminf(from.x, from.x + way->rect.w),
                            fminf(fmaxf(from.x, from.x + way->rect.w), middle.x));
            float y = fmaxf(fminf(from.y, from.y + way->rect.h),
                            fminf(fmaxf(from.y, from.y + way->rect.h), middle.y));
            assert_true(hypotf(x - middle.x, y - middle.y) > cell->rect.w / 4);
        }
}

static Rect tagged(const Picture *picture, TargetKind kind, uint32_t a, uint32_t b)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].tag.kind == kind && picture->scene->shapes[i].tag.a == a &&
            picture->scene->shapes[i].tag.b == b)
            return picture->scene->shapes[i].rect;
    fail_msg("%d %u %u is not seen", kind, a, b);
    return (Rect){0};
}

static void go_to_race_in_nds(Session *session)
{
    int count;
    const Finding *findings = session_findings(session_front(session), &count);
    for (int i = 0; i < count; ++i)
        if (findings[i].kind == FINDING_RACE_RAW && findings[i].buffer == 1) {
            session->selection.finding = i;
            seek(session, findings[i].step + 1);
            return;
        }
    fail_msg("no race in Nds is found");
}

/* Thread (0, 0) writes Nds[0][0], thread (0, 1) reads it, with no barrier between. */
static void test_a_race_ends_at_the_cell_and_its_labels_stand_free(void **state)
{
    for (int wide = 0; wide < 2; ++wide) {
        Picture picture = open_sized("02_tiled.cu", 4, 2);
        picture.session->look.reduced_motion = true;
        toggle(&picture, 33);
        go_to_race_in_nds(picture.session);
        draw_sized(&picture, wide ? 1920 : 1280, wide ? 1080 : 720);
        Rect word = tagged(&picture, TARGET_SHARED, 1, 16);
        Rect reader = tagged(&picture, TARGET_THREAD, 2, 0);
        assert_true(has_arrow_to(&picture, word));
        assert_true(has_arrow_to(&picture, reader));
        need_free_words(&picture, word);
        need_free_label(&picture, "reads");
        need_free_label(&picture, "writes");
        close_picture(&picture);
    }
}

/* The back row reads the decisive sentence, too: 28 pixels of 1080. */
static void test_a_finding_is_large_before_an_audience(void **state)
{
    static const char *const words[] = {"In block (0, 0)", "在线程块 (0, 0) 中"};
    for (int language = 0; language < LANGUAGE_COUNT; ++language)
        for (int height = 720; height <= 1080; height += 360) {
            Picture picture = open_sized("02_tiled.cu", 4, 2);
            picture.session->look.language = (Language)language;
            picture.session->look.reduced_motion = picture.session->look.lecture = true;
            toggle(&picture, 33);
            go_to_race_in_nds(picture.session);
            draw_sized(&picture, height * 16 / 9, height);
            int found = 0, least = height * 28 / 1080;
            for (int i = 0; i < picture.scene->count; ++i) {
                const Shape *shape = &picture.scene->shapes[i];
                bool is_it = shape->kind == SHAPE_TEXT && strstr(shape->text, words[language]);
                assert_true(!is_it || shape->font_px >= least);
                found += is_it;
            }
            assert_int_equal(found, 1);
            close_picture(&picture);
        }
}

/* ---- why ---- */

static const Shape *shape_of(const Picture *picture, TargetKind kind)
{
    for (int i = picture->scene->count - 1; i >= 0; --i)
        if (picture->scene->shapes[i].tag.kind == kind)
            return &picture->scene->shapes[i];
    fail_msg("nothing of kind %d is seen", kind);
    return NULL;
}

static void press(Picture *picture, const Shape *shape)
{
    Command command;
    assert_true(view_press(picture->session, picture->scene, middle(shape->rect), &command));
    session_apply(picture->session, command);
    draw(picture);
}

static Picture open_last_block(int size, int tile)
{
    Picture picture = open_sized("02_tiled.cu", size, tile);
    session_finish_work(picture.session);
    picture.session->look.reduced_motion = true;
    char line[32];
    snprintf(line, sizeof line, "pick-block %d", size / tile * (size / tile) - 1);
    send_line(picture.session, line);
    send_line(picture.session, "go-end");
    return picture;
}

/* From the last block back to the thread of the first one that wrote it. */
static void test_a_value_of_another_block_leads_to_its_thread_and_step(void **state)
{
    static const char *const written[] = {"written by thread (0, 0) of block (0, 0) in step 115",
                                          "由线程 (0, 0)（线程块 (0, 0)）在第 115 步写入"};
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        Picture picture = open_last_block(4, 2);
        picture.session->look.language = (Language)language;
        send_line(picture.session, "pick-thread 3");
        send_line(picture.session, "pin 1 2 0 0");
        session_finish_work(picture.session);
        draw(&picture);
        assert_non_null(find_text(&picture, "4 · 8 + 3 · 3 + 9 · 4 + 5 · 7 = 112"));
        assert_non_null(find_text(&picture, written[language]));
        press(&picture, shape_of(&picture, TARGET_MOMENT));
        const Step *step = session_step(session_front(picture.session));
        assert_int_equal(position(picture.session), 115);
        assert_int_equal(step->block, 0);
        assert_int_equal(step->instr->op, OP_STORE);
        assert_int_equal(picture.session->selection.thread, 0);
        close_picture(&picture);
    }
}

static void test_a_register_tells_its_terms(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    seek(picture.session, 60);
    const Program *program = session_front(picture.session)->run->program;
    for (int i = 0; i < program->variable_count; ++i)
        if (strcmp(program->variables[i].name, "Pvalue") == 0)
            session_apply(picture.session,
                          (Command){COMMAND_PIN, 0, {TARGET_VARIABLE, (uint32_t)i, 0, 0}});
    session_finish_work(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "4 · 8 + 3 · 3 = 41"));
    close_picture(&picture);
}

static bool is_over(Rect a, Rect b)
{
    Rect both = rect_intersect(a, b);
    return both.w > 1 && both.h > 1;
}

static void test_a_pin_hides_nothing_of_what_it_explains_and_can_be_moved(void **state)
{
    Picture picture = open_last_block(4, 2);
    send_line(picture.session, "pin 1 2 0 0");
    session_finish_work(picture.session);
    draw(&picture);
    Rect box = shape_of(&picture, TARGET_PIN)->rect;
    for (uint32_t buffer = 0; buffer < 3; ++buffer)
        for (uint32_t element = 0; element < 16; ++element)
            assert_false(is_over(need_cell(&picture, buffer, element)->rect, box));
    Point at = {box.x + box.w - 8, box.y + 6}, to = {at.x - 100, at.y - 80};
    Command command;
    assert_true(view_can_drag(picture.scene, at));
    session_apply(picture.session, view_hover(picture.scene, at));
    picture.session->selection.pointer = at;
    assert_true(view_drag(picture.session, picture.scene, to, &command));
    session_apply(picture.session, command);
    draw(&picture);
    Rect moved = shape_of(&picture, TARGET_PIN)->rect;
    assert_true(moved.x < box.x - 98 && moved.x > box.x - 102);
    assert_true(moved.y < box.y - 78 && moved.y > box.y - 82);
    send_line(picture.session, "pin-aside");
    draw(&picture);
    Rect itself = shape_of(&picture, TARGET_PIN)->rect;
    assert_true(itself.x == box.x && itself.y == box.y);
    for (int i = 0; i < 4; ++i) {
        send_line(picture.session, "pin-aside");
        draw(&picture);
        Rect corner = shape_of(&picture, TARGET_PIN)->rect;
        assert_true(corner.x != itself.x || corner.y != itself.y);
        itself = corner;
    }
    close_picture(&picture);
}

/* That of a name of the source, which stands below its name until it is moved. */
static void test_a_pinned_name_can_be_moved(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    picture.session->look.reduced_motion = true;
    seek(picture.session, 60);
    draw(&picture);
    Target name = {0};
    for (int i = 0; i < picture.scene->count && !name.kind; ++i)
        if (picture.scene->shapes[i].tag.kind == TARGET_NAME)
            name = (Target){TARGET_NAME, picture.scene->shapes[i].tag.a, 0, 0};
    assert_int_equal(name.kind, TARGET_NAME);
    session_apply(picture.session, (Command){.name = COMMAND_PIN, .target = name});
    draw(&picture);
    Rect box = shape_of(&picture, TARGET_PIN)->rect;
    Point at = {box.x + box.w - 6, box.y + 4}, to = {at.x - 150, at.y + 40};
    Command command;
    assert_true(view_can_drag(picture.scene, at));
    session_apply(picture.session, view_hover(picture.scene, at));
    picture.session->selection.pointer = at;
    assert_true(view_drag(picture.session, picture.scene, to, &command));
    session_apply(picture.session, command);
    draw(&picture);
    Rect moved = shape_of(&picture, TARGET_PIN)->rect;
    assert_true(fabsf(moved.x - box.x + 150) < 2 && fabsf(moved.y - box.y - 40) < 2);
    send_line(picture.session, "pin-aside");
    draw(&picture);
    Rect itself = shape_of(&picture, TARGET_PIN)->rect;
    assert_true(itself.x == box.x && itself.y == box.y);
    send_line(picture.session, "pin-aside");
    draw(&picture);
    Rect corner = shape_of(&picture, TARGET_PIN)->rect;
    assert_true(corner.x != itself.x || corner.y != itself.y);
    close_picture(&picture);
}

static void test_the_combined_block_has_a_button_for_banks(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    draw(&picture);
    assert_true(session_front(picture.session)->corner.left >= 0);
    assert_true(has_button(&picture, COMMAND_BANKS));
    const Shape *button = NULL;
    for (int i = 0; i < picture.scene->count; ++i)
        if (picture.scene->shapes[i].tag.kind == TARGET_BUTTON &&
            picture.scene->shapes[i].tag.a == COMMAND_BANKS)
            button = &picture.scene->shapes[i];
    press(&picture, button);
    assert_true(picture.session->look.banks);
    assert_non_null(find_text(&picture, "Shared memory in banks"));
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_order_that_spoils_is_told),
        cmocka_unit_test(test_one_warp_is_told),
        cmocka_unit_test(test_a_wrong_row_bends_from_what_was_meant_to_what_is_hit),
        cmocka_unit_test(test_a_guard_of_rows_that_is_on_shows_no_bend),
        cmocka_unit_test(test_a_race_ends_at_the_cell_and_its_labels_stand_free),
        cmocka_unit_test(test_a_finding_is_large_before_an_audience),
        cmocka_unit_test(test_what_is_never_read_is_marked_and_gone_to),
        cmocka_unit_test(test_a_value_of_another_block_leads_to_its_thread_and_step),
        cmocka_unit_test(test_a_register_tells_its_terms),
        cmocka_unit_test(test_a_pin_hides_nothing_of_what_it_explains_and_can_be_moved),
        cmocka_unit_test(test_a_pinned_name_can_be_moved),
        cmocka_unit_test(test_the_combined_block_has_a_button_for_banks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
