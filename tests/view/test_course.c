/* The map of lessons: sixteen of them can be read in the smallest usual window, one says where to
 * begin, what is done has a mark that is no colour, and the arrows go where things stand. */
#include "app/app.h"
#include "picture.h"
#include "probe/record/shown.h"
#include "session/commands/line_edit.h"
#include "session/lessons/cards.h"
#include "session/lessons/course.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/sheets/opener.h"
#include "test.h"
#include "view/draw/theme.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LESSONS = 16 };

/* Lessons as long in their titles as any, and more of them than columns. */
static const struct {
    const char *name, *en, *zh, *needs;
} course[LESSONS] = {
    {"wall", "The memory wall", "内存墙", ""},
    {"phases", "Tiles and phases", "分块与阶段", "wall"},
    {"index", "Whose index? Strip-mining", "索引与循环分段", "phases"},
    {"barriers", "Two barriers", "两个屏障", "phases"},
    {"edge", "The edge", "边界检查", "phases"},
    {"ceil", "Rectangles and ceil", "矩形矩阵", "edge"},
    {"roofline", "Operations for every byte", "计算强度与 Roofline 模型", "phases"},
    {"width", "Choosing TILE_WIDTH", "选择 TILE_WIDTH", "roofline edge"},
    {"occupancy", "Occupancy, shared memory", "占用率与动态共享内存", "width"},
    {"coalescing", "Coalescing", "内存合并访问", "wall"},
    {"audit", "Code audit and alignment", "代码审计与对齐", "coalescing"},
    {"banks", "Corner turning and banks", "转角优化与存储体冲突", "coalescing phases"},
    {"coarse", "Thread coarsening", "线程粗化", "roofline"},
    {"latency", "Hiding latency", "掩盖访存延迟", "occupancy coalescing"},
    {"bottleneck", "Your bottleneck", "优化清单与瓶颈", "banks occupancy"},
    {"ladder", "The ladder to the library", "通往 cuBLAS 的阶梯", "coarse banks barriers"},
};

typedef struct Desk {
    Picture picture;
    Lessons lessons;
} Desk;

static Lesson *make_lesson(Arena *arena, int index)
{
    Lesson *lesson = ARENA_NEW(arena, Lesson);
    Scenes *stages = ARENA_NEW(arena, Scenes);
    char *needs = arena_text(arena, course[index].needs, strlen(course[index].needs));
    const char **names = ARENA_ARRAY(arena, const char *, LESSONS);
    for (char *word = strtok(needs, " "); word; word = strtok(NULL, " "))
        names[lesson->needs_count++] = word;
    stages->plans = ARENA_ARRAY(arena, ScenePlan, 9);
    for (stages->count = 0; stages->count < 9; ++stages->count)
        stages->plans[stages->count].name = arena_printf(arena, "stage_%d", stages->count);
    lesson->name = course[index].name;
    lesson->path = arena_printf(arena, "lessons/%02d_%s.yaml", index + 1, lesson->name);
    lesson->title = (BothTexts){{course[index].en, course[index].zh}};
    lesson->minutes = 18;
    lesson->needs = names;
    lesson->stages = stages;
    return lesson;
}

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    Diags *diags;
    assert_non_null(desk);
    desk->picture = open_sized("02_tiled.cu", 4, 2);
    Arena *arena = desk->picture.arena;
    for (int i = 0; i < LESSONS; ++i)
        *ARENA_PUSH(arena, desk->lessons.items, desk->lessons.count, desk->lessons.capacity) =
            make_lesson(arena, i);
    session_use_scenes(desk->picture.session, scenes_read_shipped(arena, &diags));
    session_use_lessons(desk->picture.session, &desk->lessons);
    *state = desk;
    return 0;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    close_picture(&desk->picture);
    free(desk);
    return 0;
}

static void finish_lesson(Desk *desk, int index)
{
    const Lesson *lesson = desk->lessons.items[index];
    for (int i = 0; i < lesson->stages->count; ++i)
        progress_mark(&desk->picture.session->lesson.progress, lesson->name,
                      lesson->stages->plans[i].name, STAGE_DONE);
}

