/* Quotes: a line of a source named by a piece of its text, so that an edit elsewhere in the file
 * does not make it another line, and an edit of the line itself is noticed. Blanks of any length
 * are alike, and those at the ends of a quote do not count. "__syncthreads(); #2" is the second, in
 * the order of the file, of the lines with that text. */
#pragma once

#include "base/phrase.h"
#include "base/source.h"

/* Which lines can be meant at all: true for a line (from 1) that is one of them. A NULL filter lets
 * every line be meant. context is the caller's, handed through. */
typedef bool QuoteFilter(const void *context, int line);

/* The number (from 1) of the line that a quote names; 0 with *reason (in the arena) if
 * none has the text, or several have and the quote does not say which. *reason stays as it is on
 * success. */
int quote_find(Arena *arena, const SourceFile *file, const char *quote, QuoteFilter *filter,
               const void *context, const Phrase **reason);
