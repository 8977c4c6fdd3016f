/* Output that is checked: a full disk is a message and a status, never silence. A reader that has
 * seen enough (head) is no mistake: then the status is that of a tool ended by the closed pipe. */
#include "cli/terminal/output.h"

#include "base/phrase.h"
#include "base/text/utf8.h"
#include "scene/paint/canvas.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct TableRow {
    const char *cells[TABLE_COLUMNS + 1]; /* ends with NULL */
} TableRow;

static Language language;

void output_set_language(Language chosen)
{
    language = chosen;
}

Language output_language(void)
{
    return language;
}

static void print_between(const char *before, const char *format, va_list args, const char *behind)
{
    Arena *arena = arena_new();
    const Phrase *phrase = phrase_newv(arena, format, args);
    fprintf(stderr, "%s%s%s", before, phrase_in(arena, language, phrase), behind);
    arena_free(arena);
}

void output_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_between("", format, args, "");
    va_end(args);
}

int cli_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_between("tilestep: ", format, args, "\n");
    va_end(args);
    return EXIT_UNUSABLE;
}

/* Nobody reads standard output any more. */
static bool is_pipe_closed(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && output.revents & POLLERR;
}

int output_finish(int status)
{
    errno = 0;
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed)
        return status;
    if (is_pipe_closed())
        return EXIT_PIPE_CLOSED;
    if (!errno)
        return cli_error("writing the output failed");
    Arena *arena = arena_new();
    cli_error("writing the output failed: %p", phrase_of_errno(arena, errno));
    arena_free(arena);
    return EXIT_UNUSABLE;
}

void output_json(json_t *value)
{
    /* In one piece: jansson would write every bracket and blank by itself. */
    char *text = json_dumps(value, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
    puts(text ? text : "");
    free(text);
    json_decref(value);
}

static bool is_wide(uint32_t c)
{
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
           (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
           (c >= 0xffe0 && c <= 0xffe6);
}

int output_columns(const char *text)
{
    int columns = 0;
    const char *end = text + strlen(text);
    while (text < end)
        columns += is_wide(utf8_next(&text, end)) ? 2 : 1;
    return columns;
}

void table_add(Table *table, const char *const *cells)
{
    TableRow *row = ARENA_PUSH(table->arena, table->rows, table->count, table->capacity);
    *row = (TableRow){{NULL}};
    for (int i = 0; i < TABLE_COLUMNS && cells[i]; ++i)
        row->cells[i] = cells[i];
}

static void measure(const Table *table, int *widths)
{
    memset(widths, 0, sizeof(int) * TABLE_COLUMNS);
    for (int r = 0; r < table->count; ++r)
        for (int c = 0; table->rows[r].cells[c]; ++c) {
            int columns = output_columns(table->rows[r].cells[c]);
            widths[c] = columns > widths[c] ? columns : widths[c];
        }
}

void table_print(FILE *out, Table *table)
{
    int widths[TABLE_COLUMNS];
    measure(table, widths);
    for (int r = 0; r < table->count; ++r) {
        const char *const *cells = table->rows[r].cells;
        for (int c = 0; cells[c]; ++c) {
            int space = widths[c] - output_columns(cells[c]);
            bool is_last = !cells[c + 1];
            if (c == 0)
                fprintf(out, "  %s%*s", cells[c], is_last ? 0 : space, "");
            else
                fprintf(out, "  %*s%s", space, "", cells[c]);
        }
        fputc('\n', out);
    }
    table->count = 0;
}
