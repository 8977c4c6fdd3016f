/* Where one run goes, the other is brought to the moment that means the same there, never to the
 * same number of steps. */
#include "session/runs/runs.h"
#include "session/data/session_data.h"

#include "probe/time/same_step.h"
#include "session/grid/gpu_view.h"
#include "session/runs/slot.h"

#include <string.h>

void session_keep_valid(Session *session)
{
    if (session->front >= session->run_count || !session->runs[session->front].timeline)
        for (int i = 0; i < session->run_count; ++i)
            if (session->runs[i].timeline)
                session->front = i;
    SessionRun *front = session_front(session);
    if (front && session->selection.thread >= timeline_machine(front->timeline)->thread_count)
        session->selection.thread = 0;
    int zoom_most = stage_zoom_most(session);
    if (session->stage.zoom > zoom_most)
        session->stage.zoom = zoom_most;
}

void session_go_to_place(Session *session, SessionRun *run, Place place)
{
    uint64_t blocks = launch_block_count(&run->run->launch);
    if (place.block >= blocks)
        place.block = (uint32_t)blocks - 1;
    if (!slot_hold_block(run, place.block))
        return;
    timeline_seek(run->timeline, session_moment(run, place));
    slot_update(run);
    session_keep_valid(session);
}

/* The timeline holds the whole grid, all of it known. */
static bool holds_all(const SessionRun *run)
{
    return run->covers_grid && run->is_measured;
}

/* Brings a run to the moment that means the same as that of the front run: where all blocks have
 * ended, so that of a grid with more blocks the others count, too. */
static void follow_front(const SessionRun *front, SessionRun *run)
{
    uint64_t moment = timeline_position(front->timeline);
    if (holds_all(front) && holds_all(run) && moment == timeline_length(front->timeline)) {
        timeline_seek(run->timeline, timeline_length(run->timeline));
        slot_update(run);
        return;
    }
    uint32_t block = clock_block(front->run->launch.grid, timeline_machine(front->timeline)->block,
                                 run->run->launch.grid);
    if (!slot_hold_block(run, block))
        return;
    ClockRun from = {front->run->program, front->timeline}, to = {run->run->program, run->timeline};
    timeline_seek(run->timeline, clock_moment(from, moment, to, block));
    slot_update(run);
}

void session_seek(Session *session, uint64_t moment)
{
    SessionRun *front = session_front(session);
    if (!front)
        return;
    timeline_seek(front->timeline, moment);
    slot_update(front);
    for (int i = 0; i < session->run_count; ++i)
        if (&session->runs[i] != front && session->runs[i].timeline)
            follow_front(front, &session->runs[i]);
    session_keep_valid(session);
}

/* Goes to where the run before stood: to the step that did the same there, else to the same share
 * of the block. */
static void go_to_same_place(Session *session, SessionRun *slot, const SessionRun *before)
{
    uint64_t moment;
    Place place = session_place(before);
    ClockRun from = {before->run->program, before->timeline};
    session_go_to_place(session, slot, place);
    ClockRun to = {slot->run->program, slot->timeline};
    if (!slot->timeline ||
        !same_step_moment(from, timeline_position(before->timeline), to, &moment))
        return;
    timeline_seek(slot->timeline, moment);
    slot_update(slot);
    session_keep_valid(session);
}

/* Forgets what was chosen about the run in a slot: it says nothing about the next one. */
static void forget_run(Session *session, int slot)
{
    if (session->gpu.run == slot)
        gpu_view_reset(&session->gpu);
    session->time.motion.moving = session->time.motion.playing = false;
    reason_drop(&session->reason);
    session->lens = (Lens){0};
    session->lesson.is_filled = false;
    session->time.breaks.is_marked = false;
    session->selection.pin = (Target){0};
}

void session_replace(Session *session, int slot, Run *run, bool owns_run)
{
    SessionRun *target = &session->runs[slot], before = {0};
    forget_run(session, slot);
    if (slot < session->run_count)
        before = *target;
    else
        session->run_count = slot + 1;
    if (before.run && strcmp(before.run->path, run->path) != 0)
        session->selection.source_scroll = session->selection.source_line = 0;
    *target = (SessionRun){.run = run, .owns_run = owns_run};
    slot_start(target);
    if (target->timeline && before.timeline)
        go_to_same_place(session, target, &before);
    if (before.run)
        slot_close(&before);
    session_keep_valid(session);
}

void session_drop(Session *session, int count)
{
    if (session->gpu.run >= count)
        gpu_view_reset(&session->gpu);
    if (session->sheets.form.slot >= count)
        session->sheets.form.is_open = false;
    reason_drop(&session->reason);
    session->lens = (Lens){0};
    session->lesson.is_filled = false;
    session->time.breaks.is_marked = false;
    if (session->front >= count)
        session->selection.pin = (Target){0};
    while (session->run_count > count)
        slot_close(&session->runs[--session->run_count]);
    session_keep_valid(session);
}

void session_keep_only(Session *session, int slot)
{
    reason_drop(&session->reason);
    session->lesson.is_filled = false;
    SessionRun kept = session->runs[slot];
    if (session->gpu.run != slot)
        gpu_view_reset(&session->gpu);
    session->gpu.run = 0;
    if (session->sheets.form.slot != slot)
        session->sheets.form.is_open = false;
    session->sheets.form.slot = 0;
    session->runs[slot] = session->runs[0];
    session->runs[0] = kept;
    session->front = 0;
    session_drop(session, 1);
}
