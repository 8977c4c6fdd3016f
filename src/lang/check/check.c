/* Nodes and conversions: C's rules about what becomes what. */
#include "lang/check/call.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <string.h>

Node *node_new(Parser *p, NodeKind kind, const Type *type, Span span)
{
    Node *node = ARENA_NEW(p->arena, Node);
    node->kind = kind;
    node->type = type;
    node->span = node->mark = span;
    node->depth = 1;
    if (kind == NODE_ERROR) /* so that its address or an assignment to it is no second mistake */
        node->is_lvalue = true;
    return node;
}

Stmt *stmt_new(Parser *p, StmtKind kind, Span span, Node *expr)
{
    Stmt *stmt = ARENA_NEW(p->arena, Stmt);
    stmt->kind = kind;
    stmt->span = stmt->head = span;
    stmt->expr = expr;
    return stmt;
}

Stmt **stmt_end(Stmt **link)
{
    while (*link)
        link = &(*link)->next;
    return link;
}

Node *node_child(Node *parent, Node *child)
{
    if (child->depth + 1 > parent->depth)
        parent->depth = child->depth + 1;
    return child;
}

Node *node_constant(Parser *p, ScalarType type, uint64_t value, Span span)
{
    Node *node = node_new(p, NODE_CONSTANT, type_scalar(type), span);
    node->is_constant = true;
    node->value = value;
    return node;
}

Node *check_depth(Parser *p, Node *node)
{
    if (node->depth <= NODE_DEPTH_LIMIT)
        return node;
    parse_error(p, node->span, "split it into several statements", "this expression is too long");
    return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), node->span);
}

Node *check_decl(Parser *p, Decl *decl, Span span)
{
    Node *node = node_new(p, NODE_DECL, decl->type, span);
    node->decl = decl;
    node->is_lvalue = true;
    node->is_constant = decl->is_constant && decl->type->kind == TYPE_SCALAR;
    node->value = decl->value;
    return node;
}

Node *check_value(Parser *p, Node *node)
{
    if (node->kind == NODE_ERROR || node->type->kind != TYPE_ARRAY)
        return node;
    Node *decay = node_new(p, NODE_DECAY, type_pointer(p->arena, node->type->element), node->span);
    decay->a = node_child(decay, node);
    return decay;
}

static Node *cast_node(Parser *p, Node *node, const Type *type, Span span)
{
    Node *cast = node_new(p, NODE_CAST, type_with_const(p->arena, type, false), span);
    cast->a = node_child(cast, node);
    cast->is_implicit = true;
    cast->is_parenthesised = node->is_parenthesised;
    if (node->is_constant && type->kind == TYPE_SCALAR && node->type->kind == TYPE_SCALAR &&
        !scalar_is_half(type->scalar) && !scalar_is_half(node->type->scalar) &&
        constant_fits(type->scalar, node->type->scalar, node->value)) {
        cast->is_constant = true;
        cast->value = constant_convert(type->scalar, node->type->scalar, node->value);
    }
    if (node->kind == NODE_TEXT && type->kind == TYPE_SCALAR) /* assert(x && "why") */
        cast->is_constant = true, cast->value = 1;
    return cast;
}

static bool is_null(const Node *node)
{
    return node->is_constant && type_is_integer(node->type) && node->value == 0;
}

/* May a T* be passed where a U* is wanted? */
static bool pointer_fits(const Type *from, const Type *to)
{
    bool drops_const = from->element->is_const && !to->element->is_const;
    if (from->element->kind == TYPE_ARRAY && from->element->element->is_const &&
        to->element->kind == TYPE_ARRAY && !to->element->element->is_const)
        drops_const = true;
    if (drops_const)
        return false;
    return to->element->kind == TYPE_VOID || type_equal(from->element, to->element);
}

static bool needs_function(const Type *from, const Type *to)
{
    return (from->kind == TYPE_STRUCT || to->kind == TYPE_STRUCT) && !type_equal(from, to);
}

/* May a list whose type is that of the parameter make a value of this type? */
static bool list_fits(const Compiler *compiler, const Node *list, const Type *type)
{
    if (type->kind == TYPE_STRUCT)
        return list->item_count <= type->field_count || type_has_constructor(compiler, type);
    return type->kind == TYPE_SCALAR && list->item_count <= 1;
}

bool check_converts(Parser *p, Node *node, const Type *type)
{
    const Type *from = node->type;
    if (node->kind == NODE_ERROR)
        return true;
    if (from == type_loose_list())
        return list_fits(p->compiler, node, type);
    if (type_is_arithmetic(type) && type_is_arithmetic(from))
        return true;
    if (check_is_function_for(p, node, type))
        return true;
    if (needs_function(from, type))
        return check_has_conversion(p, node, type);
    if (type->kind == TYPE_POINTER && from->kind == TYPE_ARRAY)
        return (!from->element->is_const || type->element->is_const) &&
               (type->element->kind == TYPE_VOID || type_equal(from->element, type->element));
    if (type->kind == TYPE_POINTER)
        return is_null(node) || (from->kind == TYPE_POINTER && pointer_fits(from, type));
    if (type->kind == TYPE_SCALAR && type->scalar == SCALAR_BOOL)
        return from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY;
    return type_equal(from, type);
}

