/* The whole course by keys alone, as somebody takes it who is wrong first: every question is
 * answered wrong in one language, met with a word, and answered right in the other; Enter leads on,
 * from the first stage of the first lesson over cards and exercises to the end of the last one.
 * Stepping with Right leads nowhere that Escape does not lead back from, and Escape is never mute.
 */
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

typedef struct Course {
    Picture picture;
    Lessons lessons;
    Arena *kept; /* the rest is of one picture */
    char folder[64];
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

/* What a key does in the window, all that follows from it included. */
static bool press_key(Course *course, const char *key)
{
    Session *session = course->picture.session;
    Command command;
    draw(&course->picture);
    if (!view_command_for_key(session, course->picture.scene, key, &command))
        return false;
    session_apply(session, command);
    session_finish_work(session);
    session_tick(session, 0);
    session_settle(session);
    session_tick(session, 0);
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
        arena_reset(course->picture.arena);
        course->picture.metrics =
            glyph_metrics(course->picture.arena, glyph_builtin(course->picture.arena));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_by_keys, open_walk, close_walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
