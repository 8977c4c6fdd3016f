/* Taking the shipped lessons in a session: every kind of answer, wrong ones met with a hint, the
 * place and the answer, PageDown alone from end to end, leaving the rails and coming back. */
#include "lesson/expression.h"
#include "session/edits/control.h"
#include "session/figures/filled.h"
#include "session/figures/record.h"
#include "session/lessons/ask.h"
#include "session/lessons/cards.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "session/selection/panel.h"
#include "session/sheets/sheet.h"
#include "session/time/motion.h"
#include "sessions.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    Session *session;
    Arena *arena;
    Lessons lessons;
    Scenes *scenes;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    Diags *diags = NULL;
    assert_non_null(desk);
    desk->arena = arena_new();
    desk->lessons = lessons_read_shipped(desk->arena);
    desk->scenes = scenes_read_shipped(desk->arena, &diags);
    desk->session = session_new();
    session_use_devices(desk->session, session_load_devices(desk->arena));
    session_use_scenes(desk->session, desk->scenes);
    session_use_lessons(desk->session, &desk->lessons);
    desk->session->look.reduced_motion = true;
    *state = desk;
    return 0;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static bool send_key(Session *session, const char *key)
{
    Command command;
    bool is_any = session_command_for_key(session, key, &command);
    if (is_any)
        session_apply(session, command);
    return is_any;
}

static void send_keys(Session *session, const char *keys)
{
    for (; *keys; ++keys)
        assert_true(send_key(session, (char[]){*keys, '\0'}));
}

/* Opens a stage by its name. */
static void open_stage(Desk *desk, const char *lesson, const char *stage)
{
    const Lesson *found = lessons_find(&desk->lessons, lesson);
    assert_non_null(found);
    int index = scenes_find(found->stages, stage);
    assert_true(index >= 0);
    assert_true(lesson_open(desk->session, lesson, index));
    session_finish_work(desk->session);
    session_tick(desk->session, 0);
}

static const StageStand *stand_of(const Desk *desk)
{
    return lesson_stand(desk->session);
}

static void expect_asked(const Desk *desk)
{
    assert_int_equal(stand_of(desk)->mark, STAGE_OPEN);
    assert_true(veil_is_down(desk->session));
    assert_non_null(ask_open(desk->session));
}

static void expect_marked(const Desk *desk, StageMark mark)
{
    assert_int_equal(stand_of(desk)->mark, mark);
    assert_false(veil_is_down(desk->session));
    assert_null(ask_open(desk->session));
    assert_int_equal(progress_of(&desk->session->lesson.progress,
                                 desk->session->lesson.lesson->name,
                                 lesson_stage(desk->session)->name),
                     mark);
}

static void type_number(Session *session, const char *number)
{
    send_keys(session, number);
    assert_string_equal(session->lesson.typed, number);
    assert_true(send_key(session, "Return"));
}

static void test_a_stage_opens_as_a_scene(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_all");
    assert_string_equal(lesson_shown(session)->name, "memory_wall");
    assert_string_equal(lesson_stage(session)->name, "reads_of_all");
    assert_non_null(strstr(session->lesson.text.say, "M has 16 elements"));
    assert_false(scene_is_left(session));
    expect_asked(desk);
    assert_false(lesson_open(session, "no_such_lesson", 0));
    assert_true(*session->notice);
    assert_string_equal(lesson_stage(session)->name, "reads_of_all");
}

static void test_a_number(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_all");
    send_keys(session, "129");
    assert_true(send_key(session, "Backspace"));
    assert_true(send_key(session, "8"));
    assert_true(send_key(session, "Return"));
    expect_marked(desk, STAGE_DONE);
    assert_string_equal(session->lesson.text.words, "128");
    assert_int_equal(session->look.panel, PANEL_REUSE); /* its command */
    assert_false(scene_is_left(session));
    open_stage(desk, "memory_wall", "flop_per_byte");
    type_number(session, "0.25");
    expect_marked(desk, STAGE_DONE);
}

/* Registers that a stage tells are those of its figures, in the window, too: with 40 for each of
 * 1024 threads only one block fits. */
