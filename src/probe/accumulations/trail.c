/* Every 16 bits of registers, of threads' own memory and of the block's shared memory have a tag:
 * the element of the product that left its result there. An element's number says which product of
 * the block and which place in D, so that what a product did has to be kept once for all of them.
 * Tags move with what moves the bits; what is computed from something with a tag takes the first
 * one. */
#include "probe/accumulations/trail.h"

#include "probe/results/values.h"
#include "program/program.h"
#include "vm/lanes/tensor.h"

#include <string.h>

/* 0: none; else 1 + the element's number, with a bit that tells that the value is another one. */
typedef uint32_t Tag;
#define TAG_CHANGED ((Tag)1 << 31)

enum { HALVES = 2, ELEMENTS = 16 * MMA_N, HALF_BYTES = 2, HALF_BITS = 16 };

/* What a product found and left, in the words of its lanes, and what its elements were before. */
typedef struct Product {
    const Instr *instr;
    uint64_t step;
    uint32_t warp;
    const uint32_t *words[4]; /* of a, b, c and d: [word][lane] */
    Tag before[ELEMENTS];
    uint32_t *left; /* [ELEMENTS] bits of d, where stores are kept, and no words */
} Product;

/* An element on its way into global memory. */
typedef struct Stored {
    uint64_t at, step;
    Tag tag;
} Stored;

struct Trail {
    Arena *arena;
    const Program *program;
    const Launch *launch;
    uint64_t at;
    Tag *registers; /* [warp][slot][half][lane] */
    Tag *shared;    /* [bytes / 2] */
    Tag *local;     /* [thread][bytes / 2] */
    uint32_t local_halves, shared_halves;
    Tag stored; /* what lies at `at` */
    bool keeps_stores;
    Stored *stores;
    int store_count, store_capacity;
    Product **products;
    int count, capacity;
};

static Tag *row_of(const Trail *trail, uint32_t warp, uint32_t slot, uint32_t half)
{
    size_t slots = trail->program->slot_count;
    return trail->registers + (((size_t)warp * slots + slot) * HALVES + half) * WARP_LANES;
}

bool trail_is_wanted(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_MMA)
            return true;
    return false;
}

Trail *trail_begin(Arena *arena, const Program *program, const Launch *launch, uint64_t at)
{
    uint32_t threads = (uint32_t)dim3_count(launch->block);
    uint32_t warps = (threads + WARP_LANES - 1) / WARP_LANES;
    Trail *trail = ARENA_NEW(arena, Trail);
    *trail = (Trail){.arena = arena, .program = program, .launch = launch, .at = at};
    trail->local_halves = program->local_bytes / HALF_BYTES + 1;
    trail->shared_halves = launch_shared_bytes(launch, program) / HALF_BYTES + 1;
    trail->registers =
        ARENA_ARRAY(arena, Tag, (size_t)warps * program->slot_count * HALVES * WARP_LANES + 1);
    trail->shared = ARENA_ARRAY(arena, Tag, trail->shared_halves);
    trail->local = ARENA_ARRAY(arena, Tag, (size_t)warps * WARP_LANES * trail->local_halves);
    return trail;
}

Trail *trail_begin_stores(Arena *arena, const Program *program, const Launch *launch)
{
    Trail *trail = trail_begin(arena, program, launch, UINT64_MAX);
    trail->keeps_stores = true;
    return trail;
}

/* ---- a product ---- */

static const MmaInfo *mma_of(const Instr *instr)
{
    return &mma_info[instr->imm & ~MMA_SATURATES];
}

/* Words of an operand as the product found them; of the result as it left them. */
static const uint32_t *words_of(Trail *trail, const Machine *machine, const Step *step,
                                char operand)
{
    const Instr *instr = step->instr;
    uint32_t count = instr_operand_elements(instr, operand);
    uint32_t *words = ARENA_ARRAY(trail->arena, uint32_t, (size_t)count * WARP_LANES);
    for (uint32_t word = 0; word < count; ++word) {
        Operand slot = (Operand)(instr_operand(instr, operand) + (Operand)word);
        uint32_t replaced = (uint32_t)slot - instr->dst;
        bool is_replaced = OPERAND_IS_REGISTER(slot) && instr_writes(instr, slot);
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
            words[word * WARP_LANES + lane] =
                operand == 'd' ? step->after[word][lane]
                : is_replaced  ? step->before[replaced][lane]
                               : (uint32_t)machine_value(machine, slot, SCALAR_U32,
                                                         step->warp * WARP_LANES + lane);
    }
    return words;
}

