/* Both operands are followed back side by side: to one register that nothing has written in
 * between, or to two instructions that do the same with operands that are the same in their
 * turn. */
#include "program/flow/same_value.h"

enum { SAME_DEPTH = 10, SOURCE_DEPTH = 16 };

static bool is_same(const Definitions *definitions, ReadAt a, ReadAt b, int depth);

static int reaching(const Definitions *definitions, ReadAt value)
{
    if (value.operand == OPERAND_NONE || !OPERAND_IS_REGISTER(value.operand))
        return DEFINITION_UNKNOWN;
    return definition_reaching(definitions, value.operand, value.pc);
}

static bool is_memory(const Instr *instr)
{
    return opcode_info[instr->op].class == CLASS_MEMORY && !(instr->flags & INSTR_REMOVED);
}

/* Something between two loads may have changed what the first one read. */
static bool may_change(const Definitions *definitions, const Instr *load, uint32_t from,
                       uint32_t to)
{
    for (uint32_t pc = from + 1; pc < to; ++pc) {
        const Instr *instr = &definitions->program->code[pc];
        bool is_barrier = instr->op == OP_BARRIER || instr->op == OP_WARP_SYNC;
        bool is_write = is_memory(instr) && instr->op != OP_LOAD &&
                        (instr->space == load->space || instr->space == SPACE_GENERIC ||
                         load->space == SPACE_GENERIC);
        if (is_write || (is_barrier && load->space != SPACE_LOCAL))
            return true;
    }
    return false;
}

static bool is_like(const Instr *a, const Instr *b)
{
    return a->op == b->op && a->type == b->type && a->type2 == b->type2 && a->imm == b->imm &&
           a->rounding == b->rounding && a->space == b->space && a->width == b->width &&
           a->scale_bytes == b->scale_bytes;
}

static bool results_are_same(const Definitions *definitions, uint32_t a, uint32_t b, int depth)
{
    const Instr *first = &definitions->program->code[a], *second = &definitions->program->code[b];
    if (a == b)
        return true;
    if (depth == 0 || !is_like(first, second))
        return false;
    if (first->op == OP_LOAD ? may_change(definitions, first, a < b ? a : b, a < b ? b : a)
                             : opcode_info[first->op].class != CLASS_VALUE)
        return false;
    const Operand x[] = {first->a, first->b, first->c}, y[] = {second->a, second->b, second->c};
    for (int i = 0; i < 3; ++i)
        if (!is_same(definitions, (ReadAt){x[i], a}, (ReadAt){y[i], b}, depth - 1))
            return false;
    return true;
}

static bool is_same(const Definitions *definitions, ReadAt a, ReadAt b, int depth)
{
    if (a.operand == OPERAND_NONE || b.operand == OPERAND_NONE)
        return a.operand == b.operand;
    if (!OPERAND_IS_REGISTER(a.operand) || !OPERAND_IS_REGISTER(b.operand))
        return a.operand == b.operand ||
               definition_same_uniform(definitions->program, a.operand, b.operand);
    bool in_order = a.pc <= b.pc;
    if (a.operand == b.operand &&
        (a.pc == b.pc || definition_is_stable(definitions, a.operand, in_order ? a.pc : b.pc,
                                              in_order ? b.pc : a.pc)))
        return true;
    int x = reaching(definitions, a), y = reaching(definitions, b);
    return x != DEFINITION_UNKNOWN && y != DEFINITION_UNKNOWN &&
           results_are_same(definitions, (uint32_t)x, (uint32_t)y, depth);
}

bool value_is_same(const Definitions *definitions, ReadAt a, ReadAt b)
{
    return is_same(definitions, a, b, SAME_DEPTH);
}

bool address_is_same(const Definitions *definitions, uint32_t a, uint32_t b)
{
    const Instr *first = &definitions->program->code[a], *second = &definitions->program->code[b];
    return is_memory(first) && is_memory(second) && first->space == second->space &&
           first->type == second->type && first->width == 1 && second->width == 1 &&
           first->scale_bytes == second->scale_bytes && first->imm == second->imm &&
           value_is_same(definitions, (ReadAt){first->a, a}, (ReadAt){second->a, b}) &&
           value_is_same(definitions, (ReadAt){first->b, a}, (ReadAt){second->b, b});
}

bool address_is_left_alone(const Definitions *definitions, uint32_t access, uint32_t from,
                           uint32_t to)
{
    for (uint32_t pc = from + 1; pc < to; ++pc)
        if (definitions->program->code[pc].op != OP_LOAD &&
            address_is_same(definitions, access, pc))
            return false;
    return true;
}

int value_source(const Definitions *definitions, ReadAt value, ReadAt *source)
{
    int writer = reaching(definitions, value);
    for (int i = 0; i < SOURCE_DEPTH && writer != DEFINITION_UNKNOWN; ++i) {
        const Instr *instr = &definitions->program->code[writer];
        if (instr->op != OP_MOV && instr->op != OP_CONVERT)
            break;
        value = (ReadAt){instr->a, (uint32_t)writer};
        writer = reaching(definitions, value);
    }
    if (source)
        *source = value;
    return writer;
}
