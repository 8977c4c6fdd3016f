/* Opening runs, and keeping two of them at the same place: where one is, the other is brought to the
 * moment that means the same there (probe/time/clock.h), never to the same number of steps. */
#include "session/session.h"

#include "probe/time/clock.h"
#include "session/edit.h"
#include "session/grid/total.h"
#include "session/panel.h"
#include "session/sheets/opener.h"
#include "session/stage.h"
#include "session/time/break.h"
#include "session/time/motion.h"

#include <stdlib.h>

/* A grid of up to so many steps lies on one timeline, block after block. */
enum { GRID_TIMELINE_STEPS = 400000 };
/* A longer one is counted in the background up to this many steps. */
#define GRID_COUNT_STEPS ((uint64_t)1000 * 1000 * 1000)
/* Steps measured in one slice of background work. */
enum { MEASURE_SLICE_STEPS = 20000 };

const char *const theme_names[THEME_COUNT] = {"light", "dark", "contrast"};

Session *session_new(void)
{
    Session *session = calloc(1, sizeof *session);
    if (!session)
        abort();
    session->look.scale = 1;
    session->edits = edits_new();
    motion_start(session);
    panel_start(session);
    return session;
}

static void slot_close(SessionRun *slot)
{
    total_job_free(slot->job);
    timeline_free(slot->timeline);
    if (slot->footprints != slot->tiles)
        footprints_close(slot->footprints);
    footprints_close(slot->tiles);
    footprints_close(slot->last);
    if (slot->owns_run)
        run_free(slot->run);
    arena_free(slot->arena);
    arena_free(slot->block_arena);
    *slot = (SessionRun){0};
}

void session_free(Session *session)
{
    if (!session)
        return;
    gpu_view_reset(&session->gpu);
    for (int i = 0; i < session->run_count; ++i)
        slot_close(&session->runs[i]);
    edits_free(session->edits);
    opener_free(&session->opener);
    opener_set_recent(session, NULL, 0);
    form_free(&session->form);
    free(session);
}

static uint64_t slot_blocks(const SessionRun *slot)
{
    return slot->covers_grid ? launch_block_count(&slot->run->launch) : 1;
}

static bool slot_open_timeline(SessionRun *slot, uint32_t first_block, uint64_t blocks)
{
    const char *reason = NULL;
    timeline_free(slot->timeline);
    slot->first_block = first_block;
    slot->timeline = timeline_new(slot->run->program, &slot->run->launch, first_block,
                                  (uint32_t)blocks, &reason);
    slot->is_measured = slot->timeline && timeline_measure(slot->timeline, MEASURE_SLICE_STEPS);
    if (!slot->timeline)
        slot->problem = arena_printf(slot->arena, "%s", reason ? reason : "out of memory");
    return slot->timeline != NULL;
}

/* The first block tells how long the grid is going to be. */
static void slot_choose_extent(SessionRun *slot)
{
    uint64_t blocks = launch_block_count(&slot->run->launch);
    if (!slot_open_timeline(slot, 0, 1))
        return;
    uint64_t steps = timeline_length(slot->timeline);
    bool is_short = slot->is_measured && steps * blocks <= GRID_TIMELINE_STEPS;
    slot->covers_grid = is_short;
    if (is_short && blocks > 1)
        slot_open_timeline(slot, 0, blocks);
}

/* Once the length of a block is known: begins to count a grid that is not too long for the machine.
 * One that a timeline holds takes no time; its result is known at once, so pictures do not depend
 * on a clock. */
static void slot_start_job(SessionRun *slot)
{
    uint64_t steps = timeline_length(slot->timeline) * launch_block_count(&slot->run->launch);
    slot->job_is_over = steps > GRID_COUNT_STEPS;
    if (slot->job_is_over)
        return;
    slot->job = total_job_start(slot->run->program, &slot->run->launch);
    slot->job_is_over = !slot->job;
    if (slot->job && slot->covers_grid)
        total_job_wait(slot->job);
}

static void slot_take_job(SessionRun *slot)
{
    const Report *counted = NULL;
    slot->job_is_over = total_job_poll(slot->job, &counted);
    if (!slot->total)
        slot->total = counted;
    if (slot->job_is_over)
        slot->check = total_job_check(slot->job);
    if (slot->check)
        check_name_places(slot->check, &slot->run->launch);
}

