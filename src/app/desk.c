/* The part of a window that knows neither SDL nor a browser. */
#include "app/desk.h"

#include "base/text/utf8.h"

#include "app/files/hand_in_file.h"
#include "app/files/hole_file.h"
#include "app/files/path_file.h"
#include "app/files/recent.h"
#include "app/files/save.h"
#include "app/files/state_file.h"
#include "session/class/class_sheet.h"
#include "session/edits/edit.h"
#include "session/lessons/cards.h"
#include "session/lessons/exercise.h"
#include "session/lessons/kept.h"
#include "session/programs/console.h"
#include "session/texts/strings.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

static const double LONGEST_TICK_MS = 250;
enum { FRAME_LEAST_BYTES = 1 << 20 };

Desk desk_new(void)
{
    return (Desk){.session = session_new(), .previews = previews_new(), .frame_arena = arena_new()};
}

void desk_end(Desk *desk)
{
    session_free(desk->session);
    previews_free(desk->previews);
    arena_free(desk->frame_arena);
}

void desk_keep_readable(Desk *desk)
{
    Session *session = desk->session;
    session->lacks_chinese = !glyph_has_chinese(desk->glyphs);
    if (session->look.language != LANGUAGE_ZH || !session->lacks_chinese)
        return;
    session->look.language = LANGUAGE_EN;
    snprintf(session->notice, sizeof session->notice, "%s",
             string_get(STRING_NO_CHINESE_FONT, LANGUAGE_EN));
}

void desk_write_files(Desk *desk)
{
    Session *session = desk->session;
    if (session->wanted.picture)
        save_picture(session, desk->scene, desk->glyphs);
    if (session->wanted.state)
        state_file_save(session);
    if (session->overview.is_wanted)
        path_file_save(session);
    if (session->handing_in.is_wanted)
        hand_in_file_save(session);
    if (session->exercise.hole.is_wanted)
        hole_file_save(session);
}

/* ---- pointer and letters ---- */

static void send(Desk *desk, Command command)
{
    desk->send(desk->context, command);
}

void desk_press(Desk *desk, Point at, bool with_shift)
{
    Command command;
    if (desk->session->selection.focus.kind) /* the pointer takes over from the keyboard */
        send(desk, (Command){.name = COMMAND_FOCUS});
    send(desk, view_hover(desk->scene, at));
    desk->is_dragging |= view_can_drag(desk->scene, at);
    if ((with_shift ? view_press_shift : view_press)(desk->session, desk->scene, at, &command))
        send(desk, command);
}

void desk_point(Desk *desk, Point at)
{
    Session *session = desk->session;
    Command command = view_hover(desk->scene, at);
    bool is_meant = !desk->is_dragging || view_drag(session, desk->scene, at, &command);
    session->selection.pointer = at;
    session->selection.has_pointer = true;
    session->selection.pointer_rests_ms = 0;
    desk->is_dirty |= session->look.lecture;
    if (is_meant)
        send(desk, command);
}

void desk_wheel(Desk *desk, Point at, int notches, bool with_ctrl)
{
    Command command;
    if (view_wheel(desk->session, desk->scene, at, notches, with_ctrl, &command))
        send(desk, command);
}

void desk_leave(Desk *desk)
{
    desk->session->selection.has_pointer = false;
    send(desk, (Command){.name = COMMAND_HOVER});
}

/* What takes letters; COMMAND_HOVER, which has none: nothing does. */
static CommandName typed_into(const Session *session)
{
    const Console *console = &session->console;
    return session->handing_in.is_open                            ? COMMAND_HAND_IN_TYPE
           : session->classroom.is_open                           ? COMMAND_HOVER
           : session->sheets.opener.is_open                       ? COMMAND_OPEN_TYPE
           : session->exercise.hole.is_open                       ? COMMAND_HOLE_TYPE
           : console->is_open && console->ask == CONSOLE_ASKS_RUN ? COMMAND_CONSOLE_TYPE
                                                                  : COMMAND_HOVER;
}

void desk_type(Desk *desk, const char *text)
{
    CommandName name = typed_into(desk->session);
    for (const char *end = text + strlen(text); text < end && name != COMMAND_HOVER;) {
        uint32_t letter = utf8_next(&text, end);
        if (letter >= ' ' && letter != 127 && (letter < 127 || name == COMMAND_HAND_IN_TYPE))
            send(desk, (Command){.name = name, .number = letter});
    }
}

/* ---- time ---- */

