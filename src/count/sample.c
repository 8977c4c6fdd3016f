/* One block in the middle, the first, the last and others at even distances. One that is too long
 * for the wide engine is told from one that the wide engine leaves to the machine by who ended it.
 * What a wide block takes follows from what was counted in it, not from its steps alone: an index
 * is computed once for all warps, what memory holds for each of them. */
#include "count/sample.h"

#include "count/blocks/wide.h"
#include "count/endless/endless.h"
#include "count/grid.h"
#include "count/races/crossing.h"
#include "probe/probe.h"
#include "vm/page.h"

#include <stdlib.h>

enum {
    SAMPLE_BLOCKS = 12,
    SAMPLE_REQUESTS = 128,   /* of a barrier interval that are compared for races */
    WATCHED_STEPS = 1 << 16, /* after so many it is watched for as many whether a block ends */
    WATCHED_COST = (2 * WATCHED_STEPS + 1) * SAMPLE_STEPWISE,
    CROSSED = 2 /* times what the blocks take where some cross: they run again, in order */
};

/* What parts of a wide block take, in the units of GridSample.cost, as measured over public files:
 * an instruction of all its warps, and of one warp a request and arithmetic on floats. */
#define DISPATCH_COST 0.5
#define GLOBAL_COST   2.4
#define SHARED_COST   0.5
#define FLOAT_COST    1.8

typedef struct Sampler {
    const Program *program;
    const Launch *launch;
    Walk walk;  /* of the blocks that the machine runs */
    Wide *wide; /* NULL: every block is run by the machine */
    Probe *probe;
    Crossing *crossing; /* NULL: blocks cannot cross */
    uint32_t block;     /* that runs */
    double stepped;     /* the cost of blocks that the machine ran, or that were cut */
    uint64_t limit, asked;
    uint64_t steps;   /* of the block that was run last */
    bool is_cut;      /* the block that runs has been ended here */
    uint64_t endless; /* as of GridSample */
} Sampler;

/* A wide block asks every 2^14 of its instructions, each of all its warps. */
static bool block_goes_on(void *context)
{
    Sampler *sampler = context;
    uint64_t warps = (dim3_count(sampler->launch->block) + WARP_LANES - 1) / WARP_LANES;
    sampler->is_cut = (++sampler->asked << 14) * warps > sampler->limit;
    return !sampler->is_cut;
}

static bool note_touched(void *context, uint32_t block, uint64_t start, const CrossingRun *runs,
                         uint32_t count, Opcode op)
{
    Sampler *sampler = context;
    crossing_note_runs(sampler->crossing, block, start, runs, count, op);
    return true;
}

static bool note_step(void *context, const Step *step)
{
    Sampler *sampler = context;
    crossing_note(sampler->crossing, step);
    return true;
}

/* The most instructions that a warp of the block has run. */
static uint64_t longest_warp(const Machine *machine)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        if (machine_warps(machine)[i].steps > most)
            most = machine_warps(machine)[i].steps;
    return most;
}

/* Whether the block can still end, asked once, after it was watched for some of its steps. */
static bool is_endless(Sampler *sampler, Endless **endless, const Step *step)
{
    const Machine *machine = sampler->walk.machine;
    if (machine->step_count < WATCHED_STEPS || machine->step_count > 2 * WATCHED_STEPS)
        return false;
    if (!*endless)
        *endless = endless_new(sampler->program, sampler->launch);
    endless_fold(*endless, machine, step);
    if (machine->step_count < 2 * WATCHED_STEPS ||
        endless_ending(*endless, machine, step->warp) != ENDING_NEVER)
        return false;
    sampler->endless = longest_warp(machine);
    return true;
}

static double step_block(Sampler *sampler, uint32_t block, uint64_t limit)
{
    Walk *walk = &sampler->walk;
    Endless *endless = NULL;
    Step step;
    walk_over(walk, block, 0, 1);
    while (!sampler->is_cut && walk_next(walk, &step)) {
        probe_follow(sampler->probe, walk, &step);
        sampler->is_cut =
            walk->event == WALK_STEP && (walk->machine->step_count > limit / SAMPLE_STEPWISE ||
                                         is_endless(sampler, &endless, &step));
    }
    endless_free(endless);
    if (sampler->is_cut)
        probe_end_block(sampler->probe, walk->program, walk->launch, walk->machine);
    sampler->steps = walk->machine->step_count;
    return (double)sampler->steps * SAMPLE_STEPWISE;
}

/* Whether a block that is too long for the wide engine ever ends, which only steps tell. */
static void watch_block(Sampler *sampler, uint32_t block)
{
    sampler->is_cut = false;
    step_block(sampler, block, WATCHED_COST);
    sampler->is_cut = true;
}

/* What the block takes; of a wide one its steps, which are more. */
static double run_block(Sampler *sampler, uint32_t block)
{
    sampler->asked = 0;
    sampler->is_cut = false;
    sampler->block = block;
    if (wide_run_block(sampler->wide, block, &sampler->steps))
        return (double)sampler->steps;
    double cost = (double)sampler->limit;
    if (!sampler->is_cut) {
        cost = step_block(sampler, block, sampler->limit);
    } else {
        watch_block(sampler, block);
        sampler->steps = sampler->limit;
    }
    sampler->stepped += cost;
    return cost;
}

double sample_price(const Counters *counters, const Launch *launch)
{
    double warps = (double)((dim3_count(launch->block) + WARP_LANES - 1) / WARP_LANES);
    uint64_t global = counters->global_load.requests + counters->global_store.requests;
    uint64_t shared = counters->shared_load.requests + counters->shared_store.requests;
    return (double)counters->instructions / warps * DISPATCH_COST + (double)global * GLOBAL_COST +
           (double)shared * SHARED_COST + (double)counters->flops / WARP_LANES * FLOAT_COST;
}

