/* What an expression begins with: literals, names, calls, casts, sizeof. Whether a name begins a
 * call, a construction or a scope is told by what was declared under it, before what follows is
 * read. */
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/type.h"
#include "lang/tree/constant.h"

#include <string.h>

static Node *expected_expression(Parser *p)
{
    const Token *token = parse_peek(p);
    bool may_be_refused = token->kind == TOKEN_NAME || token_is_gap(token);
    if (!may_be_refused || !refuse_name(p, token))
        parse_error(p, token->span, NULL, "expected an expression, not '%p'",
                    parse_token_phrase(p, token));
    return parse_broken(p);
}

/* Literals. */

static Node *parse_number(Parser *p)
{
    const Token *token = parse_peek(p);
    Number number;
    p->at++;
    if (!token_number(token, &number))
        return check_error(p, token->span, NULL, "'%s' is not a number that can be held",
                           parse_token_text(p, token));
    if (number.is_float) {
        ScalarType type = number.is_single ? SCALAR_F32 : SCALAR_F64;
        return node_constant(p, type, constant_from_real(type, number.real), token->span);
    }
    ScalarType type = number.is_64_bit ? (number.is_unsigned ? SCALAR_U64 : SCALAR_I64)
                                       : (number.is_unsigned ? SCALAR_U32 : SCALAR_I32);
    return node_constant(p, type, number.integer, token->span);
}

static char unescape(const char **at)
{
    static const char names[] = "ntr0abfv", values[] = "\n\t\r\0\a\b\f\v";
    char c = *(*at)++;
    if (c != '\\')
        return c;
    c = *(*at)++;
    const char *name = strchr(names, c);
    return name && c ? values[name - names] : c;
}

static Node *parse_character(Parser *p)
{
    const Token *token = parse_peek(p);
    const char *text = arena_text(p->arena, token->text, token->length);
    p->at++;
    const char *at = strchr(text, '\'');
    at = at ? at + 1 : text;
    char value = unescape(&at);
    if (*at != '\'')
        return check_error(p, token->span, NULL, "a character literal holds one character");
    return node_constant(p, SCALAR_I8, (uint32_t)(int32_t)value, token->span);
}

static Node *parse_string(Parser *p)
{
    int begin = p->at, count = 0, capacity = 0;
    char *text = NULL;
    for (; parse_peek(p)->kind == TOKEN_STRING; p->at++) {
        const Token *token = parse_peek(p);
        const char *at = arena_text(p->arena, token->text, token->length),
                   *end = at + token->length;
        for (at = strchr(at, '"') + 1; at < end - 1;)
            *ARENA_PUSH(p->arena, text, count, capacity) = unescape(&at);
    }
    Node *node = node_new(p, NODE_TEXT, type_pointer(p->arena, type_const_scalar(SCALAR_I8)),
                          parse_span_from(p, begin));
    node->text = arena_text(p->arena, text, (size_t)count);
    return node;
}

/* Casts and constructions. */

Node **parse_arguments(Parser *p, const char *close, int *count)
{
    Node **items = NULL;
    int capacity = 0;
    bool in_template = p->in_template_arguments;
    p->in_template_arguments = false;
    *count = 0;
    while (!p->is_broken && !parse_at(p, close)) {
        Node *item = parse_at(p, "{") ? parse_list(p, type_loose_list()) : parse_assignment(p);
        *ARENA_PUSH(p->arena, items, *count, capacity) = item;
        if (!parse_accept(p, ","))
            break;
    }
    parse_expect(p, close, "after the arguments");
    p->in_template_arguments = in_template;
    return items;
}

bool parse_call_rest(Parser *p, int begin, Call *call)
{
    if (parse_at(p, "<"))
        call->given = parse_template_arguments(p, &call->given_count);
    if (!parse_expect(p, "(", "after the function's name"))
        return false;
    call->arguments = parse_arguments(p, ")", &call->count);
    call->span = parse_span_from(p, begin);
    return !p->is_broken;
}

