/* Diagnostics: what is wrong with a learner's input, where, why, and what would be right.
 *
 * A list, not an exit: the front end reports and goes on, so one run shows several messages. A
 * diagnostic always says what is wrong and, where it can, the nearest supported form (hint).
 * Messages and hints are put into a language only when they are shown.
 */
#pragma once

#include "base/phrase.h"
#include "base/source.h"

#include <stdio.h>

/* Only errors keep a file from being run. */
typedef enum DiagSeverity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE } DiagSeverity;

/* One message. It lives as long as the arena of its Diags. */
typedef struct Diag {
    DiagSeverity severity;
    bool has_place;        /* false for things that have no place in a file (an option, say) */
    Span span;             /* where, if has_place */
    const Phrase *message; /* one line, without full stop and newline */
    const Phrase *hint;    /* the nearest supported form or the remedy; may be NULL */
    const char *option;    /* the remedy as an option, "--set n=64"; NULL: the hint names none */
} Diag;

/* The messages of one input, in the order in which they were added. */
typedef struct Diags {
    Arena *arena;
    Diag *items; /* [count] */
    int count, capacity;
    int error_count; /* errors only, dropped ones among them: 0 means that all is well */
    Diag *last; /* the one that was added last; NULL if it was dropped; stale after the next one */
} Diags;

/* A list holds so many items; what is added later is dropped, while error_count goes on. */
enum { DIAG_LIMIT = 50 };

/* An empty list, which lives in the arena and allocates its messages there. */
Diags *diags_new(Arena *arena);

/* Adds an error or a warning at a place. The message is a format of phrase_new, without full stop
 * and newline; hint is a key of phrase.def without conversions, or NULL. The texts of format and
 * hint are not copied: they have to outlive the list, as literals do. What fills the format is
 * copied. */
void diag_error(Diags *diags, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_warning(Diags *diags, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* diag_error with its arguments as a list; va_end stays with the caller. */
void diag_verror(Diags *diags, Span span, const char *hint, const char *format, va_list args);

/* Adds an error that has no place in a file. */
void diag_error_plain(Diags *diags, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Gives the diagnostic that was added last another hint, one that names something. The hint is not
 * copied: make it in the arena of the list. Does nothing if that diagnostic was dropped. */
void diag_hint(Diags *diags, const Phrase *hint);

/* Gives the diagnostic that was added last the option that its hint is about to name, and returns
 * it for that hint. Not copied either, and not kept if that diagnostic was dropped. */
const char *diag_option(Diags *diags, const char *option);

/* What a file is called in messages: its name, and of a notebook the cell, "sum.ipynb, cell 3". In
 * the arena, or the name itself. */
const char *diag_file(Arena *arena, Language language, const SourceFile *file);

/* Renders one diagnostic in English, into the arena: FILE:LINE:COLUMN: error: message, the source
 * line (its first 200 bytes), a caret line and the hint, each line with its newline. Without a
 * place in sources, or if sources is NULL, "tilestep: error: message" and the hint. */
char *diag_format(Arena *arena, const SourceSet *sources, const Diag *diag);

/* The same in a language. */
char *diag_format_in(Arena *arena, const SourceSet *sources, const Diag *diag, Language language);

/* Prints all of them to out, in English or in a language, and how many errors were dropped. */
void diags_print(FILE *out, const SourceSet *sources, const Diags *diags);
void diags_print_in(FILE *out, const SourceSet *sources, const Diags *diags, Language language);
