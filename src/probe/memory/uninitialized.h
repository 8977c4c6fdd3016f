/* Uninitialised: reads of shared memory that nothing in the block has written, of variables and
 * per-thread arrays that the thread has not set, and of buffers that nobody has filled. Of the last
 * three the step tells itself; of shared memory it is kept here byte by byte, because an atomic
 * operation reads and writes in one step. */
#pragma once

#include "probe/record/fold.h"

/* Which bytes of the block's shared memory were written; flat, in bytes of the caller's. */
typedef struct SetWords SetWords;

/* Bytes of a SetWords, and one of a block that has written nothing in as many bytes at set. */
uint64_t uninitialized_size(uint32_t shared_bytes);
void uninitialized_begin_block(SetWords *set, uint32_t shared_bytes);

/* Reports such reads among the lanes inside their arrays (bit set `inside`, as bounds_check gives
 * it), and marks what the request writes as set, unless what it stores was not set either
 * (Step.unset). */
void uninitialized_check(SetWords *set, const Fold *fold, const Request *request, uint32_t inside);

/* Reports the registers that the step reads before they are set (Step.unsets). */
void uninitialized_check_registers(const Fold *fold);
