/* Crossings: global words that one block writes and another block touches.
 *
 * Blocks that never cross can run in any order, on any thread, with the same result. Words have 4
 * bytes. Notes may be made from several threads at once; of two blocks that cross at least one
 * notices, whichever comes first. */
#pragma once

#include "vm/launch.h"
#include "vm/step.h"

typedef struct Crossing Crossing;

/* For one run of a grid, of which one thread runs all blocks (is_alone) or several; freed with
 * crossing_free (NULL is allowed). NULL if the address space cannot be had. Buffers that no
 * parameter or variable of the program says are written cost nothing; a stray write into one counts
 * as a crossing. */
Crossing *crossing_new(const Program *program, const Launch *launch, bool is_alone);
void crossing_free(Crossing *crossing);

/* Bytes of memory that crossings of a whole grid take for the buffer of a parameter. */
uint64_t crossing_touched_bytes(const Parameter *parameter, const Buffer *buffer);

/* Notes what a step of a block touched of global memory; steps that touch none change nothing. */
void crossing_note(Crossing *crossing, const Step *step);

/* Bytes that lie side by side, the first of them `at` bytes behind some start. */
typedef struct CrossingRun {
    int64_t at;
    uint32_t bytes;
} CrossingRun;

/* The same for count runs behind a place in the arena, touched by a block (linear in the grid) in
 * an instruction that is such a one to other blocks: LOAD, STORE or ATOMIC. */
void crossing_note_runs(Crossing *crossing, uint32_t block, uint64_t start, const CrossingRun *runs,
                        uint32_t count, Opcode op);

/* Whether blocks crossed so far. Certain once all of them have ended. */
bool crossing_found(const Crossing *crossing);

/* The words on which blocks crossed and that were not touched by atomic operations alone, one after
 * another: *word, the number of 4 bytes in the arena from which on to look, becomes the next of
 * them; false if there is none. All are there once all blocks have ended that one thread ran; words
 * that nobody was expected to write are not. */
bool crossing_next(const Crossing *crossing, uint64_t *word);
