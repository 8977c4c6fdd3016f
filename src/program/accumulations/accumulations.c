/* Candidates are found from their end: an instruction that writes a variable or stores to memory.
 * From there one goes back through sums (or maxima, or products) to an operand that is what the
 * variable or the memory held. Each instruction on that way is an accumulation; what it was used
 * for then decides which of them count (accumulations/uses.h). */
#include "program/accumulations/accumulations.h"

#include "program/accumulations/uses.h"
#include "program/flow/same_value.h"
#include "program/slots.h"

#include <stdlib.h>

enum { CHAIN_DEPTH = 64, COPIES_DEPTH = 16 };

typedef struct Finder {
    Arena *arena;
    const Program *program;
    Definitions definitions;
    Accumulation *items;
    int count, capacity;
    uint32_t widest; /* slots of the largest variable in registers */
    int *at;         /* [code] 1 + index of the item that is told there */
    Frames frames;
} Finder;

/* Where a result goes, and where the old value has to come from. */
typedef struct Target {
    uint32_t writer; /* as in Accumulation */
    Operand slot;
    int variable;
    int load; /* in memory: the LOAD that fetched the old value, once it was found */
} Target;

static const Instr *instr_at(const Finder *finder, uint32_t pc)
{
    return &finder->program->code[pc];
}

/* ---- variables ---- */

/* The variable that has the register when the instruction at pc has run; -1: none. Parameters of an
 * inlined function may share it: the one that was there first. */
static int variable_of(const Finder *finder, Operand slot, uint32_t pc)
{
    const Definitions *definitions = &finder->definitions;
    for (uint32_t first = slot; first + finder->widest > slot; --first) {
        for (uint32_t i = definitions->first_variable[first];
             i < definitions->first_variable[first + 1]; ++i) {
            const Variable *variable = &finder->program->variables[definitions->variables[i]];
            if (slot < first + type_slots(variable->type) && pc >= variable->first_pc &&
                pc < variable->end_pc && variable->type->kind != TYPE_POINTER)
                return (int)definitions->variables[i];
        }
        if (first == 0)
            break;
    }
    return -1;
}

static uint32_t widest_variable(const Program *program)
{
    uint32_t widest = 1;
    for (int i = 0; i < program->variable_count; ++i) {
        uint32_t slots = type_slots(program->variables[i].type);
        if (program->variables[i].storage == STORAGE_REGISTER && slots > widest)
            widest = slots;
    }
    return widest;
}

/* ---- the old value ---- */

/* The register is not written on the way from one instruction to another that follows it. */
static bool is_kept(const Finder *finder, Operand slot, uint32_t from, uint32_t to)
{
    return from == to || definition_is_stable(&finder->definitions, slot, from, to);
}

static bool is_old(const Finder *finder, ReadAt value, Target *target)
{
    for (int i = 0; i < COPIES_DEPTH && OPERAND_IS_REGISTER(value.operand); ++i) {
        if (target->slot != OPERAND_NONE && value.operand == target->slot)
            return is_kept(finder, target->slot, value.pc, target->writer);
        int writer = definition_reaching(&finder->definitions, value.operand, value.pc);
        if (writer == DEFINITION_UNKNOWN)
            return false;
        const Instr *instr = instr_at(finder, (uint32_t)writer);
        if (instr->op == OP_LOAD && target->slot == OPERAND_NONE) {
            if (!address_is_same(&finder->definitions, (uint32_t)writer, target->writer) ||
                !address_is_left_alone(&finder->definitions, target->writer, (uint32_t)writer,
                                       target->writer))
                return false;
            target->load = writer;
            return true;
        }
        if (instr->op != OP_MOV && instr->op != OP_CONVERT)
            return false;
        value = (ReadAt){instr->a, (uint32_t)writer};
    }
    return false;
}

/* ---- what is put to it ---- */

static Term no_term(void)
{
    return (Term){OPERAND_NONE, NO_LOAD, OPERAND_NONE};
}

