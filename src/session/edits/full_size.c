/* The options of such a run have the smaller sizes, so that edits, saved states and share codes
 * keep them, and in `fit` the names and what they were; taking the names out is the way back. */
#include "session/edits/full_size.h"
#include "session/data/session_data.h"

#include "session/edits/edit.h"

#include <string.h>

/* Is the name one of "N=4096 m=512"? */
static bool is_listed(const char *fit, const char *name)
{
    size_t length = strlen(name);
    for (; fit; fit = strchr(fit, ' ') ? strchr(fit, ' ') + 1 : NULL)
        if (strncmp(fit, name, length) == 0 && fit[length] == '=')
            return true;
    return false;
}

static const NamedText *without_listed(Arena *arena, const NamedText *list, int *count,
                                       const char *fit)
{
    NamedText *kept = ARENA_ARRAY(arena, NamedText, *count + 1);
    int left = 0;
    for (int i = 0; i < *count; ++i)
        if (!is_listed(fit, list[i].name))
            kept[left++] = list[i];
    *count = left;
    return kept;
}

void full_size_restore(Arena *arena, LoadOptions *options)
{
    Define *kept = ARENA_ARRAY(arena, Define, options->define_count + 1);
    const char *fit = options->fit;
    int left = 0;
    options->settings = without_listed(arena, options->settings, &options->setting_count, fit);
    options->arguments = without_listed(arena, options->arguments, &options->argument_count, fit);
    for (int i = 0; i < options->define_count; ++i)
        if (!is_listed(fit, options->defines[i].name))
            kept[left++] = options->defines[i];
    options->defines = kept;
    options->define_count = left;
    if (is_listed(fit, "gridDim.x") || is_listed(fit, "gridDim.y") || is_listed(fit, "gridDim.z"))
        options->grid = NULL;
    options->fit = NULL;
}

void full_size_toggle(Session *session)
{
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    if (session->front < session->run_count) {
        edit_begin(session, arena, recipes);
        LoadOptions *options = &recipes[session->front].options;
        bool is_shrunk = options->fit && strchr(options->fit, '=');
        full_size_restore(arena, options);
        if (!is_shrunk)
            options->fit = "on";
        if (edit_commit(session, recipes) && !is_shrunk)
            full_size_tell(session);
    }
    arena_free(arena);
}

const char *full_size_words(Arena *arena, const Run *run)
{
    const char *words = "";
    for (int i = 0; i < run->shrunk_count; ++i)
        words =
            arena_printf(arena, "%s%s%s = %lld → %lld", words, i ? ", " : "", run->shrunk[i].name,
                         (long long)run->shrunk[i].from, (long long)run->shrunk[i].to);
    return words;
}

void full_size_tell(Session *session)
{
    const SessionRun *front = session_front(session);
    Arena *arena = arena_new();
    if (front && front->run->shrunk_count)
        session_say(session, STRING_SHRUNK, full_size_words(arena, front->run));
    arena_free(arena);
}
