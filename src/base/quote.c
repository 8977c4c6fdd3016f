/* Texts are compared with their blanks drawn together and none at the ends. */
#include "base/quote.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_TOLD = 4 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static char *squeeze(Arena *arena, const char *text, size_t length)
{
    char *out = arena_alloc(arena, length + 1);
    size_t count = 0;
    for (size_t i = 0; i < length; ++i)
        if (!is_blank(text[i]))
            out[count++] = text[i];
        else if (count && out[count - 1] != ' ')
            out[count++] = ' ';
    if (count && out[count - 1] == ' ')
        --count;
    out[count] = '\0';
    return out;
}

/* Takes " #2" off the end of a squeezed quote; 0 if it has none. */
static long take_number(char *quote)
{
    char *hash = strrchr(quote, '#'), *end;
    if (!hash || hash == quote || hash[-1] != ' ' || hash[1] < '1' || hash[1] > '9')
        return 0;
    long number = strtol(hash + 1, &end, 10);
    if (*end)
        return 0;
    hash[-1] = '\0';
    return number;
}

static bool has_text(Arena *arena, const SourceFile *file, int line, const char *text)
{
    int length;
    const char *start = source_line_text(file, line, &length);
    return strstr(squeeze(arena, start, (size_t)length), text) != NULL;
}

typedef struct Matches {
    int count,
        picked; /* picked: the line of the number asked for; without a number, the last match */
    const char *told; /* "26, 30" */
} Matches;

static Matches match(Arena *arena, const SourceFile *file, const char *text, long number,
                     QuoteFilter *filter, const void *context)
{
    Matches found = {0, 0, ""};
    for (int line = 1; line <= file->line_count; ++line) {
        if ((filter && !filter(context, line)) || !has_text(arena, file, line, text))
            continue;
        ++found.count;
        if (!number || found.count == number)
            found.picked = line;
        if (found.count <= LINES_TOLD)
            found.told =
                arena_printf(arena, "%s%s%d", found.told, found.count > 1 ? ", " : "", line);
    }
    return found;
}

static const Phrase *problem(Arena *arena, const Matches *found, const char *text, long number)
{
    if (!*text)
        return PHRASE_LITERAL("the text of a line is wanted");
    if (!found->count)
        return phrase_new(arena, "no line has '%s'", text);
    if (number)
        return phrase_new(arena, "'%s' stands on %d lines (%s), so there is no #%ld", text,
                          found->count, found->told, number);
    return phrase_new(arena, "'%s' stands on %d lines (%s): write more of it, or which: '%s #1'",
                      text, found->count, found->told, text);
}

int quote_find(Arena *arena, const SourceFile *file, const char *quote, QuoteFilter *filter,
               const void *context, const Phrase **reason)
{
    char *text = squeeze(arena, quote, strlen(quote));
    long number = take_number(text);
    Matches found = {0};
    if (*text)
        found = match(arena, file, text, number, filter, context);
    if (number ? found.picked > 0 : found.count == 1)
        return found.picked;
    *reason = problem(arena, &found, text, number);
    return 0;
}