static const Shape *row_shape(const Desk *desk, int row)
{
    const Scene *scene = desk->picture.scene;
    for (int i = 0; i < scene->count; ++i) {
        const PickTag *tag = &scene->shapes[i].tag;
        if (tag->kind == TARGET_FILE && (int)tag->a == row && !tag->b)
            return &scene->shapes[i];
    }
    fail_msg("row %d is not there", row);
    return NULL;
}

static bool is_inside(const Shape *text, Rect card)
{
    Point at = {text->rect.x + 1, text->rect.y - 1};
    return text->kind == SHAPE_TEXT && rect_holds(card, at);
}

static void press(Desk *desk, const char *key)
{
    Command command;
    draw(&desk->picture);
    assert_true(view_command_for_key(desk->picture.session, desk->picture.scene, key, &command));
    session_apply(desk->picture.session, command);
}

/* Every word of a card is there in full and in letters of 14 pixels at least. */
static void check_card(const Desk *desk, int lesson, Language language)
{
    const Scene *scene = desk->picture.scene;
    Rect card = row_shape(desk, lesson)->rect;
    const char *words = "";
    for (int i = (int)(row_shape(desk, lesson) - scene->shapes); i < scene->count; ++i) {
        const Shape *text = &scene->shapes[i];
        if (!is_inside(text, card))
            continue;
        assert_true(text->font_px >= 14);
        assert_null(strstr(text->text, "…"));
        assert_true(text->rect.x + text->rect.w <= card.x + card.w + 1);
        words = arena_printf(desk->picture.arena, "%s%s ", words, text->text);
    }
    const char *title = desk->lessons.items[lesson]->title.in[language];
    for (const char *at = title; *at; ++at) /* broken into lines, it has all its letters */
        if (*at != ' ' && !strchr(words, *at))
            fail_msg("'%s' has not all of '%s'", words, title);
}

static void test_sixteen_can_be_read(void **state)
{
    Desk *desk = *state;
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    Session *session = desk->picture.session;
    press(desk, "Ctrl+O");
    for (int i = 0; i < 4; ++i) {
        session->look.language = (Language)(i % 2);
        draw_sized(&desk->picture, sizes[i / 2][0], sizes[i / 2][1]);
        for (int a = 0; a < LESSONS; ++a) {
            check_card(desk, a, session->look.language);
            Rect one = row_shape(desk, a)->rect;
            for (int b = a + 1; b < LESSONS; ++b) {
                Rect other = row_shape(desk, b)->rect;
                assert_true(one.x + one.w <= other.x || other.x + other.w <= one.x ||
                            one.y + one.h <= other.y || other.y + other.h <= one.y);
            }
        }
    }
}

/* The button that closes a sheet, with a pointer at a place. */
static const Shape *close_button(Desk *desk, Point pointer)
{
    session_apply(desk->picture.session, view_hover(desk->picture.scene, pointer));
    draw(&desk->picture);
    for (int i = desk->picture.scene->count - 1; i >= 0; --i) {
        const Shape *shape = &desk->picture.scene->shapes[i];
        if (shape->tag.kind == TARGET_BUTTON && shape->tag.a == COMMAND_CLOSE)
            return shape;
    }
    fail_msg("no button closes it");
    return NULL;
}

/* A pointer beside the map lights nothing, and a click there closes the map. */
static void test_the_ground_closes_and_lights_nothing(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    Colour lit = theme_get(session->look.theme)->accent_tint;
    Point beside = {3, 3};
    Command command;
    press(desk, "Ctrl+O");
    draw(&desk->picture);
    Rect button = close_button(desk, beside)->rect;
    assert_true(close_button(desk, middle(button))->fill == lit);
    assert_false(close_button(desk, beside)->fill == lit);
    assert_true(view_press(session, desk->picture.scene, beside, &command));
    session_apply(session, command);
    assert_false(session->sheets.opener.is_open);
}

