/* The way back from what is set about the window itself: a step a gesture, together with the edits
 * of the runs, in the order in which they were done. */
#include "session/edits/edit.h"
#include "session/saved/state.h"
#include "session/selection/stage.h"
#include "sessions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    Session *session;
    Arena *arena;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->arena = arena_new();
    desk->session = open_pair(4, 2);
    session_use_devices(desk->session, session_load_devices(desk->arena));
    session_finish_work(desk->session);
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

static const char *text_of(const Desk *desk)
{
    return state_write(desk->session, desk->arena);
}

static void press_mouse(Session *session, TargetKind kind)
{
    session_apply(session, (Command){.name = COMMAND_HOVER, .target = {kind, 0, 0, 0}});
}

static void expect_one_step(Desk *desk, const char *line)
{
    const char *before = text_of(desk);
    send_line(desk->session, line);
    const char *after = text_of(desk);
    if (strcmp(before, after) == 0)
        fail_msg("'%s' changes nothing", line);
    send_line(desk->session, "undo");
    if (strcmp(before, text_of(desk)) != 0)
        fail_msg("'%s' is not undone: %s---\n%s", line, before, text_of(desk));
    send_line(desk->session, "redo");
    if (strcmp(after, text_of(desk)) != 0)
        fail_msg("'%s' is not done again: %s---\n%s", line, after, text_of(desk));
}

