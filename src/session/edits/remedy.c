/* The option comes with the diagnostic (base/diag.h), and is added to the recipe as one more line,
 * without its dashes and with the name apart from the value. */
#include "session/edits/remedy.h"

#include "session/edits/edit.h"
#include "session/edits/launches.h"

#include <string.h>

const char *remedy_option(const Run *run)
{
    for (int i = 0; i < run->diags->count; ++i)
        if (run->diags->items[i].severity == DIAG_ERROR)
            return run->diags->items[i].option;
    return NULL;
}

void remedy_apply(Session *session)
{
    int slot = launches_slot(session);
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    const char *option =
        slot >= 0 && !session->runs[slot].timeline ? remedy_option(session->runs[slot].run) : NULL;
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
