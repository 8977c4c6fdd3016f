/* Source text and places in it.
 *
 * A SourceSet holds the files one compilation reads: the .cu file (file 0) and the local headers
 * it includes. A Span names bytes of one of them; everything that can be pointed at carries one.
 */
#ifndef TILESTEP_BASE_SOURCE_H
#define TILESTEP_BASE_SOURCE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Span {
    uint32_t file;   /* index into the SourceSet */
    uint32_t start;  /* byte offset */
    uint32_t length; /* bytes; 0 points between two characters */
} Span;

typedef struct SourceFile {
    const char *name; /* as shown in messages */
    const char *text; /* NUL terminated; length bytes before the NUL */
    uint32_t length;
    uint32_t *line_starts; /* byte offset of each line; line 1 is line_starts[0] */
    int line_count;
    bool is_included;
    Span included_from; /* is_included: the #include that brought it in */
} SourceFile;

typedef struct SourceSet {
    Arena *arena;
    SourceFile *files;
    int count, capacity;
} SourceSet;

/* Line and column of a place, both from 1; a column counts bytes, a tab is one. */
typedef struct SourcePlace {
    int line, column;
} SourcePlace;

SourceSet *source_set_new(Arena *arena);

/* Copies text into the set and returns the file's index. */
uint32_t source_add(SourceSet *set, const char *name, const char *text, size_t length);

SourcePlace source_place(const SourceSet *set, Span span);

/* Line number (from 1) of a span's start. */
int source_line(const SourceSet *set, Span span);

/* The line of file 0 that a span belongs to: for text of an included file, the #include's. */
int source_main_line(const SourceSet *set, Span span);

/* The text of line (from 1) without its newline; *length gets its bytes. */
const char *source_line_text(const SourceFile *file, int line, int *length);

/* The smallest span that covers both; b is ignored if it is in another file. */
Span span_join(Span a, Span b);

#endif
