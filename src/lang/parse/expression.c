/* Expressions, by precedence climbing: one table of binary operators, and one function each for
 * what stands before, at and after an operand. */
#include "lang/parse/expression.h"
#include "lang/check/call.h"
#include "lang/parse/type.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <string.h>

Node *parse_broken(Parser *p)
{
    return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), parse_peek(p)->span);
}

static Node *parse_method_call(Parser *p, Node *object, const Token *name, int begin)
{
    Call call = {0};
    const Members *members = struct_members(p->compiler, object->type);
    return !parse_call_rest(p, begin, &call)
               ? parse_broken(p)
               : check_method(p, members, object, parse_token_text(p, name), &call);
}

Node *parse_member_of(Parser *p, Node *node, int begin)
{
    const Token *name = parse_peek(p);
    if (name->kind != TOKEN_NAME) {
        parse_error(p, name->span, NULL, "expected the name of a member");
        return parse_broken(p);
    }
    p->at++;
    if (node->kind != NODE_ERROR &&
        type_has_method(p->compiler, node->type, parse_token_text(p, name)))
        return parse_method_call(p, node, name, begin);
    if (type_is_group(node->type) && parse_accept(p, "(")) {
        int count;
        Node **items = parse_arguments(p, ")", &count);
        return check_group_method(p, node, name, items, count, parse_span_from(p, begin));
    }
    return check_member(p, node, name, parse_span_from(p, begin));
}

static Node *parse_member(Parser *p, Node *node, int begin)
{
    bool is_arrow = parse_at(p, "->");
    Span arrow = parse_peek(p)->span;
    p->at++;
    if (is_arrow)
        node = check_deref(p, node, arrow);
    return parse_member_of(p, node, begin);
}

static bool is_struct(const Node *node)
{
    return node->kind != NODE_ERROR && node->type && node->type->kind == TYPE_STRUCT;
}

/* The call of an operator that a struct or the file declares for these operands; NULL if neither
 * operand is a struct, or there is none. b is NULL for one operand. */
static Node *struct_operator(Parser *p, const char *op, Node *a, Node *b, Span span)
{
    if (!is_struct(a) && !(b && is_struct(b)))
        return NULL;
    return check_operator(p, arena_printf(p->arena, "operator%s", op), a, b, span);
}

/* f(...), where f is an object. */
static Node *parse_functor(Parser *p, Node *object, int begin)
{
    const Members *members = struct_members(p->compiler, object->type);
    Call call = {0};
    p->at++;
    call.arguments = parse_arguments(p, ")", &call.count);
    call.span = parse_span_from(p, begin);
    return p->is_broken ? parse_broken(p) : check_method(p, members, object, "operator()", &call);
}

/* The pointer to functions that is called as f(...) or (*f)(...); NULL if the node is none. */
static Node *called_pointer(const Parser *p, Node *node)
{
    if (node->kind == NODE_ERROR || !node->type)
        return NULL;
    if (type_is_function_pointer(p->compiler, node->type))
        return node;
    return node->kind == NODE_DEREF ? called_pointer(p, node->a) : NULL;
}

static Node *parse_pointer_call(Parser *p, Node *pointer, int begin)
{
    Call call = {0};
    p->at++;
    call.arguments = parse_arguments(p, ")", &call.count);
    call.span = parse_span_from(p, begin);
    return p->is_broken ? parse_broken(p) : check_pointer_call(p, pointer, &call);
}

static Node *parse_subscript(Parser *p, Node *node, int begin)
{
    if (parse_at_accessor(p, node))
        return parse_accessor(p, node, begin);
    bool in_template = p->in_template_arguments;
    p->in_template_arguments = false;
    p->at++;
    Node *index = parse_expression(p);
    p->in_template_arguments = in_template;
    parse_expect(p, "]", "after the index");
    if (p->is_broken)
        return parse_broken(p);
    Span span = parse_span_from(p, begin);
    Node *own = struct_operator(p, "[]", node, index, span);
    return own ? own : check_index(p, node, index, span);
}

static Node *parse_postfix(Parser *p)
{
    int begin = p->at;
    Node *node = parse_primary(p);
    while (!p->is_broken) {
        Span mark = parse_peek(p)->span;
        if (parse_at(p, "["))
            node = parse_subscript(p, node, begin);
        else if (parse_at(p, ".") || parse_at(p, "->"))
            node = parse_member(p, node, begin);
        else if (parse_at(p, "++") || parse_at(p, "--")) {
            bool is_minus = parse_at(p, "--");
            p->at++;
            Node *own = struct_operator(p, is_minus ? "--" : "++", node,
                                        node_constant(p, SCALAR_I32, 0, mark), mark);
            node = own ? own
                       : check_increment(p, node, is_minus, true, parse_span_from(p, begin), mark);
        } else if (parse_at(p, "(") && is_struct(node) &&
                   type_has_method(p->compiler, node->type, "operator()"))
            node = parse_functor(p, node, begin);
        else if (parse_at(p, "(") && called_pointer(p, node))
            node = parse_pointer_call(p, called_pointer(p, node), begin);
        else if (parse_at(p, "(") && node->kind == NODE_ERROR)
            parse_skip_balanced(p);
        else if (parse_at(p, "("))
            parse_error(p, mark, "call a function by its name", "this cannot be called");
        else
            break;
    }
    return p->is_broken ? parse_broken(p) : node;
}

