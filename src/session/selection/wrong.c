/* The step is looked for once, when it is first asked for, and kept with the run. */
#include "session/selection/wrong.h"

#include "probe/wrong/first_wrong.h"
#include "session/data/session_data.h"
#include "session/grid/total.h"
#include "session/selection/panel.h"
#include "session/selection/pick.h"
#include "session/time/motion.h"

static Memory *memory_left(const SessionRun *run)
{
    return run->job && run->total ? total_job_memory(run->job) : NULL;
}

/* The other run is taken for the right one if it is of the same problem. */
static bool find_beside(const Session *session, const SessionRun *front, FirstWrong *wrong)
{
    bool is_comparable;
    const SessionRun *other = &session->runs[!session->front];
    if (session->run_count < 2 || !memory_left(front) || !memory_left(other) ||
        (other->check && other->check->wrong))
        return false;
    const RightRun right = {other->run->program, &other->run->launch, memory_left(other),
                            other->total};
    return first_wrong_beside(front->arena, front->run->program, &front->run->launch,
                              memory_left(front), &right, &is_comparable, wrong);
}

static const FirstWrong *find(const Session *session, SessionRun *front)
{
    FirstWrong wrong;
    const Run *run = front->run;
    if (front->wrong)
        return front->wrong;
    bool is_found = front->check ? first_wrong_of_check(front->arena, run->program, &run->launch,
                                                        front->check, &wrong)
                                 : find_beside(session, front, &wrong);
    if (is_found) {
        FirstWrong *kept = ARENA_NEW(front->arena, FirstWrong);
        *kept = wrong;
        front->wrong = kept;
    }
    return front->wrong;
}

void wrong_go(Session *session)
{
    SessionRun *front = session_front(session);
    const FirstWrong *wrong = front ? find(session, front) : NULL;
    if (!wrong)
        return;
    const Target element = {TARGET_CELL, (uint32_t)wrong->buffer, (uint32_t)wrong->scalar,
                            (uint32_t)(wrong->scalar >> 32)};
    session->look.panel = PANEL_FINDINGS;
    session->selection.pin = (Target){0};
    if (first_wrong_has_step(wrong))
        panel_go_to_access(session, front, wrong->block, wrong->step, wrong->thread);
    else
        pick_pin(session, element);
}
