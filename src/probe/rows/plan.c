/* Taking an index apart. Its terms are followed back through additions to products with the row
 * length; the other factors, summed, are the row. A term that is followed no further must not
 * depend on the row length at all, else a piece of the row could hide in it; and one of them must
 * vary, for a[i * stride + offset] is no matrix. All of it is arithmetic modulo 2^32, so
 * conversions between integer types change nothing.
 *
 * How far the pointer was moved is part of the index (rows_pointer.h). Where a loop moves it on, by
 * columns alone, the row stands before the loop; by rows alone, the column does: one of the two is
 * worked out, the other follows from the address. */
#include "probe/rows/plan.h"

#include "probe/rows/guard.h"
#include "probe/rows/hidden.h"
#include "probe/rows/length.h"
#include "probe/rows/pointer.h"
#include "vm/machine.h"

typedef struct Splitter {
    const Definitions *definitions;
    const RowSearch *search;
    const Dependence *length; /* on the uniform that holds it */
    uint32_t access;          /* pc */
    RowPlan *plan;
    bool only_counts; /* terms are counted, but no plan is made */
    int pushed;       /* terms summed by the plan */
    int rows;         /* products with the row length found */
    int single_rows;  /* of these products, those that may count rows one by one */
    int columns;      /* terms added that differ between threads or from time to time */
    int others;       /* other terms, those that never differ too */
    int64_t row_number,
        column_number;  /* that rows and columns are counted by, in 2 * y * w + 2 * x */
    bool rows_in_block; /* some row differs between the threads of a block */
    int depth;          /* recursion */
    bool failed;
} Splitter;

enum { DEPTH_LIMIT = 24 };

static void push_row_op(Splitter *splitter, RowOpKind kind, uint32_t operand)
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

/* The plan runs after the access, which may have overwritten the register: then it cannot be
 * used. */
