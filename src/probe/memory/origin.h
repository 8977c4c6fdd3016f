/* Provenance: where the value of every register, shared and per-thread word came from. Moves,
 * selects, loads and stores carry an origin along; arithmetic makes a computed value. */
#ifndef TILESTEP_PROBE_MEMORY_ORIGIN_H
#define TILESTEP_PROBE_MEMORY_ORIGIN_H

#include "probe/record/fold.h"
#include "probe/record/word.h"

typedef struct OriginTable OriginTable;

uint64_t origin_size(const Program *program, const Launch *launch);
void origin_start(OriginTable *table, const Program *program, const Launch *launch);
void origin_begin_block(OriginTable *table);

/* lanes: those of a request that have an address; active lanes for other instructions. */
void origin_fold(OriginTable *table, const Fold *fold, uint32_t lanes);

Origin origin_of_shared(const OriginTable *table, uint32_t offset_bytes);
Origin origin_of_register(const OriginTable *table, uint32_t slot, uint32_t thread);

#endif
