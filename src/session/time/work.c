/* Each slice is short enough for a frame. */
#include "session/time/work.h"
#include "session/data/session_data.h"

#include "session/grid/spoil_job.h"
#include "session/grid/total.h"
#include "session/runs/runs.h"
#include "session/runs/slot.h"
#include "session/time/break.h"
#include "session/time/why.h"

bool session_is_working(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (slot_is_working(&session->runs[i]))
            return true;
    return break_is_working(session) || why_is_working(session);
}

/* A run whose end has become known may belong elsewhere on the common clock. */
static void keep_together(Session *session)
{
    const SessionRun *front = session_front(session);
    if (front && session->run_count > 1 && !session->time.motion.moving)
        session_seek(session, timeline_position(front->timeline));
}

bool session_work(Session *session)
{
    bool changed = false;
    for (int i = 0; i < session->run_count; ++i) {
        SessionRun *run = &session->runs[i];
        bool was_measured = run->is_measured;
        if (slot_is_working(run))
            changed |= slot_work(run);
        if (run->is_measured && !was_measured)
            keep_together(session);
    }
    changed |= break_work(session);
    changed |= why_work(session);
    return changed;
}

void session_finish_searches(Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (session->runs[i].spoil_job) {
            job_wait(session->runs[i].spoil_job);
            slot_update(&session->runs[i]);
        }
}

void session_finish_work(Session *session)
{
    while (session_is_working(session)) {
        session_work(session);
        for (int i = 0; i < session->run_count; ++i) {
            if (session->runs[i].job)
                job_wait(session->runs[i].job);
            if (session->runs[i].spoil_job)
                job_wait(session->runs[i].spoil_job);
        }
    }
}