static bool survives_access(const Splitter *splitter, uint32_t slot)
{
    return !instr_writes(instr_at(splitter, (int)splitter->access), slot);
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
        push_row_op(splitter,
                    instr->op == OP_ADD   ? ROW_ADD
                    : instr->op == OP_SUB ? ROW_SUB
                                          : ROW_MUL,
                    0);
        if (instr->op == OP_FMA) {
            push_value(splitter, instr->c, type, pc);
            push_row_op(splitter, ROW_ADD, 0);
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
        push_row_op(splitter, ROW_UNIFORM, OPERAND_INDEX(operand));
        return;
    }
    if (definition_is_stable(splitter->definitions, operand, pc, splitter->access) &&
        survives_access(splitter, operand)) {
        push_row_op(splitter, scalar_size_bytes(type) == 8 ? ROW_WIDE_SLOT : ROW_SLOT, operand);
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

static bool is_length(const Splitter *splitter, Operand operand, uint32_t pc)
{
    return row_is_length(splitter->length, operand, pc);
}

/* Adds what was pushed last to the sum so far, or takes it away. */
static void add_pushed(Splitter *splitter, bool negative)
{
    if (splitter->pushed++)
        push_row_op(splitter, negative ? ROW_SUB : ROW_ADD, 0);
    else
        splitter->failed |= negative;
}

/* The number that a term is a multiple of, but for what is added to it: 2 of 2 * x + 1; 0: none. */
static int64_t number_in(const Splitter *splitter, Operand operand, uint32_t pc)
{
    const Program *program = splitter->definitions->program;
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(operand); ++i) {
        int writer = definition_reaching(splitter->definitions, operand, pc);
        if (writer == DEFINITION_UNKNOWN)
            return 0;
        const Instr *instr = instr_at(splitter, writer);
        int64_t number;
        if (instr->op == OP_MUL || instr->op == OP_FMA)
            return row_constant_of(program, instr->a, &number) ||
                           row_constant_of(program, instr->b, &number)
                       ? number
                       : 0;
        if (instr->op != OP_MOV && instr->op != OP_CONVERT && instr->op != OP_ADD)
            return 0;
        operand = instr->op == OP_ADD && row_constant_of(program, instr->a, &number) ? instr->b
                                                                                     : instr->a;
        pc = (uint32_t)writer;
    }
    return 0;
}

/* The operand has the same value in all threads of a block, for certain. */
static bool is_of_block(const Splitter *splitter, Operand operand, uint32_t pc, int depth)
{
    if (!OPERAND_IS_REGISTER(operand))
        return true;
    int writer = definition_reaching(splitter->definitions, operand, pc);
    if (writer == DEFINITION_UNKNOWN || depth == 0)
        return false;
    const Instr *instr = instr_at(splitter, writer);
    return opcode_info[instr->op].class == CLASS_VALUE &&
           is_of_block(splitter, instr->a, (uint32_t)writer, depth - 1) &&
           is_of_block(splitter, instr->b, (uint32_t)writer, depth - 1) &&
           is_of_block(splitter, instr->c, (uint32_t)writer, depth - 1);
}

/* Takes in a term that does not depend on the row length: a part of the column. */
static void add_column(Splitter *splitter, Operand operand, ScalarType type, uint32_t pc,
                       bool negative)
{
    int64_t value;
    if (row_constant_of(splitter->definitions->program, operand, &value) && value == 0)
        return;
    splitter->failed |= rows_are_hidden(splitter->search, operand, pc);
    splitter->columns += OPERAND_IS_REGISTER(operand) && !negative;
    splitter->column_number = number_in(splitter, operand, pc);
    ++splitter->others;
    if (!splitter->plan->is_column || splitter->only_counts)
        return;
    push_value(splitter, operand, type, pc);
    add_pushed(splitter, negative);
}

static void add_column_product(Splitter *splitter, const Instr *instr, uint32_t pc, bool negative)
{
    splitter->failed |= dependence_of(splitter->length, instr->a, pc) ||
                        dependence_of(splitter->length, instr->b, pc) ||
                        rows_are_hidden(splitter->search, instr->a, pc) ||
                        rows_are_hidden(splitter->search, instr->b, pc);
    splitter->columns +=
        (OPERAND_IS_REGISTER(instr->a) || OPERAND_IS_REGISTER(instr->b)) && !negative;
    ++splitter->others;
    if (!splitter->plan->is_column || splitter->only_counts)
        return;
    push_value(splitter, instr->a, (ScalarType)instr->type, pc);
    push_value(splitter, instr->b, (ScalarType)instr->type, pc);
    push_row_op(splitter, ROW_MUL, 0);
    add_pushed(splitter, negative);
}

/* The product that an operand was computed as and that holds the row length as a factor; NULL if
 * there is none. Copies are followed. */
static const Instr *product_of_length(const Splitter *splitter, Operand operand, uint32_t *pc)
{
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(operand); ++i) {
        int writer = definition_reaching(splitter->definitions, operand, *pc);
        if (writer == DEFINITION_UNKNOWN)
            return NULL;
        const Instr *instr = instr_at(splitter, writer);
        *pc = (uint32_t)writer;
        if (instr->op == OP_MUL && is_integer(instr->type))
            return instr;
        if (instr->op != OP_MOV &&
            !(instr->op == OP_CONVERT && is_integer(instr->type) && is_integer(instr->type2)))
            return NULL;
        operand = instr->a;
    }
    return NULL;
}

/* Pushes the product without its factor that is the row length: stride * 4 * row, without stride.
 * False if no factor is, or several are. */
static bool push_rows(Splitter *splitter, const Instr *instr, uint32_t pc, int depth,
                      bool only_asks)
{
    bool a = dependence_of(splitter->length, instr->a, pc);
    bool b = dependence_of(splitter->length, instr->b, pc);
    Operand with = a ? instr->a : instr->b, without = a ? instr->b : instr->a;
    ScalarType type = (ScalarType)instr->type;
    if (a == b || depth == 0)
        return false;
    if (is_length(splitter, with, pc)) {
        if (!only_asks)
            push_value(splitter, without, type, pc);
        return true;
    }
    uint32_t inner_pc = pc;
    const Instr *inner = product_of_length(splitter, with, &inner_pc);
    if (!inner || !push_rows(splitter, inner, inner_pc, depth - 1, only_asks))
        return false;
    if (!only_asks) {
        push_value(splitter, without, type, pc);
        push_row_op(splitter, ROW_MUL, 0);
    }
    return true;
}

