/* Every comparison of the program counts: which of them guards which access is not looked at. */
#include "probe/rows/guard.h"

enum { DEPTH_LIMIT = 24 };

static bool is_integer(uint8_t type)
{
    return type >= SCALAR_I32 && type <= SCALAR_U64;
}

bool row_is_length(const Dependence *length, Operand operand, uint32_t pc)
{
    const Definitions *definitions = length->definitions;
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(operand); ++i) {
        int writer = definition_reaching(definitions, operand, pc);
        if (writer == DEFINITION_UNKNOWN)
            return false;
        const Instr *instr = &definitions->program->code[writer];
        if (instr->op != OP_MOV &&
            !(instr->op == OP_CONVERT && is_integer(instr->type) && is_integer(instr->type2)))
            return false;
        operand = instr->a;
        pc = (uint32_t)writer;
    }
    return definition_same_uniform(definitions->program, operand, length->uniform);
}

/* A product with the row length, or a sum that holds one. */
static bool is_area(const Dependence *length, Operand operand, uint32_t pc)
{
    const Definitions *definitions = length->definitions;
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(operand); ++i) {
        int writer = definition_reaching(definitions, operand, pc);
        if (writer == DEFINITION_UNKNOWN)
            return dependence_of(length, operand, pc);
        const Instr *instr = &definitions->program->code[writer];
        pc = (uint32_t)writer;
        if (instr->op == OP_MUL || instr->op == OP_FMA || instr->op == OP_SHL)
            return dependence_of(length, instr->a, pc) || dependence_of(length, instr->b, pc);
        if (instr->op != OP_MOV && instr->op != OP_CONVERT && instr->op != OP_ADD &&
            instr->op != OP_SUB)
            return false;
        bool is_sum = instr->op == OP_ADD || instr->op == OP_SUB;
        bool is_second = is_sum && !dependence_of(length, instr->a, pc);
        if (instr->op == OP_ADD && !is_second && dependence_of(length, instr->b, pc))
            return true;
        operand = is_second ? instr->b : instr->a;
    }
    return false;
}

RowGuards row_guards(const Dependence *length)
{
    const Program *program = length->definitions->program;
    RowGuards guards = {0};
    bool in_one_run = false; /* a term without rows is compared with a number of elements */
    bool of_index = false;   /* y * width + x is compared with such a number, height * width */
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (instr->op < OP_EQ || instr->op > OP_GE || !is_integer(instr->type))
            continue;
        bool a = dependence_of(length, instr->a, pc), b = dependence_of(length, instr->b, pc);
        bool area_a = a && is_area(length, instr->a, pc);
        bool area_b = b && is_area(length, instr->b, pc);
        in_one_run |= (area_a && !b) || (area_b && !a);
        of_index |= area_a && area_b;
        guards.of_columns |= (a && !b && !area_a) || (b && !a && !area_b);
        guards.of_length |=
            row_is_length(length, instr->a, pc) || row_is_length(length, instr->b, pc);
    }
    /* A neighbour of an element whose own column is guarded, if its index as a whole is guarded
     * too, goes through several rows as if they were one, and no column is too large. */
    guards.ignores_rows = in_one_run || (of_index && guards.of_columns);
    return guards;
}
