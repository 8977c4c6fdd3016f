/* Private to the preprocessor: its state, shared by directives, macros and #if expressions. */
#ifndef TILESTEP_LANG_TEXT_PREPROCESS_H
#define TILESTEP_LANG_TEXT_PREPROCESS_H

#include "lang/text/token.h"

enum {
    MACRO_BUCKETS = 1 << 12,
    MACRO_WORK_LIMIT = 1 << 20, /* tokens that all macros together may produce */
    MACRO_NESTING_LIMIT = 200,  /* macro calls inside arguments of macro calls */
    INCLUDE_DEPTH_LIMIT = 60,
    INCLUDE_COUNT_LIMIT = 1000,
    TOKEN_TEXT_LIMIT = 1 << 16 /* bytes of a token made by # or ## */
};

typedef enum MacroKind { MACRO_TEXT, MACRO_FILE, MACRO_LINE, MACRO_COUNTER } MacroKind;

typedef struct Macro {
    struct Macro *next; /* of the same bucket */
    const char *name;
    uint32_t name_length;
    MacroKind kind;
    bool is_function, is_variadic; /* variadic: the last parameter takes the rest */
    bool is_predefined, from_command_line;
    bool is_defined; /* false after #undef */
    bool is_active;  /* its replacement is being read */
    bool is_used;
    const Token *parameters;
    int parameter_count;
    const Token *body;
    int body_count;
    Span span;
} Macro;

/* Tokens waiting to be read: a macro's replacement, or an argument read on its own. */
typedef struct Context {
    const Token *items;
    int count, at;
    Macro *macro;     /* set inactive at the end; NULL for arguments and lines */
    bool is_isolated; /* reading ends here instead of going on below */
} Context;

typedef struct FileLevel {
    TokenList tokens;
    int at;
    const char *name;    /* as the include reader knows it; "" for file 0 */
    int condition_floor; /* conditions that were open when it began */
} FileLevel;

typedef struct Condition {
    Span span; /* its #if */
    bool is_live, was_live, parent_is_live, had_else;
} Condition;

/* What was read of the file since the last token that no macro had a hand in. */
typedef struct Stretch {
    Span first, last;
    int count;
    bool is_cut; /* a directive stands inside */
} Stretch;

typedef struct Preprocessor {
    Arena *arena;
    SourceSet *sources;
    Diags *diags;
    const IncludeReader *reader;
    Macro *buckets[MACRO_BUCKETS];
    Macro **macros; /* in order of first definition */
    int macro_count, macro_capacity;
    FileLevel *levels;
    int level_count, level_capacity;
    Condition *conditions;
    int condition_count, condition_capacity;
    Context *contexts;
    int context_count, context_capacity;
    const char **once; /* included files that said #pragma once */
    int once_count, once_capacity;
    int include_count, counter;
    int work, nesting;
    Stretch stretch;
    int directive_count; /* obeyed or skipped */
    bool is_exhausted;   /* a limit was reached: macros expand no more */
} Preprocessor;

/* preprocess_macro.c */

/* The macro of that name, also an undefined one; NULL if the name was never defined. */
Macro *macro_find(Preprocessor *pp, const Token *name);

/* Takes tokens "NAME body" or "NAME(a, b) body" as the text of a #define. */
void macro_define(Preprocessor *pp, const Token *tokens, int count, bool from_command_line,
                  bool is_predefined);

/* Next token, with macros expanded; TOKEN_END at the end of the file or isolated context. */
Token macro_next(Preprocessor *pp);

/* Whether all replacements have been read, so that the next token comes from the file. */
bool macro_at_file(Preprocessor *pp);

/* All of tokens with macros expanded, on their own; out is NULL terminated by a TOKEN_END. */
TokenList macro_expand_list(Preprocessor *pp, const Token *tokens, int count);

/* Tokens as text with single spaces where the source had space. */
const char *macro_tokens_text(Arena *arena, const Token *tokens, int count);

/* preprocess.c: next token of the file, directives obeyed, macros not expanded. */
Token file_next(Preprocessor *pp);

/* preprocess_if.c: whether the constant expression of an #if is true. line is the directive's span;
 * what cannot be evaluated is an error and false. */
bool condition_evaluate(Preprocessor *pp, const Token *tokens, int count, Span line);

#endif
