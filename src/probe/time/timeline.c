/* Time travel. Two runners share one set of checkpoints and ticks: the cursor, which is where the
 * learner stands, and the scout, which measures ahead. A moment's state depends on nothing but its
 * number, so it does not matter which of them left a checkpoint.
 * The hard idea: checkpoints stand at multiples of a spacing that doubles whenever they hold too
 * much, so any moment is at most one spacing of replay away from one. */
#include "probe/time/timeline.h"
#include "base/hash.h"
#include "probe/time/runner.h"
#include "probe/time/snapshot.h"
#include "program/loop.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum { SPACING_LEAST = 256, STATE_BYTES_PER_STEP = 1024 };

typedef struct Checkpoint {
    uint64_t position;
    Snapshot *state;
    MemorySaved *memory;
} Checkpoint;

/* How far a block has come. */
typedef struct Reached {
    uint32_t phase, iteration;
} Reached;

struct Timeline {
    Arena *arena;
    Stops stops;
    Runner cursor, scout; /* the scout is closed once the end is known */
    Checkpoint *checkpoints;
    size_t checkpoint_count, checkpoint_capacity;
    uint64_t checkpoint_bytes, spacing;
    uint64_t frontier; /* furthest moment seen; ticks are known up to it */
    uint64_t frontier_stops, frontier_accesses;
    Reached reached;      /* of the block that made the last step there */
    Reached *all_reached; /* of each block, where they take turns; NULL */
    Loop loop;            /* the main one; has_loop: there is one */
    bool has_loop, is_measured;
    Tick *ticks;
    size_t tick_count, tick_capacity;
    Turn *turns;
    size_t turn_count, turn_capacity;
    Report *total;
};

/* Room for one more element. */
static void *make_room(void *items, size_t item_bytes, size_t count, size_t *capacity)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? 2 * *capacity : 64;
    void *grown = page_alloc(*capacity * item_bytes);
    if (items)
        memcpy(grown, items, count * item_bytes);
    free(items);
    return grown;
}