Node *parse_constructed(Parser *p, const Type *type, Node **items, int count, Span span)
{
    if (p->is_broken)
        return parse_broken(p);
    Node *made = check_constructor(p, type, items, count, span);
    if (made)
        return made;
    if (type->kind == TYPE_STRUCT && !(count == 1 && items[0]->type->kind == TYPE_STRUCT))
        return check_construct(p, type, items, count, span);
    if (count > 1)
        return check_error(p, span, NULL, "%s is made from one value, not %d",
                           type_text(p->arena, type), count);
    if (!count)
        return check_cast(p, node_constant(p, SCALAR_I32, 0, span), type, span, false);
    return check_cast(p, items[0], type, span, false);
}

/* Does S::name stand here, where S is a struct? */
static bool at_struct_scope(Parser *p)
{
    const Token *name = parse_peek(p);
    if (name->kind != TOKEN_NAME || !token_is(parse_ahead(p, 1), "::"))
        return false;
    Symbol *symbol = scope_find(p, name->text, name->length);
    if (symbol)
        return symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_STRUCT;
    const Outlines *outlines = p->compiler->outlines;
    const Token *inner = parse_ahead(p, 2);
    int outline = outline_find_type(outlines, name->text, name->length);
    int constant = outline_find(outlines, inner->text, inner->length);
    bool is_enum = constant >= 0 && outlines->items[constant].kind == OUTLINE_ENUM;
    return outline >= 0 && !is_enum;
}

/* T(x) or T{...}; p stands at the type. */
static Node *parse_construction(Parser *p)
{
    int begin = p->at, count;
    const Type *scope = at_struct_scope(p) ? parse_inner_types(p, parse_scope_type(p)) : NULL;
    if (scope && parse_accept(p, "::"))
        return parse_scoped(p, scope, begin);
    p->at = begin;
    Specifiers s = parse_specifiers(p);
    if (p->is_broken || !s.type)
        return expected_expression(p);
    if (parse_accept(p, "::"))
        return parse_scoped(p, s.type, begin);
    if (parse_at(p, "{"))
        return parse_list(p, s.type);
    if (!parse_at(p, "(") && s.type->length == PLACEHOLDER_LENGTH) /* T::value, T not yet known */
        return node_constant(p, SCALAR_I32, 1, parse_span_from(p, begin));
    if (!parse_expect(p, "(", "after the type"))
        return parse_broken(p);
    Node **items = parse_arguments(p, ")", &count);
    return parse_constructed(p, s.type, items, count, parse_span_from(p, begin));
}

static bool drops_const(const Type *from, const Type *to)
{
    return from->kind == TYPE_POINTER && to->kind == TYPE_POINTER && from->element->is_const &&
           !to->element->is_const;
}

/* A cast to T & names the same place as a T: it is *(T *)&value, and the place itself where that is
 * a T. A value that is no place is converted, as by a cast to a const reference. */
static Node *written_cast(Parser *p, Node *value, CastType to, Span span, bool reinterpret)
{
    bool is_place = to.is_reference && value->is_lvalue && value->kind != NODE_ERROR;
    if (is_place && type_equal(value->type, to.type))
        return value;
    const Type *type = is_place ? type_pointer(p->arena, to.type) : to.type;
    if (is_place)
        value = check_address(p, value, value->span);
    Node *cast = check_cast(p, value, type, span, reinterpret);
    cast->is_volatile = cast->kind == NODE_CAST && type->kind == TYPE_POINTER && to.is_volatile;
    return is_place && cast->kind != NODE_ERROR ? check_deref(p, cast, span) : cast;
}

static Node *parse_named_cast(Parser *p)
{
    int begin = p->at;
    bool reinterpret = parse_at(p, "reinterpret_cast"), may_drop = parse_at(p, "const_cast");
    p->at++;
    if (!parse_expect(p, "<", "after the cast"))
        return parse_broken(p);
    CastType to = parse_cast_type(p);
    parse_expect(p, ">", "after the type of the cast");
    parse_expect(p, "(", "after the type of the cast");
    Node *value = p->is_broken ? parse_broken(p) : parse_expression(p);
    parse_expect(p, ")", "after the value of the cast");
    if (p->is_broken)
        return parse_broken(p);
    Span span = parse_span_from(p, begin);
    value = to.is_reference ? value : check_value(p, value);
    if (value->kind != NODE_ERROR && !may_drop && drops_const(value->type, to.type))
        return check_error(p, span, "write const before the type it is cast to",
                           "this cast may not take const away");
    return written_cast(p, value, to, span, reinterpret);
}

