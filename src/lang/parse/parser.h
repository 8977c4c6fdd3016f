/* The Parser: tokens, mistakes, names, and what --without switches off.
 *
 * A syntax error (parse_error) leaves the parser broken: everything it is asked for fails quietly
 * until the statement's end, where reading starts afresh. A mistake of meaning (check_error) is
 * reported and stands in the tree as a NODE_ERROR, which fits anywhere. Both go to the compiler's
 * diags, and neither says anything while the parser is broken. Token numbers (begin, at, end) are
 * indices into Parser.tokens. What is made lives in the compiler's arena. `hint` is the remedy of a
 * mistake, or NULL; %p in a format takes a Phrase (base/phrase.h).
 */
#pragma once

#include "lang/tree/compiler.h"

typedef enum SymbolKind {
    SYMBOL_DECL,     /* a variable: decl */
    SYMBOL_TYPE,     /* type */
    SYMBOL_TEMPLATE, /* a template of a struct: outline */
    SYMBOL_CONSTANT, /* an enumerator, a template's number, a struct's static constexpr: constant */
    SYMBOL_MEMBER,   /* of the struct whose function is read */
    SYMBOL_BROKEN    /* nothing more is reported about it */
} SymbolKind;

/* A name and what it means in one scope. */
typedef struct Symbol Symbol;
struct Symbol {
    const char *name;
    uint32_t length;
    SymbolKind kind;
    int scope; /* number of the scope it stands in, 0 for the outermost */
    Decl *decl;
    const Type *type;
    Node *constant;
    const Outline *outline;
    Symbol *shadowed;      /* the next of the same bucket, which may have the same name */
    Symbol *next_in_scope; /* the one added before it to the same scope */
};

enum {
    SYMBOL_BUCKETS = 256,
    NEST_LIMIT = 200,        /* brackets, operators, types and statements inside each other */
    NEST_TOTAL_LIMIT = 1000, /* the same, with all that is read because they name it */
    NODE_DEPTH_LIMIT = 1000, /* of an expression's tree */
    INLINE_LIMIT = 48        /* calls inside each other that are read */
};

typedef struct Parser {
    Compiler *compiler;
    Arena *arena;
    const Token *tokens; /* of the whole unit; tokens[token_count] is TOKEN_END */
    int token_count;
    int at, end;    /* tokens[at] is read next; end is one past the last that is this parser's */
    bool is_broken; /* a syntax error was reported: skip to the end of the statement */
    bool in_template_arguments;               /* a > closes the list and compares nothing */
    bool in_switch_body, next_is_switch_body; /* case labels may stand only directly in one */
    int nest;                                 /* as NEST_LIMIT counts */
    int loops, switches;                      /* that are open: break and continue need one */
    bool is_guessing;       /* something was asked of a type not yet known: answers mean nothing */
    int left_out;           /* inside branches that if constexpr leaves out */
    Function *function;     /* whose body is being read, or NULL */
    const Members *owner;   /* of the member function being read, or NULL */
    const Members *reading; /* the struct whose members are being read, or NULL */
    Symbol *buckets[SYMBOL_BUCKETS];
    Symbol *scopes[2 * NEST_LIMIT + 8]; /* symbols of each open scope; for and its body take two */
    int scope;                          /* the innermost open one */
} Parser;

/* One that reads the tokens [begin, end) of the unit, with the outermost scope open and empty. */
Parser *parser_new(Compiler *compiler, int begin, int end);

/* ---- tokens (parse.c); behind the end stands a TOKEN_END ---- */

const Token *parse_peek(const Parser *p);             /* the one that is read next */
const Token *parse_ahead(const Parser *p, int count); /* the one count tokens behind it */
bool parse_at(const Parser *p, const char *text);     /* is that the text of the next one? */
bool parse_accept(Parser *p, const char *text);       /* goes past it if it stands here */

/* Goes past text, or reports that it was expected `where` (a key of phrase.def); false if the
 * parser is broken then. A missing ; at the end of a line is reported, but reading goes on as if it
 * were there. */
bool parse_expect(Parser *p, const char *text, const char *where);

bool parse_is_name(const Token *token);           /* and no keyword */
Span parse_last_span(const Parser *p);            /* of the token that was read last */
Span parse_span_from(const Parser *p, int begin); /* from token begin to that one */
void parse_skip_balanced(Parser *p);   /* at an opening bracket: past its partner, or to the end */
void parse_skip_attributes(Parser *p); /* [[...]], __attribute__((...)), __launch_bounds__(...) */

/* Is the token what a macro left where a name stands in the text? Then an error says so. */
void parse_refuse_macro(Parser *p, const Token *token);

/* The token as a text in the arena, cut after 40 bytes: for messages and names. */
const char *parse_token_text(Parser *p, const Token *token);
/* The same for a %p: the end of the file has no text. */
const Phrase *parse_token_phrase(Parser *p, const Token *token);

/* ---- mistakes (parse.c) ---- */

/* A syntax error: reported, and p is broken. */
void parse_error(Parser *p, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A mistake of meaning: reported, but reading goes on. Gives an error node, whose type is int. */
Node *check_error(Parser *p, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Gives what check_error has just reported a hint that names something. */
void check_hint(Parser *p, const Phrase *hint);

/* One level deeper; false, with a syntax error, when nested too deeply. After true the caller calls
 * parse_unnest when it is through. */
bool parse_nest(Parser *p);
void parse_unnest(Parser *p);

/* ---- names (scope.c) ---- */

void scope_open(Parser *p);
void scope_close(Parser *p); /* the scope's names go, and what they had shadowed is found again */

/* The innermost symbol of that name, or NULL. Names of the file are no symbols: resolve.c. */
Symbol *scope_find(const Parser *p, const char *name, uint32_t length);
Symbol *scope_find_here(const Parser *p, const char *name, uint32_t length); /* innermost alone */

/* A new symbol in the innermost scope, also if it has one of that name; the caller fills in what
 * its kind needs. name is not copied. */
Symbol *scope_add(Parser *p, const char *name, SymbolKind kind);

/* What to do about a name that is not known: the known one with the fewest letters different, which
 * is a symbol, a name of the file that is no host function, or a builtin (of a type none is
 * proposed); or a header that was not found. NULL if nothing is to be proposed. */
const Phrase *scope_hint(Parser *p, const char *name, bool is_type);

/* ---- what --without switches off, and what it could (without.c) ---- */

/* Is that kind of thing switched off on the line of span? Outside file 0, outside functions and in
 * branches that are left out nothing is. */
bool parse_without(Parser *p, WithoutKind kind, Span span);

/* Notes span, which is switched off by the line of place; returns its index in
 * Compiler.switchables, -1 if it is not noted: for the same reasons, or because it is there. */
int parse_switchable(Parser *p, WithoutKind kind, Span place, Span span);

/* An error for each option that met nothing. */
void without_check_used(Compiler *compiler);
