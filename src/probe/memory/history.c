/* Histories are kept per word of 4 bytes, or of as many as the smallest access of the program has;
 * an access counts once for each word it touches. */
#include "probe/memory/history.h"

#include "vm/page.h"

#include <string.h>

#define COUNTED_WORDS_LIMIT ((uint64_t)1 << 20)
#define NOBODY              0xffffffffu

struct WordCounts { /* of one global word */
    uint32_t loads, stores;
};

struct HistoryTable {
    uint32_t word_bits; /* log2 of a word's bytes */
    uint32_t shared_words;
    uint64_t global_words; /* 0: the arena is too large to be counted */
};

uint32_t history_word_bits(const Program *program)
{
    uint32_t least = 4;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        uint32_t bytes = scalar_size_bytes((ScalarType)instr->type);
        if (opcode_info[instr->op].class == CLASS_MEMORY && bytes && bytes < least)
            least = bytes;
    }
    return (uint32_t)__builtin_ctz(least);
}

static uint64_t lay_out_histories(HistoryTable *table, const Program *program, const Launch *launch)
{
    uint32_t bits = history_word_bits(program), rest = (1u << bits) - 1;
    uint64_t global_words = (launch->arena_bytes + rest) >> bits;
    table->word_bits = bits;
    table->shared_words = (launch_shared_bytes(launch, program) + rest) >> bits;
    table->global_words = global_words <= COUNTED_WORDS_LIMIT ? global_words : 0;
    return page_rounded(sizeof *table + sizeof(WordHistory) * (uint64_t)table->shared_words);
}

uint64_t history_size(const Program *program, const Launch *launch)
{
    HistoryTable table;
    return lay_out_histories(&table, program, launch);
}

uint64_t history_counts_size(const Program *program, const Launch *launch)
{
    HistoryTable table;
    lay_out_histories(&table, program, launch);
    return page_rounded(sizeof(WordCounts) * table.global_words);
}

static WordHistory *shared_words(const HistoryTable *table)
{
    return (WordHistory *)(table + 1);
}

void history_start(HistoryTable *table, const Program *program, const Launch *launch)
{
    lay_out_histories(table, program, launch);
    history_begin_block(table);
}

void history_begin_block(HistoryTable *table)
{
    WordHistory *words = shared_words(table);
    memset(words, 0, sizeof *words * table->shared_words);
    for (uint32_t i = 0; i < table->shared_words; ++i)
        words[i].writer = words[i].last_reader = NOBODY;
}

static void fold_shared(WordHistory *word, const Step *step, int lane)
{
    uint32_t thread = step->warp * WARP_LANES + (uint32_t)lane;
    if (step->instr->op != OP_STORE) {
        ++word->reads;
        word->last_reader = thread;
    }
    if (step->instr->op == OP_LOAD)
        return;
    word->writer = thread;
    word->writer_pc = step->pc;
    word->writer_step = step->index;
    word->reads = 0;
    word->last_reader = NOBODY;
}

static void fold_global(WordCounts *word, const Step *step)
{
    word->loads += step->instr->op != OP_STORE;
    word->stores += step->instr->op != OP_LOAD;
}

void history_fold(HistoryTable *table, WordCounts *counts, const Step *step, uint32_t lanes)
{
    for (lanes &= ~step->outside; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint64_t first = step->arena[lane] >> table->word_bits;
        uint64_t last = (step->arena[lane] + step->access_bytes - 1) >> table->word_bits;
        for (uint64_t word = first; word <= last; ++word)
            if (step->space == SPACE_SHARED && word < table->shared_words)
                fold_shared(&shared_words(table)[word], step, lane);
            else if (step->space == SPACE_GLOBAL && word < table->global_words)
                fold_global(&counts[word], step);
    }
}

WordHistory history_of_shared(const HistoryTable *table, uint32_t offset_bytes)
{
    uint32_t word = offset_bytes >> table->word_bits;
    if (word >= table->shared_words)
        return (WordHistory){.writer = NOBODY, .last_reader = NOBODY};
    return shared_words(table)[word];
}

bool history_of_global(const HistoryTable *table, const WordCounts *counts, uint64_t at,
                       uint32_t *loads, uint32_t *stores)
{
    uint64_t word = at >> table->word_bits;
    if (word >= table->global_words)
        return false;
    *loads = counts[word].loads;
    *stores = counts[word].stores;
    return true;
}
