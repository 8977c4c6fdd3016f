/* Two accesses with the same operands in their addresses go to the same element of one thread, so a
 * load and a store of that kind are an update; with different ones, a neighbour is read. */
#include "probe/sentences/remedy.h"

#include "program/flow/definitions.h"
#include "program/loop.h"

/* What the kernel was about to do: a row REMEDY, or nothing but what the sentence says, that there
 * is no barrier. */
typedef enum RemedyPattern {
    REMEDY_SAID,
#define REMEDY(name, en, zh) REMEDY_##name,
#include "probe/record/finding.def"
} RemedyPattern;

static bool is_on(const Instr *instr, uint32_t line)
{
    return instr->own_line == line && instr->space != SPACE_SHARED && instr->space != SPACE_LOCAL &&
           !(instr->flags & INSTR_REMOVED);
}

static bool is_same_element(const Instr *a, const Instr *b)
{
    return a->a == b->a && a->b == b->b && a->imm == b->imm && a->scale_bytes == b->scale_bytes;
}

/* Do the race's lines load and store the same element? */
static bool is_update(const Program *program, const Finding *finding)
{
    const Instr *end = program->code + program->code_count;
    for (const Instr *load = program->code; load < end; ++load)
        for (const Instr *store = program->code; load->op == OP_LOAD && store < end; ++store)
            if (store->op == OP_STORE && is_same_element(load, store) &&
                (is_on(load, finding->line) || is_on(load, finding->other_line)) &&
                (is_on(store, finding->line) || is_on(store, finding->other_line)))
                return true;
    return false;
}

/* Does the kernel exchange words, as locks do? Does anything else tell other blocks of a result? */
static bool has_exchange(const Program *program, bool or_any)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_exchange = instr->op == OP_ATOMIC &&
                           (instr->atomic == ATOMIC_CAS || instr->atomic == ATOMIC_EXCHANGE);
        if (is_exchange || (or_any && (instr->op == OP_ATOMIC || instr->flags & INSTR_VOLATILE)))
            return true;
    }
    return false;
}

static bool depends_on_block(const Definitions *definitions, Arena *arena, const Instr *store)
{
    const Program *program = definitions->program;
    uint32_t pc = (uint32_t)(store - program->code);
    for (int i = 0; i < program->uniform_count; ++i) {
        Operand uniform = (Operand)(OPERAND_UNIFORM | i);
        if (program->uniforms[i].kind != UNIFORM_BLOCK_IDX)
            continue;
        Dependence dependence = dependence_on(arena, definitions, uniform);
        if (dependence_of(&dependence, store->a, pc) || dependence_of(&dependence, store->b, pc))
            return true;
    }
    return false;
}

/* Do blocks choose the element by their own index? */
static bool is_by_block(const Program *program, uint32_t line)
{
    Arena *arena = arena_new();
    Definitions definitions = definitions_of(arena, program);
    bool is_own = false;
    for (uint32_t pc = 0; pc < program->code_count && !is_own; ++pc)
        is_own = program->code[pc].op == OP_STORE && is_on(&program->code[pc], line) &&
                 depends_on_block(&definitions, arena, &program->code[pc]);
    arena_free(arena);
    return is_own;
}

/* Does the line of a race do nothing else to that memory than to change one element? */
static bool is_only_update(const Program *program, const Finding *finding)
{
    const Instr *end = program->code + program->code_count, *first = NULL;
    bool has_load = false, has_store = false, is_one = true;
    for (const Instr *instr = program->code; instr < end; ++instr) {
        bool is_access = instr->op == OP_LOAD || instr->op == OP_STORE;
        if (!is_access || instr->own_line != finding->line || instr->space != finding->space ||
            instr->flags & INSTR_REMOVED)
            continue;
        first = first ? first : instr;
        has_load |= instr->op == OP_LOAD;
        has_store |= instr->op == OP_STORE;
        is_one &= is_same_element(instr, first);
    }
    return has_load && has_store && is_one;
}

/* Does a loop come to the stores of the line again? Then a barrier may be all that is missing. */
static bool is_repeated(const Program *program, uint32_t line)
{
    Loop loop;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_STORE && program->code[pc].own_line == line &&
            loop_around(program, pc, &loop))
            return true;
    return false;
}

/* A barrier between two accesses orders them, but none fits into one store of several lanes, and
 * none makes a sum of several threads right. */
static RemedyPattern pattern_inside(const Program *program, const Finding *finding)
{
    if (finding->line != finding->other_line)
        return REMEDY_SAID;
    if (is_only_update(program, finding))
        return has_exchange(program, false) ? REMEDY_LOCK : REMEDY_UPDATE;
    bool is_one_store = finding->kind == FINDING_RACE_WAW && !is_repeated(program, finding->line);
    return is_one_store ? REMEDY_ONE_STORE : REMEDY_SAID;
}

/* Is the race one of an atomic operation of the scope of a block? */
static bool is_of_block(const Program *program, const Finding *finding)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].flags & INSTR_OF_BLOCK &&
            (is_on(&program->code[pc], finding->line) ||
             is_on(&program->code[pc], finding->other_line)))
            return true;
    return false;
}

static RemedyPattern pattern_of(const Program *program, const Finding *finding)
{
    if (finding->scope == SCOPE_BLOCK)
        return pattern_inside(program, finding);
    if (is_of_block(program, finding))
        return REMEDY_SCOPE;
    if (finding->kind != FINDING_RACE_RAW && is_update(program, finding))
        return has_exchange(program, false) ? REMEDY_LOCK : REMEDY_UPDATE;
    if (finding->kind == FINDING_RACE_WAW)
        return is_by_block(program, finding->line) ? REMEDY_OVERLAP : REMEDY_ONE_WORD;
    if (finding->kind == FINDING_RACE_WAR)
        return REMEDY_IN_PLACE;
    return has_exchange(program, true) ? REMEDY_PUBLISH : REMEDY_LATER;
}

const char *remedy_of_race(Language language, const Program *program, const Finding *finding)
{
    static const char *const texts[][LANGUAGE_COUNT] = {
        [REMEDY_SAID] = {"", ""},
#define REMEDY(name, en, zh) [REMEDY_##name] = {en, zh},
#include "probe/record/finding.def"
    };
    return texts[pattern_of(program, finding)][language];
}
