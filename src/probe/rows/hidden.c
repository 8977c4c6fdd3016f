/* A term is followed back through sums. What is too large to be a column, given as a parameter, is
 * several rows: the stride of a batch, the start of a part. What was read from memory can be
 * anything. */
#include "probe/rows/hidden.h"

#include "vm/machine.h"

enum { HIDING_DEPTH = 6 };

bool row_constant_of(const Program *program, Operand operand, int64_t *value)
{
    const Uniform *uniform =
        OPERAND_IS_UNIFORM(operand) ? &program->uniforms[OPERAND_INDEX(operand)] : NULL;
    *value = uniform ? (int32_t)(uint32_t)uniform->value : 0;
    return uniform && uniform->kind == UNIFORM_CONSTANT;
}

bool row_is_number(const RowLength *row, int64_t elements)
{
    return row->constant > 0 && elements != 0 && elements % row->constant == 0;
}

/* A parameter, or a member of one, whose value is too large to be a column. */
static bool is_rows_as_parameter(const RowSearch *search, Operand operand)
{
    const Program *program = search->definitions->program;
    if (!OPERAND_IS_UNIFORM(operand))
        return false;
    const Uniform *uniform = &program->uniforms[OPERAND_INDEX(operand)];
    if (uniform->kind != UNIFORM_PARAMETER || scalar_is_float(uniform->type))
        return false;
    return (uint32_t)machine_uniform_value(search->launch, uniform, (Dim3){0}) >= search->length;
}

static bool is_sum(const Instr *instr)
{
    return instr->op == OP_ADD || instr->op == OP_SUB || instr->op == OP_FMA;
}

static bool instr_hides_rows(const RowSearch *search, const Instr *instr)
{
    const Program *program = search->definitions->program;
    int64_t a = 0, b = 0;
    row_constant_of(program, instr->a, &a);
    row_constant_of(program, instr->b, &b);
    if (instr->op == OP_LOAD)
        return true;
    if (instr->op == OP_SHL)
        return b >= 0 && b < 31 && row_is_number(search->row, (int64_t)1 << b);
    if (instr->op != OP_MUL && !is_sum(instr))
        return false;
    return is_rows_as_parameter(search, instr->a) || is_rows_as_parameter(search, instr->b) ||
           (instr->op == OP_FMA && is_rows_as_parameter(search, instr->c)) ||
           (instr->op != OP_SUB &&
            (row_is_number(search->row, a) || row_is_number(search->row, b)));
}

/* More than a row: a number of several, or, where the row length is never compared, another
 * size. */
static bool is_bound_of_rows(const RowSearch *search, Operand operand)
{
    int64_t bound;
    if (row_constant_of(search->definitions->program, operand, &bound))
        return bound > search->length && (search->row->constant > 0 || !search->row->is_compared);
    return !search->row->is_compared && is_rows_as_parameter(search, operand);
}

/* The slot holds the same variable, or the same computed value, at both places. */
static bool is_same_there(const RowSearch *search, uint32_t slot, uint32_t pc, uint32_t other)
{
    const uint32_t *here = NULL, *there = NULL;
    int reaching = definition_reaching(search->definitions, slot, pc);
    if (reaching != DEFINITION_UNKNOWN)
        return reaching == definition_reaching(search->definitions, slot, other);
    return definition_writers(search->definitions, slot, pc, &here) ==
               definition_writers(search->definitions, slot, other, &there) &&
           here == there;
}

/* The program compares the slot with more than a row, as in i < 1024 where rows have 64 elements:
 * then i, of which a column is made, runs through several rows. */
static bool is_bounded_by_rows(const RowSearch *search, uint32_t slot, uint32_t pc)
{
    const Program *program = search->definitions->program;
    for (uint32_t at = 0; at < program->code_count; ++at) {
        const Instr *instr = &program->code[at];
        if (instr->op < OP_EQ || instr->op > OP_GE || (instr->a != slot && instr->b != slot))
            continue;
        Operand other = instr->a == slot ? instr->b : instr->a;
        if (is_bound_of_rows(search, other) && is_same_there(search, slot, pc, at))
            return true;
    }
    return false;
}

static bool value_hides_rows(const RowSearch *search, Operand operand, uint32_t pc, int depth);

/* The result was computed from something that was read from memory, whatever was done to it since,
 * as in offset[i] % 64. */
static bool is_out_of_memory(const RowSearch *search, const Instr *instr, uint32_t pc, int depth)
{
    const Operand operands[] = {instr->a, instr->b, instr->c};
    if (instr->op == OP_LOAD)
        return true;
    if (depth == 0 || opcode_info[instr->op].class != CLASS_VALUE)
        return false;
    for (int i = 0; i < 3; ++i) {
        if (!OPERAND_IS_REGISTER(operands[i]))
            continue;
        int writer = definition_reaching(search->definitions, operands[i], pc);
        if (writer != DEFINITION_UNKNOWN && writer < (int)pc &&
            is_out_of_memory(search, &search->definitions->program->code[writer], (uint32_t)writer,
                             depth - 1))
            return true;
    }
    return false;
}

static bool writer_hides_rows(const RowSearch *search, Operand operand, uint32_t pc,
                              uint32_t writer, int depth)
{
    const Instr *instr = &search->definitions->program->code[writer];
    if (instr_hides_rows(search, instr))
        return true;
    if (writer >= pc)
        return false;
    if (instr->op != OP_MOV && instr->op != OP_CONVERT && !is_sum(instr))
        return is_out_of_memory(search, instr, writer, depth);
    if (instr->op == OP_FMA)
        return value_hides_rows(search, instr->c, writer, depth) ||
               (instr->a != operand && value_hides_rows(search, instr->a, writer, depth));
    return (instr->a != operand && value_hides_rows(search, instr->a, writer, depth)) ||
           (instr->b != operand && value_hides_rows(search, instr->b, writer, depth));
}

static bool value_hides_rows(const RowSearch *search, Operand operand, uint32_t pc, int depth)
{
    const uint32_t *writers;
    bool is_number = search->row->constant > 0;
    if (!OPERAND_IS_REGISTER(operand))
        return false;
    if (is_bounded_by_rows(search, operand, pc))
        return true;
    if (depth == 0)
        return is_number;
    uint32_t count = definition_sources(search->definitions, operand, pc, &writers);
    for (uint32_t i = 0; i < count; ++i)
        if (writer_hides_rows(search, operand, pc, writers[i], depth - 1))
            return true;
    return false;
}

bool rows_are_hidden(const RowSearch *search, Operand operand, uint32_t pc)
{
    const RowLength *row = search->row;
    int64_t value;
    if (row_constant_of(search->definitions->program, operand, &value))
        return row_is_number(row, value);
    for (int i = 0; i < row->alike_count; ++i)
        if (dependence_of(&row->alike[i], operand, pc))
            return true;
    return is_rows_as_parameter(search, operand) ||
           value_hides_rows(search, operand, pc, HIDING_DEPTH);
}