static bool reads_what_it_writes(const Launch *launch)
{
    for (int i = 0; i < launch->buffer_count; ++i)
        if (launch->buffers[i].role == ROLE_IN_OUT)
            return true;
    return false;
}

/* What the blocks before have left in global memory, if that may be of account for where this one
 * reads and writes; else NULL. A timeline that begins with the block has nothing before it. */
static MemorySaved *memory_before(const SessionRun *slot, uint32_t block)
{
    uint64_t start, position = timeline_position(slot->timeline);
    if (!slot->covers_grid || !reads_what_it_writes(&slot->run->launch) ||
        !timeline_block_start(slot->timeline, block - slot->first_block, &start))
        return NULL;
    timeline_seek(slot->timeline, start);
    MemorySaved *saved = memory_save(timeline_memory(slot->timeline));
    timeline_seek(slot->timeline, position);
    return saved;
}

static Footprints *footprints_of(SessionRun *slot, uint32_t block)
{
    MemorySaved *before = memory_before(slot, block);
    Footprints *footprints = footprints_open_logged(slot->block_arena, slot->run->program,
                                                    &slot->run->launch, block, before);
    memory_saved_free(before);
    return footprints;
}

static void slot_update(SessionRun *slot)
{
    uint32_t block = timeline_machine(slot->timeline)->block;
    const Program *program = slot->run->program;
    const Launch *launch = &slot->run->launch;
    if (!slot->tiles)
        slot->tiles = footprints_open_logged(slot->arena, program, launch, 0, NULL);
    if (!slot->last)
        slot->last =
            footprints_open(slot->arena, program, launch, (uint32_t)launch_block_count(launch) - 1);
    if (!slot->footprints || slot->footprints->block != block) {
        if (slot->footprints != slot->tiles)
            footprints_close(slot->footprints);
        arena_reset(slot->block_arena);
        slot->footprints = block == slot->tiles->block ? slot->tiles : footprints_of(slot, block);
    }
    if (!slot->total && slot->is_measured && slot->covers_grid)
        slot->total = timeline_total(slot->timeline);
    if (slot->is_measured && !slot->job && !slot->job_is_over)
        slot_start_job(slot);
    if (slot->job && !slot->job_is_over)
        slot_take_job(slot);
}

static void slot_start(SessionRun *slot)
{
    slot->arena = arena_new();
    slot->block_arena = arena_new();
    if (!slot->run->program) {
        slot->problem = "";
        return;
    }
    slot->problem = launch_check(slot->arena, &slot->run->launch, slot->run->program);
    if (slot->problem)
        return;
    slot->switchable_count =
        unit_switchables(slot->arena, slot->run->unit, slot->run->program->name,
                         slot->run->compile.template_args, &slot->switchables);
    slot->template_count = unit_template_parameters(
        slot->arena, slot->run->unit, slot->run->program->name, &slot->template_parameters);
    slot_choose_extent(slot);
    if (slot->timeline)
        slot_update(slot);
}

void session_replace(Session *session, int slot, Run *run, bool owns_run)
{
    SessionRun *target = &session->runs[slot];
    Place place = target->timeline ? session_place(target) : (Place){0};
    if (session->gpu.run == slot)
        gpu_view_reset(&session->gpu);
    if (slot < session->run_count)
        slot_close(target);
    else
        session->run_count = slot + 1;
    target->run = run;
    target->owns_run = owns_run;
    slot_start(target);
    session->motion.moving = session->motion.playing = false;
    session->lens = (Lens){0};
    session->breaks.is_marked = false;
    session->selection.pin = (Target){0};
    if (target->timeline)
        session_go_to_place(session, target, place);
    session_keep_valid(session);
}

void session_open(Session *session, int slot, Run *run, bool owns_run)
{
    session_replace(session, slot, run, owns_run);
    edit_note_open(session, slot);
}

void session_drop(Session *session, int count)
{
    if (session->gpu.run >= count)
        gpu_view_reset(&session->gpu);
    if (session->form.slot >= count)
        form_close(&session->form);
    session->lens = (Lens){0};
    session->breaks.is_marked = false;
    if (session->front >= count)
        session->selection.pin = (Target){0};
    while (session->run_count > count)
        slot_close(&session->runs[--session->run_count]);
    session_keep_valid(session);
}

