/* A line is named by its number and by what is switched off there, as --without takes it. */
#include "session/edits/toggle.h"

#include "session/data/line.h"
#include "session/edits/edit.h"

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

void toggle_line(Session *session, int64_t line, bool whole_line)
{
    static const char *const words[] = {"barrier", "line", "check"};
    SessionRun *front = session_front(session);
    int at = line > 0 && line < INT32_MAX ? (int)line : session_line(session);
    WithoutKind kind = WITHOUT_LINE, off;
    if (!front)
        return;
    bool was_off = session_is_off(front, at, &off);
    if (!was_off && !(whole_line ? has_switchable(front, at, WITHOUT_LINE)
                                 : session_switchable(front, at, &kind)))
        return;
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    edit_begin(session, arena, recipes);
    LoadOptions *options = &recipes[session->front].options;
    switch_line_on(options, front->run, at, arena);
    if (!was_off)
        ((const char **)options->withouts)[options->without_count++] =
            arena_printf(arena, "%s:%d", words[kind], at);
    edit_commit(session, recipes);
    arena_free(arena);
}