static void test_registers_of_the_stage(void **state)
{
    Desk *desk = *state;
    open_stage(desk, "blocks_per_sm", "registers");
    send_line(desk->session, "answer-bar 50");
    assert_true(send_key(desk->session, "Return"));
    expect_marked(desk, STAGE_DONE);
}

/* Hint of the listed one, the place, the answer. */
static void test_wrong_answers(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_one");
    uint64_t opened = timeline_position(session_front(session)->timeline);
    type_number(session, "4");
    expect_asked(desk);
    assert_int_equal(stand_of(desk)->tries, 1);
    assert_int_equal(stand_of(desk)->wrong, 0);
    assert_non_null(strstr(session->lesson.text.hints[0], "number of products"));
    assert_int_equal(timeline_position(session_front(session)->timeline), opened);
    type_number(session, "77");
    expect_asked(desk);
    assert_int_equal(stand_of(desk)->wrong, -1);
    assert_int_equal(timeline_position(session_front(session)->timeline),
                     scene_moment(session, &lesson_stage(session)->stage->ask->why));
    assert_false(scene_is_left(session)); /* the lesson has led there */
    type_number(session, "-3.5");
    expect_marked(desk, STAGE_SHOWN);
    assert_string_equal(session->lesson.text.words, "8");
}

/* A quotient is typed as it is written, and a decimal comma is a point. */
static void test_fractions_and_commas(void **state)
{
    static const struct {
        const char *keys, *typed;
        double given;
    } rows[] = {{"1/4", "1/4", 0.25},
                {"128/512", "128/512", 0.25},
                {"0,25", "0.25", 0.25},
                {"0.5/2", "0.5/2", 0.25},
                {"1/4/2.5.", "1/42.5", 1 / 42.5}};
    Desk *desk = *state;
    Session *session = desk->session;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        open_stage(desk, "memory_wall", "reads_of_all");
        send_keys(session, rows[i].keys);
        assert_string_equal(session->lesson.typed, rows[i].typed);
        assert_true(send_key(session, "Return"));
        assert_true(fabs(stand_of(desk)->given - rows[i].given) < 1e-12);
    }
    open_stage(desk, "memory_wall", "reads_of_all");
    send_keys(session, "/1/");
    assert_true(send_key(session, "Return")); /* nothing is sent: the divisor is missing */
    assert_int_equal(stand_of(desk)->tries, 0);
    send_keys(session, "0");
    assert_true(send_key(session, "Return"));
    assert_int_equal(stand_of(desk)->tries, 0);
    open_stage(desk, "memory_wall", "flop_per_byte");
    type_number(session, "1/4");
    expect_marked(desk, STAGE_DONE);
}

/* The right option stands at one and the same place, and not always first. */
static void test_a_choice(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "bigger");
    const StageText *text = &session->lesson.text;
    int right = 0;
    assert_int_equal(text->option_count, 3);
    while (text->option_wrong[right] >= 0)
        ++right;
    int wrong = (right + 1) % 3;
    assert_true(send_key(session, (char[]){(char)('A' + wrong), '\0'}));
    assert_int_equal(stand_of(desk)->wrong, text->option_wrong[wrong]);
    expect_asked(desk);
    while (session->lesson.chosen != right)
        assert_true(send_key(session, "Down"));
    assert_true(send_key(session, "Return"));
    expect_marked(desk, STAGE_DONE);
    bool is_mixed = false;
    for (int i = 0; i < desk->lessons.count; ++i)
        for (int j = 0; j < desk->lessons.items[i]->stages->count; ++j) {
            const Ask *ask = desk->lessons.items[i]->stages->plans[j].stage->ask;
            if (!ask || ask->kind != ASK_CHOICE)
                continue;
            assert_true(lesson_open(session, desk->lessons.items[i]->name, j));
            is_mixed |= session->lesson.text.option_wrong[0] >= 0;
        }
    assert_true(is_mixed);
}

