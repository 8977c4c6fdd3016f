/* Lessons as pictures: what is asked is nowhere to be seen before it is answered, every text has
 * room in both languages, and the mouse answers what can be pointed at. */
#include "app/app.h"
#include "picture.h"
#include "session/lessons/ask.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/theme.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    Picture picture;
    Lessons lessons;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->picture = open_sized("02_tiled.cu", 4, 2);
    desk->lessons = lessons_read_shipped(desk->picture.arena);
    session_use_devices(desk->picture.session, session_load_devices(desk->picture.arena));
    session_use_lessons(desk->picture.session, &desk->lessons);
    desk->picture.session->look.reduced_motion = true;
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

static void settle(Session *session)
{
    session_finish_work(session);
    session_tick(session, 0);
}

static void open_stage(Desk *desk, const char *lesson, const char *stage)
{
    const Scenes *stages = lessons_find(&desk->lessons, lesson)->stages;
    assert_true(lesson_open(desk->picture.session, lesson, scenes_find(stages, stage)));
    settle(desk->picture.session);
    draw(&desk->picture);
}

/* A text has a number in it that is no part of a longer one. */
static bool has_number(const char *text, const char *number)
{
    size_t length = strlen(number);
    for (const char *at = text; (at = strstr(at, number)) != NULL; ++at) {
        bool is_begun = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '.');
        bool goes_on = isalnum((unsigned char)at[length]) ||
                       (at[length] == '.' && isdigit((unsigned char)at[length + 1]));
        if (!is_begun && !goes_on)
            return true;
    }
    return false;
}

/* Values in matrices, threads and registers may be the same by chance. */
static bool is_value(const Picture *picture, const Shape *shape)
{
    Layout layout = layout_shown(1280, 720, picture->session);
    return shape->rect.x < layout.lesson.x && shape->rect.y >= layout.stage.y &&
           shape->rect.y < layout.stage.y + layout.stage.h;
}

static const char *text_with_number(const Picture *picture, const char *number)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && !is_value(picture, shape) &&
            has_number(shape->text, number))
            return shape->text;
    }
    return NULL;
}

/* Numbers of three digits and more, which are nowhere by chance. */
static void test_nothing_gives_an_answer_away(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    int asked = 0;
    for (int i = 0; i < desk->lessons.count; ++i)
        for (int j = 0; j < desk->lessons.items[i]->stages->count; ++j) {
            const ScenePlan *plan = &desk->lessons.items[i]->stages->plans[j];
            if (!plan->stage->ask || plan->stage->ask->kind != ASK_NUMBER)
                continue;
            assert_true(lesson_open(session, desk->lessons.items[i]->name, j));
            settle(session);
            draw(&desk->picture);
            const char *words = session->lesson.text.words;
            assert_non_null(words);
            if (strlen(words) < 3)
                continue;
            ++asked;
            const char *seen = text_with_number(&desk->picture, words);
            if (seen)
                fail_msg("%s, %s: '%s' gives away %s", desk->lessons.items[i]->name, plan->name,
                         seen, words);
            send_line(session, "reveal");
            draw(&desk->picture);
            assert_non_null(text_with_number(&desk->picture, session->lesson.text.words));
        }
    assert_true(asked > 10);
}

/* Of the prose of a lesson; shown is -1 where all of it is. A bar at its right has the share. */
typedef struct ProseLines {
    int first, shown, hidden;
} ProseLines;

static ProseLines prose_lines(const Scene *scene)
{
    for (int i = 0; i + 2 < scene->count; ++i) {
        const Shape *shapes = &scene->shapes[i];
        if (shapes->tag.kind != TARGET_LESSON)
            continue;
        float share = shapes[2].rect.h / shapes[1].rect.h;
        int hidden = (int)shapes->tag.b;
        return (ProseLines){(int)shapes->tag.a, (int)((float)hidden * share / (1 - share) + 0.5f),
                            hidden};
    }
    return (ProseLines){.shown = -1};
}

/* Nobody can answer what he cannot read: before the answer there is nothing to be scrolled. After
 * it three lines are left, from the first one. */
