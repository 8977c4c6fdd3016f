/* Quotes: a line of a source named by a piece of its text, so that an edit elsewhere in the file does
 * not make it another line, and an edit of the line itself is noticed. Blanks of any length are alike.
 * "__syncthreads(); #2" is the second of the lines with that text. */
#ifndef TILESTEP_BASE_QUOTE_H
#define TILESTEP_BASE_QUOTE_H

#include "base/source.h"

/* Which lines are meant at all: true for line (from 1). NULL means every line. */
typedef bool QuoteFilter(const void *context, int line);

/* The line; 0 with a reason (in arena, English) if none has the text, or several have and the quote
 * does not say which. */
int quote_find(Arena *arena, const SourceFile *file, const char *quote, QuoteFilter *filter,
               const void *context, const char **reason);

/* The whole text of a line as a quote that quote_find finds it by, with the same filter. */
const char *quote_of(Arena *arena, const SourceFile *file, int line, QuoteFilter *filter,
                     const void *context);

#endif
