/* Reads: which scalars of some buffers a grid has read, a bit each. Several threads may note at
 * once. */
#ifndef TILESTEP_COUNT_READS_H
#define TILESTEP_COUNT_READS_H

#include "vm/launch.h"
#include "vm/step.h"

typedef struct Reads Reads;

/* Of the buffers that are wanted ([buffers]). NULL if there is no memory. Freed with reads_free. */
Reads *reads_new(const Launch *launch, const bool *wanted);
void reads_free(Reads *reads);
void reads_clear(Reads *reads);

/* size bytes were read at an arena offset. */
void reads_note(Reads *reads, uint64_t at, uint64_t size_bytes);

/* What a LOAD read; other steps are none. */
void reads_note_step(Reads *reads, const Step *step);

/* Some byte of a scalar of a wanted buffer was read. */
bool reads_have(const Reads *reads, int buffer, uint64_t scalar);

#endif
