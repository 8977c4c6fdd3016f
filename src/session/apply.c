/* What each Command does. One case a command; anything longer than a line is a function. */
#include "session/edit.h"
#include "session/grid/counting.h"
#include "session/sheets/control.h"
#include "session/sheets/opener.h"
#include "session/sheets/reel.h"
#include "session/stage.h"
#include "session/time/bookmark.h"
#include "session/time/break.h"
#include "session/time/motion.h"

#include <string.h>

static const float SCALE_STEP = 1.125f;

static void pick_block(Session *session, int64_t block)
{
    SessionRun *front = session_front(session);
    if (!front || block < 0 || block >= (int64_t)launch_block_count(&front->run->launch))
        return;
    session_settle(session);
    Place place = session_place(front);
    place.block = (uint32_t)block;
    session_go_to_place(session, front, place);
    motion_jump(session, timeline_position(front->timeline));
}

static void step_block(Session *session, int by)
{
    SessionRun *front = session_front(session);
    if (front)
        pick_block(session, (int64_t)session_place(front).block + by);
}

static void pick_thread(Session *session, int64_t thread)
{
    SessionRun *front = session_front(session);
    if (front && thread >= 0 && thread < timeline_machine(front->timeline)->thread_count)
        session->selection.thread = (uint32_t)thread;
}

static void step_thread(Session *session, int x, int y)
{
    SessionRun *front = session_front(session);
    if (!front)
        return;
    Dim3 extent = front->run->launch.block;
    Dim3 at = dim3_from_linear(session->selection.thread, extent);
    int64_t column = (int64_t)at.x + x, row = (int64_t)at.y + y;
    if (column >= 0 && column < extent.x && row >= 0 && row < extent.y)
        pick_thread(session,
                    (int64_t)dim3_linear((Dim3){(uint32_t)column, (uint32_t)row, at.z}, extent));
}

static void go_to_end(Session *session)
{
    if (session_front(session))
        motion_jump(session, motion_look_ahead(session, UINT64_MAX));
}

static void switch_run(Session *session, int64_t run)
{
    session_settle(session);
    if (run >= 0 && run < session->run_count && session->runs[run].timeline)
        session->front = (int)run;
    session_keep_valid(session);
}

static void zoom(Session *session, float factor)
{
    float scale = session->look.scale * factor;
    if (scale >= SCALE_LEAST && scale <= SCALE_MOST)
        session->look.scale = scale;
}

/* No further than the file is long. */
static void scroll_source(Session *session, int64_t by)
{
    const SessionRun *front = session_front(session);
    int64_t most = front ? front->run->sources->files[0].line_count : 0;
    by = by < -2 * most ? -2 * most : by > 2 * most ? 2 * most : by;
    int64_t to = session->selection.source_scroll + by;
    session->selection.source_scroll = (int)(to < -most ? -most : to > most ? most : to);
}

/* No further than there are names. */
static void scroll_registers(Session *session, int64_t to)
{
    const SessionRun *front = session_front(session);
    int64_t most = front && front->run->program ? front->run->program->variable_count : 0;
    session->selection.register_scroll = (int)(to < 0 ? 0 : to > most ? most : to);
}

/* What the keyboard stands on is explained as if it was pointed at. number: lines that the source must
 * go on by for it to be seen. */
static void focus(Session *session, Command command)
{
    session->selection.focus = session->selection.hover = command.target;
    scroll_source(session, command.number);
}

static void close_open(Session *session)
{
    if (session->palette.is_open)
        session->palette = (Palette){.is_open = false};
    else if (session->opener.is_open)
        opener_free(&session->opener);
    else if (session->jump.is_open)
        session->jump.is_open = false;
    else if (session->reel.is_open)
        reel_close(session);
    else if (session->form.is_open)
        form_close(&session->form);
    else if (session->look.show_help)
        session->look.show_help = false;
    else if (session->look.show_controls)
        session->look.show_controls = false;
    else if (reel_close(session) || counting_stop(session) || edit_drop_trouble_elsewhere(session))
        return;
    else if (session->selection.pin.kind)
        session->selection.pin = (Target){0};
    else if (session->selection.focus.kind)
        focus(session, (Command){.name = COMMAND_FOCUS});
    else if (session->look.enlarged)
        session->look.enlarged = false;
    else if (session->look.panel == PANEL_GPU && gpu_view_is_busy(&session->gpu))
        gpu_view_stop(&session->gpu);
    else if (session->look.panel)
        session->look.panel = PANEL_NONE;
    else if (session->look.lecture)
        session->look.lecture = session->look.full_screen = false;
}