typedef void ElementCall(void *user, uint32_t lane, uint32_t word, uint32_t part, TensorPlace at);

static void each_element(const Instr *instr, char operand, ElementCall *call, void *user)
{
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t word = 0; word < instr_operand_elements(instr, operand); ++word)
            for (uint32_t part = 0; part < tensor_word_elements(instr->imm, operand); ++part)
                call(user, lane, word, part, tensor_place(instr->imm, operand, lane, word, part));
}

/* An element of a product, from its place in a register. */
typedef struct Marking {
    Trail *trail;
    const Step *step;
    Product *product; /* NULL: there is no room for it */
    bool is_result;
} Marking;

static void mark_element(void *user, uint32_t lane, uint32_t word, uint32_t part, TensorPlace at)
{
    const Marking *marking = user;
    const Instr *instr = marking->step->instr;
    uint32_t element = at.row * MMA_N + at.column;
    Operand first = marking->is_result ? instr->dst : instr->c;
    bool is_whole = tensor_word_elements(instr->imm, 'd') == 1;
    if (element >= ELEMENTS || !OPERAND_IS_REGISTER(first))
        return;
    Tag *low = row_of(marking->trail, marking->step->warp, first + word, is_whole ? 0 : part);
    if (!marking->is_result) {
        marking->product->before[element] = low[lane];
        return;
    }
    Tag tag = marking->product ? 1 + (Tag)(marking->trail->count - 1) * ELEMENTS + element : 0;
    if (marking->product && marking->product->left) {
        uint32_t bits = marking->step->after[word][lane];
        marking->product->left[element] = is_whole ? bits : bits >> HALF_BITS * part & 0xffff;
    }
    low[lane] = tag;
    if (is_whole)
        row_of(marking->trail, marking->step->warp, first + word, 1)[lane] = tag;
}

static void fold_product(Trail *trail, const Machine *machine, const Step *step)
{
    Marking marking = {trail, step, NULL, false};
    if (trail->count < TRAIL_PRODUCTS) {
        Product *product = marking.product = ARENA_NEW(trail->arena, Product);
        *product = (Product){.instr = step->instr, .step = step->index, .warp = step->warp};
        if (trail->keeps_stores)
            product->left = ARENA_ARRAY(trail->arena, uint32_t, ELEMENTS);
        for (int i = 0; i < 4 && !trail->keeps_stores; ++i)
            product->words[i] = words_of(trail, machine, step, "abcd"[i]);
        each_element(step->instr, 'c', mark_element, &marking);
        *ARENA_PUSH(trail->arena, trail->products, trail->count, trail->capacity) = product;
    }
    marking.is_result = true;
    each_element(step->instr, 'd', mark_element, &marking);
}

/* ---- what moves ---- */

static void clear(const Trail *trail, const Step *step)
{
    for (uint32_t word = 0; word < instr_written_words(step->instr); ++word)
        for (uint32_t half = 0; half < HALVES; ++half) {
            Tag *row = row_of(trail, step->warp, step->instr->dst + word, half);
            for (uint32_t left = step->active; left; left &= left - 1)
                row[__builtin_ctz(left)] = 0;
        }
}

static Tag tag_in(const Trail *trail, const Step *step, Operand slot, uint32_t half, int lane)
{
    return OPERAND_IS_REGISTER(slot) ? row_of(trail, step->warp, slot, half)[lane] : 0;
}

/* The bits go on as they are: words, each from the register of the same place. */
static void fold_move(const Trail *trail, const Step *step)
{
    const Instr *instr = step->instr;
    for (uint32_t word = 0; word < instr_written_words(instr); ++word)
        for (uint32_t half = 0; half < HALVES; ++half) {
            Tag *to = row_of(trail, step->warp, instr->dst + word, half);
            for (uint32_t left = step->active; left; left &= left - 1) {
                int lane = __builtin_ctz(left);
                bool is_register = OPERAND_IS_REGISTER(instr->a);
                to[lane] =
                    is_register ? tag_in(trail, step, (Operand)(instr->a + word), half, lane) : 0;
            }
        }
}

