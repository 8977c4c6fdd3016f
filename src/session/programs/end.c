/* What is said of a program that has ended. Nothing is guessed from its words: they are quoted. */
#include "session/programs/console.h"

#include "session/texts/strings.h"

#include <string.h>

const char *console_last_line(Arena *arena, const Console *console)
{
    const char *text = console->facts.output, *end = text ? text + strlen(text) : NULL;
    while (end > text && strchr(" \t\n", end[-1]))
        --end;
    const char *start = end;
    while (start > text && start[-1] != '\n')
        --start;
    start += start < end ? strspn(start, " \t") : 0;
    return end > start ? arena_text(arena, start, (size_t)(end - start)) : NULL;
}

static const char *signal_name(Arena *arena, int signal)
{
    const char *name = sigabbrev_np(signal);
    return name ? name : arena_printf(arena, "%d", signal);
}

const char *console_end_text(Arena *arena, Language language, const Console *console)
{
    const ExecResult *result = console->facts.result;
    const char *line = console_last_line(arena, console), *text, *words;
    if (!console->is_known || console->facts.state != EXEC_JOB_ENDED || !result)
        return NULL;
    if (console->is_stopped)
        text = string_get(STRING_CONSOLE_STOPPED, language);
    else if (result->signal)
        text = language_printf(arena, language, STRING_FORMATS(STRING_CONSOLE_SIGNAL),
                               result->signal, signal_name(arena, result->signal));
    else
        text =
            language_printf(arena, language, STRING_FORMATS(STRING_CONSOLE_ENDED), result->status);
    words = line ? string_fill(arena, STRING_CONSOLE_LAST_LINE, language, line, NULL)
                 : string_get(STRING_CONSOLE_SILENT, language);
    return string_fill(arena, STRING_CONSOLE_END, language, text, words);
}
