/* Motion: what one press shows, and for how long. Moves go from stop to stop; the same stops make
 * up a press, the way to a barrier, a run and what is played. */
#include "sessions.h"

#include "session/time/motion.h"
#include "test.h"

#include <math.h>
#include <stdio.h>

enum { MOMENTS_MOST = 4096 };
static const double FRAME_MS = 16;

/* The moments that a move stood at, and how long. */
typedef struct Showing {
    uint64_t at[MOMENTS_MOST];
    double ms[MOMENTS_MOST];
    int count;
    double whole_ms;
} Showing;

static Session *open_one(const char *file, int size, int tile)
{
    Session *session = session_new();
    session_open(session, 0, open_kernel(file, size, tile, NULL), true);
    session_finish_work(session);
    assert_null(session->runs[0].problem);
    return session;
}

static void press(Session *session, const char *key)
{
    Command command;
    if (!command_for_key(key, &command))
        fail_msg("no command has the key %s", key);
    session_apply(session, command);
}

/* Lets a move under way come to its end, frame by frame. */
static void watch(Session *session, double frame_ms, Showing *showing)
{
    *showing = (Showing){.count = 0};
    while (session_is_moving(session)) {
        uint64_t now = position(session);
        int last = showing->count - 1;
        if (last < 0 || showing->at[last] != now) {
            assert_true(++last < MOMENTS_MOST);
            showing->at[last] = now;
            showing->ms[last] = 0;
            showing->count = last + 1;
        }
        showing->ms[last] += frame_ms;
        showing->whole_ms += frame_ms;
        session_tick(session, frame_ms);
    }
}

static const Step *step_shown(const Session *session)
{
    return session_step(session_front(session));
}

/* ---- one press ---- */

TEST(test_the_first_value_flies_at_the_first_press)
{
    Session *session = open_one("02_tiled.cu", 4, 2);
    press(session, "Right");
    assert_int_equal(step_shown(session)->instr->op, OP_LOAD);
    assert_int_equal(step_shown(session)->space, SPACE_GLOBAL);
    assert_true(session_is_moving(session));
    assert_true(session->time.motion.progress == 0);
    assert_true(session_tick(session, 100));
    assert_true(session->time.motion.progress > 0 && session->time.motion.progress < 1);
    session_tick(session, 5000);
    assert_false(session_is_moving(session));
    assert_true(session->time.motion.progress == 1);
    assert_false(session_tick(session, 100));
    for (int i = 0; i < 5; ++i)
        press(session, "Right"); /* a held key does not wait */
    assert_int_equal(step_shown(session)->instr->op, OP_FMA);
    session_free(session);
}

TEST(test_a_single_instruction_is_one_key_away)
{
    static const char *const keys[][2] = {
        {"F11", "Shift+F11"}, {"S", "Shift+S"}, {"Shift+Right", "Shift+Left"}};
    Session *session = open_one("02_tiled.cu", 4, 2);
    for (int i = 0; i < 3; ++i) {
        press(session, keys[i][0]);
        session_settle(session);
        assert_int_equal(position(session), 1);
        press(session, keys[i][1]);
        session_settle(session);
        assert_int_equal(position(session), 0);
    }
    send_line(session, "step-next"); /* as scripts have it */
    assert_int_equal(position(session), 1);
    session_free(session);
}

/* What is shown backward begins with what is there, and ends before it. */
TEST(test_a_way_back_is_shown_backward)
{
    Session *session = open_one("02_tiled.cu", 4, 2);
    press(session, "Right");
    session_settle(session);
    uint64_t first = position(session);
    press(session, "Right");
    session_settle(session);
    uint64_t second = position(session);
    press(session, "Left");
    double progress = session->time.motion.progress;
    assert_true(progress == 1);
    while (session_is_moving(session)) {
        assert_int_equal(position(session), second);
        assert_true(session->time.motion.progress <= progress);
        progress = session->time.motion.progress;
        session_tick(session, FRAME_MS);
    }
    assert_true(progress < 0.1);
    assert_int_equal(position(session), first);
    assert_true(session->time.motion.progress == 1);
    press(session, "Left");
    press(session, "Left");
    session_settle(session);
    assert_int_equal(position(session), 0);
    assert_false(session_is_moving(session));
    session_free(session);
}

/* ---- moves of several beats ---- */