Node *parse_c_cast(Parser *p)
{
    int begin = p->at++;
    CastType to = parse_cast_type(p);
    if (!parse_expect(p, ")", "after the type of the cast") || !parse_nest(p))
        return parse_broken(p);
    Node *value = parse_at(p, "{") ? parse_list(p, to.type) : parse_binary(p, 11);
    parse_unnest(p);
    return p->is_broken ? parse_broken(p)
                        : written_cast(p, value, to, parse_span_from(p, begin), true);
}

static Node *parse_sizeof(Parser *p)
{
    int begin = p->at;
    bool is_align = !parse_at(p, "sizeof");
    const Type *type;
    p->at++;
    if (parse_at(p, "(")) {
        p->at++;
        type = parse_at_type(p) ? parse_type_name(p) : parse_expression(p)->type;
        parse_expect(p, ")", "after sizeof's operand");
    } else
        type = parse_binary(p, 11)->type;
    if (p->is_broken || !type)
        return parse_broken(p);
    return node_constant(p, SCALAR_U64, is_align ? type->align_bytes : type->size_bytes,
                         parse_span_from(p, begin));
}

/* Names. */

/* A function as a value: an object whose operator() are the functions of that name. */
static Node *function_value(Parser *p, const Token *name)
{
    Compiler *compiler = p->compiler;
    const Outlines *outlines = compiler->outlines;
    const char *text = arena_printf(p->arena, "function %s", parse_token_text(p, name));
    const Type *known = NULL;
    for (const Members *m = compiler->members; m && !known; m = m->next)
        if (m->is_function && strcmp(m->type->name, text) == 0)
            known = m->type;
    if (known)
        return check_construct(p, known, NULL, 0, name->span);
    Type *type = ARENA_NEW(p->arena, Type);
    Members *members = ARENA_NEW(p->arena, Members);
    *type = (Type){.kind = TYPE_STRUCT,
                   .size_bytes = 1,
                   .align_bytes = 1,
                   .name = text,
                   .fields = ARENA_NEW(p->arena, Field)};
    members->type = type;
    members->name = parse_token_text(p, name);
    members->is_function = true;
    for (int i = outline_find(outlines, name->text, name->length); i >= 0;
         i = outline_next(outlines, i)) {
        Outline method = outlines->items[i];
        if (method.kind != OUTLINE_DEVICE_FUNCTION || method.body < 0 || method.is_special)
            continue;
        method.name = "operator()";
        method.owner = members;
        method.is_static = true;
        *ARENA_PUSH(p->arena, members->methods, members->method_count, members->method_capacity) =
            method;
    }
    members->next = compiler->members;
    compiler->members = members;
    return check_construct(p, type, NULL, 0, name->span);
}

static Node *name_of_file(Parser *p, const Token *name, int outline)
{
    const Outline *o = &p->compiler->outlines->items[outline];
    if (o->kind == OUTLINE_ENUM)
        return resolve_enumerator(p, outline, name->span);
    if (o->kind == OUTLINE_DEVICE_FUNCTION)
        return function_value(p, name);
    if (o->kind != OUTLINE_VARIABLE)
        return check_error(p, name->span, NULL,
                           o->kind == OUTLINE_TYPE ? "'%s' is a type and cannot stand here"
                                                   : "'%s' is a function and cannot stand here",
                           o->name);
    Decl *decl = resolve_variable(p, outline, name->span);
    return decl ? check_decl(p, decl, name->span) : NULL;
}

static Node *unknown_name(Parser *p, const Token *name)
{
    const char *text = arena_text(p->arena, name->text, name->length);
    if (refuse_name(p, name))
        return parse_broken(p);
    const Phrase *hint = scope_hint(p, text, false);
    scope_add(p, text, SYMBOL_BROKEN);
    Node *error = check_error(p, name->span, NULL, "'%s' is not declared", text);
    check_hint(p, hint);
    return error;
}

