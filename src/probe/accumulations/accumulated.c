/* An operand is read after the step. The one that the step has overwritten, mostly the accumulator
 * itself, is what the step says was there before. */
#include "probe/accumulations/accumulated.h"

#include "probe/accumulations/destination.h"

static uint64_t row_bits(const uint32_t rows[][WARP_LANES], int lane, ScalarType type)
{
    uint64_t high = register_words(type) == 2 ? rows[1][lane] : 0;
    return rows[0][lane] | high << 32;
}

/* What the instruction has replaced, in a register or in memory. */
static uint64_t replaced(const Step *step, int lane, ScalarType type)
{
    return step->instr->op == OP_LOAD ? step->held[lane] : row_bits(step->before, lane, type);
}

/* The instruction has written over the operand. */
static bool is_overwritten(const Instr *instr, Operand operand)
{
    return OPERAND_IS_REGISTER(operand) && instr_writes(instr, operand);
}

static uint64_t operand_bits(const Machine *machine, const Step *step, Operand operand,
                             ScalarType type, int lane)
{
    uint32_t thread = step->warp * WARP_LANES + (uint32_t)lane;
    if (opcode_info[step->instr->op].class == CLASS_VALUE && is_overwritten(step->instr, operand))
        return row_bits(step->before, lane, type);
    return machine_value(machine, operand, type, thread);
}

static Origin term_origin(const Probe *probe, const Step *step, const Term *term, int lane)
{
    Operand slot = term->loaded != OPERAND_NONE ? term->loaded : term->operand;
    uint32_t thread = step->warp * WARP_LANES + (uint32_t)lane;
    if (term->load == (int)step->pc)
        slot = step->instr->dst;
    else if (slot != OPERAND_NONE && is_overwritten(step->instr, slot))
        return (Origin){ORIGIN_COMPUTED, 0, ORIGIN_NOT_SHARED};
    if (slot == OPERAND_NONE || !OPERAND_IS_REGISTER(slot))
        return (Origin){ORIGIN_NONE, 0, ORIGIN_NOT_SHARED};
    return probe_register_origin(probe, slot, thread);
}

static bool is_active(const Step *step, int lane)
{
    bool is_memory = opcode_info[step->instr->op].class == CLASS_MEMORY;
    return (is_memory ? step_lanes_in(step, step->space) : step_lanes_placed(step)) >> lane & 1;
}

bool accumulated_in(const Accumulators *accumulators, const Machine *machine, const Probe *probe,
                    const Step *step, int lane, Accumulated *out)
{
    const Accumulation *item = accumulation_at(&accumulators->accumulations, step->pc);
    uint64_t words[WARP_LANES];
    if (!item || !is_active(step, lane))
        return false;
    bool is_atomic = step->instr->op == OP_ATOMIC;
    *out = (Accumulated){.item = item,
                         .now = row_bits(step->after, lane, item->type),
                         .is_x_known = !is_atomic || !is_overwritten(step->instr, item->x.operand),
                         .x_from = term_origin(probe, step, &item->x, lane),
                         .y_from = term_origin(probe, step, &item->y, lane)};
    out->old = item->old == OPERAND_NONE ? replaced(step, lane, item->type)
                                         : operand_bits(machine, step, item->old, item->type, lane);
    out->x = item->x.operand == OPERAND_NONE
                 ? out->now
                 : operand_bits(machine, step, item->x.operand, item->type, lane);
    out->y = operand_bits(machine, step, item->y.operand, item->type, lane);
    if (destination_words(accumulators, machine, step, words))
        out->word = words[lane];
    return true;
}
