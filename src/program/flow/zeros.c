/* The marks of zeros go from register to register until nothing changes. */
#include "program/flow/zeros.h"

#include "program/flow/flow.h"

#include <string.h>

typedef struct Zeros {
    const Program *program;
    bool *slots;
} Zeros;

bool zero_is_literal(const Program *program, Operand operand)
{
    if (!OPERAND_IS_UNIFORM(operand))
        return false;
    const Uniform *uniform = &program->uniforms[OPERAND_INDEX(operand)];
    return uniform->kind == UNIFORM_CONSTANT && uniform->value == 0;
}

static bool may_be_zero(const Program *program, const bool *zeros, Operand operand)
{
    return zero_is_literal(program, operand) || (OPERAND_IS_REGISTER(operand) && zeros[operand]);
}

static bool carry_zero(void *context, uint32_t pc)
{
    Zeros *zeros = context;
    const Instr *instr = &zeros->program->code[pc];
    uint32_t slots = instr_written_words(instr);
    bool is_move = instr->op == OP_MOV && may_be_zero(zeros->program, zeros->slots, instr->a);
    bool is_choice =
        instr->op == OP_SELECT && (may_be_zero(zeros->program, zeros->slots, instr->b) ||
                                   may_be_zero(zeros->program, zeros->slots, instr->c));
    if (!slots || zeros->slots[instr->dst] || !(is_move || is_choice))
        return false;
    memset(&zeros->slots[instr->dst], true, slots);
    return true;
}

bool *zeros_of(Arena *arena, const Program *program)
{
    Zeros zeros = {program, ARENA_ARRAY(arena, bool, program->slot_count + 2)};
    flow_until_stable(program, false, carry_zero, &zeros);
    return zeros.slots;
}

Operand zero_element(const Instr *store, uint32_t element)
{
    uint32_t words = register_words((ScalarType)store->type);
    return (Operand)(store->c + element * (OPERAND_IS_REGISTER(store->c) ? words : 1));
}

bool zeros_are_stored(const Program *program, const bool *zeros, const Instr *store)
{
    for (uint32_t i = 0; i < store->width; ++i)
        if (!may_be_zero(program, zeros, zero_element(store, i)))
            return false;
    return true;
}
