/* Every block has a machine and a probe of its own; whose turn it is is told by vm/rounds.h. */
#include "count/together.h"
#include "probe/warps/fragments.h"
#include "vm/page.h"
#include "vm/rounds.h"

#include <stdlib.h>

enum { STEPS_BETWEEN_QUESTIONS = 1 << 10 };

typedef struct Together {
    const Program *program;
    const Launch *launch;
    Memory *memory;
    const GridOptions *options;
    Machine **machines; /* [count] */
    Probe **probes;     /* [count] */
    Rounds *rounds;
    uint64_t count, steps;
    bool is_dead, is_cancelled;
} Together;

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

static bool is_fatal(const Together *t, const Step *step)
{
    bool is_nowhere = opcode_info[step->instr->op].class == CLASS_MEMORY &&
                      (step->outside || step->fault == FAULT_SPACE);
    return is_nowhere && t->options->is_fatal && t->options->is_fatal(t->options->context, step);
}

static void ask_caller(Together *t)
{
    const GridOptions *options = t->options;
    if (options->progress && !options->progress(options->context, t->rounds->over, t->count))
        t->is_cancelled = true;
}

/* One step of the block whose turn it is; false at the end. */
static bool run_step(Together *t)
{
    uint32_t block = t->rounds->block;
    Machine *machine = t->machines[block];
    _Alignas(64) Step step;
    machine_step(machine, t->program, t->launch, t->memory, &step);
    probe_fold(t->probes[block], t->program, t->launch, machine, &step);
    if (t->options->reads)
        reads_note_step(t->options->reads, &step);
    t->is_dead = is_fatal(t, &step);
    if (++t->steps % STEPS_BETWEEN_QUESTIONS == 0)
        ask_caller(t);
    return rounds_note(t->rounds, machine, &step, NULL);
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
    t.rounds = page_alloc(rounds_size(t.count));
    rounds_start(t.rounds, t.count);
    report_start(report, program, launch);
    for (uint64_t block = 0; block < t.count; ++block)
        start_block(&t, block);
    while (run_step(&t) && !t.is_dead && !t.is_cancelled)
        continue;
    ask_caller(&t);
    if (t.rounds->missing && !t.is_dead)
        report_tell_waiting(report, program, t.rounds);
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
    free(t.rounds);
    return t.is_cancelled ? GRID_CANCELLED : GRID_DONE;
}
