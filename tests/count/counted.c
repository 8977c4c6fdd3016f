/* Counting a launch both ways, for the tests that say that both are one. */
#include "counted.h"
#include "load/load.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static Counted count(Arena *arena, const Program *program, const Launch *launch, bool is_stepwise,
                     int threads, bool wants_steps)
{
    const char *reason;
    Counted counted = {.memory = memory_new(launch, &reason)};
    counted.report = arena_alloc(arena, report_size(program, launch));
    counted.steps = ARENA_ARRAY(arena, uint32_t, launch_block_count(launch));
    GridOptions options = {.threads = threads,
                           .is_stepwise = is_stepwise,
                           .block_steps = wants_steps ? counted.steps : NULL,
                           .stepped = &counted.stepped};
    grid_count(program, launch, counted.memory, &options, counted.report);
    return counted;
}

Counted counted_by(Arena *arena, const Program *program, const Launch *launch, bool is_stepwise,
                   int threads)
{
    return count(arena, program, launch, is_stepwise, threads, true);
}

static void assert_same_sums(const Counted *a, const Counted *b, const char *what)
{
    if (memcmp(&a->report->counters, &b->report->counters, sizeof a->report->counters) != 0)
        fail_msg("the counters differ: %s", what);
    if (memcmp(a->report, b->report, a->report->size_bytes) != 0)
        fail_msg("the Report differs: %s", what);
    if (memory_hash(a->memory) != memory_hash(b->memory))
        fail_msg("the memory differs: %s", what);
}

static void assert_same(const Counted *a, const Counted *b, uint64_t blocks, const char *what)
{
    assert_same_sums(a, b, what);
    if (memcmp(a->steps, b->steps, blocks * sizeof *a->steps) != 0)
        fail_msg("the steps of a block differ: %s", what);
}

/* How often the report has what a launch that is only run is to find, too. */
static uint64_t count_faults(const Report *report)
{
    uint64_t count = 0;
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings((Report *)(uintptr_t)report)[i];
        switch (finding->kind) {
        case FINDING_OUT_OF_BOUNDS_READ:
        case FINDING_OUT_OF_BOUNDS_WRITE:
        case FINDING_UNINITIALIZED_READ:
        case FINDING_MISALIGNED:
        case FINDING_ASSERT: count += finding->count; break;
        default: break;
        }
    }
    return count;
}

/* The launch that is only run leaves the same memory. */
static void check_run(const Program *program, const Launch *launch, const Counted *counted,
                      bool is_stepwise, const char *what)
{
    const char *reason;
    Memory *memory = memory_new(launch, &reason);
    Arena *arena = arena_new();
    Report *report = arena_alloc(arena, report_size(program, launch));
    GridOptions options = {
        .threads = 1, .is_stepwise = is_stepwise, .skips_races = true, .only_runs = true};
    grid_count(program, launch, memory, &options, report);
    if (memory_hash(memory) != memory_hash(counted->memory))
        fail_msg("the memory of what is only run differs: %s", what);
    if (count_faults(report) != count_faults(counted->report))
        fail_msg("the faults of what is only run differ: %s", what);
    memory_free(memory);
    arena_free(arena);
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
        Counted grouped = count(arena, program, launch, false, threads, false);
        assert_same_sums(&stepwise, &grouped, what);
        memory_free(grouped.memory);
        check_run(program, launch, &stepwise, threads == 2, what);
    }
    memory_free(stepwise.memory);
}

void counted_text(const char *file, const char *text, const char *what, bool runs_wide)
{
    Run *run = run_load_text(file, text, strlen(text), &(LoadOptions){0});
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    uint64_t stepped[2];
    counted_both_ways(run->arena, run->program, &run->launch, what, stepped);
    for (int i = 0; i < 2; ++i)
        if (runs_wide == (stepped[i] > 0))
            fail_msg("%u blocks run step by step: %s", (unsigned)stepped[i], what);
    run_free(run);
}
