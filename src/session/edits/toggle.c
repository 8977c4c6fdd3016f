/* A line is named by its number and by what is switched off there, as --without takes it. */
#include "session/edits/toggle.h"

#include "session/data/line.h"
#include "session/edits/edit.h"
#include "session/time/motion.h"

#include <stdio.h>

/* True if the line names anything of that kind. */
static bool has_switchable(const SessionRun *run, int line, WithoutKind kind)
{
    for (int i = 0; i < run->switchable_count; ++i)
        if (run->switchables[i].line == line && run->switchables[i].kind == kind)
            return true;
    return false;
}

static void switch_line_on(LoadOptions *options, const Run *run, int line, Arena *arena)
{
    const char **left = ARENA_ARRAY(arena, const char *, options->without_count + 1);
    int count = 0;
    for (int i = 0; i < options->without_count; ++i)
        if (run->compile.withouts[i].line != line)
            left[count++] = options->withouts[i];
    options->withouts = left;
    options->without_count = count;
}

/* "33, 37" */
static const char *lines_text(Arena *arena, const SessionRun *run, WithoutKind kind)
{
    const char *text = "";
    for (int i = 0; i < run->switchable_count; ++i)
        if (run->switchables[i].kind == kind)
            text = arena_printf(arena, "%s%s%d", text, *text ? ", " : "", run->switchables[i].line);
    return text;
}

/* Why nothing was switched, and what would be. */
static void say_switchables(Session *session, const SessionRun *run, int line)
{
    Arena *arena = arena_new();
    Language language = session->look.language;
    static const struct {
        WithoutKind kind;
        StringKey key;
    } kinds[] = {{WITHOUT_BARRIER, STRING_TOGGLE_BARRIERS}, {WITHOUT_CHECK, STRING_TOGGLE_GUARDS}};
    const char *list = "";
    const char *keys = command_info[COMMAND_TOGGLE_LINE].keys;
    for (int i = 0; i < 2; ++i) {
        const char *lines = lines_text(arena, run, kinds[i].kind);
        if (*lines)
            list = arena_printf(arena, "%s%s", list,
                                string_fill(arena, kinds[i].key, language, lines, NULL));
    }
    session_say_text(
        session,
        *list
            ? language_printf(arena, language, STRING_FORMATS(STRING_TOGGLE_NOT), line, list, keys)
            : language_printf(arena, language, STRING_FORMATS(STRING_TOGGLE_NONE), keys));
    arena_free(arena);
}

static void say_line(Session *session, int line)
{
    char number[16];
    snprintf(number, sizeof number, "%d", line);
    session_say(session, STRING_TOGGLE_LINE_NOT, number);
}

static void switch_line(Session *session, int line, bool was_off, WithoutKind kind)
{
    static const char *const words[] = {"barrier", "line", "check"};
    const SessionRun *front = session_front(session);
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    edit_begin(session, arena, recipes);
    LoadOptions *options = &recipes[session->front].options;
    switch_line_on(options, front->run, line, arena);
    if (!was_off)
        ((const char **)options->withouts)[options->without_count++] =
            arena_printf(arena, "%s:%d", words[kind], line);
    edit_commit(session, recipes);
    arena_free(arena);
}

void toggle_line(Session *session, int64_t line, bool whole_line)
{
    SessionRun *front = session_front(session);
    bool is_current = line <= 0 || line >= INT32_MAX;
    WithoutKind kind = WITHOUT_LINE;
    if (!front)
        return;
    session_settle(session);
    int at = is_current ? session_line(session) : (int)line;
    if (!session->selection.source_line)
        session->selection.source_line = session_line(session);
    bool was_off = session_is_off(front, at, &kind);
    bool can = was_off || (whole_line ? has_switchable(front, at, WITHOUT_LINE)
                                      : session_switchable(front, at, &kind) &&
                                            (kind != WITHOUT_LINE || !is_current));
    if (can)
        switch_line(session, at, was_off, whole_line ? WITHOUT_LINE : kind);
    else if (whole_line)
        say_line(session, at);
    else if (is_current)
        say_switchables(session, front, at);
}
