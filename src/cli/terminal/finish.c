/* A picture of a moment needs the steps before it. What it says about all of the run (its length,
 * the counts of the grid) is found out too where the end is near enough; a run whose end is not in
 * sight is drawn as the window draws one that it is still measuring. Steps are counted, not
 * seconds, so the same picture comes out everywhere. */
#include "cli/terminal/finish.h"

#include "session/grid/total.h"
#include "session/session.h"

#include <time.h>

static bool is_far(const SessionRun *slot, uint64_t moment)
{
    return slot->timeline && !slot->is_measured && moment < UINT64_MAX - FINISH_STEPS &&
           timeline_length(slot->timeline) >= moment + FINISH_STEPS;
}

/* Enough is known once the end of some run is too far away; but a run that is still at work and may
 * come to its end is waited for. */
static bool is_enough(const Session *session, uint64_t moment)
{
    bool any = false;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *slot = &session->runs[i];
        bool is_far_here = is_far(slot, moment);
        any |= is_far_here;
        if (!is_far_here && slot->timeline &&
            (!slot->is_measured || (slot->job && !slot->job_is_over)))
            return false;
    }
    return any;
}

static const SessionRun *counting(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (session->runs[i].job && !session->runs[i].job_is_over)
            return &session->runs[i];
    return NULL;
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static bool goes_on(Finish *finish, const Session *session)
{
    const SessionRun *slot = counting(session);
    uint64_t done = 0, all = 0;
    if (slot) {
        done = total_job_blocks(slot->job, &all);
        rest();
    }
    return progress_update(&finish->progress, done, all);
}

void finish_work(void *context, Session *session)
{
    Finish *finish = context;
    progress_start(&finish->progress);
    while (session_is_working(session) && goes_on(finish, session)) {
        finish->is_cut = is_enough(session, finish->moment);
        if (finish->is_cut)
            break;
        session_work(session);
    }
    session_tick(session, 0); /* what became known is said */
    progress_end(&finish->progress);
}