/* What a lesson builds on stands at its left. */
static void test_needs_stand_at_the_left(void **state)
{
    Desk *desk = *state;
    press(desk, "Ctrl+O");
    draw(&desk->picture);
    for (int i = 0; i < LESSONS; ++i)
        for (uint32_t n = 0; n < desk->lessons.items[i]->needs_count; ++n)
            for (int j = 0; j < i; ++j)
                if (strcmp(desk->lessons.items[i]->needs[n], course[j].name) == 0)
                    assert_true(row_shape(desk, j)->rect.x + row_shape(desk, j)->rect.w <
                                row_shape(desk, i)->rect.x);
}

static int filled(const Desk *desk, Rect card, ShapeKind kind, Colour colour)
{
    const Scene *scene = desk->picture.scene;
    int count = 0;
    card.y -= 8;
    card.w += 8;
    for (int i = 0; i < scene->count; ++i)
        count += scene->shapes[i].kind == kind && scene->shapes[i].fill == colour &&
                 rect_holds(card, middle(scene->shapes[i].rect));
    return count;
}

static void test_where_to_begin_and_what_is_next(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    const Theme *theme = theme_get(session->look.theme);
    press(desk, "Ctrl+O");
    assert_int_equal(session->sheets.opener.row, 0);
    draw(&desk->picture);
    assert_non_null(find_text(&desk->picture, "Begin here"));
    assert_non_null(find_text(&desk->picture, "Begin with 1  The memory wall · 18 min"));
    assert_int_equal(row_shape(desk, 0)->fill, theme->accent_tint);
    assert_int_not_equal(row_shape(desk, 1)->fill, theme->accent_tint);
    assert_int_equal(filled(desk, row_shape(desk, 0)->rect, SHAPE_CIRCLE, theme->good), 0);
    finish_lesson(desk, 0);
    press(desk, "Escape");
    press(desk, "Ctrl+O");
    assert_int_equal(session->sheets.opener.row, 1);
    draw(&desk->picture);
    assert_null(find_text(&desk->picture, "Begin here"));
    assert_non_null(find_text(&desk->picture, "Next: 2  Tiles and phases"));
    assert_int_equal(filled(desk, row_shape(desk, 0)->rect, SHAPE_CIRCLE, theme->good), 1);
    assert_int_equal(filled(desk, row_shape(desk, 0)->rect, SHAPE_CIRCLE, theme->accent), 9);
    int lines = 0; /* the tick, which is no colour */
    Rect card = row_shape(desk, 0)->rect;
    for (int i = 0; i < desk->picture.scene->count; ++i) {
        const Shape *shape = &desk->picture.scene->shapes[i];
        lines += shape->kind == SHAPE_LINE && shape->rect.x > card.x + card.w - 14 &&
                 shape->rect.y < card.y + 14 && shape->rect.y > card.y - 10 &&
                 shape->rect.x < card.x + card.w + 10;
    }
    assert_int_equal(lines, 2);
    progress_mark(&session->lesson.progress, "coalescing", "stage_0", STAGE_SHOWN);
    draw(&desk->picture);
    assert_non_null(find_text(&desk->picture, "Next: 10  Coalescing"));
    assert_non_null(find_text(&desk->picture, "1 of 9"));
    for (int i = 0; i < LESSONS; ++i)
        finish_lesson(desk, i);
    draw(&desk->picture);
    assert_non_null(find_text(&desk->picture, "All lessons are done."));
}

