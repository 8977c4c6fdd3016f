/* The program beside the window as far as it goes without one: nothing but a person's press starts
 * it, and what arrows, keys and presses do in its lists. */
#include "console_fixture.h"
#include "session/edits/edit.h"
#include "session/programs/console.h"
#include "session/programs/given.h"
#include "session/programs/pick.h"
#include "session/saved/state.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <string.h>

static Session *open_program(void)
{
    Session *session = open_pair(4, 2);
    assert_true(console_has_main(session));
    return session;
}

static void press(Session *session, const char *key)
{
    Command command;
    assert_true(session_command_for_key(session, key, &command));
    session_apply(session, command);
}

/* As in tests, pictures, grading: nobody sits there who could have agreed. */
TEST(without_a_window_nothing_runs)
{
    Session *session = open_program();
    press(session, "Ctrl+R");
    assert_false(session->console.is_open);
    assert_string_not_equal(session->notice, "");
    send_line(session, "console-go");
    assert_null(session->console.job);
    session_free(session);
}

TEST(it_is_asked_first_and_escape_is_no)
{
    Session *session = open_program();
    session->console.is_allowed = true;
    press(session, "Ctrl+R");
    assert_true(session->console.is_open);
    assert_int_equal(session->console.ask, CONSOLE_ASKS_RUN);
    press(session, "Escape");
    assert_false(session->console.is_open);
    send_line(session, "console-go"); /* there is no question any more */
    assert_null(session->console.job);
    press(session, "Ctrl+R"); /* it asks again: nobody has agreed */
    assert_int_equal(session->console.ask, CONSOLE_ASKS_RUN);
    session_free(session);
}

/* Opening, states, reloading: what a file or a code brings about. */
TEST(nothing_else_starts_it)
{
    const bool stale[SESSION_RUNS] = {true, true};
    const char *reason;
    Session *session = open_program();
    Arena *arena = arena_new();
    session->console.is_allowed = true;
    const char *saved = state_write(session, arena);
    assert_null(strstr(saved, "program"));
    assert_true(state_read(session, arena, saved, &reason));
    assert_true(session_reload(session, stale));
    session_tick(session, 1000);
    console_follow(session, 1000);
    assert_null(session->console.job);
    assert_true(console_starts(COMMAND_CONSOLE)); /* what lessons may not send */
    assert_true(console_starts(COMMAND_CONSOLE_GO));
    assert_true(console_starts(COMMAND_CONSOLE_PICK));
    assert_false(console_starts(COMMAND_PANEL_MEMORY));
    arena_free(arena);
    session_free(session);
}

static void type(Session *session, const char *text)
{
    for (; *text; ++text)
        session_apply(session, (Command){.name = COMMAND_CONSOLE_TYPE, .number = *text});
}

/* As a shell would part them. */
TEST(arguments_are_words)
{
    static const char *const wanted[] = {"-n", "two words", "a\"b", "", "it's", "$HOME", "*"};
    Session *session = open_program();
    Console *console = &session->console;
    Arena *arena = arena_new();
    int count;
    console->is_allowed = true;
    press(session, "Ctrl+Shift+R");
    given_arguments(arena, console, &count);
    assert_int_equal(count, 0);
    assert_null(given_input(arena, console));
    type(session, "  -n 'two words' a\\\"b \"\" \"it's\" $HOME  *x");
    press(session, "Backspace");
    const char *const *words = given_arguments(arena, console, &count);
    assert_int_equal(count, sizeof wanted / sizeof *wanted);
    for (int i = 0; i < count; ++i)
        assert_string_equal(words[i], wanted[i]);
    press(session, "Tab");
    type(session, " in.txt ");
    assert_string_equal(given_input(arena, console), "in.txt");
    press(session, "Escape");
    type(session, "nobody asks");
    assert_string_equal(given_input(arena, console), "in.txt");
    press(session, "Ctrl+R"); /* they are still there */
    assert_string_equal(given_input(arena, console), "in.txt");
    given_begin(console, "other.cu"); /* but for no other file */
    assert_null(given_input(arena, console));
    arena_free(arena);
    session_free(session);
}