void session_keep_only(Session *session, int slot)
{
    SessionRun kept = session->runs[slot];
    if (session->gpu.run != slot)
        gpu_view_reset(&session->gpu);
    session->gpu.run = 0;
    if (session->form.slot != slot)
        form_close(&session->form);
    session->form.slot = 0;
    session->runs[slot] = session->runs[0];
    session->runs[0] = kept;
    session->front = 0;
    session_drop(session, 1);
}

SessionRun *session_front(const Session *session)
{
    const SessionRun *slot = &session->runs[session->front];
    return session->front < session->run_count && slot->timeline ? (SessionRun *)slot : NULL;
}

const Step *session_step(const SessionRun *run)
{
    return timeline_last_step(run->timeline);
}

static uint64_t block_start(const SessionRun *run, uint64_t block)
{
    uint64_t at = 0;
    if (block >= slot_blocks(run) || !timeline_block_start(run->timeline, (uint32_t)block, &at))
        return timeline_length(run->timeline);
    return at;
}

static Place place_at(const SessionRun *run, uint64_t moment)
{
    uint64_t low = 0, high = slot_blocks(run) - 1;
    while (low < high) {
        uint64_t middle = (low + high + 1) / 2;
        if (block_start(run, middle) <= moment)
            low = middle;
        else
            high = middle - 1;
    }
    uint64_t start = block_start(run, low);
    return (Place){run->first_block + (uint32_t)low, moment - start,
                   block_start(run, low + 1) - start};
}

Place session_place(const SessionRun *run)
{
    return place_at(run, timeline_position(run->timeline));
}

uint64_t session_moment(const SessionRun *run, Place place)
{
    uint64_t block = place.block - run->first_block;
    uint64_t start = block_start(run, block), end = block_start(run, block + 1);
    if (!place.length)
        return start;
    double share = (double)place.step / (double)place.length;
    uint64_t moment = start + (uint64_t)(share * (double)(end - start) + 0.5);
    /* Where a block ends the next one is in view. */
    bool is_next = moment == end && moment > start && moment < timeline_length(run->timeline);
    return is_next ? moment - 1 : moment;
}

void session_go_to_place(Session *session, SessionRun *run, Place place)
{
    uint64_t blocks = launch_block_count(&run->run->launch);
    if (place.block >= blocks)
        place.block = (uint32_t)blocks - 1;
    if (!run->covers_grid && run->first_block != place.block)
        slot_open_timeline(run, place.block, 1);
    if (!run->timeline)
        return;
    timeline_seek(run->timeline, session_moment(run, place));
    slot_update(run);
    session_keep_valid(session);
}

/* Brings a run to the moment that means the same as that of the front run. */
static void follow(const SessionRun *front, SessionRun *run)
{
    uint64_t moment = timeline_position(front->timeline);
    uint32_t block = clock_block(front->run->launch.grid, timeline_machine(front->timeline)->block,
                                 run->run->launch.grid);
    if (!run->covers_grid && run->first_block != block && !slot_open_timeline(run, block, 1))
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
            follow(front, &session->runs[i]);
    session_keep_valid(session);
}

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

static bool slot_is_working(const SessionRun *slot)
{
    if (!slot->timeline)
        return false;
    return !slot->is_measured || (!slot->total && !slot->job_is_over) || slot->tiles->is_going_on ||
           slot->last->is_going_on || slot->footprints->is_going_on;
}

/* One slice of what is still to be found out; true if something became known. */
static bool slot_work(SessionRun *slot)
{
    const Report *total = slot->total;
    bool changed = !slot->is_measured || slot->footprints->is_going_on;
    if (!slot->is_measured)
        slot->is_measured = timeline_measure(slot->timeline, MEASURE_SLICE_STEPS);
    footprints_extend(slot->footprints);
    footprints_extend(slot->tiles);
    footprints_extend(slot->last);
    slot_update(slot);
    return changed || slot->total != total;
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

bool session_is_working(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (slot_is_working(&session->runs[i]))
            return true;
    return break_is_working(session);
}

void session_finish_work(Session *session)
{
    while (session_is_working(session)) {
        session_work(session);
        for (int i = 0; i < session->run_count; ++i)
            if (session->runs[i].job)
                total_job_wait(session->runs[i].job);
    }
}

void session_say(Session *session, StringKey key, const char *what)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(session->notice, sizeof session->notice, string_get(key, session->look.language),
             what);
#pragma GCC diagnostic pop
}
