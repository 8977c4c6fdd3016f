/* Every block has a machine and a probe of its own. They take turns: a block runs until it comes to
 * a barrier of the grid, ends, or has had its slice, so that blocks which wait for each other in
 * loops get on, too. The barrier opens when no block runs any more. */
#include "count/together.h"
#include "probe/warps/fragments.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum { SLICE_STEPS = 1 << 16, STEPS_BETWEEN_QUESTIONS = 1 << 10 };

typedef struct Together {
    const Program *program;
    const Launch *launch;
    Memory *memory;
    const GridOptions *options;
    Machine **machines; /* [count] */
    Probe **probes;     /* [count] */
    bool *waits;        /* [count] at the barrier of the grid */
    uint64_t count, done, running;
    uint64_t missing; /* 1 + a block for which the others wait forever; 0: there is none */
    bool is_dead, is_cancelled;
} Together;

static bool is_of_grid(const Instr *instr)
{
    return instr->op == OP_BARRIER && instr->imm == BARRIER_OF_GRID;
}

bool together_is_wanted(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (is_of_grid(&program->code[pc]))
            return true;
    return false;
}

static void start_block(Together *t, uint64_t block)
{
    Machine *machine = t->machines[block] = page_alloc_aligned(machine_size(t->program, t->launch));
    Probe *probe = t->probes[block] =
        page_alloc_aligned(probe_size(t->program, t->launch, PROBE_COUNT));
    machine_start(machine, t->program, t->launch, (uint32_t)block);
    probe_start(probe, t->program, t->launch, PROBE_COUNT);
    probe_leave_out(probe, t->options->skips_warps, t->options->skips_notes);
    probe_only_faults(probe, t->options->only_runs);
    probe_begin_block(probe, t->program, t->launch, machine);
}

static void end_block(Together *t, uint64_t block, Report *report)
{
    Machine *machine = t->machines[block];
    if (machine_is_done(machine))
        probe_end_block(t->probes[block], t->program, t->launch, machine);
    if (t->options->block_steps)
        t->options->block_steps[block] = (uint32_t)machine->step_count;
    report_merge(report, probe_report(t->probes[block]));
    page_free_aligned(machine);
    page_free_aligned(t->probes[block]);
}

/* Has the step opened the block's barrier before what is one of the grid? */
static bool has_come(const Together *t, const Machine *machine, const Step *step)
{
    if (!step->is_release)
        return false;
    const Warp *warps = machine_warps(machine);
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        if (warps[i].active && warps[i].pc > 0 && is_of_grid(&t->program->code[warps[i].pc - 1]))
            return true;
    return false;
}

static bool is_fatal(const Together *t, const Step *step)
{
    bool is_nowhere = opcode_info[step->instr->op].class == CLASS_MEMORY &&
                      (step->outside || step->fault == FAULT_SPACE);
    return is_nowhere && t->options->is_fatal && t->options->is_fatal(t->options->context, step);
}

static void ask_caller(Together *t)
{
    const GridOptions *options = t->options;
    if (options->progress && !options->progress(options->context, t->done, t->count))
        t->is_cancelled = true;
}

static void run_slice(Together *t, uint64_t block)
{
    Machine *machine = t->machines[block];
    _Alignas(64) Step step;
    for (int i = 1; i <= SLICE_STEPS && !t->waits[block] && !t->is_dead && !t->is_cancelled; ++i) {
        if (!machine_step(machine, t->program, t->launch, t->memory, &step))
            return;
        probe_fold(t->probes[block], t->program, t->launch, machine, &step);
        if (t->options->reads)
            reads_note_step(t->options->reads, &step);
        t->waits[block] = has_come(t, machine, &step);
        t->is_dead |= is_fatal(t, &step);
        if (i % STEPS_BETWEEN_QUESTIONS == 0)
            ask_caller(t);
    }
    t->running += !t->waits[block];
}

/* CUDA lets the first thread of each block tell the others that its block has come: on an H200 a
 * barrier of the grid opens without other threads that have ended, and never without this one. */
static const Instr *barrier_of_first(const Together *t, uint64_t block)
{
    const Warp *warp = machine_warps(t->machines[block]);
    const Instr *last = warp->pc > 0 ? &t->program->code[warp->pc - 1] : NULL;
    return t->waits[block] && warp->active & 1 && last && is_of_grid(last) ? last : NULL;
}

/* Opens the barrier if all have come to it. */
static void open_barrier(Together *t)
{
    uint64_t come = 0;
    for (uint64_t block = 0; block < t->count; ++block)
        if (barrier_of_first(t, block))
            ++come;
        else if (!t->missing)
            t->missing = block + 1;
    if (!come || come == t->count)
        t->missing = 0;
    if (!t->missing)
        memset(t->waits, 0, t->count * sizeof *t->waits);
}

static void find_missing(Together *t, Report *report)
{
    uint64_t block = 0;
    while (!barrier_of_first(t, block))
        ++block;
    report_find(report, &(Finding){.kind = FINDING_BARRIER_DIVERGENCE,
                                   .scope = SCOPE_GRID,
                                   .buffer = -1,
                                   .line = barrier_of_first(t, block)->own_line,
                                   .block = (uint32_t)block,
                                   .other_block = (uint32_t)(t->missing - 1),
                                   .count = 1,
                                   .blocks = 1,
                                   .landed = -1,
                                   .step = t->machines[block]->step_count - 1,
                                   .in_blocks = {{(uint32_t)block, 1}}});
}

/* Each block that can gets its slice; where none can, the barrier opens. */
static void run_round(Together *t)
{
    t->running = t->done = 0;
    for (uint64_t block = 0; block < t->count; ++block)
        if (!t->waits[block] && !machine_is_done(t->machines[block]))
            run_slice(t, block);
    for (uint64_t block = 0; block < t->count; ++block)
        t->done += machine_is_done(t->machines[block]);
    if (!t->running && !t->is_dead && !t->is_cancelled)
        open_barrier(t);
    ask_caller(t);
}

GridStatus together_count(const Program *program, const Launch *launch, Memory *memory,
                          const GridOptions *options, Report *report)
{
    Together t = {.program = program,
                  .launch = launch,
                  .memory = memory,
                  .options = options,
                  .count = launch_block_count(launch)};
    t.machines = page_alloc(t.count * sizeof *t.machines);
    t.probes = page_alloc(t.count * sizeof *t.probes);
    t.waits = page_alloc(t.count * sizeof *t.waits);
    report_start(report, program, launch);
    for (uint64_t block = 0; block < t.count; ++block)
        start_block(&t, block);
    while (t.done < t.count && !t.missing && !t.is_dead && !t.is_cancelled)
        run_round(&t);
    if (t.missing)
        find_missing(&t, report);
    for (uint64_t block = 0; block < t.count; ++block)
        end_block(&t, block, report);
    if (options->is_dead)
        *options->is_dead = t.is_dead;
    if (options->stepped)
        *options->stepped += t.count;
    report_tell_copies(report, launch);
    fragments_tell(report, program);
    free(t.machines);
    free(t.probes);
    free(t.waits);
    return t.is_cancelled ? GRID_CANCELLED : GRID_DONE;
}
