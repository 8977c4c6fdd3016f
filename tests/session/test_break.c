/* What is taken away breaks something: time stays where it was, and what can be taken away is
 * told. */
#include "sessions.h"

#include "session/edits/show_break.h"
#include "test.h"

#include <string.h>

static Session *open_alone(int size, int tile)
{
    Session *session = session_new();
    session_open(session, 0, open_kernel("02_tiled.cu", size, tile, NULL), true);
    session_finish_work(session);
    return session;
}

static void toggle(Session *session, int line)
{
    session_apply(session, (Command){.name = COMMAND_TOGGLE, .number = line});
    session_finish_work(session);
}

static void seek(Session *session, uint64_t moment)
{
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)moment});
}

/* What a step is, however many ran before it. */
typedef struct Told {
    uint32_t block, warp;
    Span span;
    int op, nth;
} Told;

static bool is_alike(const Step *step, const Told *told)
{
    return step && step->block == told->block && step->warp == told->warp &&
           step->instr->op == told->op && step->instr->span.start == told->span.start &&
           step->instr->span.length == told->span.length;
}

static Told tell(Session *session)
{
    Timeline *timeline = session_front(session)->timeline;
    uint64_t moment = timeline_position(timeline);
    const Step *step = timeline_last_step(timeline);
    Told told = {step->block, step->warp, step->instr->span, step->instr->op, 0};
    for (uint64_t at = 1; at <= moment; ++at) {
        timeline_seek(timeline, at);
        told.nth += is_alike(timeline_last_step(timeline), &told);
    }
    return told;
}

TEST(test_a_moment_is_kept_by_what_was_done)
{
    static const int lines[] = {25, 29, 33, 37, 40};
    Session *session = open_alone(3, 2);
    uint64_t length = timeline_length(session_front(session)->timeline);
    for (uint64_t moment = 7; moment < length; moment += 23)
        for (int i = 0; i < 5; ++i) {
            seek(session, moment);
            Told before = tell(session);
            int line = (int)session_step(session_front(session))->instr->line;
            /* what the guard decides about is done otherwise, or not at all */
            bool is_on_line = line >= lines[i] && line <= lines[i] + (i < 2 ? 3 : i == 4);
            toggle(session, lines[i]);
            if (!is_on_line) {
                Told after = tell(session);
                assert_memory_equal(&after, &before, sizeof after);
            }
            toggle(session, lines[i]);
            if (!is_on_line)
                assert_int_equal(position(session), moment);
        }
    session_free(session);
}

/* Rows of what a lecturer saw: 42 became 41, and 100 became 97. */
TEST(test_what_is_still_to_come_does_not_move_the_moment)
{
    Session *session = open_alone(4, 2);
    seek(session, 42);
    toggle(session, 37);
    assert_int_equal(position(session), 42);
    toggle(session, 37);
    seek(session, 100);
    toggle(session, 40);
    assert_int_equal(position(session), 100);
    session_free(session);
}

TEST(test_the_ends_stay_ends)
{
    Session *session = open_alone(4, 2);
    send_line(session, "go-end");
    toggle(session, 33);
    assert_int_equal(position(session), timeline_length(session_front(session)->timeline));
    send_line(session, "pick-block 2");
    send_line(session, "go-start");
    toggle(session, 33);
    assert_int_equal(position(session), 0);
    session_free(session);
}

TEST(test_x_leaves_a_plain_line_and_says_what_it_takes)
{
    static const char *const parts[LANGUAGE_COUNT][2] = {{"33, 37", "25, 29, 40"},
                                                         {"33, 37", "25, 29, 40"}};
    Session *session = open_alone(4, 2);
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        session->look.language = (Language)language;
        send_line(session, "go-start");
        send_line(session, "step-next");
        send_line(session, "toggle 0");
        assert_int_equal(session_front(session)->run->compile.without_count, 0);
        for (int i = 0; i < 2; ++i)
            assert_non_null(strstr(session->notice, parts[language][i]));
        assert_non_null(strstr(session->notice, "Shift+X"));
    }
    seek(session, 20);
    send_line(session, "toggle-line 0");
    assert_int_equal(session_front(session)->run->compile.without_count, 1);
    assert_int_equal(session_front(session)->run->compile.withouts[0].kind, WITHOUT_LINE);
    session_free(session);
}

TEST(test_x_waits_for_the_move_under_way)
{
    Session *session = open_alone(4, 2);
    send_line(session, "barrier-next");
    session_tick(session, 350);
    assert_true(session->time.motion.moving);
    send_line(session, "toggle 0");
    assert_int_equal(session_front(session)->run->compile.without_count, 1);
    assert_int_equal(session_front(session)->run->compile.withouts[0].line, 33);
    assert_int_equal(session_front(session)->run->compile.withouts[0].kind, WITHOUT_BARRIER);
    session_free(session);
}

/* ---- showing it break ---- */

static const Step *front_step(const Session *session)
{
    return session_step(session_front(session));
}