Node *check_mismatch(Parser *p, const Node *node, const Type *to, const Phrase *what)
{
    const Type *from = node->type;
    bool are_pointers = from->kind == TYPE_POINTER && to->kind == TYPE_POINTER;
    bool is_const = are_pointers && from->element->is_const && !to->element->is_const;
    Node *error = check_error(
        p, node->span,
        is_const ? "what it points at is const; declare the pointer const as well" : NULL,
        "%p is of type %s and cannot become %s", what, type_text(p->arena, from),
        type_text(p->arena, to));
    if (are_pointers && !is_const)
        check_hint(
            p, phrase_new(p->arena, "write reinterpret_cast<%s>(...)", type_text(p->arena, to)));
    return error;
}

Node *check_convert(Parser *p, Node *node, const Type *type, const char *what)
{
    node = check_value(p, node);
    if (node->kind == NODE_ERROR)
        return node;
    if (!check_converts(p, node, type))
        return check_mismatch(p, node, type, PHRASE_KEY(what));
    if (node->type == type_loose_list())
        return check_list(p, type, node->items, node->item_count, node->span);
    if (check_is_function_for(p, node, type))
        return check_function_for(p, node, type);
    if (needs_function(node->type, type))
        return check_struct_conversion(p, node, type);
    bool is_same = type_equal(node->type, type) && node->type->kind != TYPE_POINTER;
    return is_same && !node->type->is_const ? node : cast_node(p, node, type, node->span);
}

static bool cast_fits(const Type *from, const Type *to, bool reinterpret)
{
    bool from_word = from->kind == TYPE_POINTER || type_is_integer(from);
    bool to_word = to->kind == TYPE_POINTER || type_is_integer(to);
    if (type_is_arithmetic(from) && type_is_arithmetic(to))
        return true;
    if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER)
        return reinterpret || from->element->kind == TYPE_VOID || pointer_fits(from, to);
    return (reinterpret && from_word && to_word) || type_equal(from, to);
}

/* From a base class to what is derived from it, the base being what lies at its beginning. */
static bool is_downcast(const Compiler *compiler, const Type *from, const Type *to)
{
    if (from->kind != TYPE_POINTER || to->kind != TYPE_POINTER)
        return false;
    bool drops_const = from->element->is_const && !to->element->is_const;
    const Members *members = struct_members(compiler, to->element);
    for (; members && !drops_const; members = members->base)
        if (members->base && type_equal(members->base->type, from->element))
            return true;
    return false;
}

Node *check_cast(Parser *p, Node *node, const Type *type, Span span, bool reinterpret)
{
    node = check_value(p, node);
    if (node->kind == NODE_ERROR)
        return node;
    if (type->kind == TYPE_VOID) {
        Node *cast = node_new(p, NODE_CAST, type_void(), span);
        cast->a = node_child(cast, node);
        return cast;
    }
    bool fits = cast_fits(node->type, type, reinterpret) || check_converts(p, node, type) ||
                is_downcast(p->compiler, node->type, type);
    if (!fits)
        return check_error(p, span, NULL, "a value of type %s cannot be cast to %s",
                           type_text(p->arena, node->type), type_text(p->arena, type));
    if (needs_function(node->type, type))
        return check_struct_conversion(p, node, type);
    Node *cast = cast_node(p, node, type, span);
    cast->is_implicit = false;
    return check_depth(p, cast);
}

Node *check_condition(Parser *p, Node *node)
{
    node = check_value(p, node);
    if (node->kind == NODE_ERROR)
        return node;
    if (!type_is_arithmetic(node->type) && node->type->kind != TYPE_POINTER)
        return check_error(p, node->span, NULL, "a condition cannot be of type %s",
                           type_text(p->arena, node->type));
    return check_convert(p, node, type_scalar(SCALAR_BOOL), "the condition");
}

void check_pointer_source(Decl *decl, Node *source)
{
    if (decl->type->kind != TYPE_POINTER || !source)
        return;
    if (decl->source_count < DECL_SOURCE_LIMIT)
        decl->sources[decl->source_count] = source;
    decl->source_count++;
}

/* The variable that holds an lvalue's bytes; NULL if it is reached through a pointer. */
static Decl *holder(Node *node)
{
    while (node->kind == NODE_MEMBER)
        node = node->a;
    return node->kind == NODE_DECL ? node->decl : NULL;
}

void check_mark_written(Node *lvalue)
{
    Decl *decl = holder(lvalue);
    if (decl)
        decl->is_assigned = true;
}

/* The reference that a call returns may be to any argument that is passed by reference: all of
 * these may be written by way of its address. */
static void mark_arguments(const Node *call)
{
    for (int i = 0; i < call->item_count; ++i)
        if (call->function->parameters[i]->is_reference)
            check_mark_addressed(call->items[i]);
}

