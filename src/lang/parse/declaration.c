/* Declarations in functions and at file scope: where a variable lives, and what it begins with. The
 * name is in scope before its value is read, its type sometimes only after. */
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/type.h"
#include "lang/tree/kinds.h"

#include <string.h>

enum { CONSTRUCTED_LIMIT = 256 };

static Stmt *declare_statement(Parser *p, Decl *decl)
{
    Stmt *stmt = stmt_new(p, STMT_DECLARE, decl->span, NULL);
    stmt->decl = decl;
    return stmt;
}

static void add_symbol(Parser *p, Decl *decl)
{
    Symbol *old = scope_find_here(p, decl->name, (uint32_t)strlen(decl->name));
    if (old && old->kind != SYMBOL_BROKEN)
        check_error(p, decl->span, "give it another name", "'%s' is declared twice here",
                    decl->name);
    scope_add(p, decl->name, SYMBOL_DECL)->decl = decl;
}

static Node *parse_constructor(Parser *p, const Type *type)
{
    int begin = p->at++, count;
    Node **items = parse_arguments(p, ")", &count);
    if (p->is_broken)
        return NULL;
    Node *made = type ? check_constructor(p, type, items, count, parse_span_from(p, begin)) : NULL;
    if (made)
        return made;
    if (type && type->kind == TYPE_STRUCT && !(count == 1 && items[0]->type->kind == TYPE_STRUCT))
        return check_construct(p, type, items, count, parse_span_from(p, begin));
    if (count != 1) {
        check_error(p, parse_span_from(p, begin), NULL, "one value is needed here");
        return NULL;
    }
    return items[0];
}

/* The one value of auto x{value}; */
static Node *parse_single(Parser *p)
{
    parse_expect(p, "{", "here");
    Node *value = p->is_broken ? NULL : parse_assignment(p);
    parse_expect(p, "}", "after the one value of auto");
    return p->is_broken ? NULL : value;
}

static Node *parse_value(Parser *p, const Type *type)
{
    if (parse_accept(p, "="))
        return parse_initialiser(p, type);
    if (parse_at(p, "{"))
        return type ? parse_list(p, type) : parse_single(p);
    return parse_at(p, "(") ? parse_constructor(p, type) : NULL;
}

static void bind_reference(Parser *p, Decl *decl, Node *value)
{
    if (!value || !value->is_lvalue) {
        if (value && value->kind != NODE_ERROR && decl->type->is_const) {
            decl->is_reference = false; /* a const reference to a value is a copy of it */
            decl->initial = check_convert(p, value, decl->type, "the initial value");
            return;
        }
        check_error(p, decl->span, NULL, "the reference '%s' needs a variable to stand for",
                    decl->name);
        return;
    }
    if (!decl->type->is_const)
        check_mark_written(value);
    decl->initial = value;
}

static void fold_constant(Decl *decl)
{
    const Node *value = decl->initial;
    if (!value || !decl->type->is_const || decl->type->kind != TYPE_SCALAR || decl->is_volatile)
        return;
    decl->is_constant = value->is_constant;
    decl->value = value->value;
}

static void set_initial(Parser *p, Decl *decl, Node *value)
{
    if (decl->is_reference) {
        bind_reference(p, decl, value);
        return;
    }
    if (!value)
        return;
    value = check_text_as_array(p, decl->type, value);
    decl->type = check_array_length(p, decl->type, value);
    decl->initial = value->kind == NODE_LIST && decl->type->kind == TYPE_ARRAY
                        ? value
                        : check_convert(p, value, decl->type, "the initial value");
    check_pointer_source(decl, decl->initial);
    fold_constant(decl);
}

/* const auto x: of a pointer or a struct, const says nothing that matters here. */
static const Type *auto_type(Parser *p, const Specifiers *s, const Declarator *d, const Node *value)
{
    bool is_const = (s->is_const || s->is_constexpr) && d->type->kind == TYPE_SCALAR;
    if (!value || value->kind == NODE_LIST || value->type->kind == TYPE_VOID) {
        check_error(p, d->span, "name the type", "auto needs a value to take the type from");
        return type_scalar(SCALAR_I32);
    }
    if (d->is_reference)
        return is_const ? type_with_const(p->arena, value->type, true) : value->type;
    return type_with_const(p->arena, value->type, is_const && value->type->kind == TYPE_SCALAR);
}

