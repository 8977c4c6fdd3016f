/* Blocks that wait for each other at barriers of the whole grid: what a timeline shows of them step
 * by step, forward and back, is what the count of the whole grid says. */
#include "counted.h"
#include "load/load.h"
#include "probe/moments.h"
#include "probe/time/sum_search.h"
#include "probe/time/ticks.h"
#include "probe/time/timeline.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char start[] = "#include <cooperative_groups.h>\n"
                            "namespace cg = cooperative_groups;\n";

/* Sums of blocks, and their sum by the first block; twice, with a barrier of each block between, a
 * while that ends with the barrier, and threads of another warp. */
static const char reduction[] =
    "__global__ void reduce(const float *in, float *parts, float *out, int n)\n"
    "{\n"
    "    __shared__ float held[40];\n"
    "    cg::grid_group grid = cg::this_grid();\n"
    "    int t = threadIdx.x, round = 0;\n"
    "    while (round < 2) {\n"
    "        int i = grid.thread_rank();\n"
    "        held[t] = i < n ? in[i] : 0.0f;\n"
    "        __syncthreads();\n"
    "        if (t == 0) {\n"
    "            float sum = 0.0f;\n"
    "            for (int k = 0; k < 40; ++k)\n"
    "                sum += held[k];\n"
    "            parts[blockIdx.x] = sum;\n"
    "        }\n"
    "        grid.sync();\n"
    "        if (grid.thread_rank() == 0) {\n"
    "            float sum = 0.0f;\n"
    "            for (int b = 0; b < gridDim.x; ++b)\n"
    "                sum += parts[b];\n"
    "            out[round] = sum;\n"
    "        }\n"
    "        ++round;\n"
    "        cg::sync(grid);\n"
    "    }\n"
    "}\n";

static Run *load(const char *kernel, const char *grid, const char *block)
{
    Arena *arena = arena_new();
    const char *text = arena_printf(arena, "%s%s", start, kernel);
    LoadOptions options = {.grid = grid, .block = block};
    Run *run = run_load_text("together.cu", text, strlen(text), &options);
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    arena_free(arena);
    return run;
}

static Timeline *open_timeline(const Run *run)
{
    const char *reason = NULL;
    Timeline *timeline = timeline_new(run->program, &run->launch, 0,
                                      (uint32_t)launch_block_count(&run->launch), &reason);
    assert_non_null(timeline);
    return timeline;
}

TEST(a_moment_is_the_same_whichever_way_it_is_reached)
{
    Run *run = load(reduction, "3", "40");
    Timeline *timeline = open_timeline(run);
    uint64_t length, *hashes = moments_hash_all(run->program, &run->launch, &length), random = 5;
    for (uint64_t at = 0; at <= length; ++at) {
        assert_int_equal(timeline_hash(timeline), hashes[at]);
        assert_int_equal(timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0), at < length);
    }
    for (uint64_t at = length; at > 0; --at) {
        assert_int_equal(timeline_hash(timeline), hashes[at]);
        assert_true(timeline_move(timeline, GRAIN_INSTRUCTION, -1, 0));
    }
    for (int i = 0; i < 500; ++i) {
        random = hash_u64(random, 17);
        timeline_seek(timeline, (random >> 20) % (length + 1));
        assert_int_equal(timeline_hash(timeline), hashes[timeline_position(timeline)]);
    }
    free(hashes);
    timeline_free(timeline);
    run_free(run);
}

/* The whole report, and the memory, of a count and at the end of a timeline. */
static void check_total(Run *run, Timeline *timeline)
{
    Counted counted = counted_by(run->arena, run->program, &run->launch, false, 1);
    while (!timeline_measure(timeline, 1000))
        continue;
    timeline_seek(timeline, UINT64_MAX);
    assert_memory_equal(timeline_total(timeline), counted.report, counted.report->size_bytes);
    assert_int_equal(memory_hash(timeline_memory(timeline)), memory_hash(counted.memory));
    memory_free(counted.memory);
}

TEST(the_end_of_a_timeline_is_what_the_count_says)
{
    Run *run = load(reduction, "3", "40");
    Timeline *timeline = open_timeline(run);
    check_total(run, timeline);
    assert_int_equal(timeline_total(timeline)->finding_count, 0);
    assert_int_equal(timeline_total(timeline)->counters.blocks, 3);
    timeline_free(timeline);
    run_free(run);
}