static void test_arrows_go_where_things_stand(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    press(desk, "Ctrl+O");
    press(desk, "Right");
    assert_true(session->sheets.opener.row == 1 || session->sheets.opener.row == 9);
    press(desk, "Left");
    assert_int_equal(session->sheets.opener.row, 0);
    press(desk, "Down"); /* the first scene below it */
    assert_int_equal(session->sheets.opener.row, LESSONS);
    press(desk, "Down");
    press(desk, "Down");
    assert_int_equal(session->sheets.opener.row, LESSONS + 2);
    press(desk, "Right"); /* the file beside it */
    int scenes = session->scene.scenes->count;
    assert_int_equal(session->sheets.opener.row, LESSONS + scenes + 2);
    for (int i = 0; i < 3; ++i)
        press(desk, "Up");
    assert_true(session->sheets.opener.row < LESSONS);
    for (int i = 0; i < 6; ++i) { /* beyond what is seen at once */
        press(desk, "Down");
    }
    draw(&desk->picture);
    row_shape(desk, session->sheets.opener.row);
    for (int i = 0; i < LESSONS; ++i) /* every lesson is reached by its neighbours */
        session->sheets.opener.row = 0;
    bool seen[LESSONS] = {true};
    for (int round = 0; round < 4; ++round)
        for (int i = 0; i < LESSONS; ++i) {
            static const char *const keys[] = {"Right", "Down", "Left", "Up"};
            for (int k = 0; seen[i] && k < 4; ++k) {
                Command command;
                session->sheets.opener.row = i;
                draw(&desk->picture);
                if (view_command_for_key(session, desk->picture.scene, keys[k], &command))
                    session_apply(session, command);
                if (session->sheets.opener.row < LESSONS)
                    seen[session->sheets.opener.row] = true;
            }
        }
    for (int i = 0; i < LESSONS; ++i)
        assert_true(seen[i]);
}

/* Letters leave the map where it is; what does not have them is no row any more. */
static void test_letters_narrow_it(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    press(desk, "Ctrl+O");
    draw(&desk->picture);
    Rect before = row_shape(desk, 11)->rect;
    for (const char *at = "turning"; *at; ++at)
        session_apply(session, (Command){.name = COMMAND_OPEN_TYPE, .number = *at});
    draw(&desk->picture);
    int lessons[OPENER_FILES];
    assert_int_equal(opener_lessons(session, lessons, OPENER_FILES), 1);
    assert_int_equal(lessons[0], 11);
    assert_memory_equal(&row_shape(desk, 0)->rect, &before, sizeof before);
}

/* A small window and a lecture have the lessons as rows. */
static void test_a_small_window_has_a_list(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    press(desk, "Ctrl+O");
    draw_sized(&desk->picture, 800, 500);
    assert_true(row_shape(desk, 0)->rect.x == row_shape(desk, 1)->rect.x);
    assert_non_null(find_text(&desk->picture, "18 min"));
    Command command;
    assert_true(view_command_for_key(session, desk->picture.scene, "Down", &command));
    session_apply(session, command);
    assert_int_equal(session->sheets.opener.row, 1);
}

/* ---- what was found, and a counter, lead to a lesson ---- */

/* The tiled kernel without its first barrier, at its end, with the lessons that come along. */
static int open_racy(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->picture = open_sized("02_tiled.cu", 4, 2);
    desk->lessons = lessons_read_shipped(desk->picture.arena);
    Session *session = desk->picture.session;
    session_use_lessons(session, &desk->lessons);
    session->look.reduced_motion = true;
    send_line(session, "toggle 33");
    session_finish_work(session);
    send_line(session, "go-end");
    send_line(session, "panel-findings");
    *state = desk;
    return 0;
}

static const Shape *find_tag(const Desk *desk, TargetKind kind, uint32_t a)
{
    const Scene *scene = desk->picture.scene;
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == kind && scene->shapes[i].tag.a == a)
            return &scene->shapes[i];
    return NULL;
}

static void click(Desk *desk, const Shape *shape)
{
    Command command;
    assert_non_null(shape);
    assert_true(
        view_press(desk->picture.session, desk->picture.scene, middle(shape->rect), &command));
    session_apply(desk->picture.session, command);
}

/* How often it was found stands whole at its left. */
static void check_button_of_lesson(Desk *desk, const char *told)
{
    const Scene *scene = desk->picture.scene;
    const Shape *button = find_tag(desk, TARGET_BUTTON, COMMAND_ABOUT_FINDING);
    assert_non_null(button);
    assert_non_null(find_text(&desk->picture, told));
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind != SHAPE_TEXT || !strstr(shape->text, told))
            continue;
        float end =
            shape->rect.x + scene_text_width(scene, shape->font, shape->font_px, shape->text);
        bool is_beside = fabsf(middle(shape->rect).y - middle(button->rect).y) < 12;
        if (is_beside && end + 3 > button->rect.x)
            fail_msg("'%s' ends at %g, and the button begins at %g", shape->text, (double)end,
                     (double)button->rect.x);
    }
}

