/* Taint analyses over the instructions. Forwards (flow.h): which registers hold a LOAD's value as
 * it is, or something made of it, when an instruction begins. Backwards, along the definitions:
 * what may have gone into the value of a STORE. */
#include "probe/races/role.h"

#include "program/flow/flow.h"
#include "program/flow/same_value.h"

#include <string.h>

/* What a register holds of the load's value: it, as it is, or something made of it. */
enum { TAINT_WHOLE = 1, TAINT_MADE = 2 };

enum {
    STATE_BYTES_LIMIT = 1 << 24, /* of the rows of registers that are followed */
    DIVERSE_BYTES_LIMIT = 1 << 20,
    UNIFORM_DEPTH = 16 /* instructions that are gone back through */
};

/* One load on its way. */
typedef struct Follow {
    const Program *program;
    const Definitions *definitions;
    const Flow *flow;
    uint32_t load;
    bool *is_decided; /* [code] only run, or not, by a condition made of the value */
    bool is_compared; /* an atomicCAS of its word compares with it, or is run or not by it */
    bool is_lost;     /* it goes somewhere else, too */
    bool is_changed;  /* more is decided than when this pass began */
} Follow;

static bool is_memory(const Instr *instr)
{
    return opcode_info[instr->op].class == CLASS_MEMORY && !(instr->flags & INSTR_REMOVED);
}

/* The values are the same, or were before they were copied. */
static bool copies_are_same(const Definitions *definitions, ReadAt a, ReadAt b)
{
    ReadAt from_a, from_b;
    if (value_is_same(definitions, a, b))
        return true;
    value_source(definitions, a, &from_a);
    value_source(definitions, b, &from_b);
    return value_is_same(definitions, from_a, from_b);
}

/* An atomicCAS that goes to the word that the LOAD reads; the types may differ, if the sizes do
 * not. */
static bool is_swap_of(const Definitions *definitions, uint32_t load, uint32_t pc)
{
    const Instr *a = &definitions->program->code[load], *b = &definitions->program->code[pc];
    return is_memory(b) && b->op == OP_ATOMIC && b->atomic == ATOMIC_CAS &&
           instr_access_bytes(a) == scalar_size_bytes((ScalarType)b->type) &&
           a->scale_bytes == b->scale_bytes && a->imm == b->imm &&
           copies_are_same(definitions, (ReadAt){a->a, load}, (ReadAt){b->a, pc}) &&
           copies_are_same(definitions, (ReadAt){a->b, load}, (ReadAt){b->b, pc});
}

static uint8_t taint_of_slots(const uint8_t *state, uint32_t slot, uint32_t words)
{
    uint8_t taint = 0;
    for (uint32_t i = 0; i < words; ++i)
        taint |= state[slot + i];
    return taint;
}

/* Of all registers that the instruction reads. */
static uint8_t taint_of(const Follow *follow, const Instr *instr, const uint8_t *state)
{
    InstrRead reads[INSTR_READS];
    int count = instr_reads(follow->program->prints, instr, reads);
    uint8_t taint = 0;
    for (int i = 0; i < count; ++i)
        taint |= taint_of_slots(state, reads[i].slot, reads[i].words);
    return taint;
}

/* The result has the bits of operand a. */
static bool keeps_bits(const Instr *instr)
{
    ScalarType to = (ScalarType)instr->type, from = (ScalarType)instr->type2;
    return instr->op == OP_MOV || instr->op == OP_BITS ||
           (instr->op == OP_CONVERT && !scalar_is_float(to) && !scalar_is_float(from) &&
            scalar_size_bytes(to) == scalar_size_bytes(from));
}

/* What a branch decides about: [first, last] is widened by the frames that jumps inside name. */
static void widen_region(const Follow *follow, uint32_t *first, uint32_t *last)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (uint32_t pc = *first; pc <= *last; ++pc) {
            uint8_t op = follow->program->code[pc].op;
            int frame = op == OP_BREAK || op == OP_CONTINUE || op == OP_LEAVE
                            ? frame_named(&follow->flow->frames, pc)
                            : NO_FRAME;
            uint32_t end = op == OP_EXIT       ? follow->program->code_count - 1
                           : frame != NO_FRAME ? follow->flow->frames.end[frame]
                                               : *last;
            if (frame != NO_FRAME && (uint32_t)frame < *first)
                *first = (uint32_t)frame, grows = true;
            if (end > *last)
                *last = end, grows = true;
        }
    }
}

/* Others may notice that it ran. A fence alone does nothing. */
static bool has_effect(const Instr *instr)
{
    int class = opcode_info[instr->op].class;
    return !(instr->flags & INSTR_REMOVED) &&
           ((class == CLASS_SYNC && instr->op != OP_FENCE) || class == CLASS_EFFECT ||
            instr->op == OP_STORE || instr->op == OP_ATOMIC);
}

