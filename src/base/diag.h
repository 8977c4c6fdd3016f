/* Diagnostics: what is wrong with a learner's input, where, why, and what would be right.
 *
 * A list, not an exit: the front end reports and goes on, so one run shows several messages. A
 * diagnostic always says what and, where it can, the nearest supported form (hint).
 */
#ifndef TILESTEP_BASE_DIAG_H
#define TILESTEP_BASE_DIAG_H

#include "base/phrase.h"
#include "base/source.h"

#include <stdio.h>

typedef enum DiagSeverity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE } DiagSeverity;

typedef struct Diag {
    DiagSeverity severity;
    bool has_place; /* false for things that have no place in a file (an option, say) */
    Span span;
    const Phrase *message;
    const Phrase *hint; /* the nearest supported form or the remedy; may be NULL */
} Diag;

typedef struct Diags {
    Arena *arena;
    Diag *items;
    int count, capacity;
    int error_count;
    Diag *last; /* the one that was added last; NULL if it was dropped */
} Diags;

enum { DIAG_LIMIT = 50 }; /* later errors of one run are dropped, the count goes on */

Diags *diags_new(Arena *arena);

/* Adds an error or a warning at a place. The message is a format of phrase_new and needs no full stop
 * or newline; hint is a key of phrase.def without conversions, or NULL. */
void diag_error(Diags *diags, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_warning(Diags *diags, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void diag_verror(Diags *diags, Span span, const char *hint, const char *format, va_list args);

/* Adds an error that has no place in a file. */
void diag_error_plain(Diags *diags, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Gives what was added last a hint that names something. */
void diag_hint(Diags *diags, const Phrase *hint);

/* Renders one diagnostic: FILE:LINE:COLUMN: error: message, the source line, a caret line and
 * the hint. sources may be NULL when no diagnostic has a place. */
char *diag_format(Arena *arena, const SourceSet *sources, const Diag *diag);

/* The same in a language. */
char *diag_format_in(Arena *arena, const SourceSet *sources, const Diag *diag, Language language);

/* Prints all of them to out, in English or in a language. */
void diags_print(FILE *out, const SourceSet *sources, const Diags *diags);
void diags_print_in(FILE *out, const SourceSet *sources, const Diags *diags, Language language);

#endif
