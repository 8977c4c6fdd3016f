/* Operators: operand types, their common type, and values that are known already. */
#include "lang/check/call.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <string.h>

static Node *error_node(Parser *p, Span span)
{
    return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), span);
}

static Node *binary_node(Parser *p, NodeKind kind, uint8_t op, Node *a, Node *b, const Type *type)
{
    Node *node = node_new(p, kind, type, span_join(a->span, b->span));
    node->op = op;
    node->a = node_child(node, a);
    node->b = node_child(node, b);
    return check_depth(p, node);
}

static bool needs_integers(uint8_t op)
{
    return op == OP_REM || op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL ||
           op == OP_SHR;
}

Node *check_offset(Parser *p, uint8_t op, Node *pointer, Node *count, Span span)
{
    if (pointer->type->element->kind == TYPE_VOID || !pointer->type->element->size_bytes)
        return check_error(p, span, "cast it to the type it really points at",
                           "arithmetic with a pointer of type %s",
                           type_text(p->arena, pointer->type));
    if (count->type->scalar < SCALAR_I32)
        count = check_convert(p, count, type_scalar(SCALAR_I32), "the index");
    Node *node = binary_node(p, NODE_OFFSET, op, pointer, count, pointer->type);
    node->span = span;
    return node;
}

static Node *pointer_compare(Parser *p, uint8_t op, Node *a, Node *b, Span mark)
{
    bool a_null = a->type->kind != TYPE_POINTER && a->is_constant && a->value == 0;
    bool b_null = b->type->kind != TYPE_POINTER && b->is_constant && b->value == 0;
    bool comparable =
        a_null || b_null || (a->type->kind == TYPE_POINTER && b->type->kind == TYPE_POINTER);
    if (!comparable)
        return check_error(p, mark, NULL, "a pointer cannot be compared with a number");
    const Type *word = type_scalar(SCALAR_U64);
    Span span = span_join(a->span, b->span);
    a = check_cast(p, a, word, a->span, true);
    b = check_cast(p, b, word, b->span, true);
    Node *node = binary_node(p, NODE_BINARY, op, a, b, type_scalar(SCALAR_BOOL));
    node->span = span;
    return node;
}

static Node *pointer_binary(Parser *p, uint8_t op, Node *a, Node *b, Span mark)
{
    bool a_points = a->type->kind == TYPE_POINTER, b_points = b->type->kind == TYPE_POINTER;
    Span span = span_join(a->span, b->span);
    if (opcode_is_comparison(op))
        return pointer_compare(p, op, a, b, mark);
    if (op == OP_SUB && a_points && b_points && type_equal(a->type, b->type) &&
        a->type->element->size_bytes)
        return binary_node(p, NODE_DISTANCE, op, a, b, type_scalar(SCALAR_I64));
    if (a_points && (op == OP_ADD || op == OP_SUB) && type_is_integer(b->type))
        return check_offset(p, op, a, b, span);
    if (b_points && op == OP_ADD && type_is_integer(a->type))
        return check_offset(p, op, b, a, span);
    return check_error(p, mark, NULL, "this operator cannot be applied to %s and %s",
                       type_text(p->arena, a->type), type_text(p->arena, b->type));
}

static void fold_constants(Node *node, ScalarType type)
{
    node->is_constant =
        node->a->is_constant && node->b->is_constant &&
        constant_binary(node->op, type, node->a->value, node->b->value, &node->value);
}

/* Shifts have the type of their left operand alone. */
static Node *shift_node(Parser *p, uint8_t op, Node *a, Node *b)
{
    const Type *type = type_scalar(scalar_promote(a->type->scalar));
    a = check_convert(p, a, type, "the operand");
    b = check_convert(p, b, type, "the count");
    Node *node = binary_node(p, NODE_BINARY, op, a, b, type);
    if (node->kind == NODE_BINARY)
        fold_constants(node, type->scalar);
    return node;
}

