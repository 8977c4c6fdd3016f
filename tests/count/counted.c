/* Counting a launch both ways, for the tests that say that both are one. */
#include "counted.h"
#include "test.h"

#include <string.h>

Counted counted_by(Arena *arena, const Program *program, const Launch *launch, bool is_stepwise,
                   int threads)
{
    const char *reason;
    Counted counted = {.memory = memory_new(launch, &reason)};
    counted.report = arena_alloc(arena, report_size(program, launch));
    counted.steps = ARENA_ARRAY(arena, uint32_t, launch_block_count(launch));
    GridOptions options = {.threads = threads,
                           .is_stepwise = is_stepwise,
                           .block_steps = counted.steps,
                           .stepped = &counted.stepped};
    grid_count(program, launch, counted.memory, &options, counted.report);
    return counted;
}

static void assert_same(const Counted *a, const Counted *b, uint64_t blocks, const char *what)
{
    if (memcmp(&a->report->counters, &b->report->counters, sizeof a->report->counters) != 0)
        fail_msg("the counters differ: %s", what);
    if (memcmp(a->report, b->report, a->report->size_bytes) != 0)
        fail_msg("the Report differs: %s", what);
    if (memory_hash(a->memory) != memory_hash(b->memory))
        fail_msg("the memory differs: %s", what);
    if (memcmp(a->steps, b->steps, blocks * sizeof *a->steps) != 0)
        fail_msg("the steps of a block differ: %s", what);
}

void counted_both_ways(Arena *arena, const Program *program, const Launch *launch, const char *what,
                       uint64_t stepped[2])
{
    uint64_t blocks = launch_block_count(launch), run = 0;
    Counted stepwise = counted_by(arena, program, launch, true, 1);
    for (uint64_t i = 0; i < blocks; ++i)
        run += stepwise.steps[i] > 0;
    assert_int_equal(stepwise.stepped, run);
    for (int threads = 1; threads <= 2; ++threads) {
        Counted wide = counted_by(arena, program, launch, false, threads);
        assert_same(&stepwise, &wide, blocks, what);
        stepped[threads - 1] = wide.stepped;
        memory_free(wide.memory);
    }
    memory_free(stepwise.memory);
}