TEST(test_a_barrier_is_come_to_by_whole_flights)
{
    static Showing showing;
    Session *session = open_one("02_tiled.cu", 4, 2);
    double beat_ms = 1000 / session_speed(session->time.motion.speed);
    press(session, "PageDown");
    watch(session, 5, &showing);
    assert_int_equal(step_shown(session)->instr->op, OP_BARRIER);
    assert_true(step_shown(session)->is_release);
    assert_int_equal(showing.count, 5); /* load, store, load, store, barrier */
    for (int i = 0; i < showing.count; ++i)
        assert_float_equal(showing.ms[i], beat_ms, 10);
    send_line(session, "go-start");
    for (int i = 0; i < showing.count; ++i) {
        press(session, "Right");
        session_settle(session);
        assert_int_equal(position(session), showing.at[i]);
    }
    session_free(session);
}

TEST(test_a_second_press_completes_it)
{
    Session *session = open_one("02_tiled.cu", 4, 2);
    press(session, "PageDown");
    uint64_t target = session->time.motion.target;
    session_tick(session, 700);
    assert_true(position(session) < target);
    press(session, "PageDown");
    assert_false(session_is_moving(session));
    assert_int_equal(position(session), target);
    press(session, "PageDown"); /* and the next one goes on */
    assert_true(session_is_moving(session));
    assert_true(session->time.motion.target > target);
    press(session, "PageUp"); /* another way is another move */
    session_settle(session);
    assert_int_equal(position(session), target);
    press(session, "PageDown");
    press(session, "F11");
    session_settle(session);
    assert_true(position(session) > target + 1);
    session_free(session);
}

TEST(test_without_barriers_it_stops_at_every_turn)
{
    static Showing showing;
    Session *session = open_one("01_naive.cu", 4, 2);
    uint64_t turns = 0;
    press(session, "PageDown"); /* to where the loop begins */
    session_settle(session);
    for (int turn = 1; turn < 4; ++turn) {
        press(session, "PageDown");
        watch(session, FRAME_MS, &showing);
        turns += showing.count >= 3; /* two loads and the product */
        const Machine *machine = timeline_machine(session_front(session)->timeline);
        assert_int_equal(machine->block, 0);
        assert_int_equal(machine_frames(machine, 0)[1].passes, turn + 1);
    }
    assert_int_equal(turns, 3);
    press(session, "PageUp");
    session_settle(session);
    const Machine *machine = timeline_machine(session_front(session)->timeline);
    assert_int_equal(machine_frames(machine, 0)[1].passes, 3);
    session_free(session);
}

static double barrier_ms(Session *session)
{
    static Showing showing;
    send_line(session, "go-start");
    press(session, "PageDown");
    watch(session, 1, &showing);
    return showing.whole_ms;
}

TEST(test_speed_counts_everywhere)
{
    Session *session = open_one("02_tiled.cu", 4, 2);
    double usual_ms = barrier_ms(session);
    press(session, "+");
    assert_float_equal(barrier_ms(session), usual_ms / 2, 10);
    press(session, "-");
    press(session, "-"); /* the speed of a hall, and the one below */
    press(session, "-");
    assert_float_equal(barrier_ms(session), usual_ms * 2, 10);
    send_line(session, "go-start");
    press(session, "PageDown");
    session_tick(session, 400);
    double progress = session->time.motion.progress;
    press(session, "+"); /* on the way, too, and nothing jumps */
    press(session, "+");
    session_tick(session, 0);
    assert_true(session->time.motion.progress == progress);
    session_tick(session, 100);
    assert_float_equal(session->time.motion.progress, progress + 0.2, 0.001);
    session_free(session);
}

/* Eight warps load, store and gather: the first is shown in full, the others faster, and none is
 * left out. */
TEST(test_what_repeats_goes_faster_and_is_seen)
{
    static Showing showing;
    Session *session = open_one("02_tiled.cu", 64, 16);
    uint64_t all, before = timeline_stops(session_front(session)->timeline, &all);
    press(session, "PageDown");
    watch(session, FRAME_MS, &showing);
    uint64_t stops = timeline_stops(session_front(session)->timeline, &all) - before;
    assert_int_equal(stops, 8 * 5);
    assert_int_equal(showing.count, stops);
    double usual_ms = 1000 / session_speed(session->time.motion.speed);
    assert_float_equal(showing.ms[0], usual_ms, 2 * FRAME_MS);
    assert_true(showing.ms[7] < usual_ms / 2);
    assert_true(showing.whole_ms < (double)stops * usual_ms * 0.7);
    press(session, "PageDown");
    watch(session, FRAME_MS, &showing);
    assert_int_equal(showing.count, 8 * (16 + 1)); /* products, and the barrier */
    for (int i = 0; i < showing.count; ++i)
        assert_true(showing.ms[i] >= FRAME_MS);
    session_free(session);
}

