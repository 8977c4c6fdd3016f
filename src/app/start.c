/* Everything that may be wrong with the options is said before a display is asked for. */
#include "app/start.h"

#include "session/session.h"

#include "app/files/recent.h"
#include "app/files/state_file.h"
#include "base/assets.h"
#include "base/file.h"
#include "base/phrase.h"
#include "lesson/word.h"
#include "session/edits/form.h"
#include "session/edits/open.h"
#include "session/edits/run_text.h"
#include "session/lessons/course.h"
#include "session/lessons/kept.h"
#include "session/lessons/take.h"
#include "session/saved/share.h"
#include "session/scenes/show.h"
#include "session/sheets/opener.h"
#include "session/texts/strings.h"
#include "view/draw/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool apply_look(Session *session, const AppOptions *options)
{
    const char *language = options->language;
    const char *names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3 && !language; ++i)
        if (getenv(names[i]) && *getenv(names[i]))
            language = getenv(names[i]);
    if (language)
        language_parse(language, &session->look.language);
    if (options->theme && !theme_parse(options->theme, &session->look.theme)) {
        fprintf(stderr, "tilestep: no theme is called '%s'; there are light, dark and contrast\n",
                options->theme);
        return false;
    }
    if (options->scale > 0)
        session->look.scale = options->scale;
    session->look.reduced_motion = options->reduced_motion;
    return true;
}

/* Loads a file into a slot; what is wrong with it goes to stderr. */
static bool open_run(Session *session, int slot, const char *path, const LoadOptions *load)
{
    LoadOptions options = *load;
    options.assume = true;
    Run *run = run_load(path, &options);
    if (run->program) {
        session_open(session, slot, run, true);
        const Phrase *problem = session->runs[slot].problem;
        if (!problem)
            return true;
        fprintf(stderr, "tilestep: %s: %s\n", path,
                phrase_in(run->arena, session->look.language, problem));
        return false;
    }
    diags_print_in(stderr, run->sources, run->diags, session->look.language);
    if (run->unit && slot == 0) { /* shown, and watched until it is mended */
        session_open(session, slot, run, true);
        return true;
    }
    run_free(run);
    return false;
}

static bool open_state(Session *session, Arena *arena, const char *state, const char *path)
{
    const char *reason;
    if (state_file_start(session, arena, state, path, &reason))
        return true;
    if (strncmp(reason, state, strlen(state)) == 0) /* it says what is meant */
        fprintf(stderr, "tilestep: %s\n", reason);
    else
        fprintf(stderr, "tilestep: %s: %s\n", share_is_one(state) ? "--state" : state, reason);
    return false;
}

/* A lesson where it was left. */
static bool open_meaning(Session *session, const WordMeaning *meaning)
{
    const Lesson *lesson = meaning->lesson;
    if (lesson)
        return lesson_open(session, lesson->name, course_stage(&session->lesson.progress, lesson));
    session_use_scenes(session, meaning->scenes);
    return scene_open(session, meaning->index, false);
}

/* A lesson or a scene by its name, or the first one of a file. *is_one: the word means one. */
static bool open_word(Session *session, Arena *arena, Lessons *lessons, const char *word,
                      bool *is_one)
{
    WordMeaning meaning;
    Diags *diags;
    bool is_good = word_find(arena, lessons, word, &meaning, &diags);
    *is_one = is_good || diags;
    if (diags)
        diags_print_in(stderr, meaning.scenes ? meaning.scenes->sources : NULL, diags,
                       session->look.language);
    if (!is_good)
        return false;
    if (!open_meaning(session, &meaning)) {
        fprintf(stderr, "tilestep: %s\n",
                session_trouble(session) ? session_trouble(session) : session->notice);
        return false;
    }
    edit_forget(session);
    return true;
}

/* A file of which nothing was said is opened as a scene shows it. */
static bool open_as_scene(Session *session, Arena *arena, const AppOptions *options)
{
    const LoadOptions said = {.fit = options->load.fit};
    const char *plain = run_text_write(arena, options->path, &said);
    if (options->compare_path || options->start_step ||
        strcmp(run_text_write(arena, options->path, &options->load), plain) != 0 ||
        !scene_open_file(session, options->path))
        return false;
    edit_forget(session);
    return true;
}

static bool open_runs(Session *session, Arena *arena, Lessons *lessons, const AppOptions *options)
{
    const char *path = options->path, *compare = options->compare_path;
    bool is_word = false;
    if (options->state)
        return open_state(session, arena, options->state, path);
    if (path && open_word(session, arena, lessons, path, &is_word))
        return true;
    if (is_word)
        return false;
    if (path && share_is_file(path))
        return open_state(session, arena, path, NULL);
    if (path && open_as_scene(session, arena, options))
        return true;
    if (!path) {
        path = asset_find(arena, "kernels/02_tiled.cu");
        compare = compare ? compare : asset_find(arena, "kernels/01_naive.cu");
    }
    if (!path) {
        fprintf(stderr, "tilestep: the example kernels/02_tiled.cu was not found; name a file, or "
                        "set TILESTEP_DATA to the folder that holds kernels/\n");
        return false;
    }
    if (!open_run(session, 0, path, &options->load))
        return false;
    return !compare || open_run(session, 1, compare, &options->load_beside);
}

/* What the command line says comes on top of what a saved window says. */
static bool apply_again(Session *session, const AppOptions *options)
{
    Language language = session->look.language;
    if (options->scale > 0)
        session->look.scale = options->scale;
    session->look.reduced_motion |= options->reduced_motion;
    if (options->is_language_given)
        language_parse(options->language, &language);
    session->look.language = language;
    return !options->theme || theme_parse(options->theme, &session->look.theme);
}

/* Lessons without mistakes, and what is kept of them; what cannot be read is told. */
static Lessons *use_lessons(Session *session, Arena *arena)
{
    const Lessons shipped = lessons_read_shipped(arena);
    const Phrase *problem;
    Lessons *lessons = lessons_whole(arena, &shipped);
    session_use_lessons(session, lessons);
    if (!kept_read(arena, &session->lesson.progress, &problem))
        fprintf(stderr, "tilestep: %s\n", phrase_in(arena, session->look.language, problem));
    return lessons;
}

/* Nothing but CUDA files is named, which no lesson has a part in. */
static bool is_source_only(const AppOptions *options)
{
    return options->path && !options->state && file_ends_with(options->path, ".cu");
}

bool start_lessons(Session *session, Arena *arena)
{
    bool is_new = !session->lesson.lessons;
    if (is_new)
        use_lessons(session, arena);
    return is_new;
}

bool start_session(Session *session, Arena *arena, const AppOptions *options)
{
    Diags *diags;
    if (!apply_look(session, options))
        return false;
    recent_load(session);
    session_use_devices(session, session_load_devices(arena));
    session_use_scenes(session, scenes_read_shipped(arena, &diags));
    Lessons none = {.count = 0};
    Lessons *lessons = is_source_only(options) ? &none : use_lessons(session, arena);
    if (!open_runs(session, arena, lessons, options) || !apply_again(session, options))
        return false;
    open_tell(session);
    form_ask(session);
    bool is_any = session->scene.scenes || lessons->count;
    if (!options->path && !options->compare_path && !options->state && is_any)
        opener_start(session, false);
    if (options->start_step)
        session_apply(session,
                      (Command){.name = COMMAND_SEEK, .number = (int64_t)options->start_step});
    return true;
}