static void check_complete(Parser *p, const Decl *decl)
{
    if (decl->type->size_bytes || decl->is_extern || type_is_group(decl->type) ||
        decl->type->kind == TYPE_STRUCT)
        return;
    if (decl->type->kind == TYPE_VOID)
        check_error(p, decl->span, NULL, "a variable cannot be void");
    else if (decl->type->kind == TYPE_ARRAY)
        check_error(p, decl->span, "give the length", "the array '%s' has no length", decl->name);
}

static Stmt *declare_shared(Parser *p, const Specifiers *s, Decl *decl)
{
    Compiler *c = p->compiler;
    decl->needs_address = true;
    decl->is_extern = s->is_extern && decl->type->kind == TYPE_ARRAY && !decl->type->length;
    if (s->is_extern && !decl->is_extern && decl->type->kind != TYPE_ARRAY)
        check_error(p, decl->span, "declare an array without length: extern __shared__ float s[];",
                    "dynamic shared memory is an array");
    if (parse_at(p, "=") || parse_at(p, "{"))
        parse_error(p, decl->span, "assign it in the kernel, then __syncthreads()",
                    "shared memory cannot have an initial value");
    decl->is_volatile = s->is_volatile;
    check_complete(p, decl);
    *ARENA_PUSH(c->arena, c->shared, c->shared_count, c->shared_capacity) = decl;
    add_symbol(p, decl);
    return NULL;
}

static Decl *shared_decl(Parser *p, const Specifiers *s, const Declarator *d)
{
    Decl *decl = decl_new(p->compiler, DECL_SHARED, d->name, d->span, d->type);
    decl->align_bytes = s->align_bytes;
    return decl;
}

/* A variable of the file that lives in device memory. */
static void declare_global(Parser *p, const Specifiers *s, Decl *decl)
{
    Compiler *c = p->compiler;
    decl->kind = DECL_GLOBAL;
    decl->needs_address = true;
    decl->is_constant_memory = s->is_constant_memory || (!s->is_device && decl->type->is_const);
    check_complete(p, decl);
    if (decl->initial)
        decl->bytes = check_constant_bytes(p, decl->type, decl->initial);
    *ARENA_PUSH(c->arena, c->globals, c->global_count, c->global_capacity) = decl;
}

static bool is_const_data(const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type->is_const;
}

static void place_file_variable(Parser *p, const Specifiers *s, Decl *decl)
{
    bool is_device = s->is_device || s->is_constant_memory;
    if (decl->is_constant && !is_device)
        return;
    if (is_device || is_const_data(decl->type)) {
        declare_global(p, s, decl);
        return;
    }
    check_error(p, decl->span,
                "make it const, __device__ or __constant__, or pass it as an argument",
                "'%s' is a host variable; a kernel cannot use it", decl->name);
}

/* A static variable of a function lives in device memory, as one of the file that only the function
 * names. */
static Stmt *declare_static(Parser *p, const Specifiers *s, Decl *decl)
{
    Specifiers device = *s;
    device.is_device = true;
    if (decl->is_reference || type_has_destructor(p->compiler, decl->type)) {
        check_error(p, decl->span, "use a __device__ variable of the file",
                    "static variables in functions are plain values");
        return NULL;
    }
    decl->name = arena_printf(p->arena, "%s::%s", p->function->name, decl->name);
    declare_global(p, &device, decl);
    return NULL;
}

/* What a constructor without arguments makes of a variable; NULL if there is none to call. */
static Node *default_value(Parser *p, const Type *type, Span span)
{
    if (type->kind != TYPE_ARRAY)
        return type_has_constructor(p->compiler, type) ? check_constructor(p, type, NULL, 0, span)
                                                       : check_initials(p, type, span);
    Node *first = default_value(p, type->element, span);
    if (!first || first->kind == NODE_ERROR || type->length > CONSTRUCTED_LIMIT)
        return first ? check_error(p, span, "assign the elements in a loop",
                                   "an array of %u objects with a constructor", type->length)
                     : NULL;
    Node **items = ARENA_ARRAY(p->arena, Node *, type->length + 1);
    for (uint32_t i = 0; i < type->length; ++i)
        items[i] = first;
    return check_list(p, type, items, (int)type->length, span);
}

/* Of an object whose destructor does something, the statement gets what is done in the end. */
static Stmt *declare_object(Parser *p, Decl *decl)
{
    Stmt *stmt = declare_statement(p, decl);
    bool has_end = !decl->is_reference && type_has_destructor(p->compiler, decl->type);
    if (has_end && decl->type->kind == TYPE_ARRAY)
        check_error(p, decl->span, "declare them one by one",
                    "an array of objects with a destructor is not supported");
    else if (has_end)
        stmt->end = check_destruction(p, check_decl(p, decl, decl->span), decl->span);
    return stmt;
}