Node *parse_own_object(Parser *p, Span span)
{
    if (p->function && p->function->self)
        return check_decl(p, p->function->self, span);
    return check_error(p, span, NULL, "there is no object here that this could belong to");
}

static Node *own_member(Parser *p, const Token *name)
{
    return check_member(p, parse_own_object(p, name->span), name, name->span);
}

static Node *parse_name(Parser *p)
{
    const Token *name = parse_peek(p);
    Symbol *symbol = scope_find(p, name->text, name->length);
    p->at++;
    if (symbol && symbol->kind == SYMBOL_DECL)
        return check_decl(p, symbol->decl, name->span);
    if (symbol && symbol->kind == SYMBOL_CONSTANT) {
        Node *node = arena_copy(p->arena, symbol->constant, sizeof *node);
        node->span = node->mark = name->span;
        return node;
    }
    if (symbol && symbol->kind == SYMBOL_MEMBER)
        return own_member(p, name);
    if (symbol)
        return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), name->span);
    int outline = outline_find(p->compiler->outlines, name->text, name->length);
    Node *node = outline >= 0 ? name_of_file(p, name, outline) : check_special(p, name);
    if (node || p->is_broken)
        return node ? node : parse_broken(p);
    if (outline < 0)
        return unknown_name(p, name);
    return check_error(p, name->span, NULL, "the declaration of '%s' cannot be read",
                       parse_token_text(p, name));
}

static bool names_template(const Parser *p, const Token *name)
{
    int outline = outline_find(p->compiler->outlines, name->text, name->length);
    for (; outline >= 0; outline = outline_next(p->compiler->outlines, outline))
        if (p->compiler->outlines->items[outline].is_template)
            return true;
    return token_is(name, "tiled_partition");
}

/* A variable of the file, which may be a pointer to functions. */
static bool names_variable(const Parser *p, const Token *name)
{
    const Outlines *outlines = p->compiler->outlines;
    int outline = outline_find(outlines, name->text, name->length);
    return outline >= 0 && outlines->items[outline].kind == OUTLINE_VARIABLE &&
           !outlines->items[outline].is_template;
}

/* N<float>, where N is a template of a constant. */
static Node *parse_template_variable(Parser *p, const Outline *outline, int begin)
{
    Bindings bindings;
    int count;
    p->at++;
    TemplateArgument *arguments = parse_template_arguments(p, &count);
    if (p->is_broken || !parse_nest(p))
        return parse_broken(p);
    Parser *inner = parser_new(p->compiler, outline->begin, outline->end);
    bindings_give(&bindings, arguments, count);
    parse_template_parameters(inner, outline, &bindings);
    parse_declaration(inner);
    parse_unnest(p);
    const Symbol *symbol = scope_find(inner, outline->name, (uint32_t)strlen(outline->name));
    Span span = parse_span_from(p, begin);
    bool is_constant = symbol && symbol->kind == SYMBOL_DECL && symbol->decl->is_constant;
    return is_constant ? check_decl(p, symbol->decl, span)
                       : check_error(p, span, "write it for the one type that is needed",
                                     "'%s' is a template of a variable, which is not supported",
                                     outline->name);
}

/* A name with arguments: f(...), f<...>(...). */
static Node *parse_call(Parser *p)
{
    int begin = p->at;
    const Token *name = parse_peek(p);
    Call call = {0};
    const Outlines *outlines = p->compiler->outlines;
    int outline = outline_find(outlines, name->text, name->length);
    bool is_known = p->owner || builtin_exists(name->text, name->length) || outline >= 0;
    const char *of_heap = is_known ? NULL : parse_heap_function(p, name);
    if (!is_known && !of_heap && refuse_name(p, name))
        return parse_broken(p);
    if (outline >= 0 && outlines->items[outline].kind == OUTLINE_VARIABLE &&
        outlines->items[outline].is_template)
        return parse_template_variable(p, &outlines->items[outline], begin);
    p->at++;
    if (!parse_call_rest(p, begin, &call))
        return parse_broken(p);
    if (of_heap)
        return check_call_named(p, of_heap, call.arguments, call.count, call.span);
    const char *text = parse_token_text(p, name);
    if (p->owner && type_has_method(p->compiler, p->owner->type, text)) {
        Node *self = p->function && p->function->self ? parse_own_object(p, name->span) : NULL;
        return check_method(p, p->owner, self, text, &call);
    }
    return check_call(p, name, &call);
}

