/* Conditions to stop at, each where its thing first happens and not a step before; their marks on
 * the whole time line; and that keys alone reach every button and every command. */
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/sheets/palette.h"
#include "session/sheets/sheet.h"
#include "session/time/break.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void press(Session *session, const char *key)
{
    Command command;
    if (!session_command_for_key(session, key, &command))
        fail_msg("the key %s does nothing here", key);
    session_apply(session, command);
}

static Session *open_one(Run *run)
{
    Session *session = session_new();
    session_open(session, 0, run, true);
    session_finish_work(session);
    return session;
}

/* ---- stops ---- */

/* How often the condition's thing has happened at the moment. */
static uint64_t happened(const Session *session, BreakCondition condition)
{
    const Report *report = probe_report(timeline_probe(session_front(session)->timeline));
    const Finding *findings = report_findings(report);
    uint64_t sum = 0;
    if (condition == BREAK_CONFLICT)
        return report->counters.shared_load.bank_conflicts +
               report->counters.shared_store.bank_conflicts;
    if (condition == BREAK_DIVERGENT)
        return report->counters.divergent_branches;
    for (int i = 0; i < report->finding_count; ++i) {
        FindingKind kind = findings[i].kind;
        bool counts =
            condition == BREAK_FINDING ||
            (condition == BREAK_OUTSIDE && kind <= FINDING_OUT_OF_BOUNDS_WRITE) ||
            (condition == BREAK_RACE && kind >= FINDING_RACE_RAW && kind <= FINDING_RACE_WAW) ||
            (condition == BREAK_UNINITIALISED && kind == FINDING_UNINITIALIZED_READ);
        sum += counts ? findings[i].count : 0;
    }
    return sum;
}

/* The row of the controls, found and turned by keys alone. */
static void switch_by_keys(Session *session, BreakCondition condition)
{
    Arena *arena = arena_new();
    const Control *list;
    int count = session_controls(session, arena, &list), row = 0;
    while (row < count && !(list[row].kind == CONTROL_BREAK && list[row].choice == (int)condition))
        ++row;
    assert_true(row < count);
    press(session, "C");
    while (session->selection.control != row)
        press(session, "Down");
    press(session, "Return");
    press(session, "Escape");
    assert_true(session->time.breaks.conditions[condition]);
    arena_free(arena);
}

static void stops_where_it_happens(Run *run, BreakCondition condition)
{
    Session *session = open_one(run);
    switch_by_keys(session, condition);
    session_finish_work(session);
    press(session, "F5");
    session_settle(session);
    uint64_t at = position(session);
    assert_in_range(at, 1, timeline_length(session_front(session)->timeline) - 1);
    assert_true(happened(session, condition) > 0);
    assert_true(session->time.breaks.mark_count > 0);
    assert_int_equal(session->time.breaks.marks[0], at);
    send_line(session, "step-back");
    session_settle(session);
    assert_int_equal(position(session), at - 1);
    assert_int_equal(happened(session, condition), 0);
    session_free(session);
}

static int line_with(const Run *run, const char *text)
{
    const SourceFile *file = &run->sources->files[0];
    for (int i = 1; i <= file->line_count; ++i) {
        int length;
        const char *line = source_line_text(file, i, &length);
        const char *found = strstr(line, text);
        if (found && found < line + length)
            return i;
    }
    fail_msg("no line has %s", text);
    return 0;
}

static Run *without(const char *kind, const char *text)
{
    char words[64];
    Run *whole = open_kernel("02_tiled.cu", 3, 2, NULL);
    snprintf(words, sizeof words, "%s:%d", kind, line_with(whole, text));
    run_free(whole);
    return open_kernel("02_tiled.cu", 3, 2, words);
}

TEST(test_every_condition_stops_where_it_first_holds)
{
    stops_where_it_happens(without("barrier", "__syncthreads();"), BREAK_RACE);
    stops_where_it_happens(without("barrier", "__syncthreads();"), BREAK_FINDING);
    stops_where_it_happens(without("check", "if (Row < j && ph"), BREAK_OUTSIDE);
    stops_where_it_happens(without("line", "Mds[ty][tx] = 0.0f;"), BREAK_UNINITIALISED);
    stops_where_it_happens(open_kernel("02_tiled.cu", 3, 2, NULL), BREAK_DIVERGENT);
    stops_where_it_happens(open_kernel("08_corner_turning.cu", 32, 16, NULL), BREAK_CONFLICT);
}

TEST(test_marks_reach_the_end_of_the_time_line)
{
    Session *session = open_one(open_kernel("02_tiled.cu", 64, 16, NULL));
    const SessionRun *front = session_front(session);
    uint64_t length = timeline_length(front->timeline);
    assert_true(length > 60000);
    char line[64];
    snprintf(line, sizeof line, "break-line %d", line_with(front->run, "P[Row * l + Col]"));
    send_line(session, line);
    assert_true(session->time.breaks.marked_to < length);
    assert_true(session_is_working(session));
    uint64_t before = position(session);
    session_finish_work(session);
    const Breaks *breaks = &session->time.breaks;
    assert_true(breaks->is_all_marked);
    assert_true(breaks->mark_count >= 16);
    assert_true(breaks->marks[breaks->mark_count - 1] > length - 2000);
    assert_int_equal(position(session), before);
    session_free(session);
}

/* ---- keys alone ---- */

static void type_word(Session *session, const char *word)
{
    for (; *word; ++word)
        press(session, *word == ' ' ? "Space" : (char[]){*word, '\0'});
}

TEST(test_commands_are_found_by_words)
{
    Session *session = open_one(open_kernel("02_tiled.cu", 4, 2, NULL));
    press(session, "Ctrl+P");
    assert_true(session->sheets.palette.is_open);
    type_word(session, "CONTRAST");
    press(session, "Return");
    assert_false(session->sheets.palette.is_open);
    assert_int_equal(session->look.theme, THEME_DARK);
    press(session, "Ctrl+P");
    type_word(session, "NEXT BARRIER");
    Command shown[PALETTE_ROWS];
    assert_int_equal(palette_shown(&session->sheets.palette, shown), 1);
    assert_int_equal(shown[0].name, COMMAND_BARRIER_NEXT);
    type_word(session, "Q");
    assert_int_equal(palette_shown(&session->sheets.palette, shown), 0);
    press(session, "Return");
    assert_int_equal(position(session), 0);
    press(session, "Backspace");
    press(session, "Return");
    session_settle(session);
    assert_true(position(session) > 0);
    press(session, "Ctrl+P");
    press(session, "Escape");
    assert_false(session->sheets.palette.is_open);
    press(session, "Ctrl+P");
    type_word(session, "STOP BANK");
    press(session, "Return");
    assert_true(session->time.breaks.conditions[BREAK_CONFLICT]);
    assert_false(session->time.breaks.conditions[BREAK_FINDING]);
    session_free(session);
}
