/* Crossings: global words that one block writes and another block touches.
 *
 * Blocks that never cross can run in any order, on any thread, with the same result. Safe to call
 * from several threads. */
#ifndef TILESTEP_COUNT_CROSSING_H
#define TILESTEP_COUNT_CROSSING_H

#include "vm/launch.h"
#include "vm/step.h"

typedef struct Crossing Crossing;

/* NULL if the address space cannot be had. Buffers that no parameter or variable of the program
 * says are written cost nothing; a stray write into one counts as a crossing. */
Crossing *crossing_new(const Program *program, const Launch *launch);
void crossing_free(Crossing *crossing);

/* Bytes that a whole grid makes it touch for the buffer of a parameter. */
uint64_t crossing_touched_bytes(const Parameter *parameter, const Buffer *buffer);

/* Notes what a step of a block touched. */
void crossing_note(Crossing *crossing, const Step *step);

/* The same for size_bytes at one place in the arena. */
void crossing_note_bytes(Crossing *crossing, uint32_t block, uint64_t at, uint32_t size_bytes,
                         bool is_write);

bool crossing_found(const Crossing *crossing);

#endif
