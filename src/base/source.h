/* Source text and places in it.
 *
 * A SourceSet holds the files one compilation reads: the .cu file (file 0), the local headers it
 * includes, and texts that the front end makes up, such as its prelude. A Span names bytes of one
 * of them; everything that can be pointed at carries one. Spans and lines given to these functions
 * are those of a file in the set; that is not checked.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes start up to start + length of one file. */
typedef struct Span {
    uint32_t file;   /* index into the SourceSet */
    uint32_t start;  /* byte offset */
    uint32_t length; /* bytes; 0 points between two characters */
} Span;

/* One file. Its texts live in the arena of the set. */
typedef struct SourceFile {
    const char *name; /* as shown in messages; a path for the .cu file */
    const char *text; /* NUL terminated; length bytes before the NUL */
    uint32_t length;
    uint32_t *line_starts; /* [line_count] byte offset of each line; line 1 is line_starts[0] */
    int line_count;        /* newlines + 1, so that the last line may be empty */
    int cell;              /* it is this cell of a notebook, from 1; 0: it is none */
    bool is_included;
    Span included_from; /* is_included: the #include that brought it in */
} SourceFile;

/* The files of one compilation, in the order in which they were added. */
typedef struct SourceSet {
    Arena *arena;
    SourceFile *files; /* moves when a file is added: keep indices, not addresses */
    int count, capacity;
} SourceSet;

/* Line and column of a place, both from 1; a column counts bytes, a tab is one. */
typedef struct SourcePlace {
    int line, column;
} SourcePlace;

/* An empty set, which lives in the arena and copies its texts there. */
SourceSet *source_set_new(Arena *arena);

/* Adds a file whose text is length bytes, copies text and name into the set and returns the file's
 * index. The caller sets is_included and included_from of an included file. */
uint32_t source_add(SourceSet *set, const char *name, const char *text, size_t length);

/* Line and column of a span's start, found by bisection of line_starts. */
SourcePlace source_place(const SourceSet *set, Span span);

/* Line number (from 1) of a span's start. */
int source_line(const SourceSet *set, Span span);

/* The line of file 0 that a span belongs to: for text of an included file, the line of the #include
 * that leads there. */
int source_main_line(const SourceSet *set, Span span);

/* A line of any file as one number: the lines of file 0 have their own, behind them come those of
 * file 1, and so on. Of a span's start; and back to the line in its file, which goes to *file. */
uint32_t source_line_number(const SourceSet *set, Span span);
int source_line_of_number(const SourceSet *set, uint32_t number, uint32_t *file);

/* The text of a line (from 1) without its newline or its carriage return and newline; *length gets
 * its bytes. It points into file->text, so no NUL ends it. */
const char *source_line_text(const SourceFile *file, int line, int *length);

/* The smallest span that covers both and what lies between; b is ignored if it is in another
 * file. */
Span span_join(Span a, Span b);
