/* Both runs get the same sizes and the same order, so that only what is switched off tells them
 * apart. */
#include "session/edits/show_break.h"
#include "session/data/session_data.h"

#include "probe/time/difference.h"
#include "session/edits/edit.h"
#include "session/runs/slot.h"
#include "session/selection/pick.h"
#include "session/time/motion.h"

#include <string.h>

bool session_has_right_beside(const Session *session)
{
    const SessionRun *front = session_front(session);
    if (!front || session->run_count < SESSION_RUNS || !front->run->options.without_count)
        return false;
    const Run *right = session->runs[1 - session->front].run;
    Arena *arena = arena_new();
    LoadOptions options = front->run->options;
    options.without_count = 0;
    bool is_right = strcmp(run_text_write(arena, front->run->path, &options),
                           run_text_write(arena, right->path, &right->options)) == 0;
    arena_free(arena);
    return is_right && session->runs[1 - session->front].timeline;
}

/* In the blocks that both timelines cover, the one in view first where they are not all there. */
static bool find_difference(const SessionRun *broken, const SessionRun *right, uint32_t *block,
                            Difference *difference)
{
    ClockRun run = {broken->run->program, broken->timeline},
             other = {right->run->program, right->timeline};
    bool covers_all = broken->covers_grid && right->covers_grid;
    uint32_t first = covers_all ? 0 : broken->first_block;
    uint64_t end = covers_all ? launch_block_count(&broken->run->launch) : (uint64_t)first + 1;
    for (*block = first; *block < end; ++*block)
        if (difference_find(run, other, *block, difference))
            return true;
    return false;
}

static void go_to_difference(Session *session)
{
    SessionRun *broken = session_front(session), *right = &session->runs[1 - session->front];
    Difference difference;
    uint32_t block;
    session->look.panel = PANEL_BOTH;
    if (!find_difference(broken, right, &block, &difference)) {
        session_say(session, STRING_BREAK_NO_DIFFERENCE, "");
        return;
    }
    motion_jump(session, difference.moment);
    pick_thread(session, difference.thread);
    if (difference.is_in_other) {
        timeline_seek(right->timeline, difference.other);
        slot_update(right);
    }
}

/* The broken run as it is to be seen: with the sizes and in the order that spoil the result. */
static LoadOptions broken_options(const SessionRun *front, const RunRecipe *recipe)
{
    const Spoil *spoil = &front->spoil;
    LoadOptions options = spoil->larger ? *spoil->larger : recipe->options;
    if (spoil->kind == SPOIL_FOUND)
        options.order = spoil->order;
    return options;
}

static bool open_both(Session *session)
{
    const SessionRun *front = session_front(session);
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    edit_begin(session, arena, recipes);
    RunRecipe *broken = &recipes[session->front], *right = &recipes[1 - session->front];
    LoadOptions options = broken_options(front, broken);
    /* what is freed with the run in front is kept as text */
    *broken = run_text_read(arena, run_text_write(arena, broken->path, &options));
    broken->options.image = front->run->options.image; /* edit_commit holds it */
    *right = *broken;
    right->options.without_count = 0;
    bool is_good = edit_commit(session, recipes);
    arena_free(arena);
    return is_good;
}

void show_break(Session *session)
{
    SessionRun *front = session_front(session);
    if (!front)
        return;
    session_settle(session);
    if (session_has_right_beside(session) && !front->spoil.larger &&
        front->spoil.kind != SPOIL_FOUND)
        go_to_difference(session);
    else if (!front->run->options.without_count)
        session_say(session, STRING_BREAK_NOTHING_OFF, command_info[COMMAND_TOGGLE].keys);
    else if (front->spoil.kind == SPOIL_SEARCHING)
        session_say(session, STRING_BREAK_WAIT, "");
    else if (front->spoil.kind == SPOIL_LEFT)
        slot_look_for_spoil(front);
    else if (open_both(session))
        go_to_difference(session);
}

bool show_break_stop(Session *session)
{
    bool is_one = false;
    for (int i = 0; i < session->run_count; ++i)
        if (session->runs[i].spoil.kind == SPOIL_SEARCHING) {
            slot_stop_spoil(&session->runs[i]);
            is_one = true;
        }
    return is_one;
}
