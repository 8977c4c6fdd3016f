/* Pointers to functions. Functions are inlined where they are called, so a call by way of a pointer
 * is a function made for it: it compares the pointer with each function that it could lead to, and
 * calls that one. Could means: the types are the same, and the function's name stands in the file
 * as a value. */
#include "lang/check/call.h"

#include <string.h>

enum { FUNCTION_BYTES = 1 };

static const Members *signature_of(const Compiler *compiler, const Type *pointer)
{
    const Members *members =
        pointer->kind == TYPE_POINTER ? struct_members(compiler, pointer->element) : NULL;
    return members && members->signature_count ? members : NULL;
}

bool type_is_function_pointer(const Compiler *compiler, const Type *type)
{
    return signature_of(compiler, type) != NULL;
}

static bool is_signature(const Members *members, const Type *result, const Type **parameters,
                         int count)
{
    bool is_same = members->signature_count == count + 1;
    for (int i = 0; is_same && i <= count; ++i)
        is_same = type_equal(members->signature[i], i ? parameters[i - 1] : result);
    return is_same;
}

const Type *function_type(Compiler *compiler, const Type *result, const Type **parameters,
                          int count)
{
    Arena *arena = compiler->arena;
    for (const Members *m = compiler->members; m; m = m->next)
        if (is_signature(m, result, parameters, count))
            return m->type;
    Members *members = ARENA_NEW(arena, Members);
    Type *type = ARENA_NEW(arena, Type);
    const char *name = "";
    members->signature = ARENA_ARRAY(arena, const Type *, count + 1);
    members->signature_count = count + 1;
    members->signature[0] = result;
    for (int i = 0; i < count; ++i) {
        members->signature[i + 1] = parameters[i];
        name = arena_printf(arena, "%s%s%s", name, i ? ", " : "", type_text(arena, parameters[i]));
    }
    *type = (Type){.kind = TYPE_STRUCT,
                   .size_bytes = FUNCTION_BYTES,
                   .align_bytes = FUNCTION_BYTES,
                   .name = arena_printf(arena, "%s (%s)", type_text(arena, result), name),
                   .fields = ARENA_NEW(arena, Field)};
    members->type = type;
    members->next = compiler->members;
    compiler->members = members;
    return type;
}

/* Is that function of the signature's types? */
static bool has_signature(Parser *p, const Outline *outline, const Members *signature)
{
    int count = signature->signature_count - 1;
    Call call = {.count = count, .span = outline->name_span};
    if (outline->kind != OUTLINE_DEVICE_FUNCTION || outline->body < 0 || outline->owner ||
        outline->is_template)
        return false;
    call.arguments = ARENA_ARRAY(p->arena, Node *, count + 1);
    for (int i = 0; i < count; ++i)
        call.arguments[i] = node_new(p, NODE_CONSTANT, signature->signature[i + 1], call.span);
    const Function *function = function_signature(p->compiler, outline, &call);
    bool fits = function && function->parameter_count == count && function->result &&
                type_equal(function->result, signature->signature[0]);
    for (int i = 0; fits && i < count; ++i)
        fits = !function->parameters[i]->is_reference &&
               type_equal(function->parameters[i]->type, signature->signature[i + 1]);
    return fits;
}

/* The function of that name and signature: index of its outline, or -1. */
static int find_function(Parser *p, const char *name, const Members *signature)
{
    const Outlines *outlines = p->compiler->outlines;
    int i = outline_find(outlines, name, (uint32_t)strlen(name));
    while (i >= 0 && !has_signature(p, &outlines->items[i], signature))
        i = outline_next(outlines, i);
    return i;
}

/* The name of the function that the node is; NULL if it is none. */
static const char *function_name(const Compiler *compiler, const Node *node)
{
    const Members *members = struct_members(compiler, node->type);
    return members && members->is_function ? members->name : NULL;
}

bool check_is_function_for(Parser *p, const Node *node, const Type *pointer)
{
    const Members *signature = signature_of(p->compiler, pointer);
    const char *name = signature ? function_name(p->compiler, node) : NULL;
    return name && find_function(p, name, signature) >= 0;
}

