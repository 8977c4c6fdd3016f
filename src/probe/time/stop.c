/* Most is told by the instruction; which memory its address leads to is told by the step. */
#include "probe/time/stop.h"

#include "program/flow/constant_loads.h"

Stops stops_of(Arena *arena, const Program *program)
{
    return (Stops){program, definitions_of(arena, program), accumulations_of(arena, program)};
}

static bool stops_at_access(const Stops *stops, const Step *step)
{
    bool is_part = stops->accumulations.feeds[step->pc];
    if (step->instr->op == OP_LOAD &&
        (step->space == SPACE_SHARED || instr_is_constant_load(step->instr)))
        return !is_part;
    return step->space != SPACE_LOCAL;
}

bool stop_is_after(const Stops *stops, const Step *step)
{
    if (step->fault == FAULT_STEP_LIMIT)
        return false;
    if (accumulation_at(&stops->accumulations, step->pc))
        return true;
    switch (opcode_info[step->instr->op].class) {
    case CLASS_MEMORY: return stops_at_access(stops, step);
    case CLASS_SYNC:
        return step->instr->op == OP_BARRIER ||
               (step->instr->op == OP_SHUFFLE && !stops->accumulations.feeds[step->pc]);
    default: return false;
    }
}

/* ---- formulas ---- */

static bool still_holds(const Stops *stops, const Formula *formula, uint32_t pc)
{
    for (int i = 0; i < formula->piece_count; ++i) {
        Operand operand = formula->pieces[i].operand;
        bool is_register = operand != OPERAND_NONE && OPERAND_IS_REGISTER(operand);
        uint32_t first = formula->pc < pc ? formula->pc : pc;
        uint32_t last = (formula->pc < pc ? pc : formula->pc) + 1;
        if (is_register && !definition_is_stable(&stops->definitions, operand, first, last))
            return false;
    }
    return true;
}

static int add_formula(const Stops *stops, uint32_t at, uint32_t pc,
                       const Formula *formulas[STOP_FORMULAS], int count)
{
    const Program *program = stops->program;
    for (int i = 0; i < program->formula_count && count < STOP_FORMULAS; ++i)
        if (program->formulas[i].pc == at && still_holds(stops, &program->formulas[i], pc))
            formulas[count++] = &program->formulas[i];
    return count;
}

int stop_formulas(const Stops *stops, uint32_t pc, const Formula *formulas[STOP_FORMULAS])
{
    const Accumulation *item = accumulation_at(&stops->accumulations, pc);
    int count = add_formula(stops, pc, pc, formulas, 0);
    if (!item)
        return count;
    const int loads[] = {item->x.load, item->y.load, item->load};
    for (int i = 0; i < 3; ++i)
        if (loads[i] != NO_LOAD && loads[i] != (int)pc)
            count = add_formula(stops, (uint32_t)loads[i], pc, formulas, count);
    return count;
}
