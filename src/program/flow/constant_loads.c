/* A taint analysis along the definitions: what an instruction's result may point to is joined from
 * what its operands may point to. All begin with nothing, so that a pointer that goes round a loop
 * points to what it pointed to before the loop. */
#include "program/flow/constant_loads.h"

#include "program/flow/definitions.h"
#include "program/flow/flow.h"

typedef enum Lead {
    LEAD_CONSTANT = 1, /* to a __constant__ variable */
    LEAD_ELSEWHERE = 2 /* to anything else, or nobody knows */
} Lead;

typedef struct Leads {
    const Program *program;
    Definitions definitions;
    uint8_t *results; /* [code] of Lead; 0: a number */
} Leads;

static uint8_t uniform_leads(const Program *program, const Uniform *uniform)
{
    switch (uniform->kind) {
    case UNIFORM_GLOBAL_BASE:
        return program->globals[uniform->index].is_constant ? LEAD_CONSTANT : LEAD_ELSEWHERE;
    case UNIFORM_PARAMETER_BASE:
    case UNIFORM_SHARED_BASE:
    case UNIFORM_LOCAL_BASE: return LEAD_ELSEWHERE;
    case UNIFORM_PARAMETER: /* a member of a struct may be a pointer */
        return program->parameters[uniform->index].type->kind == TYPE_SCALAR ||
                       scalar_size_bytes(uniform->type) < 8
                   ? 0
                   : LEAD_ELSEWHERE;
    default: return 0;
    }
}

static uint8_t operand_leads(const Leads *leads, Operand operand, uint32_t pc)
{
    return OPERAND_IS_UNIFORM(operand)
               ? uniform_leads(leads->program, &leads->program->uniforms[OPERAND_INDEX(operand)])
               : definition_join(&leads->definitions, leads->results, operand, pc);
}

static uint8_t result_leads(const Leads *leads, uint32_t pc)
{
    const Instr *instr = &leads->program->code[pc];
    ScalarType type = (ScalarType)instr->type;
    if (!instr_written_words(instr) || opcode_is_comparison(instr->op) || instr->op == OP_VOTE ||
        scalar_size_bytes(type) < 8 || scalar_is_float(type))
        return 0;
    if (opcode_info[instr->op].class == CLASS_MEMORY)
        return LEAD_ELSEWHERE;
    return operand_leads(leads, instr->a, pc) | operand_leads(leads, instr->b, pc) |
           operand_leads(leads, instr->c, pc);
}

static bool find_leads(void *context, uint32_t pc)
{
    Leads *leads = context;
    uint8_t before = leads->results[pc];
    return (leads->results[pc] = result_leads(leads, pc)) != before;
}

static bool has_constants(const Program *program)
{
    for (int i = 0; i < program->uniform_count; ++i)
        if (uniform_leads(program, &program->uniforms[i]) == LEAD_CONSTANT)
            return true;
    return false;
}

void constant_loads_mark(const Program *program, Instr *code)
{
    if (!has_constants(program))
        return;
    Arena *arena = arena_new();
    Leads leads = {program, definitions_of(arena, program),
                   ARENA_ARRAY(arena, uint8_t, program->code_count + 1)};
    flow_until_stable(program, false, find_leads, &leads);
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (code[pc].op == OP_LOAD && operand_leads(&leads, code[pc].a, pc) == LEAD_CONSTANT)
            code[pc].flags |= INSTR_CONSTANT;
    arena_free(arena);
}