static bool takes_type(const Specifiers *s, const Declarator *d)
{
    return (s->is_auto && !s->type) || type_is_any_group(d->type);
}

static Decl *variable_new(Parser *p, const Specifiers *s, const Declarator *d)
{
    Decl *decl = decl_new(p->compiler, DECL_LOCAL, d->name, d->span, d->type);
    decl->is_reference = d->is_reference;
    decl->is_volatile = s->is_volatile;
    return decl;
}

/* The value of a variable, or NULL, and with it perhaps its type. */
static Node *take_type(Parser *p, const Specifiers *s, const Declarator *d, Decl *decl, Node *value)
{
    value = value ? check_value(p, value) : NULL;
    decl->type = auto_type(p, s, d, value);
    return value;
}

Stmt *parse_declare(Parser *p, const Specifiers *s, const Declarator *d, Node *value)
{
    Decl *decl = variable_new(p, s, d);
    if (takes_type(s, d))
        value = take_type(p, s, d, decl, value);
    if (*d->name)
        add_symbol(p, decl);
    set_initial(p, decl, value);
    return declare_object(p, decl);
}

static Stmt *declare_variable(Parser *p, const Specifiers *s)
{
    if (s->is_auto && !s->type && parse_at_bindings(p))
        return parse_bindings(p, s);
    Declarator d = parse_declarator(p, s);
    if (p->is_broken)
        return NULL;
    if (!d.name) {
        parse_refuse_macro(p, parse_peek(p));
        parse_error(p, parse_peek(p)->span, NULL, "expected the name of a variable, not '%p'",
                    parse_token_phrase(p, parse_peek(p)));
        return NULL;
    }
    if (s->is_shared || (s->is_extern && p->function && !s->is_device))
        return declare_shared(p, s, shared_decl(p, s, &d));
    const Type *type = takes_type(s, &d) ? NULL : d.type;
    Decl *decl = variable_new(p, s, &d);
    if (type)
        add_symbol(p, decl); /* before its value is read, for int x = sizeof x; */
    Node *value = parse_value(p, type);
    if (p->is_broken)
        return NULL;
    if (!type) {
        value = take_type(p, s, &d, decl, value);
        add_symbol(p, decl);
    }
    if (!value && type && !d.is_reference && p->function)
        value = default_value(p, type, d.span);
    set_initial(p, decl, value);
    if (!p->function) {
        place_file_variable(p, s, decl);
        return NULL;
    }
    if (s->is_static && !decl->is_constant && !is_const_data(decl->type))
        return declare_static(p, s, decl);
    check_complete(p, decl);
    return declare_object(p, decl);
}

Stmt *parse_declaration(Parser *p)
{
    if (parse_at(p, "typedef") || parse_at(p, "using")) {
        parse_typedef(p);
        return NULL;
    }
    int begin = p->at;
    Specifiers s = parse_specifiers(p);
    Stmt *first = NULL, **link = &first;
    if (p->is_broken && parse_is_name(parse_peek(p))) /* its type was refused: say no more of it */
        scope_add(p, parse_token_text(p, parse_peek(p)), SYMBOL_BROKEN);
    if (parse_accept(p, ";")) /* it declared a struct or enum and no variable */
        return NULL;
    do {
        Stmt *stmt = p->is_broken ? NULL : declare_variable(p, &s);
        if (!stmt)
            continue;
        stmt->span = parse_span_from(p, begin);
        begin = p->at;
        *link = stmt;
        link = stmt_end(link); /* auto [a, b] = x; declares several */
    } while (!p->is_broken && parse_accept(p, ","));
    parse_expect(p, ";", "after the declaration");
    return first;
}

void parse_static_assert(Parser *p)
{
    int64_t value = 1;
    Span span = parse_peek(p)->span;
    p->at++;
    parse_expect(p, "(", "after static_assert");
    Node *node = p->is_broken ? NULL : check_condition(p, parse_assignment(p));
    if (node && node->is_constant)
        value = (int64_t)node->value;
    if (parse_accept(p, ",") && parse_peek(p)->kind == TOKEN_STRING)
        p->at++;
    parse_expect(p, ")", "after static_assert");
    parse_expect(p, ";", "after static_assert");
    if (!value && !p->left_out)
        check_error(p, span, NULL, "the static_assert does not hold");
}
