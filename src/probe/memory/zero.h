/* Zero fills: stores to shared memory of a literal zero, as tiles are padded at the edge of a
 * matrix. A literal zero is a constant operand, or a register that got one by moves and selects; a
 * zero that was computed or loaded is none. */
#pragma once

#include "probe/record/fold.h"

/* Which registers of which lanes hold a literal zero; flat, in bytes of the caller's. */
typedef struct ZeroTable ZeroTable;

/* Bytes of a table for blocks of so many warps, and an empty one in as many zeroed bytes at
 * table. */
uint64_t zero_size(const Program *program, uint32_t warp_count);
void zero_start(ZeroTable *table, const Program *program, uint32_t warp_count);

/* Call before the first step of each block: no register holds a literal zero. */
void zero_begin_block(ZeroTable *table);

/* Follows literal zeros through one step of any kind, and counts those that it stores. Call it for
 * every step of a block, in order. */
void zero_fold(ZeroTable *table, const Fold *fold);
