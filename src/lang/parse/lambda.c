/* Lambdas: an object of a struct of its own, whose operator() has the lambda's parameters and body.
 * What is captured by value is a member. What is captured by reference is simply the variable, for
 * every function is inlined where it is called: names around the lambda are known in its body. */
#include "lang/parse/lambda.h"
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/parse/type.h"

#include <string.h>

static bool is_captured(const Captures *captures, const Token *name)
{
    for (int i = 0; i < captures->count; ++i)
        if (token_is(name, captures->fields[i].name))
            return true;
    return false;
}

void lambda_add_field(Captures *captures, const char *name, const Type *type)
{
    uint32_t align = type->align_bytes ? type->align_bytes : 1;
    uint32_t at = (captures->size_bytes + align - 1) / align * align;
    captures->fields[captures->count++] = (Field){name, type, at};
    captures->size_bytes = at + type->size_bytes;
    if (align > captures->align_bytes)
        captures->align_bytes = align;
}

static void add_value(Parser *p, Captures *captures, const Token *name, Node *value)
{
    if (is_captured(captures, name) || value->kind == NODE_ERROR)
        return;
    if (captures->count >= CAPTURE_LIMIT) {
        parse_error(p, name->span, "capture by reference: [&]",
                    "a lambda that captures more than %d values", CAPTURE_LIMIT);
        return;
    }
    captures->values[captures->count] = value;
    lambda_add_field(captures, parse_token_text(p, name),
                     type_with_const(p->arena, value->type, false));
}

/* A variable of the functions around: one that a capture can be of. Arrays are left as they are. */
static Decl *variable_called(const Parser *p, const Token *name)
{
    const Symbol *symbol = scope_find(p, name->text, name->length);
    Decl *decl = symbol && symbol->kind == SYMBOL_DECL ? symbol->decl : NULL;
    bool is_own = decl && (decl->kind == DECL_LOCAL || decl->kind == DECL_PARAMETER);
    return is_own && !decl->is_constant && decl->type->kind != TYPE_ARRAY ? decl : NULL;
}

/* One of the list in []: =, &, x, &x, x = value, this. */
static void parse_capture(Parser *p, Captures *captures)
{
    bool is_reference = parse_accept(p, "&");
    const Token *name = parse_peek(p);
    if (parse_accept(p, "=")) {
        captures->all_by_value = true;
        return;
    }
    if (is_reference && !parse_is_name(name))
        return;
    if (token_is(name, "this") || token_is(name, "*")) {
        parse_error(p, name->span, "write a member function",
                    "a lambda that captures the object around it is not supported");
        return;
    }
    p->at++;
    if (!is_reference && parse_accept(p, "="))
        add_value(p, captures, name, check_value(p, parse_assignment(p)));
    else if (!is_reference && variable_called(p, name))
        add_value(p, captures, name, check_decl(p, variable_called(p, name), name->span));
}

/* With [=] all variables that the body names. */
static void capture_named(Parser *p, Captures *captures, int begin, int end)
{
    for (int at = begin; at < end && captures->all_by_value; ++at) {
        const Token *name = &p->tokens[at];
        bool is_member = token_is(&p->tokens[at - 1], ".") || token_is(&p->tokens[at - 1], "->");
        Decl *decl = parse_is_name(name) && !is_member ? variable_called(p, name) : NULL;
        if (decl)
            add_value(p, captures, name, check_decl(p, decl, name->span));
    }
}

/* All names that can be seen here, the outermost first. */
static const Symbol *names_around(Parser *p)
{
    Symbol *first = NULL, **link = &first;
    for (int scope = 0; scope <= p->scope; ++scope)
        for (const Symbol *symbol = p->scopes[scope]; symbol; symbol = symbol->next_in_scope) {
            if (symbol->kind == SYMBOL_MEMBER || symbol->kind == SYMBOL_BROKEN)
                continue;
            *link = arena_copy(p->arena, symbol, sizeof *symbol);
            link = &(*link)->next_in_scope;
            *link = NULL;
        }
    return first;
}

void lambda_scan(Parser *p, Outline *method)
{
    method->begin = p->at;
    method->is_const = true;
    method->result_at = -1;
    while (p->at < p->end && !parse_at(p, "(") && !parse_at(p, "{")) /* __device__ */
        p->at++;
    method->begin = p->at;
    if (parse_at(p, "("))
        parse_skip_balanced(p);
    for (; p->at < p->end && !parse_at(p, "{"); p->at++) {
        if (parse_at(p, "mutable"))
            method->is_const = false;
        if (parse_at(p, "->"))
            method->result_at = p->at + 1;
    }
    method->body = p->at;
    if (p->at >= p->end)
        parse_error(p, parse_peek(p)->span, NULL, "expected the body of the lambda");
    else
        parse_skip_balanced(p);
    method->end = p->at;
}

const Type *lambda_type(Parser *p, const Captures *captures, Outline method)
{
    Compiler *compiler = p->compiler;
    Type *type = ARENA_NEW(p->arena, Type);
    uint32_t align = captures->align_bytes ? captures->align_bytes : 1;
    uint32_t size = (captures->size_bytes + align - 1) / align * align;
    *type = (Type){.kind = TYPE_STRUCT,
                   .size_bytes = size ? size : 1,
                   .align_bytes = align,
                   .name = arena_printf(p->arena, "lambda %d", compiler->decl_count++),
                   .fields = arena_copy(p->arena, captures->fields, sizeof captures->fields),
                   .field_count = captures->count};
    Members *members = ARENA_NEW(p->arena, Members);
    members->type = type;
    members->around = names_around(p);
    method.owner = members;
    *ARENA_PUSH(p->arena, members->methods, members->method_count, members->method_capacity) =
        method;
    members->next = compiler->members;
    compiler->members = members;
    return type;
}

Node *parse_lambda(Parser *p)
{
    Captures captures = {0};
    int begin = p->at++;
    Outline method = {.kind = OUTLINE_DEVICE_FUNCTION,
                      .name = "operator()",
                      .name_span = p->tokens[begin].span,
                      .name_at = begin,
                      .initial = -1,
                      .is_lambda = true};
    while (!p->is_broken && !parse_at(p, "]")) {
        parse_capture(p, &captures);
        if (!parse_accept(p, ","))
            break;
    }
    parse_expect(p, "]", "after what the lambda captures");
    if (!p->is_broken)
        lambda_scan(p, &method);
    if (!p->is_broken)
        capture_named(p, &captures, method.body, method.end);
    if (p->is_broken)
        return parse_broken(p);
    const Type *type = lambda_type(p, &captures, method);
    return check_construct(p, type, captures.values, captures.count, parse_span_from(p, begin));
}