static void check_prose(const Scene *scene, bool is_asked, const char *lesson, const char *stage)
{
    ProseLines lines = prose_lines(scene);
    if (lines.shown >= 0 && is_asked)
        fail_msg("%s, %s: %d lines of the prose are out of sight", lesson, stage, lines.hidden);
    if (lines.shown >= 0 && (lines.first > 0 || lines.shown < 3))
        fail_msg("%s, %s: of the prose %d lines from %d on are left", lesson, stage, lines.shown,
                 lines.first);
}

/* Asked, answered wrong and answered, in every language, as a window shows it. */
static void test_every_text_has_room(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    Fonts *fonts = fonts_open(NULL, LANGUAGE_ZH, &(const char *){NULL});
    TextMetrics *metrics = glyph_metrics(desk->picture.arena, fonts_glyphs(fonts));
    for (int i = 0; i < 2 * desk->lessons.count; ++i) {
        const Lesson *lesson = desk->lessons.items[i / 2];
        session->look.language = (Language)(i % 2);
        for (int j = 0; j < lesson->stages->count; ++j) {
            assert_true(lesson_open(session, lesson->name, j));
            settle(session);
            for (int part = 0; part < 2; ++part) {
                ViewCuts cuts = {0};
                Arena *arena = arena_new();
                const Scene *scene = view_build_checked(session, arena, 1280, 720, metrics, &cuts);
                check_prose(scene, part == 0, lesson->name, lesson->stages->plans[j].name);
                Rect room = layout_shown(1280, 720, session).lesson;
                assert_true(room.w > 300 && room.h > 180);
                for (int k = 0; k < cuts.count; ++k)
                    if (strstr(session->lesson.text.say, cuts.texts[k]) ||
                        strstr(lesson->stages->plans[j].title.in[i % 2], cuts.texts[k]))
                        fail_msg("%s, %s: '%s' is cut", lesson->name, lesson->stages->plans[j].name,
                                 cuts.texts[k]);
                arena_free(arena);
                send_line(session, "reveal");
            }
        }
    }
    fonts_close(fonts);
}

static void press_at(Desk *desk, TargetKind kind, uint32_t a, float share)
{
    const Scene *scene = desk->picture.scene;
    for (int i = scene->count - 1; i >= 0; --i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->tag.kind != (uint32_t)kind || (kind != TARGET_BAR && shape->tag.a != a))
            continue;
        Command command;
        Point at = {shape->rect.x + shape->rect.w * share, shape->rect.y + shape->rect.h / 2};
        if (!view_press(desk->picture.session, scene, at, &command))
            fail_msg("a press on %d %u means nothing", (int)kind, a);
        session_apply(desk->picture.session, command);
        draw(&desk->picture);
        return;
    }
    fail_msg("there is no target %d %u", (int)kind, a);
}

static int texts_hovering(Desk *desk, Target target)
{
    int count = 0;
    session_apply(desk->picture.session, (Command){.name = COMMAND_HOVER, .target = target});
    draw(&desk->picture);
    for (int i = 0; i < desk->picture.scene->count; ++i)
        count += desk->picture.scene->shapes[i].kind == SHAPE_TEXT;
    return count;
}

/* No card lies over what may be the answer, nor over what was just clicked as one, nor before an
 * audience over anything but what was clicked. */
static void test_no_card_over_an_answer(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    const Target cell = {TARGET_CELL, 1, 11, 0}, other = {TARGET_CELL, 1, 2, 0}, none = {0};
    open_stage(desk, "memory_wall", "which_element");
    assert_int_equal(texts_hovering(desk, cell), texts_hovering(desk, none));
    session_apply(session, (Command){.name = COMMAND_HOVER, .target = cell});
    session_apply(session, (Command){.name = COMMAND_ANSWER_AT, .target = cell});
    session_settle(session);
    assert_int_equal(lesson_stand(session)->mark, STAGE_DONE);
    int over = texts_hovering(desk, cell); /* before the pointer goes elsewhere */
    assert_int_equal(over, texts_hovering(desk, none));
    assert_true(texts_hovering(desk, other) > texts_hovering(desk, none));
    assert_true(texts_hovering(desk, cell) > texts_hovering(desk, none)); /* it was left */
    session_apply(session, (Command){.name = COMMAND_LECTURE});
    assert_int_equal(texts_hovering(desk, other), texts_hovering(desk, none));
    session_apply(session, (Command){.name = COMMAND_PIN, .target = other});
    assert_true(texts_hovering(desk, other) > 0 && session->selection.pin.kind);
    int pinned = texts_hovering(desk, none);
    session_apply(session, (Command){.name = COMMAND_CLOSE});
    assert_true(pinned > texts_hovering(desk, none));
}

