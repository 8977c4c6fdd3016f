/* A taint analysis, forwards (program/flow/flow.h): a row holds for each register whose contents
 * have gone into it. What goes through shared or local memory is taken together, and the analysis
 * made again until nothing is added there. */
#include "load/contents/flow.h"

#include "program/flow/flow.h"

#include <string.h>

/* What a register can hold: sets of buffers, and whether threads of a block can hold different
 * numbers. A row of the analysis is [slots] of these, so it is made of words of 64 bits alone. */
typedef struct Value {
    uint64_t contents, addresses; /* whose contents, whose address */
    uint64_t numbers;             /* parameters */
    uint64_t spread;  /* of these contents, those that threads read at different places */
    uint64_t differs; /* 0 or 1 */
} Value;

typedef struct Walk {
    const Loader *loader;
    const Program *program;
    LoadFlow *out;
    Value *of_uniform; /* [uniform] the buffer that it is the address of, or the parameter */
    Value *state;      /* [slot] the row at the instruction that is passed */
    Value kept;        /* what went through shared or local memory, together */
} Walk;

uint64_t load_flow_bit(uint64_t buffer)
{
    return buffer < LOAD_FLOW_LIMIT ? (uint64_t)1 << buffer : 0;
}

static uint64_t buffer_at(const Loader *loader, const Uniform *uniform)
{
    const uint8_t *bytes = loader->struct_arguments && uniform->kind == UNIFORM_PARAMETER
                               ? loader->struct_arguments[uniform->index]
                               : NULL;
    if (uniform->kind == UNIFORM_PARAMETER_BASE)
        return load_flow_bit(loader->arguments[uniform->index]);
    for (int i = 0; uniform->kind == UNIFORM_GLOBAL_BASE && i < loader->buffer_count; ++i)
        if (loader->buffers[i].global == uniform->index)
            return load_flow_bit((uint64_t)i);
    for (int i = 0; bytes && i < loader->member_pointer_count; ++i)
        if (loader->member_pointers[i].at == bytes + uniform->part)
            return load_flow_bit((uint64_t)loader->member_pointers[i].buffer);
    return 0;
}

static uint64_t number_at(const Uniform *uniform)
{
    return uniform->kind == UNIFORM_PARAMETER ? load_flow_bit((uint64_t)uniform->index) : 0;
}

/* ---- states ---- */

static void join(Value *to, Value from)
{
    to->contents |= from.contents;
    to->addresses |= from.addresses;
    to->numbers |= from.numbers;
    to->spread |= from.spread;
    to->differs |= from.differs;
}

static Value value_in(const Walk *walk, Operand operand)
{
    if (OPERAND_IS_UNIFORM(operand))
        return walk->of_uniform[OPERAND_INDEX(operand)];
    return OPERAND_IS_REGISTER(operand) ? walk->state[OPERAND_INDEX(operand)] : (Value){0};
}

static LoadCauses causes_in(const Walk *walk, Operand operand)
{
    Value value = value_in(walk, operand);
    return (LoadCauses){value.contents, value.numbers};
}

static void add_causes(LoadCauses *to, LoadCauses from)
{
    to->contents |= from.contents;
    to->numbers |= from.numbers;
}

/* ---- instructions ---- */

static void set_result(Walk *walk, const Instr *instr, Value value)
{
    for (uint32_t i = 0; i < instr_written_words(instr); ++i)
        walk->state[instr->dst + i] = value;
}

/* What a STORE or ATOMIC leaves in shared or local memory. */
static void keep_stored(Walk *walk, const Instr *instr)
{
    InstrRead reads[INSTR_READS];
    int count = instr_reads(walk->program->prints, instr, reads);
    for (int i = 0; i < count; ++i)
        for (uint32_t word = 0; reads[i].operand == 'c' && word < reads[i].words; ++word)
            join(&walk->kept, walk->state[reads[i].slot + word]);
}

