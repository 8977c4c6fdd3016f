/* Accumulators: what is told of a program's accumulations before it runs, in one piece, for all who
 * ask about them in a run. */
#ifndef TILESTEP_PROBE_ACCUMULATIONS_ACCUMULATORS_H
#define TILESTEP_PROBE_ACCUMULATIONS_ACCUMULATORS_H

#include "program/accumulation_stores.h"
#include "program/accumulations.h"
#include "program/definitions.h"
#include "program/frames.h"

typedef struct Accumulators {
    const Program *program;
    Definitions definitions;
    Frames frames;
    Accumulations accumulations;
    AccumulationStores stores;
} Accumulators;

/* Everything lives in the arena; program must outlive it. */
Accumulators accumulators_of(Arena *arena, const Program *program);

#endif
