/* Texts of what is shown. */
#include "web/told.h"

#include "session/commands/command.h"
#include "session/edits/edit.h"
#include "session/lessons/exercise.h"
#include "session/saved/share.h"
#include "session/sheets/sheet.h"
#include "view/focus.h"

const char *page_code(void)
{
    return share_write(page_session(), page_text_arena());
}

const char *page_path(void)
{
    const SessionRun *front = session_front(page_session());
    return front ? front->run->path : "";
}

const char *page_source(void)
{
    const SessionRun *front = session_front(page_session());
    const LoadOptions *options = front ? &front->run->options : NULL;
    return options && options->source_count ? options->sources[0].value : "";
}

int page_language(void)
{
    return page_session()->look.language;
}

int page_theme(void)
{
    return page_session()->look.theme;
}

const char *page_notice(void)
{
    return page_session()->notice;
}

const char *page_words(int part)
{
    const Scene *scene = page_scene();
    bool has_focus = !part && sheet_on_top(page_session()) == SHEET_COUNT;
    int at = has_focus ? focus_find(scene, page_session()->selection.focus) : -1;
    if (!part && at < 0)
        return "";
    return scene_words(page_text_arena(), scene, part, part ? NULL : &scene->shapes[at].rect);
}

const char *page_keys(void)
{
    Arena *arena = page_text_arena();
    const char *keys = "";
    for (int i = 0; i < COMMAND_COUNT; ++i)
        if (*command_info[i].keys)
            keys = arena_printf(arena, "%s %s", keys, command_info[i].keys);
    return keys;
}

bool page_is_exercise(void)
{
    return exercise_is_open(page_session());
}

static const char *own_trouble(Arena *arena, const Session *session)
{
    const SessionRun *front = session_front(session);
    const char *text = "";
    for (int i = 0; front && !front->timeline && i < front->run->diags->count; ++i)
        text = arena_printf(arena, "%s%s", text,
                            diag_format_in(arena, front->run->sources, &front->run->diags->items[i],
                                           session->look.language));
    return text;
}

const char *page_trouble(void)
{
    const Session *session = page_session();
    const char *trouble = session_trouble(session);
    return trouble ? trouble : own_trouble(page_text_arena(), session);
}