static bool at_c_cast(Parser *p)
{
    if (!parse_at(p, "("))
        return false;
    p->at++;
    bool is_type = parse_at_type(p);
    int at = p->at;
    /* (T(x) + 1) and (T{...}) are parenthesised constructions. */
    while (is_type && (parse_peek(p)->kind == TOKEN_NAME || parse_at(p, "::")))
        p->at++;
    is_type =
        is_type && !parse_at(p, "{") && !(parse_at(p, "(") && !token_is(parse_ahead(p, 1), "*"));
    p->at = at - 1;
    return is_type;
}

Node *parse_unary(Parser *p)
{
    const Token *op = parse_peek(p);
    int begin = p->at;
    if (p->is_broken || !parse_nest(p))
        return parse_broken(p);
    Node *node;
    bool is_step = token_is(op, "++") || token_is(op, "--");
    if (at_c_cast(p))
        node = parse_c_cast(p);
    else if (is_step || token_is(op, "-") || token_is(op, "+") || token_is(op, "!") ||
             token_is(op, "~") || token_is(op, "*") || token_is(op, "&")) {
        p->at++;
        bool is_self = token_is(op, "*") && parse_at(p, "this");
        Node *a = is_self ? parse_own_object(p, parse_peek(p)->span) : parse_unary(p);
        p->at += is_self;
        Span span = parse_span_from(p, begin);
        Node *own = p->is_broken || is_self || token_is(op, "&")
                        ? NULL
                        : struct_operator(p, parse_token_text(p, op), a, NULL, span);
        if (p->is_broken)
            node = parse_broken(p);
        else if (own || is_self)
            node = own ? own : a;
        else if (is_step)
            node = check_increment(p, a, token_is(op, "--"), false, span, op->span);
        else
            node = check_unary(p, op, a, span);
    } else
        node = parse_postfix(p);
    parse_unnest(p);
    return node;
}

static bool operator_at(const Parser *p, BinaryOperator *op, int *tokens)
{
    const Token *token = parse_peek(p);
    bool is_shift_right = p->at + 1 < p->end && token_is_shift_right(token);
    *tokens = 1 + is_shift_right;
    if (token->kind != TOKEN_PUNCTUATOR || (p->in_template_arguments && token_is(token, ">")))
        return false;
    return binary_find(token, is_shift_right, op);
}

/* a op b, by the operator of a struct if one of them is one. */
static Node *binary_node_of(Parser *p, BinaryOperator op, const Token *mark, Node *a, Node *b)
{
    Node *own = struct_operator(p, binary_text(op), a, b, span_join(a->span, b->span));
    if (own)
        return own;
    bool is_logical = op == BINARY_AND || op == BINARY_OR;
    return is_logical ? check_logical(p, binary_opcode(op), a, b, mark->span)
                      : check_binary(p, mark, binary_opcode(op), a, b);
}

Node *parse_binary(Parser *p, int least)
{
    Node *left = parse_unary(p);
    BinaryOperator op;
    int tokens;
    while (!p->is_broken && operator_at(p, &op, &tokens) && binary_precedence(op) >= least) {
        const Token *mark = parse_peek(p);
        p->at += tokens;
        Node *right = parse_binary(p, binary_precedence(op) + 1);
        if (!p->is_broken)
            left = binary_node_of(p, op, mark, left, right);
    }
    return p->is_broken ? parse_broken(p) : left;
}

static bool is_check_off(Parser *p, Span condition, Span mark)
{
    bool at_condition = parse_without(p, WITHOUT_CHECK, condition);
    bool at_mark = parse_without(p, WITHOUT_CHECK, mark);
    return at_condition || at_mark;
}

Node *parse_conditional(Parser *p)
{
    int begin = p->at;
    Node *condition = parse_binary(p, 1);
    if (p->is_broken || !parse_at(p, "?"))
        return condition;
    Span mark = parse_peek(p)->span;
    if (!parse_nest(p))
        return parse_broken(p);
    parse_switchable(p, WITHOUT_CHECK, condition->span, parse_span_from(p, begin));
    p->at++;
    bool is_off = is_check_off(p, condition->span, mark);
    Node *yes = parse_expression(p);
    parse_expect(p, ":", "between the two values of ?:");
    Node *no = p->is_broken ? parse_broken(p) : parse_assignment(p);
    parse_unnest(p);
    if (p->is_broken)
        return parse_broken(p);
    if (is_off)
        condition = node_constant(p, SCALAR_BOOL, 1, condition->span);
    return check_conditional(p, condition, yes, no, mark);
}

