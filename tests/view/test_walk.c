/* The whole course by keys alone, and by the mouse alone. By keys as somebody takes it who is wrong
 * first: every question is answered wrong in one language, met with a word, and answered right in
 * the other; Enter leads on, from the first stage of the first lesson over cards and exercises to
 * the end of the last one. By the mouse as somebody who has no keys: from the map on, by what is
 * seen. Stepping with Right leads nowhere that Escape does not lead back from, and Escape is never
 * mute. */
#include "picture.h"
#include "session/figures/answers.h"
#include "session/lessons/ask.h"
#include "session/lessons/exercise.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "test.h"
#include "view/focus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Size {
    int width, height;
} Size;

typedef struct Course {
    Picture picture;
    Lessons lessons;
    Arena *kept; /* the rest is of one picture */
    char folder[64];
    Size size; /* of what the mouse clicks on */
    int answered;
} Course;

static int open_walk(void **state)
{
    Course *course = calloc(1, sizeof *course);
    assert_non_null(course);
    course->picture = open_sized("02_tiled.cu", 4, 2);
    course->kept = arena_new();
    course->lessons = lessons_read_shipped(course->kept);
    Session *session = course->picture.session;
    session_use_devices(session, session_load_devices(course->kept));
    session_use_lessons(session, &course->lessons);
    session->look.reduced_motion = true;
    snprintf(course->folder, sizeof course->folder, "/tmp/tilestep-course-XXXXXX");
    assert_non_null(mkdtemp(course->folder));
    assert_int_equal(chdir(course->folder), 0);
    *state = course;
    return 0;
}

static int close_walk(void **state)
{
    Course *course = *state;
    for (int i = 0; i < course->lessons.count; ++i)
        remove(strrchr(course->lessons.items[i]->exercise->skeleton, '/') + 1);
    close_picture(&course->picture);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(course->folder), 0);
    arena_free(course->kept);
    free(course);
    return 0;
}

static void settle_all(Session *session)
{
    session_finish_work(session);
    session_tick(session, 0);
    session_settle(session);
    session_tick(session, 0);
}

/* A picture needs the arena only until the next one. */
static void start_anew(Course *course)
{
    arena_reset(course->picture.arena);
    course->picture.metrics =
        glyph_metrics(course->picture.arena, glyph_builtin(course->picture.arena));
}

/* What a key does in the window, all that follows from it included. */
static bool press_key(Course *course, const char *key)
{
    Session *session = course->picture.session;
    Command command;
    draw(&course->picture);
    if (!view_command_for_key(session, course->picture.scene, key, &command))
        return false;
    session_apply(session, command);
    settle_all(session);
    return true;
}

static const char *where(const Course *course)
{
    const Session *session = course->picture.session;
    const Lesson *lesson = lesson_shown(session);
    return arena_printf(course->kept, "%s, %s (%s)", lesson ? lesson->name : "no lesson",
                        lesson ? lesson_stage(session)->name : "",
                        session->look.language == LANGUAGE_ZH ? "zh" : "en");
}

/* ---- answering ---- */

static void type_number(Course *course, double value)
{
    const char *digits = value == floor(value) ? arena_printf(course->kept, "%.0f", value)
                                               : arena_printf(course->kept, "%.6g", value);
    for (const char *at = digits; *at; ++at)
        assert_true(press_key(course, (char[]){*at, '\0'}));
    assert_true(press_key(course, "Return"));
}

static void choose(Course *course, bool is_right)
{
    const StageText *text = &course->picture.session->lesson.text;
    int option = 0;
    while ((text->option_wrong[option] < 0) != is_right)
        ++option;
    assert_true(press_key(course, (char[]){(char)('1' + option), '\0'}));
}

static void draw_bar_to(Course *course, double value)
{
    const LessonStand *stand = &course->picture.session->lesson;
    double step = ask_bar_step(stand->text.most);
    for (int i = 0; fabs(stand->bar - value) > step / 2 * (1 + 1e-9); ++i) {
        bool is_far = fabs(stand->bar - value) > 10 * step;
        const char *keys[2][2] = {{"Right", "Shift+Right"}, {"Left", "Shift+Left"}};
        assert_true(press_key(course, keys[stand->bar > value][is_far]) && i < 100);
    }
    assert_true(press_key(course, "Return"));
}

/* What the keyboard stands on, as an answer; -1: it is none, or out of sight. */
static double pointed_at(Course *course, const Ask *ask)
{
    const Session *session = course->picture.session;
    double value;
    draw(&course->picture);
    return focus_find(course->picture.scene, session->selection.focus) >= 0 &&
                   answer_at(session->runs[0].run, ask, session->selection.focus, &value)
               ? value
               : -1;
}

