/* One bit per lane, warp and register: it holds a literal zero. Most registers never can, which is
 * known from the program, so most steps cost one look at a table. */
#include "probe/memory/zero.h"

#include "probe/counting/count.h"
#include "program/flow/zeros.h"
#include "vm/page.h"

#include <string.h>

typedef enum ZeroAction {
    ZERO_IGNORE,
    ZERO_CLEAR,  /* writes registers that could hold a zero */
    ZERO_MOVE,   /* MOV to such a register */
    ZERO_SELECT, /* SELECT to such a register */
    ZERO_STORE   /* store to shared memory of a zero or of such a register */
} ZeroAction;

struct ZeroTable {
    uint32_t slot_count, warp_count;
    uint64_t masks_at, actions_at;
};

static uint64_t lay_out_zeros(ZeroTable *table, const Program *program, uint32_t warp_count)
{
    table->slot_count = program->slot_count;
    table->warp_count = warp_count;
    table->masks_at = page_rounded(sizeof *table);
    table->actions_at = table->masks_at +
                        page_rounded(sizeof(uint32_t) * program->slot_count * (uint64_t)warp_count);
    return table->actions_at + page_rounded(program->code_count);
}

uint64_t zero_size(const Program *program, uint32_t warp_count)
{
    ZeroTable table;
    return lay_out_zeros(&table, program, warp_count);
}

static uint8_t *actions(const ZeroTable *table)
{
    return (uint8_t *)table + table->actions_at;
}

static uint32_t *mask_of(const ZeroTable *table, uint32_t slot, uint32_t warp)
{
    return (uint32_t *)((char *)table + table->masks_at) + (size_t)slot * table->warp_count + warp;
}

static ZeroAction action_of(const Program *program, const bool *zeros, const Instr *instr)
{
    if (instr->op == OP_STORE)
        return instr->space != SPACE_GLOBAL && instr->space != SPACE_LOCAL &&
                       zeros_are_stored(program, zeros, instr)
                   ? ZERO_STORE
                   : ZERO_IGNORE;
    uint32_t first = instr->dst, slots = instr_written_words(instr);
    for (uint32_t slot = first; slot < first + slots; ++slot)
        if (zeros[slot])
            return instr->op == OP_MOV      ? ZERO_MOVE
                   : instr->op == OP_SELECT ? ZERO_SELECT
                                            : ZERO_CLEAR;
    return ZERO_IGNORE;
}

void zero_start(ZeroTable *table, const Program *program, uint32_t warp_count)
{
    lay_out_zeros(table, program, warp_count);
    Arena *arena = arena_new();
    const bool *zeros = zeros_of(arena, program);
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        actions(table)[pc] = (uint8_t)action_of(program, zeros, &program->code[pc]);
    arena_free(arena);
}

void zero_begin_block(ZeroTable *table)
{
    memset(mask_of(table, 0, 0), 0,
           sizeof(uint32_t) * table->slot_count * (size_t)table->warp_count);
}

/* Active lanes in which the operand is a literal zero. */
static uint32_t zero_lanes(const ZeroTable *table, const Fold *fold, Operand operand)
{
    if (OPERAND_IS_REGISTER(operand))
        return *mask_of(table, operand, fold->step->warp) & fold->step->active;
    return zero_is_literal(fold->program, operand) ? fold->step->active : 0;
}

/* Lanes in which a SELECT chose a literal zero. Its condition is read after the step, so a SELECT
 * that overwrites its own condition carries no zero. */
static uint32_t selected_zeros(const ZeroTable *table, const Fold *fold)
{
    const Instr *instr = fold->step->instr;
    uint32_t chosen = 0;
    if (instr->a == instr->dst)
        return 0;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if (fold->step->active >> lane & 1)
            chosen |= (uint32_t)(machine_value(fold->machine, instr->a, SCALAR_BOOL,
                                               fold_thread(fold->step, lane)) != 0)
                      << lane;
    return (zero_lanes(table, fold, instr->b) & chosen) |
           (zero_lanes(table, fold, instr->c) & ~chosen);
}

static void write_masks(const ZeroTable *table, const Fold *fold, uint32_t zeros)
{
    const Step *step = fold->step;
    uint32_t first = step->instr->dst, slots = instr_written_words(step->instr);
    for (uint32_t slot = first; slot < first + slots; ++slot) {
        uint32_t *mask = mask_of(table, slot, step->warp);
        *mask = (*mask & ~step->active) | zeros;
    }
}

static void count_stored(const ZeroTable *table, const Fold *fold)
{
    const Instr *instr = fold->step->instr;
    if (fold->step->space != SPACE_SHARED)
        return;
    uint32_t zeros = fold->step->active;
    for (uint32_t i = 0; i < instr->width; ++i)
        zeros &= zero_lanes(table, fold, zero_element(instr, i));
    count_zero_fills(fold, (uint64_t)__builtin_popcount(zeros));
}

void zero_fold(ZeroTable *table, const Fold *fold)
{
    switch ((ZeroAction)actions(table)[fold->step->pc]) {
    case ZERO_IGNORE: break;
    case ZERO_CLEAR: write_masks(table, fold, 0); break;
    case ZERO_MOVE: write_masks(table, fold, zero_lanes(table, fold, fold->step->instr->a)); break;
    case ZERO_SELECT: write_masks(table, fold, selected_zeros(table, fold)); break;
    case ZERO_STORE: count_stored(table, fold); break;
    }
}
