/* What an instruction does tells most; where its address leads, the step. */
#include "probe/time/stop.h"

#include "program/constant_loads.h"

Stops stops_of(Arena *arena, const Program *program)
{
    return (Stops){accumulations_of(arena, program)};
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