/* From place to place until an answer stands there, then to the row and along it; what is in no
 * row, such as lines, is one column. */
static void go_there(Course *course, const Ask *ask, double answer)
{
    const Launch *launch = &course->picture.session->runs[0].run->launch;
    const Buffer *buffer = ask->of ? launch_buffer_named(launch, ask->of) : NULL;
    double width = buffer && buffer->rows > 1 ? (double)buffer->cols
                   : buffer                   ? (double)buffer->count
                   : ask->kind == ASK_LINE    ? 1
                                              : launch->block.x;
    for (int i = 0; pointed_at(course, ask) < 0; ++i)
        assert_true(press_key(course, "Tab") && i < 60);
    for (int i = 0; pointed_at(course, ask) != answer; ++i) {
        double at = pointed_at(course, ask), rows = floor(answer / width) - floor(at / width);
        const char *key = rows > 0 ? "Down" : rows < 0 ? "Up" : answer > at ? "Right" : "Left";
        assert_true(at >= 0);
        if (!press_key(course, key) || i > 300)
            fail_msg("%s: %s leads from %g not to %g", where(course), key, at, answer);
    }
    assert_true(press_key(course, "Return"));
}

static void give(Course *course, const Ask *ask, double value, bool is_right)
{
    if (ask->kind == ASK_CHOICE)
        choose(course, is_right);
    else if (ask->kind == ASK_NUMBER)
        type_number(course, value);
    else if (ask->kind == ASK_BAR)
        draw_bar_to(course, value);
    else
        go_there(course, ask, value);
}

/* Another answer than the right one that could be given. */
static double wrong_answer(const Course *course, const Ask *ask)
{
    const StageText *text = &course->picture.session->lesson.text;
    const Run *run = course->picture.session->runs[0].run;
    if (ask->kind == ASK_BAR)
        return text->answer > text->most / 2 ? text->most / 4 : text->most * 3 / 4;
    if (ask->kind == ASK_NUMBER)
        return text->answer + 1000;
    return answer_is_one(run, ask, text->answer + 1) ? text->answer + 1 : text->answer - 1;
}

/* ---- one stage ---- */

/* Whoever steps on may be told that this is straying, and Escape leads back to the question. */
static void stray(Course *course, const Ask *ask)
{
    Session *session = course->picture.session;
    const ScenePlan *plan = lesson_stage(session);
    if (ask && ask->kind == ASK_BAR)
        return; /* Right draws it */
    press_key(course, "Right");
    if (scene_is_left(session))
        assert_true(press_key(course, "Escape"));
    if (scene_is_left(session) || lesson_stage(session) != plan || ask_open(session) != ask)
        fail_msg("%s: Escape does not lead back", where(course));
}

static void answer_stage(Course *course, const Ask *ask)
{
    Session *session = course->picture.session;
    const StageStand *stand = lesson_stand(session);
    const StageText *text = &session->lesson.text;
    if (!text->words)
        fail_msg("%s: no answer", where(course));
    give(course, ask, wrong_answer(course, ask), false);
    if (stand->mark != STAGE_OPEN || stand->tries != 1 || !stand->is_told)
        fail_msg("%s: a wrong answer is taken for %d, tries %d", where(course), (int)stand->mark,
                 stand->tries);
    assert_true(press_key(course, "F2"));
    give(course, ask, text->answer, true);
    if (stand->mark != STAGE_DONE)
        fail_msg("%s: %s is not taken", where(course), text->words);
    ++course->answered;
}

/* Where there is nothing to go back to Escape leads to the map, and from there back again. */
static void look_at_map(Course *course)
{
    Session *session = course->picture.session;
    const ScenePlan *plan = lesson_stage(session);
    assert_true(press_key(course, "Escape"));
    if (!session->sheets.opener.is_open)
        fail_msg("%s: Escape does not lead to the map", where(course));
    assert_true(press_key(course, "Escape"));
    assert_true(!session->sheets.opener.is_open && lesson_stage(session) == plan);
}

static void take_stage(Course *course)
{
    Session *session = course->picture.session;
    const ScenePlan *plan = lesson_stage(session);
    const Ask *ask = ask_open(session);
    stray(course, ask);
    look_at_map(course);
    if (ask)
        answer_stage(course, ask);
    else if (plan->stage->goal)
        assert_true(press_key(course, "V"));
    assert_ptr_equal(lesson_stage(session), plan);
    if (scene_is_left(session) || ((ask || plan->stage->goal) && veil_is_down(session)))
        fail_msg("%s: the answer is not seen", where(course));
    press_key(course, "Return");
}

