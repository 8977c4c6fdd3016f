/* The one dispatch: what a Command does stands in its row of command.def. Only what concerns all
 * sheets at once is here. */
#include "session/session.h"

#include "session/class/class_sheet.h"
#include "session/class/hand_in_sheet.h"
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/edits/form.h"
#include "session/edits/full_size.h"
#include "session/edits/launches.h"
#include "session/edits/open.h"
#include "session/edits/remedy.h"
#include "session/edits/settings.h"
#include "session/edits/show_break.h"
#include "session/edits/toggle.h"
#include "session/grid/counting.h"
#include "session/grid/gpu_view.h"
#include "session/lessons/about.h"
#include "session/lessons/ask.h"
#include "session/lessons/cards.h"
#include "session/lessons/exercise.h"
#include "session/lessons/take.h"
#include "session/programs/console.h"
#include "session/programs/given.h"
#include "session/programs/pick.h"
#include "session/saved/film.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "session/selection/panel.h"
#include "session/selection/pick.h"
#include "session/selection/stage.h"
#include "session/selection/wrong.h"
#include "session/sheets/hole.h"
#include "session/sheets/jump.h"
#include "session/sheets/opener.h"
#include "session/sheets/overview.h"
#include "session/sheets/palette.h"
#include "session/sheets/sheet.h"
#include "session/time/bookmark.h"
#include "session/time/break.h"
#include "session/time/lens.h"
#include "session/time/motion.h"
#include "session/time/why.h"

#include <string.h>

/* It has the panel, which then does not close: the way from it is the map. */
static bool exercise_is_shown(const Session *session)
{
    return session->look.panel == PANEL_LESSON && exercise_is_open(session);
}

/* Closes, stops or lets go of one thing: what lies on top. */
static void apply_close(Session *session)
{
    if (sheet_close(session) || film_cancel(session) || counting_stop(session) ||
        show_break_stop(session) || edit_drop_trouble_elsewhere(session))
        return;
    if (session->selection.pin.kind)
        session->selection.pin = (Target){0};
    else if (session->selection.focus.kind)
        pick_focus(session, (Target){0}, 0);
    else if (lesson_return(session) || scene_return(session))
        return;
    else if (session->look.enlarged && !scene_shown(session))
        session->look.enlarged = false;
    else if (session->look.panel == PANEL_GPU && gpu_view_is_busy(&session->gpu))
        gpu_view_stop(&session->gpu);
    else if (session->look.panel && !scene_shown(session) && !exercise_is_shown(session))
        session->look.panel = PANEL_NONE;
    else if (session->look.lecture)
        motion_lecture(session, false);
    else if (lesson_shown(session) || exercise_is_open(session))
        opener_start(session, false); /* to the map */
}

static void apply_found(Session *session, int64_t row)
{
    Command found;
    if (palette_take(&session->sheets.palette, row, &found))
        session_apply(session, found);
}

#define NOTHING (void)0
static void apply_row(Session *session, Command command)
{
    Look *look = &session->look;
    int64_t number = command.number;
    Target target = command.target;
    switch (command.name) {
#define COMMAND(name, script, argument, keys, button, en, zh, does)                                \
    case COMMAND_##name:                                                                           \
        does;                                                                                      \
        break;
#include "session/commands/command.def"
    case COMMAND_COUNT: break;
    }
}

/* Whether a command closes the sheet of keys, so that one sees what the key does; commands that
 * only change how the window looks leave it open. */
static bool leaves_help(CommandName name)
{
    switch (name) {
    case COMMAND_HELP:
    case COMMAND_CLOSE:
    case COMMAND_FOCUS:
    case COMMAND_LANGUAGE:
    case COMMAND_THEME:
    case COMMAND_ZOOM_IN:
    case COMMAND_ZOOM_OUT:
    case COMMAND_ZOOM_RESET:
    case COMMAND_SHOW_KEYS:
    case COMMAND_FULL_SCREEN: return false;
    default: return true;
    }
}

/* Another device gives other facts; what shows them opens and closes them itself. */
static bool leaves_facts(CommandName name)
{
    return leaves_help(name) && name != COMMAND_SHEET_VALUES && name != COMMAND_SHEET_CHECKLIST &&
           name != COMMAND_SHEET_SIGNS && name != COMMAND_DEVICE_NEXT;
}

/* Applies the command and notes what it has changed of the settings, so that it can be undone. */
static void apply_noted(Session *session, Command command)
{
    Settings before;
    uint64_t version = edit_version(session);
    settings_take(session, &before);
    apply_row(session, command);
    edit_note_settings(session, command.name, &before, version);
}

/* What a stage of a lesson shows once it is answered. None of its commands closes a panel, and none
 * starts a program. */
static void apply_reveals(Session *session)
{
    Command command;
    bool was_edited = session_is_edited(session), is_any = false;
    for (; lesson_next_reveal(session, &command); is_any = true) {
        PanelName panel = session->look.panel;
        if (console_starts(command.name))
            continue;
        apply_row(session, command);
        if (session->look.panel == PANEL_NONE)
            session->look.panel = panel;
    }
    if (is_any && !was_edited && session_is_edited(session))
        edit_note_start(session);
}

/* Lecture mode shows the latest commands that have a key. */
static void note_recent(Session *session, CommandName name)
{
    if (command_info[name].keys[0] == '\0')
        return;
    memmove(session->recents.names + 1, session->recents.names,
            sizeof session->recents.names - sizeof session->recents.names[0]);
    session->recents.names[0] = name;
    if (session->recents.count < RECENT_COMMANDS)
        ++session->recents.count;
}

bool session_apply(Session *session, Command command)
{
    if (command.name == COMMAND_HOVER) {
        edit_end_gesture(session);
        bool is_new = pick_hover(session, command.target);
        why_follow(session);
        return is_new;
    }
    if (command.name == COMMAND_PRESS) {
        if (session->look.panel != PANEL_FINDINGS)
            return false;
        command = (Command){.name = COMMAND_FINDING_GO, .number = session->selection.finding};
    }
    session->notice[0] = '\0';
    if (*command_info[command.name].keys)
        pick_rest(session);
    if (session->look.blank && command.name != COMMAND_QUIT) {
        session->look.blank = false;
        return true;
    }
    session->look.show_help &= !leaves_help(command.name);
    if (leaves_facts(command.name))
        session->look.facts = FACTS_NONE;
    apply_noted(session, command);
    note_recent(session, command.name);
    lesson_follow(session);
    apply_reveals(session);
    lens_follow(session);
    break_follow(session);
    why_follow(session);
    return true;
}

bool session_tick(Session *session, double ms)
{
    bool changed = motion_pass_time(session, ms);
    changed |= lesson_follow(session);
    changed |= open_follow(session);
    apply_reveals(session);
    return changed;
}
