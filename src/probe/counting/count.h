/* Counting: what a step adds to the totals and to the tables of its line and buffer, all in
 * fold->report. Rules: counter.def. */
#pragma once

#include "probe/record/fold.h"

/* What every step adds: instruction, lanes, flops, branches, barriers. */
void count_step(const Fold *fold);

/* What the step's request adds: accesses, bytes, requests, sectors and wavefronts; of an ATOMIC the
 * numbers of atomics. */
void count_request(const Fold *fold, const Request *request);

/* How far into its buffers a request of global memory reaches; inside: the lanes that land in the
 * buffer they are meant for. */
void count_reach(const Fold *fold, const Request *request, uint32_t inside);

/* Lanes of a store to shared memory that wrote a literal zero. */
void count_zero_fills(const Fold *fold, uint64_t lanes);