static void test_a_finding_leads_to_its_lesson(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    const Lesson *lesson = lessons_explaining(&desk->lessons, "race-raw");
    assert_non_null(lesson);
    for (int i = 0; i < LANGUAGE_COUNT; ++i) {
        session->look.language = (Language)i;
        draw(&desk->picture);
        assert_true(find_text(&desk->picture, lesson->title.in[i]) ||
                    find_text(&desk->picture, i == LANGUAGE_EN ? "Lesson: 4" : "课程：4"));
        check_button_of_lesson(desk,
                               i == LANGUAGE_EN ? "32 pairs of threads in the grid" : "32 对线程");
    }
    click(desk, find_tag(desk, TARGET_BUTTON, COMMAND_ABOUT_FINDING));
    assert_ptr_equal(lesson_shown(session), lesson);
    draw(&desk->picture);
    assert_null(find_tag(desk, TARGET_BUTTON, COMMAND_ABOUT_FINDING));
    press(desk, "Ctrl+Z"); /* back to what was looked at */
    assert_null(lesson_shown(session));
    press(desk, "Ctrl+J");
    assert_ptr_equal(lesson_shown(session), lesson);
}

static void test_a_counter_leads_to_its_lesson(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    draw(&desk->picture);
    int links = 0;
    const Shape *link = NULL;
    for (uint32_t card = 0; card < COUNTER_CARDS; ++card) {
        const Shape *shape = find_tag(desk, TARGET_ABOUT, card);
        bool is_explained = lessons_explaining(&desk->lessons, counter_card_names[card]);
        links += shape != NULL;
        assert_true(is_explained || !shape);
        assert_true(!is_explained || shape || !find_tag(desk, TARGET_COUNTER, card));
        link = shape ? shape : link;
    }
    assert_true(links >= 2);
    uint32_t card = link->tag.a;
    session_apply(session, view_hover(desk->picture.scene, middle(link->rect)));
    draw(&desk->picture);
    const Lesson *lesson = lessons_explaining(&desk->lessons, counter_card_names[card]);
    assert_non_null(find_text(&desk->picture, lesson->title.in[session->look.language]));
    click(desk, find_tag(desk, TARGET_ABOUT, card));
    assert_ptr_equal(lesson_shown(session), lesson);
}

static void test_the_lessons_that_come_along_can_be_read(void **state)
{
    Desk *desk = *state;
    const char *note;
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    if (note)
        skip();
    desk->picture.metrics = glyph_metrics(desk->picture.arena, fonts_glyphs(fonts));
    press(desk, "Ctrl+O");
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        desk->picture.session->look.language = (Language)language;
        draw(&desk->picture);
        for (int i = 0; i < desk->lessons.count; ++i)
            check_card(desk, i, (Language)language);
    }
    fonts_close(fonts);
}

/* ---- what many believe ---- */

static void test_misconceptions_and_their_counts(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    session_use_devices(session, session_load_devices(desk->picture.arena));
    press(desk, "Shift+M");
    draw(&desk->picture); /* at once, while it is being counted */
    assert_non_null(find_text(&desk->picture, "What common notes get wrong"));
    cards_finish(session);
    assert_false(cards_is_working(session));
    for (int row = 0; row < cards_count(session); ++row) {
        for (int i = 0; i < LANGUAGE_COUNT; ++i) {
            session->look.language = (Language)i;
            assert_true(*cards_says(session, row) && *cards_but(session, row));
            assert_null(strchr(cards_but(session, row), '{'));
        }
        session->look.language = LANGUAGE_EN;
        draw(&desk->picture);
        assert_non_null(find_tag(desk, TARGET_CARD, (uint32_t)row)); /* the picked one is seen */
        press(desk, "Down");
    }
    draw(&desk->picture);
    assert_int_equal(session->cards.row, 0);
    assert_non_null(find_text(&desk->picture, "0.25 operations a byte"));
    press(desk, "Return");
    const Lesson *lesson = desk->lessons.items[0];
    assert_ptr_equal(lesson_shown(session), lesson);
    assert_string_equal(scene_shown(session)->name, lesson->misconception.stage);
    press(desk, "Shift+M");
    draw(&desk->picture);
    click(desk, find_tag(desk, TARGET_CARD, 1));
    assert_ptr_equal(lesson_shown(session), desk->lessons.items[1]);
    press(desk, "Shift+M");
    press(desk, "Escape");
    assert_false(session->cards.is_open);
    assert_ptr_equal(lesson_shown(session), desk->lessons.items[1]);
}

