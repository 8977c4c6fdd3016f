/* Rounds: which block of a launch runs next where all of them are on the device at once, as a
 * cooperative launch has them, since they wait for each other at barriers of the whole grid.
 *
 * A block runs until it comes to such a barrier, ends, or has had its slice, so that blocks which
 * wait for each other in loops get on, too; then it is the next one's turn. The barrier opens when
 * no block can run any more. CUDA lets the first thread of each block tell the others that its
 * block has come: on an H200 a barrier of the grid opens without other threads that have ended, and
 * never without this one.
 *
 * Flat like a Machine: the caller owns rounds_size bytes, and a copy of them is a checkpoint.
 * Blocks are linear in the grid.
 */
#pragma once

#include "vm/machine.h"

typedef enum RoundsStatus { ROUNDS_READY, ROUNDS_WAITS, ROUNDS_OVER } RoundsStatus;

typedef struct RoundsBlock {
    uint16_t status;     /* RoundsStatus */
    bool has_come;       /* a warp of it to a barrier of the grid that has not opened */
    bool first_has_come; /* and with it its first thread */
    uint32_t barrier_pc; /* has_come: which barrier */
    uint64_t last_step;  /* WAITS: its step before which the barrier has to open, less 1 */
} RoundsBlock;

typedef struct Rounds {
    uint32_t count;         /* of blocks */
    uint32_t block;         /* whose turn it is */
    uint32_t slice;         /* steps that it has made in this turn */
    uint32_t opened;        /* barriers of the grid so far */
    uint32_t waiting, over; /* blocks */
    uint32_t missing;       /* 1 + a block for which the others wait forever; 0: there is none */
    uint32_t waiter;        /* missing: the first block that waits for it */
} Rounds;

/* Has the kernel a barrier of the whole grid? */
bool rounds_are_wanted(const Program *program);

/* Bytes for so many blocks, and the state before the first step of the first one in as many zeroed
 * bytes. */
uint64_t rounds_size(uint64_t blocks);
void rounds_start(Rounds *rounds, uint64_t blocks);

static inline RoundsBlock *rounds_blocks(const Rounds *rounds)
{
    return (RoundsBlock *)(rounds + 1);
}

/* Notes a step of the block whose turn it is, with its machine after the step, and whose turn is
 * next. false when no block will make a step any more: all are over, or a barrier cannot open
 * (missing). *opens gets whether a barrier of the grid has opened after the step; may be NULL. */
bool rounds_note(Rounds *rounds, const Machine *machine, const Step *step, bool *opens);
