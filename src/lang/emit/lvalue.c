/* Lvalues and addresses. Indices are added to an address one by one; constant parts go into its
 * displacement, and a second index is folded into the first as index * rows + column while that
 * cannot differ from C's 64-bit arithmetic. */
#include "lang/emit/describe.h"
#include "lang/emit/value.h"
#include "lang/tree/constant.h"

#include <string.h>

static Instr *memory_instr(Emitter *e, Opcode op, ScalarType type, const Address *address,
                           int64_t offset_bytes, Span span)
{
    Instr *instr = emit(e, op, type, span);
    instr->a = address->base;
    instr->b = address->index;
    instr->type2 = (uint8_t)address->index_type;
    instr->scale_bytes = address->index == OPERAND_NONE ? 0 : address->scale_bytes;
    instr->imm = (int32_t)(address->displacement + offset_bytes);
    instr->space = address->origin.space;
    instr->flags = address->origin.is_volatile ? INSTR_VOLATILE : 0;
    if (offset_bytes == 0) /* the first of a struct looks for all */
        emit_limited(instr, address);
    return instr;
}

static Operand index_as_word(Emitter *e, const Address *address, Span span)
{
    bool is_signed = scalar_is_signed(address->index_type);
    return emit_convert(e, is_signed ? SCALAR_I64 : SCALAR_U64, address->index_type, address->index,
                        WANT_NOTHING, span);
}

Operand emit_address_value(Emitter *e, Address *address, Want want, Span span)
{
    bool has_rest = address->displacement != 0;
    if (address->index != OPERAND_NONE) {
        Operand word = index_as_word(e, address, span);
        Operand scale = emit_constant(e, SCALAR_U64, address->scale_bytes);
        address->base = emit_fma(e, SCALAR_U64, word, scale, address->base,
                                 has_rest ? WANT_NOTHING : want, span);
        address->index = OPERAND_NONE;
    }
    if (has_rest) {
        Operand rest = emit_constant(e, SCALAR_U64, (uint64_t)address->displacement);
        address->base = emit_binary(e, OP_ADD, SCALAR_U64, address->base, rest, want, span);
        address->displacement = 0;
    }
    return address->base;
}

/* The displacement must fit an instruction, with room for the offsets of a struct's members. */
static void fit_displacement(Emitter *e, Address *address, Span span)
{
    int64_t limit = INT32_MAX / 2;
    if (address->displacement >= -limit && address->displacement <= limit)
        return;
    Operand rest = emit_constant(e, SCALAR_U64, (uint64_t)address->displacement);
    address->base = emit_binary(e, OP_ADD, SCALAR_U64, address->base, rest, WANT_NOTHING, span);
    address->displacement = 0;
}

/* Signed overflow is nobody's intent, 64 bits wrap as addresses do; unsigned int is another
 * matter. */
static bool cannot_wrap(const Emitter *e, const Node *index)
{
    return index->type->scalar != SCALAR_U32 ||
           (index->op == OP_ADD && node_maximum(e, index) != UINT64_MAX);
}

/* Moves the constant terms of an index into the displacement, where wrapping cannot tell. */
static const Node *peel_constants(Emitter *e, const Node *index, int64_t size, Address *address)
{
    while (index->kind == NODE_BINARY && !index->is_constant &&
           (index->op == OP_ADD || index->op == OP_SUB) && cannot_wrap(e, index)) {
        bool left = index->op == OP_ADD && index->a->is_constant;
        const Node *constant = left ? index->a : index->b;
        if (!constant->is_constant)
            break;
        int64_t count = constant_int(constant->type->scalar, constant->value), bytes;
        if (__builtin_mul_overflow(count, size, &bytes) || bytes > INT32_MAX || bytes < -INT32_MAX)
            break;
        address->displacement += index->op == OP_SUB ? -bytes : bytes;
        index = left ? index->b : index->a;
    }
    return index;
}

typedef struct Index {
    Operand operand;
    ScalarType type;
    uint64_t maximum; /* unsigned types */
} Index;