/* What is played passes the moments that single presses stop at. */
TEST(test_playing_goes_by_the_same_stops)
{
    static Showing played;
    Session *session = open_one("02_tiled.cu", 4, 2);
    press(session, "Space");
    watch(session, FRAME_MS, &played);
    assert_int_equal(played.count, 72);
    send_line(session, "go-start");
    for (int i = 0; i < played.count; ++i) {
        press(session, "Right");
        session_settle(session);
        assert_int_equal(position(session), played.at[i]);
    }
    assert_int_equal(position(session), timeline_length(session_front(session)->timeline));
    session_free(session);
}

/* Moves that nobody wants to watch in full: a run, a block, the way back. */
TEST(test_long_ways_are_short)
{
    static const char *const keys[] = {"F5", "Shift+F5", "F", "Shift+F", "Down", "PageUp"};
    static Showing showing;
    Session *session = open_one("02_tiled.cu", 64, 16);
    double usual_ms = 1000 / session_speed(session->time.motion.speed);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        uint64_t before = position(session);
        press(session, keys[i]);
        uint64_t target = session->time.motion.target;
        assert_true(session_is_moving(session));
        if (i == 4)
            session_settle(session);
        watch(session, FRAME_MS, &showing);
        assert_int_equal(position(session), target);
        assert_true(target != before);
        assert_true(showing.whole_ms < 3.5 * usual_ms);
    }
    session_free(session);
}

/* The length that films reckon with is that of the move. */
TEST(test_the_length_of_a_move_is_known)
{
    static const char *const keys[] = {"Right",  "PageDown", "PageDown", "Left",
                                       "PageUp", "P",        "F5"};
    static Showing showing;
    Session *session = open_one("02_tiled.cu", 8, 4);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        press(session, keys[i]);
        uint64_t at = position(session);
        double length_ms = motion_length_ms(session);
        assert_int_equal(position(session), at);
        watch(session, 1, &showing);
        assert_float_equal(showing.whole_ms, length_ms, 2);
    }
    session_free(session);
}

/* To the start, to the end, to a number: there at once, but shown as one beat that begins where it
 * was. */
TEST(test_a_leap_is_shown_as_one_beat)
{
    static const char *const keys[] = {"End", "Home", "End"};
    static Showing showing;
    Session *session = open_one("02_tiled.cu", 4, 2);
    uint64_t end = timeline_length(session_front(session)->timeline), from = 0;
    for (int i = 0; i < 3; ++i) {
        press(session, keys[i]);
        uint64_t to = i == 1 ? 0 : end;
        assert_int_equal(position(session), to);
        assert_true(session_is_moving(session) && session->time.motion.progress == 0);
        assert_int_equal(session->time.motion.from, from);
        assert_float_equal(motion_length_ms(session), 500, 1);
        watch(session, 1, &showing);
        assert_int_equal(showing.count, 1);
        assert_float_equal(showing.whole_ms, 500, 2);
        assert_int_equal(position(session), to);
        assert_true(session->time.motion.progress == 1);
        press(session, keys[i]); /* it is there already */
        assert_false(session_is_moving(session));
        from = to;
    }
    send_line(session, "jump");
    send_line(session, "jump-type 55");
    send_line(session, "jump-go");
    assert_int_equal(position(session), 7);
    assert_true(session_is_moving(session) && session->time.motion.from == end);
    press(session, "Right"); /* does not wait */
    assert_true(position(session) > 7);
    press(session, "M");
    press(session, "End");
    assert_false(session_is_moving(session));
    assert_int_equal(position(session), end);
    session_free(session);
}

TEST(test_without_motion_nothing_is_left_out)
{
    Session *session = open_one("02_tiled.cu", 4, 2);
    press(session, "M");
    press(session, "PageDown");
    assert_false(session_is_moving(session));
    assert_int_equal(step_shown(session)->instr->op, OP_BARRIER);
    press(session, "Right");
    assert_false(session_is_moving(session));
    assert_int_equal(step_shown(session)->instr->op, OP_FMA);
    press(session, "Left");
    assert_int_equal(step_shown(session)->instr->op, OP_BARRIER);
    press(session, "Space");
    int shown = 0;
    for (uint64_t at = position(session); session_is_moving(session); at = position(session)) {
        assert_true(session->time.motion.progress == 1);
        session_tick(session, FRAME_MS);
        shown += position(session) != at;
    }
    assert_int_equal(shown, 72 - 6);
    session_free(session);
}
