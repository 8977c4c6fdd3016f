/* Both ways through the grid are walks, at which the shadow looks on. */
#include "count/races/between.h"
#include "count/races/orders.h"
#include "count/races/places.h"
#include "count/races/shadow.h"

typedef struct GridPasses {
    Launch launch;    /* backwards with a limit of steps */
    Walk walk, other; /* of the blocks in their own order; of all other orders */
    Shadow *shadow;
    uint64_t longest_warp; /* steps of the warp that made most */
    bool is_unwanted, is_too_long;
} GridPasses;

static void run_pass(GridPasses *passes, Walk *walk)
{
    Step step;
    walk->stops_at_limit = true;
    walk->steps_left = BETWEEN_STEPS;
    shadow_begin_pass(passes->shadow);
    while (!shadow_is_exhausted(passes->shadow) && walk_next(walk, &step)) {
        shadow_follow(passes->shadow, walk, &step);
        if (walk->event == WALK_STEP && step.warp_step > passes->longest_warp)
            passes->longest_warp = step.warp_step;
    }
    passes->is_unwanted |= walk->is_unwanted;
    if (!walk->is_cut && !shadow_is_exhausted(passes->shadow))
        return;
    shadow_give_up(passes->shadow);
    passes->is_too_long = true;
}

/* Steps of a warp after which a block that runs in another order is said to wait for one that has
 * not run yet. */
static uint64_t most_steps(const GridPasses *passes)
{
    return 4 * passes->longest_warp + WALK_STEPS_BETWEEN_QUESTIONS;
}

/* A block that waits for a lower one never ends when it runs first: then that order is genuine. */
static void run_backwards(GridPasses *passes)
{
    Walk *walk = &passes->other;
    passes->launch.max_steps = most_steps(passes);
    walk_over(walk, walk->count - 1, walk->count - 1, walk->count);
    run_pass(passes, walk);
}

static void run_passes(GridPasses *passes)
{
    run_pass(passes, &passes->walk);
    if (!passes->is_unwanted && shadow_has_ordered(passes->shadow))
        run_backwards(passes);
}

static void find_in(GridPasses *passes, const Program *program, BetweenGoesOn *goes_on,
                    void *context, Report *report)
{
    const char *reason;
    bool is_open = walk_open(&passes->walk, program, &passes->launch, &reason);
    is_open &= walk_open(&passes->other, program, &passes->launch, &reason);
    passes->walk.goes_on = passes->other.goes_on = goes_on;
    passes->walk.context = passes->other.context = context;
    if (is_open)
        run_passes(passes);
    else
        shadow_give_up(passes->shadow);
    shadow_tell(passes->shadow, report);
    passes->launch.max_steps = most_steps(passes);
    if (shadow_has_race(passes->shadow) && !passes->is_unwanted && !passes->is_too_long)
        report->orders = orders_try(passes->walk.memory, &passes->other, BETWEEN_STEPS);
    walk_close(&passes->walk);
    walk_close(&passes->other);
}

void between_find(const Program *program, const Launch *launch, const Crossing *crossing,
                  BetweenGoesOn *goes_on, void *context, Report *report)
{
    GridPasses passes = {.launch = *launch, .shadow = shadow_new(program, launch, crossing)};
    places_tell(launch, crossing, report);
    if (passes.shadow && shadow_is_wanted(passes.shadow))
        find_in(&passes, program, goes_on, context, report);
    shadow_free(passes.shadow);
}