/* Looks through copies, conversions and a minus sign for the LOAD that an operand comes from. */
static Term make_term(const Finder *finder, Operand operand, uint32_t pc)
{
    Term term = {operand, NO_LOAD, OPERAND_NONE};
    ReadAt value = {operand, pc};
    for (int i = 0; i < COPIES_DEPTH && OPERAND_IS_REGISTER(value.operand); ++i) {
        int writer = definition_reaching(&finder->definitions, value.operand, value.pc);
        if (writer == DEFINITION_UNKNOWN)
            break;
        const Instr *instr = instr_at(finder, (uint32_t)writer);
        if (instr->op == OP_LOAD) {
            term.load = writer;
            if (is_kept(finder, value.operand, (uint32_t)writer + 1, pc))
                term.loaded = value.operand;
            break;
        }
        if (instr->op != OP_MOV && instr->op != OP_CONVERT && instr->op != OP_NEG)
            break;
        value = (ReadAt){instr->a, (uint32_t)writer};
    }
    return term;
}

static void add(Finder *finder, const Accumulation *item, const Target *target)
{
    if (finder->at[item->pc])
        return;
    Accumulation *added = ARENA_PUSH(finder->arena, finder->items, finder->count, finder->capacity);
    *added = *item;
    added->writer = target->writer;
    added->slot = target->slot;
    added->variable = target->variable;
    added->load = target->load;
    finder->at[item->pc] = finder->count;
}

/* ---- sums, products, maxima ---- */

static bool accumulation_kind_of(uint8_t op, AccumulationKind *kind)
{
    switch (op) {
    case OP_ADD:
    case OP_SUB: *kind = ACCUMULATION_SUM; return true;
    case OP_FMA: *kind = ACCUMULATION_PRODUCT; return true;
    case OP_MUL: *kind = ACCUMULATION_FACTOR; return true;
    case OP_MAX: *kind = ACCUMULATION_MAXIMUM; return true;
    case OP_MIN: *kind = ACCUMULATION_MINIMUM; return true;
    default: return false;
    }
}

/* Whether an accumulation by a goes on with one by b in the same expression: sums and products
 * do. */
static bool is_same_family(uint8_t a, uint8_t b)
{
    bool sums =
        (a == OP_ADD || a == OP_SUB || a == OP_FMA) && (b == OP_ADD || b == OP_SUB || b == OP_FMA);
    return sums || a == b;
}

/* The term of a sum is a product made by a MUL of its own, as with --fmad off: the item becomes a
 * product. */
static bool find_factors(const Finder *finder, Accumulation *item, Operand term)
{
    int writer = OPERAND_IS_REGISTER(term)
                     ? definition_reaching(&finder->definitions, term, item->pc)
                     : DEFINITION_UNKNOWN;
    if (writer == DEFINITION_UNKNOWN)
        return false;
    const Instr *instr = instr_at(finder, (uint32_t)writer);
    const Operand factors[] = {instr->a, instr->b};
    if (instr->op != OP_MUL || instr->type != item->type)
        return false;
    for (int i = 0; i < 2; ++i)
        if (OPERAND_IS_REGISTER(factors[i]) &&
            (factors[i] == instr->dst || !is_kept(finder, factors[i], (uint32_t)writer, item->pc)))
            return false;
    item->kind = ACCUMULATION_PRODUCT;
    item->x = make_term(finder, instr->a, (uint32_t)writer);
    item->y = make_term(finder, instr->b, (uint32_t)writer);
    return true;
}

/* The first factor of a fused product. a -= x * y is compiled as a += -x * y: the factor is x, and
 * the item is_minus. */
static Term make_factor(const Finder *finder, Operand operand, Accumulation *item)
{
    int writer = OPERAND_IS_REGISTER(operand)
                     ? definition_reaching(&finder->definitions, operand, item->pc)
                     : DEFINITION_UNKNOWN;
    const Instr *instr = writer != DEFINITION_UNKNOWN ? instr_at(finder, (uint32_t)writer) : NULL;
    item->is_minus = instr && instr->op == OP_NEG && OPERAND_IS_REGISTER(instr->a) &&
                     is_kept(finder, instr->a, (uint32_t)writer, item->pc);
    return make_term(finder, item->is_minus ? instr->a : operand, item->pc);
}

static bool find_chain(Finder *finder, uint32_t pc, Target *target, int depth);

