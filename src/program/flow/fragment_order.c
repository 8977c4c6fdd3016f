/* A taint analysis along the definitions for each access of an element that the file itself writes
 * down: from its index and from the lane to what parts of them are made of, and from there into
 * addresses. Which registers the index hangs on is found by following its address back. */
#include "program/flow/fragment_order.h"

#include "program/flow/definitions.h"
#include "program/flow/flow.h"
#include "program/flow/zeros.h"

#include <string.h>

/* What a value comes from. */
typedef enum Source {
    SOURCE_LANE = 1,
    SOURCE_LANE_PART = 2, /* some bits of the lane's number in its warp */
    SOURCE_INDEX = 4,     /* a register that the element's index hangs on */
    SOURCE_INDEX_PART = 8,
    SOURCE_ELEMENT = 16 /* the element; for one that is written: memory in such an order */
} Source;
enum { PARTS = SOURCE_LANE_PART | SOURCE_INDEX_PART, LANES = 32, DEPTH = 16 };

typedef struct Search {
    const Program *program;
    Frames frames;
    Definitions definitions;
    uint8_t *seeds, *results; /* [code] of Source; of an IF: of its condition */
    bool is_write;            /* the element is written */
    uint32_t elements;        /* of the fragment */
    uint32_t fragment_bytes;
    bool has_index;
} Search;

static bool constant_of(const Program *program, Operand operand, uint64_t *value)
{
    if (!OPERAND_IS_UNIFORM(operand))
        return false;
    const Uniform *uniform = &program->uniforms[OPERAND_INDEX(operand)];
    *value = uniform->value;
    return uniform->kind == UNIFORM_CONSTANT;
}

/* The fragment type of a local variable, which may be an array of them; NULL: it is none. */
static const Type *fragment_type(const LocalVariable *local)
{
    const Type *type = local->type;
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type->kind == TYPE_STRUCT && type->is_fragment ? type : NULL;
}

static bool has_fragments(const Program *program)
{
    for (int i = 0; i < program->local_count; ++i)
        if (fragment_type(&program->locals[i]))
            return true;
    return false;
}

/* The only instruction that can have given the operand its value; DEFINITION_UNKNOWN as always. */
static int definition_of(const Search *s, Operand operand, uint32_t pc)
{
    return OPERAND_IS_REGISTER(operand) && operand >= SLOT_FIRST_FREE
               ? definition_reaching(&s->definitions, operand, pc)
               : DEFINITION_UNKNOWN;
}

/* The local variable at whose beginning an address starts; -1: it is not known to be one. */
static int local_of(const Search *s, Operand address, uint32_t pc)
{
    for (int depth = 0; depth < DEPTH; ++depth) {
        if (OPERAND_IS_UNIFORM(address)) {
            const Uniform *uniform = &s->program->uniforms[OPERAND_INDEX(address)];
            return uniform->kind == UNIFORM_LOCAL_BASE ? uniform->index : -1;
        }
        int writer = definition_of(s, address, pc);
        const Instr *instr = writer < 0 ? NULL : &s->program->code[writer];
        if (!instr || (instr->op != OP_MOV && instr->op != OP_ADD && instr->op != OP_FMA))
            return -1;
        address = instr->op == OP_FMA ? instr->c : instr->a;
        pc = (uint32_t)writer;
    }
    return -1;
}

/* All that can have given the operand its value. */
static void seed(Search *s, Operand operand, uint32_t pc)
{
    const uint32_t *writers;
    uint32_t count = definition_sources(&s->definitions, operand, pc, &writers);
    for (uint32_t i = 0; i < count; ++i)
        s->seeds[writers[i]] = SOURCE_INDEX;
    s->has_index |= count > 0;
}

/* Seeds what the index hangs on: the registers that an address is a sum of multiples of, but for
 * those that lead from one fragment of an array to another. bytes: per one of the operand. */
static void seed_index(Search *s, Operand operand, uint32_t pc, uint32_t bytes, int depth)
{
    uint64_t factor;
    if (!OPERAND_IS_REGISTER(operand) || operand < SLOT_FIRST_FREE || depth == DEPTH ||
        bytes % s->fragment_bytes == 0)
        return;
    int writer = definition_of(s, operand, pc);
    const Instr *instr = writer < 0 ? NULL : &s->program->code[writer];
    uint32_t at = (uint32_t)writer;
    ++depth;
    if (!instr) {
        seed(s, operand, pc);
    } else if (instr->op == OP_MOV || instr->op == OP_CONVERT) {
        seed_index(s, instr->a, at, bytes, depth);
    } else if (instr->op == OP_ADD || instr->op == OP_SUB) {
        seed_index(s, instr->a, at, bytes, depth);
        seed_index(s, instr->b, at, instr->op == OP_SUB ? 0u - bytes : bytes, depth);
    } else if (instr->op == OP_SHL && constant_of(s->program, instr->b, &factor)) {
        seed_index(s, instr->a, at, bytes << (factor & 31), depth);
    } else if (instr->op == OP_MUL || instr->op == OP_FMA) {
        bool is_first = constant_of(s->program, instr->a, &factor);
        if (is_first || constant_of(s->program, instr->b, &factor))
            seed_index(s, is_first ? instr->b : instr->a, at, bytes * (uint32_t)factor, depth);
        if (instr->op == OP_FMA)
            seed_index(s, instr->c, at, bytes, depth);
    } else {
        seed(s, operand, pc);
    }
}