Node *parse_assignment(Parser *p)
{
    Node *left = parse_conditional(p);
    BinaryOperator op;
    bool is_plain = !p->is_broken && parse_at(p, "=");
    bool is_update = !p->is_broken && binary_find_update(parse_peek(p), &op);
    const Token *token = parse_peek(p);
    Span mark = token->span;
    if ((!is_update && !is_plain) || !parse_nest(p))
        return p->is_broken ? parse_broken(p) : left;
    p->at++;
    Node *right = parse_at(p, "{") ? parse_list(p, left->type) : parse_assignment(p);
    parse_unnest(p);
    if (p->is_broken)
        return parse_broken(p);
    bool is_copy = is_plain && !type_has_method(p->compiler, left->type, "operator=");
    Node *own = is_copy ? NULL
                        : struct_operator(p, parse_token_text(p, token), left, right,
                                          span_join(left->span, right->span));
    if (own)
        return own;
    return is_plain ? check_assign(p, left, right, mark)
                    : check_update(p, binary_opcode(op), left, right, mark);
}

Node *parse_expression(Parser *p)
{
    Node *left = parse_assignment(p);
    while (!p->is_broken && parse_accept(p, ",")) {
        Node *right = parse_assignment(p);
        Node *comma = node_new(p, NODE_COMMA, right->type, span_join(left->span, right->span));
        comma->a = node_child(comma, left);
        comma->b = node_child(comma, check_value(p, right));
        comma->type = comma->b->type;
        left = comma;
    }
    return p->is_broken ? parse_broken(p) : left;
}

/* At the . of { .name = value }: the index of the member, behind its =. Goes on with
 * the first one after an error. */
static int parse_designator(Parser *p, const Type *type)
{
    const Token *name = parse_ahead(p, 1);
    if (!type || type->kind != TYPE_STRUCT) {
        parse_error(p, name->span, "name the type before the brace",
                    "the type of this list of values is not known here");
        return 0;
    }
    int field = type_find_field(type, name);
    if (field < 0)
        check_error(p, name->span, NULL, "%s has no member '%s'", type_text(p->arena, type),
                    parse_token_text(p, name));
    p->at += 2;
    if (!parse_at(p, "{"))
        parse_expect(p, "=", "after the member's name");
    return field < 0 ? 0 : field;
}

Node *parse_list(Parser *p, const Type *type)
{
    int begin = p->at++, count = 0;
    bool is_struct = type && type->kind == TYPE_STRUCT;
    const Type *element = type && type->kind == TYPE_ARRAY ? type->element : NULL;
    Node **items = NULL;
    int capacity = 0;
    if (!parse_nest(p))
        return parse_broken(p);
    for (int at = 0; !p->is_broken && !parse_at(p, "}"); ++at) {
        if (parse_at(p, "."))
            at = parse_designator(p, type);
        const Type *inner = is_struct && at < type->field_count ? type->fields[at].type : element;
        if (type == type_loose_list())
            inner = type;
        Node *item = parse_at(p, "{") ? parse_list(p, inner) : parse_assignment(p);
        while (count <= at)
            *ARENA_PUSH(p->arena, items, count, capacity) = NULL; /* what is left out is zero */
        items[at] = item;
        if (!parse_accept(p, ","))
            break;
    }
    parse_expect(p, "}", "after the list of values");
    parse_unnest(p);
    if (p->is_broken)
        return parse_broken(p);
    return check_list(p, type, items, count, parse_span_from(p, begin));
}

Node *parse_initialiser(Parser *p, const Type *type)
{
    return parse_at(p, "{") ? parse_list(p, type) : parse_assignment(p);
}

/* Is something in it computed by a function, when the kernel runs? */
static bool has_call(const Node *node)
{
    if (!node)
        return false;
    bool is_call = node->kind == NODE_CALL || node->kind == NODE_OPERATION ||
                   (node->kind == NODE_BINARY && (node->op == OP_MIN || node->op == OP_MAX));
    return is_call || has_call(node->a) || has_call(node->b) || has_call(node->c);
}

bool parse_constant_int(Parser *p, int64_t *out, const char *what)
{
    Node *node = check_value(p, parse_conditional(p));
    if (p->is_broken || node->kind == NODE_ERROR)
        return false;
    if (!node->is_constant || !type_is_integer(node->type)) {
        check_error(p, node->span,
                    has_call(node) ? "write the number itself, for functions as min and ceil are "
                                     "called when the kernel runs"
                                   : "use a number, a #define, or a const int that is one",
                    "%p must be a whole number known when the kernel is compiled",
                    PHRASE_KEY(what));
        return false;
    }
    *out = constant_int(node->type->scalar, node->value);
    return true;
}