TEST(test_an_order_that_spoils_the_result_is_shown)
{
    static const int lines[] = {33, 37};
    for (int i = 0; i < 2; ++i) {
        Session *session = open_alone(16, 8);
        toggle(session, lines[i]);
        const SessionRun *front = session_front(session);
        assert_int_equal(front->check->wrong, 0);
        assert_int_equal(front->spoil.kind, SPOIL_FOUND);
        assert_string_equal(front->spoil.order, "one-by-one");
        assert_true(front->spoil.wrong > 100);
        uint64_t wrong = front->spoil.wrong;
        send_line(session, "show-break");
        session_finish_work(session);
        assert_int_equal(session->run_count, 2);
        front = session_front(session);
        const SessionRun *right = &session->runs[1 - session->front];
        assert_int_equal(front->check->wrong, wrong);
        assert_int_equal(right->check->wrong, 0);
        assert_true(session_has_right_beside(session));
        const Step *here = front_step(session), *there = session_step(right);
        uint32_t lane = session->selection.thread % WARP_LANES;
        assert_int_equal(here->instr->line, 36);
        assert_int_equal(there->instr->span.start, here->instr->span.start);
        assert_true(here->arena[lane] == there->arena[lane]);
        assert_true(here->after[0][lane] != there->after[0][lane]);
        send_line(session, "go-start");
        send_line(session, "show-break");
        assert_true(front_step(session)->after[0][lane] !=
                    session_step(&session->runs[1 - session->front])->after[0][lane]);
        send_line(session, "undo");
        assert_int_equal(session->run_count, 1);
        assert_int_equal(session_front(session)->run->compile.without_count, 1);
        session_free(session);
    }
}

TEST(test_one_warp_hides_it_and_larger_sizes_are_offered)
{
    Session *session = open_alone(4, 2);
    toggle(session, 33);
    const Spoil *spoil = &session_front(session)->spoil;
    assert_int_equal(spoil->kind, SPOIL_ONE_WARP);
    assert_non_null(spoil->larger);
    assert_string_equal(spoil->sizes, "TILE_WIDTH = 8, j = k = l = 16");
    assert_true(spoil->wrong > 0 && spoil->all == 256);
    send_line(session, "show-break");
    session_finish_work(session);
    const SessionRun *front = session_front(session);
    assert_int_equal(launch_block_count(&front->run->launch), 4);
    assert_int_equal(dim3_count(front->run->launch.block), 64);
    assert_true(front->check->wrong > 0);
    assert_true(session_has_right_beside(session));
    session_free(session);
}

TEST(test_a_guard_is_shown_at_the_first_access_that_differs)
{
    Session *session = open_alone(3, 2);
    toggle(session, 25);
    send_line(session, "show-break");
    const Step *here = front_step(session);
    assert_int_equal(here->instr->line, 26);
    assert_int_equal(here->instr->op, OP_LOAD);
    assert_true(session_has_right_beside(session));
    session_free(session);
}

TEST(test_the_search_can_be_left_and_taken_up_again)
{
    Session *session = open_alone(64, 16);
    session_apply(session, (Command){.name = COMMAND_TOGGLE, .number = 33});
    while (session_front(session)->spoil.kind == SPOIL_NONE)
        session_work(session);
    assert_int_equal(session_front(session)->spoil.kind, SPOIL_SEARCHING);
    assert_true(session_is_working(session));
    send_line(session, "close");
    assert_int_equal(session_front(session)->spoil.kind, SPOIL_LEFT);
    session_finish_work(session);
    assert_int_equal(session_front(session)->spoil.kind, SPOIL_LEFT);
    send_line(session, "show-break");
    session_finish_work(session);
    assert_int_equal(session_front(session)->spoil.kind, SPOIL_FOUND);
    session_free(session);
}

TEST(test_nothing_off_is_said)
{
    Session *session = open_alone(4, 2);
    send_line(session, "show-break");
    assert_int_equal(session->run_count, 1);
    assert_non_null(strstr(session->notice, "X"));
    session_free(session);
}

/* A sum has no reference here: what other orders leave is compared with the whole kernel's. */
static Session *open_reduction(const char *block_size, const char *without)
{
    const Define define = {"BLOCK_SIZE", block_size};
    const NamedText setting = {"n", "256"};
    LoadOptions options = {.defines = &define,
                           .define_count = 1,
                           .settings = &setting,
                           .setting_count = 1,
                           .withouts = &without,
                           .without_count = 1};
    Session *session = session_new();
    session_open(session, 0, run_load(KERNELS_FOLDER "/17_reduction.cu", &options), true);
    assert_null(session->runs[0].problem);
    session_finish_work(session);
    return session;
}

TEST(test_without_a_reference_the_whole_kernel_is_the_measure)
{
    Session *session = open_reduction("64", "barrier:19");
    const Spoil *spoil = &session_front(session)->spoil;
    assert_null(session_front(session)->check);
    assert_int_equal(spoil->kind, SPOIL_FOUND);
    assert_true(spoil->is_beside && spoil->wrong > 0 && spoil->wrong <= 4);
    assert_int_equal(spoil->all, 4);
    assert_string_equal(session_front(session)->run->launch.buffers[spoil->output].name, "sums");
    assert_true(spoil->tried >= 1);
    send_line(session, "show-break"); /* leads there, right beside broken */
    session_finish_work(session);
    assert_int_equal(session->run_count, 2);
    session_free(session);
    session = open_reduction("8", "barrier:19"); /* one warp, one order */
    spoil = &session_front(session)->spoil;
    assert_int_equal(spoil->kind, SPOIL_HIDDEN);
    assert_true(spoil->is_beside && spoil->tried == 1);
    session_free(session);
    session = open_reduction("64", "barrier:24"); /* behind it one warp adds alone */
    spoil = &session_front(session)->spoil;
    assert_int_equal(spoil->kind, SPOIL_HIDDEN);
    assert_true(spoil->tried > 2);
    session_free(session);
}