static Node *pointer_to(Parser *p, const Type *pointer, int outline, Span span)
{
    uint64_t number = (uint64_t)outline + 1;
    Node *value = node_constant(p, SCALAR_U64, number, span);
    Node *node = check_cast(p, value, pointer, span, true);
    node->value = number; /* by which it is known again: known_function */
    return node;
}

Node *check_function_for(Parser *p, Node *node, const Type *pointer)
{
    const char *name = function_name(p->compiler, node);
    int outline = find_function(p, name, signature_of(p->compiler, pointer));
    return pointer_to(p, pointer, outline, node->span);
}

Node *check_function_value(Parser *p, Node *node)
{
    const char *name = function_name(p->compiler, node);
    const Members *members = struct_members(p->compiler, node->type);
    Call call = {.span = node->span};
    if (!name || members->method_count != 1 || members->methods[0].is_template)
        return node;
    int outline = outline_find(p->compiler->outlines, name, (uint32_t)strlen(name));
    while (p->compiler->outlines->items[outline].begin != members->methods[0].begin)
        outline = outline_next(p->compiler->outlines, outline);
    for (int count = 0; count < TEMPLATE_LIMIT; ++count) {
        const Type *types[TEMPLATE_LIMIT];
        Node *arguments[TEMPLATE_LIMIT];
        call.count = count;
        call.arguments = arguments;
        for (int i = 0; i < count; ++i)
            arguments[i] = node_constant(p, SCALAR_I32, 0, node->span);
        const Function *function =
            function_signature(p->compiler, &p->compiler->outlines->items[outline], &call);
        if (!function || function->parameter_count != count || !function->result)
            continue;
        for (int i = 0; i < count; ++i)
            types[i] = function->parameters[i]->type;
        const Type *type = function_type(p->compiler, function->result, types, count);
        return pointer_to(p, type_pointer(p->arena, type), outline, node->span);
    }
    return node;
}

/* ---- calls ---- */

/* The outline that the pointer is known to lead to, or -1. */
static int known_function(const Parser *p, const Node *pointer)
{
    bool is_known = pointer->kind == NODE_CAST && pointer->a->kind == NODE_CONSTANT &&
                    pointer->value && pointer->value <= (uint64_t)p->compiler->outlines->count;
    return is_known ? (int)pointer->value - 1 : -1;
}

/* Does the function's name stand somewhere without a call? */
static bool is_value(const Parser *p, const Outline *outline)
{
    const TokenList *tokens = p->compiler->tokens;
    for (int i = 0; i + 1 < tokens->count; ++i) {
        const Token *next = &tokens->items[i + 1];
        if (token_is(&tokens->items[i], outline->name) && !token_is(next, "(") &&
            !token_is(next, "<"))
            return true;
    }
    return false;
}

int check_functions(Parser *p, const Type *pointer, const FunctionNumber **out)
{
    const Members *signature = signature_of(p->compiler, pointer);
    const Outlines *outlines = p->compiler->outlines;
    FunctionNumber *list = NULL;
    int count = 0, capacity = 0;
    for (int i = p->compiler->prelude_count; i < outlines->count; ++i)
        if (has_signature(p, &outlines->items[i], signature) && is_value(p, &outlines->items[i]))
            *ARENA_PUSH(p->arena, list, count, capacity) =
                (FunctionNumber){outlines->items[i].name, (uint64_t)i + 1};
    *out = list;
    return count;
}

static Decl *parameter_new(Parser *p, int index, const Type *type, Span span)
{
    Decl *decl = decl_new(p->compiler, DECL_PARAMETER, "", span, type);
    decl->parameter = index;
    return decl;
}

/* The call of one function with the parameters of the one that is made; NULL after an error. */
static Node *call_one(Parser *p, const Outline *outline, const Function *made, Span span)
{
    Call call = {.count = made->parameter_count - 1, .span = span};
    call.arguments = ARENA_ARRAY(p->arena, Node *, call.count + 1);
    for (int i = 0; i < call.count; ++i)
        call.arguments[i] = check_decl(p, made->parameters[i + 1], span);
    Node *node = check_candidates(p, &outline, 1, &call);
    return node->kind == NODE_ERROR ? NULL : node;
}

