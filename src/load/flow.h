/* Which buffers' contents decide where a kernel's accesses go, and which way its branches. */
#ifndef TILESTEP_LOAD_FLOW_H
#define TILESTEP_LOAD_FLOW_H

#include "load/loader.h"

enum { LOAD_FLOW_LIMIT = 64 }; /* buffers that are followed */

/* A bit a buffer. */
typedef struct LoadFlow {
    uint64_t *indices; /* [pc] whose contents decide where the access goes */
    uint64_t *buffers; /* [pc] where it goes */
    uint64_t all_indices, all_conditions;
} LoadFlow;

/* The bit of a buffer; none for those beyond the limit. */
uint64_t load_flow_bit(uint64_t buffer);

/* With all buffers known. */
void load_follow(const Loader *loader, LoadFlow *out);

#endif