/* Both halves of a result of 32 bits that is put together from halves: shifts by 16, |, &. False:
 * it is something else. */
static bool put_together(const Trail *trail, const Machine *machine, const Step *step, int lane,
                         Tag out[HALVES])
{
    const Instr *instr = step->instr;
    uint32_t thread = step->warp * WARP_LANES + (uint32_t)lane;
    Tag a[HALVES], b[HALVES];
    for (uint32_t half = 0; half < HALVES; ++half) {
        a[half] = tag_in(trail, step, instr->a, half, lane);
        b[half] = tag_in(trail, step, instr->b, half, lane);
    }
    uint64_t by = instr->b == instr->dst ? step->before[0][lane]
                                         : machine_value(machine, instr->b, SCALAR_U32, thread);
    switch (instr->op) {
    case OP_SHL: out[0] = 0, out[1] = a[0]; return by == HALF_BITS;
    case OP_SHR: out[0] = a[1], out[1] = 0; return by == HALF_BITS;
    case OP_OR:
        for (int half = 0; half < HALVES; ++half)
            out[half] = a[half] ? a[half] : b[half];
        return true;
    case OP_AND:
        for (int half = 0; half < HALVES; ++half)
            out[half] = by >> HALF_BITS * half & 0xffff ? a[half] : 0;
        return true;
    default: return false;
    }
}

/* The first tag among the operands, for all that is computed from them. */
static Tag computed(const Trail *trail, const Step *step, int lane)
{
    const Operand operands[] = {step->instr->a, step->instr->b, step->instr->c};
    for (int i = 0; i < 3; ++i)
        for (uint32_t half = 0; half < HALVES; ++half) {
            Tag tag = tag_in(trail, step, operands[i], half, lane);
            if (tag)
                return tag;
        }
    return 0;
}

static void fold_value(const Trail *trail, const Machine *machine, const Step *step)
{
    const Instr *instr = step->instr;
    uint32_t words = instr_written_words(instr);
    bool is_word = words == 1 && scalar_size_bytes((ScalarType)instr->type) == 4;
    bool is_half = scalar_size_bytes(instr_operand_type(instr, 'd')) == HALF_BYTES;
    for (uint32_t left = step->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        Tag halves[HALVES];
        if (!is_word || !put_together(trail, machine, step, lane, halves)) {
            Tag tag = computed(trail, step, lane);
            if (tag && instr->op != OP_CONVERT && instr->op != OP_SELECT)
                tag |= TAG_CHANGED;
            halves[0] = tag;
            halves[1] = is_half ? 0 : tag;
        }
        for (uint32_t word = 0; word < words; ++word)
            for (uint32_t half = 0; half < HALVES; ++half)
                row_of(trail, step->warp, instr->dst + word, half)[lane] = halves[half];
    }
}

static void fold_shuffle(const Trail *trail, const Step *step)
{
    const Instr *instr = step->instr;
    for (uint32_t word = 0; word < instr_written_words(instr); ++word)
        for (uint32_t half = 0; half < HALVES; ++half) {
            Tag from[WARP_LANES] = {0}, *to = row_of(trail, step->warp, instr->dst + word, half);
            for (int lane = 0; lane < WARP_LANES; ++lane)
                from[lane] = tag_in(trail, step, (Operand)(instr->a + word), half, lane);
            for (uint32_t left = step->active; left; left &= left - 1) {
                int lane = __builtin_ctz(left);
                to[lane] = from[step->sources[lane]];
            }
        }
}

/* Rows that are put together from what the lanes hold, as by stmatrix; those that are handed out
 * came out of memory. Transposed ones are not followed. */
static void fold_rows(const Trail *trail, const Step *step)
{
    const Instr *instr = step->instr;
    uint32_t words = instr_operand_elements(instr, 'd'), slots = instr_operand_elements(instr, 'a');
    if (instr->imm & MATRIX_TRANSPOSED) {
        clear(trail, step);
        return;
    }
    Tag out[8][HALVES][WARP_LANES] = {0};
    for (uint32_t word = 0; word < words; ++word)
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
            for (uint32_t half = 0; half < HALVES; ++half) {
                uint32_t slot, source = tensor_source(instr->imm, lane, word, &slot);
                if (slot < slots && source < WARP_LANES)
                    out[word][half][lane] =
                        tag_in(trail, step, (Operand)(instr->a + slot), half, (int)source);
            }
    for (uint32_t word = 0; word < words; ++word)
        for (uint32_t half = 0; half < HALVES; ++half)
            memcpy(row_of(trail, step->warp, instr->dst + word, half), out[word][half],
                   sizeof out[word][half]);
}

