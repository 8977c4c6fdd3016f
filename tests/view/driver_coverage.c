/* A command has had an effect if the session is another one afterwards: its own fields byte by
 * byte, the moments of its runs, the steps that can be undone. What is merely remembered of every
 * command (the latest ones, the notice) does not count. */
#include "driver_coverage.h"

#include "session/edits/edit.h"

#include <stdio.h>
#include <string.h>

typedef struct Seen {
    Session session;
    uint64_t moments[SESSION_RUNS], edits;
} Seen;

static void look(Seen *seen, const Session *session)
{
    memset(seen, 0, sizeof *seen);
    memcpy(&seen->session, session, sizeof *session);
    seen->edits = edit_version(session);
    seen->session.recents = (Recents){.count = 0};
    memset(seen->session.notice, 0, sizeof seen->session.notice);
    for (int i = 0; i < session->run_count; ++i)
        if (session->runs[i].timeline)
            seen->moments[i] = timeline_position(session->runs[i].timeline);
}

void driver_coverage_apply(DriverCoverage *coverage, Session *session, Command command)
{
    static Seen before, after;
    look(&before, session);
    session_apply(session, command);
    look(&after, session);
    ++coverage->sent[command.name];
    coverage->effective[command.name] += memcmp(&before, &after, sizeof before) != 0;
}

int driver_coverage_print(const DriverCoverage *coverage)
{
    long sent = 0, effective = 0;
    int idle = 0;
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        sent += coverage->sent[i];
        effective += coverage->effective[i];
        if (coverage->effective[i])
            continue;
        ++idle;
        printf("never of effect: %s, sent %ld times\n", command_info[i].script, coverage->sent[i]);
    }
    printf("%ld commands sent, %ld of effect, %ld by the mouse, %ld files dropped\n", sent,
           effective, coverage->mouse, coverage->drops);
    return idle;
}