/* A condition made of the value may decide about the swaps of its word, and about nothing that
 * others notice; what is computed under it without a swap is made of the value, too. */
static void decide(Follow *follow, uint32_t branch)
{
    bool is_if = follow->program->code[branch].op == OP_IF;
    int frame = is_if ? (int)branch : frame_loop(&follow->flow->frames, branch);
    if (frame == NO_FRAME) {
        follow->is_lost = true;
        return;
    }
    uint32_t first = (uint32_t)frame, last = follow->flow->frames.end[frame];
    bool has_swap = false;
    widen_region(follow, &first, &last);
    for (uint32_t pc = first; pc <= last; ++pc)
        if (has_effect(&follow->program->code[pc])) {
            bool is_swap = is_swap_of(follow->definitions, follow->load, pc);
            has_swap |= is_swap;
            follow->is_lost |= !is_swap;
        }
    follow->is_compared |= has_swap;
    for (uint32_t pc = first; pc <= last && !has_swap; ++pc) {
        follow->is_changed |= !follow->is_decided[pc];
        follow->is_decided[pc] = true;
    }
}

static void swap_word(Follow *follow, uint32_t pc, const uint8_t *state)
{
    const Instr *instr = &follow->program->code[pc];
    uint32_t words = instr_operand_words(instr, 'c');
    uint8_t compare = OPERAND_IS_REGISTER(instr->c) ? taint_of_slots(state, instr->c, words) : 0;
    uint8_t all = taint_of(follow, instr, state);
    bool is_one = is_swap_of(follow->definitions, follow->load, pc);
    if (compare == TAINT_WHOLE && is_one)
        follow->is_compared = true;
    else if (all)
        follow->is_lost = true;
}

/* The transfer function: a byte of the row is what a register holds. */
static void run(void *context, uint32_t pc, uint64_t *row)
{
    Follow *follow = context;
    uint8_t *state = (uint8_t *)row;
    const Instr *instr = &follow->program->code[pc];
    uint32_t first = instr->dst, slots = instr_written_words(instr);
    uint8_t taint = taint_of(follow, instr, state),
            result = follow->is_decided[pc] ? TAINT_MADE : 0;
    if (follow->is_lost || instr->flags & INSTR_REMOVED)
        return;
    if (taint && (instr->op == OP_IF || instr->op == OP_LOOP_TEST))
        decide(follow, pc);
    else if (instr->op == OP_ATOMIC && instr->atomic == ATOMIC_CAS)
        swap_word(follow, pc, state);
    else if (taint && opcode_info[instr->op].class != CLASS_VALUE)
        follow->is_lost = true;
    else if (taint)
        result |= taint == TAINT_WHOLE && keeps_bits(instr) ? TAINT_WHOLE : TAINT_MADE;
    if (pc == follow->load)
        result = TAINT_WHOLE;
    for (uint32_t i = 0; i < slots; ++i)
        state[first + i] = result;
}

/* Every atomicCAS of a program. */
typedef struct Swaps {
    uint32_t *items;
    int count, capacity;
} Swaps;

static Swaps find_swaps(Arena *arena, const Program *program)
{
    Swaps swaps = {0};
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_ATOMIC && program->code[pc].atomic == ATOMIC_CAS)
            *ARENA_PUSH(arena, swaps.items, swaps.count, swaps.capacity) = pc;
    return swaps;
}

static bool has_swap(const Definitions *definitions, const Swaps *swaps, uint32_t load)
{
    for (int i = 0; i < swaps->count; ++i)
        if (is_swap_of(definitions, load, swaps->items[i]))
            return true;
    return false;
}

/* What is decided by the value holds for instructions before the branch too: they are gone through
 * again. */
static bool is_compared(Arena *arena, const Definitions *definitions, const Flow *flow,
                        const Swaps *swaps, uint32_t load)
{
    const Program *program = definitions->program;
    if ((size_t)flow->row_count * program->slot_count > STATE_BYTES_LIMIT ||
        !has_swap(definitions, swaps, load))
        return false;
    Follow follow = {.program = program,
                     .definitions = definitions,
                     .flow = flow,
                     .load = load,
                     .is_decided = ARENA_ARRAY(arena, bool, program->code_count),
                     .is_changed = true};
    FlowProblem problem = {false, (program->slot_count + 7) / 8, run, &follow};
    while (follow.is_changed && !follow.is_lost) {
        follow.is_changed = false;
        flow_solve(arena, flow, &problem);
    }
    return follow.is_compared && !follow.is_lost;
}

/* ---- equal values ---- */