static void test_a_cell(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    Command command;
    open_stage(desk, "memory_wall", "which_element");
    const Run *run = session->runs[0].run;
    uint32_t n = (uint32_t)(buffer_named(run, "N") - run->launch.buffers);
    Target other = {TARGET_CELL, n + 1, 3, 0}, wrong = {TARGET_CELL, n, 14, 0},
           right = {TARGET_CELL, n, (uint32_t)session->lesson.text.answer, 0};
    assert_false(ask_takes(session, other, &command)); /* of another buffer */
    assert_true(ask_takes(session, wrong, &command));
    session_apply(session, command);
    expect_asked(desk);
    assert_int_equal(stand_of(desk)->tries, 1);
    assert_true(ask_takes(session, right, &command));
    session_apply(session, command);
    expect_marked(desk, STAGE_DONE);
    assert_string_equal(session->lesson.text.words, "N[2][3]");
    assert_false(ask_takes(session, right, &command)); /* nothing is asked any more */
}

static void test_a_line(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    Command command;
    open_stage(desk, "two_phases", "which_line");
    uint32_t line = (uint32_t)session->lesson.text.answer;
    assert_true(ask_takes(session, (Target){TARGET_GUTTER, line + 1, 0, 0}, &command));
    session_apply(session, command);
    expect_asked(desk);
    assert_true(ask_takes(session, (Target){TARGET_LINE, line, 0, 0}, &command));
    session_apply(session, command);
    expect_marked(desk, STAGE_DONE);
}

static void test_a_bar(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "again_and_again");
    assert_true(session->lesson.text.most == 16);
    assert_true(send_key(session, "Right"));
    assert_true(session->lesson.bar == 1);
    assert_true(send_key(session, "Return"));
    assert_int_equal(stand_of(desk)->wrong, 2); /* that every element were read once */
    send_line(session, "answer-bar 40");
    assert_true(session->lesson.bar == 16);
    send_line(session, "answer-bar 1");
    for (int i = 0; i < 1; ++i)
        assert_true(send_key(session, "Right"));
    assert_true(session->lesson.bar == 2);
    assert_true(send_key(session, "Return"));
    expect_marked(desk, STAGE_DONE);
}

/* A bar of many steps is as near as it can be drawn. */
static void test_steps_of_a_bar(void **state)
{
    assert_true(ask_bar_step(16) == 1);
    assert_true(ask_bar_step(1000) == 10);
    assert_true(ask_bar_step(700) == 10);
    assert_int_equal(ask_bar_steps(16), 16);
    assert_int_equal(ask_bar_steps(1e9), 100);
    assert_int_equal(ask_bar_steps(0), 0);
    assert_true(ask_bar_steps(0.3) <= 100);
}

static void turn_size(Desk *desk, const char *name, AdjustWay way)
{
    const Control *list;
    int count = session_controls(desk->session, desk->arena, &list), row = 0;
    while (row < count && (list[row].kind != CONTROL_SIZE || strcmp(list[row].name, name) != 0))
        ++row;
    assert_true(row < count);
    send_line(desk->session,
              arena_printf(desk->arena, "adjust %d %d %d", TARGET_CONTROL, row, way));
}

/* After a change of a size the right answer is another, and what was right is wrong. */
static void test_another_size(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_all");
    turn_size(desk, "k", ADJUST_DOUBLE);
    session_finish_work(session);
    session_tick(session, 0);
    assert_true(session->lesson.text.answer != 128);
    assert_true(scene_is_left(session));
    type_number(session, "128");
    expect_asked(desk);
    const char *right = arena_printf(desk->arena, "%s", session->lesson.text.words);
    type_number(session, right);
    expect_marked(desk, STAGE_DONE);
    assert_true(send_key(session, "Escape"));
    assert_false(scene_is_left(session));
    session_finish_work(session);
    session_tick(session, 0);
    assert_string_equal(session->lesson.text.words, "128");
    assert_int_equal(stand_of(desk)->mark, STAGE_DONE); /* nothing answered is lost */
    assert_true(send_key(session, "Q"));
    expect_asked(desk);
    type_number(session, "128");
    expect_marked(desk, STAGE_DONE);
}