static void pass_memory(Walk *walk, const Instr *instr, uint32_t pc)
{
    bool is_own = instr->space == SPACE_SHARED || instr->space == SPACE_LOCAL;
    Value place = value_in(walk, instr->a);
    join(&place, value_in(walk, instr->b));
    uint64_t from = is_own ? 0 : place.addresses;
    walk->out->indices[pc] |= place.contents;
    add_causes(&walk->out->causes[pc], (LoadCauses){place.contents, place.numbers});
    walk->out->spread[pc] |= place.spread;
    walk->out->buffers[pc] |= from;
    walk->out->all_indices |= place.contents;
    if (instr->op != OP_LOAD && instr->space != SPACE_GLOBAL)
        keep_stored(walk, instr);
    Value result = {.contents = from,
                    .spread = place.differs ? from : 0,
                    .differs = place.differs | (instr->op == OP_ATOMIC)};
    if (instr->space != SPACE_GLOBAL)
        join(&result, (Value){.contents = walk->kept.contents,
                              .numbers = walk->kept.numbers,
                              .spread = walk->kept.spread,
                              .differs = walk->kept.differs});
    set_result(walk, instr, result);
}

static void pass_value(Walk *walk, const Instr *instr)
{
    const char *operands = opcode_info[instr->op].operands;
    const Operand from[] = {instr->a, instr->b, instr->c};
    Value value = {0};
    for (int i = 0; i < 3; ++i)
        if (strchr(operands, "abc"[i]))
            join(&value, value_in(walk, from[i]));
    set_result(walk, instr, value);
}

/* What decides whether the program may go on at all: assertions, a divisor that may be zero, how
 * far bits are shifted. */
static LoadCauses causes_of_stop(const Walk *walk, const Instr *instr)
{
    bool is_float = scalar_is_float((ScalarType)instr->type);
    switch (instr->op) {
    case OP_ASSERT: return causes_in(walk, instr->a);
    case OP_DIV:
    case OP_REM: return is_float ? (LoadCauses){0} : causes_in(walk, instr->b);
    case OP_SHL:
    case OP_SHR: return causes_in(walk, instr->b);
    default: return (LoadCauses){0};
    }
}

/* What decides that, or which way the program goes: conditions. */
static void pass_steering(Walk *walk, const Instr *instr, uint32_t pc)
{
    LoadCauses causes = causes_of_stop(walk, instr);
    add_causes(&walk->out->causes[pc], causes);
    if (instr->op == OP_IF || instr->op == OP_LOOP_TEST || instr->op == OP_SELECT)
        causes = causes_in(walk, instr->a);
    if (instr->op == OP_LOOP_TEST)
        add_causes(&walk->out->loops, causes);
    walk->out->all_conditions |= causes.contents;
}

/* The transfer function. Threads begin with numbers of their own. */
static void pass_instruction(void *context, uint32_t pc, uint64_t *row)
{
    Walk *walk = context;
    const Instr *instr = &walk->program->code[pc];
    walk->state = (Value *)row;
    for (int axis = 0; pc == 0 && axis < SLOT_FIRST_FREE; ++axis)
        walk->state[axis].differs = 1;
    pass_steering(walk, instr, pc);
    if (opcode_info[instr->op].class == CLASS_MEMORY)
        pass_memory(walk, instr, pc);
    else
        pass_value(walk, instr);
}

void load_follow(const Loader *loader, LoadFlow *out)
{
    const Program *program = loader->run->program;
    Arena *arena = loader->arena;
    Flow flow = flow_of(arena, program);
    Walk walk = {.loader = loader, .program = program, .out = out};
    FlowProblem problem = {false, program->slot_count * (sizeof(Value) / sizeof(uint64_t)),
                           pass_instruction, &walk};
    *out = (LoadFlow){.indices = ARENA_ARRAY(arena, uint64_t, program->code_count + 1),
                      .spread = ARENA_ARRAY(arena, uint64_t, program->code_count + 1),
                      .causes = ARENA_ARRAY(arena, LoadCauses, program->code_count + 1),
                      .buffers = ARENA_ARRAY(arena, uint64_t, program->code_count + 1)};
    walk.of_uniform = ARENA_ARRAY(arena, Value, program->uniform_count + 1);
    for (int i = 0; i < program->uniform_count; ++i)
        walk.of_uniform[i] = (Value){.addresses = buffer_at(loader, &program->uniforms[i]),
                                     .numbers = number_at(&program->uniforms[i])};
    for (Value kept = {.differs = 2}; memcmp(&kept, &walk.kept, sizeof kept) != 0;) {
        kept = walk.kept;
        flow_solve(arena, &flow, &problem);
    }
}
