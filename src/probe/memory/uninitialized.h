/* Uninitialised: reads of shared memory that nothing in the block has written, of variables and
 * per-thread arrays that the thread has not set, and of buffers that nobody has filled. */
#ifndef TILESTEP_PROBE_MEMORY_UNINITIALIZED_H
#define TILESTEP_PROBE_MEMORY_UNINITIALIZED_H

#include "probe/record/fold.h"

typedef struct SetWords SetWords;

uint64_t uninitialized_size(uint32_t shared_bytes);
void uninitialized_begin_block(SetWords *set, uint32_t shared_bytes);

/* Finds such reads among the lanes inside their arrays, and marks what the request writes. */
void uninitialized_check(SetWords *set, const Fold *fold, const Request *request, uint32_t inside);

/* Finds the registers that any step reads before they are set. */
void uninitialized_check_registers(const Fold *fold);

#endif