static Index emit_index(Emitter *e, const Node *node, bool is_minus)
{
    Index index = {emit_value(e, node, WANT_NOTHING), node->type->scalar, node_maximum(e, node)};
    if (!is_minus)
        return index;
    if (index.type == SCALAR_U32) {
        index.operand =
            emit_convert(e, SCALAR_I64, SCALAR_U32, index.operand, WANT_NOTHING, node->span);
        index.type = SCALAR_I64;
    }
    Operand dst = emit_scalar_slot(e, index.type);
    Instr *instr = emit(e, OP_NEG, index.type, node->span);
    instr->dst = dst;
    instr->a = index.operand;
    index.operand = dst;
    index.maximum = UINT64_MAX;
    return index;
}

/* Can index * factor be computed in 32 bits as C computes it in 64? A signed index that would
 * overflow is far outside any array. */
static bool fits_32_bits(ScalarType type, uint64_t top, uint64_t factor)
{
    if (type == SCALAR_I32)
        return true;
    return type == SCALAR_U32 && top != UINT64_MAX && top * factor <= INT32_MAX;
}

static bool fold_index(Emitter *e, Address *address, const Index *index, uint32_t size, Span span)
{
    uint32_t factor = address->scale_bytes / size;
    bool folds = address->scale_bytes % size == 0 &&
                 fits_32_bits(address->index_type, address->index_max, factor) &&
                 fits_32_bits(index->type, index->maximum, 1);
    if (!folds)
        return false;
    if (factor == 1)
        address->index =
            emit_binary(e, OP_ADD, SCALAR_I32, address->index, index->operand, WANT_NOTHING, span);
    else
        address->index =
            emit_fma(e, SCALAR_I32, address->index, emit_constant(e, SCALAR_I32, factor),
                     index->operand, WANT_NOTHING, span);
    address->index_type = SCALAR_I32;
    address->index_max = UINT64_MAX;
    address->scale_bytes = size;
    return true;
}

static AddedIndex add_index(Emitter *e, Address *address, const Node *node, uint32_t size,
                            bool is_minus)
{
    int64_t bytes, before = address->displacement;
    if (node->is_constant && !__builtin_mul_overflow(constant_int(node->type->scalar, node->value),
                                                     (int64_t)size, &bytes)) {
        address->displacement += is_minus ? -bytes : bytes;
        fit_displacement(e, address, node->span);
        return (AddedIndex){OPERAND_NONE, SCALAR_I64, bytes / (is_minus ? -(int64_t)size : size)};
    }
    const Node *varying = is_minus ? node : peel_constants(e, node, size, address);
    int64_t peeled = (address->displacement - before) / size;
    fit_displacement(e, address, node->span);
    Index index = emit_index(e, varying, is_minus);
    AddedIndex added = {index.operand, index.type, peeled};
    if (address->index != OPERAND_NONE && fold_index(e, address, &index, size, node->span))
        return added;
    if (address->index != OPERAND_NONE)
        emit_address_value(e, address, WANT_NOTHING, node->span);
    address->index = index.operand;
    address->index_type = index.type;
    address->index_max = index.maximum;
    address->scale_bytes = size;
    return added;
}

Address emit_offset(Emitter *e, Address address, const Node *node)
{
    AddedIndex index =
        add_index(e, &address, node->b, node->type->element->size_bytes, node->op == OP_SUB);
    emit_limit(e, &address, node, &index);
    return address;
}

Address address_at(Operand base, Origin origin)
{
    return (Address){.base = base,
                     .index = OPERAND_NONE,
                     .index_type = SCALAR_I32,
                     .index_max = UINT64_MAX,
                     .origin = origin};
}

Address emit_pointer(Emitter *e, const Node *node)
{
    Address address;
    switch (node->kind) {
    case NODE_DECAY:
    case NODE_ADDRESS: return emit_lvalue(e, node->a).address;
    case NODE_OFFSET:
        address = emit_pointer(e, node->a);
        if (!node->b->is_constant || node->a->kind == NODE_DECL)
            address.subscript = node->a->kind == NODE_DECL && node->op == OP_ADD ? node->b : NULL;
        return emit_offset(e, address, node);
    case NODE_CAST:
        if (node->a->type->kind != TYPE_POINTER)
            break;
        address = emit_pointer(e, node->a);
        address.origin.is_volatile |= node->is_volatile;
        return address;
    case NODE_COMMA: emit_effect(e, node->a); return emit_pointer(e, node->b);
    default: break;
    }
    return address_at(emit_value(e, node, WANT_NOTHING), origin_of(e, node));
}

