/* Taking an index apart. Its terms are followed back through additions to products with the row
 * length; the other factors, summed, are the row. A term that is followed no further must not depend
 * on the row length at all, else a piece of the row could hide in it; and one of them must vary, for
 * a[i * stride + offset] is no matrix. All of it is arithmetic modulo
 * 2^32, so conversions between integer types change nothing. */
#include "probe/rows_plan.h"

typedef struct Splitter {
    const Definitions *definitions;
    const Dependence *length; /* on the uniform that holds it */
    uint32_t access;          /* pc */
    RowPlan *plan;
    int rows;    /* products found */
    int columns; /* other terms that differ between threads or from time to time */
    int depth;   /* recursion */
    bool failed;
} Splitter;

enum { DEPTH_LIMIT = 24 };

static void push(Splitter *splitter, RowOpKind kind, uint32_t operand)
{
    RowPlan *plan = splitter->plan;
    if (plan->op_count == ROW_OPS_LIMIT) {
        splitter->failed = true;
        return;
    }
    plan->ops[plan->op_count++] = (RowOp){(uint16_t)kind, (uint16_t)operand};
}

static const Instr *instr_at(const Splitter *splitter, int pc)
{
    return &splitter->definitions->program->code[pc];
}

static bool is_integer(uint8_t type)
{
    return type >= SCALAR_I32 && type <= SCALAR_U64;
}

/* The access itself may overwrite the register. */
static bool survives_access(const Splitter *splitter, uint32_t slot)
{
    uint32_t first = 0;
    uint32_t count = definition_slots(instr_at(splitter, (int)splitter->access), &first);
    return slot - first >= count;
}

static void push_value(Splitter *splitter, Operand operand, ScalarType type, uint32_t pc);

static void push_computed(Splitter *splitter, const Instr *instr, uint32_t pc)
{
    ScalarType type = (ScalarType)instr->type;
    if (!is_integer(instr->type)) {
        splitter->failed = true;
        return;
    }
    switch (instr->op) {
    case OP_MOV: push_value(splitter, instr->a, type, pc); break;
    case OP_CONVERT:
        if (is_integer(instr->type2))
            push_value(splitter, instr->a, (ScalarType)instr->type2, pc);
        else
            splitter->failed = true;
        break;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_FMA:
        push_value(splitter, instr->a, type, pc);
        push_value(splitter, instr->b, type, pc);
        push(splitter, instr->op == OP_ADD ? ROW_ADD : instr->op == OP_SUB ? ROW_SUB : ROW_MUL, 0);
        if (instr->op == OP_FMA) {
            push_value(splitter, instr->c, type, pc);
            push(splitter, ROW_ADD, 0);
        }
        break;
    default: splitter->failed = true;
    }
}

/* Code that pushes what the operand held before the instruction at pc. */
static void push_value(Splitter *splitter, Operand operand, ScalarType type, uint32_t pc)
{
    if (splitter->failed || splitter->depth >= DEPTH_LIMIT || operand == OPERAND_NONE) {
        splitter->failed = true;
        return;
    }
    if (OPERAND_IS_UNIFORM(operand)) {
        push(splitter, ROW_UNIFORM, OPERAND_INDEX(operand));
        return;
    }
    if (definition_is_stable(splitter->definitions, operand, pc, splitter->access) &&
        survives_access(splitter, operand)) {
        push(splitter, scalar_size_bytes(type) == 8 ? ROW_WIDE_SLOT : ROW_SLOT, operand);
        return;
    }
    int writer = definition_reaching(splitter->definitions, operand, pc);
    if (writer == DEFINITION_UNKNOWN) {
        splitter->failed = true;
        return;
    }
    ++splitter->depth;
    push_computed(splitter, instr_at(splitter, writer), (uint32_t)writer);
    --splitter->depth;
}

/* Follows copies to the row length. */
static bool is_length(const Splitter *splitter, Operand operand, uint32_t pc)
{
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(operand); ++i) {
        int writer = definition_reaching(splitter->definitions, operand, pc);
        if (writer == DEFINITION_UNKNOWN)
            return false;
        const Instr *instr = instr_at(splitter, writer);
        if (instr->op != OP_MOV &&
            !(instr->op == OP_CONVERT && is_integer(instr->type) && is_integer(instr->type2)))
            return false;
        operand = instr->a;
        pc = (uint32_t)writer;
    }
    return definition_same_uniform(splitter->definitions->program, operand,
                                   splitter->length->uniform);
}

static void split_product(Splitter *splitter, const Instr *instr, uint32_t pc, bool negative)
{
    bool a = is_length(splitter, instr->a, pc), b = is_length(splitter, instr->b, pc);
    if (!a && !b) {
        splitter->failed |= dependence_of(splitter->length, instr->a, pc) ||
                            dependence_of(splitter->length, instr->b, pc);
        splitter->columns += OPERAND_IS_REGISTER(instr->a) || OPERAND_IS_REGISTER(instr->b);
        return;
    }
    push_value(splitter, a ? instr->b : instr->a, (ScalarType)instr->type, pc);
    if (splitter->rows++)
        push(splitter, negative ? ROW_SUB : ROW_ADD, 0);
    else
        splitter->failed |= negative;
}

static void split(Splitter *splitter, Operand operand, uint32_t pc, bool negative);