TEST(blocks_take_turns_at_the_barrier)
{
    Run *run = load(reduction, "3", "40");
    Timeline *timeline = open_timeline(run);
    size_t count;
    bool has_opened;
    while (!timeline_measure(timeline, 1000))
        continue;
    const Turn *turns = timeline_turns(timeline, &count);
    assert_int_equal(count, 15); /* before, between and behind four barriers */
    for (size_t i = 0; i < count; ++i) {
        const Rounds *rounds = timeline_rounds(timeline, &has_opened);
        timeline_seek(timeline, turns[i].at);
        assert_int_equal(turns[i].block, i % 3);
        assert_int_equal(timeline_machine(timeline)->block, i % 3);
        assert_int_equal(timeline_machine(timeline)->step_count, turns[i].step);
        assert_int_equal(rounds->waiting, i < 12 ? i % 3 : 0);
        assert_int_equal(rounds->opened, i / 3);
        (void)timeline_rounds(timeline, &has_opened);
        assert_int_equal(has_opened, i > 0 && i % 3 == 0);
        assert_int_equal(ticks_block_at(timeline, turns[i].at), i % 3);
        uint64_t moment;
        assert_true(timeline_block_moment(timeline, i % 3, turns[i].step + 1, &moment));
        assert_int_equal(moment, turns[i].at + 1);
    }
    timeline_seek(timeline, 0);
    for (size_t i = 1; i < count; ++i) {
        assert_true(timeline_move(timeline, GRAIN_BLOCK, 1, 0));
        assert_int_equal(timeline_position(timeline), turns[i].at);
    }
    for (size_t i = count - 1; i > 0; --i) {
        assert_true(timeline_move(timeline, GRAIN_BLOCK, -1, 0));
        assert_int_equal(timeline_position(timeline), turns[i - 1].at);
    }
    timeline_free(timeline);
    run_free(run);
}

typedef struct Writer {
    bool is_known;
    uint32_t block, thread;
    uint64_t step;
} Writer;

static void note_writer(Writer *writer, const Step *step, uint64_t at)
{
    if (step->instr->op != OP_STORE || step->space != SPACE_GLOBAL)
        return;
    for (uint32_t left = step->active; left; left &= left - 1)
        if (step->arena[__builtin_ctz(left)] == at)
            *writer =
                (Writer){true, step->block, step->warp * WARP_LANES + (uint32_t)__builtin_ctz(left),
                         step->index};
}

/* Who stored an element last is told for every moment, whichever block it was. */
static void check_writers(const Run *run, int buffer, uint64_t element)
{
    const char *reason = NULL;
    const Launch *launch = &run->launch;
    Accumulators accumulators = accumulators_of(run->arena, run->program);
    uint64_t at = launch->buffers[buffer].offset_bytes + 4 * element;
    Writer writer = {false, 0, 0, 0};
    Runner runner;
    assert_true(runner_open(&runner, run->program, launch, 0, 1, &reason));
    while (!runner.state->is_ended) {
        runner_step(&runner);
        note_writer(&writer, &runner.state->step, at);
        if (runner.state->position % 23)
            continue;
        SumSpan span = {0, runner.machine->block, runner.machine->step_count,
                        runner.state->position};
        SumSearch *search = sum_search_element(&accumulators, launch, span, at, &reason);
        assert_true(sum_search_run(search, UINT32_MAX));
        SumResult result = sum_search_result(search);
        assert_int_equal(result.has_writer, writer.is_known);
        if (writer.is_known) {
            assert_int_equal(result.block, writer.block);
            assert_int_equal(result.thread, writer.thread);
            assert_int_equal(result.step, writer.step);
            assert_true(result.is_found);
        }
        sum_search_free(search);
    }
    assert_true(writer.is_known);
    runner_close(&runner);
}

TEST(who_stored_an_element_is_told_across_blocks)
{
    Run *run = load(reduction, "3", "40");
    check_writers(run, 1, 2);
    check_writers(run, 2, 0);
    run_free(run);
}

/* The last block ends before the barrier. */
static const char leaves[] = "__global__ void leaves(int *out)\n"
                             "{\n"
                             "    if (blockIdx.x == 2)\n"
                             "        return;\n"
                             "    cg::this_grid().sync();\n"
                             "    out[blockIdx.x] = 1;\n"
                             "}\n";

TEST(a_barrier_that_never_opens_ends_the_timeline)
{
    Run *run = load(leaves, "3", "32");
    Timeline *timeline = open_timeline(run);
    check_total(run, timeline);
    const Report *report = timeline_total(timeline);
    const Finding *finding = report_findings(report);
    assert_int_equal(report->finding_count, 1);
    assert_int_equal(finding->kind, FINDING_BARRIER_DIVERGENCE);
    assert_int_equal(finding->scope, SCOPE_GRID);
    assert_int_equal(finding->block, 0);
    assert_int_equal(finding->other_block, 2);
    assert_int_equal(finding->line, 7);
    uint64_t moment;
    assert_true(timeline_block_moment(timeline, 0, finding->step + 1, &moment));
    timeline_seek(timeline, moment - 1);
    assert_int_equal(probe_report(timeline_probe(timeline))->finding_count, 0);
    timeline_free(timeline);
    run_free(run);
}