Node *check_arithmetic(Parser *p, uint8_t op, Node *a, Node *b, Span mark)
{
    a = check_value(p, a);
    b = check_value(p, b);
    if (a->kind == NODE_ERROR || b->kind == NODE_ERROR)
        return error_node(p, mark);
    if (a->type->kind == TYPE_POINTER || b->type->kind == TYPE_POINTER)
        return pointer_binary(p, op, a, b, mark);
    bool fits = type_is_arithmetic(a->type) && type_is_arithmetic(b->type) &&
                (!needs_integers(op) || (type_is_integer(a->type) && type_is_integer(b->type)));
    if (!fits) {
        const char *hint = op == OP_REM ? "use fmodf" : NULL;
        if (a->type->kind == TYPE_STRUCT || b->type->kind == TYPE_STRUCT)
            hint = "write it member by member";
        return check_error(p, mark, hint, "this operator cannot be applied to %s and %s",
                           type_text(p->arena, a->type), type_text(p->arena, b->type));
    }
    if (op == OP_SHL || op == OP_SHR)
        return shift_node(p, op, a, b);
    ScalarType common = scalar_common(a->type->scalar, b->type->scalar);
    Span span = span_join(a->span, b->span);
    a = check_convert(p, a, type_scalar(common), "the operand");
    b = check_convert(p, b, type_scalar(common), "the operand");
    const Type *type = type_scalar(opcode_is_comparison(op) ? SCALAR_BOOL : common);
    Node *node = binary_node(p, NODE_BINARY, op, a, b, type);
    if (node->kind != NODE_BINARY)
        return node;
    node->span = span;
    node->mark = mark;
    fold_constants(node, common);
    return node;
}

Node *check_binary(Parser *p, const Token *token, uint8_t op, Node *a, Node *b)
{
    return check_arithmetic(p, op, a, b, token->span);
}

Node *check_logical(Parser *p, uint8_t op, Node *a, Node *b, Span mark)
{
    a = check_condition(p, a);
    b = check_condition(p, b);
    if (a->kind == NODE_ERROR || b->kind == NODE_ERROR)
        return error_node(p, mark);
    Node *node = binary_node(p, NODE_LOGICAL, op, a, b, type_scalar(SCALAR_BOOL));
    node->mark = mark;
    if (node->kind != NODE_LOGICAL || !a->is_constant)
        return node;
    if (op == OP_AND ? !a->value : a->value) {
        node->is_constant = true;
        node->value = a->value;
    } else {
        node->is_constant = b->is_constant;
        node->value = b->value;
    }
    return node;
}

static const Type *conditional_type(const Node *b, const Node *c)
{
    if (type_is_arithmetic(b->type) && type_is_arithmetic(c->type))
        return b->type->scalar == c->type->scalar
                   ? type_scalar(b->type->scalar)
                   : type_scalar(scalar_common(b->type->scalar, c->type->scalar));
    return b->type->kind == TYPE_POINTER || c->type->kind != TYPE_POINTER ? b->type : c->type;
}

Node *check_conditional(Parser *p, Node *a, Node *b, Node *c, Span mark)
{
    Span span = span_join(a->span, c->span);
    a = check_condition(p, a);
    b = check_value(p, b);
    c = check_value(p, c);
    if (!type_equal(b->type, c->type)) {
        b = check_function_value(p, b);
        c = check_function_value(p, c);
    }
    if (a->kind == NODE_ERROR || b->kind == NODE_ERROR || c->kind == NODE_ERROR)
        return error_node(p, mark);
    const Type *type = conditional_type(b, c);
    if (type->kind != TYPE_VOID || c->type->kind != TYPE_VOID) {
        b = check_convert(p, b, type, "the first value of ?:");
        c = check_convert(p, c, type, "the second value of ?:");
    }
    Node *node = node_new(p, NODE_CONDITIONAL, type, span);
    node->mark = mark;
    node->a = node_child(node, a);
    node->b = node_child(node, b);
    node->c = node_child(node, c);
    const Node *chosen = a->is_constant && a->value ? b : c;
    node->is_constant = a->is_constant && chosen->is_constant;
    node->value = chosen->value;
    return check_depth(p, node);
}

static Node *negate(Parser *p, uint8_t op, Node *a, Span span)
{
    bool fits = op == OP_NOT ? type_is_integer(a->type) : type_is_arithmetic(a->type);
    if (!fits)
        return check_error(p, span, NULL, "this operator cannot be applied to %s",
                           type_text(p->arena, a->type));
    a = check_convert(p, a, type_scalar(scalar_promote(a->type->scalar)), "the operand");
    Node *node = node_new(p, NODE_UNARY, a->type, span);
    node->op = op;
    node->a = node_child(node, a);
    node->is_constant =
        a->is_constant && constant_unary(op, a->type->scalar, a->value, &node->value);
    return check_depth(p, node);
}