/* The operand is the old value, or the result of an accumulation that began with the old value. */
static bool comes_from_old(Finder *finder, Operand operand, uint32_t pc, Target *target, int depth)
{
    if (is_old(finder, (ReadAt){operand, pc}, target))
        return true;
    int writer = OPERAND_IS_REGISTER(operand)
                     ? definition_reaching(&finder->definitions, operand, pc)
                     : DEFINITION_UNKNOWN;
    return depth > 0 && writer != DEFINITION_UNKNOWN &&
           is_same_family(instr_at(finder, (uint32_t)writer)->op, instr_at(finder, pc)->op) &&
           instr_at(finder, (uint32_t)writer)->type == instr_at(finder, pc)->type &&
           find_chain(finder, (uint32_t)writer, target, depth - 1);
}

static bool find_chain(Finder *finder, uint32_t pc, Target *target, int depth)
{
    const Instr *instr = instr_at(finder, pc);
    Accumulation item = {.pc = pc, .type = (ScalarType)instr->type, .y = no_term()};
    if (!accumulation_kind_of(instr->op, &item.kind))
        return false;
    Operand old = instr->a, term = instr->b;
    bool is_sum = item.kind != ACCUMULATION_PRODUCT;
    item.is_minus = instr->op == OP_SUB;
    if (!is_sum)
        old = instr->c;
    if (!comes_from_old(finder, old, pc, target, depth)) {
        bool may_swap = is_sum && instr->op != OP_SUB;
        old = instr->b, term = instr->a;
        if (!may_swap || !comes_from_old(finder, old, pc, target, depth))
            return false;
    }
    item.old = old;
    if (!is_sum) {
        item.x = make_factor(finder, instr->a, &item);
        item.y = make_term(finder, instr->b, pc);
    } else if (item.kind != ACCUMULATION_SUM || !find_factors(finder, &item, term)) {
        item.x = make_term(finder, term, pc);
    }
    add(finder, &item, target);
    return true;
}

/* ---- the larger of both, by a comparison ---- */

/* Where the condition is a comparison of value with the old value, the kind of accumulation that
 * replacing the old value where the condition holds makes: value > old, a maximum. false if the
 * condition is no such comparison. */
static bool compares(Finder *finder, ReadAt condition, ReadAt value, Target *target,
                     AccumulationKind *kind)
{
    int writer = value_source(&finder->definitions, condition, NULL);
    if (writer == DEFINITION_UNKNOWN)
        return false;
    uint32_t pc = (uint32_t)writer;
    const Instr *instr = instr_at(finder, pc);
    if (instr->op == OP_AND && instr->type == SCALAR_BOOL)
        return compares(finder, (ReadAt){instr->a, pc}, value, target, kind) ||
               compares(finder, (ReadAt){instr->b, pc}, value, target, kind);
    if (instr->op < OP_LT || instr->op > OP_GE)
        return false;
    bool is_first = value_is_same(&finder->definitions, (ReadAt){instr->a, pc}, value) &&
                    is_old(finder, (ReadAt){instr->b, pc}, target);
    bool is_second = !is_first &&
                     value_is_same(&finder->definitions, (ReadAt){instr->b, pc}, value) &&
                     is_old(finder, (ReadAt){instr->a, pc}, target);
    bool is_greater = instr->op == OP_GT || instr->op == OP_GE;
    *kind = is_greater == is_first ? ACCUMULATION_MAXIMUM : ACCUMULATION_MINIMUM;
    return is_first || is_second;
}

/* a = x > a ? x : a */
static bool find_select(Finder *finder, uint32_t pc, Target *target)
{
    const Instr *instr = instr_at(finder, pc);
    bool keeps = is_old(finder, (ReadAt){instr->c, pc}, target); /* the old one where it is false */
    if (!keeps && !is_old(finder, (ReadAt){instr->b, pc}, target))
        return false;
    Operand value = keeps ? instr->b : instr->c;
    AccumulationKind kind;
    if (!compares(finder, (ReadAt){instr->a, pc}, (ReadAt){value, pc}, target, &kind))
        return false;
    if (!keeps)
        kind = kind == ACCUMULATION_MAXIMUM ? ACCUMULATION_MINIMUM : ACCUMULATION_MAXIMUM;
    Accumulation item = {.pc = pc,
                         .kind = kind,
                         .type = (ScalarType)instr->type,
                         .old = keeps ? instr->c : instr->b,
                         .x = make_term(finder, value, pc),
                         .y = no_term()};
    add(finder, &item, target);
    return true;
}

