/* A const session hands out its front run to be changed: who asks for it holds the session. */
#include "session/data/session_data.h"

#include <stdio.h>

SessionRun *session_front(const Session *session)
{
    const SessionRun *slot = &session->runs[session->front];
    return session->front < session->run_count && slot->timeline ? (SessionRun *)slot : NULL;
}

const DeviceModel *session_device(const Session *session)
{
    const DeviceChoice *model = &session->model;
    return model->device < model->devices.count ? &model->devices.models[model->device] : NULL;
}

void session_say(Session *session, StringKey key, const char *what)
{
    Arena *arena = arena_new();
    session_say_text(session, string_fill(arena, key, session->look.language, what, NULL));
    arena_free(arena);
}

void session_say_text(Session *session, const char *text)
{
    snprintf(session->notice, sizeof session->notice, "%s", text);
}