/* ---- all of them ---- */

static void take_lesson(Course *course, const Lesson *lesson)
{
    Session *session = course->picture.session;
    for (int i = 0; i < lesson->stages->count; ++i) {
        if (lesson_stage(session) != &lesson->stages->plans[i] || session->cards.is_open)
            fail_msg("%s: here Enter leads to, not to %s", where(course),
                     lesson->stages->plans[i].name);
        take_stage(course);
        start_anew(course);
    }
    assert_true(session->cards.is_open);
    assert_true(press_key(course, "Return"));
    if (!exercise_is_open(session))
        fail_msg("%s: no exercise", lesson->name);
    assert_true(press_key(course, "Return"));
    assert_true(press_key(course, "Return")); /* not solved, and gone on from all the same */
}

static void test_by_keys(void **state)
{
    Course *course = *state;
    Session *session = course->picture.session;
    assert_true(lesson_open(session, course->lessons.items[0]->name, 0));
    session_finish_work(session);
    session_tick(session, 0);
    for (int i = 0; i < course->lessons.count; ++i)
        take_lesson(course, course->lessons.items[i]);
    assert_true(session->cards.is_open && session->cards.only < 0);
    assert_true(course->lessons.count >= 20 && course->answered > 100);
}

/* ---- by the mouse alone ---- */

enum { TURNS_MOST = 120 };

static void paint(Course *course)
{
    Size size = course->size;
    draw_sized(&course->picture, size.width, size.height);
}

/* A click on what is seen there, all that follows from it included. */
static bool click_at(Course *course, Point at)
{
    Session *session = course->picture.session;
    Command command;
    if (!view_press(session, course->picture.scene, at, &command))
        return false;
    session_apply(session, command);
    settle_all(session);
    return true;
}

/* Where the pointer meets such a target, share of its width from its left; NULL: nowhere. A target
 * that another shape covers does not count. */
static const Shape *find_target(const Course *course, TargetKind kind, uint32_t a, float share,
                                Point *at)
{
    const Scene *scene = course->picture.scene;
    for (int i = scene->count - 1; i >= 0; --i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->tag.kind != kind || shape->tag.a != a)
            continue;
        *at = (Point){shape->rect.x + shape->rect.w * share, shape->rect.y + shape->rect.h / 2};
        Rect rect;
        PickTag tag = scene_pick(scene, *at, &rect);
        if (tag.kind == kind && tag.a == a)
            return shape;
    }
    return NULL;
}

static bool click(Course *course, TargetKind kind, uint32_t a)
{
    Point at;
    paint(course);
    return find_target(course, kind, a, 0.5f, &at) && click_at(course, at);
}

static void need_click(Course *course, CommandName command, const char *what)
{
    if (!click(course, TARGET_BUTTON, command))
        fail_msg("%s: no button to %s", where(course), what);
}

static bool click_digits(Course *course, double value)
{
    const char *digits = value == floor(value) ? arena_printf(course->kept, "%.0f", value)
                                               : arena_printf(course->kept, "%.6g", value);
    for (const char *at = digits; *at; ++at)
        if (!click(course, TARGET_DIGIT, (uint32_t)*at))
            return false;
    return click(course, TARGET_BUTTON, COMMAND_ANSWER_SEND);
}

static bool click_option(Course *course)
{
    const StageText *text = &course->picture.session->lesson.text;
    int option = 0;
    while (text->option_wrong[option] >= 0)
        ++option;
    return click(course, TARGET_OPTION, (uint32_t)option);
}

static bool click_bar(Course *course)
{
    const StageText *text = &course->picture.session->lesson.text;
    const Shape *bar = NULL;
    paint(course);
    for (int i = 0; i < course->picture.scene->count; ++i)
        if (course->picture.scene->shapes[i].tag.kind == TARGET_BAR)
            bar = &course->picture.scene->shapes[i];
    float share = (float)(text->answer / text->most);
    Point at;
    if (!bar || !find_target(course, TARGET_BAR, bar->tag.a, fminf(share, 0.9999f), &at))
        return false;
    return click_at(course, at) && click(course, TARGET_BUTTON, COMMAND_ANSWER_SEND);
}

