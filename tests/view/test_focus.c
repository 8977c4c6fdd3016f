/* The keyboard's way about the picture: everything that can be pressed by the mouse is come to by
 * Tab and arrows, and pressing it there does the same. */
#include "sessions.h"
#include "view/focus.h"
#include "view/mouse.h"
#include "view/view.h"

#include "scene/paint/canvas.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    Session *session;
    Arena *arena, *models;
    TextMetrics *metrics;
    Scene *scene;
} Desk;

static void look(Desk *desk)
{
    arena_reset(desk->arena);
    desk->metrics = glyph_metrics(desk->arena, glyph_builtin(desk->arena));
    desk->scene = view_build(desk->session, desk->arena, 1280, 720, desk->metrics);
}

static Desk open_desk(Session *session)
{
    Desk desk = {.session = session, .arena = arena_new(), .models = arena_new()};
    session_finish_work(session);
    session_use_devices(session, session_load_devices(desk.models));
    look(&desk);
    return desk;
}

static void close_desk(Desk *desk)
{
    session_free(desk->session);
    arena_free(desk->arena);
    arena_free(desk->models);
}

static bool press(Desk *desk, const char *key)
{
    Command command;
    bool is_any = view_command_for_key(desk->session, desk->scene, key, &command);
    if (is_any)
        session_apply(desk->session, command);
    session_settle(desk->session);
    look(desk);
    return is_any;
}

static void send(Desk *desk, const char *line)
{
    send_line(desk->session, line);
    session_settle(desk->session);
    look(desk);
}

static Target focus_of(const Desk *desk)
{
    return desk->session->selection.focus;
}

static bool is_at(const Desk *desk, Target target)
{
    Target focus = focus_of(desk);
    return memcmp(&focus, &target, sizeof target) == 0;
}

/* Tab until the place of a kind (and of a number, below 0: any) is come to. */
static void tab_to(Desk *desk, TargetKind kind, int number)
{
    for (int i = 0; i < 200; ++i) {
        press(desk, "Tab");
        Target focus = focus_of(desk);
        if (focus.kind == (uint32_t)kind && (number < 0 || (int)focus.a == number))
            return;
    }
    fail_msg("Tab does not come by %d", (int)kind);
}

/* ---- everything ---- */

static bool was_seen(const Target *seen, int count, Target target)
{
    for (int i = 0; i < count; ++i)
        if (memcmp(&seen[i], &target, sizeof target) == 0)
            return true;
    return false;
}

/* Goes from every target that was come to by every arrow, until nothing new is found. */
static int walk(const Desk *desk, Target *seen, int most)
{
    static const char *const keys[] = {"Tab", "Shift+Tab", "Left", "Right", "Up", "Down"};
    Session *session = desk->session;
    int count = 0;
    session->selection.focus = (Target){0};
    for (int at = -1; at < count; ++at) {
        for (int i = 0; i < 6; ++i) {
            Command command;
            session->selection.focus = at < 0 ? (Target){0} : seen[at];
            if (!view_command_for_key(session, desk->scene, keys[i], &command) ||
                command.name != COMMAND_FOCUS || was_seen(seen, count, command.target))
                continue;
            assert_true(count < most);
            seen[count++] = command.target;
        }
    }
    session->selection.focus = (Target){0};
    return count;
}

static void expect_all_are_come_to(const Desk *desk, const char *what)
{
    enum { MOST = 4096 };
    static Target seen[MOST];
    int count = walk(desk, seen, MOST), pressed = 0;
    for (int i = 0; i < desk->scene->count; ++i) {
        const Shape *shape = &desk->scene->shapes[i];
        Target target = {shape->tag.kind, shape->tag.a, shape->tag.b, shape->tag.c};
        Command command;
        Point at = {shape->rect.x, shape->rect.y};
        if (!press_on(desk->session, target, shape->rect, at, &command))
            continue;
        ++pressed;
        if (!was_seen(seen, count, target))
            fail_msg("%s: the keyboard does not come to target %u (%u %u %u)", what, target.kind,
                     target.a, target.b, target.c);
    }
    assert_true(pressed > 50);
}

TEST(test_what_the_mouse_presses_the_keyboard_comes_to)
{
    static const char *const looks[] = {"seek 30",         "toggle 33",    "panel-findings",
                                        "panel-occupancy", "panel-memory", "panel-roofline",
                                        "panel-counters",  "panel-reuse",  "panel-gpu",
                                        "lecture",         "pin 1 0 3",    "language"};
    Desk desk = open_desk(open_pair(4, 2));
    for (size_t i = 0; i < sizeof looks / sizeof *looks; ++i) {
        send(&desk, looks[i]);
        expect_all_are_come_to(&desk, looks[i]);
    }
    close_desk(&desk);
}

/* ---- places ---- */

TEST(test_arrows_go_about_in_a_matrix)
{
    Desk desk = open_desk(open_pair(4, 2));
    uint64_t before = position(desk.session);
    tab_to(&desk, TARGET_CELL, 0);
    assert_true(is_at(&desk, (Target){TARGET_CELL, 0, 0, 0}));
    press(&desk, "Right");
    press(&desk, "Down");
    assert_true(is_at(&desk, (Target){TARGET_CELL, 0, 5, 0}));
    press(&desk, "Left");
    press(&desk, "Left"); /* the row before ends there */
    assert_true(is_at(&desk, (Target){TARGET_CELL, 0, 3, 0}));
    press(&desk, "Up");
    assert_false(press(&desk, "Up")); /* no way on, and time stands still */
    press(&desk, "Return");
    assert_int_equal(desk.session->selection.pin.kind, TARGET_CELL);
    assert_int_equal(desk.session->selection.pin.b, 3);
    press(&desk, "Escape");
    assert_int_equal(desk.session->selection.pin.kind, TARGET_NONE);
    assert_int_equal(focus_of(&desk).kind, TARGET_CELL);
    press(&desk, "Escape");
    assert_int_equal(focus_of(&desk).kind, TARGET_NONE);
    assert_int_equal(position(desk.session), before);
    press(&desk, "Right"); /* arrows are time again */
    assert_int_equal(session_step(session_front(desk.session))->instr->op, OP_LOAD);
    press(&desk, "Left");
    session_settle(desk.session);
    assert_int_equal(position(desk.session), before);
    close_desk(&desk);
}