static Node *logical_not(Parser *p, Node *a, Span span)
{
    a = check_condition(p, a);
    if (a->kind == NODE_ERROR)
        return a;
    Node *node = node_new(p, NODE_UNARY, type_scalar(SCALAR_BOOL), span);
    node->op = OP_NOT;
    node->a = node_child(node, a);
    node->is_constant = a->is_constant;
    node->value = !a->value;
    return check_depth(p, node);
}

Node *check_unary(Parser *p, const Token *op, Node *a, Span span)
{
    if (a->kind == NODE_ERROR)
        return a;
    if (token_is(op, "&")) {
        Node *function = check_function_value(p, a);
        return function != a ? a : check_address(p, a, span); /* &f is f */
    }
    if (token_is(op, "*"))
        return check_deref(p, a, span);
    if (token_is(op, "!"))
        return logical_not(p, a, span);
    a = check_value(p, a);
    if (token_is(op, "+") && type_is_arithmetic(a->type))
        return check_cast(p, a, type_scalar(scalar_promote(a->type->scalar)), span, false);
    return negate(p, token_is(op, "~") ? OP_NOT : OP_NEG, a, span);
}

/* Assignments. */

static bool check_writable(Parser *p, Node *a, Span mark)
{
    if (a->kind == NODE_ERROR)
        return false;
    if (!a->is_lvalue || a->type->kind == TYPE_ARRAY) {
        check_error(p, mark, NULL,
                    a->is_lvalue ? "an array cannot be assigned as a whole"
                                 : "the left side is not a variable");
        return false;
    }
    if (a->type->is_const) {
        check_error(p, a->span, "leave out const where it is declared",
                    "%p is const and cannot be changed",
                    a->kind == NODE_DECL ? PHRASE_WORDS(a->decl->name)
                                         : PHRASE_KEY("what is on the left side"));
        return false;
    }
    check_mark_written(a);
    return true;
}

Node *check_assign(Parser *p, Node *a, Node *b, Span mark)
{
    if (!check_writable(p, a, mark) || b->kind == NODE_ERROR)
        return error_node(p, mark);
    b = check_convert(p, b, a->type, "the value");
    if (b->kind == NODE_ERROR)
        return b;
    if (a->kind == NODE_DECL)
        check_pointer_source(a->decl, b);
    Node *node = binary_node(p, NODE_ASSIGN, 0, a, b, a->type);
    node->mark = mark;
    node->is_lvalue = true;
    return node;
}

static Node *update_node(Parser *p, uint8_t op, Node *a, Node *b, const Type *common)
{
    Node *node = binary_node(p, NODE_UPDATE, op, a, b, a->type);
    node->common = common;
    node->is_lvalue = true;
    return node;
}

Node *check_update(Parser *p, uint8_t op, Node *a, Node *b, Span mark)
{
    b = check_value(p, b);
    if (!check_writable(p, a, mark) || b->kind == NODE_ERROR)
        return error_node(p, mark);
    if (a->type->kind == TYPE_POINTER) {
        bool fits = (op == OP_ADD || op == OP_SUB) && type_is_integer(b->type);
        if (!fits || !a->type->element->size_bytes)
            return check_error(p, mark, NULL, "this operator cannot be applied to %s and %s",
                               type_text(p->arena, a->type), type_text(p->arena, b->type));
        if (b->type->scalar < SCALAR_I32)
            b = check_convert(p, b, type_scalar(SCALAR_I32), "the value");
        return update_node(p, op, a, b, a->type);
    }
    Node *probe = check_arithmetic(p, op, a, b, mark); /* reports what does not fit */
    if (probe->kind == NODE_ERROR)
        return probe;
    ScalarType common = op == OP_SHL || op == OP_SHR
                            ? scalar_promote(a->type->scalar)
                            : scalar_common(a->type->scalar, b->type->scalar);
    b = check_convert(p, b, type_scalar(common), "the value");
    Node *node = update_node(p, op, a, b, type_scalar(common));
    node->mark = mark;
    return node;
}

Node *check_increment(Parser *p, Node *a, bool is_minus, bool is_postfix, Span span, Span mark)
{
    if (a->kind == NODE_ERROR)
        return a;
    Node *one = node_constant(p, SCALAR_I32, 1, mark);
    Node *node = check_update(p, is_minus ? OP_SUB : OP_ADD, a, one, mark);
    if (node->kind == NODE_ERROR)
        return node;
    node->span = span;
    node->is_postfix = is_postfix;
    node->is_lvalue = !is_postfix;
    return node;
}
