/* What the parts of this room share: one file as tokens, with its text being blanked. */
#pragma once

#include "device/source.h"

/* One file as tokens, with its text being blanked. */
typedef struct DeviceText {
    Arena *arena;
    const Token *tokens; /* directives included; ends with TOKEN_END */
    int count;
    bool *is_directive; /* [token] it is part of a line that begins with # */
    int *partner;       /* [token] index of the matching bracket of ( [ {, else -1 */
    int *lines;         /* [token] the line that the front end gives it, from 1 */
    char *out;          /* the text with what was taken away as blanks */
} DeviceText;

/* The line of a token that stands elsewhere in the text than the front end says. */
typedef struct LineMark {
    uint32_t at; /* its first byte */
    int line;
} LineMark;

typedef struct LineMarks {
    const LineMark *items; /* ordered by place */
    int count;
} LineMarks;

/* A file cut into tokens, with nothing blanked yet. index is the file's in the Spans of its tokens;
 * marks: those of device_text_expand, or none. */
DeviceText device_text_open(Arena *arena, const DeviceFile *file, uint32_t index,
                            const LineMarks *marks);

/* The file with each use of a macro that matters to --without written out, in place and without
 * moving line ends; marks gets the lines that the front end gives to what came out. */
DeviceFile device_text_expand(Arena *arena, const DeviceFile *file, LineMarks *marks);

/* Is the token at index `at` that word? false outside of the file. */
static inline bool device_text_is(const DeviceText *text, int at, const char *word)
{
    return at >= 0 && at < text->count && token_is(&text->tokens[at], word);
}

/* Is it one of a list of words that ends with NULL? */
static inline bool device_text_is_any(const DeviceText *text, int at, const char *const *words)
{
    return at >= 0 && at < text->count && token_is_any(&text->tokens[at], words);
}

/* Index of the next token after at that is in no directive; count at the end. at -1 gives the
 * first. */
int device_text_next(const DeviceText *text, int at);

/* Blanks the source from the first to the last token (inclusive), line ends and directives
 * excepted. */
void device_text_blank(DeviceText *text, int first, int last);

/* Blanks tokens first to last as device_text_blank does, and writes one character at the place of
 * the first. */
void device_text_replace(DeviceText *text, int first, int last, char with);

/* Applies one --without to the text: a barrier goes, a condition becomes 1, a statement goes. */
void device_text_without(DeviceText *text, const Without *without);