/* The line is seen where it stands, with its caret however long it is, and the lines around it. */
static void test_a_line_is_filled_in(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    Hole *hole = &session->exercise.hole;
    *hole = (Hole){.is_open = true, .line = 31};
    snprintf(session->exercise.path, sizeof session->exercise.path, "mine.cu");
    snprintf(hole->rows[HOLE_ABOVE], HOLE_TEXT, "    sum = 0; /* fill in */");
    snprintf(hole->rows[HOLE_ABOVE + 1], HOLE_TEXT, "    done(sum);");
    snprintf(hole->text, HOLE_TEXT, "sum = 0;");
    for (Language language = 0; language < LANGUAGE_COUNT; ++language) {
        session->look.language = language;
        draw_sized(&desk->picture, 1280, 720);
        assert_non_null(find_text(&desk->picture, language ? "填写第 31 行" : "Fill in line 31"));
        assert_non_null(find_text(&desk->picture, "    sum = 0;"));
        assert_non_null(find_text(&desk->picture, " /* fill in */"));
        assert_non_null(find_text(&desk->picture, "done(sum);"));
        assert_non_null(find_text(&desk->picture, "32"));
    }
    for (int i = 0; i < 150; ++i)
        session_apply(session, (Command){.name = COMMAND_HOLE_TYPE, .number = 'x'});
    draw_sized(&desk->picture, 1280, 720);
    const char *typed = find_text(&desk->picture, "xxxxsum = 0;");
    assert_non_null(typed);
    session_apply(session, (Command){.name = COMMAND_HOLE_TYPE, .number = LINE_LAST});
    float before = 0, after = 0;
    for (int i = 0; i < desk->picture.scene->count; ++i)
        if (desk->picture.scene->shapes[i].text == typed)
            before = desk->picture.scene->shapes[i].rect.x;
    draw_sized(&desk->picture, 1280, 720);
    typed = find_text(&desk->picture, "xxxxsum = 0;");
    for (int i = 0; i < desk->picture.scene->count; ++i)
        if (desk->picture.scene->shapes[i].text == typed)
            after = desk->picture.scene->shapes[i].rect.x;
    assert_true(after < before); /* moved on, so that its end is seen */
    press(desk, "Escape");
    assert_false(hole->is_open);
}

static int count_text(const Picture *picture, const char *part)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].kind == SHAPE_TEXT &&
                 strstr(picture->scene->shapes[i].text, part);
    return count;
}

/* A path is of files: where there is one nothing else is said, else it is said once. */
static void test_a_path_is_of_files(void **state)
{
    static const char *const typed[] = {KERNELS_FOLDER "/01_na", "ot_there"};
    Desk *desk = *state;
    press(desk, "Ctrl+O");
    for (int i = 0; i < 2; ++i) {
        for (const char *at = typed[i]; *at; ++at)
            session_apply(desk->picture.session,
                          (Command){.name = COMMAND_OPEN_TYPE, .number = *at});
        draw(&desk->picture);
        assert_int_equal(count_text(&desk->picture, "There is no file"), i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sixteen_can_be_read, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_the_ground_closes_and_lights_nothing, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_needs_stand_at_the_left, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_where_to_begin_and_what_is_next, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_arrows_go_where_things_stand, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_letters_narrow_it, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_a_small_window_has_a_list, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_a_finding_leads_to_its_lesson, open_racy, close_desk),
        cmocka_unit_test_setup_teardown(test_a_counter_leads_to_its_lesson, open_racy, close_desk),
        cmocka_unit_test_setup_teardown(test_the_lessons_that_come_along_can_be_read, open_racy,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_misconceptions_and_their_counts, open_racy,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_a_line_is_filled_in, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_a_path_is_of_files, open_desk, close_desk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
