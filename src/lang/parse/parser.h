/* The Parser: tokens, mistakes, names, and what --without switches off.
 *
 * A syntax error (parse_error) leaves the parser broken: everything it is asked for fails quietly
 * until the statement's end, where reading starts afresh. A mistake of meaning (check_error) is
 * reported and stands in the tree as a NODE_ERROR, which fits anywhere.
 */
#ifndef TILESTEP_LANG_PARSE_PARSER_H
#define TILESTEP_LANG_PARSE_PARSER_H

#include "lang/tree/compiler.h"

typedef enum SymbolKind {
    SYMBOL_DECL,
    SYMBOL_TYPE,
    SYMBOL_CONSTANT,
    SYMBOL_MEMBER, /* of the struct whose function is read: field */
    SYMBOL_BROKEN
} SymbolKind;

typedef struct Symbol Symbol;
struct Symbol {
    const char *name;
    uint32_t length;
    SymbolKind kind;
    int scope;
    Decl *decl;
    const Type *type;
    Node *constant;
    int field;
    Symbol *shadowed, *next_in_scope;
};

enum { SYMBOL_BUCKETS = 256, NEST_LIMIT = 200, NODE_DEPTH_LIMIT = 1000, INLINE_LIMIT = 48 };

typedef struct Parser {
    Compiler *compiler;
    Arena *arena;
    const Token *tokens; /* of the whole unit; tokens[token_count] is TOKEN_END */
    int token_count, at, end;
    bool is_broken; /* a syntax error was reported: skip to the end of the statement */
    bool in_template_arguments;
    bool in_switch_body, next_is_switch_body; /* case labels may stand only directly in one */
    int nest, loops, switches;
    int left_out; /* inside branches that if constexpr leaves out */
    Function *function;
    const Members *owner; /* of the member function being read, or NULL */
    Symbol *buckets[SYMBOL_BUCKETS];
    Symbol *scopes[2 * NEST_LIMIT + 8]; /* symbols of each open scope; for and its body take two */
    int scope;
} Parser;

/* One that reads the tokens [begin, end) of the unit. */
Parser *parser_new(Compiler *compiler, int begin, int end);

/* ---- tokens (parse.c); behind the end stands a TOKEN_END ---- */

const Token *parse_peek(const Parser *p);
const Token *parse_ahead(const Parser *p, int count);
bool parse_at(const Parser *p, const char *text);
bool parse_accept(Parser *p, const char *text); /* goes past it if it stands here */

/* Goes past text, or reports that it was expected `where` (a key of phrase.def); false if the
 * parser is broken then. */
bool parse_expect(Parser *p, const char *text, const char *where);

bool parse_is_name(const Token *token); /* and no keyword */
Span parse_last_span(const Parser *p);
Span parse_span_from(const Parser *p, int begin);
void parse_skip_balanced(Parser *p); /* at an opening bracket: past its partner */
void parse_skip_attributes(Parser *p);
const char *parse_token_text(Parser *p, const Token *token); /* cut, for messages */
/* The same for a %p: the end of the file has no text. */
const Phrase *parse_token_phrase(Parser *p, const Token *token);

/* ---- mistakes (parse.c) ---- */

void parse_error(Parser *p, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A mistake of meaning: reported, but reading goes on. Gives an error node. */
Node *check_error(Parser *p, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Gives what check_error has just reported a hint that names something. */
void check_hint(Parser *p, const Phrase *hint);

bool parse_nest(Parser *p); /* false, with an error, when nested too deeply; undo: p->nest-- */

/* ---- names (scope.c) ---- */

void scope_open(Parser *p);
void scope_close(Parser *p);
Symbol *scope_find(const Parser *p, const char *name, uint32_t length);
Symbol *scope_find_here(const Parser *p, const char *name, uint32_t length); /* innermost alone */
Symbol *scope_add(Parser *p, const char *name, SymbolKind kind);

/* The nearest known name, or NULL. */
const char *scope_suggest(Parser *p, const char *name);

/* ---- what --without switches off, and what it could (without.c) ---- */

/* Is that kind of thing switched off on the line of span? */
bool parse_without(Parser *p, WithoutKind kind, Span span);

/* Notes span, which is switched off by the line of place; returns its index, -1 if it is not
 * noted. */
int parse_switchable(Parser *p, WithoutKind kind, Span place, Span span);

/* An error for each option that met nothing. */
void without_check_used(Compiler *compiler);

#endif
