/* Runner: blocks one after another, a step at a time, with their probe: what a timeline moves. */
#ifndef TILESTEP_PROBE_TIME_RUNNER_H
#define TILESTEP_PROBE_TIME_RUNNER_H

#include "probe/probe.h"
#include "probe/time/stop.h"

/* What changes besides machine and probe; part of every checkpoint. */
typedef struct RunnerState {
    uint64_t position; /* steps done */
    uint64_t stops;    /* of them, those that one stops after, and ends of blocks */
    uint32_t block;    /* counted from first_block */
    bool is_ended, has_step;
    Step step; /* the last one */
} RunnerState;

typedef struct Runner {
    const Program *program;
    const Launch *launch;
    const Stops *stops; /* NULL: only ends of blocks count; may be set before the first step */
    uint32_t first_block, block_count;
    void *bytes; /* machine, probe and state in one piece */
    uint64_t size_bytes;
    Machine *machine;
    Probe *probe;
    RunnerState *state;
    Memory *memory;
} Runner;

/* A runner before its first step. false with a reason (a key of phrase.def) if memory cannot be had. */
bool runner_open(Runner *runner, const Program *program, const Launch *launch, uint32_t first_block,
                 uint32_t block_count, const char **reason);
void runner_close(Runner *runner);

/* One step. When it ends a block, the next one stands at its start. Not after the end. */
void runner_step(Runner *runner);

/* Source line the warp stands on; 0 when it has ended. */
uint32_t runner_line(const Runner *runner, uint32_t warp);

#endif
