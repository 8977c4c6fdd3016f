/* One 64-bit word for each word of state, as history.h cuts it: the kind in the two highest bits,
 * below them 1 + the shared offset, the rest as in Origin.at. Per-thread memory is followed only up
 * to a size; beyond, it counts as computed. */
#include "probe/memory/origin.h"

#include "probe/memory/history.h"
#include "probe/record/object.h"
#include "vm/page.h"

#include <string.h>

enum { KIND_SHIFT = 62, SHARED_SHIFT = 44 };
#define AT_MASK           (((uint64_t)1 << SHARED_SHIFT) - 1)
#define SHARED_MASK       (((uint64_t)1 << KIND_SHIFT) - 1 - AT_MASK)
#define LOCAL_LIMIT_BYTES ((uint64_t)256 << 10) /* per-thread memory of a whole block */

struct OriginTable {
    uint32_t slot_count, threads;       /* threads: padded to whole warps */
    uint32_t shared_words, local_words; /* local: of one thread; 0 where not followed */
    uint32_t word_bits;                 /* log2 of a word's bytes */
    uint64_t total;                     /* words in all */
};

static uint64_t lay_out_origins(OriginTable *table, const Program *program, const Launch *launch)
{
    table->slot_count = program->slot_count;
    table->threads =
        ((uint32_t)dim3_count(launch->block) + WARP_LANES - 1) / WARP_LANES * WARP_LANES;
    uint32_t bits = history_word_bits(program), rest = (1u << bits) - 1;
    table->word_bits = bits;
    table->shared_words = (launch_shared_bytes(launch, program) + rest) >> bits;
    table->local_words = (program->local_bytes + rest) >> bits;
    if (((uint64_t)table->local_words << bits) * table->threads > LOCAL_LIMIT_BYTES)
        table->local_words = 0;
    table->total = (uint64_t)table->slot_count * table->threads + table->shared_words +
                   (uint64_t)table->local_words * table->threads;
    return page_rounded(sizeof *table + 8 * table->total);
}

uint64_t origin_size(const Program *program, const Launch *launch)
{
    OriginTable table;
    return lay_out_origins(&table, program, launch);
}

static uint64_t *words(const OriginTable *table)
{
    return (uint64_t *)(table + 1);
}

static uint64_t *register_word(const OriginTable *table, uint32_t slot, uint32_t thread)
{
    return words(table) + (uint64_t)slot * table->threads + thread;
}

static uint64_t *shared_word(const OriginTable *table, uint64_t at)
{
    uint64_t start = (uint64_t)table->slot_count * table->threads;
    uint64_t word = at >> table->word_bits;
    return word < table->shared_words ? words(table) + start + word : NULL;
}

static uint64_t *local_word(const OriginTable *table, uint32_t thread, uint64_t at)
{
    uint64_t start = (uint64_t)table->slot_count * table->threads + table->shared_words;
    uint64_t word = at >> table->word_bits;
    return word < table->local_words
               ? words(table) + start + (uint64_t)thread * table->local_words + word
               : NULL;
}

void origin_start(OriginTable *table, const Program *program, const Launch *launch)
{
    lay_out_origins(table, program, launch);
}

void origin_begin_block(OriginTable *table)
{
    memset(words(table), 0, 8 * table->total);
}

static uint64_t packed(OriginKind kind, uint64_t at)
{
    return (uint64_t)kind << KIND_SHIFT | (at & AT_MASK);
}

static Origin unpacked(uint64_t word)
{
    uint32_t shared = (uint32_t)((word & SHARED_MASK) >> SHARED_SHIFT);
    return (Origin){(OriginKind)(word >> KIND_SHIFT), word & AT_MASK,
                    shared ? shared - 1 : ORIGIN_NOT_SHARED};
}

/* Origin of word number `word` of an operand, in one lane. */
static uint64_t operand_origin(const OriginTable *table, const Fold *fold, Operand operand,
                               uint32_t word, uint32_t thread)
{
    if (operand == OPERAND_NONE)
        return packed(ORIGIN_COMPUTED, 0);
    if (OPERAND_IS_REGISTER(operand))
        return *register_word(table, operand + word, thread);
    const Uniform *uniform = &fold->program->uniforms[OPERAND_INDEX(operand)];
    if (uniform->kind != UNIFORM_CONSTANT)
        return packed(ORIGIN_COMPUTED, 0);
    return packed(ORIGIN_CONSTANT, word ? uniform->value >> 32 : uniform->value & 0xffffffffu);
}

/* The origin of what lies at a byte of the memory that the step goes to. */
static uint64_t memory_origin(const OriginTable *table, const Step *step, uint32_t thread,
                              uint64_t at)
{
    if (step->space == SPACE_GLOBAL)
        return packed(ORIGIN_GLOBAL, at >> table->word_bits << table->word_bits);
    const uint64_t *word =
        step->space == SPACE_SHARED ? shared_word(table, at) : local_word(table, thread, at);
    if (!word)
        return packed(ORIGIN_COMPUTED, 0);
    uint64_t from = at >> table->word_bits << table->word_bits;
    return step->space == SPACE_SHARED ? *word | (from + 1) << SHARED_SHIFT : *word;
}

static void fold_load(OriginTable *table, const Step *step, uint32_t lanes)
{
    const Instr *instr = step->instr;
    uint32_t first = instr->dst, slots = instr_written_words(instr);
    uint32_t element = scalar_size_bytes((ScalarType)instr->type);
    uint32_t apart = element < 4 ? element : 4; /* bytes from slot to slot */
    for (; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint32_t thread = fold_thread(step, lane);
        bool lost = step->outside >> lane & 1;
        for (uint32_t i = 0; i < slots; ++i)
            *register_word(table, first + i, thread) =
                lost ? packed(ORIGIN_COMPUTED, 0)
                     : memory_origin(table, step, thread, step->arena[lane] + i * apart);
    }
}

