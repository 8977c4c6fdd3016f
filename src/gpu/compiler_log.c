/* NVRTC's messages, "file.cu(12): error: ...", with the column that its caret line shows. */
#include "gpu/compiler.h"

#include <ctype.h>
#include <string.h>

/* NVRTC sets two spaces before the source line and the caret. */
enum { CARET_INDENT = 2 };

typedef struct Line {
    const char *text;
    int length;
} Line;

static Line next_line(const char **at)
{
    const char *end = strchr(*at, '\n');
    Line line = {*at, (int)(end ? end - *at : (long)strlen(*at))};
    *at += line.length + (end != NULL);
    return line;
}

/* Length of FILE in "FILE(LINE): error: ..."; 0 if the line is no message. */
static int file_length(Line line, int *line_number, const char **rest)
{
    const char *open = memchr(line.text, '(', (size_t)line.length);
    if (!open || !isdigit((unsigned char)open[1]))
        return 0;
    const char *at = open + 1;
    *line_number = 0;
    for (; isdigit((unsigned char)*at) && *line_number < 100000000; ++at)
        *line_number = 10 * *line_number + (*at - '0');
    if (at[0] != ')' || at[1] != ':')
        return 0;
    *rest = at + 2;
    return (int)(open - line.text);
}

/* The column that the caret two lines further on shows; 0 if there is no caret. */
static int caret_column(const char *after)
{
    next_line(&after);
    Line line = next_line(&after);
    int blanks = 0;
    while (blanks < line.length && isspace((unsigned char)line.text[blanks]))
        ++blanks;
    bool is_caret = blanks < line.length && line.text[blanks] == '^';
    return is_caret && blanks >= CARET_INDENT ? blanks - CARET_INDENT + 1 : 0;
}

const char *compiler_log(Arena *arena, const char *log, const char **first_error)
{
    char *out = arena_text(arena, "", 0);
    *first_error = NULL;
    while (*log) {
        Line line = next_line(&log);
        int number, length;
        const char *rest, *text;
        if ((length = file_length(line, &number, &rest)) > 0) {
            text = arena_printf(arena, "%.*s:%d:%d:%.*s", length, line.text, number,
                                caret_column(log), (int)(line.text + line.length - rest), rest);
            if (!*first_error && strstr(text, "error"))
                *first_error = text;
        } else {
            text = arena_text(arena, line.text, (size_t)line.length);
        }
        out = arena_printf(arena, "%s%s\n", out, text);
    }
    return out;
}