/* What the wide blocks took that were run. */
static double wide_price(Sampler *sampler)
{
    Report *report = probe_report_mutable(sampler->probe);
    double before = sample_price(&report->counters, sampler->launch);
    wide_report(sampler->wide, report);
    return sample_price(&report->counters, sampler->launch) - before;
}

/* The blocks come in an order in which a few of them stand for all. What a block took that was cut
 * short is the least that it takes. */
static void run_blocks(Sampler *sampler, GridSample *out)
{
    static const uint8_t order[SAMPLE_BLOCKS] = {5, 0, 11, 2, 8, 10, 4, 6, 1, 9, 3, 7};
    uint64_t blocks = launch_block_count(sampler->launch), limit = sampler->limit;
    uint64_t runs = blocks < SAMPLE_BLOCKS ? blocks : SAMPLE_BLOCKS;
    double cost = 0, steps = 0;
    int count = 0;
    for (int i = 0; i < SAMPLE_BLOCKS && cost < (double)limit && !sampler->endless; ++i) {
        if (order[i] >= runs)
            continue;
        uint64_t block = runs > 1 ? order[i] * (blocks - 1) / (runs - 1) : 0;
        sampler->limit = limit - (uint64_t)cost;
        double before = sampler->stepped, its = run_block(sampler, (uint32_t)block);
        if (sampler->is_cut && count && its < cost / count) {
            sampler->stepped = before;
            break; /* there was too little left for it */
        }
        out->spent = cost += its;
        steps += (double)sampler->steps;
        out->steps = steps / ++count * (double)blocks;
        out->is_least = sampler->is_cut;
        out->endless = sampler->endless;
    }
    double each = count ? (sampler->stepped + wide_price(sampler)) / count : 0;
    out->is_crossed = sampler->crossing && crossing_found(sampler->crossing);
    out->is_stepped = sampler->stepped > 0;
    out->cost = each * (double)blocks * (out->is_crossed ? CROSSED : 1);
}

/* Everything that running takes; false: there is no memory for it. */
static bool open_sampler(Sampler *sampler, Arena *arena)
{
    const Program *program = sampler->program;
    const Launch *launch = sampler->launch;
    const Plan *plan = plan_new(arena, program);
    const char *reason;
    if (!walk_open(&sampler->walk, program, launch, &reason))
        return false;
    if (launch_block_count(launch) > 1)
        sampler->crossing = crossing_new(program, launch, true);
    memory_watch(sampler->walk.memory, sampler->crossing ? note_step : NULL, sampler);
    sampler->wide = wide_new(program, launch, sampler->walk.memory, plan, false, 1,
                             sampler->crossing ? note_touched : NULL, sampler);
    wide_ask(sampler->wide, block_goes_on);
    sampler->probe = page_alloc_aligned(probe_size(program, launch, PROBE_COUNT));
    probe_start(sampler->probe, program, launch, PROBE_COUNT);
    probe_limit(sampler->probe, SAMPLE_REQUESTS, SAMPLE_REQUESTS);
    return true;
}

static void close_sampler(Sampler *sampler)
{
    wide_free(sampler->wide);
    crossing_free(sampler->crossing);
    walk_close(&sampler->walk);
    page_free_aligned(sampler->probe);
}

static void note_found(GridSample *out, const Finding *finding)
{
    if (out->finding_count < SAMPLE_FOUND)
        out->found[out->finding_count] = (SampleFound){finding->kind, finding->line};
    out->finding_count++;
    out->findings |= 1u << finding->kind;
}

/* ---- blocks that wait for each other ---- */

/* Steps that a count asks after, at the least. */
enum { ASKED_STEPS = 1 << 10 };

typedef struct Budget {
    uint64_t asked, most;
    bool is_spent;
} Budget;

static bool is_left(void *context, uint64_t done, uint64_t all)
{
    Budget *budget = context;
    budget->is_spent = done < all && ++budget->asked > budget->most;
    return !budget->is_spent;
}

/* None of them can be run alone: all are counted, as far as the limit goes. */
static bool sample_together(const Program *program, const Launch *launch, uint64_t limit,
                            GridSample *out)
{
    const char *reason;
    Budget budget = {.most = limit / SAMPLE_STEPWISE / ASKED_STEPS};
    GridOptions options = {.threads = 1, .progress = is_left, .context = &budget};
    Memory *memory = memory_new(launch, &reason);
    if (!memory)
        return false;
    Report *report = page_alloc_aligned(report_size(program, launch));
    grid_count(program, launch, memory, &options, report);
    out->steps = (double)report->counters.instructions;
    out->cost = out->spent = out->steps * SAMPLE_STEPWISE;
    out->is_least = budget.is_spent;
    out->is_stepped = true;
    for (int i = 0; i < report->finding_count; ++i)
        note_found(out, &report_findings(report)[i]);
    page_free_aligned(report);
    memory_free(memory);
    return true;
}

bool grid_sample(const Program *program, const Launch *launch, uint64_t limit, GridSample *out)
{
    Sampler sampler = {.program = program, .launch = launch, .limit = limit};
    *out = (GridSample){.finding_count = 0};
    if (rounds_are_wanted(program))
        return sample_together(program, launch, limit, out);
    Arena *arena = arena_new();
    bool is_good = open_sampler(&sampler, arena);
    if (is_good) {
        run_blocks(&sampler, out);
        Report *report = probe_report_mutable(sampler.probe);
        report_tell_copies(report, launch);
        out->cost += (double)launch->arena_bytes / SAMPLE_BYTES;
        for (int i = 0; i < report->finding_count; ++i)
            note_found(out, &report_findings(report)[i]);
    }
    close_sampler(&sampler);
    arena_free(arena);
    return is_good;
}
