/* Tokens of the CUDA C subset, from text (lex) and after macros (preprocess). A Token points into
 * text that it does not own: the source's, or a piece made in the arena it was lexed with. */
#pragma once

#include "base/diag.h"

#include <string.h>

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NAME,       /* identifiers and keywords alike: the parser tells them apart by text */
    TOKEN_NUMBER,     /* integer or floating literal, unparsed */
    TOKEN_STRING,     /* with its quotes and prefix, escapes unresolved */
    TOKEN_CHAR,       /* the same */
    TOKEN_PUNCTUATOR, /* brackets and operators */
    TOKEN_INVALID     /* bytes that are no token; preprocess reports and drops them */
} TokenKind;

/* Angle brackets. <<< is always one token. >>> is one token only when it closes a <<< of the same
 * statement; elsewhere it is three '>' tokens. >> is always two '>' tokens, the second with
 * space_before false: a shift where an operator can stand (token_is_shift_right), two closing
 * brackets in a template list. <<, <<=, >>=, <= and >= are one token each. */

typedef struct Token {
    TokenKind kind;
    uint32_t length;
    const char *text;   /* into the source (or an arena for pasted tokens); length bytes */
    Span span;          /* where a reader should look: for macro results, the place of use */
    bool first_on_line; /* nothing but blanks and comments stands before it on its line */
    bool space_before;  /* a blank or comment does; two tokens without it touch */
    bool is_painted;    /* preprocess's own: the name of a macro that must not expand again */
} Token;

typedef struct TokenList {
    Token *items; /* ends with TOKEN_END, not counted */
    int count;
} TokenList;

/* Is this its text? False for every string literal. */
static inline bool token_is(const Token *token, const char *text)
{
    uint32_t i = 0;
    for (; i < token->length && text[i]; ++i)
        if (token->text[i] != text[i])
            return false;
    return i == token->length && !text[i] && token->kind != TOKEN_STRING;
}

/* Are both of them the same text, byte by byte? */
static inline bool token_is_same(const Token *a, const Token *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Is it one of these words? The list ends with NULL. */
static inline bool token_is_any(const Token *token, const char *const *words)
{
    while (*words && !token_is(token, *words))
        ++words;
    return *words != NULL;
}

/* Does it stand where an exercise leaves something to be written: ???, ____, YOUR_CODE? */
bool token_is_gap(const Token *token);

/* tokens[0] and tokens[1] are the two halves of >>; the list must go on after tokens[0]. */
static inline bool token_is_shift_right(const Token *tokens)
{
    return token_is(&tokens[0], ">") && token_is(&tokens[1], ">") && !tokens[1].space_before;
}

/* Splits file (an index in sources) into tokens; comments are spaces, continued lines joined,
 * "\r\n" is a newline. Bytes that belong to no token, and unclosed comments or strings, become
 * TOKEN_INVALID; lexing goes on. Text points into the source, or into arena if the file has
 * continued lines. It ends early behind `most` tokens. */
TokenList lex_file(Arena *arena, const SourceSet *sources, uint32_t file, int most);

/* All tokens of file, as by lex_file, and those of rest behind them; *count: how many are the
 * file's. */
TokenList lex_before(Arena *arena, const SourceSet *sources, uint32_t file, const TokenList *rest,
                     int *count);

/* The same for text that is NUL terminated after length bytes and outlives the tokens; their spans
 * count from its start and claim to be in file. */
TokenList lex_text(Arena *arena, const char *text, uint32_t length, uint32_t file);

/* Reports a TOKEN_INVALID at its place: what is wrong with it, and the remedy. */
void token_report(const Token *token, Diags *diags);

/* The value of a TOKEN_NUMBER. */
typedef struct Number {
    bool is_float;
    bool is_single;   /* float: suffix f */
    bool is_unsigned; /* integer: suffix u, or a hex, octal or binary value that needs it */
    bool is_64_bit;   /* integer: suffix l or ll (long is 64 bits), or too large for 32 */
    uint64_t integer; /* !is_float */
    double real;      /* is_float; already rounded to float if is_single */
} Number;

/* Reads decimal, hex, octal and binary integers with ' separators and suffixes, decimal and hex
 * floats. False if it is malformed or does not fit 64 bits. */
bool token_number(const Token *token, Number *out);

/* The first character of a TOKEN_CHAR, escapes resolved: those of one letter, \0 included; of no
 * other is the number read. */
char token_character(const Token *token);

/* A -D on the command line: NAME or NAME=VALUE. */
typedef struct Define {
    const char *name;
    const char *value; /* "1" if none was given */
} Define;

/* One object-like macro that is a constant of the file, for sliders and reports. */
typedef struct MacroInfo {
    const char *name;
    const char *value; /* its replacement as text */
    Span span;
    bool from_command_line;
    bool is_used; /* the text mentions it; false for a -D that has no effect */
} MacroInfo;

/* A stretch of file 0 that macros replaced: a name, or a name and its arguments. */
typedef struct MacroUse {
    Span span;          /* of what is written */
    const Token *items; /* what came out */
    int count;
} MacroUse;

typedef struct Preprocessed {
    TokenList tokens;        /* of all device and host text, macros expanded, directives gone */
    const MacroInfo *macros; /* object-like macros with a value alive at the end, in order */
    int macro_count;
    const MacroUse *uses; /* in order; those that a directive cuts through are left out */
    int use_count;
} Preprocessed;

/* The name of the header that a warning says was looked for in vain; NULL: it says otherwise. */
const char *preprocess_lost_header(const Diag *diag);

/* Reads the text of a local include; name is relative to the folder of file 0. An include inside
 * "a/b.h" is first looked for in "a/", then in the folder of file 0, then in its include/, common/
 * and the like, then in the same way one folder further up, and so on. Returns false if there is
 * none (the include is then skipped with a warning, or without one where it is a header of the CUDA
 * toolkit or of the C library). *text must live as long
 * as arena. context is handed through. */
typedef struct IncludeReader {
    bool (*read)(void *context, Arena *arena, const char *name, const char **text, size_t *length);
    void *context;
} IncludeReader;

/* Runs the preprocessor over file: #define (object- and function-like, # and ##, variadic), #undef,
 * the #if family with full constant expressions and defined(), #include through reader (which may
 * be NULL; an #include <...> is no local file if it has no ending, as <vector>, or is a header of C
 * or CUDA), #pragma and _Pragma dropped, #error reported.
 * defines win over any #define or #undef of the same name in the file. __CUDACC__, __CUDA_ARCH__
 * (900), __NVCC__ and the limits of <climits>, <cfloat> and <cmath> (INT_MAX, FLT_MAX, M_PI,
 * INFINITY, ...) are defined. #line, #ident and #warning do nothing. Macros that expand without end
 * stop with one error. Never fails: after an error the tokens are those of the rest. What it gives
 * lives in arena; included files are added to sources. */
Preprocessed preprocess(Arena *arena, SourceSet *sources, uint32_t file, const Define *defines,
                        int define_count, const IncludeReader *reader, Diags *diags);
