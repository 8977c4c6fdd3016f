/* One Machine is started again for each block. */
#include "vm/walk.h"

#include "vm/page.h"

bool walk_open(Walk *walk, const Program *program, const Launch *launch, const char **reason)
{
    *walk = (Walk){.program = program,
                   .launch = launch,
                   .memory = memory_new(launch, reason),
                   .machine = page_alloc_aligned(machine_size(program, launch)),
                   .steps_left = UINT64_MAX};
    walk_over(walk, 0, 1, launch_block_count(launch));
    return walk->memory != NULL;
}

void walk_close(Walk *walk)
{
    memory_free(walk->memory);
    page_free_aligned(walk->machine);
    walk->memory = NULL;
    walk->machine = NULL;
}

void walk_over(Walk *walk, uint64_t first, uint64_t stride, uint64_t count)
{
    walk->first = first;
    walk->stride = stride;
    walk->count = count;
    walk->event = WALK_END;
    walk->done = 0;
}

static bool begin_block(Walk *walk)
{
    bool is_stopped = walk->stops_at_limit && walk->done && walk->machine->stopped_by;
    if (walk->done == walk->count || is_stopped)
        return false;
    uint64_t block = (walk->first + walk->done * walk->stride) % launch_block_count(walk->launch);
    machine_start(walk->machine, walk->program, walk->launch,
                  walk->blocks ? walk->blocks[walk->done] : (uint32_t)block);
    walk->event = WALK_BEGIN;
    return true;
}

static bool is_unwanted(Walk *walk)
{
    if (walk->event == WALK_STEP && walk->steps % WALK_STEPS_BETWEEN_QUESTIONS == 0)
        walk->is_unwanted = walk->goes_on && !walk->goes_on(walk->context);
    return walk->is_unwanted;
}

bool walk_next(Walk *walk, Step *step)
{
    if (walk->event == WALK_END)
        return begin_block(walk);
    if (is_unwanted(walk))
        return false;
    if (!machine_step(walk->machine, walk->program, walk->launch, walk->memory, step)) {
        walk->event = WALK_END;
        walk->done++;
        return true;
    }
    walk->is_cut = walk->steps_left == 0;
    if (walk->is_cut)
        return false;
    walk->event = WALK_STEP;
    walk->steps_left--;
    walk->steps++;
    return true;
}