/* Parts that decide whether a lane comes by a writer from which another way leads to pc. */
static uint8_t branch_sources(const Search *s, uint32_t writer, uint32_t pc)
{
    uint8_t sources = 0;
    for (int at = s->frames.around[writer]; at != NO_FRAME && !frame_holds(&s->frames, at, pc);
         at = s->frames.around[at])
        if (s->program->code[at].op == OP_IF)
            sources |= s->results[at];
    return sources;
}

static uint8_t sources_of(const Search *s, Operand operand, uint32_t pc)
{
    if (operand == SLOT_THREAD_X)
        return SOURCE_LANE;
    if (!OPERAND_IS_REGISTER(operand))
        return 0;
    const uint32_t *writers;
    uint32_t count = definition_sources(&s->definitions, operand, pc, &writers);
    uint8_t sources = 0;
    for (uint32_t i = 0; i < count; ++i)
        sources |= s->results[writers[i]] | (count > 1 ? branch_sources(s, writers[i], pc) : 0);
    return sources;
}

static bool is_ordered(const Search *s, uint32_t pc)
{
    const Instr *instr = &s->program->code[pc];
    uint8_t sources = sources_of(s, instr->a, pc) | sources_of(s, instr->b, pc);
    return (sources & PARTS) == PARTS;
}

static bool is_memory(const Instr *instr)
{
    return opcode_info[instr->op].class == CLASS_MEMORY && instr->space != SPACE_LOCAL &&
           !(instr->flags & INSTR_REMOVED);
}

/* The bits of a number below `size`, a power of two, that reach the result: all, none or some. */
typedef enum Kept { KEPT_ALL, KEPT_NONE, KEPT_PART } Kept;

static Kept kept_bits(const Instr *instr, uint64_t constant, uint64_t size)
{
    uint64_t low = constant & (size - 1);
    switch (instr->op) {
    case OP_AND: return low == size - 1 ? KEPT_ALL : low ? KEPT_PART : KEPT_NONE;
    case OP_REM: return constant <= 1 ? KEPT_NONE : low ? KEPT_PART : KEPT_ALL;
    case OP_SHR: constant = constant < 32 ? 1u << constant : 0; /* fallthrough */
    case OP_DIV: return constant == 1 ? KEPT_ALL : constant % size ? KEPT_PART : KEPT_NONE;
    default: return low ? KEPT_PART : KEPT_NONE; /* a comparison */
    }
}

/* What is left of one origin (whole and part) in an operation that takes bits out of a value. */
static uint8_t origin_left(uint8_t sources, uint8_t whole, uint8_t part, Kept kept)
{
    uint8_t other = (SOURCE_LANE | SOURCE_INDEX) & ~whole;
    if (!(sources & whole) || kept == KEPT_ALL)
        return sources & (whole | part);
    if (kept == KEPT_NONE)
        return 0;
    return (sources & (whole | part)) | (sources & other ? 0 : part);
}

static uint8_t bits_taken(const Search *s, const Instr *instr, uint8_t a, uint8_t b)
{
    uint64_t constant = 0;
    bool is_first = constant_of(s->program, instr->a, &constant);
    bool is_constant = is_first || constant_of(s->program, instr->b, &constant);
    bool is_comparison = opcode_is_comparison(instr->op);
    bool is_bool = is_comparison || instr->type == SCALAR_BOOL;
    uint8_t sources = (a | b) & (uint8_t) ~(is_comparison ? SOURCE_ELEMENT : 0);
    if (!is_constant || (is_first && instr->op != OP_AND && !is_comparison))
        return sources & (is_bool ? PARTS : SOURCE_ELEMENT);
    uint8_t left =
        origin_left(sources, SOURCE_LANE, SOURCE_LANE_PART, kept_bits(instr, constant, LANES)) |
        origin_left(sources, SOURCE_INDEX, SOURCE_INDEX_PART,
                    kept_bits(instr, constant, s->elements));
    return left | (sources & SOURCE_ELEMENT) | (is_bool ? sources & PARTS : 0);
}