void check_mark_addressed(Node *lvalue)
{
    Decl *decl = holder(lvalue);
    while (lvalue->kind == NODE_MEMBER)
        lvalue = lvalue->a;
    if (lvalue->kind == NODE_CALL)
        mark_arguments(lvalue);
    if (!decl)
        return;
    decl->needs_address = decl->is_assigned = true;
    if (decl->is_reference && decl->initial)
        check_mark_addressed(decl->initial);
}

Node *check_deref(Parser *p, Node *a, Span span)
{
    a = check_value(p, a);
    if (a->kind == NODE_ERROR)
        return a;
    if (a->type->kind != TYPE_POINTER || a->type->element->kind == TYPE_VOID)
        return check_error(p, span, NULL, "a value of type %s does not point at anything",
                           type_text(p->arena, a->type));
    Node *node = node_new(p, NODE_DEREF, a->type->element, span);
    node->a = node_child(node, a);
    node->is_lvalue = true;
    return check_depth(p, node);
}

Node *check_address(Parser *p, Node *a, Span span)
{
    if (a->kind == NODE_ERROR)
        return a;
    if (!a->is_lvalue)
        return check_error(p, span, NULL, "this value has no address");
    check_mark_addressed(a);
    Node *node = node_new(p, NODE_ADDRESS, type_pointer(p->arena, a->type), span);
    node->a = node_child(node, a);
    return check_depth(p, node);
}

Node *check_index(Parser *p, Node *a, Node *b, Span span)
{
    Node *pointer = check_value(p, a), *index = check_value(p, b);
    if (pointer->kind == NODE_ERROR || index->kind == NODE_ERROR)
        return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), span);
    if (pointer->type->kind != TYPE_POINTER && index->type->kind == TYPE_POINTER) {
        Node *swap = pointer;
        pointer = index;
        index = swap;
    }
    if (pointer->type->kind != TYPE_POINTER)
        return check_error(p, span, NULL, "a value of type %s cannot be indexed",
                           type_text(p->arena, pointer->type));
    if (!type_is_integer(index->type))
        return check_error(p, index->span, "write (int)(...) around it",
                           "an index must be a whole number, not %s",
                           type_text(p->arena, index->type));
    Node *offset = check_offset(p, OP_ADD, pointer, index, span);
    return offset->kind == NODE_ERROR ? offset : check_deref(p, offset, span);
}

int type_find_field(const Type *type, const Token *name)
{
    for (int i = 0; i < type->field_count; ++i)
        if (token_is(name, type->fields[i].name))
            return i;
    return -1;
}

Node *check_field(Parser *p, Node *a, int field, Span span)
{
    const Type *type = a->type->fields[field].type;
    if (a->type->is_const)
        type = type_with_const(p->arena, type, true);
    Node *node = node_new(p, NODE_MEMBER, type, span);
    node->a = node_child(node, a);
    node->field = field;
    node->is_lvalue = a->is_lvalue;
    return node;
}

/* Has a struct such a member, or its base class, or a struct or union in it that has no name? */
static bool has_field(const Type *type, const Token *name)
{
    for (int i = 0; i < type->field_count; ++i)
        if (!*type->fields[i].name && has_field(type->fields[i].type, name))
            return true;
    return type_find_field(type, name) >= 0;
}

Node *check_base(Parser *p, Node *a)
{
    return check_field(p, a, 0, a->span);
}

Node *struct_constant(const Compiler *compiler, const Type *type, const Token *name)
{
    const Members *members = struct_members(compiler, type);
    for (; members; members = members->base)
        for (const Symbol *s = members->names; s; s = s->next_in_scope)
            if (s->kind == SYMBOL_CONSTANT && token_is(name, s->name))
                return s->constant;
    return NULL;
}

Node *check_member(Parser *p, Node *a, const Token *name, Span span)
{
    if (a->kind == NODE_ERROR)
        return a;
    bool is_pointer = a->type->kind == TYPE_POINTER && a->type->element->kind == TYPE_STRUCT;
    if (a->type->kind != TYPE_STRUCT)
        return check_error(p, span, is_pointer ? "write -> instead of ." : NULL,
                           "a value of type %s has no members", type_text(p->arena, a->type));
    int field = type_find_field(a->type, name);
    for (int i = 0; field < 0 && i < a->type->field_count; ++i)
        if (!*a->type->fields[i].name && has_field(a->type->fields[i].type, name))
            return check_member(p, check_field(p, a, i, a->span), name, span);
    const Node *constant = field < 0 ? struct_constant(p->compiler, a->type, name) : NULL;
    if (constant) {
        Node *node = arena_copy(p->arena, constant, sizeof *constant);
        node->span = node->mark = span;
        return node;
    }
    if (a->type->is_union && !a->is_lvalue)
        return check_error(p, span, "put it into a variable first",
                           "a member of a union that is no variable");
    if (field < 0)
        return check_error(p, name->span, NULL, "%s has no member '%s'",
                           type_text(p->arena, a->type), parse_token_text(p, name));
    if (a->kind == NODE_CONSTRUCT && a->items[field]->kind == NODE_SPECIAL) { /* threadIdx.x */
        a->items[field]->span = a->items[field]->mark = span;
        return a->items[field];
    }
    return check_depth(p, check_field(p, a, field, span));
}