static void test_the_mouse_answers(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    open_stage(desk, "memory_wall", "bigger");
    uint32_t right = 0;
    while (session->lesson.text.option_wrong[right] >= 0)
        ++right;
    press_at(desk, TARGET_OPTION, (right + 1) % 3, 0.5f);
    assert_non_null(find_text(&desk->picture, "Not so."));
    assert_int_equal(lesson_stand(session)->mark, STAGE_OPEN);
    press_at(desk, TARGET_OPTION, right, 0.5f);
    assert_non_null(find_text(&desk->picture, "Right."));
    open_stage(desk, "memory_wall", "again_and_again");
    press_at(desk, TARGET_BAR, 0, 0.125f);
    assert_true(session->lesson.bar == 2);
    press_at(desk, TARGET_BUTTON, COMMAND_ANSWER_SEND, 0.5f);
    assert_int_equal(lesson_stand(session)->mark, STAGE_DONE);
    assert_non_null(find_text(&desk->picture, "counted"));
    press_at(desk, TARGET_BUTTON, COMMAND_GO_ON, 0.5f);
    assert_string_equal(lesson_stage(session)->name, "flop_per_byte");
    open_stage(desk, "two_phases", "which_line");
    send_line(session, "scroll-source 10");
    draw(&desk->picture);
    press_at(desk, TARGET_GUTTER, (uint32_t)session->lesson.text.answer, 0.5f);
    assert_int_equal(lesson_stand(session)->mark, STAGE_DONE);
    open_stage(desk, "memory_wall", "which_element");
    Command command;
    const Shape *cell = need_cell(&desk->picture, 1, 11);
    assert_true(view_press(session, desk->picture.scene, middle(cell->rect), &command));
    session_apply(session, command);
    draw(&desk->picture);
    assert_non_null(find_text(&desk->picture, "Right: N[2][3]."));
}

/* Once it is answered the right one of several stands alone, if that leaves its panel room. */
static void test_an_answer_makes_room_for_its_panel(void **state)
{
    Desk *desk = *state;
    open_stage(desk, "swizzling", "eight_rows");
    assert_non_null(find_text(&desk->picture, "Single halves would lie"));
    send_line(desk->picture.session, "reveal");
    draw(&desk->picture);
    assert_null(find_text(&desk->picture, "Single halves would lie"));
    assert_non_null(find_text(&desk->picture, "A lane names one address"));
    assert_non_null(find_text(&desk->picture, "As it lies: wavefronts"));
}

/* The badge says that the reader has left the rails, and how to come back. */
static void test_exploring_is_said(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    open_stage(desk, "memory_wall", "reads_of_one");
    assert_null(find_text(&desk->picture, "exploring"));
    send_line(session, "access-next"); /* as told */
    draw(&desk->picture);
    assert_null(find_text(&desk->picture, "exploring"));
    send_line(session, "go-end");
    draw(&desk->picture);
    assert_non_null(find_text(&desk->picture, "exploring · Esc returns"));
    session->look.language = LANGUAGE_ZH;
    send_line(session, "show-keys");
    draw(&desk->picture);
    assert_non_null(find_text(&desk->picture, "自由探索中"));
    press_at(desk, TARGET_BUTTON, COMMAND_CLOSE, 0.5f);
    assert_null(find_text(&desk->picture, "自由探索中"));
    session->look.language = LANGUAGE_EN;
    send_line(session, "reveal");
    send_line(session, "toggle 20"); /* as an answered stage may say */
    session_finish_work(session);
    draw(&desk->picture);
    assert_true(session_is_edited(session));
    assert_null(find_text(&desk->picture, "exploring"));
    assert_non_null(find_text(&desk->picture, "changed · Esc undoes it"));
}