TEST(test_a_zoomed_matrix_moves_on_at_its_edge)
{
    Desk desk = open_desk(open_pair(64, 16));
    for (int i = 0; i < 16; ++i)
        send(&desk, "stage-in");
    tab_to(&desk, TARGET_CELL, 0);
    for (int i = 0; i < 400; ++i)
        press(&desk, "Right");
    for (int i = 0; i < 400; ++i)
        press(&desk, "Down");
    assert_int_equal(focus_of(&desk).b, 64 * 64 - 1);
    close_desk(&desk);
}

TEST(test_threads_and_blocks_are_picked)
{
    Desk desk = open_desk(open_pair(4, 2));
    tab_to(&desk, TARGET_THREAD, -1);
    press(&desk, "Down");
    press(&desk, "Space");
    assert_int_equal(desk.session->selection.thread, 2);
    tab_to(&desk, TARGET_BLOCK, -1);
    press(&desk, "Right");
    press(&desk, "Return");
    assert_int_equal(timeline_machine(session_front(desk.session)->timeline)->block, 1);
    tab_to(&desk, TARGET_RUN, -1);
    press(&desk, "Right");
    press(&desk, "Return");
    assert_int_equal(desk.session->front, 1);
    close_desk(&desk);
}

TEST(test_the_gutter_switches_and_stops)
{
    Desk desk = open_desk(open_pair(4, 2));
    tab_to(&desk, TARGET_GUTTER, -1);
    while ((int)focus_of(&desk).a < 33)
        assert_true(press(&desk, "Down"));
    press(&desk, "Shift+Return");
    assert_int_equal(desk.session->time.breaks.line_count, 1);
    assert_int_equal(desk.session->time.breaks.lines[0].line, 33);
    press(&desk, "Return");
    assert_int_equal(session_front(desk.session)->run->options.without_count, 1);
    press(&desk, "Return");
    assert_int_equal(session_front(desk.session)->run->options.without_count, 0);
    const SourceFile *file = &session_front(desk.session)->run->sources->files[0];
    for (int i = 0; i < file->line_count + 5; ++i)
        press(&desk, "Down");
    assert_int_equal(focus_of(&desk).a, file->line_count);
    assert_true(focus_find(desk.scene, focus_of(&desk)) >= 0);
    for (int i = 0; i < file->line_count + 5; ++i)
        press(&desk, "Up");
    assert_int_equal(focus_of(&desk).a, 1);
    assert_true(focus_find(desk.scene, focus_of(&desk)) >= 0);
    close_desk(&desk);
}

TEST(test_sliders_are_turned)
{
    Desk desk = open_desk(open_pair(16, 16));
    send(&desk, "panel-occupancy");
    tab_to(&desk, TARGET_SLIDER, KNOB_THREADS);
    press(&desk, "Right");
    assert_int_equal(desk.session->model.knobs[KNOB_THREADS], 256 + 32);
    press(&desk, "Shift+Right");
    assert_int_equal(desk.session->model.knobs[KNOB_THREADS], 576);
    press(&desk, "End");
    assert_int_equal(desk.session->model.knobs[KNOB_THREADS], 1024);
    press(&desk, "Down");
    press(&desk, "Down");
    assert_int_equal(focus_of(&desk).a, KNOB_REGISTERS);
    press(&desk, "Left");
    assert_int_equal(desk.session->model.knobs[KNOB_REGISTERS], 32 - 8);
    close_desk(&desk);
}

TEST(test_every_button_is_come_to_and_pressed)
{
    Desk desk = open_desk(open_pair(4, 2));
    static const CommandName buttons[] = {COMMAND_PLAY,      COMMAND_GO_END,        COMMAND_LAUNCH,
                                          COMMAND_CONTROLS,  COMMAND_HEAT,          COMMAND_HELP,
                                          COMMAND_PANEL_GPU, COMMAND_PANEL_FINDINGS};
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; ++i)
        tab_to(&desk, TARGET_BUTTON, buttons[i]);
    tab_to(&desk, TARGET_BUTTON, COMMAND_LANGUAGE);
    press(&desk, "Return");
    assert_int_equal(desk.session->look.language, LANGUAGE_ZH);
    press(&desk, "Shift+Right"); /* beside a button arrows are time */
    assert_int_equal(position(desk.session), 1);
    Target there = focus_of(&desk);
    press(&desk, "Tab");
    assert_false(is_at(&desk, there));
    press(&desk, "Shift+Tab");
    assert_true(is_at(&desk, there));
    close_desk(&desk);
}

TEST(test_sheets_keep_their_keys)
{
    Desk desk = open_desk(open_pair(4, 2));
    tab_to(&desk, TARGET_CELL, 0);
    Target cell = focus_of(&desk);
    send(&desk, "controls");
    press(&desk, "Down");
    assert_int_equal(desk.session->selection.control, 1);
    assert_true(is_at(&desk, cell));
    close_desk(&desk);
}
