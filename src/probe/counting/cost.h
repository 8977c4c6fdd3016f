/* Cost: what one request of a warp is counted as. The steps and the whole blocks of count/ both ask
 * here, so that what is counted of requests is counted in one place. */
#pragma once

#include "probe/record/counter.h"
#include "vm/step.h"

/* The kind of a LOAD or STORE that goes to a space (Step.space); REQUEST_NONE: to a thread's own
 * memory, of which nothing is counted, or to no memory, or it is a copy that lands. */
RequestKind cost_kind(const Instr *instr, Space space);

/* What one request of the active lanes costs, each with access_bytes (1 to 16) at its byte offset
 * in the arena or in shared memory. Parts that the memory does not have are 0, and so are zero
 * fills, which only the values tell. No part is larger than 16 bits hold. */
MemoryCount cost_of_lanes(const uint64_t address[WARP_LANES], uint32_t active,
                          uint32_t access_bytes, MemoryKind memory);

/* What of such a cost, or of a sum of them, counts for an instruction: all, but of pieces of a bulk
 * copy (INSTR_BULK) accesses and bytes alone, since they go past the path of loads. */
MemoryCount cost_counted(const Instr *instr, const MemoryCount *cost);

/* The same for global memory, summed over warps, where each access lies at a multiple of its 2 to
 * 16 bytes: lane i of them goes to start + rel[i] * scale. */
MemoryCount cost_of_aligned(const int32_t *rel, int64_t scale, uint64_t start,
                            const uint32_t *active, uint32_t warps, uint32_t access_bytes);