/* Discs as small as a stage's dot, in the grey of those that are not shown. */
static int full_dots(const Desk *desk)
{
    const Scene *scene = desk->picture.scene;
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        count += scene->shapes[i].kind == SHAPE_CIRCLE && scene->shapes[i].rect.w < 10 &&
                 scene->shapes[i].fill == theme_get(THEME_LIGHT)->muted;
    return count;
}

/* What was done the last time is marked when the lesson is opened again. */
static void test_what_was_done_stays_marked(void **state)
{
    Desk *desk = *state;
    open_stage(desk, "two_phases", "saved");
    int before = full_dots(desk);
    LessonProgress *progress = &desk->picture.session->lesson.progress;
    progress_mark(progress, "two_phases", "carry", STAGE_DONE);
    progress_mark(progress, "two_phases", "one_phase", STAGE_DONE);
    draw(&desk->picture);
    assert_int_equal(full_dots(desk), before + 2);
}

/* Prose that is longer than its room is scrolled with the wheel and with arrows. */
static void test_long_prose_is_scrolled(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    open_stage(desk, "coalescing", "notes_say");
    send_line(session, "reveal");
    draw(&desk->picture);
    const Scene *scene = desk->picture.scene;
    const Shape *prose = NULL;
    for (int i = 0; i < scene->count && !prose; ++i)
        if (scene->shapes[i].tag.kind == TARGET_LESSON)
            prose = &scene->shapes[i];
    assert_non_null(prose);
    assert_int_equal(prose->tag.a, 0);
    assert_true(prose->tag.b > 0);
    assert_non_null(find_text(&desk->picture, "wheel: more"));
    Command command;
    Point at = {prose->rect.x + prose->rect.w / 2, prose->rect.y + 8};
    assert_true(view_wheel(session, scene, at, -1, false, &command));
    session_apply(session, command);
    assert_true(session->lesson.scroll > 0);
    session_apply(session, (Command){.name = COMMAND_FOCUS,
                                     .target = {TARGET_LESSON, prose->tag.a, prose->tag.b, 0}});
    draw(&desk->picture);
    assert_true(view_command_for_key(session, desk->picture.scene, "Up", &command));
    assert_int_equal(command.name, COMMAND_SCROLL_LESSON);
}

/* Before an audience: one sentence for the back row, then the answer behind it; no panel. */
static void test_the_hall(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    session->look.lecture = true;
    open_stage(desk, "memory_wall", "reads_of_all");
    assert_true(layout_shown(1280, 720, session).lesson.w <= 0);
    assert_null(find_text(&desk->picture, "No thread knows"));
    const char *sentence = session->lesson.text.show;
    bool is_large = false;
    for (int i = 0; i < desk->picture.scene->count; ++i) {
        const Shape *shape = &desk->picture.scene->shapes[i];
        is_large |=
            shape->kind == SHAPE_TEXT && strcmp(shape->text, sentence) == 0 && shape->font_px >= 28;
    }
    assert_true(is_large);
    send_line(session, "forward");
    draw(&desk->picture);
    assert_non_null(find_text(&desk->picture, "→  128"));
}

static Rect sheet_rect(const Picture *picture)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].tag.kind == TARGET_SHEET)
            return picture->scene->shapes[i].rect;
    fail_msg("no sheet is open");
    return (Rect){0};
}

/* Whoever sets what the task says reads it meanwhile. */
static void test_controls_leave_the_task_in_sight(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    open_stage(desk, "corner_turning", "one_more");
    send_line(session, "controls");
    draw(&desk->picture);
    Rect lesson = layout_shown(1280, 720, session).lesson, sheet = sheet_rect(&desk->picture);
    assert_true(lesson.w > 0 && sheet.x + sheet.w <= lesson.x);
}

int main(void)
{
#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)
    const struct CMUnitTest tests[] = {
        DESK(test_nothing_gives_an_answer_away),
        DESK(test_every_text_has_room),
        DESK(test_no_card_over_an_answer),
        DESK(test_the_mouse_answers),
        DESK(test_an_answer_makes_room_for_its_panel),
        DESK(test_exploring_is_said),
        DESK(test_what_was_done_stays_marked),
        DESK(test_long_prose_is_scrolled),
        DESK(test_the_hall),
        DESK(test_controls_leave_the_task_in_sight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
