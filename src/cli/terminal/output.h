/* What the commands say: messages on stderr, results on stdout, and whether they arrived. */
#ifndef TILESTEP_CLI_TERMINAL_OUTPUT_H
#define TILESTEP_CLI_TERMINAL_OUTPUT_H

#include "base/arena.h"
#include "base/language.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum {
    EXIT_CLEAN = 0,
    EXIT_FOUND = 1,    /* a finding or a wrong result */
    EXIT_UNUSABLE = 2, /* command, file, kernel or output cannot be used */
    EXIT_CANCELLED = 130,
    EXIT_PIPE_CLOSED = 141 /* as if SIGPIPE had ended it */
};

/* The language of everything that cli_error and output_say say; English until then. */
void output_set_language(Language language);
Language output_language(void);

/* "tilestep: message" on stderr, a format of phrase_new. Returns EXIT_UNUSABLE. */
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints such a message on stderr, without a name before it or a newline behind. */
void output_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Flushes stdout; status, or EXIT_UNUSABLE with a message when something was not written. */
int output_finish(int status);

/* Prints value on stdout and gives it up. */
void output_json(json_t *value);

/* Columns that UTF-8 text takes on a terminal: Chinese characters take two. */
int output_columns(const char *text);

/* A table: the first column is left aligned, the others right. */
typedef struct Table {
    Arena *arena;
    struct TableRow *rows;
    int count, capacity;
} Table;

enum { TABLE_COLUMNS = 9 };

/* Adds a row; the cells end with NULL, which table_row adds itself. */
void table_add(Table *table, const char *const *cells);
#define table_row(table, ...) table_add((table), (const char *const[]){__VA_ARGS__, NULL})

/* Prints the rows indented by two and forgets them. */
void table_print(FILE *out, Table *table);

#endif