static bool skip_qualifiers(Parser *p)
{
    parse_accept(p, "::");
    while (parse_peek(p)->kind == TOKEN_NAME && token_is(parse_ahead(p, 1), "::")) {
        if (refuse_name(p, parse_peek(p)))
            return false;
        p->at += 2;
    }
    return true;
}

static Node *parse_named(Parser *p)
{
    if (parse_at_trait_value(p)) {
        Node *value = parse_trait_value(p);
        return value ? value : parse_broken(p);
    }
    if (parse_at_type(p) || at_struct_scope(p))
        return parse_construction(p);
    if (!skip_qualifiers(p) || !parse_is_name(parse_peek(p)))
        return expected_expression(p);
    const Token *name = parse_peek(p), *next = parse_ahead(p, 1);
    Symbol *symbol = scope_find(p, name->text, name->length);
    if (token_is(next, "<<<"))
        parse_error(p, name->span, "call a __device__ function, or launch from the host",
                    "a kernel launched inside a kernel (dynamic parallelism) is not supported");
    if (p->is_broken)
        return parse_broken(p);
    bool is_call =
        !symbol && (token_is(next, "(") || (token_is(next, "<") && names_template(p, name)));
    return is_call && !names_variable(p, name) ? parse_call(p) : parse_name(p);
}

/* this->x is read as a member of the object, without a pointer; this alone is its address. */
static Node *parse_this(Parser *p)
{
    int begin = p->at;
    Node *self = parse_own_object(p, parse_peek(p)->span);
    p->at++;
    if (parse_accept(p, "->"))
        return parse_member_of(p, self, begin);
    return check_address(p, self, self->span);
}

static Node *parse_word(Parser *p)
{
    const Token *token = parse_peek(p);
    if (token_is(token, "true") || token_is(token, "false")) {
        p->at++;
        return node_constant(p, SCALAR_BOOL, token_is(token, "true"), token->span);
    }
    if (token_is(token, "nullptr") || token_is(token, "NULL")) {
        p->at++;
        return node_constant(p, SCALAR_I32, 0, token->span);
    }
    if (token_is(token, "sizeof") || token_is(token, "alignof"))
        return parse_sizeof(p);
    if (token_is(token, "static_cast") || token_is(token, "reinterpret_cast") ||
        token_is(token, "const_cast"))
        return parse_named_cast(p);
    if (token_is(token, "this"))
        return parse_this(p);
    if (parse_at_heap(p))
        return parse_heap(p);
    return parse_named(p);
}

static Node *parse_parenthesised(Parser *p)
{
    int begin = p->at++;
    bool in_template = p->in_template_arguments;
    p->in_template_arguments = false;
    Node *node = parse_expression(p);
    p->in_template_arguments = in_template;
    parse_expect(p, ")", "to close the parenthesis");
    if (p->is_broken)
        return parse_broken(p);
    node->is_parenthesised = true;
    node->span = parse_span_from(p, begin);
    return node;
}

Node *parse_primary(Parser *p)
{
    switch (parse_peek(p)->kind) {
    case TOKEN_NUMBER: return parse_number(p);
    case TOKEN_CHAR: return parse_character(p);
    case TOKEN_STRING: return parse_string(p);
    case TOKEN_NAME: return parse_word(p);
    default: break;
    }
    if (parse_at(p, "("))
        return parse_parenthesised(p);
    if (parse_at(p, "::"))
        return parse_named(p);
    if (parse_at(p, "["))
        return parse_lambda(p);
    return expected_expression(p);
}