/* While the grid is being counted figures are an ellipsis, and an answer waits for them. */
static void test_an_answer_waits_for_the_count(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_all");
    session->runs[0].job_is_over = false; /* as it is for a larger grid */
    lesson_follow(session);
    assert_true(session->lesson.text.is_counting);
    assert_non_null(strstr(session->lesson.text.say, "M has … elements"));
    assert_null(session->lesson.text.words);
    type_number(session, "64");
    assert_true(session->lesson.is_waiting);
    assert_int_equal(stand_of(desk)->tries, 0);
    session->runs[0].job_is_over = true;
    session_tick(session, 0);
    assert_false(session->lesson.is_waiting);
    assert_int_equal(stand_of(desk)->tries, 1);
    assert_int_equal(stand_of(desk)->wrong, 0);
    expect_asked(desk);
}

/* After a change there may be no answer: that is said, no answer is judged, and it goes on. */
static void test_a_figure_without_a_value(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "which_element");
    turn_size(desk, "k", ADJUST_HALVE); /* there is no third turn then */
    session_finish_work(session);
    session_tick(session, 0);
    assert_non_null(session->lesson.text.problem);
    assert_null(session->lesson.text.words);
    const Run *run = session->runs[0].run;
    send_line(session, arena_printf(desk->arena, "answer-at %d %d 3 0", TARGET_CELL,
                                    (int)(buffer_named(run, "N") - run->launch.buffers)));
    assert_int_equal(stand_of(desk)->tries, 0);
    assert_true(send_key(session, "PageDown"));
    assert_int_equal(stand_of(desk)->mark, STAGE_SHOWN);
    assert_true(send_key(session, "PageDown"));
    assert_string_equal(lesson_stage(session)->name, "reads_of_one");
    assert_null(session->lesson.text.problem);
}

/* Away from a question and back: what was typed and tried is still there. */
static void test_exploring(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_one");
    type_number(session, "4");
    send_keys(session, "1");
    assert_false(scene_is_left(session));
    assert_true(send_key(session, "Right"));
    assert_true(send_key(session, "P"));
    assert_true(scene_is_left(session));
    assert_string_equal(session->lesson.typed, "1");
    assert_true(send_key(session, "Escape"));
    assert_false(scene_is_left(session));
    expect_asked(desk);
    assert_string_equal(session->lesson.typed, "1");
    assert_int_equal(stand_of(desk)->tries, 1);
}

/* Enter goes on where nothing waits for an answer, and not past a question. */
static void test_alone(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "one_dot_product");
    assert_true(send_key(session, "Return"));
    assert_string_equal(lesson_stage(session)->name, "which_element");
    send_key(session, "Return");
    assert_string_equal(lesson_stage(session)->name, "which_element");
    expect_asked(desk);
    assert_true(send_key(session, "V"));
    expect_marked(desk, STAGE_SHOWN);
    assert_true(send_key(session, "PageUp"));
    assert_string_equal(lesson_stage(session)->name, "one_dot_product");
    assert_int_equal(stand_of(desk)->mark, STAGE_DONE);
    assert_true(send_key(session, "Ctrl+PageDown"));
    expect_marked(desk, STAGE_SHOWN); /* as it was left */
}

