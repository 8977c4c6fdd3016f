/* What a learner does and sees of it, with the virtual clock: moves, motion, two runs on one clock,
 * picks. The kernels are the course's, in the size of the lecture. */
#include "probe/time/ticks.h"
#include "session/sheets/jump.h"
#include "session/sheets/sheet.h"
#include "sessions.h"

#include "session/edits/control.h"
#include "session/grid/counting.h"
#include "session/time/motion.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static int open_lecture(void **state)
{
    *state = open_pair(4, 2);
    return 0;
}

static int close_lecture(void **state)
{
    session_free(*state);
    return 0;
}

static uint64_t reads(const Session *session, int run)
{
    const Timeline *timeline = session->runs[run].timeline;
    return probe_report(timeline_probe(timeline))->counters.global_load.accesses;
}

static void test_without_motion_moves_jump(void **state)
{
    Session *session = *state;
    send_line(session, "motion");
    send_line(session, "barrier-next");
    assert_false(session_is_moving(session));
    assert_true(position(session) > 10);
}

static void test_every_way_leads_to_the_same_state(void **state)
{
    Session *session = *state;
    const Timeline *timeline = session_front(session)->timeline;
    send_line(session, "seek 100");
    uint64_t hash = timeline_hash(timeline);
    send_line(session, "go-end");
    send_line(session, "seek 90");
    for (int i = 0; i < 10; ++i)
        send_line(session, "step-next");
    session_settle(session);
    assert_int_equal(position(session), 100);
    assert_int_equal(timeline_hash(timeline), hash);
}

static void test_playing_reaches_the_end_and_totals(void **state)
{
    Session *session = *state;
    for (int i = 0; i < 6; ++i)
        send_line(session, "faster");
    send_line(session, "play");
    for (int i = 0; i < 20000 && session_is_moving(session); ++i)
        session_tick(session, 16);
    assert_false(session_is_moving(session));
    assert_int_equal(position(session), timeline_length(session_front(session)->timeline));
    assert_int_equal(reads(session, 0), 64);
    assert_int_equal(reads(session, 1), 128);
    assert_int_equal(session->runs[0].total->counters.global_load.accesses, 64);
    assert_int_equal(session->runs[1].total->counters.global_load.accesses, 128);
}

static void test_pause_stays(void **state)
{
    Session *session = *state;
    send_line(session, "play");
    for (int i = 0; i < 100; ++i)
        session_tick(session, 16);
    uint64_t at = position(session);
    assert_true(at > 1);
    send_line(session, "play");
    assert_false(session_is_moving(session));
    assert_int_equal(position(session), at);
}

static void test_speed_changes_frames_not_results(void **state)
{
    Session *session = *state;
    for (int i = 0; i < 30; ++i)
        send_line(session, "faster");
    send_line(session, "play");
    int ticks = 0;
    while (session_is_moving(session) && ++ticks < 100)
        session_tick(session, 16);
    assert_true(ticks < 100);
    assert_int_equal(reads(session, 0), 64);
}

/* In phase ph the naive kernel is in the turns of its loop that phase ph of the tiled one does. */
static void test_the_other_run_follows_by_meaning(void **state)
{
    Session *session = *state;
    uint64_t length = timeline_length(session->runs[0].timeline);
    for (uint64_t at = 0; at <= length; ++at) {
        session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)at});
        const Machine *front = timeline_machine(session->runs[0].timeline),
                      *other = timeline_machine(session->runs[1].timeline);
        assert_int_equal(front->block, other->block);
        uint32_t phase = machine_warps(front)->phase;
        uint32_t turn = machine_warps(other)->depth > 1 ? machine_frames(other, 0)[1].passes : 0;
        const Step *step = session_step(&session->runs[1]);
        if (turn && phase && step->instr->op == OP_LOAD)
            assert_int_equal((turn + 1) / 2, phase);
    }
    assert_int_equal(timeline_position(session->runs[1].timeline),
                     timeline_length(session->runs[1].timeline));
}

