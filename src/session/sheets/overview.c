/* The path that is chosen is a list of indices until one of its scenes is opened; then it becomes
 * Scenes, which live as long as the session, since the way back may lead to them. */
#include "session/sheets/overview.h"

#include "session/data/session_data.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/sheets/opener.h"
#include "session/texts/strings.h"

#include <string.h>

const Scenes *overview_scenes(const Session *session)
{
    return scenes_all(opener_lecture(session));
}

int overview_place(const Session *session, int index)
{
    const Overview *overview = &session->overview;
    for (int i = 0; i < overview->count; ++i)
        if (overview->chosen[i] == index)
            return i;
    return -1;
}

/* ---- opening ---- */

/* What is followed is what is chosen. */
static void take_path(Session *session, const Scenes *lecture, const Scenes *all)
{
    Overview *overview = &session->overview;
    for (int i = 0; lecture->all && i < lecture->count && i < OVERVIEW_SCENES; ++i)
        overview->chosen[i] = scenes_find(all, lecture->plans[i].name);
    if (lecture->all)
        overview->count = lecture->count < OVERVIEW_SCENES ? lecture->count : OVERVIEW_SCENES;
}

void overview_switch(Session *session)
{
    Overview *overview = &session->overview;
    const Scenes *lecture = opener_lecture(session), *all = overview_scenes(session);
    overview->is_open = !overview->is_open && all && all->count;
    if (!all || !all->count)
        session_say(session, STRING_OVERVIEW_NONE, "");
    if (!overview->is_open)
        return;
    opener_free(&session->sheets.opener);
    take_path(session, lecture, all);
    const ScenePlan *shown = lesson_shown(session) ? NULL : scene_shown(session);
    int index = shown ? scenes_find(all, shown->name) : 0;
    overview->row = index < 0 ? 0 : index;
}

void overview_free(Session *session)
{
    arena_free(session->overview.arena);
    session->overview.arena = NULL;
}

/* ---- choosing ---- */

static int scene_count(const Session *session)
{
    const Scenes *all = overview_scenes(session);
    int count = all ? all->count : 0;
    return count < OVERVIEW_SCENES ? count : OVERVIEW_SCENES;
}

void overview_move(Session *session, int64_t by)
{
    int64_t to = session->overview.row + (by > 1000 ? 1000 : by < -1000 ? -1000 : by);
    if (to >= 0 && to < scene_count(session))
        session->overview.row = (int)to;
}

void overview_pick(Session *session, int64_t index)
{
    if (index < 0 || index >= scene_count(session))
        return;
    if (session->overview.row == index)
        overview_choose(session);
    session->overview.row = (int)index;
}

void overview_choose(Session *session)
{
    Overview *overview = &session->overview;
    int place = overview_place(session, overview->row);
    if (place < 0 && overview->count < OVERVIEW_SCENES)
        overview->chosen[overview->count++] = overview->row;
    if (place < 0)
        return;
    memmove(overview->chosen + place, overview->chosen + place + 1,
            sizeof *overview->chosen * (size_t)(overview->count - place - 1));
    --overview->count;
}

void overview_shift(Session *session, int64_t by)
{
    Overview *overview = &session->overview;
    int place = overview_place(session, overview->row);
    int64_t to = place + (by < 0 ? -1 : 1);
    if (place < 0 || to < 0 || to >= overview->count)
        return;
    overview->chosen[place] = overview->chosen[to];
    overview->chosen[to] = overview->row;
}

void overview_clear(Session *session)
{
    session->overview.count = 0;
}

/* ---- the path ---- */

/* The path that is followed already, where it is this one; else Scenes of its own. */
static const Scenes *path_of(Session *session, Arena *arena)
{
    const Overview *overview = &session->overview;
    const Scenes *lecture = opener_lecture(session), *all = overview_scenes(session);
    bool is_same = lecture->all && lecture->count == overview->count;
    for (int i = 0; is_same && i < overview->count; ++i)
        is_same = strcmp(lecture->plans[i].name, all->plans[overview->chosen[i]].name) == 0;
    if (is_same)
        return lecture;
    Scenes *path = scenes_path(arena, all, overview->chosen, overview->count);
    for (int i = 0; i < LANGUAGE_COUNT; ++i)
        path->title.in[i] = string_get(STRING_OVERVIEW_MY_PATH, (Language)i);
    return path;
}

void overview_go(Session *session)
{
    Overview *overview = &session->overview;
    int place = overview_place(session, overview->row);
    const Scenes *all = overview_scenes(session);
    if (!all)
        return;
    if (!overview->arena)
        overview->arena = arena_new();
    const Scenes *scenes = place >= 0 ? path_of(session, overview->arena) : all;
    lesson_leave(session);
    if (scene_open_of(session, scenes, place >= 0 ? place : overview->row, false))
        overview->is_open = false;
}

void overview_save(Session *session)
{
    session->overview.is_wanted = session->overview.count > 0;
    if (!session->overview.count)
        session_say(session, STRING_OVERVIEW_EMPTY, "");
}

char *overview_text(const Session *session, Arena *arena)
{
    return scenes_path_text(arena, path_of((Session *)session, arena));
}

bool overview_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {{"Left", COMMAND_OVERVIEW_MOVE, -1},
                                    {"Right", COMMAND_OVERVIEW_MOVE, 1},
                                    {"Up", COMMAND_OVERVIEW_MOVE, -OVERVIEW_COLUMNS},
                                    {"Down", COMMAND_OVERVIEW_MOVE, OVERVIEW_COLUMNS},
                                    {"Tab", COMMAND_OVERVIEW_MOVE, 1},
                                    {"Shift+Tab", COMMAND_OVERVIEW_MOVE, -1},
                                    {"PageUp", COMMAND_OVERVIEW_MOVE, -3 * OVERVIEW_COLUMNS},
                                    {"PageDown", COMMAND_OVERVIEW_MOVE, 3 * OVERVIEW_COLUMNS},
                                    {"Space", COMMAND_OVERVIEW_CHOOSE, 0},
                                    {"Shift+Left", COMMAND_OVERVIEW_EARLIER, 0},
                                    {"Shift+Right", COMMAND_OVERVIEW_LATER, 0},
                                    {"Delete", COMMAND_OVERVIEW_CLEAR, 0},
                                    {"Ctrl+S", COMMAND_OVERVIEW_SAVE, 0},
                                    {"Return", COMMAND_OVERVIEW_GO, 0},
                                    {"Escape", COMMAND_CLOSE, 0},
                                    {"F8", COMMAND_CLOSE, 0},
                                    {"F12", COMMAND_PRESENTER, 0},
                                    {"F2", COMMAND_LANGUAGE, 0},
                                    {"F3", COMMAND_THEME, 0},
                                    {"Ctrl+Q", COMMAND_QUIT, 0}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command);
}
