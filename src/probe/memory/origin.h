/* Provenance: where the value of every register, shared and per-thread word came from. Moves,
 * selects, loads and stores carry an origin along; arithmetic makes a computed value. Words are
 * those of history.h. Per-thread memory of more than 256 KiB for a block is not followed: what
 * comes from there counts as computed. The table is flat, in bytes of the caller's. */
#pragma once

#include "probe/record/fold.h"
#include "probe/record/word.h"

typedef struct OriginTable OriginTable;

/* Bytes of a table, and an empty one in as many zeroed bytes at table: 8 for each register slot of
 * each thread, each shared word, and each word of per-thread memory that is followed. */
uint64_t origin_size(const Program *program, const Launch *launch);
void origin_start(OriginTable *table, const Program *program, const Launch *launch);

/* Forgets everything: registers and memory of a block begin without an origin. */
void origin_begin_block(OriginTable *table);

/* Carries origins along with one step. lanes: those of a request that have an address; active lanes
 * for other instructions. */
void origin_fold(OriginTable *table, const Fold *fold, uint32_t lanes);

/* Of the shared word at a byte offset, or in a register slot of a thread of the block; ORIGIN_NONE
 * where there is no such word. */
Origin origin_of_shared(const OriginTable *table, uint32_t offset_bytes);
Origin origin_of_register(const OriginTable *table, uint32_t slot, uint32_t thread);
