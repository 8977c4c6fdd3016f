/* The option comes with the diagnostic (base/diag.h), and is added to the recipe as a command line
 * would add it. */
#include "session/edits/remedy.h"
#include "session/data/session_data.h"

#include "session/edits/edit.h"
#include "session/edits/launches.h"

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
        const char *text = run_text_write(arena, recipe->path, &recipe->options), *wrong;
        text = run_text_add_words(arena, text, option, &wrong);
        if (text) {
            const LaunchImage *image = recipe->options.image;
            *recipe = run_text_read(arena, text);
            recipe->options.image = image;
            edit_commit(session, recipes);
        }
    }
    arena_free(arena);
}
