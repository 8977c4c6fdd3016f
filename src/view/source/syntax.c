/* Colouring for reading, not for compiling: one line at a time, words looked up in short lists. */
#include "view/source/syntax.h"

#include <ctype.h>
#include <string.h>

/* How far back a comment may have begun. */
enum { COMMENT_LINES = 400 };

static const char *const keywords[] = {
    "if",     "else", "for",     "while",  "do",       "break",    "continue", "return",
    "switch", "case", "default", "sizeof", "template", "typename", "true",     "false"};
static const char *const types[] = {
    "void",  "int",          "unsigned",  "float",    "double",  "bool",    "char",
    "short", "long",         "signed",    "const",    "static",  "struct",  "size_t",
    "half",  "auto",         "inline",    "volatile", "extern",  "float2",  "float4",
    "dim3",  "__restrict__", "constexpr", "uint32_t", "int64_t", "uint64_t"};
static const char *const builtins[] = {
    "__global__", "__shared__", "__device__", "__constant__", "__host__",   "__syncthreads",
    "threadIdx",  "blockIdx",   "blockDim",   "gridDim",      "__syncwarp", "__forceinline__"};

static bool is_in(const char *const *words, size_t count, const char *text, int length)
{
    for (size_t i = 0; i < count; ++i)
        if ((int)strlen(words[i]) == length && memcmp(words[i], text, (size_t)length) == 0)
            return true;
    return false;
}

static CodeColour word_colour(const char *text, int length)
{
    if (is_in(keywords, sizeof keywords / sizeof *keywords, text, length))
        return CODE_KEYWORD;
    if (is_in(types, sizeof types / sizeof *types, text, length))
        return CODE_TYPE;
    if (is_in(builtins, sizeof builtins / sizeof *builtins, text, length))
        return CODE_BUILTIN;
    return isdigit((unsigned char)*text) ? CODE_NUMBER : CODE_PLAIN;
}

static int word_length(const char *text, int length)
{
    int i = 0;
    bool is_number = isdigit((unsigned char)*text);
    while (i < length &&
           (isalnum((unsigned char)text[i]) || text[i] == '_' || (is_number && text[i] == '.')))
        ++i;
    return i;
}

static int string_length(const char *text, int length)
{
    int i = 1;
    while (i < length && text[i] != text[0])
        i += text[i] == '\\' ? 2 : 1;
    return i < length ? i + 1 : length;
}

static int comment_length(const char *text, int length, bool *in_comment)
{
    for (int i = 0; i + 1 < length; ++i)
        if (text[i] == '*' && text[i + 1] == '/') {
            *in_comment = false;
            return i + 2;
        }
    *in_comment = true;
    return length;
}

/* Length and colour of the piece of the line at text. */
static int piece_at(const char *text, int length, bool *in_comment, CodeColour *colour)
{
    *colour = CODE_COMMENT;
    if (*in_comment)
        return comment_length(text, length, in_comment);
    if (length >= 2 && text[0] == '/' && text[1] == '/')
        return length;
    if (length >= 2 && text[0] == '/' && text[1] == '*') {
        int rest = comment_length(text + 2, length - 2, in_comment);
        return rest + 2;
    }
    *colour = CODE_NUMBER;
    if (*text == '"' || *text == '\'')
        return string_length(text, length);
    int word = word_length(text, length);
    *colour = word ? word_colour(text, word) : CODE_PLAIN;
    return word ? word : 1;
}

bool syntax_colour_line(const char *text, int length, bool in_comment, uint8_t *colours)
{
    int at = 0;
    while (at < length && isspace((unsigned char)text[at]))
        colours[at++] = CODE_PLAIN;
    bool is_directive = !in_comment && at < length && text[at] == '#';
    while (at < length) {
        CodeColour colour;
        int piece = piece_at(text + at, length - at, &in_comment, &colour);
        if (is_directive && colour != CODE_COMMENT)
            colour = CODE_DIRECTIVE;
        memset(colours + at, colour, (size_t)piece);
        at += piece;
    }
    return in_comment;
}

bool syntax_comment_before(const SourceFile *file, int line)
{
    bool in_comment = false;
    uint8_t colours[4096];
    for (int i = line > COMMENT_LINES ? line - COMMENT_LINES : 1; i < line; ++i) {
        int length;
        const char *text = source_line_text(file, i, &length);
        if (length < (int)sizeof colours)
            in_comment = syntax_colour_line(text, length, in_comment, colours);
    }
    return in_comment;
}