/* The halo around the pointer is there, or going. */
static bool has_halo(const Session *session)
{
    const Selection *selection = &session->selection;
    return session->look.lecture && selection->has_pointer &&
           selection->pointer_rests_ms < HALO_STAYS_MS + HALO_GOES_MS;
}

static bool halo_follow(Session *session, double ms)
{
    if (!has_halo(session))
        return false;
    session->selection.pointer_rests_ms += (float)ms;
    return session->selection.pointer_rests_ms > HALO_STAYS_MS;
}

bool desk_is_working(const Desk *desk)
{
    const Session *session = desk->session;
    return has_halo(session) || session_is_working(session) || cards_is_working(session) ||
           exercise_is_working(session) || console_is_working(session) ||
           previews_are_wanted(desk->previews, session);
}

void desk_tick(Desk *desk, double ms)
{
    Session *session = desk->session;
    double passed = ms > LONGEST_TICK_MS ? LONGEST_TICK_MS : ms;
    desk->is_dirty |= session_tick(session, passed);
    desk->is_dirty |= halo_follow(session, passed);
    desk->is_dirty |= cards_follow(session);
    desk->is_dirty |= class_follow(session);
    desk->is_dirty |= exercise_follow(session);
    desk->is_dirty |= console_follow(session, passed);
    desk->is_dirty |= previews_follow(desk->previews, session, desk->metrics);
}

/* ---- files ---- */

/* Other files than before are open. */
static void note_recent(Desk *desk)
{
    bool is_new = false;
    for (int i = 0; i < desk->session->run_count; ++i) {
        is_new |= desk->noted[i] != desk->session->runs[i].run;
        desk->noted[i] = desk->session->runs[i].run;
    }
    if (is_new)
        recent_note(desk->session, NULL);
}

/* Runs whose files are there, and then, so that it is said, the one in front if its file is not. A
 * file that has gone does not keep the other one from being taken up. */
static void reload(Desk *desk)
{
    Session *session = desk->session;
    bool there[SESSION_RUNS] = {false}, gone[SESSION_RUNS] = {false};
    for (int i = 0; i < session->run_count; ++i) {
        bool is_gone = watch_misses_file(&desk->watches[i]);
        there[i] = desk->is_stale[i] && !is_gone;
        gone[i] = desk->is_stale[i] && is_gone && i == session->front;
    }
    bool is_any = there[0] || there[1], is_good = is_any && session_reload(session, there);
    for (int i = 0; i < SESSION_RUNS && is_good; ++i)
        desk->is_stale[i] &= !there[i];
    if (gone[0] || gone[1])
        session_reload(session, gone);
}

void desk_watch(Desk *desk)
{
    Session *session = desk->session;
    bool has_changed = false;
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        bool lacks_something = desk->is_stale[i] || !run->program;
        bool missed = watch_misses_file(&desk->watches[i]);
        bool sees = watch_sees_change(&desk->watches[i], run, lacks_something);
        sees |= i == session->front && !missed && watch_misses_file(&desk->watches[i]);
        desk->is_stale[i] |= sees;
        has_changed |= sees;
    }
    note_recent(desk);
    if (has_changed)
        reload(desk);
    desk->is_dirty |= has_changed;
}

void desk_keep_progress(Desk *desk)
{
    Session *session = desk->session;
    const Phrase *problem;
    if (!session->lesson.progress.is_new)
        return;
    Arena *arena = arena_new();
    desk->is_unkept = !kept_write(arena, &session->lesson.progress, &problem);
    if (desk->is_unkept) {
        session_say(session, STRING_COURSE_NOT_KEPT,
                    phrase_in(arena, session->look.language, problem));
        desk->is_dirty = true;
    }
    arena_free(arena);
}

/* ---- the picture ---- */

static void build(Desk *desk, int width, int height)
{
    size_t used = arena_used_bytes(desk->frame_arena);
    arena_reset(desk->frame_arena);
    arena_trim(desk->frame_arena, 2 * used + FRAME_LEAST_BYTES);
    desk->scene = view_build(desk->session, desk->frame_arena, width, height, desk->metrics);
}

/* Twice where what lies under the pointer has gone on: what is explained is what lies there now. */
void desk_build(Desk *desk, int width, int height)
{
    Target target;
    build(desk, width, height);
    if (!desk->is_dragging && view_hover_again(desk->session, desk->scene, &target)) {
        desk->session->selection.hover = target;
        build(desk, width, height);
    }
    desk->is_dirty = false;
}
