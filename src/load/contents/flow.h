/* Which buffers' contents and which numbers of a launch decide where a kernel's accesses go, and
 * which way its branches. Found from the instructions alone, so it may name some that do not matter
 * in a run. */
#pragma once

#include "load/state/loader.h"

enum { LOAD_FLOW_LIMIT = 64 }; /* buffers that are followed, and parameters */

/* What decides something: sets of buffers, by their contents, and of parameters that are numbers,
 * a bit for each. */
typedef struct LoadCauses {
    uint64_t contents, numbers;
} LoadCauses;

/* Sets of buffers, a bit for each. */
typedef struct LoadFlow {
    uint64_t *indices;       /* [pc] whose contents decide where the access goes */
    uint64_t *spread;        /* [pc] of these, those that threads of a block read at different
                                places: not a number that the block shares */
    uint64_t *buffers;       /* [pc] where it goes */
    LoadCauses *causes;      /* [pc] of where the access goes, of whether an assertion holds, by
                                what is divided or how far is shifted */
    LoadCauses loops;        /* of whether some loop goes on */
    uint64_t all_indices;    /* those of all accesses */
    uint64_t all_conditions; /* whose contents decide which way some branch goes, whether an
                                assertion holds, by what is divided or how far is shifted */
} LoadFlow;

/* The bit of a buffer; none for those beyond the limit. */
uint64_t load_flow_bit(uint64_t buffer);

/* Follows the contents through the program, with all buffers known; *out lives in the run's
 * arena. */
void load_follow(const Loader *loader, LoadFlow *out);