/* Index of the first checkpoint after position. */
static size_t checkpoint_after(const Timeline *timeline, uint64_t position)
{
    size_t low = 0, high = timeline->checkpoint_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (timeline->checkpoints[middle].position <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t checkpoint_size(const Checkpoint *checkpoint)
{
    return snapshot_bytes(checkpoint->state) + memory_saved_bytes(checkpoint->memory);
}

static void drop_checkpoint(Timeline *timeline, Checkpoint *checkpoint)
{
    timeline->checkpoint_bytes -= snapshot_bytes(checkpoint->state);
    snapshot_free(checkpoint->state);
    timeline->checkpoint_bytes -= memory_saved_bytes(checkpoint->memory);
    memory_saved_free(checkpoint->memory);
}

/* Doubles the spacing until what is held fits. */
static void thin_out(Timeline *timeline)
{
    while (timeline->checkpoint_bytes > TIMELINE_CHECKPOINT_BYTES &&
           timeline->checkpoint_count > 1) {
        size_t kept = 0;
        timeline->spacing *= 2;
        for (size_t i = 0; i < timeline->checkpoint_count; ++i) {
            Checkpoint *checkpoint = &timeline->checkpoints[i];
            if (checkpoint->position % timeline->spacing == 0)
                timeline->checkpoints[kept++] = *checkpoint;
            else
                drop_checkpoint(timeline, checkpoint);
        }
        timeline->checkpoint_count = kept;
    }
}

/* Leaves a checkpoint where the runner stands, if one belongs there and is missing. */
static void leave_checkpoint(Timeline *timeline, Runner *runner)
{
    uint64_t position = runner->state->position;
    if (position & (timeline->spacing - 1)) /* a power of two */
        return;
    size_t at = checkpoint_after(timeline, position);
    if (at && timeline->checkpoints[at - 1].position == position)
        return;
    const Snapshot *like = at ? timeline->checkpoints[at - 1].state : NULL;
    Checkpoint checkpoint = {position, snapshot_take(runner->bytes, runner->size_bytes, like),
                             memory_save(runner->memory)};
    timeline->checkpoints = make_room(timeline->checkpoints, sizeof checkpoint,
                                      timeline->checkpoint_count, &timeline->checkpoint_capacity);
    memmove(&timeline->checkpoints[at + 1], &timeline->checkpoints[at],
            (timeline->checkpoint_count - at) * sizeof checkpoint);
    timeline->checkpoints[at] = checkpoint;
    timeline->checkpoint_count++;
    timeline->checkpoint_bytes += checkpoint_size(&checkpoint);
    thin_out(timeline);
}

static void add_tick(Timeline *timeline, Tick tick)
{
    timeline->ticks =
        make_room(timeline->ticks, sizeof tick, timeline->tick_count, &timeline->tick_capacity);
    timeline->ticks[timeline->tick_count++] = tick;
}

/* Where the runner stands another block than before makes the next step. */
static void begin_turn(Timeline *timeline, const Runner *runner)
{
    const RunnerState *state = runner->state;
    uint64_t step = runner->machine->step_count;
    uint32_t block = runner->first_block + state->block;
    add_tick(timeline,
             (Tick){.at = state->position, .kind = step ? TICK_TURN : TICK_BLOCK, .block = block});
    timeline->turns = make_room(timeline->turns, sizeof *timeline->turns, timeline->turn_count,
                                &timeline->turn_capacity);
    timeline->turns[timeline->turn_count++] = (Turn){state->position, step, block};
    if (timeline->all_reached && state->has_step)
        timeline->all_reached[state->step.block] = timeline->reached;
    timeline->reached = timeline->all_reached ? timeline->all_reached[block] : (Reached){0, 0};
}

static void finish(Timeline *timeline, const Runner *runner)
{
    const Report *report = probe_report(runner->probe);
    timeline->is_measured = true;
    timeline->total = page_alloc(report->size_bytes);
    memcpy(timeline->total, report, report->size_bytes);
}

/* A tick where the runner stands, after its last step. */
static void note_tick(Timeline *timeline, const Runner *runner, TickKind kind, uint32_t number)
{
    const RunnerState *state = runner->state;
    add_tick(timeline, (Tick){state->position, kind, state->step.block, number, state->step.pc});
}

/* The last step was a test of the main loop. */
static void explore_loop(Timeline *timeline, const Runner *runner)
{
    const Step *step = &runner->state->step;
    const Warp *warp = &machine_warps(runner->machine)[step->warp];
    if (!step->taken) {
        note_tick(timeline, runner, TICK_LEAVE, step->warp);
        return;
    }
    uint32_t iteration = machine_frames(runner->machine, step->warp)[warp->depth - 1].passes;
    if (step->instr->flags & INSTR_PHASE || iteration <= timeline->reached.iteration)
        return;
    timeline->reached.iteration = iteration;
    note_tick(timeline, runner, TICK_ITERATION, iteration);
}

/* Notes what the runner's last step shows, if nobody has been here before. */
static void explore(Timeline *timeline, const Runner *runner)
{
    const RunnerState *state = runner->state;
    const Step *step = &state->step;
    if (state->position <= timeline->frontier)
        return;
    timeline->frontier = state->position;
    timeline->frontier_stops = state->stops;
    timeline->frontier_accesses = state->accesses;
    if (step->is_release)
        note_tick(timeline, runner, TICK_BARRIER, step->interval + 1);
    if (step->phase > timeline->reached.phase) {
        timeline->reached.phase = step->phase;
        note_tick(timeline, runner, TICK_PHASE, step->phase);
    }
    if (timeline->has_loop && step->pc == timeline->loop.test)
        explore_loop(timeline, runner);
    if (state->is_ended)
        finish(timeline, runner);
    else if (runner->first_block + state->block != step->block)
        begin_turn(timeline, runner);
}

static void advance(Timeline *timeline, Runner *runner)
{
    runner_step(runner);
    explore(timeline, runner);
    leave_checkpoint(timeline, runner);
}

static void restore(Runner *runner, const Checkpoint *checkpoint)
{
    snapshot_restore(checkpoint->state, runner->bytes);
    memory_restore(runner->memory, checkpoint->memory);
    runner_find(runner);
}

Timeline *timeline_new(const Program *program, const Launch *launch, uint32_t first_block,
                       uint32_t block_count, const char **reason)
{
    Timeline *timeline = page_alloc(sizeof *timeline);
    if (!runner_open(&timeline->cursor, program, launch, first_block, block_count, reason) ||
        !runner_open(&timeline->scout, program, launch, first_block, block_count, reason)) {
        timeline_free(timeline);
        return NULL;
    }
    timeline->arena = arena_new();
    timeline->stops = stops_of(timeline->arena, program);
    timeline->cursor.stops = timeline->scout.stops = &timeline->stops;
    timeline->has_loop = loop_main(program, &timeline->loop);
    timeline->spacing = SPACING_LEAST;
    while (timeline->spacing < timeline->cursor.size_bytes / STATE_BYTES_PER_STEP)
        timeline->spacing *= 2;
    if (timeline->cursor.rounds)
        timeline->all_reached = ARENA_ARRAY(timeline->arena, Reached, timeline->cursor.block_count);
    begin_turn(timeline, &timeline->cursor);
    leave_checkpoint(timeline, &timeline->cursor);
    return timeline;
}

void timeline_free(Timeline *timeline)
{
    if (!timeline)
        return;
    for (size_t i = 0; i < timeline->checkpoint_count; ++i)
        drop_checkpoint(timeline, &timeline->checkpoints[i]);
    runner_close(&timeline->cursor);
    runner_close(&timeline->scout);
    free(timeline->checkpoints);
    arena_free(timeline->arena);
    free(timeline->ticks);
    free(timeline->turns);
    free(timeline->total);
    free(timeline);
}

uint64_t timeline_position(const Timeline *timeline)
{
    return timeline->cursor.state->position;
}

uint64_t timeline_length(const Timeline *timeline)
{
    return timeline->frontier;
}

bool timeline_measure(Timeline *timeline, uint64_t budget_steps)
{
    Runner *scout = &timeline->scout;
    if (!timeline->is_measured) {
        const Checkpoint *last = &timeline->checkpoints[timeline->checkpoint_count - 1];
        if (last->position > scout->state->position)
            restore(scout, last);
        while (budget_steps-- && !scout->state->is_ended)
            advance(timeline, scout);
    }
    if (timeline->is_measured && scout->memory)
        runner_close(scout);
    return timeline->is_measured;
}

void timeline_seek(Timeline *timeline, uint64_t position)
{
    Runner *cursor = &timeline->cursor;
    const Checkpoint *checkpoint = &timeline->checkpoints[checkpoint_after(timeline, position) - 1];
    if (cursor->state->position > position || cursor->state->position < checkpoint->position)
        restore(cursor, checkpoint);
    while (cursor->state->position < position && !cursor->state->is_ended)
        advance(timeline, cursor);
}

static unsigned tick_kinds(Grain grain)
{
    switch (grain) {
    case GRAIN_BARRIER: return 1u << TICK_BARRIER | 1u << TICK_BLOCK;
    case GRAIN_PHASE: return 1u << TICK_PHASE | 1u << TICK_BLOCK;
    case GRAIN_ITERATION: return 1u << TICK_ITERATION | 1u << TICK_PHASE | 1u << TICK_BLOCK;
    case GRAIN_BLOCK: return 1u << TICK_BLOCK | 1u << TICK_TURN;
    default: return 0;
    }
}

/* Index of the first tick after position. */
static size_t tick_after(const Timeline *timeline, uint64_t position)
{
    size_t low = 0, high = timeline->tick_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (timeline->ticks[middle].at <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moves on to the next tick of these kinds, known or still to be found, or to the end if there is
 * none. */
static void move_to_next_tick(Timeline *timeline, unsigned kinds)
{
    size_t next = tick_after(timeline, timeline_position(timeline));
    uint64_t stop = timeline->frontier + TIMELINE_LOOK_STEPS;
    for (;; ++next) {
        while (next == timeline->tick_count && !timeline->is_measured) {
            timeline_seek(timeline, timeline->frontier);
            if (timeline->frontier >= stop)
                return;
            advance(timeline, &timeline->cursor);
        }
        if (next == timeline->tick_count)
            break;
        if (kinds >> timeline->ticks[next].kind & 1) {
            timeline_seek(timeline, timeline->ticks[next].at);
            return;
        }
    }
    timeline_seek(timeline, timeline->frontier);
}

/* Moves back to the last tick of these kinds before the position; moment 0 counts as one. */
static void move_to_last_tick(Timeline *timeline, unsigned kinds)
{
    size_t last = tick_after(timeline, timeline_position(timeline) - 1);
    while (last && !(kinds >> timeline->ticks[last - 1].kind & 1))
        last--;
    timeline_seek(timeline, last ? timeline->ticks[last - 1].at : 0);
}

/* Takes the cursor's next step; whether it has brought the warp to another line or another
 * block. */
static bool step_changes_line(Timeline *timeline, uint32_t warp)
{
    Runner *cursor = &timeline->cursor;
    uint32_t line = runner_line(cursor, warp), block = cursor->state->block;
    advance(timeline, cursor);
    return runner_line(cursor, warp) != line || cursor->state->block != block;
}

/* Takes the cursor's next step; whether a move by that grain stops after it. */
static bool step_stops(Timeline *timeline, Grain grain, uint32_t warp)
{
    const RunnerState *state = timeline->cursor.state;
    if (grain == GRAIN_LINE)
        return step_changes_line(timeline, warp);
    uint64_t before = state->stops;
    advance(timeline, &timeline->cursor);
    return state->stops != before;
}

static void move_to_next_stop(Timeline *timeline, Grain grain, uint32_t warp)
{
    const RunnerState *state = timeline->cursor.state;
    uint64_t end = timeline->frontier + TIMELINE_LOOK_STEPS;
    while (!step_stops(timeline, grain, warp) && !state->is_ended && state->position < end)
        continue;
}

/* Replays the stretch before the position, then the one before that, until one holds a stop. */
static void move_to_last_stop(Timeline *timeline, Grain grain, uint32_t warp)
{
    uint64_t end = timeline_position(timeline) - 1, found = 0;
    uint64_t least = end > TIMELINE_LOOK_STEPS ? end - TIMELINE_LOOK_STEPS : 0;
    for (;;) {
        uint64_t start = timeline->checkpoints[checkpoint_after(timeline, end) - 1].position;
        if (start == end && end)
            start = timeline->checkpoints[checkpoint_after(timeline, end - 1) - 1].position;
        timeline_seek(timeline, start);
        while (timeline_position(timeline) < end)
            if (step_stops(timeline, grain, warp))
                found = timeline_position(timeline);
        if (found || start <= least)
            break;
        end = start;
    }
    timeline_seek(timeline, found ? found : least);
}

bool timeline_move(Timeline *timeline, Grain grain, int direction, uint32_t warp)
{
    const RunnerState *state = timeline->cursor.state;
    if (direction > 0 ? state->is_ended : state->position == 0)
        return false;
    if (grain == GRAIN_INSTRUCTION)
        timeline_seek(timeline, direction > 0 ? state->position + 1 : state->position - 1);
    else if (grain == GRAIN_LINE || grain == GRAIN_ACCESS)
        (direction > 0 ? move_to_next_stop : move_to_last_stop)(timeline, grain, warp);
    else if (direction > 0)
        move_to_next_tick(timeline, tick_kinds(grain));
    else
        move_to_last_tick(timeline, tick_kinds(grain));
    return true;
}

bool timeline_block_start(const Timeline *timeline, uint32_t block, uint64_t *position)
{
    if (block >= timeline->turn_count || block >= timeline->cursor.block_count)
        return false;
    *position = timeline->turns[block].at;
    return true;
}

const Turn *timeline_turns(const Timeline *timeline, size_t *count)
{
    *count = timeline->turn_count;
    return timeline->turns;
}

bool timeline_takes_turns(const Timeline *timeline)
{
    return timeline->cursor.rounds != NULL;
}

bool timeline_block_moment(const Timeline *timeline, uint32_t block, uint64_t steps,
                           uint64_t *moment)
{
    uint32_t first = timeline->cursor.first_block;
    if (!timeline->cursor.rounds) {
        bool is_known = block >= first && timeline_block_start(timeline, block - first, moment);
        *moment += is_known ? steps : 0;
        return is_known && *moment <= timeline->frontier;
    }
    for (size_t i = timeline->turn_count; i-- > 0;) {
        const Turn *turn = &timeline->turns[i];
        bool is_first = turn->step == 0 && steps == 0;
        if (turn->block != block || (turn->step >= steps && !is_first))
            continue;
        uint64_t end = i + 1 < timeline->turn_count ? turn[1].at : timeline->frontier;
        *moment = turn->at + (steps - turn->step);
        return *moment <= end;
    }
    return false;
}

const Rounds *timeline_rounds(const Timeline *timeline, bool *has_opened)
{
    *has_opened = timeline->cursor.state->has_opened;
    return timeline->cursor.rounds;
}

uint64_t timeline_stops(const Timeline *timeline, uint64_t *all)
{
    *all = timeline->frontier_stops;
    return timeline->cursor.state->stops;
}

uint64_t timeline_accesses(const Timeline *timeline, uint64_t *all)
{
    *all = timeline->frontier_accesses;
    return timeline->cursor.state->accesses;
}

const Machine *timeline_machine(const Timeline *timeline)
{
    return timeline->cursor.machine;
}

const Probe *timeline_probe(const Timeline *timeline)
{
    return timeline->cursor.probe;
}

Memory *timeline_memory(Timeline *timeline)
{
    return timeline->cursor.memory;
}

const Step *timeline_last_step(const Timeline *timeline)
{
    const RunnerState *state = timeline->cursor.state;
    return state->has_step ? &state->step : NULL;
}

const Tick *timeline_ticks(const Timeline *timeline, int *count)
{
    *count = (int)timeline->tick_count;
    return timeline->ticks;
}

uint64_t timeline_hash(const Timeline *timeline)
{
    const Report *report = probe_report(timeline->cursor.probe);
    uint64_t hash = hash_u64(HASH_START, machine_hash(timeline->cursor.machine));
    hash = hash_bytes(hash, report, report->size_bytes);
    return hash_u64(hash, memory_hash(timeline->cursor.memory));
}

const Report *timeline_total(const Timeline *timeline)
{
    return timeline->total;
}

uint64_t timeline_checkpoint_bytes(const Timeline *timeline)
{
    return timeline->checkpoint_bytes;
}

uint64_t timeline_spacing(const Timeline *timeline)
{
    return timeline->spacing;
}