/* A value of several words has the origin of its first one; those of the others lie behind it. */
static void write_memory(OriginTable *table, const Step *step, int lane, uint64_t at,
                         uint32_t bytes, uint64_t origin)
{
    uint64_t apart = (uint64_t)1 << table->word_bits;
    bool is_global = (OriginKind)(origin >> KIND_SHIFT) == ORIGIN_GLOBAL;
    for (uint64_t end = at + bytes; at < end; at += apart, origin += is_global ? apart : 0) {
        uint64_t *word = step->space == SPACE_SHARED ? shared_word(table, at)
                         : step->space == SPACE_LOCAL
                             ? local_word(table, fold_thread(step, lane), at)
                             : NULL;
        if (word)
            *word = step->space == SPACE_SHARED ? origin & ~SHARED_MASK : origin;
    }
}

/* A copy that lands brings what lay at its source. */
static void fold_landing(OriginTable *table, const Fold *fold, uint32_t lanes)
{
    const Step *step = fold->step;
    for (lanes &= ~step->outside; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint64_t address = step->beside[lane];
        uint64_t from =
            object_start_bytes(fold->program, fold->launch, SPACE_GLOBAL, address_object(address)) +
            (uint64_t)address_offset_bytes(address);
        for (uint32_t i = 0; i < step->access_bytes; i += 4)
            write_memory(table, step, lane, step->arena[lane] + i, 4,
                         packed(ORIGIN_GLOBAL, (from + i) >> table->word_bits << table->word_bits));
    }
}

static void fold_store(OriginTable *table, const Fold *fold, uint32_t lanes)
{
    const Step *step = fold->step;
    uint32_t element = scalar_size_bytes((ScalarType)step->instr->type);
    uint32_t apart = element < 4 ? element : 4;
    uint32_t slots = step->access_bytes / (apart ? apart : 1);
    if (step->instr->flags & INSTR_ASYNC) {
        fold_landing(table, fold, lanes);
        return;
    }
    for (lanes &= ~step->outside; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        for (uint32_t i = 0; i < slots; ++i)
            write_memory(table, step, lane, step->arena[lane] + i * apart, apart,
                         operand_origin(table, fold, step->instr->c, i, fold_thread(step, lane)));
    }
}

/* The origin of the operand that a SELECT chose. Its condition is read after the step; where the
 * SELECT has overwritten it, the value counts as computed. */
static uint64_t selected_origin(const OriginTable *table, const Fold *fold, uint32_t word,
                                uint32_t thread)
{
    const Instr *instr = fold->step->instr;
    if (instr_writes(instr, instr->a))
        return packed(ORIGIN_COMPUTED, 0);
    bool truth = machine_value(fold->machine, instr->a, SCALAR_BOOL, thread) != 0;
    return operand_origin(table, fold, truth ? instr->b : instr->c, word, thread);
}

static uint64_t value_origin(const OriginTable *table, const Fold *fold, uint32_t word,
                             uint32_t thread)
{
    switch (fold->step->instr->op) {
    case OP_MOV:
    case OP_BITS: return operand_origin(table, fold, fold->step->instr->a, word, thread);
    case OP_SELECT: return selected_origin(table, fold, word, thread);
    default: return packed(ORIGIN_COMPUTED, 0);
    }
}

static void fold_value(OriginTable *table, const Fold *fold, uint32_t lanes)
{
    uint32_t first = fold->step->instr->dst, slots = instr_written_words(fold->step->instr);
    for (; lanes; lanes &= lanes - 1) {
        uint32_t thread = fold_thread(fold->step, __builtin_ctz(lanes));
        for (uint32_t i = 0; i < slots; ++i)
            *register_word(table, first + i, thread) = value_origin(table, fold, i, thread);
    }
}

static void fold_atomic(OriginTable *table, const Fold *fold, uint32_t lanes)
{
    fold_value(table, fold, lanes);
    for (lanes &= ~fold->step->outside; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        write_memory(table, fold->step, lane, fold->step->arena[lane], fold->step->access_bytes,
                     packed(ORIGIN_COMPUTED, 0));
    }
}

void origin_fold(OriginTable *table, const Fold *fold, uint32_t lanes)
{
    switch (fold->step->instr->op) {
    case OP_LOAD: fold_load(table, fold->step, lanes); break;
    case OP_STORE: fold_store(table, fold, lanes); break;
    case OP_ATOMIC: fold_atomic(table, fold, lanes); break;
    default: fold_value(table, fold, lanes);
    }
}

Origin origin_of_shared(const OriginTable *table, uint32_t offset_bytes)
{
    const uint64_t *word = shared_word(table, offset_bytes);
    Origin origin = word ? unpacked(*word) : (Origin){ORIGIN_NONE, 0, ORIGIN_NOT_SHARED};
    if (origin.kind == ORIGIN_GLOBAL) /* a word may hold two halves */
        origin.at += offset_bytes & ((1u << table->word_bits) - 1);
    return origin;
}

Origin origin_of_register(const OriginTable *table, uint32_t slot, uint32_t thread)
{
    if (slot >= table->slot_count || thread >= table->threads)
        return (Origin){ORIGIN_NONE, 0, ORIGIN_NOT_SHARED};
    return unpacked(*register_word(table, slot, thread));
}
