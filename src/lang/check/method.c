/* Calls of functions that belong to a struct: by name, as operators, and those that make or convert
 * a value. The object is the first argument. */
#include "lang/check/call.h"
#include "lang/tree/kinds.h"

#include <string.h>

typedef struct Candidates {
    const Outline **items;
    int count, capacity;
} Candidates;

static Candidates find_methods(Parser *p, const Members *members, const char *name, bool is_static)
{
    Candidates found = {0};
    for (int i = 0; i < members->method_count; ++i) {
        const Outline *method = &members->methods[i];
        if (strcmp(method->name, name) == 0 && method->is_static == is_static &&
            !method->is_conversion)
            *ARENA_PUSH(p->arena, found.items, found.count, found.capacity) = method;
    }
    return found;
}

static Call with_object(Parser *p, const Call *call, Node *object)
{
    Call full = *call;
    full.count = call->count + 1;
    full.arguments = ARENA_ARRAY(p->arena, Node *, full.count);
    full.arguments[0] = object;
    if (call->count)
        memcpy(full.arguments + 1, call->arguments, sizeof(Node *) * (size_t)call->count);
    return full;
}

Node *check_method(Parser *p, const Members *members, Node *object, const char *name,
                   const Call *call)
{
    Candidates own = find_methods(p, members, name, false),
               fixed = find_methods(p, members, name, true);
    if (own.count && object) {
        Call full = with_object(p, call, object);
        return check_candidates(p, own.items, own.count, &full);
    }
    if (fixed.count)
        return check_candidates(p, fixed.items, fixed.count, call);
    if (!own.count && members->base)
        return check_method(p, members->base, object ? check_base(p, object) : NULL, name, call);
    if (!own.count)
        return NULL;
    return check_error(p, call->span, NULL, "'%s' of %s needs an object", name, members->name);
}

bool type_has_method(const Compiler *compiler, const Type *type, const char *name)
{
    const Members *members = struct_members(compiler, type);
    for (int i = 0; members && i < members->method_count; ++i)
        if (strcmp(members->methods[i].name, name) == 0 && !members->methods[i].is_conversion)
            return true;
    return members && members->base && type_has_method(compiler, members->base->type, name);
}

Node *check_operator(Parser *p, const char *name, Node *a, Node *b, Span span)
{
    Node *items[] = {a, b};
    const Members *members = struct_members(p->compiler, a->type);
    if (members && type_has_method(p->compiler, a->type, name)) {
        Call call = {.arguments = &items[1], .count = b != NULL, .span = span};
        return check_method(p, members, a, name, &call);
    }
    return check_call_operator(p, name, items, b ? 2 : 1, span);
}

Node *check_constructor(Parser *p, const Type *type, Node **items, int count, Span span)
{
    const Members *members = struct_members(p->compiler, type);
    bool is_copy = count == 1 && type_equal(items[0]->type, type);
    if (!members || is_copy || (count == 0 && members->has_default))
        return NULL;
    Candidates found = find_methods(p, members, members->name ? members->name : "", false);
    Call call = {.arguments = items, .count = count, .span = span};
    return found.count ? check_candidates(p, found.items, found.count, &call) : NULL;
}

bool type_has_constructor(const Compiler *compiler, const Type *type)
{
    const Members *members = struct_members(compiler, type);
    return members && members->name && type_has_method(compiler, type, members->name);
}

bool type_has_destructor(const Compiler *compiler, const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    const Members *members = struct_members(compiler, type);
    if (!members || type->is_union)
        return false;
    for (int i = 0; i < type->field_count; ++i)
        if (type_has_destructor(compiler, type->fields[i].type))
            return true;
    return members->destructor != NULL;
}

static Node *then(Parser *p, Node *first, Node *second)
{
    if (!first || !second)
        return first ? first : second;
    Node *both = node_new(p, NODE_COMMA, second->type, first->span);
    both->a = node_child(both, first);
    both->b = node_child(both, second);
    return both;
}

Node *check_destruction(Parser *p, Node *object, Span span)
{
    const Members *members = struct_members(p->compiler, object->type);
    Node *all = NULL;
    if (!members || !type_has_destructor(p->compiler, object->type))
        return NULL;
    object = arena_copy(p->arena, object, sizeof *object);
    object->type = type_with_const(p->arena, object->type, false); /* also of a const object */
    const Outline *own = members->destructor;
    if (own) {
        Call call = {.arguments = &object, .count = 1, .span = span};
        all = check_candidates(p, &own, 1, &call);
    }
    for (int i = object->type->field_count - 1; i >= 0; --i)
        all = then(p, all, check_destruction(p, check_field(p, object, i, span), span));
    return all;
}

static bool result_fits(const Type *result, const Type *type)
{
    if (type_is_arithmetic(result) && type_is_arithmetic(type))
        return true;
    bool drops_const = result->kind == TYPE_POINTER && type->kind == TYPE_POINTER &&
                       result->element->is_const && !type->element->is_const;
    return !drops_const && type_equal(result, type);
}

/* operator T() of a struct. */
static const Outline *find_conversion(Parser *p, Node *node, const Type *type)
{
    const Members *members = struct_members(p->compiler, node->type);
    Call call = {.arguments = &node, .count = 1, .span = node->span};
    for (int i = 0; members && i < members->method_count; ++i) {
        const Outline *method = &members->methods[i];
        const Function *function =
            method->is_conversion ? function_signature(p->compiler, method, &call) : NULL;
        if (function && result_fits(function->result, type) &&
            (!node->type->is_const || method->is_const))
            return method;
    }
    return NULL;
}

bool check_has_conversion(Parser *p, Node *node, const Type *type)
{
    if (node->type->kind == TYPE_STRUCT)
        return find_conversion(p, node, type) != NULL;
    return type_is_arithmetic(node->type) && type_has_constructor(p->compiler, type);
}

Node *check_struct_conversion(Parser *p, Node *node, const Type *type)
{
    if (node->type->kind != TYPE_STRUCT)
        return check_constructor(p, type_with_const(p->arena, type, false), &node, 1, node->span);
    const Outline *method = find_conversion(p, node, type);
    Call call = {.arguments = &node, .count = 1, .span = node->span};
    Node *value = check_candidates(p, &method, 1, &call);
    return value->kind == NODE_ERROR ? value : check_convert(p, value, type, "the value");
}