static void test_seeking_past_the_end_stops_there(void **state)
{
    Session *session = *state;
    send_line(session, "seek 999999");
    assert_int_equal(position(session), timeline_length(session_front(session)->timeline));
    send_line(session, "seek -5");
    assert_int_equal(position(session), 0);
}

static void type(Session *session, const char *const *keys)
{
    Command command;
    for (; *keys; ++keys) {
        assert_true(session_command_for_key(session, *keys, &command));
        session_apply(session, command);
    }
}
#define TYPE(session, ...) type(session, (const char *const[]){__VA_ARGS__, NULL})

static void test_a_step_is_typed(void **state)
{
    Session *session = *state;
    uint64_t length = timeline_length(session_front(session)->timeline);
    char last[24];
    Command command;
    snprintf(last, sizeof last, "%llu", (unsigned long long)length);
    send_line(session, "seek 12");
    TYPE(session, "Ctrl+G");
    assert_string_equal(session->sheets.jump.digits, "12");
    assert_false(session_command_for_key(session, "C", &command)); /* the sheet lies above all */
    TYPE(session, "Backspace", "7", "Return");
    assert_int_equal(position(session), 17);
    assert_false(session->sheets.jump.is_open);
    assert_false(session->notice[0]);
    TYPE(session, "Ctrl+G", "4", "0", "Escape");
    assert_int_equal(position(session), 17);
    TYPE(session, "Ctrl+G", "4", "0", "Ctrl+G");
    assert_int_equal(position(session), 17);
    TYPE(session, "Ctrl+G", "4", "0", "Return"); /* the first digit begins anew */
    assert_int_equal(position(session), 40);
    TYPE(session, "Ctrl+G", "Backspace", "Backspace", "Backspace", "Return"); /* nothing typed */
    assert_int_equal(position(session), 40);
    TYPE(session, "Ctrl+G", "9", "9", "9");
    assert_true(jump_is_beyond(session));
    TYPE(session, "Return"); /* no further than the end, and so it is told */
    assert_int_equal(position(session), length);
    assert_non_null(strstr(session->notice, last));
    TYPE(session, "Ctrl+G", "0", "Return");
    assert_int_equal(position(session), 0);
    TYPE(session, "Ctrl+G");
    for (int i = 0; i < 30; ++i)
        TYPE(session, "8");
    TYPE(session, "Return");
    assert_int_equal(position(session), length);
}

static void test_picking_a_block_keeps_the_share(void **state)
{
    Session *session = *state;
    send_line(session, "barrier-next");
    session_settle(session);
    Place before = session_place(session_front(session));
    send_line(session, "pick-block 3");
    Place after = session_place(session_front(session));
    assert_int_equal(after.block, 3);
    assert_int_equal(after.step, before.step);
    assert_int_equal(session->runs[0].footprints->block, 3);
    send_line(session, "pick-block 4");
    assert_int_equal(session_place(session_front(session)).block, 3);
    send_line(session, "previous-block");
    assert_int_equal(session_place(session_front(session)).block, 2);
}

static void test_a_block_picked_at_the_end_is_in_view(void **state)
{
    Session *session = *state;
    send_line(session, "go-end");
    for (int block = 3; block >= 0; --block) {
        session_apply(session, (Command){.name = COMMAND_PICK_BLOCK, .number = block});
        assert_int_equal(session_place(session_front(session)).block, block);
    }
}

static void test_picking_threads_stays_inside(void **state)
{
    Session *session = *state;
    send_line(session, "thread-right");
    send_line(session, "thread-down");
    assert_int_equal(session->selection.thread, 3);
    send_line(session, "thread-right");
    send_line(session, "thread-down");
    assert_int_equal(session->selection.thread, 3);
    send_line(session, "pick-thread 4");
    assert_int_equal(session->selection.thread, 3);
    send_line(session, "pick-thread 1");
    assert_int_equal(session->selection.thread, 1);
}

static void test_either_run_comes_to_the_front(void **state)
{
    Session *session = *state;
    send_line(session, "switch-run");
    assert_int_equal(session->front, 1);
    send_line(session, "go-end");
    assert_int_equal(reads(session, 0), 64);
    send_line(session, "show-run 0");
    assert_int_equal(session->front, 0);
    send_line(session, "show-run 7");
    assert_int_equal(session->front, 0);
}

