/* Where accumulators are stored: the instructions that may take the value of one to shared or global
 * memory, as it is or computed with. */
#ifndef TILESTEP_PROGRAM_ACCUMULATION_STORES_H
#define TILESTEP_PROGRAM_ACCUMULATION_STORES_H

#include "program/accumulations.h"
#include "program/definitions.h"

typedef struct AccumulationStore {
    int accumulator;       /* of Accumulations */
    uint32_t pc;           /* STORE or ATOMIC */
    uint32_t element;      /* of the access: which of a vector's elements */
    int load;              /* of an array: the LOAD that fetches the element; or NO_LOAD */
    uint32_t load_element; /* which of the elements that it fetches */
    bool
        is_shared; /* the LOAD is one of shared memory, where accumulations go, this one among them;
                       whether to that word, and by which thread, is told when it runs */
    bool
        is_value; /* stored as it is, but for a conversion; false: what is stored is computed from it,
                         or added to what is there */
} AccumulationStore;

typedef struct AccumulationStores {
    const AccumulationStore *items; /* by accumulator, then by pc */
    int count;
    const int *first; /* [accumulators + 1] into items */
} AccumulationStores;

/* In the arena. */
AccumulationStores accumulation_stores_of(Arena *arena, const Definitions *definitions,
                                          const Accumulations *accumulations);

#endif
