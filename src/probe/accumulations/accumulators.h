/* Accumulators: what is told of a program's accumulations before it runs, in one piece, for all who
 * ask about them in a run. Made once for a program: it takes many passes over the code. */
#pragma once

#include "program/accumulations/accumulations.h"
#include "program/accumulations/stores.h"
#include "program/flow/definitions.h"
#include "program/frames.h"

/* Each part is explained in the header of its name in the room program. */
typedef struct Accumulators {
    const Program *program;
    Definitions definitions;     /* which instruction gave a register its value */
    Frames frames;               /* which branches and loops stand around an instruction */
    Accumulations accumulations; /* where something is accumulated */
    AccumulationStores stores;   /* where accumulators are stored */
} Accumulators;

/* Everything lives in the arena; program must outlive it. */
Accumulators accumulators_of(Arena *arena, const Program *program);