/* The IF in whose body an instruction stands, with no ELSE, loop or scope between; or NO_FRAME. */
static int test_around(const Finder *finder, uint32_t pc)
{
    int frame = finder->frames.around[pc];
    if (frame == NO_FRAME || finder->program->code[frame].op != OP_IF)
        return NO_FRAME;
    return finder->frames.other[frame] && pc > finder->frames.other[frame] ? NO_FRAME : frame;
}

/* if (x > a) a = x: a MOV, a LOAD into the variable, or a STORE. */
static bool find_guarded(Finder *finder, uint32_t pc, Target *target)
{
    const Instr *instr = instr_at(finder, pc);
    Operand value = instr->op == OP_MOV     ? instr->a
                    : instr->op == OP_STORE ? instr->c
                                            : OPERAND_NONE;
    AccumulationKind kind;
    int test = test_around(finder, pc);
    if (test == NO_FRAME)
        return false;
    ReadAt condition = {instr_at(finder, (uint32_t)test)->a, (uint32_t)test};
    ReadAt from = {value, pc};
    if (instr->op == OP_LOAD) /* the loaded value, as if it were read right behind the LOAD */
        from = (ReadAt){instr->dst, pc + 1};
    if (!compares(finder, condition, from, target, &kind))
        return false;
    Accumulation item = {.pc = pc,
                         .kind = kind,
                         .type = (ScalarType)instr->type,
                         .old = OPERAND_NONE,
                         .x = make_term(finder, value, pc),
                         .y = no_term()};
    if (instr->op == OP_LOAD)
        item.x.load = (int)pc;
    add(finder, &item, target);
    return true;
}

/* ---- where results go ---- */

/* The computation whose result an operand is, looking through copies and conversions. */
static void find_by_value(Finder *finder, Operand operand, Target *target)
{
    ReadAt value = {operand, target->writer};
    int source = value_source(&finder->definitions, value, NULL);
    if (source != DEFINITION_UNKNOWN && instr_at(finder, (uint32_t)source)->op == OP_SELECT)
        find_select(finder, (uint32_t)source, target);
    else if (source != DEFINITION_UNKNOWN)
        find_chain(finder, (uint32_t)source, target, CHAIN_DEPTH);
}

static void find_at_variable(Finder *finder, uint32_t pc)
{
    const Instr *instr = instr_at(finder, pc);
    Target target = {pc, instr->dst, variable_of(finder, instr->dst, pc), NO_LOAD};
    if (target.variable < 0 || instr->width > 1)
        return;
    if (instr->op == OP_SELECT)
        find_select(finder, pc, &target);
    else if (instr->op == OP_LOAD || instr->op == OP_MOV) {
        if (!find_guarded(finder, pc, &target) && instr->op == OP_MOV)
            find_by_value(finder, instr->a, &target);
    } else if (instr->op == OP_CONVERT)
        find_by_value(finder, instr->a, &target);
    else
        find_chain(finder, pc, &target, CHAIN_DEPTH);
}

static void find_at_store(Finder *finder, uint32_t pc)
{
    Target target = {pc, OPERAND_NONE, -1, NO_LOAD};
    if (instr_at(finder, pc)->width == 1 && !find_guarded(finder, pc, &target))
        find_by_value(finder, instr_at(finder, pc)->c, &target);
}

static void find_atomic(Finder *finder, uint32_t pc)
{
    const Instr *instr = instr_at(finder, pc);
    Target target = {pc, OPERAND_NONE, -1, NO_LOAD};
    Accumulation item = {.pc = pc,
                         .kind = ACCUMULATION_SUM,
                         .is_minus = instr->atomic == ATOMIC_SUB,
                         .type = (ScalarType)instr->type,
                         .old = OPERAND_NONE,
                         .x = make_term(finder, instr->c, pc),
                         .y = no_term()};
    switch (instr->atomic) {
    case ATOMIC_ADD:
    case ATOMIC_SUB: break;
    case ATOMIC_MAX: item.kind = ACCUMULATION_MAXIMUM; break;
    case ATOMIC_MIN: item.kind = ACCUMULATION_MINIMUM; break;
    default: return;
    }
    add(finder, &item, &target);
}