/* blockIdx.y * 4 or plane * height: several rows at a time, and a column may run through them. */
static bool is_several_rows(const Splitter *splitter, Operand operand, uint32_t pc)
{
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(operand); ++i) {
        int writer = definition_reaching(splitter->definitions, operand, pc);
        if (writer == DEFINITION_UNKNOWN)
            return false;
        const Instr *instr = instr_at(splitter, writer);
        if (instr->op == OP_MUL || instr->op == OP_SHL)
            return OPERAND_IS_UNIFORM(instr->a) || OPERAND_IS_UNIFORM(instr->b);
        if (instr->op != OP_MOV && instr->op != OP_CONVERT)
            return false;
        operand = instr->a;
        pc = (uint32_t)writer;
    }
    return false;
}

static void split_product(Splitter *splitter, const Instr *instr, uint32_t pc, bool negative)
{
    bool a = is_length(splitter, instr->a, pc), b = is_length(splitter, instr->b, pc);
    bool is_nested = !a && !b && push_rows(splitter, instr, pc, DEPTH_LIMIT, true);
    if (!a && !b && !is_nested) {
        add_column_product(splitter, instr, pc, negative);
        return;
    }
    ++splitter->rows;
    splitter->single_rows += !is_nested && !is_several_rows(splitter, a ? instr->b : instr->a, pc);
    splitter->row_number = number_in(splitter, a ? instr->b : instr->a, pc);
    splitter->rows_in_block |= !is_of_block(splitter, instr->a, pc, DEPTH_LIMIT) ||
                               !is_of_block(splitter, instr->b, pc, DEPTH_LIMIT);
    splitter->failed |= negative; /* i - i / width * width */
    if (splitter->plan->is_column || splitter->only_counts)
        return;
    if (is_nested)
        push_rows(splitter, instr, pc, DEPTH_LIMIT, false);
    else
        push_value(splitter, a ? instr->b : instr->a, (ScalarType)instr->type, pc);
    add_pushed(splitter, negative);
}

static void split(Splitter *splitter, Operand operand, ScalarType type, uint32_t pc, bool negative);

static void split_computed(Splitter *splitter, const Instr *instr, uint32_t pc, bool negative)
{
    ScalarType type = (ScalarType)instr->type;
    switch (instr->op) {
    case OP_MOV: split(splitter, instr->a, type, pc, negative); break;
    case OP_CONVERT:
        if (is_integer(instr->type2))
            split(splitter, instr->a, (ScalarType)instr->type2, pc, negative);
        else
            splitter->failed = true;
        break;
    case OP_ADD:
    case OP_SUB:
        split(splitter, instr->a, type, pc, negative);
        split(splitter, instr->b, type, pc, negative != (instr->op == OP_SUB));
        break;
    case OP_MUL: split_product(splitter, instr, pc, negative); break;
    case OP_FMA:
        split_product(splitter, instr, pc, negative);
        split(splitter, instr->c, type, pc, negative);
        break;
    default: splitter->failed = true;
    }
}

