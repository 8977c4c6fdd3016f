/* A place is a moment of the first run's own timeline, so that is where it is looked for. */
#include "session/figures/record.h"

#include "probe/time/waypoint.h"

RecordState record_state(const Session *session)
{
    RecordState state = session->run_count ? RECORD_KNOWN : RECORD_NEVER;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        if (!run->timeline || (run->job_is_over && !run->total))
            return RECORD_NEVER;
        if (!run->job_is_over)
            state = RECORD_COUNTING;
    }
    return state;
}

/* Brings the first run to the place that figures are about. */
static void stand_at_place(const SessionRun *run, const Waypoint *place, HeldRecord *held)
{
    Arena *arena = arena_new();
    WaypointMissing missing;
    uint64_t moment;
    if (waypoint_find(arena, run->timeline, run->run->program, &run->run->launch, place, &moment,
                      &missing)) {
        held->moved = run->timeline;
        held->stood = timeline_position(run->timeline);
        timeline_seek(run->timeline, moment);
    }
    arena_free(arena);
}

void record_hold(Session *session, const ScenePlan *plan, HeldRecord *held)
{
    *held = (HeldRecord){.figures.run_count = session->run_count,
                         /* A stage without a device has no figures of one. */
                         .figures.device = plan->device ? session_device(session) : NULL,
                         .figures.registers = (int)plan->registers,
                         .figures.timed = device_timed(&session->model.devices)};
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        held->figures.runs[i] = (Record){.run = run->run,
                                         .report = run->total,
                                         .check = run->check,
                                         .timeline = run->timeline,
                                         .is_one_block = !run->covers_grid};
    }
    const SessionRun *first = &session->runs[0];
    stand_at_place(first, &plan->to, held);
    if (!held->moved) /* nothing is said about another place */
        held->figures.runs[0].timeline = NULL;
    held->figures.runs[0].thread = (uint32_t)dim3_linear(plan->to.thread, first->run->launch.block);
}

void record_release(HeldRecord *held)
{
    if (held->moved)
        timeline_seek(held->moved, held->stood);
    held->moved = NULL;
}