static void find_all(Finder *finder)
{
    for (uint32_t pc = 0; pc < finder->program->code_count; ++pc) {
        const Instr *instr = instr_at(finder, pc);
        if (instr->flags & INSTR_REMOVED)
            continue;
        if (instr->op == OP_STORE)
            find_at_store(finder, pc);
        else if (instr->op == OP_ATOMIC)
            find_atomic(finder, pc);
        else if (opcode_info[instr->op].class == CLASS_VALUE || instr->op == OP_LOAD)
            find_at_variable(finder, pc);
    }
}

/* ---- the table ---- */

static int compare_items(const void *a, const void *b)
{
    const Accumulation *x = a, *y = b;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

/* Both go to one variable, or to one array of the thread. */
static bool is_one_accumulator(const Program *program, const Accumulation *a, const Accumulation *b)
{
    const Instr *x = &program->code[a->writer], *y = &program->code[b->writer];
    if (a->slot != OPERAND_NONE || b->slot != OPERAND_NONE)
        return a->slot == b->slot && a->variable == b->variable;
    return x->space == SPACE_LOCAL && y->space == SPACE_LOCAL && OPERAND_IS_UNIFORM(x->a) &&
           x->a == y->a;
}

static int number_accumulators(const Program *program, Accumulation *items, int count)
{
    int numbers = 0;
    for (int i = 0; i < count; ++i) {
        bool is_word =
            items[i].slot == OPERAND_NONE && program->code[items[i].writer].space != SPACE_LOCAL;
        int same = is_word ? i : 0;
        while (same < i && !is_one_accumulator(program, &items[i], &items[same]))
            ++same;
        items[i].accumulator = same < i ? items[same].accumulator : numbers++;
    }
    return numbers;
}

/* The value of another lane goes straight into a term. */
static void mark_shuffle(const Finder *finder, const Accumulation *item, Operand operand,
                         bool *feeds)
{
    int source = value_source(&finder->definitions, (ReadAt){operand, item->pc}, NULL);
    if (source != DEFINITION_UNKNOWN && instr_at(finder, (uint32_t)source)->op == OP_SHUFFLE)
        feeds[source] = true;
}

static const bool *find_feeds(const Finder *finder)
{
    bool *feeds = ARENA_ARRAY(finder->arena, bool, finder->program->code_count + 1);
    for (int i = 0; i < finder->count; ++i) {
        const Accumulation *item = &finder->items[i];
        const int loads[] = {item->x.load, item->y.load, item->load};
        for (int j = 0; j < 3; ++j)
            if (loads[j] != NO_LOAD && loads[j] != (int)item->pc)
                feeds[loads[j]] = true;
        mark_shuffle(finder, item, item->x.operand, feeds);
        mark_shuffle(finder, item, item->y.operand, feeds);
    }
    return feeds;
}

Accumulations accumulations_of(Arena *arena, const Program *program)
{
    Finder finder = {.arena = arena,
                     .program = program,
                     .definitions = definitions_of(arena, program),
                     .widest = widest_variable(program),
                     .at = ARENA_ARRAY(arena, int, program->code_count + 1),
                     .frames = frames_of(arena, program)};
    find_all(&finder);
    finder.count = accumulations_by_use(arena, &finder.definitions, &finder.frames, finder.items,
                                        finder.count);
    if (finder.count)
        qsort(finder.items, (size_t)finder.count, sizeof *finder.items, compare_items);
    return (Accumulations){finder.items, finder.count,
                           number_accumulators(program, finder.items, finder.count),
                           find_feeds(&finder)};
}

const Accumulation *accumulation_at(const Accumulations *accumulations, uint32_t pc)
{
    int low = 0, high = accumulations->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (accumulations->items[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < accumulations->count && accumulations->items[low].pc == pc
               ? &accumulations->items[low]
               : NULL;
}
