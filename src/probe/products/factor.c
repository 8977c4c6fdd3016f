/* The values that are loaded from the buffer are followed through registers; where they are stored,
 * be it for a while, they may be more than indices. */
#include "probe/products/factor.h"

#include "probe/rows/pointer.h"

static bool is_load(const Instr *instr)
{
    return instr->op == OP_LOAD && !(instr->flags & INSTR_REMOVED) &&
           (instr->space == SPACE_GLOBAL || instr->space == SPACE_GENERIC);
}

/* Marks the loads from the pointer of a parameter; false if some loads may be from anywhere. */
static bool find_loads(const Definitions *definitions, int parameter, uint8_t *loads)
{
    const Program *program = definitions->program;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        PointerPath path;
        if (!is_load(&program->code[pc]))
            continue;
        if (!pointer_path(definitions, program->code[pc].a, pc, &path))
            return false;
        const Uniform *base = &program->uniforms[OPERAND_INDEX(path.base)];
        loads[pc] = base->kind == UNIFORM_PARAMETER_BASE && base->index == parameter;
    }
    return true;
}

static bool is_index_only(const Dependence *dependence)
{
    const Program *program = dependence->definitions->program;
    bool is_index = false;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_write = instr->op == OP_STORE || instr->op == OP_ATOMIC;
        if (instr->flags & INSTR_REMOVED || (!is_write && instr->op != OP_LOAD))
            continue;
        if (is_write && dependence_of(dependence, instr->c, pc))
            return false;
        is_index |=
            dependence_of(dependence, instr->a, pc) || dependence_of(dependence, instr->b, pc);
    }
    return is_index;
}

bool factor_is_index(const Program *program, const Launch *launch, int buffer)
{
    const Buffer *of = &launch->buffers[buffer];
    if (of->parameter < 0 || scalar_is_float(of->type))
        return false;
    Arena *arena = arena_new();
    Definitions definitions = definitions_of(arena, program);
    uint8_t *loads = ARENA_ARRAY(arena, uint8_t, program->code_count + 1);
    bool is_index = false;
    if (find_loads(&definitions, of->parameter, loads)) {
        Dependence dependence = dependence_on_results(&definitions, loads);
        is_index = is_index_only(&dependence);
    }
    arena_free(arena);
    return is_index;
}
