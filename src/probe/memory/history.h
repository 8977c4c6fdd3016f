/* History: who wrote and read each shared word of a block, and how often each global word was
 * loaded and stored. A word has 2^history_word_bits bytes; an access counts once for each word that
 * it touches. The table and the counts are flat, in bytes of the caller's; blocks that take turns
 * have a table each, and the counts together. */
#pragma once

#include "probe/record/fold.h"
#include "probe/record/word.h"

typedef struct HistoryTable HistoryTable;
typedef struct WordCounts WordCounts;

/* log2 of the bytes of a word: those of the smallest access of the program, 4 at most. */
uint32_t history_word_bits(const Program *program);

/* Bytes of a table, and an empty one in as many zeroed bytes at table. */
uint64_t history_size(const Program *program, const Launch *launch);
void history_start(HistoryTable *table, const Program *program, const Launch *launch);

/* Bytes of the counts, which begin as zeros. */
uint64_t history_counts_size(const Program *program, const Launch *launch);

/* Call before the first step of each block: shared words have no writer any more. */
void history_begin_block(HistoryTable *table);

/* Notes the accesses of these lanes of a LOAD, STORE or ATOMIC; those of step->outside are left
 * out. Call it once for each such step of a block, in order. */
void history_fold(HistoryTable *table, WordCounts *counts, const Step *step, uint32_t lanes);

/* Of the shared word that holds a byte offset of the block's shared memory; nobody if there is no
 * such word. */
WordHistory history_of_shared(const HistoryTable *table, uint32_t offset_bytes);

/* Of the global word at an arena offset; false, with both left alone, if it is not counted: the
 * arena has more than 2^20 words, or ends before. */
bool history_of_global(const HistoryTable *table, const WordCounts *counts, uint64_t at,
                       uint32_t *loads, uint32_t *stores);
