/* Trace: the values that one element of global memory went through before it was stored: those of
 * the variable, or of the word of memory, that its sum grew in, in the order in which it took them,
 * with the step that gave each. Found by running the block that stored the element again. */
#pragma once

#include "probe/accumulations/accumulated.h"

enum { TRACE_KEPT = 1 << 16 }; /* values, and loads, that are kept */

/* Steps that the search for who stored an element may take, and then its block. */
#define TRACE_STEPS ((uint64_t)1 << 22)

/* One value that was taken. Blocks and threads are linear, steps those of the block. */
typedef struct TraceValue {
    uint32_t block, thread, pc;
    uint64_t step;
    double value;
    bool is_term;        /* something was added to the value before: */
    Accumulated told;    /* what */
    WordHistory from[2]; /* of its x and y that lie in shared memory: who wrote them */
} TraceValue;

/* A load of global memory by the thread that stored the element. */
typedef struct TraceLoad {
    uint32_t pc;
    uint64_t step;
    uint64_t at; /* byte offset in the arena */
} TraceLoad;

typedef struct Trace {
    bool has_writer; /* something stored it; if not, the rest means nothing */
    uint32_t block, thread, pc;
    uint64_t step;   /* the store */
    uint64_t moment; /* steps of all blocks before it, where they take turns */
    double stored;   /* what it stored */
    bool is_value;   /* the last value was stored as it is; false: computed from it */
    bool is_alone;   /* it hangs on what other blocks have left, and they were not run */
    bool is_cut;     /* there are more values, or loads, than are kept */
    bool has_source; /* the values are those of a variable or a word, not of the store alone */
    bool is_global;  /* and that word is one of global memory, perhaps the element itself */
    ScalarType type;
    TraceValue *values; /* in the arena */
    int value_count, value_capacity;
    TraceLoad *loads;
    int load_count, load_capacity;
} Trace;

/* Of the scalar of a type at an arena offset, when all blocks of the launch have ended; in the
 * arena. False if the search takes too long, or memory cannot be had. before: not that store to it,
 * but the last one before; NULL. */
bool trace_element(Arena *arena, const Accumulators *accumulators, const Launch *launch,
                   uint64_t at, ScalarType type, const Trace *before, Trace *trace);
