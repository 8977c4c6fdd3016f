/* Every schedule runs over a memory of its own, and its result is checked like that of the first
 * run. */
#include "count/witness.h"

#include "count/grid.h"

#include <stdlib.h>

enum { SCHEDULES_LIMIT = 64 };

bool witness_is_wanted(const Report *report, const CheckResult *check)
{
    if (check->reference == REFERENCE_NONE || check->wrong > 0)
        return false;
    for (int i = 0; i < report->finding_count; ++i)
        if (finding_is_race(report_findings(report)[i].kind))
            return true;
    return false;
}

/* Wrong elements after a run of launch; 0 if it cannot run. */
static uint64_t count_wrong(const Program *program, const Launch *launch)
{
    const char *reason;
    Memory *memory = memory_new(launch, &reason);
    if (!memory)
        return 0;
    Arena *arena = arena_new();
    Report *report = arena_alloc(arena, report_size(program, launch));
    GridOptions options = {.is_stepwise = true};
    grid_count(program, launch, memory, &options, report);
    uint64_t wrong = check_result(arena, program, launch, memory, report).wrong;
    arena_free(arena);
    memory_free(memory);
    return wrong;
}

Witness witness_search(const Program *program, const Launch *launch, const Report *report)
{
    Witness witness = {.is_one_warp = dim3_count(launch->block) <= WARP_LANES};
    uint64_t steps = report->counters.instructions + 1;
    Launch other = *launch;
    other.order = ORDER_RANDOM;
    if (witness.is_one_warp)
        return witness;
    while (!witness.is_found && witness.tried < SCHEDULES_LIMIT &&
           (witness.tried + 1) * steps <= WITNESS_STEP_LIMIT) {
        other.order_seed = ++witness.tried;
        witness.wrong = count_wrong(program, &other);
        witness.seed = other.order_seed;
        witness.is_found = witness.wrong > 0;
    }
    return witness;
}
