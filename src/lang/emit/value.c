/* Values. Contraction: with fmad on, a float sum or difference in one expression becomes an FMA
 * when its left operand is a product, else when its right one is: a*b + c, a*b - c as a*b + (-c),
 * and c - a*b as (-a)*b + c. Integer a*b + c always does: its result is the same. */
#include "lang/emit/value.h"
#include "lang/emit/describe.h"
#include "lang/tree/constant.h"

static Operand unary(Emitter *e, Opcode op, ScalarType type, Operand a, Want want, Span span)
{
    uint64_t value;
    if (operand_is_constant(e, a, &value) && constant_unary((uint8_t)op, type, value, &value))
        return emit_constant(e, type, value);
    Operand dst = emit_wanted(e, want, type);
    Instr *instr = emit(e, op, type, span);
    instr->dst = dst;
    instr->a = a;
    return dst;
}

static bool is_product(const Node *node)
{
    return node->kind == NODE_BINARY && node->op == OP_MUL && !node->is_constant;
}

static Operand plain_value(Emitter *e, const Node *node)
{
    return emit_value(e, node, WANT_NOTHING);
}

static Operand left_product(Emitter *e, const Node *node, ScalarType type, Want want)
{
    Operand a = plain_value(e, node->a->a), b = plain_value(e, node->a->b),
            c = plain_value(e, node->b);
    if (node->op == OP_SUB)
        c = unary(e, OP_NEG, type, c, WANT_NOTHING, node->b->span);
    return emit_fma(e, type, a, b, c, want, node->span);
}

static Operand right_product(Emitter *e, const Node *node, ScalarType type, Want want)
{
    Operand c = plain_value(e, node->a), a = plain_value(e, node->b->a),
            b = plain_value(e, node->b->b);
    if (node->op == OP_SUB)
        a = unary(e, OP_NEG, type, a, WANT_NOTHING, node->b->span);
    return emit_fma(e, type, a, b, c, want, node->span);
}

Operand emit_operator(Emitter *e, Opcode op, ScalarType type, Operand a, Operand b,
                      const Node *right, Want want, Span span)
{
    Operand result = emit_binary(e, op, type, a, b, want, span);
    if (shift_is_defined(type, node_maximum(e, right)))
        e->code[e->code_count - 1].flags &= (uint16_t)~INSTR_RANGE;
    return result;
}

static Operand emit_binary_node(Emitter *e, const Node *node, Want want)
{
    ScalarType type = type_scalar_of(node->a->type);
    bool is_float = scalar_is_float(type);
    bool contracts = is_float ? e->compiler->options->fmad && !node->is_exact &&
                                    (node->op == OP_ADD || node->op == OP_SUB)
                              : node->op == OP_ADD && type >= SCALAR_I32;
    if (contracts && is_product(node->a))
        return left_product(e, node, type, want);
    if (contracts && is_product(node->b))
        return right_product(e, node, type, want);
    Operand a = plain_value(e, node->a), b = plain_value(e, node->b);
    return emit_operator(e, (Opcode)node->op, type, a, b, node->b, want, node->span);
}

/* Slots for a result that several branches write; not the wanted ones if they can be read yet. */
static Operand branch_slots(Emitter *e, const Type *type, Want want)
{
    return want.slot != OPERAND_NONE && want.is_fresh ? want.slot : emit_slots(e, type_slots(type));
}

static void open_if(Emitter *e, Operand condition, bool is_guard, Span span)
{
    Instr *instr = emit(e, OP_IF, SCALAR_BOOL, span);
    instr->a = condition;
    instr->flags = is_guard ? INSTR_GUARD : 0;
    emit_frame_open(e, FRAME_IF);
}

static void close_if(Emitter *e, Span span)
{
    emit(e, OP_ENDIF, SCALAR_BOOL, span);
    emit_frame_close(e);
}

