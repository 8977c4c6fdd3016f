/* Zero fills: stores to shared memory of a literal zero, as tiles are padded at the edge of a
 * matrix. */
#ifndef TILESTEP_PROBE_MEMORY_ZERO_H
#define TILESTEP_PROBE_MEMORY_ZERO_H

#include "probe/record/fold.h"

typedef struct ZeroTable ZeroTable;

uint64_t zero_size(const Program *program, uint32_t warp_count);
void zero_start(ZeroTable *table, const Program *program, uint32_t warp_count);
void zero_begin_block(ZeroTable *table);

/* Follows literal zeros through moves and selects, and counts those that are stored. */
void zero_fold(ZeroTable *table, const Fold *fold);

#endif
