/* What an asynchronous copy costs. It has two sides, and either depends on the other: by what an
 * H200 counts (ncu 2025.3, CUDA 13.0, November 2026, one warp, 81 layouts).
 *
 *   Through L1 (cp.async.ca): the sectors are those of a load, the distinct ones of 32 bytes. In a
 *     wavefront each bank of a line gives one word and each bank of shared memory takes one; words
 *     are not given twice, however many lanes want them. Half warps and quarters go by themselves,
 *     as in a store of 8 and 16 bytes.
 *   Past L1 (cp.async.cg): a sector counts once for each 128-byte line of global memory and each
 *     32-byte piece of shared memory that lanes bring together. In a wavefront a quarter of a warp
 *     moves pieces of 16 bytes whose numbers in their lines differ from those in shared memory by
 *     one exclusive or. Where both halves of a sector go together, and so the exclusive or is even,
 *     each line of shared memory has a wavefront of its own. The last rule comes from padded rows
 *     alone, of which one sum was measured. */
#pragma once

#include "probe/record/counter.h"
#include "vm/step.h"

/* The LOAD of an asynchronous copy: its sectors of global memory. */
uint64_t async_sectors(const Step *step, uint32_t lanes);

/* And its side of shared memory. */
MemoryCount async_shared_cost(const Step *step, uint32_t lanes);
