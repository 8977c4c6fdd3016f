/* An option is found by its form in the English words of the message, so that every message that
 * names one has a button, now and later. */
#include "session/edits/remedy.h"

#include "session/edits/edit.h"
#include "session/edits/launches.h"

#include <ctype.h>
#include <string.h>

/* "--set n=64" at the start of a text, in the arena; NULL if there stands no option with a value of
 * its own: --set NAME=VALUE tells how one is written. */
static const char *option_at(Arena *arena, const char *text)
{
    static const char *const names[] = {"--set ", "--block ", "--grid ", "--shared ", "--arg "};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        size_t length = strlen(names[i]), end = length;
        if (strncmp(text, names[i], length) != 0)
            continue;
        while (isalnum((unsigned char)text[end]) || (text[end] && strchr("_=,.:-", text[end])))
            ++end;
        while (end > length && strchr(",.:", text[end - 1]))
            --end;
        if (end > length && isdigit((unsigned char)text[end - 1]))
            return arena_text(arena, text, end);
    }
    return NULL;
}

static const char *option_of(Arena *arena, const Phrase *phrase)
{
    const char *option = NULL;
    for (const char *at = phrase_in(arena, LANGUAGE_EN, phrase); !option && at;)
        if ((at = strstr(at, "--")))
            option = option_at(arena, at++);
    return option;
}

const char *remedy_option(Arena *arena, const Run *run)
{
    for (int i = 0; i < run->diags->count; ++i) {
        const Diag *diag = &run->diags->items[i];
        if (diag->severity != DIAG_ERROR)
            continue;
        const char *option = option_of(arena, diag->hint);
        return option ? option : option_of(arena, diag->message);
    }
    return NULL;
}

void remedy_apply(Session *session)
{
    int slot = launches_slot(session);
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    const char *option = slot >= 0 && !session->runs[slot].timeline
                             ? remedy_option(arena, session->runs[slot].run)
                             : NULL;
    if (option) {
        edit_begin(session, arena, recipes);
        RunRecipe *recipe = &recipes[slot];
        const char *text = run_text_write(arena, recipe->path, &recipe->options);
        char *line = arena_printf(arena, "%s\n", option + 2), *pair = strchr(line, '=');
        if (pair)
            *pair = ' ';
        *recipe = run_text_read(arena, arena_printf(arena, "%s%s", text, line));
        edit_commit(session, recipes);
    }
    arena_free(arena);
}
