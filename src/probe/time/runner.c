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

bool runner_open(Runner *runner, const Program *program, const Launch *launch, uint32_t first_block,
                 uint32_t block_count, const char **reason)
{
    uint64_t machine_bytes = page_rounded(machine_size(program, launch));
    uint64_t probe_bytes = page_rounded(probe_size(program, launch, PROBE_PICTURE));
    uint64_t size = machine_bytes + probe_bytes + page_rounded(sizeof(RunnerState));
    *runner = (Runner){.program = program,
                       .launch = launch,
                       .first_block = first_block,
                       .block_count = block_count};
    runner->memory = memory_new(launch, reason);
    if (!runner->memory)
        return false;
    runner->bytes = page_alloc_aligned(size);
    runner->size_bytes = size;
    runner->machine = runner->bytes;
    runner->probe = (Probe *)((char *)runner->bytes + machine_bytes);
    runner->state = (RunnerState *)((char *)runner->bytes + machine_bytes + probe_bytes);
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
    if (!is_end)
        return;
    probe_end_block(runner->probe, runner->program, runner->launch, runner->machine);
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
