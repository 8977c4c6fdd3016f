/* Every schedule runs over a memory of its own, and its result is checked like that of the first
 * run. */
#include "count/witness.h"

#include "count/grid.h"

bool witness_is_wanted(const Report *report, const CheckResult *check)
{
    if (check->reference == REFERENCE_NONE || check->wrong > 0)
        return false;
    for (int i = 0; i < report->finding_count; ++i)
        if (finding_is_race(report_findings(report)[i].kind))
            return true;
    return false;
}

typedef struct Search {
    const Program *program;
    WitnessGoesOn *goes_on;
    void *context;
    uint32_t tried;
} Search;

static bool search_goes_on(void *context, uint64_t done, uint64_t total)
{
    Search *search = context;
    (void)done;
    (void)total;
    return !search->goes_on || search->goes_on(search->context, search->tried);
}

/* Wrong elements after a run of launch; 0 if it cannot run, or was not wanted any more. */
static uint64_t count_wrong(Search *search, const Launch *launch)
{
    const char *reason;
    Memory *memory = memory_new(launch, &reason);
    if (!memory)
        return 0;
    Arena *arena = arena_new();
    Report *report = arena_alloc(arena, report_size(search->program, launch));
    GridOptions options = {.is_stepwise = true, .progress = search_goes_on, .context = search};
    uint64_t wrong = 0;
    if (grid_count(search->program, launch, memory, &options, report) == GRID_DONE)
        wrong = check_result(arena, search->program, launch, memory, report).wrong;
    arena_free(arena);
    memory_free(memory);
    return wrong;
}

/* The next schedule after the one that launch has now, leaving out the first one's own. */
static void next_schedule(Launch *launch, Order own)
{
    if (launch->order == ORDER_RANDOM) {
        ++launch->order_seed;
        return;
    }
    launch->order = (Order)(launch->order + 1);
    if (launch->order == own && own != ORDER_RANDOM)
        launch->order = (Order)(launch->order + 1);
    launch->order_seed = 1;
}

Witness witness_search(const Program *program, const Launch *launch, const Report *report,
                       WitnessGoesOn *goes_on, void *context)
{
    Witness witness = {.is_one_warp = dim3_count(launch->block) <= WARP_LANES};
    Search search = {.program = program, .goes_on = goes_on, .context = context};
    uint64_t steps = report->counters.instructions + 1;
    Launch other = *launch;
    if (witness.is_one_warp)
        return witness;
    other.order = launch->order == ORDER_ROUND_ROBIN ? ORDER_ONE_BY_ONE : ORDER_ROUND_ROBIN;
    while (!witness.is_found && search.tried < WITNESS_SCHEDULES &&
           (search.tried + 1) * steps <= WITNESS_STEP_LIMIT && search_goes_on(&search, 0, 0)) {
        witness.wrong = count_wrong(&search, &other);
        witness.order = other.order;
        witness.seed = other.order_seed;
        witness.is_found = witness.wrong > 0;
        ++search.tried;
        next_schedule(&other, launch->order);
    }
    witness.tried = search.tried;
    return witness;
}
