/* Runner: blocks one after another, a step at a time, with their probe: what a timeline moves.
 * Those of a kernel with a barrier of the whole grid take turns (vm/rounds.h), each with a machine
 * and a probe of its own, and one report. For one thread. */
#pragma once

#include "probe/probe.h"
#include "probe/time/stop.h"
#include "vm/rounds.h"

/* What changes besides machine and probe; part of every checkpoint. */
typedef struct RunnerState {
    uint64_t position; /* steps done */
    uint64_t accesses; /* of them, those that one stops after */
    uint64_t stops;    /* those and the ends of blocks */
    uint32_t block;    /* counted from first_block */
    bool is_ended;     /* the last block has ended, or one has reached the step limit; of blocks
                              that take turns: none will make a step any more */
    bool has_step;     /* a step was done since the start */
    bool has_opened;   /* the last step has opened a barrier of the grid */
    Step step;         /* the last one */
} RunnerState;

/* Runs block_count blocks from first_block (linear in the grid) on; all of the grid where they take
 * turns. Machines, probes and state are parts of `bytes`, so that copying that piece and saving the
 * memory (memory_save) is a checkpoint; when it was written back, runner_find has to be called. */
typedef struct Runner {
    const Program *program;
    const Launch *launch;
    const Stops *stops; /* NULL: only ends of blocks count; may be set before the first step */
    uint32_t first_block, block_count;
    void *bytes; /* state, rounds, and a machine and a probe for each block that may take turns */
    uint64_t size_bytes, machine_bytes, first_at, block_bytes, beside_at;
    Machine *machine; /* and its probe: of the block whose turn it is */
    Probe *probe;
    RunnerState *state;
    Rounds *rounds; /* NULL: the blocks run one after another */
    Memory *memory;
} Runner;

/* Bytes that the blocks of a kernel with a barrier of the whole grid may take: of more than that
 * none is stepped. */
#define RUNNER_TOGETHER_BYTES ((uint64_t)256 << 20)

/* A runner before its first step; program and launch must outlive it. false with *reason, a literal
 * and key of phrase.def, if memory cannot be had. Closed with runner_close, also one that is all
 * zeros. */
bool runner_open(Runner *runner, const Program *program, const Launch *launch, uint32_t first_block,
                 uint32_t block_count, const char **reason);
void runner_close(Runner *runner);

/* One step. When it ends a block, or its turn, the next one stands at its start, or where its last
 * turn ended. Not after the end. */
void runner_step(Runner *runner);

/* The probe of the first block, which has the report and the counts of all. */
const Probe *runner_first(const Runner *runner);

/* Looks for what the state says in bytes that have been written anew. */
void runner_find(Runner *runner);

/* Source line (Instr.own_line) that a warp of the block stands on, 0 when it has ended; of warp 0
 * if the block has no warp of that number. */
uint32_t runner_line(const Runner *runner, uint32_t warp);