/* Takes in an operand: a sum is split into its terms as long as they depend on the row length. */
static void split(Splitter *splitter, Operand operand, ScalarType type, uint32_t pc, bool negative)
{
    if (!dependence_of(splitter->length, operand, pc)) {
        add_column(splitter, operand, type, pc, negative);
        return;
    }
    if (!OPERAND_IS_REGISTER(operand) && is_length(splitter, operand, pc)) {
        splitter->failed = true; /* y * width + width - 1 - x: a column from the right */
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

/* The value of a size: a literal, a scalar parameter, or a member of one. */
static bool length_value(const Program *program, const Launch *launch, Operand operand,
                         uint64_t *value)
{
    const Uniform *uniform = uniform_of(program, operand);
    if (!uniform || scalar_is_float(uniform->type) ||
        (uniform->kind != UNIFORM_CONSTANT && uniform->kind != UNIFORM_PARAMETER))
        return false;
    *value = machine_uniform_value(launch, uniform, (Dim3){0});
    return true;
}

static const Buffer *buffer_of(const Program *program, const Launch *launch, Operand base)
{
    uint64_t address = machine_uniform_value(launch, uniform_of(program, base), (Dim3){0});
    bool is_global = address_space(address) == SPACE_GLOBAL &&
                     address_object(address) < (unsigned)launch->buffer_count;
    return is_global ? &launch->buffers[address_object(address)] : NULL;
}

/* Fills in what follows from the buffer; false if it has no rows or others than the program's. */
static bool fits_buffer(RowPlan *plan, const Program *program, const Launch *launch, Operand base,
                        Operand row_length, uint32_t scale)
{
    const Buffer *buffer = buffer_of(program, launch, base);
    if (!buffer)
        return false;
    uint64_t address = machine_uniform_value(launch, uniform_of(program, base), (Dim3){0});
    uint32_t scalar = scalar_size_bytes(buffer->type);
    int64_t start = address_offset_bytes(address);
    uint64_t length = 0;
    if (buffer->rows == 0 || scale == 0 || scale & (scale - 1) || scalar == 0 ||
        buffer->cols * scalar % scale || start % (int64_t)scale ||
        !length_value(program, launch, row_length, &length))
        return false;
    plan->length = (uint32_t)(buffer->cols * scalar / scale);
    plan->scale_shift = (uint32_t)__builtin_ctz(scale);
    plan->start = (uint32_t)(start / (int64_t)scale);
    return length == buffer->cols * scalar / scale && length > 1 && length < 0x7fffffff;
}

/* What depends on a size; pointers as a rule share the few that a kernel has. */
static Dependence *dependence_once(Arena *arena, const Definitions *definitions, Operand size,
                                   Dependence **known)
{
    Dependence **place = &known[OPERAND_INDEX(size)];
    if (!*place) {
        *place = ARENA_NEW(arena, Dependence);
        **place = dependence_on(arena, definitions, size);
    }
    return *place;
}

/* Finds other sizes that happen to have the row length's value in this launch: whether a product
 * with one of them is rows cannot be told. */
static void find_alike(Arena *arena, const Definitions *definitions, const Launch *launch,
                       Operand operand, RowLength *row, Dependence **known)
{
    const Program *program = definitions->program;
    Dependence *alike = ARENA_ARRAY(arena, Dependence, program->uniform_count + 1);
    uint64_t length, value;
    row->alike = alike;
    if (!length_value(program, launch, operand, &length))
        return;
    for (int i = 0; i < program->uniform_count; ++i) {
        Operand other = (Operand)(OPERAND_UNIFORM | i);
        if (program->uniforms[i].kind == UNIFORM_PARAMETER &&
            !definition_same_uniform(program, operand, other) &&
            length_value(program, launch, other, &value) && value == length)
            alike[row->alike_count++] = *dependence_once(arena, definitions, other, known);
    }
}

static Operand length_of_base(const Definitions *definitions, const Launch *launch, Operand base)
{
    Operand sure = row_length_sure(definitions, launch, base);
    return sure != OPERAND_NONE ? sure : row_length_of(definitions, base);
}

const RowLength *row_lengths(Arena *arena, const Definitions *definitions, const Launch *launch)
{
    const Program *program = definitions->program;
    RowLength *lengths = ARENA_ARRAY(arena, RowLength, program->uniform_count + 1);
    Dependence **known =
        (Dependence **)ARENA_ARRAY(arena, Dependence *, program->uniform_count + 1);
    for (int i = 0; i < program->uniform_count; ++i) {
        Operand operand = OPERAND_NONE;
        if (pointer_is_given(program, &program->uniforms[i]))
            operand = length_of_base(definitions, launch, (Operand)(OPERAND_UNIFORM | i));
        lengths[i].operand = operand;
        if (operand == OPERAND_NONE)
            continue;
        lengths[i].dependence = *dependence_once(arena, definitions, operand, known);
        row_constant_of(program, operand, &lengths[i].constant);
        if (uniform_of(program, operand)->kind != UNIFORM_CONSTANT)
            lengths[i].constant = 0;
        RowGuards guards = row_guards(&lengths[i].dependence);
        lengths[i].is_ignored = guards.ignores_rows;
        lengths[i].is_compared = guards.of_columns;
        lengths[i].is_divided = guards.of_columns && !guards.of_length;
        find_alike(arena, definitions, launch, operand, &lengths[i], known);
    }
    return lengths;
}

/* What loops add to the pointer: rows alone (*rows is true), or columns alone, or nothing. False if
 * they add both, or that is not certain. */
static bool find_drift(const Splitter *like, const PointerPath *path, bool *rows)
{
    int by_rows = 0, by_columns = 0;
    for (int i = path->certain_count; i < path->count; ++i) {
        const PointerMove *move = &path->moves[i];
        Splitter splitter = *like;
        splitter.only_counts = true;
        if (move->operand != OPERAND_NONE && is_length(&splitter, move->operand, move->pc))
            splitter.rows = 1; /* on to the next row */
        else if (move->operand != OPERAND_NONE)
            split(&splitter, move->operand, move->type, move->pc, false);
        if (splitter.failed || (splitter.rows && splitter.others))
            return false;
        *(splitter.rows ? &by_rows : &by_columns) += 1;
    }
    *rows = by_rows > 0;
    return by_rows == 0 || by_columns == 0;
}

static void split_all(Splitter *splitter, const PointerPath *path, const Instr *instr)
{
    for (int i = 0; i < path->certain_count; ++i) {
        const PointerMove *move = &path->moves[i];
        if (move->operand != OPERAND_NONE)
            split(splitter, move->operand, move->type, move->pc, false);
        else
            splitter->plan->offset += (int32_t)(move->bytes >> splitter->plan->scale_shift);
    }
    if (instr->b != OPERAND_NONE)
        split(splitter, instr->b, (ScalarType)instr->type2, splitter->access, false);
    splitter->plan->offset += instr->imm >> splitter->plan->scale_shift;
}

/* All steps are of the same size, and those given as a number hide no rows. */
static bool is_even(const RowLength *row, const PointerPath *path, const Instr *instr,
                    uint32_t scale)
{
    int64_t step = scale;
    bool even = instr->imm % step == 0 && !row_is_number(row, instr->imm / step);
    for (int i = 0; i < path->count; ++i) {
        int64_t bytes = path->moves[i].bytes;
        even &= path->moves[i].operand == OPERAND_NONE
                    ? bytes % step == 0 && !row_is_number(row, bytes / step)
                    : bytes == step;
    }
    return even;
}

/* x[blockIdx.x * step + threadIdx.x], with a step that nothing is compared with: rows, or pieces of
 * a line that overlap. */
static bool is_piece(const Splitter *splitter)
{
    const Launch *launch = splitter->search->launch;
    return !splitter->search->row->is_compared && !splitter->rows_in_block &&
           dim3_count(launch->block) == launch->block.x &&
           dim3_count(launch->grid) == launch->grid.x;
}

/* Rows are counted one by one, or by as many as columns are, over a part of the row length. */
static bool is_matrix(const Splitter *splitter, const PointerPath *path, bool drifts_by_rows)
{
    const Buffer *buffer =
        buffer_of(splitter->definitions->program, splitter->search->launch, path->base);
    bool is_even = splitter->search->row->is_divided && splitter->row_number > 1 &&
                   splitter->row_number == splitter->column_number;
    if (splitter->columns == 0)
        return false;
    if (drifts_by_rows || (splitter->rows > 0 && buffer->has_sure_rows))
        return true;
    return (splitter->single_rows > 0 || is_even) && !is_piece(splitter);
}

RowPlan row_plan_make(const Definitions *definitions, const Launch *launch,
                      const RowLength *lengths, uint32_t pc)
{
    const Program *program = definitions->program;
    const Instr *instr = &program->code[pc];
    const RowPlan none = {0};
    RowPlan plan = {0};
    PointerPath path;
    if (opcode_info[instr->op].class != CLASS_MEMORY || instr->flags & INSTR_REMOVED ||
        !pointer_path(definitions, instr->a, pc, &path) ||
        lengths[OPERAND_INDEX(path.base)].operand == OPERAND_NONE)
        return none;
    const RowLength *row = &lengths[OPERAND_INDEX(path.base)];
    uint32_t scale =
        instr->b == OPERAND_NONE ? scalar_size_bytes((ScalarType)instr->type) : instr->scale_bytes;
    if (!fits_buffer(&plan, program, launch, path.base, row->operand, scale) ||
        !is_even(row, &path, instr, scale) || row->is_ignored)
        return none;
    RowSearch search = {definitions, launch, row, plan.length};
    Splitter splitter = {.definitions = definitions,
                         .search = &search,
                         .length = &row->dependence,
                         .access = pc,
                         .plan = &plan};
    bool drifts_by_rows;
    if (!find_drift(&splitter, &path, &drifts_by_rows))
        return none;
    plan.is_column = drifts_by_rows;
    split_all(&splitter, &path, instr);
    return splitter.failed || !is_matrix(&splitter, &path, drifts_by_rows) || !plan.op_count ? none
                                                                                             : plan;
}