static uint8_t value_sources(const Search *s, uint32_t pc)
{
    const Instr *instr = &s->program->code[pc];
    uint8_t a = sources_of(s, instr->a, pc), b = sources_of(s, instr->b, pc);
    uint8_t c = sources_of(s, instr->c, pc);
    switch (instr->op) {
    case OP_SELECT: return (a & ~SOURCE_ELEMENT) | b | c;
    case OP_DIV:
    case OP_REM:
        return scalar_is_float((ScalarType)instr->type) ? a | b : bits_taken(s, instr, a, b);
    case OP_AND:
    case OP_SHR: return bits_taken(s, instr, a, b);
    default: return opcode_is_comparison(instr->op) ? bits_taken(s, instr, a, b) : a | b | c;
    }
}

static bool find_sources(void *context, uint32_t pc)
{
    Search *s = context;
    const Instr *instr = &s->program->code[pc];
    uint8_t sources = s->seeds[pc];
    if (instr->op == OP_IF)
        sources = sources_of(s, instr->a, pc) & PARTS;
    else if (instr->op == OP_LOAD && s->is_write && is_memory(instr) && is_ordered(s, pc))
        sources |= SOURCE_ELEMENT;
    else if (opcode_info[instr->op].class == CLASS_VALUE && !(instr->flags & INSTR_REMOVED))
        sources |= value_sources(s, pc);
    bool is_new = sources & ~s->results[pc];
    s->results[pc] |= sources;
    return is_new;
}

static bool stores_element(const Search *s, uint32_t pc)
{
    const Instr *store = &s->program->code[pc];
    for (uint32_t i = 0; i < store->width; ++i)
        if (sources_of(s, zero_element(store, i), pc) & SOURCE_ELEMENT)
            return true;
    return false;
}

/* The file's own code, and not the prelude's, accesses an element of a fragment: its variable's
 * index; -1: it does not. */
static int accessed_fragment(const Search *s, uint32_t pc)
{
    const Instr *instr = &s->program->code[pc];
    bool is_own = instr->span.file == 0 || s->program->sources->files[instr->span.file].is_included;
    if ((instr->op != OP_LOAD && instr->op != OP_STORE) || !is_own ||
        (instr->flags & INSTR_REMOVED))
        return -1;
    int local = local_of(s, instr->a, pc);
    return local >= 0 && fragment_type(&s->program->locals[local]) ? local : -1;
}

/* Makes the search one for the access at pc of an element of that variable; false if its index is a
 * constant. */
static bool begin_search(Search *s, uint32_t pc, int local)
{
    const Instr *instr = &s->program->code[pc];
    size_t bytes = s->program->code_count * sizeof *s->seeds;
    s->fragment_bytes = fragment_type(&s->program->locals[local])->size_bytes;
    s->elements = s->fragment_bytes / scalar_size_bytes((ScalarType)instr->type);
    s->is_write = instr->op == OP_STORE;
    s->has_index = false;
    memset(s->seeds, 0, bytes);
    memset(s->results, 0, bytes);
    seed_index(s, instr->a, pc, 1, 0);
    seed_index(s, instr->b, pc, instr->scale_bytes, 0);
    if (!s->is_write)
        s->seeds[pc] |= SOURCE_ELEMENT;
    return s->has_index;
}

const FragmentUse *fragment_uses(Arena *arena, const Program *program, int *count)
{
    FragmentUse *uses = NULL;
    int capacity = 0;
    *count = 0;
    if (!has_fragments(program))
        return NULL;
    Search s = {.program = program,
                .frames = frames_of(arena, program),
                .definitions = definitions_of(arena, program),
                .seeds = ARENA_ARRAY(arena, uint8_t, program->code_count + 1),
                .results = ARENA_ARRAY(arena, uint8_t, program->code_count + 1)};
    for (uint32_t access = 0; access < program->code_count; ++access) {
        int local = accessed_fragment(&s, access);
        if (local < 0 || !begin_search(&s, access, local))
            continue;
        flow_until_stable(program, false, find_sources, &s);
        for (uint32_t pc = 0; pc < program->code_count; ++pc) {
            const Instr *instr = &program->code[pc];
            bool takes = instr->op == OP_STORE || instr->op == OP_ATOMIC;
            if (s.is_write
                    ? pc == access && stores_element(&s, pc)
                    : takes && is_memory(instr) && stores_element(&s, pc) && is_ordered(&s, pc))
                *ARENA_PUSH(arena, uses, *count, capacity) = (FragmentUse){pc, (uint16_t)local};
        }
    }
    return uses;
}
