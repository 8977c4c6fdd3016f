/* Following a pointer back to its parameter, or to a member of one. Where a variable has several
 * writers, those in the straight code that every way to the access goes through have each been
 * carried out once; the rest stand in loops or branches, and may only add to what the variable
 * holds. */
#include "probe/rows/pointer.h"

bool pointer_is_given(const Program *program, const Uniform *uniform)
{
    if (uniform->kind == UNIFORM_PARAMETER_BASE)
        return true;
    return uniform->kind == UNIFORM_PARAMETER && scalar_size_bytes(uniform->type) == 8 &&
           !scalar_is_float(uniform->type) &&
           program->parameters[uniform->index].type->kind == TYPE_STRUCT;
}

typedef struct PointerWalk {
    const Definitions *definitions;
    PointerPath *path;
    PointerMove loose[POINTER_MOVE_LIMIT]; /* moves made any number of times */
    int loose_count;
} PointerWalk;

enum { STEP_LIMIT = 24 };

static const Instr *code_at(const PointerWalk *walk, uint32_t pc)
{
    return &walk->definitions->program->code[pc];
}

static const Uniform *uniform_of(const PointerWalk *walk, Operand operand)
{
    return OPERAND_IS_UNIFORM(operand)
               ? &walk->definitions->program->uniforms[OPERAND_INDEX(operand)]
               : NULL;
}

static bool constant_of(const PointerWalk *walk, Operand operand, int64_t *value)
{
    const Uniform *uniform = uniform_of(walk, operand);
    *value = uniform ? (int64_t)uniform->value : 0;
    return uniform && uniform->kind == UNIFORM_CONSTANT;
}

/* Takes the instruction at pc as a move of the pointer *from. */
static bool read_move(const PointerWalk *walk, uint32_t pc, Operand *from, PointerMove *move)
{
    const Instr *instr = code_at(walk, pc);
    *move = (PointerMove){.operand = OPERAND_NONE, .type = (ScalarType)instr->type, .pc = pc};
    if (scalar_size_bytes((ScalarType)instr->type) != 8 || scalar_is_float((ScalarType)instr->type))
        return false;
    *from = instr->a;
    switch (instr->op) {
    case OP_MOV: return true;
    case OP_ADD:
        if (constant_of(walk, instr->b, &move->bytes))
            return true;
        *from = instr->b;
        return constant_of(walk, instr->a, &move->bytes);
    case OP_SUB:
        if (!constant_of(walk, instr->b, &move->bytes))
            return false;
        move->bytes = -move->bytes;
        return true;
    case OP_FMA:
        *from = instr->c;
        move->operand = instr->a;
        if (constant_of(walk, instr->b, &move->bytes))
            return true;
        move->operand = instr->b;
        return constant_of(walk, instr->a, &move->bytes);
    default: return false;
    }
}

static bool add_certain(PointerWalk *walk, const PointerMove *move)
{
    PointerPath *path = walk->path;
    if (move->operand == OPERAND_NONE && move->bytes == 0)
        return true;
    if (path->certain_count + walk->loose_count == POINTER_MOVE_LIMIT)
        return false;
    path->moves[path->certain_count++] = *move;
    return true;
}

static bool is_mark_of_frame(const Instr *instr, int *depth)
{
    switch (instr->op) {
    case OP_IF:
    case OP_LOOP:
    case OP_SCOPE: ++*depth; return true;
    case OP_ENDIF:
    case OP_LOOP_END:
    case OP_SCOPE_END: --*depth; return true;
    default: return instr->op == OP_ELSE;
    }
}

/* A thread that comes to `later` has been at `earlier`: no frame or branch that holds `earlier`
 * ends in between. */
static bool is_inevitable(const PointerWalk *walk, uint32_t earlier, uint32_t later)
{
    int depth = 0;
    for (uint32_t pc = earlier + 1; pc < later; ++pc) {
        const Instr *instr = code_at(walk, pc);
        if (is_mark_of_frame(instr, &depth) && (depth < 0 || (depth == 0 && instr->op == OP_ELSE)))
            return false;
    }
    return earlier < later;
}

/* The last of a variable's writers that was certainly carried out once since the first. */
static uint32_t last_certain(const PointerWalk *walk, const uint32_t *writers, uint32_t count,
                             uint32_t pc)
{
    uint32_t last = 0;
    while (last + 1 < count && is_inevitable(walk, writers[last + 1], pc) &&
           definition_is_straight(walk->definitions, writers[last], writers[last + 1]))
        ++last;
    return last;
}

/* A variable with several writers: notes those in loops and branches, and returns the one to go on
 * from, or DEFINITION_UNKNOWN. */
static int enter_variable(PointerWalk *walk, uint32_t slot, uint32_t pc)
{
    const uint32_t *writers;
    uint32_t count = definition_writers(walk->definitions, slot, pc, &writers);
    if (count < 2 || !is_inevitable(walk, writers[0], pc))
        return DEFINITION_UNKNOWN;
    uint32_t last = last_certain(walk, writers, count, pc);
    for (uint32_t i = last + 1; i < count; ++i) {
        PointerMove *move = &walk->loose[walk->loose_count];
        Operand from;
        if (walk->path->certain_count + walk->loose_count == POINTER_MOVE_LIMIT ||
            !read_move(walk, writers[i], &from, move) || from != slot)
            return DEFINITION_UNKNOWN;
        ++walk->loose_count;
    }
    return (int)writers[last];
}

static bool follow(PointerWalk *walk, Operand pointer, uint32_t pc)
{
    for (int i = 0; i < STEP_LIMIT; ++i) {
        const Uniform *uniform = uniform_of(walk, pointer);
        walk->path->base = pointer;
        if (!OPERAND_IS_REGISTER(pointer))
            return uniform && pointer_is_given(walk->definitions->program, uniform);
        int writer = definition_reaching(walk->definitions, pointer, pc);
        if (writer == DEFINITION_UNKNOWN)
            writer = enter_variable(walk, pointer, pc);
        PointerMove move;
        if (writer == DEFINITION_UNKNOWN || !read_move(walk, (uint32_t)writer, &pointer, &move) ||
            !add_certain(walk, &move))
            return false;
        pc = (uint32_t)writer;
    }
    return false;
}

bool pointer_path(const Definitions *definitions, Operand base, uint32_t pc, PointerPath *path)
{
    *path = (PointerPath){.base = OPERAND_NONE};
    PointerWalk walk = {.definitions = definitions, .path = path};
    if (!follow(&walk, base, pc))
        return false;
    path->count = path->certain_count;
    for (int i = 0; i < walk.loose_count; ++i)
        path->moves[path->count++] = walk.loose[i];
    return true;
}
