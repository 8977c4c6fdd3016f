/* Tokens, mistakes and nesting. After a syntax error the parser is broken: everything it is asked
 * for fails quietly until the statement's end, where reading starts afresh. */
#include "lang/check/check.h"

#include <string.h>

Parser *parser_new(Compiler *compiler, int begin, int end)
{
    Parser *p = ARENA_NEW(compiler->arena, Parser);
    p->compiler = compiler;
    p->arena = compiler->arena;
    p->tokens = compiler->tokens->items;
    p->token_count = compiler->tokens->count;
    p->at = begin;
    p->end = end;
    return p;
}

const Token *parse_ahead(const Parser *p, int count)
{
    int at = p->at + count;
    return &p->tokens[at < p->end ? at : p->token_count];
}

const Token *parse_peek(const Parser *p)
{
    return parse_ahead(p, 0);
}

bool parse_at(const Parser *p, const char *text)
{
    return token_is(parse_peek(p), text);
}

bool parse_accept(Parser *p, const char *text)
{
    if (!parse_at(p, text))
        return false;
    p->at++;
    return true;
}

const char *parse_token_text(Parser *p, const Token *token)
{
    return arena_text(p->arena, token->text, token->length < 40 ? token->length : 40);
}

const Phrase *parse_token_phrase(Parser *p, const Token *token)
{
    if (token->kind == TOKEN_END)
        return PHRASE_LITERAL("the end");
    return phrase_new(p->arena, "%s", parse_token_text(p, token));
}

bool parse_expect(Parser *p, const char *text, const char *where)
{
    if (p->is_broken)
        return false;
    if (parse_accept(p, text))
        return true;
    const Token *token = parse_peek(p);
    Span last = parse_last_span(p);
    Span place = token->kind == TOKEN_END || token->first_on_line
                     ? (Span){last.file, last.start + last.length, 0}
                     : token->span;
    bool is_forgotten = text[0] == ';' && token->first_on_line; /* go on as if it were there */
    parse_error(p, place, NULL, "expected '%s' %p, not '%p'", text, PHRASE_KEY(where),
                parse_token_phrase(p, token));
    p->is_broken = !is_forgotten;
    return is_forgotten;
}

/* The names that C++ keeps for itself and that could be mistaken for a variable's. */
bool parse_is_name(const Token *token)
{
    static const char *const keywords[] = {
        "if",       "else",   "for",    "while",    "do",     "switch",   "case",
        "default",  "break",  "return", "goto",     "sizeof", "continue", "struct",
        "typedef",  "enum",   "const",  "static",   "void",   "int",      "float",
        "double",   "char",   "bool",   "short",    "long",   "true",     "false",
        "unsigned", "signed", "extern", "template", "class",  "using",    "union",
        "new",      "delete", "throw",  "try",      "this",   NULL};
    return token->kind == TOKEN_NAME && !token_is_any(token, keywords);
}

Span parse_last_span(const Parser *p)
{
    return p->tokens[p->at > 0 ? p->at - 1 : 0].span;
}

Span parse_span_from(const Parser *p, int begin)
{
    if (p->at <= begin)
        return parse_ahead(p, begin - p->at)->span;
    return span_join(p->tokens[begin].span, parse_last_span(p));
}

void parse_skip_balanced(Parser *p)
{
    int depth = 0;
    for (; p->at < p->end; p->at++) {
        if (parse_at(p, "(") || parse_at(p, "[") || parse_at(p, "{"))
            depth++;
        if ((parse_at(p, ")") || parse_at(p, "]") || parse_at(p, "}")) && --depth <= 0) {
            p->at++;
            return;
        }
    }
}

static Span blamed_span(const Parser *p, Span span)
{
    return p->compiler->blamed.length ? p->compiler->blamed : span;
}

void parse_error(Parser *p, Span span, const char *hint, const char *format, ...)
{
    if (p->is_broken)
        return;
    va_list args;
    va_start(args, format);
    diag_verror(p->compiler->diags, blamed_span(p, span), hint, format, args);
    va_end(args);
    p->is_broken = true;
}

Node *check_error(Parser *p, Span span, const char *hint, const char *format, ...)
{
    if (!p->is_broken) {
        va_list args;
        va_start(args, format);
        diag_verror(p->compiler->diags, blamed_span(p, span), hint, format, args);
        va_end(args);
    }
    return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), span);
}

void check_hint(Parser *p, const Phrase *hint)
{
    if (!p->is_broken)
        diag_hint(p->compiler->diags, hint);
}

static bool is_word(const char *text, uint32_t length)
{
    bool is_good = length > 0 && !(*text >= '0' && *text <= '9');
    for (uint32_t i = 0; i < length; ++i)
        is_good &= text[i] == '_' || (text[i] >= 'a' && text[i] <= 'z') ||
                   (text[i] >= 'A' && text[i] <= 'Z') || (text[i] >= '0' && text[i] <= '9');
    return is_good;
}

void parse_refuse_macro(Parser *p, const Token *token)
{
    const SourceFile *file = &p->compiler->unit->sources->files[token->span.file];
    const char *written = file->text + token->span.start;
    uint32_t length = token->span.length;
    if (!is_word(written, length) || token_is(token, arena_text(p->arena, written, length)))
        return;
    bool is_told = p->is_broken;
    const char *name = arena_text(p->arena, written, length);
    parse_error(p, token->span, "give one of them another name",
                "'%s' cannot be a name here: a macro of this file puts '%s' in its place", name,
                parse_token_text(p, token));
    const Preprocessed *text = &p->compiler->unit->text;
    for (int i = 0; i < text->macro_count && !is_told; ++i)
        if (strcmp(text->macros[i].name, name) == 0 && !text->macros[i].from_command_line)
            diag_hint(p->compiler->diags,
                      phrase_new(p->arena,
                                 "give one of them another name: the macro stands in line %d",
                                 source_line(p->compiler->unit->sources, text->macros[i].span)));
}

bool parse_nest(Parser *p)
{
    bool is_deep = p->compiler->nest >= NEST_TOTAL_LIMIT;
    if (p->nest >= NEST_LIMIT || is_deep) {
        parse_error(p, parse_peek(p)->span, "split the expression or the function",
                    "nested more than %d deep", is_deep ? NEST_TOTAL_LIMIT : NEST_LIMIT);
        return false;
    }
    p->nest++;
    p->compiler->nest++;
    return true;
}

void parse_unnest(Parser *p)
{
    p->nest--;
    p->compiler->nest--;
}

static bool accept_call_like(Parser *p, const char *name)
{
    if (!parse_accept(p, name))
        return false;
    if (parse_at(p, "("))
        parse_skip_balanced(p);
    return true;
}

void parse_skip_attributes(Parser *p)
{
    for (;;) {
        bool skipped = accept_call_like(p, "__attribute__") ||
                       accept_call_like(p, "__launch_bounds__") ||
                       accept_call_like(p, "__cluster_dims__") ||
                       accept_call_like(p, "__maxnreg__") || accept_call_like(p, "__declspec");
        if (parse_at(p, "[") && token_is(parse_ahead(p, 1), "[")) {
            parse_skip_balanced(p);
            skipped = true;
        }
        if (!skipped)
            return;
    }
}
