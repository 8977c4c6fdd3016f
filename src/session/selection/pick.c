/* A block is picked by moving time there; everything else only says where to look. */
#include "session/selection/pick.h"
#include "session/data/session_data.h"

#include "probe/record/shown.h"
#include "session/runs/runs.h"
#include "session/time/motion.h"

#include <string.h>

void pick_block(Session *session, int64_t block)
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

void pick_next_block(Session *session, int by)
{
    SessionRun *front = session_front(session);
    if (front)
        pick_block(session, (int64_t)session_place(front).block + by);
}

void pick_moment(Session *session, int64_t step, Target target)
{
    motion_to_step(session, step);
    if (target.kind == TARGET_THREAD)
        pick_thread(session, target.a);
}

void pick_thread(Session *session, int64_t thread)
{
    SessionRun *front = session_front(session);
    if (front && thread >= 0 && thread < timeline_machine(front->timeline)->thread_count)
        session->selection.thread = (uint32_t)thread;
}

void pick_next_thread(Session *session, int x, int y)
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

void pick_run(Session *session, int64_t run)
{
    session_settle(session);
    if (run >= 0 && run < session->run_count && session->runs[run].timeline)
        session->front = (int)run;
    session_keep_valid(session);
}

void pick_scroll_source(Session *session, int64_t by)
{
    const SessionRun *front = session_front(session);
    int64_t most = front ? front->run->sources->files[0].line_count : 0;
    by = by < -2 * most ? -2 * most : by > 2 * most ? 2 * most : by;
    int64_t to = session->selection.source_scroll + by;
    session->selection.source_scroll = (int)(to < -most ? -most : to > most ? most : to);
}

void pick_scroll_registers(Session *session, int64_t to)
{
    const SessionRun *front = session_front(session);
    int64_t most = front && front->run->program ? front->run->program->variable_count : 0;
    session->selection.register_scroll = (int)(to < 0 ? 0 : to > most ? most : to);
}

void pick_scroll_launches(Session *session, int64_t to)
{
    session->selection.launch_scroll = 1 + (int)(to < 0 ? 0 : to > INT16_MAX ? INT16_MAX : to);
}

void pick_scroll_counters(Session *session, int64_t to)
{
    int64_t most = COUNTER_TABLE_ROWS + LAUNCH_BUFFER_LIMIT;
    session->selection.counter_scroll = 1 + (int)(to < 0 ? 0 : to > most ? most : to);
}

bool pick_hover(Session *session, Target target)
{
    bool changed = memcmp(&session->selection.hover, &target, sizeof target) != 0;
    session->selection.hover = target;
    if (memcmp(&target, &session->selection.answered, sizeof target) != 0)
        session->selection.answered = (Target){0};
    session->selection.is_resting = false;
    return changed;
}

void pick_rest(Session *session)
{
    Selection *selection = &session->selection;
    if (selection->focus.kind)
        return;
    selection->is_resting = true;
    if (pick_is_handle(selection->hover))
        selection->hover = (Target){0};
}

bool pick_is_handle(Target target)
{
    switch (target.kind) {
    case TARGET_BUTTON:
    case TARGET_GUTTER:
    case TARGET_HEAT:
    case TARGET_STANDS:
    case TARGET_EDGE: return true;
    default: return false;
    }
}

void pick_focus(Session *session, Target target, int64_t lines)
{
    session->selection.focus = session->selection.hover = target;
    pick_scroll_source(session, lines);
}

void pick_pin(Session *session, Target target)
{
    bool is_same = memcmp(&session->selection.pin, &target, sizeof target) == 0;
    session->selection.pin = is_same ? (Target){0} : target;
    session->selection.pin_place = PIN_BY_ITSELF;
    if (target.kind == TARGET_FRAGMENT)
        pick_thread(session, target.a);
}

void pick_pin_aside(Session *session)
{
    Selection *selection = &session->selection;
    selection->pin_place =
        selection->pin_place < PIN_BOTTOM_LEFT ? selection->pin_place + 1 : PIN_BY_ITSELF;
}

void pick_pin_to(Session *session, Target target)
{
    if (target.kind != TARGET_PIN || target.a > PIN_WHOLE || target.b > PIN_WHOLE)
        return;
    session->selection.pin_place = PIN_DRAGGED;
    session->selection.pin_at = (Point){(float)target.a / PIN_WHOLE, (float)target.b / PIN_WHOLE};
}