Lvalue lvalue_part(const Lvalue *lvalue, const Type *type, uint32_t offset_bytes)
{
    Lvalue part = *lvalue;
    part.type = type;
    part.address.displacement += offset_bytes;
    return part;
}

static Lvalue member_lvalue(Emitter *e, const Node *node)
{
    const Type *type = node->a->type;
    Lvalue lvalue = emit_lvalue(e, node->a);
    Lvalue part = lvalue_part(&lvalue, node->type, type->fields[node->field].offset_bytes);
    if (lvalue.in_register)
        part.operand = operand_part(lvalue.operand, type, node->field);
    return part;
}

Lvalue emit_lvalue(Emitter *e, const Node *node)
{
    switch (node->kind) {
    case NODE_DECL: return e->homes[node->decl->number].lvalue;
    case NODE_DEREF: return (Lvalue){false, 0, emit_pointer(e, node->a), node->type};
    case NODE_MEMBER: return member_lvalue(e, node);
    case NODE_CALL:
        if (node->is_lvalue)
            return emit_call_lvalue(e, node);
        break;
    case NODE_ASSIGN:
    case NODE_UPDATE:
        if (node->is_lvalue) {
            emit_effect(e, node);
            return emit_lvalue(e, node->a);
        }
        break;
    default: break;
    }
    return (Lvalue){true, emit_value(e, node, WANT_NOTHING), {0}, node->type};
}

Lvalue emit_pinned(Emitter *e, Lvalue lvalue, Span span)
{
    if (lvalue.in_register)
        return lvalue;
    Address *address = &lvalue.address;
    if (address->index != OPERAND_NONE && OPERAND_IS_REGISTER(address->index) &&
        address->index >= SLOT_FIRST_FREE)
        emit_address_value(e, address, WANT_NOTHING, span);
    else if (OPERAND_IS_REGISTER(address->base))
        address->base = emit_move(e, SCALAR_U64, address->base, WANT_NOTHING, span);
    emit_limit_pinned(e, address);
    return lvalue;
}

static Operand load_struct(Emitter *e, const Lvalue *lvalue, Want want, Span span)
{
    uint32_t slots = type_slots(lvalue->type);
    Operand first = want.slot != OPERAND_NONE ? want.slot : emit_slots(e, slots);
    int width = type_vector_width(lvalue->type);
    Leaf *leaves;
    int count = type_leaves(e->arena, lvalue->type, &leaves);
    if (width) {
        Instr *instr = memory_instr(e, OP_LOAD, leaves[0].type, &lvalue->address, 0, span);
        instr->width = (uint8_t)width;
        instr->dst = first;
        return first;
    }
    for (int i = 0; i < count; ++i)
        memory_instr(e, OP_LOAD, leaves[i].type, &lvalue->address, leaves[i].offset_bytes, span)
            ->dst = operand_leaf(first, &leaves[i], i);
    return first;
}

void emit_rows(Emitter *e, const Node *pointer, uint8_t lanes, Operand rows, Span span)
{
    Lvalue from = {false, 0, emit_pointer(e, pointer), pointer->type->element};
    fit_displacement(e, &from.address, span);
    load_struct(e, &from, (Want){rows, true}, span);
    e->code[e->code_count - 1].tile = lanes;
    describe_access(e, &from.address, false);
}

Operand emit_load(Emitter *e, const Lvalue *lvalue, Want want, Span span)
{
    if (lvalue->in_register)
        return lvalue->operand;
    Lvalue from = *lvalue;
    fit_displacement(e, &from.address, span);
    Operand dst;
    if (lvalue->type->kind == TYPE_STRUCT) {
        if (!want.is_fresh) /* its parts may be part of the address */
            want = WANT_NOTHING;
        dst = load_struct(e, &from, want, span);
    } else {
        ScalarType type = type_scalar_of(lvalue->type);
        dst = emit_wanted(e, want, type);
        memory_instr(e, OP_LOAD, type, &from.address, 0, span)->dst = dst;
    }
    describe_access(e, &from.address, false);
    return dst;
}