static bool hover(Session *session, Target target)
{
    bool changed = memcmp(&session->selection.hover, &target, sizeof target) != 0;
    session->selection.hover = target;
    return changed;
}

static void apply_found(Session *session, int64_t row)
{
    Command found;
    if (palette_take(&session->palette, row, &found))
        session_apply(session, found);
}

static void take_away(Session *session)
{
    if (session->run_count < SESSION_RUNS) {
        session_say(session, STRING_ALONE_ALREADY, "");
        return;
    }
    edit_keep_front(session);
    opener_free(&session->opener);
}

/* What is kept of a window that moves to a moment is that moment, not one on the way. */
static void arrive(Session *session)
{
    if (session->motion.moving && !session->motion.playing)
        session_settle(session);
}

static void apply_edit(Session *session, Command command)
{
    switch (command.name) {
    case COMMAND_TOGGLE: edit_toggle(session, command.number, false); break;
    case COMMAND_TOGGLE_LINE: edit_toggle(session, command.number, true); break;
    case COMMAND_OPEN: opener_start(session, false); break;
    case COMMAND_BESIDE: opener_start(session, true); break;
    case COMMAND_ALONE: take_away(session); break;
    case COMMAND_OPEN_MOVE: opener_move(session, command.number); break;
    case COMMAND_OPEN_TYPE: opener_type(session, command.number); break;
    case COMMAND_OPEN_GO: opener_go(session, command.number, false); break;
    case COMMAND_OPEN_BESIDE: opener_go(session, command.number, true); break;
    case COMMAND_SAVE_STATE:
        arrive(session);
        session->state_wanted = true;
        break;
    case COMMAND_COPY_CODE:
        arrive(session);
        session->copy_wanted = true;
        break;
    case COMMAND_PASTE: session->paste_wanted = true; break;
    case COMMAND_REEL: reel_open(session); break;
    case COMMAND_REEL_MOVE: reel_move(session, command.number); break;
    case COMMAND_REEL_TYPE: reel_type(session, command.number); break;
    case COMMAND_REEL_TURN:
        reel_turn(session, command.target.a, (int)(command.target.b % 4));
        break;
    case COMMAND_REEL_GO: reel_go(session); break;
    case COMMAND_PALETTE: palette_start(session); break;
    case COMMAND_PALETTE_MOVE: palette_move(&session->palette, command.number); break;
    case COMMAND_PALETTE_TYPE: palette_type(&session->palette, command.number); break;
    case COMMAND_PALETTE_GO: apply_found(session, command.number); break;
    case COMMAND_LAUNCH: form_open(session); break;
    case COMMAND_FORM_MOVE: form_move(session, command.number); break;
    case COMMAND_FORM_PICK: form_pick(session, command.number); break;
    case COMMAND_FORM_TYPE: form_type(session, command.number); break;
    case COMMAND_FORM_TURN: form_turn(session, command.target.a, command.target.b ? 1 : -1); break;
    case COMMAND_FORM_SEND: form_send(session); break;
    case COMMAND_CONTROLS: session->look.show_controls = !session->look.show_controls; break;
    case COMMAND_CONTROL_MOVE: control_move(session, command.number); break;
    case COMMAND_ADJUST:
        control_adjust(session, command.target.a, (AdjustWay)(command.target.b % 4));
        break;
    case COMMAND_BREAK_LINE: break_switch_line(session, command.number); break;
    case COMMAND_BREAK_ON: break_switch_condition(session, command.number); break;
    case COMMAND_RESTORE:
        edit_restore(session);
        if (session->form.is_open)
            form_open(session);
        break;
    case COMMAND_UNDO: edit_undo(session); break;
    case COMMAND_REDO: edit_redo(session); break;
    default: panel_apply(session, command); break;
    }
}

static void apply_look(Session *session, Command command)
{
    Look *look = &session->look;
    switch (command.name) {
    case COMMAND_LANGUAGE: look->language = (look->language + 1) % LANGUAGE_COUNT; break;
    case COMMAND_HEAT: look->heat = (look->heat + 1) % HEAT_COUNT; break;
    case COMMAND_THEME: look->theme = (look->theme + 1) % THEME_COUNT; break;
    case COMMAND_HELP: look->show_help = !look->show_help; break;
    case COMMAND_ZOOM_IN: zoom(session, SCALE_STEP); break;
    case COMMAND_ZOOM_OUT: zoom(session, 1 / SCALE_STEP); break;
    case COMMAND_ZOOM_RESET: look->scale = 1; break;
    case COMMAND_MOTION: look->reduced_motion = !look->reduced_motion; break;
    case COMMAND_FULL_SCREEN: look->full_screen = !look->full_screen; break;
    case COMMAND_CLOSE: close_open(session); break;
    case COMMAND_COUNT_AGAIN: counting_again(session); break;
    case COMMAND_FOCUS: focus(session, command); break;
    case COMMAND_QUIT: session->quit = true; break;
    default: apply_edit(session, command); break;
    }
}

