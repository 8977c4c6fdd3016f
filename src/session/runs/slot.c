/* One block is run first; how long it is tells whether all blocks fit on one timeline and whether
 * the whole grid can be counted beside it. */
#include "session/runs/slot.h"

#include "session/grid/spoil_job.h"
#include "session/grid/total.h"
#include "session/rerun/corner.h"
#include "session/rerun/footprint.h"

/* A grid of up to so many steps lies on one timeline, block after block. */
enum { GRID_TIMELINE_STEPS = 400000 };
/* A longer one is counted in the background up to this many steps. */
#define GRID_COUNT_STEPS ((uint64_t)1000 * 1000 * 1000)
/* Steps measured in one slice of background work. */
enum { MEASURE_SLICE_STEPS = 20000 };

void slot_close(SessionRun *slot)
{
    job_free(slot->spoil_job);
    job_free(slot->job);
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

static bool slot_open_timeline(SessionRun *slot, uint32_t first_block, uint64_t blocks)
{
    const char *reason = NULL;
    timeline_free(slot->timeline);
    slot->first_block = first_block;
    slot->timeline = timeline_new(slot->run->program, &slot->run->launch, first_block,
                                  (uint32_t)blocks, &reason);
    slot->is_measured = slot->timeline && timeline_measure(slot->timeline, MEASURE_SLICE_STEPS);
    if (!slot->timeline)
        slot->problem =
            phrase_new(slot->arena, "%p", PHRASE_KEY(reason ? reason : "out of memory"));
    return slot->timeline != NULL;
}

/* The first block tells how long the grid is going to be. */
static void slot_choose_extent(SessionRun *slot)
{
    uint64_t blocks = launch_block_count(&slot->run->launch);
    if (!slot_open_timeline(slot, 0, 1))
        return;
    uint64_t steps = timeline_length(slot->timeline);
    bool takes_turns = timeline_takes_turns(slot->timeline);
    bool is_short = slot->is_measured && steps * blocks <= GRID_TIMELINE_STEPS;
    slot->covers_grid = is_short || takes_turns;
    if (is_short && blocks > 1 && !takes_turns)
        slot_open_timeline(slot, 0, blocks);
}

/* Once the length of a block is known: begins to count a grid that is not too long for the machine.
 * One that a timeline holds takes no time; its result is known at once, so pictures do not depend
 * on a clock. */
static void slot_start_job(SessionRun *slot)
{
    uint64_t blocks =
        timeline_takes_turns(slot->timeline) ? 1 : launch_block_count(&slot->run->launch);
    uint64_t steps = timeline_length(slot->timeline) * blocks;
    slot->job_is_over = steps > GRID_COUNT_STEPS;
    if (slot->job_is_over)
        return;
    slot->job = total_job_start(slot->run->program, &slot->run->launch);
    slot->job_is_over = !slot->job;
    if (slot->job && slot->covers_grid && (blocks > 1 || steps <= GRID_TIMELINE_STEPS))
        job_wait(slot->job);
}

static void slot_take_job(SessionRun *slot)
{
    const Report *counted = NULL;
    slot->job_is_over = total_job_poll(slot->job, &counted);
    if (counted) { /* the timeline's own total does not tell what was never read */
        slot->total = counted;
        slot->is_judged = true;
    }
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
 * reads and writes; else NULL. A timeline that begins with the block has nothing before it, and
 * blocks that take turns are run again all together. */
static MemorySaved *memory_before(const SessionRun *slot, uint32_t block)
{
    uint64_t start, position = timeline_position(slot->timeline);
    if (!slot->covers_grid || timeline_takes_turns(slot->timeline) ||
        !reads_what_it_writes(&slot->run->launch) ||
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

static bool has_race(const Report *report)
{
    for (int i = 0; i < report->finding_count; ++i)
        if (finding_is_race(report_findings(report)[i].kind))
            return true;
    return false;
}

/* Once the result is known: what is missing either shows in it, or an order is looked for in which
 * it does. */
static void follow_spoil(SessionRun *slot)
{
    bool is_beside = !slot->check && slot->total && slot->job_is_over && has_race(slot->total) &&
                     slot->run->compile.without_count > 0;
    bool is_missing = slot->check && slot->total &&
                      (has_race(slot->total) || slot->run->compile.without_count > 0);
    if (slot->spoil_job)
        spoil_job_poll(slot->spoil_job, &slot->spoil);
    else if (is_missing && slot->spoil.kind == SPOIL_NONE && slot->check->wrong > 0)
        slot->spoil = (Spoil){
            .kind = SPOIL_HERE, .wrong = slot->check->wrong, .order = slot->run->options.order};
    else if (is_missing && slot->spoil.kind == SPOIL_NONE && has_race(slot->total) &&
             (slot->spoil_job = spoil_job_start(slot->run, slot->total, false)))
        slot->spoil.kind = SPOIL_SEARCHING;
    else if (is_beside && slot->spoil.kind == SPOIL_NONE &&
             (slot->spoil_job = spoil_job_start(slot->run, slot->total, true)))
        slot->spoil = (Spoil){.kind = SPOIL_SEARCHING, .is_beside = true, .output = -1};
    if (slot->check && slot->spoil.kind != SPOIL_NONE && !slot->spoil.larger)
        slot->spoil.all = slot->check->total;
}

void slot_stop_spoil(SessionRun *slot)
{
    job_free(slot->spoil_job);
    slot->spoil_job = NULL;
    slot->spoil = (Spoil){.kind = SPOIL_LEFT};
}

void slot_look_for_spoil(SessionRun *slot)
{
    slot->spoil = (Spoil){.kind = SPOIL_NONE};
    follow_spoil(slot);
}

void slot_update(SessionRun *slot)
{
    uint32_t block = timeline_machine(slot->timeline)->block;
    const Program *program = slot->run->program;
    const Launch *launch = &slot->run->launch;
    if (!slot->tiles) {
        slot->tiles = footprints_open_logged(slot->arena, program, launch, 0, NULL);
        slot->accumulators = accumulators_of(slot->arena, program);
        slot->corner = corner_find(&slot->accumulators, launch, slot->tiles);
    }
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
    follow_spoil(slot);
}

void slot_start(SessionRun *slot)
{
    slot->arena = arena_new();
    slot->block_arena = arena_new();
    if (!slot->run->program) {
        slot->problem = PHRASE_LITERAL("");
        return;
    }
    slot->problem = launch_check(slot->arena, &slot->run->launch, slot->run->program);
    if (slot->problem)
        return;
    session_doubt(slot);
    slot->switchable_count =
        unit_switchables(slot->arena, slot->run->unit, slot->run->program->name,
                         slot->run->compile.template_args, &slot->switchables);
    slot_choose_extent(slot);
    if (slot->timeline)
        slot_update(slot);
}

bool slot_hold_block(SessionRun *slot, uint32_t block)
{
    return slot->covers_grid || slot->first_block == block || slot_open_timeline(slot, block, 1);
}

bool slot_is_working(const SessionRun *slot)
{
    if (!slot->timeline)
        return false;
    return slot->spoil.kind == SPOIL_SEARCHING || !slot->is_measured ||
           (!slot->total && !slot->job_is_over) || slot->tiles->is_going_on ||
           slot->last->is_going_on || slot->footprints->is_going_on;
}

bool slot_work(SessionRun *slot)
{
    const Report *total = slot->total;
    Spoil spoil = slot->spoil;
    bool changed = !slot->is_measured || slot->footprints->is_going_on;
    if (!slot->is_measured)
        slot->is_measured = timeline_measure(slot->timeline, MEASURE_SLICE_STEPS);
    footprints_extend(slot->footprints);
    footprints_extend(slot->tiles);
    footprints_extend(slot->last);
    slot_update(slot);
    return changed || slot->total != total || slot->spoil.kind != spoil.kind ||
           slot->spoil.tried != spoil.tried;
}