static void test_every_setting_is_one_step(void **state)
{
    Desk *desk = *state;
    static const char *const lines[] = {
        "language",        "theme",       "heat",           "enlarge",
        "motion",          "stage-in",    "stage-right",    "stage-fit",
        "pin 1 0 3",       "device-next", "set-threads 64", "set-shared 16",
        "set-registers 9", "set-back",    "break-line 33",  "break-on 1",
        "bookmark",        "toggle 33",   "adjust 15 0 1",  "stage-set 3 9 9 9",
        "restore"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
        expect_one_step(desk, lines[i]);
    float scale = desk->session->look.scale;
    send_line(desk->session, "zoom-in");
    assert_true(desk->session->look.scale > scale);
    send_line(desk->session, "undo");
    assert_true(desk->session->look.scale == scale);
}

/* All the way back and forward again. */
static void test_steps_go_back_in_order(void **state)
{
    Desk *desk = *state;
    static const char *const lines[] = {"theme", "toggle 33", "stage-in", "adjust 15 0 1", "heat"};
    enum { LINES = sizeof lines / sizeof *lines };
    const char *texts[LINES + 1] = {text_of(desk)};
    for (int i = 0; i < LINES; ++i) {
        send_line(desk->session, lines[i]);
        texts[i + 1] = text_of(desk);
    }
    for (int i = LINES; i > 0; --i) {
        assert_string_equal(text_of(desk), texts[i]);
        send_line(desk->session, "undo");
    }
    assert_false(session_can_undo(desk->session));
    for (int i = 0; i < LINES; ++i) {
        assert_string_equal(text_of(desk), texts[i]);
        send_line(desk->session, "redo");
    }
    assert_string_equal(text_of(desk), texts[LINES]);
    assert_false(session_can_redo(desk->session));
}

static void test_moves_are_no_steps(void **state)
{
    Desk *desk = *state;
    static const char *const lines[] = {
        "step-next",  "go-end",   "panel-memory", "pick-thread 2", "pick-block 1",   "lecture",
        "switch-run", "controls", "hover 1 0 0",  "close",         "scroll-source 3"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
        send_line(desk->session, lines[i]);
    assert_false(session_can_undo(desk->session));
}

static void test_a_drag_is_one_step(void **state)
{
    Session *session = ((Desk *)*state)->session;
    press_mouse(session, TARGET_SLIDER);
    for (int i = 1; i <= 20; ++i)
        session_apply(session, (Command){.name = COMMAND_SET_THREADS, .number = 32 * i});
    press_mouse(session, TARGET_SLIDER);
    for (int i = 20; i >= 10; --i)
        session_apply(session, (Command){.name = COMMAND_SET_THREADS, .number = 32 * i});
    assert_int_equal(session->model.knobs[KNOB_THREADS], 320);
    send_line(session, "undo");
    assert_int_equal(session->model.knobs[KNOB_THREADS], 640);
    send_line(session, "undo");
    assert_int_equal(session->model.knobs[KNOB_THREADS], -1);
    assert_false(session_can_undo(session));
    send_line(session, "redo");
    send_line(session, "redo");
    assert_int_equal(session->model.knobs[KNOB_THREADS], 320);
}

static void test_a_drag_back_to_its_start_is_none(void **state)
{
    Session *session = ((Desk *)*state)->session;
    send_line(session, "set-threads 64");
    press_mouse(session, TARGET_SLIDER);
    for (int i = 0; i < 5; ++i)
        session_apply(session, (Command){.name = COMMAND_SET_THREADS, .number = 64 + 32 * (i % 4)});
    send_line(session, "undo");
    assert_int_equal(session->model.knobs[KNOB_THREADS], -1);
    assert_false(session_can_undo(session));
}

/* The press on a cell pins it, the drag lets it go again and moves the stage: one gesture. */
static void test_the_stage_is_dragged_by_a_cell(void **state)
{
    Session *session = ((Desk *)*state)->session;
    Target cell = {TARGET_CELL, 0, 3, 0};
    send_line(session, "stage-in");
    StageView before = session->stage, at = before;
    session_apply(session, (Command){.name = COMMAND_HOVER, .target = cell});
    session_apply(session, (Command){.name = COMMAND_PIN, .target = cell});
    for (int i = 1; i < 6; ++i) {
        at.centre[STAGE_ROWS] = 0.1 * i;
        session_apply(session, stage_command(at));
    }
    assert_int_equal(session->selection.pin.kind, TARGET_NONE);
    send_line(session, "undo");
    assert_int_equal(session->selection.pin.kind, TARGET_NONE);
    assert_true(session->stage.centre[STAGE_ROWS] == before.centre[STAGE_ROWS]);
    assert_int_equal(session->stage.zoom, before.zoom);
    send_line(session, "undo");
    assert_int_equal(session->stage.zoom, 0);
    assert_false(session_can_undo(session));
}

/* Stops at conditions and knobs are defaults too, and come back with one undo. */
static void test_restore_is_one_step(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    send_line(session, "break-on 2");
    assert_true(session_is_edited(session));
    send_line(session, "set-registers 9");
    send_line(session, "toggle 33");
    const char *before = text_of(desk);
    send_line(session, "restore");
    assert_false(session_is_edited(session));
    assert_false(session->time.breaks.conditions[2]);
    assert_int_equal(session->model.knobs[KNOB_REGISTERS], -1);
    send_line(session, "undo");
    assert_string_equal(text_of(desk), before);
    send_line(session, "redo");
    assert_false(session_is_edited(session));
}

/* Edits, the way back, reloading, another file and a saved state: each tells whether the runs are
 * still what they were opened as. */
static void test_what_is_edited_is_known(void **state)
{
    static const struct {
        const char *line;
        bool is_edited;
    } steps[] = {{"toggle 33", true},  {"undo", false},      {"redo", true},
                 {"toggle 33", false}, {"undo", true},       {"restore", false},
                 {"toggle 33", true},  {"switch-run", true}, {"alone", false},
                 {"undo", true},       {"switch-run", true}, {"undo", false},
                 {"break-on 2", true}, {"break-on 2", false}};
    Desk *desk = *state;
    Session *session = desk->session;
    const char *reason;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        send_line(session, steps[i].line);
        if (session_is_edited(session) != steps[i].is_edited)
            fail_msg("after step %zu, '%s'", i, steps[i].line);
    }
    send_line(session, "toggle 33");
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_true(session_is_edited(session));
    edit_note_start(session);
    assert_true(session_is_edited(session)); /* restore would switch the barrier on again */
    const char *text = text_of(desk);
    assert_true(state_read(session, desk->arena, text, &reason));
    assert_true(session_is_edited(session));
    send_line(session, "toggle 33");
    assert_false(session_is_edited(session));
}

/* A setting of after an edit goes with the next step, not with the reload. */
static void test_an_opened_state_has_no_way_back(void **state)
{
    Desk *desk = *state;
    const char *reason;
    send_line(desk->session, "set-threads 64");
    send_line(desk->session, "stage-in");
    const char *text = text_of(desk);
    assert_true(state_read(desk->session, desk->arena, text, &reason));
    assert_false(session_can_undo(desk->session));
    assert_string_equal(text_of(desk), text);
}

int main(void)
{
#define LECTURE(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)
    const struct CMUnitTest tests[] = {
        LECTURE(test_every_setting_is_one_step),
        LECTURE(test_steps_go_back_in_order),
        LECTURE(test_moves_are_no_steps),
        LECTURE(test_a_drag_is_one_step),
        LECTURE(test_a_drag_back_to_its_start_is_none),
        LECTURE(test_the_stage_is_dragged_by_a_cell),
        LECTURE(test_restore_is_one_step),
        LECTURE(test_what_is_edited_is_known),
        LECTURE(test_an_opened_state_has_no_way_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