/* ---- memory ---- */

/* The tags of the memory that a lane accesses; NULL: of none that is followed. */
static Tag *memory_of(const Trail *trail, const Step *step, int lane)
{
    uint64_t half = step->arena[lane] / HALF_BYTES;
    uint32_t all = step->access_bytes / HALF_BYTES;
    uint32_t thread = step->warp * WARP_LANES + (uint32_t)lane;
    if (step->space == SPACE_SHARED && half + all <= trail->shared_halves)
        return trail->shared + half;
    if (step->space == SPACE_LOCAL && half + all <= trail->local_halves)
        return trail->local + (size_t)thread * trail->local_halves + half;
    return NULL;
}

/* Half number i of what a lane moves lies in this register and half of it. */
static Tag *moved_half(const Trail *trail, const Step *step, Operand first, uint32_t i, int lane)
{
    uint32_t bytes = scalar_size_bytes((ScalarType)step->instr->type);
    uint32_t slot = bytes <= HALF_BYTES ? i : i / HALVES, half = bytes <= HALF_BYTES ? 0 : i % 2;
    return &row_of(trail, step->warp, first + slot, half)[lane];
}

static void fold_load(const Trail *trail, const Step *step)
{
    clear(trail, step);
    if (step->instr->flags & INSTR_ASYNC ||
        scalar_size_bytes((ScalarType)step->instr->type) < HALF_BYTES)
        return;
    for (uint32_t left = step->active & ~step->outside; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        const Tag *from = memory_of(trail, step, lane);
        for (uint32_t i = 0; from && i < step->access_bytes / HALF_BYTES; ++i)
            *moved_half(trail, step, step->instr->dst, i, lane) = from[i];
    }
}

/* The upper half of an element of 32 bits is told with the lower one. */
static void keep_store(Trail *trail, const Step *step, uint64_t at, Tag tag, Tag lower)
{
    if (tag && tag != lower && !(tag & TAG_CHANGED))
        *ARENA_PUSH(trail->arena, trail->stores, trail->store_count, trail->store_capacity) =
            (Stored){at, step->index, tag};
}

static void fold_store(Trail *trail, const Step *step)
{
    const Instr *instr = step->instr;
    bool is_followed = !(instr->flags & INSTR_ASYNC) && OPERAND_IS_REGISTER(instr->c) &&
                       scalar_size_bytes((ScalarType)instr->type) >= HALF_BYTES;
    for (uint32_t left = step->active & ~step->outside; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        Tag *to = memory_of(trail, step, lane), lower = 0;
        for (uint32_t i = 0; i < step->access_bytes / HALF_BYTES; ++i) {
            Tag tag = is_followed ? *moved_half(trail, step, instr->c, i, lane) : 0;
            uint64_t at = step->arena[lane] + HALF_BYTES * (uint64_t)i;
            if (to)
                to[i] = tag;
            else if (step->space == SPACE_GLOBAL && at == trail->at)
                trail->stored = tag;
            else if (step->space == SPACE_GLOBAL && trail->keeps_stores)
                keep_store(trail, step, at, tag, lower);
            lower = tag;
        }
    }
}

void trail_fold(Trail *trail, const Machine *machine, const Step *step)
{
    if (step->fault == FAULT_STEP_LIMIT)
        return;
    switch (step->instr->op) {
    case OP_MMA: fold_product(trail, machine, step); break;
    case OP_MATRIX: fold_rows(trail, step); break;
    case OP_MOV:
    case OP_BITS: fold_move(trail, step); break;
    case OP_SHUFFLE: fold_shuffle(trail, step); break;
    case OP_LOAD: fold_load(trail, step); break;
    case OP_STORE: fold_store(trail, step); break;
    default:
        if (opcode_info[step->instr->op].class == CLASS_VALUE)
            fold_value(trail, machine, step);
        else
            clear(trail, step);
    }
}

/* ---- what is told ---- */

