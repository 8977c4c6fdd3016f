/* Which registers an instruction reads and writes, in whole slots. */
#include "program/program.h"

#include <string.h>

static uint8_t words_of(ScalarType type)
{
    return scalar_size_bytes(type) == 8 ? 2 : 1;
}

static uint8_t operand_words(const Instr *instr, char operand)
{
    ScalarType type = (ScalarType)instr->type, type2 = (ScalarType)instr->type2;
    switch (instr->op) {
    case OP_SELECT: return operand == 'a' ? 1 : words_of(type);
    case OP_CONVERT:
    case OP_BITS: return words_of(type2);
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC: return operand == 'a' ? 2 : words_of(operand == 'b' ? type2 : type);
    case OP_IF:
    case OP_LOOP_TEST:
    case OP_ASSERT:
    case OP_VOTE: return 1;
    case OP_SHUFFLE: return operand == 'a' ? words_of(type) : 1;
    default: return words_of(type);
    }
}

static uint32_t element_count(const Instr *instr, char operand)
{
    if (operand != 'c')
        return 1;
    if (instr->op == OP_STORE)
        return instr->width;
    return instr->op == OP_ATOMIC && instr->atomic == ATOMIC_CAS ? 2 : 1;
}

static int print_reads(const PrintCall *print, InstrRead reads[INSTR_READS])
{
    int count = 0;
    for (int i = 0; i < print->count && count < INSTR_READS; ++i)
        if (OPERAND_IS_REGISTER(print->operands[i]))
            reads[count++] = (InstrRead){print->operands[i], words_of(print->types[i]), 'p'};
    return count;
}

int instr_reads(const PrintCall *prints, const Instr *instr, InstrRead reads[INSTR_READS])
{
    int count = 0;
    if (instr->op == OP_PRINT)
        return print_reads(&prints[instr->imm], reads);
    for (const char *letter = "abc"; *letter; ++letter) {
        Operand slot = *letter == 'a' ? instr->a : *letter == 'b' ? instr->b : instr->c;
        if (!strchr(opcode_info[instr->op].operands, *letter) || !OPERAND_IS_REGISTER(slot))
            continue;
        uint8_t words = operand_words(instr, *letter);
        for (uint32_t i = 0; i < element_count(instr, *letter); ++i)
            reads[count++] = (InstrRead){(Operand)(slot + i * words), words, *letter};
    }
    return count;
}

uint32_t instr_written_words(const Instr *instr)
{
    bool is_comparison = instr->op >= OP_EQ && instr->op <= OP_GE;
    bool counts = instr->op == OP_MATH && instr->imm >= MATH_popc && instr->imm != MATH_brev;
    if (opcode_info[instr->op].operands[0] != 'd')
        return 0;
    if (is_comparison || counts || instr->op == OP_VOTE)
        return 1;
    return words_of((ScalarType)instr->type) * (instr->op == OP_LOAD ? instr->width : 1u);
}

int program_unset_at(const Program *program, uint32_t pc, uint32_t slot)
{
    while (pc-- > 0) {
        const Instr *instr = &program->code[pc];
        const Unset *unset = instr->op == OP_UNSET ? &program->unsets[instr->imm] : NULL;
        if (unset && unset->slot != OPERAND_NONE && slot >= unset->slot &&
            slot < (uint32_t)unset->slot + words_of(unset->type))
            return instr->imm;
    }
    return -1;
}