static void split_computed(Splitter *splitter, const Instr *instr, uint32_t pc, bool negative)
{
    switch (instr->op) {
    case OP_MOV: split(splitter, instr->a, pc, negative); break;
    case OP_CONVERT:
        if (is_integer(instr->type2))
            split(splitter, instr->a, pc, negative);
        else
            splitter->failed = true;
        break;
    case OP_ADD:
    case OP_SUB:
        split(splitter, instr->a, pc, negative);
        split(splitter, instr->b, pc, negative != (instr->op == OP_SUB));
        break;
    case OP_MUL: split_product(splitter, instr, pc, negative); break;
    case OP_FMA:
        split_product(splitter, instr, pc, negative);
        split(splitter, instr->c, pc, negative);
        break;
    default: splitter->failed = true;
    }
}

/* Terms of a sum that holds the row length somewhere. */
static void split(Splitter *splitter, Operand operand, uint32_t pc, bool negative)
{
    if (!dependence_of(splitter->length, operand, pc)) {
        splitter->columns += OPERAND_IS_REGISTER(operand);
        return;
    }
    int writer = OPERAND_IS_REGISTER(operand)
                     ? definition_reaching(splitter->definitions, operand, pc)
                     : DEFINITION_UNKNOWN;
    if (splitter->failed || writer == DEFINITION_UNKNOWN || splitter->depth >= DEPTH_LIMIT ||
        !is_integer(instr_at(splitter, writer)->type)) {
        splitter->failed = true;
        return;
    }
    ++splitter->depth;
    split_computed(splitter, instr_at(splitter, writer), (uint32_t)writer, negative);
    --splitter->depth;
}

static const Uniform *uniform_of(const Program *program, Operand operand)
{
    return OPERAND_IS_UNIFORM(operand) ? &program->uniforms[OPERAND_INDEX(operand)] : NULL;
}

/* The value of a size: a literal or a scalar parameter. */
static bool length_value(const Program *program, const Launch *launch, Operand operand,
                         uint64_t *value)
{
    const Uniform *uniform = uniform_of(program, operand);
    if (uniform && uniform->kind == UNIFORM_CONSTANT)
        *value = uniform->value;
    else if (uniform && uniform->kind == UNIFORM_PARAMETER && uniform->part == 0 &&
             program->parameters[uniform->index].type->kind == TYPE_SCALAR)
        *value = launch->arguments[uniform->index];
    else
        return false;
    return true;
}

/* The parameter whose pointer the access starts from, unmoved; -1 if that is not certain. */
static int pointer_of(const Definitions *definitions, const Instr *instr, uint32_t pc)
{
    Operand base = instr->a;
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(base); ++i) {
        int writer = definition_reaching(definitions, base, pc);
        if (writer == DEFINITION_UNKNOWN || definitions->program->code[writer].op != OP_MOV)
            return -1;
        base = definitions->program->code[writer].a;
        pc = (uint32_t)writer;
    }
    const Uniform *uniform = uniform_of(definitions->program, base);
    return uniform && uniform->kind == UNIFORM_PARAMETER_BASE ? uniform->index : -1;
}

/* Fills in what follows from the buffer; false if it has no rows or others than the program's. */
static bool fits_buffer(RowPlan *plan, const Program *program, const Launch *launch, int parameter,
                        const Instr *instr)
{
    const Buffer *buffer = &launch->buffers[launch->arguments[parameter]];
    uint32_t scale = instr->scale_bytes, scalar = scalar_size_bytes(buffer->type);
    uint64_t length = 0;
    if (buffer->rows == 0 || scale == 0 || scale & (scale - 1) || scalar == 0 ||
        buffer->cols * scalar % scale ||
        !length_value(program, launch, program->parameters[parameter].row_length, &length))
        return false;
    plan->length = (uint32_t)(buffer->cols * scalar / scale);
    plan->scale_shift = (uint32_t)__builtin_ctz(scale);
    return length == buffer->cols * scalar / scale && length > 1 && length < 0x7fffffff &&
           buffer->start_elements == 0;
}

const Dependence *row_lengths(Arena *arena, const Definitions *definitions)
{
    const Program *program = definitions->program;
    Dependence *lengths = ARENA_ARRAY(arena, Dependence, program->parameter_count + 1);
    for (int i = 0; i < program->parameter_count; ++i)
        if (program->parameters[i].row_length != OPERAND_NONE)
            lengths[i] = dependence_on(arena, definitions, program->parameters[i].row_length);
    return lengths;
}

RowPlan row_plan_make(const Definitions *definitions, const Launch *launch,
                      const Dependence *lengths, uint32_t pc)
{
    const Program *program = definitions->program;
    const Instr *instr = &program->code[pc];
    RowPlan plan = {0};
    if (opcode_info[instr->op].class != CLASS_MEMORY || instr->flags & INSTR_REMOVED)
        return plan;
    int parameter = pointer_of(definitions, instr, pc);
    if (parameter < 0 || !fits_buffer(&plan, program, launch, parameter, instr))
        return plan;
    Splitter splitter = {
        .definitions = definitions, .length = &lengths[parameter], .access = pc, .plan = &plan};
    split(&splitter, instr->b, pc, false);
    if (splitter.failed || splitter.rows == 0 || splitter.columns == 0)
        plan.op_count = 0;
    return plan;
}