static Operand emit_logical(Emitter *e, const Node *node, Want want)
{
    bool is_and = node->op == OP_AND;
    if (node->a->is_constant) /* it does not decide, else the whole node were constant */
        return emit_value(e, node->b, want);
    if (node_is_pure(e, node->b)) {
        Operand a = plain_value(e, node->a);
        uint16_t outer = emit_guard(e, a, is_and);
        Operand b = plain_value(e, node->b);
        e->guard = outer;
        return emit_binary(e, (Opcode)node->op, SCALAR_BOOL, a, b, want, node->span);
    }
    Operand result = branch_slots(e, node->type, want);
    emit_into(e, node->a, result, true);
    Operand goes_on = result;
    if (!is_and)
        goes_on = unary(e, OP_NOT, SCALAR_BOOL, result, WANT_NOTHING, node->span);
    open_if(e, goes_on, false, node->span);
    emit_into(e, node->b, result, true);
    close_if(e, node->span);
    return result;
}

static Operand emit_conditional(Emitter *e, const Node *node, Want want)
{
    bool is_void = node->type->kind == TYPE_VOID;
    if (node->a->is_constant)
        return emit_value(e, node->a->value ? node->b : node->c, want);
    bool is_scalar = node->type->kind == TYPE_SCALAR || node->type->kind == TYPE_POINTER;
    Operand condition = plain_value(e, node->a);
    if (is_scalar && node_is_pure(e, node->b) && node_is_pure(e, node->c)) {
        uint16_t outer = emit_guard(e, condition, true);
        Operand b = plain_value(e, node->b);
        e->guard = outer;
        emit_guard(e, condition, false);
        Operand c = plain_value(e, node->c);
        e->guard = outer;
        ScalarType type = type_scalar_of(node->type);
        Operand dst = emit_wanted(e, want, type);
        Instr *instr = emit(e, OP_SELECT, type, node->span);
        instr->dst = dst;
        instr->a = condition;
        instr->b = b;
        instr->c = c;
        return dst;
    }
    Operand result = is_void ? OPERAND_NONE : branch_slots(e, node->type, want);
    open_if(e, condition, true, node->a->span);
    if (is_void)
        emit_effect(e, node->b);
    else
        emit_into(e, node->b, result, true);
    emit(e, OP_ELSE, SCALAR_BOOL, node->span);
    if (is_void)
        emit_effect(e, node->c);
    else
        emit_into(e, node->c, result, true);
    close_if(e, node->span);
    return result;
}

static Operand emit_cast(Emitter *e, const Node *node, Want want)
{
    if (node->type->kind == TYPE_VOID) {
        emit_effect(e, node->a);
        return OPERAND_NONE;
    }
    if (node->type->kind == TYPE_STRUCT)
        return emit_value(e, node->a, want);
    if (node->type->kind == TYPE_POINTER && node->a->type->kind == TYPE_POINTER)
        return emit_value(e, node->a, want);
    ScalarType from = type_scalar_of(node->a->type), to = type_scalar_of(node->type);
    if (node->a->is_constant && node->type->kind == TYPE_POINTER)
        return emit_constant(e, SCALAR_U64, constant_convert(to, from, node->a->value));
    Operand a = emit_value(e, node->a, conversion_is_free(to, from) ? want : WANT_NOTHING);
    return emit_convert(e, to, from, a, want, node->span);
}

static Operand emit_distance(Emitter *e, const Node *node, Want want)
{
    uint32_t size = node->a->type->element->size_bytes;
    Operand a = plain_value(e, node->a), b = plain_value(e, node->b);
    Operand bytes =
        emit_binary(e, OP_SUB, SCALAR_I64, a, b, size == 1 ? want : WANT_NOTHING, node->span);
    if (size == 1)
        return bytes;
    return emit_binary(e, OP_DIV, SCALAR_I64, bytes, emit_constant(e, SCALAR_I64, size), want,
                       node->span);
}

/* A union in registers is words: the value is written over zeros. */
static Operand construct_union(Emitter *e, const Node *node, Operand first)
{
    Leaf *leaves;
    int count = type_leaves(e->arena, node->type, &leaves);
    for (int i = 0; i < count; ++i)
        emit_move(e, leaves[i].type, emit_constant(e, leaves[i].type, 0),
                  (Want){operand_leaf(first, &leaves[i], i), true}, node->span);
    for (int i = 0; i < node->item_count; ++i) {
        const Node *item = node->items[i];
        bool fits = item && item->type->size_bytes == scalar_size_bytes(leaves[0].type) &&
                    item->type->kind != TYPE_STRUCT && item->type->kind != TYPE_ARRAY;
        if (item && !fits)
            diag_error(e->compiler->diags, node->span, "put it into a variable first",
                       "a union made here from a part of it is not supported");
        else if (item)
            emit_into(e, item, first, true);
    }
    return first;
}