static void test_look_and_focus(void **state)
{
    Session *session = *state;
    send_line(session, "language");
    assert_int_equal(session->look.language, LANGUAGE_ZH);
    send_line(session, "theme");
    assert_int_equal(session->look.theme, THEME_DARK);
    send_line(session, "focus 4 3");
    assert_int_equal(session->selection.focus.kind, TARGET_BLOCK);
    assert_int_equal(session->selection.hover.a, 3);
    send_line(session, "close");
    assert_int_equal(session->selection.focus.kind, TARGET_NONE);
    for (int i = 0; i < 50; ++i)
        send_line(session, "zoom-in");
    assert_true(session->look.scale <= SCALE_MOST);
    session->look.scale = SCALE_MOST; /* as --scale may have it */
    send_line(session, "zoom-out");
    assert_true(session->look.scale < SCALE_MOST);
    send_line(session, "quit");
    assert_true(session->wanted.end);
}

/* Whatever is pressed while the screen is black takes the black away and does nothing else. */
static void test_a_blanked_screen_only_comes_back(void **state)
{
    static const char *const keys[] = {"Right", "PageDown", "Space",  "End", "X", "B",
                                       "F9",    "Ctrl+O",   "Escape", "8",   "Q", "F13"};
    Session *session = *state;
    send_line(session, "seek 20");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        Command command;
        Look before = session->look;
        send_line(session, "blank");
        assert_true(session->look.blank);
        assert_true(session_command_for_key(session, keys[i], &command));
        session_apply(session, command);
        assert_memory_equal(&session->look, &before, sizeof before);
        assert_int_equal(position(session), 20);
        assert_false(session_is_moving(session) || session->sheets.opener.is_open);
    }
    send_line(session, "play");
    send_line(session, "blank"); /* time waits behind it */
    uint64_t moment = position(session);
    session_tick(session, 10000);
    send_line(session, "step-next");
    assert_int_equal(position(session), moment);
    assert_false(session->look.blank);
}

static void test_pointing_changes_only_once(void **state)
{
    Session *session = *state;
    Command hover = {.name = COMMAND_HOVER, .target = {TARGET_THREAD, 2, 0, 0}};
    assert_true(session_apply(session, hover));
    assert_false(session_apply(session, hover));
}

static void test_footprints_are_tiles(void **state)
{
    Session *session = *state;
    const Footprints *block = session->runs[0].footprints;
    assert_true(block->is_complete);
    assert_int_equal(block->phase_count, 2);
    Footprint first = footprint_at(block, 1, 0), second = footprint_at(block, 2, 0);
    assert_true(first.row == 0 && first.column == 0 && first.row_count == 2);
    assert_true(second.row == 0 && second.column == 2 && second.column_count == 2);
    assert_int_equal(footprint_at(block, 3, 0).row_count, 0);
    const Footprints *naive = session->runs[1].footprints;
    assert_int_equal(naive->phase_count, 0);
    assert_int_equal(naive->whole[0].column_count, 4);
    assert_int_equal(naive->whole[1].row_count, 4);
}

static void test_a_run_is_replaced_at_the_same_place(void **state)
{
    Session *session = *state;
    send_line(session, "pick-block 2");
    send_line(session, "barrier-next");
    session_settle(session);
    Place before = session_place(&session->runs[0]);
    session_open(session, 0, open_kernel("02_tiled.cu", 4, 2, "barrier:33"), true);
    Place after = session_place(&session->runs[0]);
    assert_int_equal(after.block, before.block);
    assert_true(after.step > 0);
}

static void test_a_long_grid_opens_one_block(void **state)
{
    Session *session = session_new();
    session_open(session, 0, open_kernel("02_tiled.cu", 256, 16, NULL), true);
    SessionRun *front = session_front(session);
    assert_non_null(front);
    assert_false(front->covers_grid);
    send_line(session, "pick-block 77");
    assert_int_equal(session_place(front).block, 77);
    session_finish_work(session);
    assert_non_null(front->total);
    assert_int_equal(front->total->counters.global_load.accesses, 2 * 256 * 256 * 16);
    assert_false(session_is_working(session));
    session_free(session);
}