/* One STORE takes several values only from slots. */
static Operand values_in_slots(Emitter *e, Operand value, const Leaf *leaves, int count,
                               uint32_t slots, Span span)
{
    if (!OPERAND_IS_UNIFORM(value))
        return value;
    Operand first = emit_slots(e, slots);
    for (int i = 0; i < count; ++i)
        emit_move(e, leaves[i].type, operand_leaf(value, &leaves[i], i),
                  (Want){operand_leaf(first, &leaves[i], i), true}, span);
    return first;
}

static void store_struct(Emitter *e, const Lvalue *lvalue, Operand value, Span span)
{
    int width = type_vector_width(lvalue->type);
    Leaf *leaves;
    int count = type_leaves(e->arena, lvalue->type, &leaves);
    if (width) {
        value = values_in_slots(e, value, leaves, count, type_slots(lvalue->type), span);
        Instr *instr = memory_instr(e, OP_STORE, leaves[0].type, &lvalue->address, 0, span);
        instr->width = (uint8_t)width;
        instr->c = value;
        return;
    }
    for (int i = 0; i < count; ++i)
        memory_instr(e, OP_STORE, leaves[i].type, &lvalue->address, leaves[i].offset_bytes, span)
            ->c = operand_leaf(value, &leaves[i], i);
}

static void store_registers(Emitter *e, const Lvalue *lvalue, Operand value, Span span)
{
    Leaf *leaves;
    int count = type_leaves(e->arena, lvalue->type, &leaves);
    for (int i = 0; i < count; ++i) {
        Operand from = operand_leaf(value, &leaves[i], i);
        Operand to = operand_leaf(lvalue->operand, &leaves[i], i);
        if (from != to)
            emit_move(e, leaves[i].type, from, (Want){to, true}, span);
    }
}

void emit_store(Emitter *e, const Lvalue *lvalue, Operand value, Span span)
{
    if (lvalue->in_register) {
        store_registers(e, lvalue, value, span);
        return;
    }
    Lvalue to = *lvalue;
    fit_displacement(e, &to.address, span);
    if (lvalue->type->kind == TYPE_STRUCT)
        store_struct(e, &to, value, span);
    else
        memory_instr(e, OP_STORE, type_scalar_of(lvalue->type), &to.address, 0, span)->c = value;
    describe_access(e, &to.address, true);
}

void emit_store_rows(Emitter *e, const Node *pointer, uint8_t lanes, Operand rows, Span span)
{
    Lvalue to = {false, 0, emit_pointer(e, pointer), pointer->type->element};
    fit_displacement(e, &to.address, span);
    store_struct(e, &to, rows, span);
    e->code[e->code_count - 1].tile = lanes;
    describe_access(e, &to.address, true);
}

void emit_copy(Emitter *e, const Node *node)
{
    ScalarType type = type_scalar_of(node->type);
    uint32_t bytes = (uint32_t)node->imm & ~(uint32_t)(COPY_BYPASSES | COPY_IN_BULK);
    int flags = INSTR_ASYNC | (node->imm & COPY_BYPASSES ? INSTR_BYPASS : 0) |
                (node->imm & COPY_IN_BULK ? INSTR_BULK : 0);
    Lvalue to = {false, 0, emit_pointer(e, node->items[0]), node->type};
    to = emit_pinned(e, to, node->span);
    Address from = emit_pointer(e, node->items[1]);
    fit_displacement(e, &to.address, node->span);
    fit_displacement(e, &from, node->span);
    uint8_t width = (uint8_t)(bytes / scalar_size_bytes(type));
    Operand value = emit_slots(e, width * register_words(type));
    Instr *load = memory_instr(e, OP_LOAD, type, &from, 0, node->span);
    load->flags |= (uint16_t)flags;
    load->width = width;
    load->dst = value;
    describe_access(e, &from, false);
    Instr *store = memory_instr(e, OP_STORE, type, &to.address, 0, node->span);
    store->flags |= (uint16_t)flags;
    store->width = width;
    store->c = value;
    describe_access(e, &to.address, true);
}
