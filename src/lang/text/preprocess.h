/* Private to the preprocessor: its state, shared by directives, macros and #if expressions.
 *
 * Tokens pass three stages: file_next reads the file and obeys directives, macro_next puts
 * replacements in the place of names, and preprocess() collects what comes out. All that is noted
 * lives in the arena until the Unit goes. */
#pragma once

#include "lang/text/token.h"

enum {
    MACRO_BUCKETS = 1 << 12,
    SOURCE_TOKEN_LIMIT = 1 << 20,   /* tokens of the file and all that it includes */
    INCLUDE_BYTES_LIMIT = 32 << 20, /* of local includes altogether */
    MACRO_WORK_LIMIT = 1 << 20,     /* tokens that all macros together may produce */
    MACRO_NESTING_LIMIT = 200,      /* macro calls inside arguments of macro calls */
    INCLUDE_DEPTH_LIMIT = 60,       /* local files included inside each other */
    INCLUDE_COUNT_LIMIT = 1000,     /* local includes altogether */
    TOKEN_TEXT_LIMIT = 1 << 16      /* bytes of a token made by # or ## */
};

typedef enum MacroKind {
    MACRO_TEXT, /* body replaces the name */
    MACRO_FILE, /* __FILE__, __LINE__, __COUNTER__: computed where they are used */
    MACRO_LINE,
    MACRO_COUNTER
} MacroKind;

typedef struct Macro {
    struct Macro *next; /* of the same bucket */
    const char *name;   /* its own copy, NUL terminated after name_length bytes */
    uint32_t name_length;
    MacroKind kind;
    bool is_function, is_variadic; /* variadic: the last parameter takes the rest */
    bool is_predefined;            /* by define_predefined: no constant of the file */
    bool from_command_line;        /* by -D: no #define or #undef of the file changes it */
    bool is_defined;               /* false after #undef */
    bool is_active;                /* its replacement is being read */
    bool is_used;            /* the text mentions it, in a condition or where it is replaced */
    const Token *parameters; /* names in order; "..." is one, named __VA_ARGS__ in the body */
    int parameter_count;
    const Token *body; /* its replacement, # and ## not yet applied */
    int body_count;
    Span span; /* of its name in the last #define */
} Macro;

/* Tokens waiting to be read: a macro's replacement, or an argument read on its own. */
typedef struct Context {
    const Token *items;
    int count, at;    /* items[at] comes next */
    Macro *macro;     /* set inactive at the end; NULL for arguments and lines */
    bool is_isolated; /* reading ends here instead of going on below */
} Context;

/* A file that is being read; those above it in the stack are included by it. */
typedef struct FileLevel {
    TokenList tokens;
    int at;              /* tokens.items[at] comes next */
    const char *name;    /* as the include reader knows it; "" for file 0 */
    int condition_floor; /* conditions that were open when it began */
} FileLevel;

/* An #if that has not met its #endif. */
typedef struct Condition {
    Span span;           /* its #if */
    bool is_live;        /* the branch being read counts */
    bool was_live;       /* this branch or one before it counted: no further one will */
    bool parent_is_live; /* what the #if stands in counts */
    bool had_else;
} Condition;

/* What was read of the files since the last token that no macro had a hand in. */
typedef struct Stretch {
    Span first, last; /* its first and its last token */
    int count;        /* tokens, before macros are replaced */
    bool is_cut;      /* a directive stands inside */
} Stretch;

typedef struct Preprocessor {
    Arena *arena;
    SourceSet *sources;
    Diags *diags;
    const IncludeReader *reader; /* or NULL */
    Macro *buckets[MACRO_BUCKETS];
    Macro **macros; /* in order of first definition; #undef takes none out */
    int macro_count, macro_capacity;
    FileLevel *levels; /* a stack: file 0 first, the file being read last */
    int level_count, level_capacity;
    Condition *conditions; /* a stack, the innermost #if last */
    int condition_count, condition_capacity;
    Context *contexts; /* a stack, what is read next last; empty: the file is read */
    int context_count, context_capacity;
    const char **once; /* included files that said #pragma once */
    int once_count, once_capacity;
    int include_count;    /* local includes so far */
    int token_count;      /* read so far, of SOURCE_TOKEN_LIMIT */
    size_t include_bytes; /* of INCLUDE_BYTES_LIMIT */
    int counter;          /* what __COUNTER__ gives next */
    int work, nesting;    /* as MACRO_WORK_LIMIT and MACRO_NESTING_LIMIT count */
    Stretch stretch;
    int directive_count; /* obeyed or skipped */
    bool is_exhausted;   /* a limit was reached: macros expand no more */
} Preprocessor;

/* preprocess_macro.c */

/* The macro of that name, also an undefined one; NULL if the name was never defined. */
Macro *macro_find(Preprocessor *pp, const Token *name);

/* Takes tokens "NAME body" or "NAME(a, b) body" as the text of a #define; count is at least 1. The
 * tokens are copied. A macro from the command line stays as it is unless from_command_line. After
 * an error in the parameters the macro stays as it was, too. */
void macro_define(Preprocessor *pp, const Token *tokens, int count, bool from_command_line,
                  bool is_predefined);

/* Next token, with macros expanded; TOKEN_END at the end of the file or isolated context. A token
 * that a macro gave has the place where the macro is used as its span. */
Token macro_next(Preprocessor *pp);

/* Whether all replacements have been read, so that the next token comes from the file. */
bool macro_at_file(Preprocessor *pp);

/* All of tokens with macros expanded, on their own; out is NULL terminated by a TOKEN_END. */
TokenList macro_expand_list(Preprocessor *pp, const Token *tokens, int count);

/* Tokens as text with single spaces where the source had space, in arena. */
const char *macro_tokens_text(Arena *arena, const Token *tokens, int count);

/* preprocess.c: next token of the file, directives obeyed, macros not expanded. What is skipped by
 * an #if never appears; a TOKEN_INVALID is reported and left out. TOKEN_END again and again once
 * file 0 has ended. */
Token file_next(Preprocessor *pp);

/* The file that is being read. */
static inline FileLevel *top_level(Preprocessor *pp)
{
    return &pp->levels[pp->level_count - 1];
}

/* preprocess_include.c: goes on with a file of sources, known under that name, and obeys an
 * #include of these tokens; line is the directive's span. */
void include_push(Preprocessor *pp, uint32_t file, const char *name);
void include_obey(Preprocessor *pp, const Token *tokens, int count, Span line);

/* preprocess_if.c: whether the constant expression of an #if is true. line is the directive's span;
 * what cannot be evaluated is an error and false. Computed in 64 bits; a name that is no macro is
 * 0, but true is 1; __has_include(...) is 0. */
bool condition_evaluate(Preprocessor *pp, const Token *tokens, int count, Span line);
