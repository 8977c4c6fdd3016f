/* What the commands say: messages on stderr, results on stdout, and whether they arrived. A message
 * is for the reader and in the language chosen; what scripts read on stdout is the same in all. */
#pragma once

#include "base/arena.h"
#include "base/language.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Exit statuses of all commands. */
enum {
    EXIT_CLEAN = 0,        /* done, and nothing was found */
    EXIT_FOUND = 1,        /* a finding or a wrong result */
    EXIT_UNUSABLE = 2,     /* command, file, kernel or output cannot be used */
    EXIT_CANCELLED = 130,  /* by Ctrl+C */
    EXIT_PIPE_CLOSED = 141 /* as if SIGPIPE had ended it */
};

/* The language of everything that cli_error and output_say say; English until it is set. */
void output_set_language(Language language);
Language output_language(void);

/* Prints "tilestep: message" on stderr, in that language; format and values are those of phrase_new
 * (base/phrase.h). Returns EXIT_UNUSABLE. */
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints such a message on stderr, without a name before it or a newline behind. */
void output_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Flushes stdout. Returns status; EXIT_UNUSABLE with a message when something could not be written;
 * or EXIT_PIPE_CLOSED when nobody reads it any more. */
int output_finish(int status);

/* Prints value on stdout, indented by two, with a newline behind, and gives it up. */
void output_json(json_t *value);

/* Columns that UTF-8 text takes on a terminal: Chinese characters and the like take two. */
int output_columns(const char *text);

/* A table: the first column is left aligned, the others right. Begins as {.arena = arena}. */
typedef struct Table {
    Arena *arena;
    struct TableRow *rows;
    int count, capacity; /* rows */
} Table;

enum { TABLE_COLUMNS = 9 }; /* at most; further cells are left out */

/* Adds a row; the cells, which must outlive the table, end with NULL. table_row adds that
 * itself. */
void table_add(Table *table, const char *const *cells);
#define table_row(table, ...) table_add((table), (const char *const[]){__VA_ARGS__, NULL})

/* Prints the rows indented by two, with two columns of space between cells that are as wide as the
 * widest of their column, and forgets them. */
void table_print(FILE *out, Table *table);
