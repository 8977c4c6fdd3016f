/* Zooming by keys goes to where the block works: the record of its accesses says which tile that is.
 * The mouse sends the whole view as one command, so that a script can repeat it. */
#include "session/stage.h"

#include "session/block/extent.h"

#include <math.h>
#include <string.h>

enum { STAGE_WHOLE = 1 << 16 }; /* beside the zoom, in a Command */
static const double MOVE_SHARE = 0.25, SHARE_ONE = 4294967295.0;

double stage_magnification(int zoom)
{
    return exp2((double)zoom / STAGE_STEPS_DOUBLE);
}

int stage_zoom_most(const Session *session)
{
    const SessionRun *front = session_front(session);
    int64_t most = 1;
    for (int i = 0; front && i < front->run->launch.buffer_count; ++i) {
        int64_t rows, columns;
        buffer_shape(&front->run->launch.buffers[i], &rows, &columns);
        most = rows > most ? rows : most;
        most = columns > most ? columns : most;
    }
    int steps = (int)ceil(log2((double)most) * STAGE_STEPS_DOUBLE);
    return steps < STAGE_ZOOM_MOST ? steps : STAGE_ZOOM_MOST;
}

static double middle(int64_t first, int64_t count, int64_t all)
{
    return all > 0 ? ((double)first + (double)count / 2) / (double)all : 0.5;
}

static Footprint part_of(const SessionRun *front, int buffer, uint32_t thread)
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
        Footprint part = part_of(front, i, session->selection.thread);
        int64_t rows, columns;
        extent_shape(front, i, is_whole, &rows, &columns);
        if (!part.row_count)
            continue;
        double column = middle(part.column, part.column_count, columns);
        double row = rows == 1 ? column : middle(part.row, part.row_count, rows);
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

static double keep_share(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

void stage_move(Session *session, StageAxis axis, int direction)
{
    double *centre = &session->stage.centre[axis];
    if (session->stage.zoom > 0)
        *centre =
            keep_share(*centre + direction * MOVE_SHARE / stage_magnification(session->stage.zoom));
}

Command stage_command(StageView stage)
{
    uint32_t parts[STAGE_AXES];
    for (int i = 0; i < STAGE_AXES; ++i)
        parts[i] = (uint32_t)(keep_share(stage.centre[i]) * SHARE_ONE);
    return (Command){COMMAND_STAGE_SET,
                     0,
                     {(uint32_t)stage.zoom | (stage.is_whole ? STAGE_WHOLE : 0), parts[STAGE_ROWS],
                      parts[STAGE_COLUMNS], parts[STAGE_ALONG]}};
}

void stage_set(Session *session, Target target)
{
    int most = stage_zoom_most(session);
    uint32_t steps = target.kind & ~(uint32_t)STAGE_WHOLE;
    session->stage.zoom = steps < (uint32_t)most ? (int)steps : most;
    session->stage.is_whole = target.kind & STAGE_WHOLE;
    session->stage.centre[STAGE_ROWS] = target.a / SHARE_ONE;
    session->stage.centre[STAGE_COLUMNS] = target.b / SHARE_ONE;
    session->stage.centre[STAGE_ALONG] = target.c / SHARE_ONE;
    Target *pin = &session->selection.pin;
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
