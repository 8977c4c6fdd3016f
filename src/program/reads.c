/* Which registers an instruction reads and writes, in whole slots. */
#include "program/program.h"

static const MmaInfo *mma_of(const Instr *instr)
{
    return &mma_info[instr->imm & ~MMA_SATURATES];
}

/* Elements of 32 bits lie in registers as they are, smaller ones several in a word. */
static ScalarType mma_register(const Instr *instr, char operand)
{
    const MmaInfo *mma = mma_of(instr);
    uint8_t type = operand == 'a' || operand == 'b' ? mma->ab : mma->cd;
    return type == SCALAR_F32 && operand != 'a' && operand != 'b' ? SCALAR_F32
           : type == SCALAR_I32                                   ? SCALAR_I32
                                                                  : SCALAR_U32;
}

static ScalarType result_type(const Instr *instr)
{
    if (opcode_is_comparison(instr->op))
        return SCALAR_BOOL;
    if (instr->op == OP_VOTE || instr->op == OP_MATRIX || instr->op == OP_TO_SHARED)
        return SCALAR_U32;
    if (instr->op == OP_MMA)
        return mma_register(instr, 'd');
    if (instr->op == OP_MATH &&
        (instr->imm == MATH_popc || instr->imm == MATH_ffs || instr->imm == MATH_clz))
        return SCALAR_I32;
    return (ScalarType)instr->type;
}

ScalarType instr_operand_type(const Instr *instr, char operand)
{
    ScalarType type = (ScalarType)instr->type, type2 = (ScalarType)instr->type2;
    if (operand == 'd')
        return result_type(instr);
    if (operand == 'm')
        return SCALAR_U32;
    switch (instr->op) {
    case OP_SELECT: return operand == 'a' ? SCALAR_BOOL : type;
    case OP_CONVERT:
    case OP_BITS: return type2;
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC: return operand == 'a' ? SCALAR_U64 : operand == 'b' ? type2 : type;
    case OP_IF:
    case OP_LOOP_TEST:
    case OP_ASSERT:
    case OP_BARRIER: return SCALAR_BOOL;
    case OP_VOTE: return vote_takes_value(instr->imm) ? type : SCALAR_BOOL;
    case OP_MATRIX:
    case OP_OF_SHARED: return SCALAR_U32;
    case OP_TO_SHARED: return SCALAR_U64;
    case OP_MMA: return mma_register(instr, operand);
    case OP_SHUFFLE: return operand == 'a' ? type : SCALAR_I32;
    default: return type;
    }
}

uint32_t instr_operand_words(const Instr *instr, char operand)
{
    return register_words(instr_operand_type(instr, operand));
}

static uint32_t matrix_elements(const Instr *instr, char operand)
{
    bool is_row = (operand == 'd') == ((instr->imm & MATRIX_TO_ROWS) != 0);
    return is_row ? 4 : matrix_count(instr->imm);
}

uint32_t instr_operand_elements(const Instr *instr, char operand)
{
    switch (instr->op) {
    case OP_LOAD: return operand == 'd' ? instr->width : 1;
    case OP_STORE: return operand == 'c' ? instr->width : 1;
    case OP_ATOMIC: return operand == 'c' && instr->atomic == ATOMIC_CAS ? 2 : 1;
    case OP_MATRIX: return matrix_elements(instr, operand);
    case OP_MMA:
        return operand == 'a'   ? mma_of(instr)->a_words
               : operand == 'b' ? mma_of(instr)->b_words
                                : mma_of(instr)->c_words;
    default: return 1;
    }
}

int instr_flops(const Instr *instr)
{
    if (instr->op == OP_MMA && scalar_is_float((ScalarType)mma_of(instr)->cd))
        return 2 * mma_of(instr)->m * MMA_N * mma_of(instr)->k / 32;
    return scalar_is_float((ScalarType)instr->type) ? opcode_info[instr->op].flops : 0;
}

Operand instr_operand(const Instr *instr, char operand)
{
    switch (operand) {
    case 'd': return instr->dst;
    case 'a': return instr->a;
    case 'b': return instr->b;
    case 'c': return instr->c;
    case 'm': return instr->mask;
    default: return OPERAND_NONE;
    }
}

static int print_reads(const PrintCall *print, InstrRead reads[INSTR_READS])
{
    int count = 0;
    for (int i = 0; i < print->count && count < INSTR_READS; ++i)
        if (OPERAND_IS_REGISTER(print->operands[i]))
            reads[count++] =
                (InstrRead){print->operands[i], (uint8_t)register_words(print->types[i]), 'p'};
    return count;
}

int instr_reads(const PrintCall *prints, const Instr *instr, InstrRead reads[INSTR_READS])
{
    int count = 0;
    if (instr->op == OP_PRINT)
        return print_reads(&prints[instr->imm], reads);
    for (const char *letter = opcode_info[instr->op].operands; *letter; ++letter) {
        Operand slot = instr_operand(instr, *letter);
        if (*letter == 'd' || !OPERAND_IS_REGISTER(slot))
            continue;
        uint8_t words = (uint8_t)instr_operand_words(instr, *letter);
        for (uint32_t i = 0; i < instr_operand_elements(instr, *letter); ++i)
            reads[count++] = (InstrRead){(Operand)(slot + i * words), words, *letter};
    }
    return count;
}

uint32_t instr_written_words(const Instr *instr)
{
    if (opcode_info[instr->op].operands[0] != 'd' || instr->flags & INSTR_REMOVED)
        return 0;
    return instr_operand_words(instr, 'd') * instr_operand_elements(instr, 'd');
}

bool program_has_fence(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if ((program->code[pc].op == OP_FENCE || program->code[pc].op == OP_MBARRIER) &&
            !(program->code[pc].flags & INSTR_REMOVED))
            return true;
    return false;
}

int program_unset_at(const Program *program, uint32_t pc, uint32_t slot)
{
    while (pc-- > 0) {
        const Instr *instr = &program->code[pc];
        const Unset *unset = instr->op == OP_UNSET ? &program->unsets[instr->imm] : NULL;
        if (unset && unset->slot != OPERAND_NONE && slot >= unset->slot &&
            slot < (uint32_t)unset->slot + register_words(unset->type))
            return instr->imm;
    }
    return -1;
}
