/* A stored value is followed back until an accumulator is met: a variable's register, or an array
 * of the thread. The search ends there: what went into that accumulator is not stored itself. */
#include "program/accumulations/stores.h"

#include "program/flow/same_value.h"

#include <stdlib.h>

enum { TRACE_DEPTH = 12 };

typedef struct Tracer {
    Arena *arena;
    const Definitions *definitions;
    const Accumulations *accumulations;
    int *of_slot, *next; /* [slots] 1 + the last accumulation to a register, [accumulations] the one
                            before; 0: none */
    AccumulationStore *items;
    int count, capacity;
    uint32_t pc, element; /* of the store whose value is followed back */
} Tracer;

static const Program *program_of(const Tracer *tracer)
{
    return tracer->definitions->program;
}

/* Adds found, with pc and element of the store whose value is followed back, unless it is there. */
static void note_traced_store(Tracer *tracer, AccumulationStore found)
{
    found.pc = tracer->pc;
    found.element = tracer->element;
    for (int i = 0; i < tracer->count; ++i) {
        const AccumulationStore *item = &tracer->items[i];
        if (item->accumulator == found.accumulator && item->pc == found.pc &&
            item->element == found.element && item->load == found.load &&
            item->load_element == found.load_element)
            return;
    }
    *ARENA_PUSH(tracer->arena, tracer->items, tracer->count, tracer->capacity) = found;
}

/* The number of the accumulator that a register holds where it is read; -1: it holds none. */
static int register_accumulator(const Tracer *tracer, ReadAt value)
{
    const Accumulations *all = tracer->accumulations;
    for (int i = tracer->of_slot[value.operand]; i; i = tracer->next[i - 1]) {
        const Accumulation *item = &all->items[i - 1];
        const Variable *variable = &program_of(tracer)->variables[item->variable];
        if (value.pc >= variable->first_pc && value.pc < variable->end_pc)
            return item->accumulator;
    }
    return -1;
}

static int shared_accumulator(const Tracer *tracer)
{
    const Accumulations *all = tracer->accumulations;
    for (int i = 0; i < all->count; ++i)
        if (all->items[i].slot == OPERAND_NONE &&
            program_of(tracer)->code[all->items[i].writer].space == SPACE_SHARED)
            return all->items[i].accumulator;
    return -1;
}

static int local_accumulator(const Tracer *tracer, uint32_t load)
{
    const Accumulations *all = tracer->accumulations;
    const Program *program = program_of(tracer);
    for (int i = 0; i < all->count; ++i) {
        const Accumulation *item = &all->items[i];
        if (item->slot == OPERAND_NONE && program->code[item->writer].space == SPACE_LOCAL &&
            program->code[item->writer].a == program->code[load].a)
            return item->accumulator;
    }
    return -1;
}

static void trace(Tracer *tracer, ReadAt value, bool is_value, int depth)
{
    if (value.operand == OPERAND_NONE || !OPERAND_IS_REGISTER(value.operand) || depth == 0)
        return;
    int accumulator = register_accumulator(tracer, value);
    if (accumulator >= 0) {
        note_traced_store(
            tracer,
            (AccumulationStore){.accumulator = accumulator, .load = NO_LOAD, .is_value = is_value});
        return;
    }
    int writer = definition_reaching(tracer->definitions, value.operand, value.pc);
    if (writer == DEFINITION_UNKNOWN)
        return;
    uint32_t pc = (uint32_t)writer;
    const Instr *instr = &program_of(tracer)->code[pc];
    if (instr->op == OP_LOAD) {
        bool is_shared = instr->space == SPACE_SHARED;
        accumulator = is_shared                     ? shared_accumulator(tracer)
                      : instr->space == SPACE_LOCAL ? local_accumulator(tracer, pc)
                                                    : -1;
        uint32_t words = register_words((ScalarType)instr->type);
        if (accumulator >= 0)
            note_traced_store(
                tracer, (AccumulationStore){.accumulator = accumulator,
                                            .load = writer,
                                            .load_element = (value.operand - instr->dst) / words,
                                            .is_shared = is_shared,
                                            .is_value = is_value});
    }
    if (opcode_info[instr->op].class != CLASS_VALUE)
        return;
    bool is_copy = instr->op == OP_MOV || instr->op == OP_CONVERT;
    trace(tracer, (ReadAt){instr->a, pc}, is_value && is_copy, depth - 1);
    trace(tracer, (ReadAt){instr->b, pc}, false, depth - 1);
    trace(tracer, (ReadAt){instr->c, pc}, false, depth - 1);
}

