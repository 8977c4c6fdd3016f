/* A const session hands out its front run to be changed: who asks for it holds the session. */
#include "session/data/session_data.h"

#include <stdio.h>

SessionRun *session_front(const Session *session)
{
    const SessionRun *slot = &session->runs[session->front];
    return session->front < session->run_count && slot->timeline ? (SessionRun *)slot : NULL;
}

void session_say(Session *session, StringKey key, const char *what)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(session->notice, sizeof session->notice, string_get(key, session->look.language),
             what);
#pragma GCC diagnostic pop
}

void session_say_text(Session *session, const char *text)
{
    snprintf(session->notice, sizeof session->notice, "%s", text);
}