/* Under a sanitizer every fourth lesson and command. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 4 };
#else
enum { EVERY = 1 };
#endif

/* PageDown alone through every shipped lesson, every other one before an audience. */
static void test_page_down_never_gets_stuck(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    for (int i = 0; i < desk->lessons.count; i += EVERY) {
        const Lesson *lesson = desk->lessons.items[i];
        int stage = 0, last = lesson->stages->count - 1, presses = 0;
        session->look.lecture = i / EVERY % 2;
        session->notice[0] = '\0';
        assert_true(lesson_open(session, lesson->name, 0));
        while (!session->cards.is_open) {
            const ScenePlan *plan = lesson_stage(session);
            uint64_t before = timeline_position(session_front(session)->timeline);
            StageMark mark = stand_of(desk)->mark;
            bool was_down = veil_is_down(session);
            session_finish_work(session);
            session_tick(session, 0);
            assert_true(send_key(session, "PageDown"));
            bool has_moved = lesson_stage(session) != plan || stand_of(desk)->mark != mark ||
                             veil_is_down(session) != was_down ||
                             timeline_position(session_front(session)->timeline) != before;
            if (!has_moved && !session->cards.is_open)
                fail_msg("%s: stuck in %s", lesson->name, plan->name);
            stage = session->scene.index;
            assert_true(++presses < 400);
        }
        if (stage != last)
            fail_msg("%s: ends in stage %d: %s", lesson->name, stage, session->notice);
        assert_int_equal(progress_count(&session->lesson.progress, lesson), lesson->stages->count);
        assert_ptr_equal(cards_lesson(session, 0), lesson); /* what is told at its end */
        assert_true(send_key(session, "Escape"));
        assert_ptr_equal(lesson_shown(session), lesson);
    }
}

/* Goals are watched after each change, and PageDown shows how they are reached. */
static void test_goals(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    int found = 0;
    for (int i = 0; i < desk->lessons.count; i += EVERY)
        for (int j = 0; j < desk->lessons.items[i]->stages->count; ++j) {
            const ScenePlan *plan = &desk->lessons.items[i]->stages->plans[j];
            if (!plan->stage->goal)
                continue;
            ++found;
            assert_true(lesson_open(session, desk->lessons.items[i]->name, j));
            session_finish_work(session);
            session_tick(session, 0);
            assert_int_equal(stand_of(desk)->mark, STAGE_OPEN);
            assert_false(session->lesson.text.is_reached);
            assert_true(send_key(session, "PageDown"));
            session_finish_work(session);
            session_tick(session, 0);
            if (!session->lesson.text.is_reached)
                fail_msg("%s: not reached", plan->name);
            assert_int_equal(stand_of(desk)->mark, STAGE_SHOWN);
            session_settle(session);
            if (plan->mark_count && strcmp(plan->mark[0], "access") == 0) {
                assert_true(position(session) > 0);
                if (!scene_is_marked(session))
                    fail_msg("%s: nothing is marked", plan->name);
            }
        }
    assert_true(found > 0);
}

/* Where a goal is reached time goes to the access that makes the result wrong. */
static void test_a_goal_leads_to_the_access(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "the_edge", "spoil");
    send_line(session, "go-start");
    assert_true(send_key(session, "V"));
    session_finish_work(session);
    session_tick(session, 0);
    session_settle(session);
    const Step *step = timeline_last_step(session->runs[0].timeline);
    assert_non_null(step);
    assert_int_equal(step->instr->op, OP_STORE);
    assert_true(scene_is_marked(session));
}

/* What the task says to do is not straying from it. */
static void test_steps_as_told_are_no_exploring(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "the_edge", "spoil");
    send_line(session, "go-start");
    send_line(session, "toggle 40");
    assert_false(scene_is_left(session));
    open_stage(desk, "memory_wall", "one_dot_product");
    uint64_t point = session->scene.point;
    assert_true(point > position(session) && point != SCENE_TOLD_NOTHING);
    assert_true(send_key(session, "Right"));
    assert_false(scene_is_left(session));
    session_settle(session);
    open_stage(desk, "memory_wall", "reads_of_one");
    point = session->scene.point;
    motion_jump(session, point + 5);
    assert_true(position(session) > point);
    assert_true(scene_is_left(session));
}

/* In a stage that asks nothing whatever it says to try is no straying: what was changed stays, and
 * Escape leads from another panel back to the text, then to the map. */
