/* Assignments. The right side is computed before the address of the left one, as C++17 orders it;
 * only a pointer's += and -= take the left side first. */
#include "lang/emit/describe.h"
#include "lang/emit/value.h"

static Decl *register_decl(Emitter *e, const Node *node)
{
    if (node->kind != NODE_DECL)
        return NULL;
    const Home *home = &e->homes[node->decl->number];
    return home->lvalue.in_register && !node->decl->is_reference ? node->decl : NULL;
}

static Operand assign_register(Emitter *e, const Node *node)
{
    Decl *decl = node->a->decl;
    const Lvalue *lvalue = &e->homes[decl->number].lvalue;
    bool is_struct = node->type->kind == TYPE_STRUCT;
    bool is_free = is_struct && !node_mentions(node->b, decl);
    if (is_struct && !is_free)
        emit_store(e, lvalue, emit_value(e, node->b, WANT_NOTHING), node->span);
    else
        emit_into(e, node->b, lvalue->operand, is_free);
    describe_assignment(e, decl, node->b);
    return lvalue->operand;
}

Operand emit_assign(Emitter *e, const Node *node, Want want)
{
    (void)want;
    if (register_decl(e, node->a))
        return assign_register(e, node);
    Operand value = emit_value(e, node->b, WANT_NOTHING);
    Lvalue lvalue = emit_lvalue(e, node->a);
    emit_store(e, &lvalue, value, node->span);
    return lvalue.in_register ? lvalue.operand : value;
}

static bool is_contracted(const Emitter *e, const Node *node, ScalarType type)
{
    const Node *b = node->b;
    if (b->kind != NODE_BINARY || b->op != OP_MUL || b->is_constant || b->is_exact)
        return false;
    if (scalar_is_float(type))
        return e->compiler->options->fmad && (node->op == OP_ADD || node->op == OP_SUB);
    return node->op == OP_ADD;
}

typedef struct Operands {
    Operand b, c; /* c: the second factor of a contracted product, else OPERAND_NONE */
} Operands;

static Operands right_side(Emitter *e, const Node *node, ScalarType type)
{
    Operands o = {OPERAND_NONE, OPERAND_NONE};
    if (!is_contracted(e, node, type)) {
        o.b = emit_value(e, node->b, WANT_NOTHING);
        return o;
    }
    o.b = emit_value(e, node->b->a, WANT_NOTHING);
    o.c = emit_value(e, node->b->b, WANT_NOTHING);
    if (node->op == OP_SUB) {
        Operand negated = emit_scalar_slot(e, type);
        Instr *instr = emit(e, OP_NEG, type, node->b->span);
        instr->dst = negated;
        instr->a = o.b;
        o.b = negated;
    }
    return o;
}

static Operand updated_value(Emitter *e, const Node *node, Operand old, Operands o, Want want)
{
    ScalarType type = node->common->scalar, own = type_scalar_of(node->type);
    Want inner = type == own ? want : WANT_NOTHING;
    old = emit_convert(e, type, own, old, WANT_NOTHING, node->span);
    Operand result = o.c != OPERAND_NONE ? emit_fma(e, type, o.b, o.c, old, inner, node->span)
                                         : emit_operator(e, (Opcode)node->op, type, old, o.b,
                                                         node->b, inner, node->span);
    return emit_convert(e, own, type, result, want, node->span);
}

static Operand copy_of(Emitter *e, const Node *node, Operand value)
{
    return emit_move(e, type_scalar_of(node->type), value, WANT_NOTHING, node->span);
}

/* p += n and ++p: the sum is an address like that of an access, but computed at once. */
static Operand update_pointer(Emitter *e, const Node *node, bool wants_value)
{
    Lvalue lvalue = emit_lvalue(e, node->a);
    Operand old = emit_load(e, &lvalue, WANT_NOTHING, node->span), kept = OPERAND_NONE;
    if (node->is_postfix && wants_value)
        kept = lvalue.in_register ? copy_of(e, node, old) : old;
    Address address = emit_offset(e, address_at(old, origin_of(e, node->a)), node);
    Want want = lvalue.in_register ? (Want){lvalue.operand, false} : WANT_NOTHING;
    Operand value = emit_address_value(e, &address, want, node->span);
    if (!lvalue.in_register || value != lvalue.operand)
        emit_store(e, &lvalue, value, node->span);
    return kept != OPERAND_NONE ? kept : lvalue.in_register ? lvalue.operand : value;
}

Operand emit_update(Emitter *e, const Node *node, bool wants_value)
{
    if (node->type->kind == TYPE_POINTER)
        return update_pointer(e, node, wants_value);
    Operands o = right_side(e, node, node->common->scalar);
    Lvalue lvalue = emit_lvalue(e, node->a);
    Operand old = emit_load(e, &lvalue, WANT_NOTHING, node->span), result = OPERAND_NONE;
    if (node->is_postfix && wants_value)
        result = lvalue.in_register ? copy_of(e, node, old) : old;
    Want want = lvalue.in_register ? (Want){lvalue.operand, false} : WANT_NOTHING;
    Operand value = updated_value(e, node, old, o, want);
    if (!lvalue.in_register || value != lvalue.operand)
        emit_store(e, &lvalue, value, node->span);
    if (result != OPERAND_NONE)
        return result;
    return lvalue.in_register ? lvalue.operand : value;
}
