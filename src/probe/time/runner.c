/* Running blocks in order. All state but global memory lies in one piece, so that a checkpoint is
 * one snapshot and the written pages. */
#include "probe/time/runner.h"
#include "vm/page.h"

#include <stdlib.h>

static void start_block(Runner *runner)
{
    machine_start(runner->machine, runner->program, runner->launch,
                  runner->first_block + runner->state->block);
    probe_begin_block(runner->probe, runner->program, runner->launch, runner->machine);
}

void runner_find(Runner *runner)
{
    uint32_t turn = runner->rounds ? runner->state->block : 0;
    uint64_t at = turn ? runner->beside_at + (turn - 1) * runner->block_bytes : runner->first_at;
    runner->machine = (Machine *)((char *)runner->bytes + at);
    runner->probe = (Probe *)((char *)runner->machine + runner->machine_bytes);
}

/* Where everything lies; the first block has the report of all. */
static void lay_out(Runner *runner)
{
    const Program *program = runner->program;
    const Launch *launch = runner->launch;
    bool takes_turns = rounds_are_wanted(program);
    uint64_t blocks = takes_turns ? launch_block_count(launch) : 1;
    runner->machine_bytes = page_rounded(machine_size(program, launch));
    runner->block_bytes =
        runner->machine_bytes + page_rounded(probe_beside_size(program, launch, PROBE_PICTURE));
    runner->first_at =
        page_rounded(sizeof(RunnerState)) + (takes_turns ? page_rounded(rounds_size(blocks)) : 0);
    runner->beside_at = runner->first_at + runner->machine_bytes +
                        page_rounded(probe_size(program, launch, PROBE_PICTURE));
    runner->size_bytes = runner->beside_at + (blocks - 1) * runner->block_bytes;
    if (!takes_turns)
        return;
    runner->first_block = 0;
    runner->block_count = (uint32_t)blocks;
}

const Probe *runner_first(const Runner *runner)
{
    return (Probe *)((char *)runner->bytes + runner->first_at + runner->machine_bytes);
}

/* The block whose turn it is for the first time. */
static void begin_turns(Runner *runner)
{
    const Probe *first = runner_first(runner);
    if (runner->probe != first)
        probe_start_beside(runner->probe, runner->program, runner->launch, PROBE_PICTURE, first);
    start_block(runner);
}

bool runner_open(Runner *runner, const Program *program, const Launch *launch, uint32_t first_block,
                 uint32_t block_count, const char **reason)
{
    *runner = (Runner){.program = program,
                       .launch = launch,
                       .first_block = first_block,
                       .block_count = block_count};
    lay_out(runner);
    bool takes_turns = rounds_are_wanted(program);
    if (takes_turns && (runner->size_bytes - runner->beside_at) > RUNNER_TOGETHER_BYTES) {
        *reason =
            "too many blocks wait for each other at barriers of the whole grid to be stepped; "
            "run fewer, or count them by tilestep run or exec";
        return false;
    }
    runner->memory = memory_new(launch, reason);
    if (!runner->memory)
        return false;
    runner->bytes = page_alloc_aligned(runner->size_bytes);
    runner->state = runner->bytes;
    if (takes_turns) {
        runner->rounds = (Rounds *)((char *)runner->bytes + page_rounded(sizeof(RunnerState)));
        rounds_start(runner->rounds, runner->block_count);
    }
    runner_find(runner);
    probe_start(runner->probe, program, launch, PROBE_PICTURE);
    start_block(runner);
    return true;
}

void runner_close(Runner *runner)
{
    memory_free(runner->memory);
    page_free_aligned(runner->bytes);
    *runner = (Runner){0};
}

/* The block has made a step: whose turn is next. */
static void take_turns(Runner *runner)
{
    RunnerState *state = runner->state;
    Rounds *rounds = runner->rounds;
    bool goes_on = rounds_note(rounds, runner->machine, &state->step, &state->has_opened);
    state->is_ended = !goes_on;
    if (!goes_on) {
        report_tell_waiting(probe_report_mutable(runner->probe), runner->program, rounds);
        return;
    }
    state->block = rounds->block;
    runner_find(runner);
    if (!runner->machine->size_bytes)
        begin_turns(runner);
}

void runner_step(Runner *runner)
{
    RunnerState *state = runner->state;
    memory_trim(runner->memory, MEMORY_READ_PAGES);
    machine_step(runner->machine, runner->program, runner->launch, runner->memory, &state->step);
    probe_fold(runner->probe, runner->program, runner->launch, runner->machine, &state->step);
    state->position++;
    state->has_step = true;
    bool is_end = machine_is_done(runner->machine);
    bool is_worth_it = runner->stops && stop_is_after(runner->stops, &state->step);
    state->accesses += is_worth_it;
    state->stops += is_end || is_worth_it;
    if (is_end)
        probe_end_block(runner->probe, runner->program, runner->launch, runner->machine);
    if (runner->rounds)
        take_turns(runner);
    if (runner->rounds || !is_end)
        return;
    state->is_ended = state->block + 1 == runner->block_count || runner->machine->stopped_by;
    if (!state->is_ended) {
        state->block++;
        start_block(runner);
    }
}

uint32_t runner_line(const Runner *runner, uint32_t warp)
{
    const Machine *machine = runner->machine;
    const Warp *w = &machine_warps(machine)[warp < machine->warp_count ? warp : 0];
    return w->status == WARP_DONE ? 0 : runner->program->code[w->pc].own_line;
}