static void test_who_is_asked_nothing_has_a_free_hand(void **state)
{
    static const char *const tasks[][5] = {
        {"two_phases", "carry", "barrier-next"},
        {"whose_index", "same_formula", "pick-thread 3"},
        {"two_barriers", "take_away", "toggle 33", "barrier-next", "panel-findings"},
        {"the_edge", "hang_over", "controls", "go-end"},
        {"tile_width", "turn_the_width", "controls"},
        {"blocks_per_sm", "fill_it", "set-threads 512", "set-registers 64"},
        {"hiding_latency", "waiting", "device-next"},
        {"coalescing", "neighbours", "access-next", "panel-memory"},
        {"audit", "read_first", "go-end", "panel-memory"},
    };
    Desk *desk = *state;
    Session *session = desk->session;
    int edited = 0;
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; ++i) {
        open_stage(desk, tasks[i][0], tasks[i][1]);
        PanelName panel = session->look.panel;
        for (int j = 2; j < 5 && tasks[i][j]; ++j) {
            send_line(session, tasks[i][j]);
            if (session->look.show_controls)
                control_adjust(session, 0, ADJUST_UP);
            session_finish_work(session);
            session_settle(session);
            if (scene_is_left(session))
                fail_msg("%s: %s is said to be straying", tasks[i][1], tasks[i][j]);
        }
        bool is_edited = session_is_edited(session);
        edited += is_edited;
        while (session->look.panel != panel || session->look.show_controls)
            assert_true(send_key(session, "Escape") && !session->sheets.opener.is_open);
        assert_int_equal(session_is_edited(session), is_edited);
        assert_true(send_key(session, "Escape") && session->sheets.opener.is_open);
        assert_true(send_key(session, "Escape"));
        assert_true(send_key(session, "Return")); /* and Enter leads on */
        assert_string_not_equal(lesson_stage(session)->name, tasks[i][1]);
    }
    assert_true(edited >= 3);
}

/* What an answered question says to change is no straying, though Escape takes it back; to look
 * elsewhere without a change is, and so is a change while the question is open. */
static void test_who_has_answered_may_change_sizes(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "two_phases", "by_the_width");
    turn_size(desk, "k", ADJUST_DOUBLE);
    assert_true(scene_is_left(session) && !scene_is_tried(session));
    assert_true(send_key(session, "Escape"));
    session_finish_work(session);
    assert_true(send_key(session, "V"));
    session_finish_work(session);
    session_settle(session);
    assert_false(scene_is_left(session) || scene_is_tried(session));
    send_line(session, "go-start");
    assert_true(scene_is_left(session) && !scene_is_tried(session));
    turn_size(desk, "k", ADJUST_DOUBLE);
    session_finish_work(session);
    assert_true(scene_is_tried(session));
    assert_true(send_key(session, "Escape"));
    assert_false(session_is_edited(session) || scene_is_tried(session));
}

/* Escape leads back, and where there is nothing to go back to, to the map; there it leads back. */
static void test_escape_is_never_mute(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    for (int i = 0; i < desk->lessons.count; i += EVERY) {
        assert_true(lesson_open(session, desk->lessons.items[i]->name, 0));
        session_finish_work(session);
        session_tick(session, 0);
        assert_true(send_key(session, "Escape"));
        assert_true(session->sheets.opener.is_open);
        assert_true(send_key(session, "Escape"));
        assert_false(session->sheets.opener.is_open);
        assert_ptr_equal(lesson_shown(session), desk->lessons.items[i]);
    }
}

/* Enter alone leads from the last stage over its card to the exercise or the next lesson. */
static void test_enter_leads_on_from_the_card(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    for (int i = 0; i < desk->lessons.count; i += EVERY) {
        const Lesson *lesson = desk->lessons.items[i];
        if (lesson->exercise)
            progress_mark(&session->lesson.progress, lesson->name, "exercise", STAGE_DONE);
        cards_open(session, lesson);
        assert_true(send_key(session, "Return"));
        if (i + 1 < desk->lessons.count) {
            assert_false(session->cards.is_open);
            assert_ptr_equal(lesson_shown(session), desk->lessons.items[i + 1]);
            assert_int_equal(session->scene.index, 0);
        } else {
            assert_true(session->cards.is_open && session->cards.only < 0);
        }
    }
}

