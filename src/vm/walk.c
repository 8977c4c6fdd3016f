/* One Machine is started again for each block, or every block has its own. */
#include "vm/walk.h"

#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

/* Blocks that have a machine of their own. */
static uint64_t machine_count(const Walk *walk)
{
    return walk->rounds ? launch_block_count(walk->launch) : 1;
}

static uint64_t machine_bytes(const Walk *walk)
{
    return page_rounded(machine_size(walk->program, walk->launch));
}

bool walk_open(Walk *walk, const Program *program, const Launch *launch, const char **reason)
{
    uint64_t blocks = launch_block_count(launch);
    *walk = (Walk){.program = program,
                   .launch = launch,
                   .memory = memory_new(launch, reason),
                   .steps_left = UINT64_MAX};
    if (rounds_are_wanted(program)) {
        walk->rounds = page_alloc(rounds_size(blocks));
        walk->is_told = page_alloc(blocks * sizeof *walk->is_told);
    }
    walk->machines = page_alloc_aligned(machine_count(walk) * machine_bytes(walk));
    walk->machine = walk->machines;
    walk_over(walk, 0, 1, blocks);
    return walk->memory != NULL;
}

void walk_close(Walk *walk)
{
    memory_free(walk->memory);
    page_free_aligned(walk->machines);
    free(walk->rounds);
    free(walk->is_told);
    walk->memory = NULL;
    walk->machine = walk->machines = NULL;
    walk->rounds = NULL;
    walk->is_told = NULL;
}

static uint32_t block_at(const Walk *walk, uint64_t number)
{
    uint64_t block = (walk->first + number * walk->stride) % launch_block_count(walk->launch);
    return walk->blocks ? walk->blocks[number] : (uint32_t)block;
}

/* All blocks stand before their first step. */
static void start_rounds(Walk *walk)
{
    uint64_t blocks = machine_count(walk);
    memset(walk->rounds, 0, rounds_size(blocks));
    memset(walk->is_told, 0, blocks * sizeof *walk->is_told);
    rounds_start(walk->rounds, blocks);
    for (uint64_t i = 0; i < walk->count; ++i)
        walk->is_told[block_at(walk, i)] = true;
    for (uint64_t i = 0; i < blocks; ++i)
        ((Machine *)((char *)walk->machines + i * machine_bytes(walk)))->size_bytes = 0;
}

void walk_over(Walk *walk, uint64_t first, uint64_t stride, uint64_t count)
{
    walk->first = first;
    walk->stride = stride;
    walk->count = count;
    walk->event = WALK_END;
    walk->done = 0;
    walk->is_over = false;
    if (walk->rounds)
        start_rounds(walk);
}

static bool begin_block(Walk *walk)
{
    bool is_stopped = walk->stops_at_limit && walk->done && walk->machine->stopped_by;
    if (walk->done == walk->count || is_stopped)
        return false;
    machine_start(walk->machine, walk->program, walk->launch, block_at(walk, walk->done));
    walk->event = WALK_BEGIN;
    return true;
}

static bool is_unwanted(Walk *walk)
{
    if (walk->event == WALK_STEP && walk->steps % WALK_STEPS_BETWEEN_QUESTIONS == 0)
        walk->is_unwanted = walk->goes_on && !walk->goes_on(walk->context);
    return walk->is_unwanted;
}

/* Counts a step that was made; false if the budget does not suffice for it. */
static bool count_step(Walk *walk)
{
    walk->is_cut = walk->steps_left == 0;
    if (walk->is_cut)
        return false;
    walk->event = WALK_STEP;
    walk->steps_left--;
    walk->steps++;
    return true;
}

/* The next event of blocks that take turns, told or not. */
static bool next_of_rounds(Walk *walk, Step *step)
{
    Machine *machine = walk->machine;
    if (walk->event == WALK_STEP && machine_is_done(machine)) {
        walk->event = WALK_END;
        walk->done += walk->is_told[machine->block];
        return true;
    }
    if (walk->is_over)
        return false;
    uint32_t block = walk->rounds->block;
    walk->machine = machine = (Machine *)((char *)walk->machines + block * machine_bytes(walk));
    if (!machine->size_bytes) {
        machine_start(machine, walk->program, walk->launch, block);
        walk->event = WALK_BEGIN;
        return true;
    }
    machine_step(machine, walk->program, walk->launch, walk->memory, step);
    walk->is_over = !rounds_note(walk->rounds, machine, step, NULL);
    return count_step(walk);
}

bool walk_next(Walk *walk, Step *step)
{
    if (walk->rounds) {
        while (!is_unwanted(walk) && next_of_rounds(walk, step))
            if (walk->is_told[walk->machine->block])
                return true;
        return false;
    }
    if (walk->event == WALK_END)
        return begin_block(walk);
    if (is_unwanted(walk))
        return false;
    if (!machine_step(walk->machine, walk->program, walk->launch, walk->memory, step)) {
        walk->event = WALK_END;
        walk->done++;
        return true;
    }
    return count_step(walk);
}