/* A key answers soon, and the next one goes on from there. */
static void test_a_loop_without_end_is_looked_into_for_a_while(void **state)
{
    static const char text[] = "__global__ void spin(float *p)\n{\n"
                               "    while (p[0] < 1) p[1] = p[0];\n}\n";
    static const char *const moves[] = {"barrier-next", "line-next"};
    LoadOptions options = {.block = "1", .grid = "1", .assume = true, .data = "zeros"};
    Session *session = session_new();
    session_open(session, 0, run_load_text("spin.cu", text, strlen(text), &options), true);
    assert_non_null(session_front(session));
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        uint64_t before = position(session);
        uint64_t seen = timeline_length(session_front(session)->timeline);
        send_line(session, moves[i]);
        session_settle(session);
        assert_true(position(session) > before);
        assert_true(position(session) <= seen + TIMELINE_LOOK_STEPS);
    }
    uint64_t seen = timeline_length(session_front(session)->timeline);
    TYPE(session, "Ctrl+G", "9", "9", "9", "9", "9", "9", "9", "9", "9", "Return");
    assert_non_null(strstr(session->notice, "no end"));
    session_settle(session);
    assert_true(position(session) > seen);
    assert_true(position(session) <= seen + TIMELINE_LOOK_STEPS + 20000);
    uint64_t before = position(session);
    send_line(session, "line-back");
    session_settle(session);
    assert_true(position(session) < before);
    session_free(session);
}

static bool says(const Session *session, StringKey key, const char *what)
{
    Arena *arena = arena_new();
    const char *text = string_fill(arena, key, session->look.language, what, NULL);
    bool is_said = strcmp(session->notice, text) == 0;
    arena_free(arena);
    return is_said;
}

static void test_counting_tells_its_share_and_can_be_stopped(void **state)
{
    Counting counting;
    Session *session = session_new();
    session_open(session, 0, open_kernel("01_naive.cu", 512, 16, NULL), true);
    SessionRun *front = session_front(session);
    while (!front->job)
        session_work(session);
    assert_false(counting_find(session, &counting)); /* a short count is not worth a word */
    assert_false(counting_stop(session));
    assert_true(counting_tick(session, 1500));
    assert_true(counting_find(session, &counting));
    assert_true(counting.share >= 0 && counting.share <= 1); /* all, on a machine that slept here */
    while (counting.left_s < 0) {
        assert_true(counting_find(session, &counting));
        counting_tick(session, 1);
    }
    double spent_s =
        front->counting_ms / 1000; /* the blocks that are left take as long as others */
    assert_float_equal(counting.left_s, spent_s / counting.share - spent_s, 2e-3 / counting.share);
    send_line(session, "help");
    send_line(session, "close"); /* what lies above is closed first */
    assert_true(counting_find(session, &counting));
    send_line(session, "close");
    assert_true(says(session, STRING_COUNTING_STOPPED, "Shift+C"));
    assert_false(counting_find(session, &counting));
    assert_false(session_is_working(session));
    assert_null(front->total);
    assert_true(counting_is_stopped(session));
    send_line(session, "count-again");
    session_work(session);
    assert_false(counting_is_stopped(session));
    assert_true(front->job && session_is_working(session));
    session_finish_work(session);
    assert_non_null(front->total);
    send_line(session, "count-again"); /* there is nothing to do */
    assert_false(session_is_working(session));
    session_free(session);
}