/* Not all elements are the same, or it is told by itself where one is read before it is set. */
static bool is_diverse(const Buffer *buffer)
{
    uint64_t bytes =
        buffer->byte_count < buffer_bytes(buffer) ? buffer->byte_count : buffer_bytes(buffer);
    uint32_t each = scalar_size_bytes(buffer->type);
    if (buffer->fill == FILL_INTS || buffer->fill == FILL_RANDOM || buffer->fill == FILL_POISON ||
        buffer_bytes(buffer) <= each)
        return true;
    if (buffer->fill != FILL_BYTES)
        return false;
    bytes = bytes < DIVERSE_BYTES_LIMIT ? bytes : DIVERSE_BYTES_LIMIT;
    return bytes > each &&
           memcmp(buffer->bytes, (const char *)buffer->bytes + each, bytes - each) != 0;
}

/* May some instruction read what the one at pc leaves in its registers? */
static bool is_result_used(const Definitions *definitions, uint32_t pc)
{
    const Program *program = definitions->program;
    const Instr *instr = &program->code[pc];
    for (uint32_t to = 0; to < program->code_count && OPERAND_IS_REGISTER(instr->dst); ++to) {
        InstrRead reads[INSTR_READS];
        int count = instr_reads(program->prints, &program->code[to], reads);
        for (int i = 0; i < count; ++i) {
            uint32_t slot = OPERAND_INDEX(instr->dst);
            bool is_here = slot >= reads[i].slot && slot < reads[i].slot + reads[i].words;
            int only = is_here ? definition_reaching(definitions, slot, to) : -2;
            if (only == DEFINITION_UNKNOWN || only == (int)pc)
                return true;
        }
    }
    return false;
}

/* What the instruction at pc reads of global memory may go somewhere: into a register, not only
 * into the sum of an atomic operation. */
static bool takes_data(const Definitions *definitions, uint32_t pc)
{
    const Instr *instr = &definitions->program->code[pc];
    bool is_own = instr->space == SPACE_SHARED || instr->space == SPACE_LOCAL;
    return !is_own &&
           (instr->op == OP_LOAD || (instr->op == OP_ATOMIC && is_result_used(definitions, pc)));
}

/* May values come from what the parameter points at? */
static bool is_source(const Definitions *definitions, int parameter)
{
    const Program *program = definitions->program;
    bool is_read = program->parameters[parameter].is_read;
    for (uint32_t pc = 0; pc < program->code_count && is_read; ++pc) {
        Operand base = program->code[pc].a;
        if (!takes_data(definitions, pc))
            continue;
        const Uniform *uniform =
            OPERAND_IS_UNIFORM(base) ? &program->uniforms[OPERAND_INDEX(base)] : NULL;
        if (!uniform || uniform->kind != UNIFORM_PARAMETER_BASE || uniform->index == parameter)
            return true;
    }
    return false;
}

/* All global memory that values come from holds data that differ. */
static bool data_are_diverse(const Definitions *definitions, const Launch *launch)
{
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        bool is_known =
            buffer->parameter >= 0 && buffer->parameter < definitions->program->parameter_count;
        if (!is_diverse(buffer) && (!is_known || is_source(definitions, buffer->parameter)))
            return false;
    }
    return true;
}

/* The operand is the same in all threads of a block that run the instruction at pc. */
static bool is_uniform(const Definitions *definitions, Operand operand, uint32_t pc, int depth)
{
    if (operand == OPERAND_NONE || !OPERAND_IS_REGISTER(operand))
        return true;
    int writer = depth ? definition_reaching(definitions, operand, pc) : DEFINITION_UNKNOWN;
    if (writer == DEFINITION_UNKNOWN)
        return false;
    const Instr *instr = &definitions->program->code[writer];
    if (opcode_info[instr->op].class != CLASS_VALUE && instr->op != OP_LOAD)
        return false;
    return instr->space != SPACE_LOCAL &&
           is_uniform(definitions, instr->a, (uint32_t)writer, depth - 1) &&
           is_uniform(definitions, instr->b, (uint32_t)writer, depth - 1) &&
           is_uniform(definitions, instr->c, (uint32_t)writer, depth - 1);
}

/* What the instruction at pc reads may be made of data, where is_made ([code]) tells it of those
 * before: several instructions may have written part of it, and data may decide which. */
static bool reads_data(const Definitions *definitions, const bool *is_made, uint32_t pc,
                       bool is_store)
{
    const Instr *instr = &definitions->program->code[pc];
    InstrRead reads[INSTR_READS];
    int count = instr_reads(definitions->program->prints, instr, reads);
    for (int i = 0; i < count; ++i)
        for (uint32_t word = 0; word < reads[i].words; ++word) {
            const uint32_t *writers;
            if (is_store && reads[i].operand != 'c')
                continue;
            uint32_t writer_count =
                definition_sources(definitions, reads[i].slot + word, pc, &writers);
            bool is_one = writer_count == 1 && *writers < pc;
            if (is_one ? is_made[*writers] : writer_count > 0)
                return true;
        }
    return false;
}

