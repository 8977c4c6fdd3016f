/* Lambdas and types inside functions of the host, which kernels are given as template arguments.
 * A lambda comes as where it stands, the template arguments of the function around it, if it has
 * some, and what it has captured in which order:
 *
 *   __closure(file, byte of its [ <arguments>, name type, name type ...)
 *
 * Of the names around it constants are known, as they are not captured. */
#include "lang/check/call.h"
#include "lang/check/check.h"
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/parse/lambda.h"
#include "lang/parse/type.h"

#include <string.h>

/* The token that begins at a byte of a file; -1 if none does. */
static int token_at(const TokenList *tokens, uint64_t file, uint64_t start)
{
    for (int i = 0; i < tokens->count; ++i)
        if (tokens->items[i].span.file == file && tokens->items[i].span.start == start)
            return i;
    return -1;
}

static uint64_t parse_place(Parser *p)
{
    Number number = {.integer = UINT64_MAX};
    token_number(parse_peek(p), &number);
    p->at++;
    return number.integer;
}

/* One name and type after the other. */
static void parse_captured(Parser *p, Captures *captures)
{
    while (!p->is_broken && parse_accept(p, ",") && captures->count < CAPTURE_LIMIT) {
        const char *name = parse_token_text(p, parse_peek(p));
        p->at++;
        const Type *type = parse_at(p, "__closure") ? parse_closure(p) : parse_type_name(p);
        if (!p->is_broken)
            lambda_add_field(captures, name, type);
    }
}

/* ---- names around a lambda ---- */

/* At const or constexpr: names of constants, whose mistakes are nobody's business here. */
static void note_constants(Parser *p)
{
    Specifiers s = parse_specifiers(p);
    do {
        Declarator d = p->is_broken ? (Declarator){0} : parse_declarator(p, &s);
        Node *value =
            !p->is_broken && parse_accept(p, "=") ? check_value(p, parse_assignment(p)) : NULL;
        const Type *type = value && !s.type ? value->type : d.type;
        if (p->is_broken || !value || !value->is_constant || type->kind != TYPE_SCALAR)
            return;
        if (!scope_find_here(p, d.name, (uint32_t)strlen(d.name)))
            scope_add(p, d.name, SYMBOL_CONSTANT)->constant =
                check_convert(p, value, type_with_const(p->arena, type, false), "the value");
    } while (parse_accept(p, ","));
}

static bool begins_statement(const Token *tokens, int at)
{
    static const char *const before[] = {";", "{", "}", "static", NULL};
    return (token_is(&tokens[at], "const") || token_is(&tokens[at], "constexpr")) &&
           token_is_any(&tokens[at - 1], before);
}

/* Constants of the blocks that are open at a token, the innermost first. */
static void note_around(Parser *p, int begin)
{
    Diags *diags = p->compiler->diags;
    p->compiler->diags = diags_new(p->arena);
    for (int at = begin - 1, depth = 0; at > 0; --at) {
        const Token *token = &p->tokens[at];
        depth += token_is(token, "}") - token_is(token, "{");
        depth = depth < 0 ? 0 : depth;
        if (depth || !begins_statement(p->tokens, at))
            continue;
        p->at = at;
        note_constants(p);
        p->is_broken = false;
    }
    p->compiler->diags = diags;
}

/* Binds the parameters of the function template that a token stands in. */
static void bind_around(Parser *p, int begin, const TemplateArgument *arguments, int count)
{
    const Outlines *outlines = p->compiler->outlines;
    for (int i = 0; i < outlines->count; ++i) {
        const Outline *outline = &outlines->items[i];
        Bindings *bindings = ARENA_NEW(p->arena, Bindings);
        if (!outline->is_template || outline->body < 0 || outline->body > begin ||
            outline->end <= begin)
            continue;
        bindings_give(bindings, arguments, count);
        parse_template_parameters(p, outline, bindings);
        return;
    }
}

const Type *parse_closure(Parser *p)
{
    Captures captures = {0};
    const TokenList *tokens = p->compiler->tokens;
    p->at++;
    parse_expect(p, "(", "before the place of the lambda");
    uint64_t file = parse_place(p);
    parse_expect(p, ",", "after the file of the lambda");
    int begin = token_at(tokens, file, parse_place(p));
    int count = 0;
    const TemplateArgument *arguments =
        parse_at(p, "<") ? parse_template_arguments(p, &count) : NULL;
    parse_captured(p, &captures);
    parse_expect(p, ")", "after what the lambda captures");
    if (p->is_broken)
        return NULL;
    if (begin < 0 || !token_is(&tokens->items[begin], "[")) {
        parse_error(p, parse_last_span(p), NULL, "there is no lambda at this place");
        return NULL;
    }
    Parser *inner = parser_new(p->compiler, begin, tokens->count);
    Outline method = {.kind = OUTLINE_DEVICE_FUNCTION,
                      .name = "operator()",
                      .name_span = tokens->items[begin].span,
                      .name_at = begin,
                      .initial = -1,
                      .is_lambda = true};
    bind_around(inner, begin, arguments, count);
    note_around(inner, begin);
    inner->at = begin;
    parse_skip_balanced(inner);
    lambda_scan(inner, &method);
    p->is_broken |= inner->is_broken;
    return p->is_broken ? NULL : lambda_type(inner, &captures, method);
}

/* ---- types inside functions ---- */

const Type *parse_local_type(Parser *p)
{
    const TokenList *tokens = p->compiler->tokens;
    int ahead = 0;
    while (parse_ahead(p, ahead)->kind == TOKEN_NAME && token_is(parse_ahead(p, ahead + 1), "::"))
        ahead += 2;
    const Token *name = parse_ahead(p, ahead);
    for (int i = 0; ahead && name->kind == TOKEN_NAME && i + 2 < tokens->count; ++i) {
        const Token *token = &tokens->items[i];
        if ((!token_is(token, "struct") && !token_is(token, "class")) ||
            !token_is_same(token + 1, name) ||
            (!token_is(token + 2, "{") && !token_is(token + 2, ":")))
            continue;
        Parser *inner = parser_new(p->compiler, i, tokens->count);
        note_around(inner, i);
        inner->at = i;
        p->at += ahead + 1;
        const Type *type = parse_struct(inner);
        p->is_broken |= inner->is_broken;
        return type;
    }
    return NULL;
}
