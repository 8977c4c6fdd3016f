/* The steps of both blocks are gathered. Then, from the latest one before the moment on backwards,
 * a step of the same warp is sought whose instruction the other run does as often. */
#include "probe/time/same_step.h"

#include "probe/time/ticks.h"

#include <string.h>

/* What tells two instructions of one text apart, but for their order. */
static bool is_alike(const Instr *a, const Instr *b)
{
    return a->op == b->op && a->span.file == b->span.file && a->span.start == b->span.start &&
           a->span.length == b->span.length && a->space == b->space;
}

bool same_instruction(const Program *program, uint32_t pc, const Program *other, uint32_t *found)
{
    int before = 0;
    for (uint32_t at = 0; at < pc; ++at)
        before += is_alike(&program->code[at], &program->code[pc]);
    for (*found = 0; *found < other->code_count; ++*found)
        if (is_alike(&other->code[*found], &program->code[pc]) && before-- == 0)
            return true;
    return false;
}

static bool is_same_text(const Program *a, const Program *b)
{
    const SourceFile *one = &a->sources->files[0], *other = &b->sources->files[0];
    return one->length == other->length && memcmp(one->text, other->text, one->length) == 0;
}

/* Steps of a block, from its start. */
typedef struct Done {
    uint32_t *pcs, *warps;
    int count;
} Done;

static Done gather_steps(Arena *arena, Timeline *timeline, const BlockTicks *block, uint64_t most)
{
    Done done = {NULL, NULL, 0};
    int pcs = 0, capacity = 0, warp_capacity = 0;
    uint32_t linear = block->ticks[0].block;
    timeline_seek(timeline, block->start);
    while ((uint64_t)done.count < most && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0)) {
        const Step *step = timeline_last_step(timeline);
        if (step->block != linear)
            break;
        *ARENA_PUSH(arena, done.pcs, pcs, capacity) = step->pc;
        *ARENA_PUSH(arena, done.warps, done.count, warp_capacity) = step->warp;
    }
    return done;
}

static int count_times(const Done *done, int end, uint32_t warp, uint32_t pc)
{
    int times = 0;
    for (int i = 0; i < end; ++i)
        times += done->warps[i] == warp && done->pcs[i] == pc;
    return times;
}

/* The step with which a warp has done an instruction so many times; -1 if it does not. */
static int find_nth(const Done *done, uint32_t warp, uint32_t pc, int nth)
{
    for (int i = 0; i < done->count; ++i)
        if (done->warps[i] == warp && done->pcs[i] == pc && --nth == 0)
            return i;
    return -1;
}

/* How many steps the other run takes until it has done the latest step of `here` that it does at
 * all; 0 if it does none of them. */
static int find_latest(const Done *here, const Program *program, const Done *there,
                       const Program *other)
{
    uint32_t warp = here->warps[here->count - 1], pc;
    for (int i = here->count - 1; i >= 0; --i) {
        if (here->warps[i] != warp || !same_instruction(program, here->pcs[i], other, &pc))
            continue;
        int at = find_nth(there, warp, pc, count_times(here, i + 1, warp, here->pcs[i]));
        if (at >= 0)
            return at + 1;
    }
    return 0;
}

static bool find_in_block(ClockRun run, uint64_t moment, ClockRun other, uint64_t *found)
{
    BlockTicks here, there;
    uint32_t block = ticks_block_at(run.timeline, moment);
    if (timeline_takes_turns(run.timeline) || timeline_takes_turns(other.timeline))
        return false;
    if (!ticks_of_block(run.timeline, block, &here) ||
        !ticks_of_block(other.timeline, block, &there) || moment - here.start > SAME_STEP_LOOK)
        return false;
    *found = there.start;
    uint64_t end = timeline_length(other.timeline);
    if (moment == here.start)
        return true;
    if (here.is_whole && here.is_last && moment == here.end) {
        *found = end;
        return there.is_whole && there.is_last;
    }
    Arena *arena = arena_new();
    Done done = gather_steps(arena, run.timeline, &here, moment - here.start);
    Done all = gather_steps(arena, other.timeline, &there, SAME_STEP_LOOK);
    if (done.count)
        *found += (uint64_t)find_latest(&done, run.program, &all, other.program);
    arena_free(arena);
    bool is_end = ticks_of_block(other.timeline, block, &there) && *found == there.end &&
                  there.is_whole && !there.is_last;
    *found -= is_end; /* at the end of a block the window shows the next one: stay in this one */
    return true;
}

bool same_step_moment(ClockRun run, uint64_t moment, ClockRun other, uint64_t *found)
{
    if (!is_same_text(run.program, other.program))
        return false;
    uint64_t position = timeline_position(run.timeline), there = timeline_position(other.timeline);
    bool is_found = find_in_block(run, moment, other, found);
    timeline_seek(run.timeline, position);
    timeline_seek(other.timeline, there);
    return is_found;
}
