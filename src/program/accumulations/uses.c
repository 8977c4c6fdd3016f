/* Two analyses along the definitions, each a set of results that grows until nothing changes:
 * forwards, taint, what comes out of memory; backwards, what ends in an address or in a comparison.
 * Values are followed through registers and through the thread's own arrays, each array taken as a
 * whole; once they are in shared or global memory they are data, whatever is done with them
 * later. */
#include "program/accumulations/uses.h"

#include "program/flow/flow.h"

/* Index into locals of the thread's own array or variable that an access goes to; -1: it goes
 * elsewhere, or that is not known. */
static int local_of(const Program *program, const Instr *instr)
{
    if (opcode_info[instr->op].class != CLASS_MEMORY || !OPERAND_IS_UNIFORM(instr->a))
        return -1;
    const Uniform *base = &program->uniforms[OPERAND_INDEX(instr->a)];
    return base->kind == UNIFORM_LOCAL_BASE ? base->index : -1;
}

int accumulation_array(const Program *program, const Accumulation *item)
{
    return item->slot == OPERAND_NONE ? local_of(program, &program->code[item->writer]) : -1;
}

/* ---- what comes out of memory ---- */

typedef struct Sources {
    const Program *program;
    const Definitions *definitions;
    uint8_t *results; /* [code] it comes out of memory */
    bool *locals;     /* [locals] such a value was stored there */
} Sources;

static bool is_from_memory(const Sources *sources, Operand operand, uint32_t pc)
{
    return definition_join(sources->definitions, sources->results, operand, pc);
}

static bool result_is_from_memory(const Sources *sources, uint32_t pc)
{
    const Instr *instr = &sources->program->code[pc];
    int local = local_of(sources->program, instr);
    if (!instr_written_words(instr))
        return false;
    if (opcode_info[instr->op].class == CLASS_MEMORY)
        return local < 0 || sources->locals[local];
    return is_from_memory(sources, instr->a, pc) || is_from_memory(sources, instr->b, pc) ||
           is_from_memory(sources, instr->c, pc);
}

static bool local_gets_memory(Sources *sources, uint32_t pc)
{
    const Instr *instr = &sources->program->code[pc];
    int local = instr->op == OP_STORE ? local_of(sources->program, instr) : -1;
    return local >= 0 && !sources->locals[local] && is_from_memory(sources, instr->c, pc) &&
           (sources->locals[local] = true);
}

static bool find_source(void *context, uint32_t pc)
{
    Sources *sources = context;
    bool is_new = !sources->results[pc] && result_is_from_memory(sources, pc);
    sources->results[pc] |= is_new;
    return local_gets_memory(sources, pc) || is_new;
}

static Sources find_sources(Arena *arena, const Definitions *definitions)
{
    const Program *program = definitions->program;
    Sources sources = {program, definitions, ARENA_ARRAY(arena, uint8_t, program->code_count + 1),
                       ARENA_ARRAY(arena, bool, program->local_count + 1)};
    flow_until_stable(program, false, find_source, &sources);
    return sources;
}

/* Factors of a separate multiplication are read there, before pc, but they hold the same at pc: see
 * find_factors in accumulations.c. */
static bool term_is_from_memory(const Sources *sources, const Term *term, uint32_t pc)
{
    return term->load == (int)pc || (term->load != NO_LOAD && sources->results[term->load]) ||
           is_from_memory(sources, term->operand, pc);
}

/* ---- what values end in ---- */

enum { IN_ADDRESS = 1, IN_TEST = 2 };

typedef struct Uses {
    const Definitions *definitions;
    DefinitionMarks marks; /* of IN_... */
    uint8_t *locals;       /* [locals] of what is loaded from there */
} Uses;

static bool hand_on(Uses *uses, Operand operand, uint32_t pc, uint8_t ends)
{
    return definition_spread(uses->definitions, &uses->marks, operand, pc, ends);
}

static bool hand_on_at(void *context, uint32_t pc)
{
    Uses *uses = context;
    const Program *program = uses->definitions->program;
    const Instr *instr = &program->code[pc];
    int local = local_of(program, instr);
    uint8_t ends = uses->marks.results[pc];
    if (opcode_info[instr->op].class == CLASS_MEMORY) {
        if (local >= 0 && instr->op == OP_LOAD)
            uses->locals[local] |= ends;
        bool changed = hand_on(uses, instr->a, pc, IN_ADDRESS);
        changed |= hand_on(uses, instr->b, pc, IN_ADDRESS);
        return hand_on(uses, instr->c, pc, local >= 0 ? uses->locals[local] : 0) || changed;
    }
    if (opcode_is_comparison(instr->op))
        ends = IN_TEST;
    bool changed = instr->op != OP_SELECT && hand_on(uses, instr->a, pc, ends);
    changed |= hand_on(uses, instr->b, pc, ends);
    return hand_on(uses, instr->c, pc, ends) || changed;
}

static Uses find_uses(Arena *arena, const Definitions *definitions)
{
    const Program *program = definitions->program;
    Uses uses = {definitions, definition_marks(arena, definitions),
                 ARENA_ARRAY(arena, uint8_t, program->local_count + 1)};
    flow_until_stable(program, true, hand_on_at, &uses);
    return uses;
}

static uint8_t ends_of(const Uses *uses, const Accumulation *item)
{
    const Program *program = uses->definitions->program;
    int local = item->slot == OPERAND_NONE ? local_of(program, &program->code[item->writer]) : -1;
    return uses->marks.results[item->pc] | uses->marks.results[item->writer] |
           (local >= 0 ? uses->locals[local] : 0);
}

/* ---- the rule ---- */

/* What is added is the same number for all threads and at all times. */
static bool is_uniform(const Accumulation *item)
{
    return OPERAND_IS_UNIFORM(item->x.operand) &&
           (item->kind != ACCUMULATION_PRODUCT || OPERAND_IS_UNIFORM(item->y.operand));
}

static bool is_accumulation(const Frames *frames, const Accumulation *item, uint8_t ends,
                            bool from_memory)
{
    bool is_in_loop = frame_loop(frames, item->pc) != NO_FRAME;
    if (frames->program->code[item->pc].op == OP_ATOMIC)
        return true;
    if (ends & IN_ADDRESS || (ends & IN_TEST && !from_memory))
        return false;
    switch (item->kind) {
    case ACCUMULATION_PRODUCT:
    case ACCUMULATION_SUM: return !is_uniform(item) || is_in_loop;
    case ACCUMULATION_FACTOR: return from_memory && is_in_loop;
    default: return from_memory;
    }
}

int accumulations_by_use(Arena *arena, const Definitions *definitions, const Frames *frames,
                         Accumulation *items, int count)
{
    Sources sources = find_sources(arena, definitions);
    Uses uses = find_uses(arena, definitions);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        bool from_memory = term_is_from_memory(&sources, &items[i].x, items[i].pc) ||
                           term_is_from_memory(&sources, &items[i].y, items[i].pc);
        if (is_accumulation(frames, &items[i], ends_of(&uses, &items[i]), from_memory))
            items[kept++] = items[i];
    }
    return kept;
}
