/* Every grain, and running to stops, in both directions: what is come to on the way back is what
 * was come to on the way there. */
#include "session/time/break.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENTS_MOST = 4096 };

typedef struct Visits {
    uint64_t at[MOMENTS_MOST];
    int count;
} Visits;

static const struct {
    const char *file;
    int size, tile;
    const char *without;
} cases[] = {{"02_tiled.cu", 4, 2, NULL},       {"02_tiled.cu", 3, 2, "barrier:33"},
             {"02_tiled.cu", 3, 2, "check:25"}, {"01_naive.cu", 3, 2, NULL},
             {"02_tiled.cu", 8, 8, NULL},       {"11_coarsened.cu", 4, 2, NULL}};
enum { CASES = sizeof cases / sizeof *cases };

static Session *open_case(int index)
{
    Session *session = session_new();
    session_open(
        session, 0,
        open_kernel(cases[index].file, cases[index].size, cases[index].tile, cases[index].without),
        true);
    session_finish_work(session);
    assert_null(session->runs[0].problem);
    session->look.reduced_motion = true;
    return session;
}

/* Where a command leads, until it leads no further. */
static void follow(Session *session, CommandName name, Visits *visits)
{
    visits->count = 0;
    for (;;) {
        assert_true(visits->count < MOMENTS_MOST);
        uint64_t before = visits->at[visits->count++] = position(session);
        session_apply(session, (Command){.name = name});
        session_settle(session);
        if (position(session) == before)
            return;
    }
}

static void expect_mirrored(const Visits *there, const Visits *back, const char *what)
{
    char text[2000] = "";
    bool same = there->count == back->count;
    for (int i = 0; same && i < there->count; ++i)
        same = there->at[i] == back->at[back->count - 1 - i];
    for (int i = 0; !same && i < 60; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %lld/%lld",
                 i < there->count ? (long long)there->at[i] : -1,
                 i < back->count ? (long long)back->at[back->count - 1 - i] : -1);
    if (!same)
        fail_msg("%s: %d there, %d back:%s", what, there->count, back->count, text);
}

static void go_there_and_back(Session *session, CommandName there, CommandName back,
                              const char *what)
{
    static Visits visits, mirrored;
    send_line(session, "go-start");
    session_settle(session);
    follow(session, there, &visits);
    assert_int_equal(position(session), timeline_length(session_front(session)->timeline));
    follow(session, back, &mirrored);
    assert_int_equal(position(session), 0);
    expect_mirrored(&visits, &mirrored, what);
}

TEST(test_grains_are_mirrored)
{
    static const CommandName ways[][2] = {
        {COMMAND_STEP_NEXT, COMMAND_STEP_BACK},   {COMMAND_ACCESS_NEXT, COMMAND_ACCESS_BACK},
        {COMMAND_LINE_NEXT, COMMAND_LINE_BACK},   {COMMAND_BARRIER_NEXT, COMMAND_BARRIER_BACK},
        {COMMAND_PHASE_NEXT, COMMAND_PHASE_BACK}, {COMMAND_BLOCK_NEXT, COMMAND_BLOCK_BACK}};
    for (int i = 0; i < CASES; ++i) {
        Session *session = open_case(i);
        for (size_t way = 0; way < sizeof ways / sizeof *ways; ++way) {
            char what[200];
            snprintf(what, sizeof what, "%s %d without %s, %s", cases[i].file, cases[i].size,
                     cases[i].without ? cases[i].without : "nothing",
                     command_info[ways[way][0]].script);
            go_there_and_back(session, ways[way][0], ways[way][1], what);
        }
        session_free(session);
    }
}

TEST(test_stops_are_mirrored)
{
    for (int i = 0; i < CASES; ++i) {
        Session *session = open_case(i);
        int lines = session_front(session)->run->sources->files[0].line_count;
        for (int condition = 0; condition < BREAK_CONDITIONS; ++condition) {
            char what[200];
            snprintf(what, sizeof what, "%s without %s, condition %d", cases[i].file,
                     cases[i].without ? cases[i].without : "nothing", condition);
            break_switch_condition(session, condition);
            go_there_and_back(session, COMMAND_RUN, COMMAND_RUN_BACK, what);
            break_switch_condition(session, condition);
        }
        for (int line = 1; line <= lines; ++line) {
            char what[200];
            snprintf(what, sizeof what, "%s, line %d", cases[i].file, line);
            break_switch_line(session, line);
            go_there_and_back(session, COMMAND_RUN, COMMAND_RUN_BACK, what);
            break_switch_line(session, line);
        }
        session_free(session);
    }
}
