/* The mouse sends the whole view as one command, so that a script can repeat it. */
#include "session/data/stage_view.h"

#include "session/data/buffer.h"
#include "session/data/session_data.h"

#include <math.h>

enum { STAGE_WHOLE = 1 << 16 }; /* beside the zoom, in a Command */
static const double SHARE_ONE = 4294967295.0;

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

double stage_share(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

Command stage_command(StageView stage)
{
    uint32_t parts[STAGE_AXES];
    for (int i = 0; i < STAGE_AXES; ++i)
        parts[i] = (uint32_t)(stage_share(stage.centre[i]) * SHARE_ONE);
    return (Command){COMMAND_STAGE_SET,
                     0,
                     {(uint32_t)stage.zoom | (stage.is_whole ? STAGE_WHOLE : 0), parts[STAGE_ROWS],
                      parts[STAGE_COLUMNS], parts[STAGE_ALONG]}};
}

StageView stage_of_command(const Session *session, Target target)
{
    int most = stage_zoom_most(session);
    uint32_t steps = target.kind & ~(uint32_t)STAGE_WHOLE;
    return (StageView){.zoom = steps < (uint32_t)most ? (int)steps : most,
                       .is_whole = target.kind & STAGE_WHOLE,
                       .centre = {[STAGE_ROWS] = target.a / SHARE_ONE,
                                  [STAGE_COLUMNS] = target.b / SHARE_ONE,
                                  [STAGE_ALONG] = target.c / SHARE_ONE}};
}
