/* Timeline: any moment of a run, forward and back.
 *
 * Blocks run one after another in linear order, or take turns at barriers of the whole grid
 * (vm/rounds.h), so a moment is a number of steps done since the first step of the first block.
 * Checkpoints (Machine, Probe, written memory) lie along the way;
 * seeking restores one and replays. A moment's state is the same whichever way it is reached.
 * Memory held is bounded by TIMELINE_CHECKPOINT_BYTES: checkpoints thin out as the run gets longer.
 * For one thread.
 */
#pragma once

#include "probe/probe.h"
#include "vm/rounds.h"

typedef struct Timeline Timeline;

#define TIMELINE_CHECKPOINT_BYTES ((uint64_t)96 << 20)

typedef enum Grain {
    GRAIN_INSTRUCTION, /* one step */
    GRAIN_ACCESS,      /* until a step worth watching (stop.h) or the end of the block is done */
    GRAIN_LINE,        /* until the focused warp stands on another source line */
    GRAIN_BARRIER,     /* until a barrier opens or the block ends */
    GRAIN_PHASE,       /* until the block enters another phase or ends */
    GRAIN_ITERATION, /* until a phase or an iteration of the main loop begins, or the block ends */
    GRAIN_BLOCK,     /* until the block ends, or its turn does */
    GRAIN_END,       /* until the last block ends */
    GRAIN_COUNT
} Grain;

/* A place on the timeline worth a tick. Phases and iterations begin with the first warp that does.
 * */
typedef enum TickKind {
    TICK_BLOCK,
    TICK_PHASE,
    TICK_BARRIER,
    TICK_ITERATION, /* of the main loop (program/loop.h) where that is none of phases */
    TICK_LEAVE,     /* a warp has left the main loop */
    TICK_TURN       /* a block goes on that has waited for others of the grid */
} TickKind;
typedef struct Tick {
    uint64_t at; /* moment */
    TickKind kind;
    uint32_t block,
        number;  /* number: phase or iteration, from 1, or barrier interval that begins here */
    uint32_t pc; /* of the step that led here; BLOCK, TURN: 0 */
} Tick;

/* A stretch of steps of one block: all of its steps, or a turn. */
typedef struct Turn {
    uint64_t at;    /* moment */
    uint64_t step;  /* of the block */
    uint32_t block; /* linear in the grid */
} Turn;

/* Covers block_count blocks from first_block (linear in the grid) on; starts at moment 0. program
 * and launch must outlive it. Freed with timeline_free (NULL is allowed). NULL with *reason, a
 * literal and key of phrase.def, if memory cannot be had. */
Timeline *timeline_new(const Program *program, const Launch *launch, uint32_t first_block,
                       uint32_t block_count, const char **reason);
void timeline_free(Timeline *timeline);

/* Moment: steps done. Length: steps in all; exact once timeline_measure returned true, until then
 * the furthest moment seen. */
uint64_t timeline_position(const Timeline *timeline);
uint64_t timeline_length(const Timeline *timeline);

/* Runs ahead, at most budget_steps, to find the length and the ticks, without moving the position.
 * true when all is known. */
bool timeline_measure(Timeline *timeline, uint64_t budget_steps);

/* Moves to the moment; past the end it stops at the end. */
void timeline_seek(Timeline *timeline, uint64_t position);

/* Steps that a move takes into what is not known yet before it gives up and stays there: about a
 * second of a loop that never ends. */
#define TIMELINE_LOOK_STEPS ((uint64_t)1 << 20)

/* Moves by one grain, direction +1 or -1; warp is the focus of GRAIN_LINE. false if already at the
 * end that way. Forward no further than TIMELINE_LOOK_STEPS beyond the furthest moment seen,
 * and no further back in search of a line. */
bool timeline_move(Timeline *timeline, Grain grain, int direction, uint32_t warp);

/* How many moments up to the position, this one included, GRAIN_ACCESS stops at; the start is none.
 * *all gets how many there are as far as timeline_length, so in all once that is exact. */
uint64_t timeline_stops(const Timeline *timeline, uint64_t *all);

/* The same without those that are but the end of a block: accesses and products (stop.h). */
uint64_t timeline_accesses(const Timeline *timeline, uint64_t *all);

/* First moment of a block, counted from first_block; false if not yet measured. */
bool timeline_block_start(const Timeline *timeline, uint32_t block, uint64_t *position);

/* The stretches known so far, in order; they move when more become known. The first ones are those
 * with which the blocks begin. timeline_takes_turns: there may be more than one of each block. */
const Turn *timeline_turns(const Timeline *timeline, size_t *count);
bool timeline_takes_turns(const Timeline *timeline);

/* The moment at which a block, linear in the grid, has done so many of its steps; false if the
 * timeline has not come to it. */
bool timeline_block_moment(const Timeline *timeline, uint32_t block, uint64_t steps,
                           uint64_t *moment);

/* Of a kernel with barriers of the whole grid: who waits at them at the position; NULL for others.
 * *has_opened gets whether the step that led there has opened one. */
const Rounds *timeline_rounds(const Timeline *timeline, bool *has_opened);

/* State at the position, to be read only: what the pointers lead to changes when the position does.
 * The block is the one running, or the last one when all have ended; behind the last step of a
 * block that is not the last, or of a turn, the next one as it stands. */
const Machine *timeline_machine(const Timeline *timeline);
const Probe *timeline_probe(const Timeline *timeline);
Memory *timeline_memory(Timeline *timeline);
/* The step that led to the position; NULL at moment 0. Inside the timeline, as the state is. */
const Step *timeline_last_step(const Timeline *timeline);

/* Ticks known so far, in order; they move when more become known. */
const Tick *timeline_ticks(const Timeline *timeline, int *count);

/* Hash of machine, probe report and memory at the position. */
uint64_t timeline_hash(const Timeline *timeline);

/* The final Report: that of all blocks covered. NULL until measured; then it stays. */
const Report *timeline_total(const Timeline *timeline);

/* Bytes that checkpoints hold, TIMELINE_CHECKPOINT_BYTES at most (one checkpoint may be larger),
 * and the steps between two of them. */
uint64_t timeline_checkpoint_bytes(const Timeline *timeline);
uint64_t timeline_spacing(const Timeline *timeline);
