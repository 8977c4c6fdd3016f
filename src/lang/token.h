/* Tokens of the CUDA C subset, from text (lex) and after macros (preprocess). */
#ifndef TILESTEP_LANG_TOKEN_H
#define TILESTEP_LANG_TOKEN_H

#include "base/diag.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NAME,    /* identifiers and keywords alike: the parser tells them apart by text */
    TOKEN_NUMBER,  /* integer or floating literal, unparsed */
    TOKEN_STRING,
    TOKEN_CHAR,
    TOKEN_PUNCTUATOR /* <<< and >>> are one token each; >> is two '>' tokens joined by no space */
} TokenKind;

typedef struct Token {
    TokenKind kind;
    const char *text; /* into the source (or an arena for pasted tokens); length bytes */
    uint32_t length;
    Span span;        /* where a reader should look: for macro results, the place of use */
    bool first_on_line, space_before;
} Token;

typedef struct TokenList {
    Token *items; /* ends with TOKEN_END, not counted */
    int count;
} TokenList;

static inline bool token_is(const Token *token, const char *text)
{
    uint32_t i = 0;
    for (; i < token->length && text[i]; ++i)
        if (token->text[i] != text[i])
            return false;
    return i == token->length && !text[i] && token->kind != TOKEN_STRING;
}

/* Splits file into tokens; comments are spaces, continued lines joined, "\r\n" is a newline. Bytes
 * that belong to no token, and unclosed comments or strings, are diagnostics; lexing goes on. */
TokenList lex_file(Arena *arena, const SourceSet *sources, uint32_t file, Diags *diags);

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
} MacroInfo;

typedef struct Preprocessed {
    TokenList tokens; /* of all device and host text, macros expanded, directives gone */
    const MacroInfo *macros; /* object-like macros alive at the end of file 0 */
    int macro_count;
} Preprocessed;

/* Reads the text of a local include "name" beside the file it stands in; returns false if there is
 * none (the include is then skipped with a warning). */
typedef struct IncludeReader {
    bool (*read)(void *context, Arena *arena, const char *name, const char **text, size_t *length);
    void *context;
} IncludeReader;

/* Runs the preprocessor over file: #define (object- and function-like, # and ##, variadic), #undef,
 * the #if family with full constant expressions and defined(), #include "..." through reader
 * (reader may be NULL), #include <...> skipped, #pragma dropped, #error reported. defines win over
 * any #define of the same name in the file. __CUDACC__, __CUDA_ARCH__ (900) and __NVCC__ are
 * defined. */
Preprocessed preprocess(Arena *arena, SourceSet *sources, uint32_t file, const Define *defines,
                        int define_count, const IncludeReader *reader, Diags *diags);

#endif
