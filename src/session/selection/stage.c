/* Zooming by keys goes to where the block works: the record of its accesses says which tile that
 * is. */
#include "session/selection/stage.h"
#include "session/data/session_data.h"

#include "session/rerun/extent.h"
#include "session/rerun/footprint.h"

#include <string.h>

static const double MOVE_SHARE = 0.25;

static double middle_share(int64_t first, int64_t count, int64_t all)
{
    return all > 0 ? ((double)first + (double)count / 2) / (double)all : 0.5;
}

static Footprint part_in_phase(const SessionRun *front, int buffer, uint32_t thread)
{
    const Machine *machine = timeline_machine(front->timeline);
    uint32_t phase = machine_warps(machine)[thread / WARP_LANES].phase;
    bool is_input = front->run->launch.buffers[buffer].role == ROLE_INPUT;
    if (is_input && front->footprints->phase_count)
        return footprint_at(front->footprints, phase ? phase : 1, buffer);
    return front->footprints->whole[buffer];
}

/* What the block writes, and where in its first input the phase stands. */
StageView stage_at_block(const Session *session)
{
    StageView stage = session->stage;
    const SessionRun *front = session_front(session);
    bool has_input = false;
    for (int i = 0; front && i < front->run->launch.buffer_count; ++i) {
        const Buffer *buffer = &front->run->launch.buffers[i];
        bool is_whole = session->stage.is_whole;
        Footprint part = part_in_phase(front, i, session->selection.thread);
        int64_t rows, columns;
        extent_shape(front, i, is_whole, &rows, &columns);
        if (!part.row_count)
            continue;
        double column = middle_share(part.column, part.column_count, columns);
        double row = rows == 1 ? column : middle_share(part.row, part.row_count, rows);
        if (buffer->role != ROLE_INPUT) {
            stage.centre[STAGE_ROWS] = row;
            stage.centre[STAGE_COLUMNS] = column;
        } else if (!has_input) {
            stage.centre[STAGE_ALONG] = column;
            has_input = true;
        }
    }
    return stage;
}

void stage_zoom(Session *session, int by)
{
    int most = stage_zoom_most(session), to = session->stage.zoom + by;
    if (session->stage.zoom == 0 && by > 0)
        session->stage = stage_at_block(session);
    session->stage.zoom = to < 0 ? 0 : to > most ? most : to;
}

void stage_move(Session *session, StageAxis axis, int direction)
{
    double *centre = &session->stage.centre[axis];
    if (session->stage.zoom > 0)
        *centre = stage_share(*centre +
                              direction * MOVE_SHARE / stage_magnification(session->stage.zoom));
}

void stage_set(Session *session, Target target)
{
    Target *pin = &session->selection.pin;
    session->stage = stage_of_command(session, target);
    if (memcmp(pin, &session->selection.hover, sizeof *pin) == 0)
        *pin = (Target){0};
}

void stage_fit(Session *session)
{
    const SessionRun *front = session_front(session);
    bool is_whole = session->stage.is_whole, is_all_seen = session->stage.zoom == 0;
    if (is_all_seen && front)
        is_whole = !is_whole && extent_is_less(front);
    session->stage = (StageView){.is_whole = is_whole};
}