static void apply_pick(Session *session, Command command)
{
    switch (command.name) {
    case COMMAND_PICK_BLOCK: pick_block(session, command.number); break;
    case COMMAND_NEXT_BLOCK: step_block(session, 1); break;
    case COMMAND_PREVIOUS_BLOCK: step_block(session, -1); break;
    case COMMAND_PICK_THREAD: pick_thread(session, command.number); break;
    case COMMAND_THREAD_LEFT: step_thread(session, -1, 0); break;
    case COMMAND_THREAD_RIGHT: step_thread(session, 1, 0); break;
    case COMMAND_THREAD_UP: step_thread(session, 0, -1); break;
    case COMMAND_THREAD_DOWN: step_thread(session, 0, 1); break;
    case COMMAND_SHOW_RUN: switch_run(session, command.number); break;
    case COMMAND_SWITCH_RUN: switch_run(session, 1 - session->front); break;
    case COMMAND_SCROLL_REGISTERS: scroll_registers(session, command.number); break;
    case COMMAND_SCROLL_SOURCE: scroll_source(session, command.number); break;
    default:
        if (!stage_apply(session, command) && !bookmark_apply(session, command))
            apply_look(session, command);
        break;
    }
}

static void apply_move(Session *session, Command command)
{
    switch (command.name) {
    case COMMAND_STEP_NEXT: motion_by_grain(session, GRAIN_INSTRUCTION, 1); break;
    case COMMAND_STEP_BACK: motion_by_grain(session, GRAIN_INSTRUCTION, -1); break;
    case COMMAND_LINE_NEXT: motion_by_grain(session, GRAIN_LINE, 1); break;
    case COMMAND_LINE_BACK: motion_by_grain(session, GRAIN_LINE, -1); break;
    case COMMAND_BARRIER_NEXT: motion_by_grain(session, GRAIN_BARRIER, 1); break;
    case COMMAND_BARRIER_BACK: motion_by_grain(session, GRAIN_BARRIER, -1); break;
    case COMMAND_PHASE_NEXT: motion_by_grain(session, GRAIN_PHASE, 1); break;
    case COMMAND_PHASE_BACK: motion_by_grain(session, GRAIN_PHASE, -1); break;
    case COMMAND_BLOCK_NEXT: motion_by_grain(session, GRAIN_BLOCK, 1); break;
    case COMMAND_BLOCK_BACK: motion_by_grain(session, GRAIN_BLOCK, -1); break;
    case COMMAND_RUN: break_run(session, 1); break;
    case COMMAND_RUN_BACK: break_run(session, -1); break;
    case COMMAND_GO_START: motion_jump(session, 0); break;
    case COMMAND_GO_END: go_to_end(session); break;
    case COMMAND_PLAY: motion_play(session); break;
    case COMMAND_FASTER: motion_change_speed(session, 1); break;
    case COMMAND_SLOWER: motion_change_speed(session, -1); break;
    case COMMAND_SEEK:
        motion_jump(session, command.number < 0 ? 0 : (uint64_t)command.number);
        break;
    case COMMAND_JUMP: jump_open(session); break;
    case COMMAND_JUMP_TYPE: jump_type(session, command.number); break;
    case COMMAND_JUMP_GO: jump_go(session); break;
    default: apply_pick(session, command); break;
    }
}

/* The sheet of keys stays for what only changes its looks; else one sees what the key does. */
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

/* With what it changes of the settings, so that it can be undone. */
static void apply_noted(Session *session, Command command)
{
    Settings before;
    uint64_t version = edit_version(session);
    settings_take(session, &before);
    apply_move(session, command);
    edit_note_settings(session, command.name, &before, version);
}

bool session_apply(Session *session, Command command)
{
    if (command.name == COMMAND_HOVER) {
        edit_end_gesture(session);
        return hover(session, command.target);
    }
    if (command.name == COMMAND_PRESS) {
        if (session->look.panel != PANEL_FINDINGS)
            return false;
        command = (Command){.name = COMMAND_FINDING_GO, .number = session->selection.finding};
    }
    session->notice[0] = '\0';
    session->look.show_help &= !leaves_help(command.name);
    bool was_blank = session->look.blank;
    apply_noted(session, command);
    if (was_blank)
        session->look.blank = false;
    panel_note_command(session, command.name);
    panel_follow(session);
    break_follow(session);
    return true;
}
