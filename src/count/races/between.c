/* The machine runs the blocks one after another, and the shadow looks on. */
#include "count/races/between.h"
#include "count/races/orders.h"
#include "count/races/places.h"
#include "count/races/shadow.h"

#include "vm/machine.h"
#include "vm/page.h"

#include <stdlib.h>

enum { STEPS_BETWEEN_QUESTIONS = 1024 };

typedef struct Passes {
    const Program *program;
    Launch launch;          /* backwards with a limit of steps */
    Memory *memory, *other; /* of the blocks in their own order; of all other orders */
    Machine *machine;
    Shadow *shadow;
    BetweenGoesOn *goes_on;
    void *context;
    uint64_t steps;        /* of this pass */
    uint64_t longest_warp; /* steps of the warp that made most */
    bool is_unwanted, is_too_long;
} Passes;

/* False if the pass is to end. */
static bool run_block(Passes *passes, Memory *memory, uint32_t block)
{
    Machine *machine = passes->machine;
    Step step;
    machine_start(machine, passes->program, &passes->launch, block);
    shadow_begin_block(passes->shadow, block);
    while (machine_step(machine, passes->program, &passes->launch, memory, &step)) {
        shadow_fold(passes->shadow, &step, memory);
        if (step.warp_step > passes->longest_warp)
            passes->longest_warp = step.warp_step;
        if (++passes->steps % STEPS_BETWEEN_QUESTIONS == 0 && passes->goes_on &&
            !passes->goes_on(passes->context)) {
            passes->is_unwanted = true;
            return false;
        }
        if (passes->steps > BETWEEN_STEPS || shadow_is_exhausted(passes->shadow)) {
            shadow_give_up(passes->shadow);
            passes->is_too_long = true;
            return false;
        }
    }
    shadow_end_block(passes->shadow);
    return !machine->stopped_by;
}

static void run_pass(Passes *passes, bool is_backwards)
{
    uint64_t count = launch_block_count(&passes->launch);
    passes->steps = 0;
    shadow_begin_pass(passes->shadow);
    for (uint64_t i = 0; i < count; ++i)
        if (!run_block(passes, is_backwards ? passes->other : passes->memory,
                       (uint32_t)(is_backwards ? count - 1 - i : i)))
            return;
}

/* Steps of a warp after which a block that runs in another order is said to wait for one that has
 * not run yet. */
static uint64_t most_steps(const Passes *passes)
{
    return 4 * passes->longest_warp + STEPS_BETWEEN_QUESTIONS;
}

/* A block that waits for a lower one never ends when it runs first: then that order is genuine. */
static void run_backwards(Passes *passes)
{
    passes->launch.max_steps = most_steps(passes);
    run_pass(passes, true);
}

static void run_passes(Passes *passes)
{
    passes->machine = page_alloc_aligned(machine_size(passes->program, &passes->launch));
    run_pass(passes, false);
    if (!passes->is_unwanted && shadow_has_ordered(passes->shadow))
        run_backwards(passes);
    page_free_aligned(passes->machine);
}

static void find_in(Passes *passes, const Launch *launch, Report *report)
{
    const char *reason;
    passes->memory = memory_new(launch, &reason);
    passes->other = memory_new(launch, &reason);
    if (passes->memory && passes->other)
        run_passes(passes);
    else
        shadow_give_up(passes->shadow);
    shadow_tell(passes->shadow, report);
    passes->launch.max_steps = most_steps(passes);
    if (shadow_has_race(passes->shadow) && !passes->is_unwanted && !passes->is_too_long)
        report->orders = orders_try(passes->program, &passes->launch, passes->memory, passes->other,
                                    BETWEEN_STEPS, passes->goes_on, passes->context);
    memory_free(passes->memory);
    memory_free(passes->other);
}

void between_find(const Program *program, const Launch *launch, const Crossing *crossing,
                  BetweenGoesOn *goes_on, void *context, Report *report)
{
    Passes passes = {.program = program,
                     .launch = *launch,
                     .shadow = shadow_new(program, launch, crossing),
                     .goes_on = goes_on,
                     .context = context};
    places_tell(launch, crossing, report);
    if (passes.shadow && shadow_is_wanted(passes.shadow))
        find_in(&passes, launch, report);
    shadow_free(passes.shadow);
}
