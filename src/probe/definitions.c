/* Code is straight where every instruction can only be reached from the one before it: looking back
 * there, the last writer is the definition. Beyond, a slot with a single writer in the whole program
 * is still certain. The body of an IF or of a loop's test is reached only from above, so looking
 * back passes through those. */
#include "probe/definitions.h"

#include <string.h>

static bool is_comparison(const Instr *instr)
{
    return instr->op >= OP_EQ && instr->op <= OP_GE;
}

uint32_t definition_slots(const Instr *instr, uint32_t *first)
{
    if (instr->flags & INSTR_REMOVED || !strchr(opcode_info[instr->op].operands, 'd') ||
        !OPERAND_IS_REGISTER(instr->dst))
        return 0;
    *first = instr->dst;
    uint32_t words = scalar_size_bytes((ScalarType)instr->type) == 8 ? 2 : 1;
    if (instr->op == OP_LOAD)
        return words * instr->width;
    return is_comparison(instr) || instr->op == OP_VOTE ? 1 : words;
}

static bool writes(const Instr *instr, uint32_t slot)
{
    uint32_t first = 0, count = definition_slots(instr, &first);
    return slot - first < count;
}

Definitions definitions_of(Arena *arena, const Program *program)
{
    uint32_t *count = ARENA_ARRAY(arena, uint32_t, program->slot_count + 1);
    int *only = ARENA_ARRAY(arena, int, program->slot_count + 1);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        uint32_t first = 0, slots = definition_slots(&program->code[pc], &first);
        for (uint32_t slot = first; slot < first + slots && slot < program->slot_count; ++slot) {
            ++count[slot];
            only[slot] = (int)pc;
        }
    }
    return (Definitions){program, count, only};
}

static bool joins_lanes(const Instr *instr)
{
    switch (instr->op) {
    case OP_ELSE:
    case OP_ENDIF:
    case OP_LOOP:
    case OP_LOOP_NEXT:
    case OP_LOOP_BACK:
    case OP_LOOP_END:
    case OP_SCOPE_END: return true;
    default: return false;
    }
}

/* The last writer of slot in the straight code before pc; DEFINITION_UNKNOWN where it ends. */
static int last_writer(const Program *program, uint32_t slot, uint32_t pc)
{
    while (pc-- > 0 && !joins_lanes(&program->code[pc]))
        if (writes(&program->code[pc], slot))
            return (int)pc;
    return DEFINITION_UNKNOWN;
}

int definition_reaching(const Definitions *definitions, uint32_t slot, uint32_t pc)
{
    int writer = last_writer(definitions->program, slot, pc);
    if (writer == DEFINITION_UNKNOWN && definitions->count[slot] == 1 &&
        (uint32_t)definitions->only[slot] < pc)
        writer = definitions->only[slot];
    return writer;
}

static bool is_straight(const Program *program, uint32_t earlier, uint32_t later)
{
    for (uint32_t pc = earlier; pc < later; ++pc)
        if (joins_lanes(&program->code[pc]))
            return false;
    return earlier <= later;
}

bool definition_is_stable(const Definitions *definitions, uint32_t slot, uint32_t earlier,
                          uint32_t later)
{
    uint32_t count = definitions->count[slot];
    if (count == 0 || (count == 1 && (uint32_t)definitions->only[slot] < earlier))
        return true;
    if (!is_straight(definitions->program, earlier, later))
        return false;
    for (uint32_t pc = earlier; pc < later; ++pc)
        if (writes(&definitions->program->code[pc], slot))
            return false;
    return true;
}

static bool reads_dependent(const Instr *instr, const bool *depends, Operand uniform)
{
    const Operand operands[] = {instr->a, instr->b, instr->c};
    for (int i = 0; i < 3; ++i)
        if (operands[i] == uniform || (OPERAND_IS_REGISTER(operands[i]) && depends[operands[i]]))
            return true;
    return false;
}

static bool stores_dependent(const Program *program, const bool *depends)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (instr->op == OP_STORE && OPERAND_IS_REGISTER(instr->c) && depends[instr->c])
            return true;
    }
    return false;
}

static bool becomes_dependent(const Instr *instr, const bool *depends, Operand uniform, bool stored)
{
    if (instr->op == OP_LOAD)
        return stored && !scalar_is_float((ScalarType)instr->type);
    return !is_comparison(instr) && reads_dependent(instr, depends, uniform);
}

const bool *definitions_depending_on(Arena *arena, const Definitions *definitions, Operand uniform)
{
    const Program *program = definitions->program;
    bool *depends = ARENA_ARRAY(arena, bool, program->slot_count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        bool stored = stores_dependent(program, depends);
        for (uint32_t pc = 0; pc < program->code_count; ++pc) {
            const Instr *instr = &program->code[pc];
            uint32_t first = 0, slots = definition_slots(instr, &first);
            if (!slots || depends[first] || !becomes_dependent(instr, depends, uniform, stored))
                continue;
            changed = true;
            for (uint32_t slot = first; slot < first + slots; ++slot)
                depends[slot] = true;
        }
    }
    return depends;
}
