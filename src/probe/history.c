/* Histories are kept per 4-byte word; an access counts once for each word it touches. */
#include "probe/history.h"

#include <string.h>

#define COUNTED_ARENA_LIMIT_BYTES ((uint64_t)4 << 20)
#define NOBODY                    0xffffffffu

typedef struct GlobalWord {
    uint32_t loads, stores;
} GlobalWord;

struct HistoryTable {
    uint32_t shared_words;
    uint32_t global_words; /* 0: the arena is too large */
};

static uint64_t lay_out(HistoryTable *table, const Program *program, const Launch *launch)
{
    table->shared_words = (launch_shared_bytes(launch, program) + 3) / 4;
    table->global_words = launch->arena_bytes <= COUNTED_ARENA_LIMIT_BYTES
                              ? (uint32_t)((launch->arena_bytes + 3) / 4)
                              : 0;
    uint64_t bytes = sizeof *table + sizeof(WordHistory) * (uint64_t)table->shared_words +
                     sizeof(GlobalWord) * (uint64_t)table->global_words;
    return (bytes + 63) / 64 * 64;
}

uint64_t history_size(const Program *program, const Launch *launch)
{
    HistoryTable table;
    return lay_out(&table, program, launch);
}

static WordHistory *shared_words(const HistoryTable *table)
{
    return (WordHistory *)(table + 1);
}

static GlobalWord *global_words(const HistoryTable *table)
{
    return (GlobalWord *)(shared_words(table) + table->shared_words);
}

void history_start(HistoryTable *table, const Program *program, const Launch *launch)
{
    memset(table, 0, history_size(program, launch));
    lay_out(table, program, launch);
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

static void fold_global(GlobalWord *word, const Step *step)
{
    word->loads += step->instr->op != OP_STORE;
    word->stores += step->instr->op != OP_LOAD;
}

void history_fold(HistoryTable *table, const Step *step, uint32_t lanes)
{
    for (lanes &= ~step->outside; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint64_t first = step->arena[lane] / 4;
        uint64_t last = (step->arena[lane] + step->access_bytes - 1) / 4;
        for (uint64_t word = first; word <= last; ++word)
            if (step->space == SPACE_SHARED && word < table->shared_words)
                fold_shared(&shared_words(table)[word], step, lane);
            else if (step->space == SPACE_GLOBAL && word < table->global_words)
                fold_global(&global_words(table)[word], step);
    }
}

WordHistory history_of_shared(const HistoryTable *table, uint32_t offset_bytes)
{
    if (offset_bytes / 4 >= table->shared_words)
        return (WordHistory){.writer = NOBODY, .last_reader = NOBODY};
    return shared_words(table)[offset_bytes / 4];
}

bool history_of_global(const HistoryTable *table, uint64_t at, uint32_t *loads, uint32_t *stores)
{
    if (at / 4 >= table->global_words)
        return false;
    *loads = global_words(table)[at / 4].loads;
    *stores = global_words(table)[at / 4].stores;
    return true;
}