/* Of every instruction, whether its result is made of data. */
static const bool *find_made(Arena *arena, const Definitions *definitions)
{
    const Program *program = definitions->program;
    bool *is_made = ARENA_ARRAY(arena, bool, program->code_count + 1);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_one = instr->op == OP_LOAD &&
                      is_uniform(definitions, instr->a, pc, UNIFORM_DEPTH) &&
                      is_uniform(definitions, instr->b, pc, UNIFORM_DEPTH);
        is_made[pc] = !is_one && (opcode_info[instr->op].class != CLASS_VALUE ||
                                  reads_data(definitions, is_made, pc, false));
    }
    return is_made;
}

/* ---- polled flags ---- */

/* The value that the instruction at pc leaves in a register goes into conditions of loops alone. */
static bool is_only_waited_for(const Definitions *definitions, uint32_t pc, int depth)
{
    const Program *program = definitions->program;
    uint32_t slot = OPERAND_INDEX(program->code[pc].dst);
    for (uint32_t to = 0; to < program->code_count; ++to) {
        const Instr *user = &program->code[to];
        InstrRead reads[INSTR_READS];
        int count = instr_reads(program->prints, user, reads);
        for (int i = 0; i < count; ++i) {
            bool is_here = slot >= reads[i].slot && slot < reads[i].slot + reads[i].words;
            int only = is_here ? definition_reaching(definitions, slot, to) : -2;
            if (only == DEFINITION_UNKNOWN)
                return false;
            if (only == (int)pc && user->op != OP_LOOP_TEST &&
                (opcode_info[user->op].class != CLASS_VALUE || !depth ||
                 !is_only_waited_for(definitions, to, depth - 1)))
                return false;
        }
    }
    return true;
}

/* The uniform that an operand is, if of that kind; else NULL. */
static const Uniform *uniform_of(const Program *program, Operand operand, UniformKind kind)
{
    const Uniform *uniform =
        OPERAND_IS_UNIFORM(operand) ? &program->uniforms[OPERAND_INDEX(operand)] : NULL;
    return uniform && uniform->kind == kind ? uniform : NULL;
}

/* What may be written through the parameter that the LOAD reads is one constant. */
static bool is_set_once(const Program *program, const Instr *load)
{
    const Uniform *flag = uniform_of(program, load->a, UNIFORM_PARAMETER_BASE), *set = NULL;
    for (uint32_t pc = 0; pc < program->code_count && flag; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_own = instr->space == SPACE_SHARED || instr->space == SPACE_LOCAL;
        const Uniform *base = uniform_of(program, instr->a, UNIFORM_PARAMETER_BASE);
        if (!is_memory(instr) || instr->op == OP_LOAD || is_own ||
            (base && base->index != flag->index))
            continue;
        const Uniform *value = uniform_of(program, instr->c, UNIFORM_CONSTANT);
        if (instr->op != OP_STORE || !(instr->flags & INSTR_VOLATILE) || !value ||
            instr->type != load->type || instr->width != 1 || (set && set->value != value->value))
            return false;
        set = value;
    }
    return set != NULL;
}

static bool is_polled(const Definitions *definitions, uint32_t pc)
{
    const Instr *instr = &definitions->program->code[pc];
    return instr->flags & INSTR_VOLATILE && instr->width == 1 &&
           is_set_once(definitions->program, instr) &&
           is_only_waited_for(definitions, pc, UNIFORM_DEPTH);
}

void role_find(uint8_t *roles, const Program *program, const Launch *launch)
{
    Arena *arena = arena_new();
    Definitions definitions = definitions_of(arena, program);
    Flow flow = flow_of(arena, program);
    Swaps swaps = find_swaps(arena, program);
    const bool *is_made =
        data_are_diverse(&definitions, launch) ? NULL : find_made(arena, &definitions);
    memset(roles, ROLE_PLAIN, program->code_count);
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (!is_memory(instr) || instr->space == SPACE_LOCAL)
            continue;
        if (instr->op == OP_STORE && (!is_made || !reads_data(&definitions, is_made, pc, true)))
            roles[pc] = ROLE_EQUAL;
        if (instr->op == OP_LOAD && instr->width == 1 &&
            is_compared(arena, &definitions, &flow, &swaps, pc))
            roles[pc] = ROLE_COMPARED;
        else if (instr->op == OP_LOAD && is_polled(&definitions, pc))
            roles[pc] = ROLE_POLLED;
    }
    arena_free(arena);
}
