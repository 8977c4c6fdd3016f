/* Two runs on one clock, from inside the window: a file is put beside the one in front, either of
 * the two is taken away again, and both are steps to undo. */
#include "base/file.h"
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/edits/open.h"
#include "session/saved/state.h"
#include "session/sheets/opener.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TILED KERNELS_FOLDER "/02_tiled.cu"
#define NAIVE KERNELS_FOLDER "/01_naive.cu"

typedef struct Desk {
    Session *session;
    Arena *arena;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->arena = arena_new();
    desk->session = session_new();
    session_open(desk->session, 0, run_load(TILED, &(LoadOptions){.assume = true}), true);
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

static void send_key(Session *session, const char *key)
{
    Command command;
    assert_true(session_command_for_key(session, key, &command));
    session_apply(session, command);
}

static bool shows(const Session *session, int slot, const char *name)
{
    return slot < session->run_count && strstr(session->runs[slot].run->path, name);
}

static void pick(Session *session, const char *open, const char *letters, const char *key)
{
    send_key(session, open);
    for (; *letters; ++letters)
        send_key(session, (const char[]){*letters, '\0'});
    send_key(session, key);
}

/* As --compare opens it. */
static const char *text_of_pair(const Desk *desk, const char *at)
{
    Session *pair = session_new();
    session_open(pair, 0, run_load(TILED, &(LoadOptions){.assume = true}), true);
    session_open(pair, 1, run_load(NAIVE, &(LoadOptions){.assume = true}), true);
    send_line(pair, at);
    const char *text = state_write(pair, desk->arena);
    session_free(pair);
    return text;
}

static void test_the_sheet_puts_a_file_beside(void **state)
{
    static const char *const ways[][2] = {
        {"Ctrl+O", "Shift+Return"}, {"Ctrl+Shift+O", "Return"}, {"Ctrl+Shift+O", "Shift+Return"}};
    Desk *desk = *state;
    Session *session = desk->session;
    send_line(session, "seek 30");
    const char *alone = text_of(desk), *pair = text_of_pair(desk, "seek 30");
    for (int i = 0; i < 3; ++i) {
        pick(session, ways[i][0], "01", ways[i][1]);
        assert_false(session->sheets.opener.is_open);
        assert_string_equal(text_of(desk), pair);
        assert_non_null(strstr(session->notice, "01_naive.cu"));
        assert_true(session_undo_edits(session));
        send_key(session, "Ctrl+Z");
        assert_string_equal(text_of(desk), alone);
        assert_true(session_redo_edits(session));
    }
    send_key(session, "Ctrl+Y");
    assert_string_equal(text_of(desk), pair);
    assert_ptr_equal(session_front(session), &session->runs[0]);
    Place front = session_place(&session->runs[0]), other = session_place(&session->runs[1]);
    assert_int_equal(front.block, other.block);
}

/* In place of the other one, whichever is in front; the front run is left as it is. */
static void test_the_other_one_is_replaced(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    open_file_beside(session, NAIVE);
    const Run *tiled = session->runs[0].run;
    open_file_beside(session, KERNELS_FOLDER "/14_transpose.cu");
    assert_true(shows(session, 1, "14_transpose.cu"));
    assert_ptr_equal(session->runs[0].run, tiled);
    send_key(session, "O");
    open_file_beside(session, NAIVE);
    assert_true(shows(session, 0, "01_naive.cu") && shows(session, 1, "14_transpose.cu"));
    assert_int_equal(session->front, 1);
    send_line(session, "undo");
    assert_true(shows(session, 0, "02_tiled.cu"));
}

/* Sizes, order and data that the two have in common are the same in both. */
static void test_choices_go_along(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    NamedText set[] = {{"j", "3"}, {"k", "5"}};
    LoadOptions options = {
        .settings = set, .setting_count = 2, .order = "random:3", .assume = true};
    session_open(session, 0, run_load(TILED, &options), true);
    open_file_beside(session, NAIVE);
    const LoadOptions *beside = &session->runs[1].run->options;
    assert_string_equal(beside->order, "random:3");
    assert_int_equal(beside->setting_count, 2);
    assert_non_null(strstr(session->notice, "k=5"));
    send_line(session, "restore"); /* each as it was opened, both still there */
    assert_int_equal(session->runs[0].run->options.setting_count, 2);
    assert_int_equal(session->runs[1].run->options.setting_count, 0);
}

static void test_what_cannot_run_changes_nothing(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    send_line(session, "seek 30");
    char path[] = "/tmp/tilestep_beside_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    const char *texts[] = {"__global__ void k(float *a) { a[0] = ; }\n", STATE_FIRST_LINE "\n"};
    const Phrase *reason;
    for (int pair = 0; pair < 2; ++pair) {
        const char *before = text_of(desk);
        assert_true(file_write(desk->arena, path, texts[0], strlen(texts[0]), &reason));
        open_file_beside(session, path);
        assert_string_equal(text_of(desk), before);
        assert_non_null(strstr(session_trouble(session), "error"));
        assert_true(session_trouble_is_elsewhere(session));
        send_key(session, "Escape");
        assert_null(session_trouble(session));
        assert_true(file_write(desk->arena, path, texts[1], strlen(texts[1]), &reason));
        opener_set_recent(session, (const char *const[]){path}, 1);
        pick(session, "Ctrl+Shift+O", "", "Return"); /* a saved window */
        assert_string_equal(text_of(desk), before);
        assert_non_null(strchr(session->notice, ':'));
        open_file_beside(session, NAIVE);
    }
    unlink(path);
}

static void test_either_is_taken_away(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    send_key(session, "Shift+O"); /* there is none */
    assert_int_equal(session->run_count, 1);
    assert_false(session_can_undo(session));
    assert_true(session->notice[0]);
    send_line(session, "seek 30");
    open_file_beside(session, NAIVE);
    send_line(session, "break-line 33");
    for (int front = 0; front < 2; ++front) {
        const char *pair = text_of(desk);
        uint64_t at = position(session);
        const Run *kept = session_front(session)->run;
        send_key(session, front ? "Shift+O" : "Ctrl+O");
        if (!front)
            send_key(session, "Shift+Delete");
        assert_false(session->sheets.opener.is_open);
        assert_int_equal(session->run_count, 1);
        assert_int_equal(session->time.breaks.line_count, 1);
        assert_int_equal(session->time.breaks.lines[0].slot, 0);
        assert_ptr_equal(session_front(session)->run, kept);
        assert_int_equal(position(session), at);
        const char *alone = text_of(desk);
        send_line(session, "undo");
        assert_string_equal(text_of(desk), pair);
        assert_int_equal(position(session), at);
        send_line(session, "redo");
        assert_string_equal(text_of(desk), alone);
        send_line(session, "undo");
        assert_string_equal(text_of(desk), pair);
        send_key(session, "O");
        send_line(session, "break-line 20");
    }
}

/* The defaults of the one that is left are still its own. */
static void test_what_is_left_keeps_its_defaults(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    NamedText set = {"k", "6"};
    LoadOptions options = {.settings = &set, .setting_count = 1, .assume = true};
    session_open(session, 1, run_load(NAIVE, &options), true);
    send_line(session, "show-run 1");
    send_line(session, "alone");
    assert_true(shows(session, 0, "01_naive.cu"));
    assert_false(session_is_edited(session));
    send_line(session, "adjust 15 0 1");
    assert_true(session_is_edited(session));
    send_line(session, "restore");
    assert_string_equal(session->runs[0].run->options.settings[0].value, "6");
}

#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(test_the_sheet_puts_a_file_beside),
        DESK(test_the_other_one_is_replaced),
        DESK(test_choices_go_along),
        DESK(test_what_cannot_run_changes_nothing),
        DESK(test_either_is_taken_away),
        DESK(test_what_is_left_keeps_its_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
