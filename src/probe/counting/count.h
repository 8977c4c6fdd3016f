/* Counting: what a step adds to the totals and to the tables of its line and buffer. */
#ifndef TILESTEP_PROBE_COUNTING_COUNT_H
#define TILESTEP_PROBE_COUNTING_COUNT_H

#include "probe/record/fold.h"

/* Instruction, flops, branches, barriers. */
void count_step(const Fold *fold);

/* Accesses, bytes, requests and turns of a request. */
void count_request(const Fold *fold, const Request *request);

/* How far into its buffers a request of global memory reaches; inside: the lanes that land in the
 * buffer they are meant for. */
void count_reach(const Fold *fold, const Request *request, uint32_t inside);

/* Lanes of a store to shared memory that wrote a literal zero. */
void count_zero_fills(const Fold *fold, uint64_t lanes);

#endif
