/* Runner: blocks one after another, a step at a time, with their probe: what a timeline moves. For
 * one thread. */
#pragma once

#include "probe/probe.h"
#include "probe/time/stop.h"

/* What changes besides machine and probe; part of every checkpoint. */
typedef struct RunnerState {
    uint64_t position; /* steps done */
    uint64_t accesses; /* of them, those that one stops after */
    uint64_t stops;    /* those and the ends of blocks */
    uint32_t block;    /* counted from first_block */
    bool is_ended;     /* the last block has ended, or one has reached the step limit */
    bool has_step;     /* a step was done since the start */
    Step step;         /* the last one */
} RunnerState;

/* Runs block_count blocks from first_block (linear in the grid) on. Machine, probe and state are
 * parts of `bytes`, so that copying that piece and saving the memory (memory_save) is a
 * checkpoint. */
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

/* A runner before its first step; program and launch must outlive it. false with *reason, a literal
 * and key of phrase.def, if memory cannot be had. Closed with runner_close, also one that is all
 * zeros. */
bool runner_open(Runner *runner, const Program *program, const Launch *launch, uint32_t first_block,
                 uint32_t block_count, const char **reason);
void runner_close(Runner *runner);

/* One step. When it ends a block, the next one stands at its start. Not after the end. */
void runner_step(Runner *runner);

/* Source line (Instr.own_line) that a warp of the block stands on, 0 when it has ended; of warp 0
 * if the block has no warp of that number. */
uint32_t runner_line(const Runner *runner, uint32_t warp);