/* An element as a number, and which lane holds it. */
typedef struct Asked {
    const Product *product;
    int operand; /* of "abcd" */
    TensorPlace at;
    uint32_t lane;
    double number;
} Asked;

static void ask_element(void *user, uint32_t lane, uint32_t word, uint32_t part, TensorPlace at)
{
    Asked *asked = user;
    if (at.row != asked->at.row || at.column != asked->at.column)
        return;
    const MmaInfo *mma = mma_of(asked->product->instr);
    ScalarType type = (ScalarType)(asked->operand < 2 ? mma->ab : mma->cd);
    uint32_t bits = 8 * scalar_size_bytes(type);
    uint32_t value = asked->product->words[asked->operand][word * WARP_LANES + lane] >> bits * part;
    asked->number = value_number(type, bits < 32 ? value & ((1u << bits) - 1) : value);
    asked->lane = lane;
}

static double element_of(const Product *product, int operand, uint32_t row, uint32_t column,
                         uint32_t *lane)
{
    Asked asked = {product, operand, {row, column}, 0, 0};
    each_element(product->instr, "abcd"[operand], ask_element, &asked);
    if (lane)
        *lane = asked.lane;
    return asked.number;
}

static TrailTerm term_of(const Product *product, uint32_t element)
{
    uint32_t lane;
    TrailTerm term = {.instr = product->instr,
                      .step = product->step,
                      .row = element / MMA_N,
                      .column = element % MMA_N,
                      .depth = tensor_extent(product->instr->imm, 'a').column};
    for (uint32_t i = 0; i < term.depth; ++i) {
        term.a[i] = element_of(product, 0, term.row, i, NULL);
        term.b[i] = element_of(product, 1, i, term.column, NULL);
    }
    term.old = element_of(product, 2, term.row, term.column, NULL);
    term.now = element_of(product, 3, term.row, term.column, &lane);
    term.thread = product->warp * WARP_LANES + lane;
    return term;
}

static const Product *product_of(const Trail *trail, Tag tag, uint32_t *element)
{
    uint32_t number = (tag & ~TAG_CHANGED) - 1;
    *element = number % ELEMENTS;
    return trail->products[number / ELEMENTS];
}

/* Back from the last product to the first one. An element that was changed between two of them
 * begins anew. */
static TrailResult result_of(const Trail *trail, Tag tag)
{
    TrailResult result = {.is_value = !(tag & TAG_CHANGED)};
    uint32_t element;
    for (Tag at = tag; at; at = product_of(trail, at, &element)->before[element]) {
        if (result.count && at & TAG_CHANGED)
            break;
        ++result.count;
        product_of(trail, at, &element);
    }
    TrailTerm *terms = ARENA_ARRAY(trail->arena, TrailTerm, result.count + 1);
    Tag at = tag;
    for (int i = result.count; i-- > 0;) {
        const Product *product = product_of(trail, at, &element);
        terms[i] = term_of(product, element);
        at = product->before[element];
    }
    result.terms = terms;
    return result;
}

TrailResult trail_of_register(const Trail *trail, TrailPlace place)
{
    const Tag *row = row_of(trail, place.thread / WARP_LANES, place.slot, place.is_upper);
    return result_of(trail, row[place.thread % WARP_LANES]);
}

TrailResult trail_of_memory(const Trail *trail)
{
    return result_of(trail, trail->stored);
}

/* ---- partial sums ---- */

int trail_store_count(const Trail *trail)
{
    return trail->store_count;
}

uint64_t trail_store_at(const Trail *trail, int store)
{
    return trail->stores[store].at;
}

uint64_t trail_store_step(const Trail *trail, int store)
{
    return trail->stores[store].step;
}

bool trail_partial(const Trail *trail, int store, uint64_t steps, TrailPartial *out)
{
    const Stored *stored = &trail->stores[store];
    const Product *product;
    uint32_t element;
    if (stored->step < steps)
        return false;
    for (Tag at = stored->tag; at && !(at & TAG_CHANGED); at = product->before[element]) {
        product = product_of(trail, at, &element);
        if (product->step >= steps)
            continue;
        *out = (TrailPartial){.type = (ScalarType)mma_of(product->instr)->cd,
                              .bits = product->left[element],
                              .step = product->step,
                              .is_first = !product->before[element]};
        return true;
    }
    return false;
}
