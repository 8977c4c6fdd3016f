/* A product in an index is a row, and its factor that is a size the row length. What an index shows
 * counts more than what a move shows, which may be the distance between whole matrices. */
#include "probe/rows/length.h"

#include "probe/rows/pointer.h"
#include "vm/machine.h"

enum { DEPTH_LIMIT = 16 };

typedef enum Rank { RANK_NONE, RANK_MOVE, RANK_INDEX } Rank;

typedef struct Finder {
    const Definitions *definitions;
    const Launch *launch; /* only with row_bytes */
    uint64_t row_bytes;   /* the row length that is looked for; 0: any size that was given */
    uint64_t wanted;      /* row_bytes in steps of the access that is looked at */
    Operand length;
    Rank rank, now; /* of length, the best so far; of what is looked at */
} Finder;

/* The instruction that a term was computed by, with copies followed; NULL if none is certain. */
static const Instr *computed_by(const Definitions *definitions, Operand *operand, uint32_t *pc)
{
    for (int i = 0; i < DEPTH_LIMIT && OPERAND_IS_REGISTER(*operand); ++i) {
        int writer = definition_reaching(definitions, *operand, *pc);
        if (writer == DEFINITION_UNKNOWN)
            return NULL;
        const Instr *instr = &definitions->program->code[writer];
        *pc = (uint32_t)writer;
        if (instr->op != OP_MOV && instr->op != OP_CONVERT)
            return instr;
        *operand = instr->a;
    }
    return NULL;
}

/* A size that the kernel was given, no number in its code and no pointer; or, if one size is looked
 * for, any uniform of that value. */
static bool is_size(const Finder *finder, Operand operand)
{
    if (!OPERAND_IS_UNIFORM(operand))
        return false;
    const Uniform *uniform = &finder->definitions->program->uniforms[OPERAND_INDEX(operand)];
    if (scalar_is_float(uniform->type))
        return false;
    if (!finder->row_bytes)
        return uniform->kind == UNIFORM_PARAMETER;
    return (uniform->kind == UNIFORM_PARAMETER || uniform->kind == UNIFORM_CONSTANT) &&
           machine_uniform_value(finder->launch, uniform, (Dim3){0}) == finder->wanted;
}

/* The last size among the factors. */
static Operand size_of_product(Finder *finder, Operand operand, uint32_t pc, int depth)
{
    const Instr *instr = computed_by(finder->definitions, &operand, &pc);
    if (is_size(finder, operand))
        return operand;
    if (depth == 0 || !instr || instr->op != OP_MUL)
        return OPERAND_NONE;
    Operand size = size_of_product(finder, instr->b, pc, depth - 1);
    return size != OPERAND_NONE ? size : size_of_product(finder, instr->a, pc, depth - 1);
}

static void consider(Finder *finder, Operand a, Operand b, uint32_t pc)
{
    Operand size = size_of_product(finder, b, pc, DEPTH_LIMIT);
    if (size == OPERAND_NONE)
        size = size_of_product(finder, a, pc, DEPTH_LIMIT);
    if (size == OPERAND_NONE || finder->rank >= finder->now)
        return;
    finder->length = size;
    finder->rank = finder->now;
}

static void look_at(Finder *finder, Operand operand, uint32_t pc, int depth)
{
    const Instr *instr = computed_by(finder->definitions, &operand, &pc);
    if (depth == 0 || !instr || scalar_is_float((ScalarType)instr->type))
        return;
    if (instr->op == OP_MUL || instr->op == OP_FMA)
        consider(finder, instr->a, instr->b, pc);
    if (instr->op == OP_FMA)
        look_at(finder, instr->c, pc, depth - 1);
    if (instr->op == OP_ADD || instr->op == OP_SUB) {
        look_at(finder, instr->a, pc, depth - 1);
        look_at(finder, instr->b, pc, depth - 1);
    }
}

static void look_at_access(Finder *finder, Operand base, uint32_t pc)
{
    const Program *program = finder->definitions->program;
    const Instr *instr = &program->code[pc];
    PointerPath path;
    if (opcode_info[instr->op].class != CLASS_MEMORY ||
        !pointer_path(finder->definitions, instr->a, pc, &path) ||
        !definition_same_uniform(program, path.base, base))
        return;
    finder->wanted = instr->scale_bytes ? finder->row_bytes / instr->scale_bytes : 0;
    finder->now = RANK_INDEX;
    if (instr->b != OPERAND_NONE)
        look_at(finder, instr->b, pc, DEPTH_LIMIT);
    finder->now = RANK_MOVE;
    for (int i = 0; i < path.count; ++i) {
        Operand by = path.moves[i].operand;
        if (i >= path.certain_count) /* from row to row, by the row length alone */
            consider(finder, by, OPERAND_NONE, path.moves[i].pc);
        if (by != OPERAND_NONE)
            look_at(finder, by, path.moves[i].pc, DEPTH_LIMIT);
    }
}

static void look_everywhere(Finder *finder, Operand base)
{
    uint32_t count = finder->definitions->program->code_count;
    for (uint32_t pc = 0; pc < count && finder->rank != RANK_INDEX; ++pc)
        look_at_access(finder, base, pc);
}

Operand row_length_of(const Definitions *definitions, Operand base)
{
    const Program *program = definitions->program;
    const Uniform *uniform = &program->uniforms[OPERAND_INDEX(base)];
    Finder finder = {.definitions = definitions, .length = OPERAND_NONE};
    if (uniform->kind == UNIFORM_PARAMETER_BASE)
        finder.length = program->parameters[uniform->index].row_length;
    if (finder.length != OPERAND_NONE)
        return finder.length;
    look_everywhere(&finder, base);
    return finder.length;
}

Operand row_length_sure(const Definitions *definitions, const Launch *launch, Operand base)
{
    const Program *program = definitions->program;
    uint64_t address =
        machine_uniform_value(launch, &program->uniforms[OPERAND_INDEX(base)], (Dim3){0});
    uint64_t object = address_object(address);
    if (address_space(address) != SPACE_GLOBAL || object >= (unsigned)launch->buffer_count ||
        !launch->buffers[object].has_sure_rows)
        return OPERAND_NONE;
    const Buffer *buffer = &launch->buffers[object];
    Finder finder = {.definitions = definitions,
                     .launch = launch,
                     .row_bytes = buffer->cols * scalar_size_bytes(buffer->type),
                     .length = OPERAND_NONE};
    look_everywhere(&finder, base);
    return finder.length;
}

Operand row_length_shown(const Program *program, int parameter, uint32_t offset_bytes)
{
    Operand length = OPERAND_NONE;
    Arena *arena = arena_new();
    Definitions definitions = definitions_of(arena, program);
    for (int i = 0; i < program->uniform_count && length == OPERAND_NONE; ++i) {
        const Uniform *uniform = &program->uniforms[i];
        if (pointer_is_given(program, uniform) && uniform->index == parameter &&
            uniform->part == offset_bytes)
            length = row_length_of(&definitions, (Operand)(OPERAND_UNIFORM | i));
    }
    arena_free(arena);
    return length;
}