static void test_what_was_never_read_leads_to_the_end_of_the_loop(void **state)
{
    int count;
    Session *session = session_new();
    session_open(session, 0, open_kernel("../tests/kernels/broken/floor_phases.cu", 3, 2, NULL),
                 true);
    session_finish_work(session);
    const Finding *findings = session_findings(session_front(session), &count);
    assert_int_equal(count, 2);
    assert_int_equal(findings[1].kind, FINDING_NEVER_READ);
    send_line(session, "seek 30");
    session_tick(session, 10000);
    send_line(session, "finding-next");
    send_line(session, "finding-next");
    session_tick(session, 10000);
    assert_int_equal(session->selection.finding, 1);
    BlockTicks block;
    assert_true(ticks_of_block(session_front(session)->timeline, 0, &block));
    int leave = 0;
    while (leave < block.count && block.ticks[leave].kind != TICK_LEAVE)
        ++leave;
    assert_true(leave < block.count);
    assert_int_equal(position(session), block.ticks[leave].at);
    session_free(session);
}

static void test_the_first_wrong_step_is_gone_to(void **state)
{
    (void)state;
    Session *session = session_new();
    session_open(session, 0, open_kernel("../tests/kernels/broken/turned_load.cu", 4, 2, NULL),
                 true);
    session_finish_work(session);
    send_line(session, "first-wrong");
    session_tick(session, 10000);
    const SessionRun *front = session_front(session);
    assert_non_null(front->wrong);
    assert_int_equal(front->wrong->kind, FIRST_WRONG_TERM);
    const Step *step = session_step(front);
    assert_int_equal(step->index, front->wrong->step);
    assert_int_equal(step->pc, front->wrong->pc);
    assert_int_equal(session->selection.thread, 1);
    assert_int_equal(session->look.panel, PANEL_FINDINGS);
    assert_int_equal(session->selection.pin.kind, 0); /* nothing lies over what is told */
    session_free(session);
}

static void test_the_first_wrong_step_beside_a_right_run(void **state)
{
    (void)state;
    Session *session = session_new();
    session_open(session, 0, open_kernel("../tests/kernels/broken/turned_load.cu", 4, 2, NULL),
                 true);
    session_open(session, 1, open_kernel("02_tiled.cu", 4, 2, NULL), true);
    session_finish_work(session);
    session->front = 1;
    send_line(session, "first-wrong"); /* that one is right */
    assert_null(session_front(session)->wrong);
    session_free(session);
}

static void test_nothing_open_is_no_crash(void **state)
{
    Session *session = session_new();
    for (int i = 0; i < COMMAND_COUNT; ++i)
        session_apply(session, (Command){.name = (CommandName)i, .number = 1});
    session_tick(session, 16);
    session_free(session);
}

#define LECTURE(test) cmocka_unit_test_setup_teardown(test, open_lecture, close_lecture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LECTURE(test_without_motion_moves_jump),
        LECTURE(test_every_way_leads_to_the_same_state),
        LECTURE(test_playing_reaches_the_end_and_totals),
        LECTURE(test_pause_stays),
        LECTURE(test_speed_changes_frames_not_results),
        LECTURE(test_the_other_run_follows_by_meaning),
        LECTURE(test_seeking_past_the_end_stops_there),
        LECTURE(test_a_step_is_typed),
        LECTURE(test_picking_a_block_keeps_the_share),
        LECTURE(test_a_block_picked_at_the_end_is_in_view),
        LECTURE(test_picking_threads_stays_inside),
        LECTURE(test_either_run_comes_to_the_front),
        LECTURE(test_look_and_focus),
        LECTURE(test_a_blanked_screen_only_comes_back),
        LECTURE(test_pointing_changes_only_once),
        LECTURE(test_footprints_are_tiles),
        LECTURE(test_a_run_is_replaced_at_the_same_place),
        cmocka_unit_test(test_a_long_grid_opens_one_block),
        cmocka_unit_test(test_a_loop_without_end_is_looked_into_for_a_while),
        cmocka_unit_test(test_counting_tells_its_share_and_can_be_stopped),
        cmocka_unit_test(test_what_was_never_read_leads_to_the_end_of_the_loop),
        cmocka_unit_test(test_the_first_wrong_step_is_gone_to),
        cmocka_unit_test(test_the_first_wrong_step_beside_a_right_run),
        cmocka_unit_test(test_nothing_open_is_no_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
