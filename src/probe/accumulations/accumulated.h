/* Accumulated: what an accumulation (program/accumulations) did for one thread in one step, with
 * its numbers, and where these came from. */
#pragma once

#include "probe/accumulations/accumulators.h"
#include "probe/probe.h"

/* One lane's part of an accumulation. Numbers are bits of item->type, as they lie in a register. */
typedef struct Accumulated {
    const Accumulation *item; /* of the Accumulators that were asked */
    uint64_t old, now;        /* the accumulator before and after */
    uint64_t x, y;            /* y: of a product */
    bool is_x_known;          /* false: an atomic operation wrote its result over x */
    Origin x_from, y_from;    /* ORIGIN_NONE of what is no register, as a literal or a parameter */
    /* The word of memory that the result goes to, as an address with its object
     * (program/address.h); 0: a variable in a register, or not known. */
    uint64_t word;
} Accumulated;

/* What the step did in a lane; machine and probe (PROBE_PICTURE) are right after it. False, with
 * *out as it was, if the step is no accumulation, or none of this lane: the lane was not active, or
 * its address leads to no memory. */
bool accumulated_in(const Accumulators *accumulators, const Machine *machine, const Probe *probe,
                    const Step *step, int lane, Accumulated *out);
