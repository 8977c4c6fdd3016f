/* History: who wrote and read each shared word of a block, and how often each global word was
 * loaded and stored. */
#ifndef TILESTEP_PROBE_MEMORY_HISTORY_H
#define TILESTEP_PROBE_MEMORY_HISTORY_H

#include "probe/record/fold.h"
#include "probe/record/word.h"

typedef struct HistoryTable HistoryTable;

/* log2 of the bytes that are told apart: those of the smallest access of the program, 4 at most. */
uint32_t history_word_bits(const Program *program);

uint64_t history_size(const Program *program, const Launch *launch);
void history_start(HistoryTable *table, const Program *program, const Launch *launch);
void history_begin_block(HistoryTable *table);

void history_fold(HistoryTable *table, const Step *step, uint32_t lanes);

WordHistory history_of_shared(const HistoryTable *table, uint32_t offset_bytes);
bool history_of_global(const HistoryTable *table, uint64_t at, uint32_t *loads, uint32_t *stores);

#endif
