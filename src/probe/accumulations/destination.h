/* Destinations: which word of memory an accumulator will be stored to, told while it still grows.
 *
 * It is worked out from the registers of the warp as they are now (ahead.h): the address of the
 * store, the conditions that stand around it, and for an array of the thread the iteration of a
 * loop in which its element will be fetched. Where that hangs on memory, or on iterations of a loop
 * to come, it is not known, and said so. */
#pragma once

#include "probe/accumulations/accumulators.h"
#include "vm/machine.h"

/* What is known of one thread; fields of Destination but its state mean something only if KNOWN. */
typedef enum DestinationState {
    DESTINATION_UNKNOWN,
    DESTINATION_NOWHERE, /* this thread will not store it: a condition is false */
    DESTINATION_KNOWN
} DestinationState;

typedef struct Destination {
    DestinationState state;
    bool is_value;    /* it is stored as it is; false: what is stored is computed from it, or it is
                         added to what is there */
    uint32_t pc;      /* of the store */
    Space space;      /* SHARED or GLOBAL */
    uint64_t address; /* of the element, with its object (program/address.h) */
} Destination;

/* Where the 32 threads of a warp will store an accumulator (its number) next. offsets: of an array
 * of the thread, which element is asked for, in bytes from the array's start; NULL for others.
 * Meant for a warp that is not done, in a moment in which the accumulator lives. */
void destinations_find(const Accumulators *accumulators, const Machine *machine, uint32_t warp,
                       int accumulator, const int64_t *offsets, Destination out[WARP_LANES]);

/* Where the word lies that an accumulation of the step just done goes to, for each lane as an
 * address with its object. False if the step is none, if the accumulator is a variable in a
 * register, or if it is not known. machine is right after the step. */
bool destination_words(const Accumulators *accumulators, const Machine *machine, const Step *step,
                       uint64_t addresses[WARP_LANES]);

/* Lanes of a warp that may store to the word at an arena offset, of scalar bytes, by the STORE or
 * ATOMIC at pc, in what the warp has yet to run; the others will not. */
uint32_t destination_may_be(const Accumulators *accumulators, const Launch *launch,
                            const Machine *machine, uint32_t warp, uint32_t pc, uint64_t at);
