/* Stops: the steps that are worth watching, out of all that a warp does.
 *
 * They are: an access of global memory; a store or an atomic operation to shared memory; a warp at a
 * barrier; an accumulation (program/accumulations.h); a load from shared or constant memory, and a
 * value taken from another lane, unless its value goes straight into an accumulation, of which it is
 * part then. Address arithmetic, tests of loops and what a thread keeps in its own arrays belong to the
 * stop that follows. */
#ifndef TILESTEP_PROBE_TIME_STOP_H
#define TILESTEP_PROBE_TIME_STOP_H

#include "program/accumulations.h"
#include "vm/step.h"

typedef struct Stops {
    Accumulations accumulations;
} Stops;

/* Everything lives in the arena. */
Stops stops_of(Arena *arena, const Program *program);

/* One stops when the step is done. */
bool stop_is_after(const Stops *stops, const Step *step);

#endif