/* A stage that is answered still hides what the next one asks about the same run. */
static void test_nothing_is_given_away_a_stage_early(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_one");
    assert_true(send_key(session, "V"));
    assert_false(veil_is_down(session));
    assert_true(veil_hides(session, VEIL_TOTALS));
    open_stage(desk, "memory_wall", "reads_of_all");
    assert_true(veil_hides(session, VEIL_TOTALS));
    open_stage(desk, "two_barriers", "first_off");
    assert_true(send_key(session, "V"));
    session_tick(session, 0);
    assert_int_not_equal(session->look.panel, PANEL_FINDINGS);
}

/* The task of a stage stays as it was while sizes are changed. */
static void test_a_task_stays(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "corner_turning", "one_more");
    const char *task = arena_printf(desk->arena, "%s", session->lesson.text.ask);
    assert_non_null(strstr(task, "above 31"));
    assert_true(session->lens.has_step);
    assert_int_equal(session->lens.step.instr->op, OP_LOAD);
    assert_true(send_key(session, "V"));
    session_finish_work(session);
    session_tick(session, 0);
    assert_string_equal(session->lesson.text.ask, task);
}

/* Enter goes on from every stage, whatever panel the answer has opened. */
static void test_enter_goes_on(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    const Lesson *lesson = lessons_find(&desk->lessons, "two_barriers");
    for (int i = 0; i + 1 < lesson->stages->count; ++i) {
        assert_true(lesson_open(session, lesson->name, i));
        session_finish_work(session);
        session_tick(session, 0);
        if (lesson_is_asked(session))
            send_key(session, "V");
        session_finish_work(session);
        session_tick(session, 0);
        assert_true(send_key(session, "Return"));
        assert_ptr_equal(lesson_stage(session), &lesson->stages->plans[i + 1]);
    }
}

static void test_languages(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_all");
    type_number(session, "64");
    assert_true(send_key(session, "F2"));
    assert_non_null(strstr(session->lesson.text.say, "M 有 16 个元素"));
    assert_non_null(strstr(session->lesson.text.hints[0], "乘积的总数"));
    assert_int_equal(stand_of(desk)->tries, 1);
    send_key(session, "F2");
    assert_non_null(strstr(session->lesson.text.say, "M has 16"));
}

/* In lecture mode nothing is typed: digits mean what they always do. */
static void test_the_hall(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_all");
    session->look.lecture = true;
    assert_null(ask_open(session));
    assert_true(send_key(session, "4"));
    assert_string_equal(session->lesson.typed, "");
    assert_string_equal(session->lesson.text.show, "Place your bets: how many reads in all?");
}

static void test_saved(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    const char *reason, *warning;
    open_stage(desk, "two_phases", "one_phase");
    const char *text = state_write(session, desk->arena), *code = share_write(session, desk->arena);
    assert_non_null(strstr(text, "lesson two_phases\nscene 0 one_phase\n"));
    assert_true(lesson_open(session, "memory_wall", 0));
    assert_true(state_read(session, desk->arena, text, &reason));
    assert_string_equal(lesson_shown(session)->name, "two_phases");
    assert_string_equal(lesson_stage(session)->name, "one_phase");
    expect_asked(desk);
    type_number(session, "8");
    expect_marked(desk, STAGE_DONE);
    lesson_leave(session);
    assert_null(lesson_shown(session));
    assert_ptr_equal(session->scene.scenes, desk->scenes);
    if (!share_open(session, desk->arena, code, NULL, 0, &reason, &warning))
        fail_msg("%s", reason);
    assert_string_equal(lesson_stage(session)->name, "one_phase");
}

/* Whoever opens another file has left the lesson, and the window has its scenes again. */
static void test_another_file(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_stage(desk, "memory_wall", "reads_of_all");
    session->scene.index = SCENE_NONE;
    session_tick(session, 0);
    assert_null(lesson_shown(session));
    assert_ptr_equal(session->scene.scenes, desk->scenes);
    assert_int_not_equal(session->look.panel, PANEL_LESSON);
    send_line(session, "panel-lesson");
    assert_true(*session->notice);
}

/* Commands in any order, with any number and target, in a stage of any lesson; but for those that
 * leave the lesson, and the one that leaves a file (test_exercise.c). */