static void trace_store(Tracer *tracer, uint32_t pc)
{
    const Instr *instr = &program_of(tracer)->code[pc];
    uint32_t words = register_words((ScalarType)instr->type);
    uint32_t count = OPERAND_IS_REGISTER(instr->c) ? instr->width : 0;
    tracer->pc = pc;
    for (uint32_t i = 0; i < count; ++i) {
        tracer->element = i;
        trace(tracer, (ReadAt){(Operand)(instr->c + i * words), pc}, instr->op == OP_STORE,
              TRACE_DEPTH);
    }
}

/* An accumulator that is a word of shared or global memory is stored by the accumulation itself. */
static void note_words(Tracer *tracer)
{
    const Accumulations *all = tracer->accumulations;
    for (int i = 0; i < all->count; ++i)
        if (all->items[i].slot == OPERAND_NONE &&
            program_of(tracer)->code[all->items[i].writer].space != SPACE_LOCAL) {
            tracer->pc = all->items[i].writer;
            note_traced_store(tracer, (AccumulationStore){.accumulator = all->items[i].accumulator,
                                                          .load = NO_LOAD,
                                                          .is_value = true});
        }
}

static void index_slots(Tracer *tracer)
{
    const Accumulations *all = tracer->accumulations;
    tracer->of_slot = ARENA_ARRAY(tracer->arena, int, program_of(tracer)->slot_count + 1);
    tracer->next = ARENA_ARRAY(tracer->arena, int, all->count + 1);
    for (int i = 0; i < all->count; ++i)
        if (all->items[i].slot != OPERAND_NONE) {
            tracer->next[i] = tracer->of_slot[all->items[i].slot];
            tracer->of_slot[all->items[i].slot] = i + 1;
        }
}

static int compare_stores(const void *a, const void *b)
{
    const AccumulationStore *x = a, *y = b;
    if (x->accumulator != y->accumulator)
        return x->accumulator < y->accumulator ? -1 : 1;
    if (x->pc != y->pc)
        return x->pc < y->pc ? -1 : 1;
    return (x->element > y->element) - (x->element < y->element);
}

AccumulationStores accumulation_stores_of(Arena *arena, const Definitions *definitions,
                                          const Accumulations *accumulations)
{
    const Program *program = definitions->program;
    Tracer tracer = {.arena = arena, .definitions = definitions, .accumulations = accumulations};
    int *first = ARENA_ARRAY(arena, int, accumulations->accumulator_count + 2);
    index_slots(&tracer);
    note_words(&tracer);
    for (uint32_t pc = 0; pc < program->code_count && accumulations->count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_store = instr->op == OP_STORE || instr->op == OP_ATOMIC;
        if (is_store && instr->space != SPACE_LOCAL && !(instr->flags & INSTR_REMOVED))
            trace_store(&tracer, pc);
    }
    if (tracer.count)
        qsort(tracer.items, (size_t)tracer.count, sizeof *tracer.items, compare_stores);
    for (int i = 0, at = 0; i <= accumulations->accumulator_count; ++i) {
        while (at < tracer.count && tracer.items[at].accumulator < i)
            ++at;
        first[i] = at;
    }
    return (AccumulationStores){tracer.items, tracer.count, first};
}