TEST(a_file_without_main_is_no_program)
{
    static const char text[] = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
                               "void solve(float *a) { k<<<1, 32>>>(a); }\n";
    Session *session = session_new();
    LoadOptions options = {.assume = true};
    session_open(session, 0, run_load_text("k.cu", text, strlen(text), &options), true);
    session->console.is_allowed = true;
    press(session, "Ctrl+R");
    assert_false(session->console.is_open);
    assert_non_null(strstr(session->notice, ".cu file with a main"));
    session_free(session);
}

TEST(arrows_move_in_the_list)
{
    Session *session = open_program();
    console_fixture_open(session);
    const Console *console = &session->console;
    press(session, "Down");
    assert_int_equal(console->row, 5);
    press(session, "Home");
    assert_int_equal(console->row, 0);
    press(session, "Up");
    assert_int_equal(console->row, 0);
    press(session, "End");
    assert_int_equal(console->row, console->facts.row_count - 1);
    press(session, "PageUp");
    assert_int_equal(console->row, 0);
    session_free(session);
}

TEST(tab_goes_from_part_to_part)
{
    Session *session = open_program();
    console_fixture_open(session);
    Console *console = &session->console;
    press(session, "Tab");
    assert_int_equal(console->part, CONSOLE_FAULTS);
    press(session, "Down");
    assert_int_equal(console->fault, 1);
    press(session, "Tab");
    assert_int_equal(console->part, CONSOLE_OUTPUT);
    press(session, "Up");
    assert_int_equal(console->lines_up, 1);
    press(session, "Home");
    assert_int_equal(console->lines_up, 5);
    press(session, "End");
    assert_int_equal(console->lines_up, 0);
    press(session, "Tab");
    assert_int_equal(console->part, CONSOLE_LAUNCHES);
    console->facts.fault_count = 0; /* what is empty is passed over */
    press(session, "Tab");
    assert_int_equal(console->part, CONSOLE_OUTPUT);
    session_free(session);
}

TEST(the_wheel_moves_what_it_points_at)
{
    Session *session = open_program();
    console_fixture_open(session);
    Console *console = &session->console;
    session->selection.hover = (Target){TARGET_CONSOLE, CONSOLE_OUTPUT, UINT32_MAX, 0};
    send_line(session, "console-wheel -1");
    assert_int_equal(console->lines_up, 3);
    assert_int_equal(console->row, 4);
    session->selection.hover = (Target){TARGET_CONSOLE, CONSOLE_LAUNCHES, 2, 0};
    send_line(session, "console-wheel 1");
    assert_int_equal(console->row, 5);
    session_free(session);
}

/* A fault shows its line in the source. */
TEST(enter_goes_to_the_line_of_a_fault)
{
    Session *session = open_program();
    console_fixture_open(session);
    Console *console = &session->console;
    const ConsoleFault here = {{"leak", "内存泄漏"}, console->path, 56, NULL, 0, 1, NULL};
    console->facts.faults = &here;
    console->facts.fault_count = 1;
    session->console.is_allowed = true;
    press(session, "Tab");
    press(session, "Return");
    assert_false(console->is_open);
    assert_int_equal(session->selection.source_line, 56);
    press(session, "Ctrl+R"); /* back to the list: it does not run again */
    assert_true(console->is_open);
    assert_null(console->job);
    session_free(session);
}

TEST(the_last_line_is_the_last_with_letters)
{
    Session *session = open_program();
    Arena *arena = arena_new();
    console_fixture_open(session);
    assert_string_equal(console_last_line(arena, &session->console), "Test FAILED");
    session->console.facts.output = "  one \n\n \t\n";
    assert_string_equal(console_last_line(arena, &session->console), "one");
    session->console.facts.output = "\n";
    assert_null(console_last_line(arena, &session->console));
    session->console.facts.output = NULL;
    assert_null(console_last_line(arena, &session->console));
    arena_free(arena);
    session_free(session);
}