static void test_whatever_is_done(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    uint32_t seed = 7;
    for (int i = 0; i < 1200 / EVERY; ++i) {
        seed = seed * 1664525 + 1013904223;
        uint32_t roll = seed >> 8;
        const Lesson *lesson = desk->lessons.items[roll % 3];
        if (i % 60 == 0)
            assert_true(lesson_open(session, lesson->name,
                                    (int)(roll / 3 % (uint32_t)lesson->stages->count)));
        Command command = {.name = (CommandName)(roll % COMMAND_COUNT),
                           .number = (int64_t)(roll >> 8 & 15) - 2,
                           .target = {roll >> 4 & 31, roll >> 9 & 7, roll >> 12 & 15, 0}};
        if (command.name == COMMAND_QUIT || command.name == COMMAND_OPEN_GO ||
            command.name == COMMAND_OPEN_BESIDE || command.name == COMMAND_PALETTE_GO ||
            command.name == COMMAND_EXERCISE || command.name == COMMAND_CARDS_GO)
            continue;
        session_apply(session, command);
        session_tick(session, 50);
        if (lesson_stage(session))
            assert_true(session->lesson.is_filled && session->lesson.text.say);
    }
}

static void test_progress_as_text(void **state)
{
    Desk *desk = *state;
    LessonProgress progress = {.count = 0}, other = {.count = 0};
    char name[80];
    memset(name, 'x', sizeof name);
    name[79] = '\0';
    progress_mark(&progress, "memory_wall", "bigger", STAGE_SHOWN);
    progress_mark(&progress, "memory_wall", "bigger", STAGE_DONE);
    progress_mark(&progress, "memory_wall", "bigger", STAGE_SHOWN); /* stays done */
    progress_mark(&progress, "two_phases", "carry", STAGE_SHOWN);
    progress_mark(&progress, name, "carry", STAGE_DONE); /* too long */
    const char *text = progress_write(&progress, desk->arena);
    assert_string_equal(text, "memory_wall bigger done\ntwo_phases carry shown\n");
    assert_true(progress.is_new);
    progress_read(&other, "nonsense\n\nmemory_wall bigger done\ntwo_phases carry shown");
    assert_false(other.is_new);
    assert_string_equal(progress_write(&other, desk->arena), text);
    for (int i = 0; i < LESSON_MARKS + 5; ++i)
        progress_mark(&other, "many", arena_printf(desk->arena, "stage_%d", i), STAGE_DONE);
    assert_int_equal(other.count, LESSON_MARKS);
    assert_int_equal(progress_of(&other, "memory_wall", "bigger"), STAGE_OPEN);
}

int main(void)
{
#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)
    const struct CMUnitTest tests[] = {
        DESK(test_a_stage_opens_as_a_scene),
        DESK(test_a_number),
        DESK(test_registers_of_the_stage),
        DESK(test_wrong_answers),
        DESK(test_fractions_and_commas),
        DESK(test_a_choice),
        DESK(test_a_cell),
        DESK(test_a_line),
        DESK(test_a_bar),
        cmocka_unit_test(test_steps_of_a_bar),
        DESK(test_another_size),
        DESK(test_an_answer_waits_for_the_count),
        DESK(test_a_figure_without_a_value),
        DESK(test_exploring),
        DESK(test_alone),
        DESK(test_page_down_never_gets_stuck),
        DESK(test_goals),
        DESK(test_a_goal_leads_to_the_access),
        DESK(test_steps_as_told_are_no_exploring),
        DESK(test_who_has_answered_may_change_sizes),
        DESK(test_who_is_asked_nothing_has_a_free_hand),
        DESK(test_escape_is_never_mute),
        DESK(test_enter_leads_on_from_the_card),
        DESK(test_nothing_is_given_away_a_stage_early),
        DESK(test_a_task_stays),
        DESK(test_enter_goes_on),
        DESK(test_languages),
        DESK(test_the_hall),
        DESK(test_saved),
        DESK(test_another_file),
        DESK(test_whatever_is_done),
        DESK(test_progress_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
