/* The parameters of a function. One that is a pointer to a function has no type of its own: it is
 * that of the function which the call gives it. */
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/parse/type.h"

enum { PARAMETER_LIMIT = 128 };

/* (*f)(float): a parameter of the type of whatever function the call gives it, for each call has an
 * instance of its own. */
static Declarator parse_function_pointer(Parser *p)
{
    Declarator d = {.type = type_scalar(SCALAR_I32)};
    parse_expect(p, "(", "in the declaration");
    parse_accept(p, "*");
    d.span = parse_peek(p)->span;
    if (parse_is_name(parse_peek(p))) {
        d.name = parse_token_text(p, parse_peek(p));
        p->at++;
    }
    parse_expect(p, ")", "in the declaration");
    if (parse_at(p, "("))
        parse_skip_balanced(p);
    return d;
}

static Decl *parse_parameter(Parser *p, Function *function)
{
    Specifiers s = parse_specifiers(p);
    if (p->is_broken)
        return NULL;
    bool is_named = parse_is_name(parse_ahead(p, 2)); /* T (&name)[N] */
    bool is_array =
        token_is(parse_ahead(p, 1), "&") && token_is(parse_ahead(p, is_named ? 4 : 3), "[");
    bool is_function = parse_at(p, "(") && !is_array && !function->is_kernel;
    Declarator d = is_function ? parse_function_pointer(p) : parse_declarator(p, &s);
    if (s.is_auto && !s.type)
        d.type = type_with_const(p->arena, d.type, s.is_const);
    if (d.type->kind == TYPE_ARRAY && !d.is_reference)
        d.type = type_pointer(p->arena, d.type->element);
    Decl *decl = decl_new(p->compiler, DECL_PARAMETER, d.name ? d.name : "", d.span, d.type);
    decl->is_reference = d.is_reference;
    decl->is_auto = is_function || (s.is_auto && !s.type);
    decl->is_volatile = s.is_volatile;
    decl->parameter = function->parameter_count;
    if (d.is_reference && !d.type->is_const)
        function->has_references = true;
    if (parse_accept(p, "="))
        decl->default_argument = parse_initialiser(p, d.type);
    return decl;
}

void function_parameters(Parser *p, Function *function)
{
    int capacity = function->parameter_count;
    if (function->outline->is_lambda && parse_at(p, "{"))
        return; /* [] { ... } */
    parse_expect(p, "(", "before the parameters");
    if (parse_at(p, "void") && token_is(parse_ahead(p, 1), ")"))
        p->at++;
    while (!p->is_broken && !parse_at(p, ")")) {
        if (parse_at(p, "...") || function->parameter_count >= PARAMETER_LIMIT) {
            parse_error(p, parse_peek(p)->span, "write the parameters out",
                        "functions with any number of parameters are not supported");
            break;
        }
        Decl *decl = parse_parameter(p, function);
        if (decl)
            *ARENA_PUSH(p->arena, function->parameters, function->parameter_count, capacity) = decl;
        if (!parse_accept(p, ","))
            break;
    }
    if (!parse_at(p, ")"))
        parse_refuse_macro(p, parse_peek(p));
    parse_expect(p, ")", "after the parameters");
}