/* if (pointer == number) return f(...); */
static Stmt *choice(Parser *p, uint64_t function, const Function *made, Span span)
{
    Node *number = node_constant(p, SCALAR_U64, function, span);
    Node *call = call_one(p, &p->compiler->outlines->items[function - 1], made, span);
    Node *which = check_decl(p, made->parameters[0], span);
    if (!call)
        return NULL;
    Stmt *stmt = stmt_new(p, STMT_IF, span, check_arithmetic(p, OP_EQ, which, number, span));
    stmt->body = stmt_new(p, STMT_RETURN, span, call);
    return stmt;
}

/* assert(false), and a value for who has asked for one. */
static Stmt *no_choice(Parser *p, const Type *result, Span span)
{
    Node *condition = node_constant(p, SCALAR_BOOL, 0, span), *value = NULL;
    Node *node = node_operation(p, OP_ASSERT, 0, type_void(), &condition, 1, span);
    node->text = "the pointer leads to a function";
    Stmt *stmt = stmt_new(p, STMT_EXPRESSION, span, node);
    if (result->kind != TYPE_VOID)
        value = check_list(p, result, NULL, 0, span);
    stmt->next = stmt_new(p, STMT_RETURN, span, value);
    return stmt;
}

static Function *make_function(Parser *p, const Type *pointer, Span span)
{
    const Members *signature = signature_of(p->compiler, pointer);
    const FunctionNumber *functions;
    int count = check_functions(p, pointer, &functions);
    Function *made = ARENA_NEW(p->arena, Function);
    made->name = signature->type->name;
    made->span = span;
    made->result = signature->signature[0];
    made->bindings = "";
    made->parameter_count = signature->signature_count;
    made->parameters = ARENA_ARRAY(p->arena, Decl *, made->parameter_count);
    made->parameters[0] = parameter_new(p, 0, type_scalar(SCALAR_U64), span);
    for (int i = 1; i < made->parameter_count; ++i)
        made->parameters[i] = parameter_new(p, i, signature->signature[i], span);
    made->body = stmt_new(p, STMT_BLOCK, span, NULL);
    Stmt **link = &made->body->body;
    for (int i = 0; i < count; ++i) {
        *link = choice(p, functions[i].number, made, span);
        if (!*link)
            return NULL;
        link = &(*link)->next;
    }
    *link = no_choice(p, made->result, span);
    return made;
}

static Node *pointer_call_node(Parser *p, Function *made, Node *pointer, const Call *call)
{
    Node *node = node_new(p, NODE_CALL, made->result, call->span);
    node->function = made;
    node->item_count = made->parameter_count;
    node->items = ARENA_ARRAY(p->arena, Node *, made->parameter_count);
    for (int i = 0; i < made->parameter_count; ++i) {
        const Type *type = made->parameters[i]->type;
        Node *item = i ? check_convert(p, call->arguments[i - 1], type, "the argument")
                       : check_cast(p, pointer, type, pointer->span, true);
        if (item->kind == NODE_ERROR)
            return item;
        node->items[i] = node_child(node, item);
    }
    return check_depth(p, node);
}

Node *check_pointer_call(Parser *p, Node *pointer, const Call *call)
{
    const Members *signature = signature_of(p->compiler, pointer->type);
    int known = known_function(p, pointer);
    Node *wrong = check_wrong_argument(call);
    if (wrong)
        return wrong;
    if (call->count != signature->signature_count - 1)
        return check_error(p, call->span, NULL, "%s takes %d arguments, not %d",
                           signature->type->name, signature->signature_count - 1, call->count);
    const Outline *outline = known >= 0 ? &p->compiler->outlines->items[known] : NULL;
    if (outline)
        return check_candidates(p, &outline, 1, call);
    Function *made = make_function(p, pointer->type, call->span);
    return made ? pointer_call_node(p, made, pointer, call)
                : node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), call->span);
}
