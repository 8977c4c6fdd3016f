/* Where accumulators are stored: the instructions that may take the value of one to shared or
 * global memory, as it is or computed with. A stored value is followed back through chains of at
 * most 12 instructions; what lies further back is not found. */
#pragma once

#include "program/accumulations/accumulations.h"
#include "program/flow/definitions.h"

/* One way from an accumulator to memory. An instruction that stores a vector, or a value computed
 * from several accumulators, has several. */
typedef struct AccumulationStore {
    int accumulator;  /* which one: as in Accumulation.accumulator */
    uint32_t pc;      /* STORE or ATOMIC */
    uint32_t element; /* which of the elements that pc stores, from 0 */
    int load;         /* the accumulator is an array: the LOAD that fetches from it; or NO_LOAD */
    uint32_t load_element; /* which of the elements that `load` fetches, from 0 */
    /* `load` reads shared memory, where accumulations go, this one among them; whether to the word
     * that is loaded, and by which thread, is told only when the program runs. */
    bool is_shared;
    /* The value is stored as it is, but for a conversion; false: what is stored is computed from
     * it, or added to what is there. */
    bool is_value;
} AccumulationStore;

typedef struct AccumulationStores {
    const AccumulationStore *items; /* in the order of accumulators, then of pc */
    int count;
    const int *first; /* [accumulators + 1] items of number i: first[i] up to first[i + 1] */
} AccumulationStores;

/* The table of a program, in the arena; both tables given are of that program. Words of shared and
 * global memory are stored by the instruction that accumulates there. */
AccumulationStores accumulation_stores_of(Arena *arena, const Definitions *definitions,
                                          const Accumulations *accumulations);
