/* Each slice is short enough for a frame. */
#include "session/time/work.h"

#include "session/grid/spoil_job.h"
#include "session/grid/total.h"
#include "session/runs/slot.h"
#include "session/time/break.h"

bool session_is_working(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (slot_is_working(&session->runs[i]))
            return true;
    return break_is_working(session);
}

bool session_work(Session *session)
{
    bool changed = false;
    for (int i = 0; i < session->run_count; ++i)
        if (slot_is_working(&session->runs[i]))
            changed |= slot_work(&session->runs[i]);
    changed |= break_work(session);
    return changed;
}

void session_finish_searches(Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (session->runs[i].spoil_job) {
            spoil_job_wait(session->runs[i].spoil_job);
            slot_update(&session->runs[i]);
        }
}

void session_finish_work(Session *session)
{
    while (session_is_working(session)) {
        session_work(session);
        for (int i = 0; i < session->run_count; ++i) {
            if (session->runs[i].job)
                total_job_wait(session->runs[i].job);
            if (session->runs[i].spoil_job)
                spoil_job_wait(session->runs[i].spoil_job);
        }
    }
}
