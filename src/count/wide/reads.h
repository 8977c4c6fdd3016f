/* Reads: which scalars of some buffers a grid has read, a bit each. Several threads may note at
 * once; what was read is asked when they have ended. */
#pragma once

#include "vm/launch.h"
#include "vm/step.h"

typedef struct Reads Reads;

/* Of the buffers that are wanted ([buffer_count] of the launch, laid out); nothing is read yet.
 * NULL if there is no memory. Freed with reads_free (NULL is allowed). */
Reads *reads_new(const Launch *launch, const bool *wanted);
void reads_free(Reads *reads);

/* Forgets what was read, while no thread notes. */
void reads_clear(Reads *reads);

/* Notes that size_bytes were read at an arena offset; what lies in no wanted buffer is left out. */
void reads_note(Reads *reads, uint64_t at, uint64_t size_bytes);

/* Notes what a LOAD has read; of other steps, atomics among them, nothing. */
void reads_note_step(Reads *reads, const Step *step);

/* Some byte of a scalar (its index) of a buffer was read; false if the buffer was not wanted. */
bool reads_have(const Reads *reads, int buffer, uint64_t scalar);
