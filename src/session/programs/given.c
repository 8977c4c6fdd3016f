/* Words are parted here and not by a shell, so that nothing in them is ever run. */
#include "session/programs/given.h"

#include "session/commands/line_edit.h"

#include <stdlib.h>
#include <string.h>

static const char BLANKS[] = " \t";

void given_begin(Console *console, const char *path)
{
    if (console->given_to && strcmp(console->given_to, path) == 0)
        return;
    given_free(console);
    console->given_to = strdup(path);
    memset(console->given, 0, sizeof console->given);
}

void given_free(Console *console)
{
    free(console->given_to);
    console->given_to = NULL;
}

void given_type(Console *console, int64_t letter)
{
    ConsoleLine *line = &console->given[console->giving];
    if (console->is_open && console->ask == CONSOLE_ASKS_RUN)
        line_edit(line->text, sizeof line->text, &line->caret, letter);
}

void given_turn(Console *console, int64_t by)
{
    int to = (int)console->giving + (by < 0 ? CONSOLE_GIVEN_LINES - 1 : 1);
    console->giving = (ConsoleGiven)(to % CONSOLE_GIVEN_LINES);
}

void given_pick(Console *console, uint32_t line)
{
    if (line < CONSOLE_GIVEN_LINES)
        console->giving = (ConsoleGiven)line;
}

/* Copies a word without its quotes to `to`; returns what comes after it in the text. */
static const char *take_word(const char *text, char **to)
{
    char quote = 0;
    for (; *text && (quote || !strchr(BLANKS, *text)); ++text) {
        bool is_quote = *text == '"' || *text == '\'';
        if (is_quote && (!quote || quote == *text)) {
            quote = quote ? 0 : *text;
            continue;
        }
        if (*text == '\\' && quote != '\'' && text[1])
            ++text;
        *(*to)++ = *text;
    }
    *(*to)++ = '\0';
    return text;
}

const char *const *given_arguments(Arena *arena, const Console *console, int *count)
{
    const char *text = console->given[CONSOLE_GIVES_ARGUMENTS].text;
    size_t length = strlen(text);
    const char **words = ARENA_ARRAY(arena, const char *, length + 1);
    char *to = arena_alloc(arena, 2 * length + 1);
    *count = 0;
    for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
        words[(*count)++] = to;
        text = take_word(text, &to);
    }
    return words;
}

const char *given_input(Arena *arena, const Console *console)
{
    const char *text = console->given[CONSOLE_GIVES_INPUT].text;
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length && strchr(BLANKS, text[length - 1]))
        --length;
    return length ? arena_text(arena, text, length) : NULL;
}