static Operand emit_construct(Emitter *e, const Node *node, Want want)
{
    if (node->type->is_union)
        return construct_union(e, node, branch_slots(e, node->type, want));
    Operand first = branch_slots(e, node->type, want);
    for (int i = 0; i < node->item_count; ++i)
        emit_into(e, node->items[i], operand_part(first, node->type, i), true);
    return first;
}

static Operand emit_special(Emitter *e, const Node *node)
{
    static const UniformKind kinds[] = {UNIFORM_CONSTANT, UNIFORM_BLOCK_IDX, UNIFORM_BLOCK_DIM,
                                        UNIFORM_GRID_DIM};
    if (node->special == SPECIAL_THREAD)
        return (Operand)(SLOT_THREAD_X + node->axis);
    return emit_uniform(e, kinds[node->special], SCALAR_U32, node->axis, 0, 0);
}

static Operand emit_from_lvalue(Emitter *e, const Node *node, Want want)
{
    Lvalue lvalue = emit_lvalue(e, node);
    return emit_load(e, &lvalue, want, node->span);
}

static Operand emit_address(Emitter *e, const Node *node, Want want)
{
    Address address = emit_pointer(e, node);
    return emit_address_value(e, &address, want, node->span);
}

Operand emit_value(Emitter *e, const Node *node, Want want)
{
    if (node->is_constant && node->type->kind == TYPE_SCALAR)
        return emit_constant(e, node->type->scalar, node->value);
    switch (node->kind) {
    case NODE_SPECIAL: return emit_special(e, node);
    case NODE_DECL:
    case NODE_DEREF:
    case NODE_MEMBER: return emit_from_lvalue(e, node, want);
    case NODE_UNARY:
        return unary(e, (Opcode)node->op, type_scalar_of(node->type), plain_value(e, node->a), want,
                     node->span);
    case NODE_BINARY: return emit_binary_node(e, node, want);
    case NODE_OFFSET:
    case NODE_DECAY:
    case NODE_ADDRESS: return emit_address(e, node, want);
    case NODE_DISTANCE: return emit_distance(e, node, want);
    case NODE_LOGICAL: return emit_logical(e, node, want);
    case NODE_CONDITIONAL: return emit_conditional(e, node, want);
    case NODE_ASSIGN: return emit_assign(e, node, want);
    case NODE_UPDATE: return emit_update(e, node, true);
    case NODE_COMMA: emit_effect(e, node->a); return emit_value(e, node->b, want);
    case NODE_CAST: return emit_cast(e, node, want);
    case NODE_CONSTRUCT: return emit_construct(e, node, want);
    case NODE_CALL: return emit_call(e, node, want);
    case NODE_OPERATION: return emit_operation(e, node, want);
    case NODE_ERROR:
    case NODE_CONSTANT:
    case NODE_LIST: break;
    case NODE_TEXT: /* only printf can read it */
        *ARENA_PUSH(e->arena, e->texts, e->text_count, e->text_capacity) = node->text;
        return emit_constant(e, SCALAR_U64, TEXT_ADDRESS + (uint64_t)(e->text_count - 1));
    }
    return emit_constant(e, SCALAR_U64, 0);
}

void emit_into(Emitter *e, const Node *node, Operand slot, bool is_fresh)
{
    Operand value = emit_value(e, node, (Want){slot, is_fresh});
    Lvalue lvalue = {true, slot, {0}, node->type};
    if (value != slot)
        emit_store(e, &lvalue, value, node->span);
}

void emit_effect(Emitter *e, const Node *node)
{
    if (node->kind == NODE_UPDATE)
        emit_update(e, node, false);
    else if (node->kind == NODE_COMMA) {
        emit_effect(e, node->a);
        emit_effect(e, node->b);
    } else if (node->kind == NODE_CALL && node->is_lvalue)
        emit_call_lvalue(e, node);
    else if (!node->is_constant)
        emit_value(e, node, WANT_NOTHING);
}