/* A point where the pointer meets what means the answer. */
static bool find_answer(const Course *course, const Ask *ask, Point *at)
{
    const Session *session = course->picture.session;
    const Scene *scene = course->picture.scene;
    for (int i = 0; i < scene->count; ++i)
        for (int share = 1; share < 16 && scene->shapes[i].tag.kind; ++share) {
            double value;
            Rect rect = scene->shapes[i].rect, met;
            *at = (Point){rect.x + rect.w * (float)share / 16, rect.y + rect.h / 2};
            PickTag tag = scene_pick(scene, *at, &met);
            Target target = {tag.kind, tag.a, tag.b, tag.c};
            if (answer_at(session->runs[0].run, ask, target, &value) &&
                value == session->lesson.text.answer)
                return true;
        }
    return false;
}

/* What is seen and means the answer; lines out of sight are scrolled to by the wheel. */
static bool click_picture(Course *course, const Ask *ask)
{
    Session *session = course->picture.session;
    for (int turned = 0; turned <= TURNS_MOST; ++turned) {
        Point at;
        paint(course);
        if (find_answer(course, ask, &at))
            return click_at(course, at);
        session_apply(session, (Command){.name = COMMAND_SCROLL_SOURCE,
                                         .number = turned < TURNS_MOST / 3 ? 1 : -1});
    }
    return false;
}

static bool answer_by_mouse(Course *course, const Ask *ask)
{
    switch (ask->kind) {
    case ASK_CHOICE: return click_option(course);
    case ASK_NUMBER: return click_digits(course, course->picture.session->lesson.text.answer);
    case ASK_BAR: return click_bar(course);
    default: return click_picture(course, ask);
    }
}

static void click_stage(Course *course)
{
    Session *session = course->picture.session;
    const ScenePlan *plan = lesson_stage(session);
    const Ask *ask = ask_open(session);
    need_click(course, COMMAND_OPEN, "the map");
    need_click(course, COMMAND_CLOSE, "leave the map");
    if (session->sheets.opener.is_open || lesson_stage(session) != plan)
        fail_msg("%s: the map is a trap", where(course));
    if (ask && !answer_by_mouse(course, ask))
        fail_msg("%s: the answer %s cannot be clicked", where(course), session->lesson.text.words);
    if (ask && lesson_stand(session)->mark != STAGE_DONE)
        fail_msg("%s: %s is not taken", where(course), session->lesson.text.words);
    if (session->selection.pin.kind)
        fail_msg("%s: a card lies over what was clicked", where(course));
    if (!ask && plan->stage->goal)
        need_click(course, COMMAND_REVEAL, "show how");
    course->answered += ask != NULL;
    need_click(course, COMMAND_GO_ON, "go on");
}

static void click_lesson(Course *course, const Lesson *lesson)
{
    Session *session = course->picture.session;
    for (int i = 0; i < lesson->stages->count; ++i) {
        if (lesson_stage(session) != &lesson->stages->plans[i] || session->cards.is_open)
            fail_msg("%s: one does not come to %s", where(course), lesson->stages->plans[i].name);
        click_stage(course);
        start_anew(course);
    }
    assert_true(session->cards.is_open);
    need_click(course, COMMAND_EXERCISE, "the exercise");
    if (!exercise_is_open(session))
        fail_msg("%s: no exercise", lesson->name);
    need_click(course, COMMAND_GO_ON, "the next lesson");
    need_click(course, COMMAND_GO_ON, "the next lesson, though this one is not solved");
    start_anew(course);
}

/* From the map on, and from lesson to lesson: all that is needed is seen, and can be clicked. */
static void click_course(Course *course, Language language, Size size)
{
    Session *session = course->picture.session;
    course->size = size;
    session->look.language = language;
    send_line(session, "open");
    settle_all(session);
    if (!click(course, TARGET_FILE, (uint32_t)session->sheets.opener.row))
        fail_msg("no lesson can be clicked");
    for (int i = 0; i < course->lessons.count; ++i)
        click_lesson(course, course->lessons.items[i]);
    assert_true(session->cards.is_open && session->cards.only < 0);
    assert_true(course->lessons.count >= 20 && course->answered > 100);
}

static void test_by_mouse_in_english(void **state)
{
    click_course(*state, LANGUAGE_EN, (Size){1280, 720});
}

static void test_by_mouse_in_chinese(void **state)
{
    click_course(*state, LANGUAGE_ZH, (Size){1920, 1080});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_by_keys, open_walk, close_walk),
        cmocka_unit_test_setup_teardown(test_by_mouse_in_english, open_walk, close_walk),
        cmocka_unit_test_setup_teardown(test_by_mouse_in_chinese, open_walk, close_walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
