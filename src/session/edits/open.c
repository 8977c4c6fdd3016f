/* What the learner chose about the situation goes along: the order, the data, the arithmetic, and
 * sizes and macros that the new file has by the same name. What names lines, kernels or buffers of
 * the old file does not. */
#include "session/edits/open.h"
#include "session/data/session_data.h"

#include "base/file.h"
#include "probe/sentences/sentence.h"
#include "session/edits/edit.h"
#include "session/edits/form.h"
#include "session/edits/full_size.h"
#include "session/runs/runs.h"

#include <string.h>

static const char *find_setting(const LoadOptions *from, const char *name)
{
    for (int i = from->setting_count - 1; i >= 0; --i)
        if (strcmp(from->settings[i].name, name) == 0)
            return from->settings[i].value;
    return NULL;
}

static const char *find_define(const LoadOptions *from, const char *name)
{
    for (int i = from->define_count - 1; i >= 0; --i)
        if (strcmp(from->defines[i].name, name) == 0)
            return from->defines[i].value;
    return NULL;
}

static const char *add_words(Arena *arena, const char *words, const char *name, const char *value)
{
    return value ? arena_printf(arena, "%s%s%s=%s", words, *words ? ", " : "", name, value) : words;
}

/* Sizes and macros, as the file alone has them; returns words that tell what went along. */
static const char *carry_numbers(Arena *arena, const LoadOptions *from, const char *path,
                                 LoadOptions *to)
{
    const Adjustable *list;
    const char *words = "";
    LoadOptions alone = {.assume = true};
    Run *run = run_load(path, &alone);
    int count = run->program ? run_adjustables(arena, run, &list) : 0;
    for (int i = 0; i < count; ++i) {
        const char *name = arena_printf(arena, "%s", list[i].name);
        const char *value = list[i].is_macro ? find_define(from, name) : find_setting(from, name);
        if (value && list[i].is_macro)
            run_text_define(arena, to, name, value);
        else if (value)
            run_text_put(arena, &to->settings, &to->setting_count, name, value);
        words = add_words(arena, words, name, value);
    }
    run_free(run);
    return words;
}

static const char *carry(Arena *arena, const LoadOptions *from, RunRecipe *to)
{
    const char *words = carry_numbers(arena, from, to->path, &to->options);
    to->options.order = from->order;
    to->options.data = from->data;
    to->options.fmad = from->fmad;
    words = add_words(arena, words, "order", from->order);
    words = add_words(arena, words, "data", from->data);
    return add_words(arena, words, "fmad", from->fmad);
}

static bool open_recipe(Session *session, Arena *arena, int slot, RunRecipe recipe)
{
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    edit_begin(session, arena, recipes);
    recipes[slot] = recipe;
    return edit_commit(session, recipes);
}

/* Opens it in a slot with the choices of the front run, or, where it cannot run so, without
 * them. */
static bool open_in_slot(Session *session, int slot, const char *path)
{
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}}, recipe = {.path = path};
    edit_begin(session, arena, recipes);
    LoadOptions *before = &recipes[session->front].options;
    full_size_restore(arena, before);
    const char *fit = slot == session->front ? "on" : NULL; /* what is compared is not shrunk */
    recipe.options.fit = fit;
    const char *words = carry(arena, before, &recipe);
    bool is_good = open_recipe(session, arena, slot, recipe);
    if (is_good && *words)
        session_say(session, STRING_CARRIED, words);
    if (!is_good && *words)
        is_good =
            open_recipe(session, arena, slot, (RunRecipe){.path = path, .options = {.fit = fit}});
    if (is_good && session->sheets.form.slot == slot) /* it is about another file */
        form_close(&session->sheets.form);
    arena_free(arena);
    return is_good;
}

void open_file(Session *session, const char *path)
{
    if (!session->run_count || !open_in_slot(session, session->front, path))
        return;
    session->scene.index = SCENE_NONE;
    session_seek(session, 0);
    form_ask(session);
    open_tell(session);
}

void open_tell(Session *session)
{
    session->opened = session->run_count ? session->runs[session->front].run : NULL;
}

static void tell_findings(Session *session, const SessionRun *front)
{
    int count;
    const Finding *findings = session_findings(front, &count);
    Arena *arena = arena_new();
    Language language = session->look.language;
    const char *key = command_info[COMMAND_FINDING_NEXT].keys;
    if (count) {
        const char *brief = sentence_finding_brief(arena, language, front->run->program,
                                                   &front->run->launch, &findings[0]);
        const char *more = "";
        if (count > 1)
            more = language_printf(arena, language, STRING_FORMATS(STRING_OPENED_MORE), count - 1);
        session_say_text(session,
                         language_printf(arena, language, STRING_FORMATS(STRING_OPENED_FINDINGS),
                                         brief, more, key));
    }
    arena_free(arena);
}

bool open_follow(Session *session)
{
    const SessionRun *front = session_front(session);
    if (!session->opened || !front || (!front->total && !front->job_is_over))
        return false;
    bool is_that = front->run == session->opened && session->scene.index == SCENE_NONE &&
                   strcmp(front->run->path, session->exercise.path) != 0;
    session->opened = NULL;
    if (is_that && front->total)
        tell_findings(session, front);
    return is_that;
}

void open_file_beside(Session *session, const char *path)
{
    int slot = session->run_count < SESSION_RUNS ? 1 : 1 - session->front;
    const char *name = file_name(path);
    if (!session->run_count)
        return;
    session->notice[0] = '\0';
    if (open_in_slot(session, slot, path) && !session->notice[0])
        session_say(session, STRING_BESIDE_DONE, name);
}
