/* The session is opened and measured before anything is asked of it, so that a moment beyond the
 * end is told from one that is not known yet. */
#include "cli/film/picture.h"

#include "session/session.h"

#include "session/lessons/cards.h"
#include "session/lessons/exercise.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "view/view.h"

#include <string.h>

GlyphSource *picture_fonts(Cli *cli)
{
    const char *note = NULL;
    GlyphSource *glyphs =
        cli->host->open_fonts(cli->host->context, cli->options->font_dir, cli->language, &note);
    if (note)
        fprintf(stderr, "tilestep: %s\n", note);
    return glyphs ? glyphs : glyph_builtin(cli->arena);
}

/* The next command of a script; NULL at its end. */
static const char *next_command(Arena *arena, const char **script)
{
    *script += strspn(*script, "; ");
    size_t length = strcspn(*script, ";"), end = length;
    const char *text = *script;
    *script += length;
    while (end > 0 && text[end - 1] == ' ')
        --end;
    return end ? arena_text(arena, text, end) : NULL;
}

bool picture_check_script(Arena *arena, const char *script, const char **wrong)
{
    Command command;
    while (script && (*wrong = next_command(arena, &script)))
        if (!command_parse(*wrong, &command))
            return false;
    return true;
}

/* Where the keyboard goes depends on the picture; a script has one of the usual size. */
static Command resolve_keyboard(Arena *arena, const Session *session, Command command)
{
    if (command.name != COMMAND_FOCUS_NEXT && command.name != COMMAND_FOCUS_BACK &&
        command.name != COMMAND_PRESS)
        return command;
    TextMetrics *metrics = glyph_metrics(arena, glyph_builtin(arena));
    return view_resolve(session, view_build(session, arena, 1280, 720, metrics), command);
}

void picture_run_script(Arena *arena, Session *session, const PictureOptions *options)
{
    Command command;
    const char *text, *script = options->script;
    while (script && (text = next_command(arena, &script)))
        if (command_parse(text, &command)) {
            command = resolve_keyboard(arena, session, command);
            session_apply(session, command);
            session_settle(session);
            session_finish_searches(session);
            cards_finish(session);
            exercise_finish(session);
        }
    if (session_is_working(session)) /* it led to what is not known yet, as another block */
        options->finish(options->context, session);
}

static void go_to(Session *session, uint64_t step)
{
    SessionRun *front = session_front(session);
    if (!front)
        return;
    uint64_t length = timeline_length(front->timeline);
    session_apply(session, (Command){.name = COMMAND_SEEK,
                                     .number = (int64_t)(step > length ? length : step)});
}

/* Roofline and occupancy are those of the device that ran it. */
static void show_outcome(Session *session, const GpuView *gpu)
{
    session->gpu = *gpu;
    for (int i = 0; i < session->model.devices.count && gpu->state == GPU_VIEW_DONE; ++i)
        if (strcmp(session->model.devices.models[i].name, gpu->device) == 0)
            session->model.device = i;
}

Session *picture_session(Arena *arena, Run *run, Run *compare, const PictureOptions *options)
{
    Session *session = session_new();
    session->look.theme = options->theme;
    session->look.language = options->language;
    session->look.scale = options->scale > 0 ? options->scale : 1;
    session_open(session, 0, run, false);
    if (compare)
        session_open(session, 1, compare, false);
    options->finish(options->context, session);
    session_use_devices(session, options->devices);
    session_use_scenes(session, options->scenes);
    session_use_lessons(session, options->lessons);
    if (options->gpu)
        show_outcome(session, options->gpu);
    go_to(session, options->step);
    picture_run_script(arena, session, options);
    return session;
}
