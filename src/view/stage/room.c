/* What is left of the panel once headings, feet and corners have theirs. A zoom does not change it:
 * the cells alone become larger. */
#include "view/stage/room.h"
#include "session/data/session_data.h"

#include "session/selection/stage.h"

#include <math.h>

static const float ZOOMED_MOST = 128, HEADING_LEAST = 200, ROW_HEADING_LEAST = 160,
                   ROW_BLOCK_LEAST = 125;

/* Buffers in lines give it up where the stage is low, and then the line with the block's name, too,
 * or nothing would be left for their cells. In lecture mode the matrices of a corner need the room
 * of the heading, and are known by their names, unless
 * two kernels share the width and height is left over; otherwise large insets need it, and name the
 * block in the corner beside them. */
bool room_has_heading(const View *view)
{
    const Look *look = view->look;
    const Rect *stage = &view->layout.stage;
    bool is_narrow = look->lecture && look->panel == PANEL_BOTH && stage->h > 1.3f * stage->w;
    bool is_low = stage->h < view_units(view, HEADING_LEAST);
    if (!view->placement.is_corner)
        return stage->h >= view_units(view, ROW_HEADING_LEAST);
    return (look->lecture == look->enlarged || is_narrow) && !view->is_bare && !is_low;
}

Rect room_inside(const View *view)
{
    return view_panel_inside(view, view->layout.stage, room_has_heading(view));
}

Rect room_of_row(const View *view, Rect *heading)
{
    Rect room = room_inside(view);
    bool has_line = view->layout.stage.h >= view_units(view, ROW_BLOCK_LEAST);
    *heading = rect_cut_top(&room, has_line ? view_units(view, 28) : 0);
    return room;
}

float room_foot(const View *view)
{
    const CellGrid *output = &view->buffers[view->placement.output];
    float high = (float)cells_height(output);
    if (output->window.w <= 0)
        return output->origin.y + high;
    return output->window.y + fminf(output->window.h, high + cells_before(output).y);
}

Rect room_free_corner(const View *view)
{
    Rect inside = room_inside(view);
    Rect left = cells_outline(&view->buffers[view->placement.left]);
    Rect above = cells_outline(&view->buffers[view->placement.above]);
    return (Rect){inside.x, inside.y + view_units(view, 4),
                  above.x - view_units(view, 36) - inside.x,
                  left.y - view_units(view, 24) - inside.y};
}

void room_zoom_cell(const View *view, int64_t *group, float *cell)
{
    if (!(*cell > 0)) /* no room for any */
        return;
    double element = *cell / (double)*group, most = fmax(*cell, view_units(view, ZOOMED_MOST));
    element = fmin(element * stage_magnification(view->session->stage.zoom), most);
    *group = 1;
    while (element * (double)*group < STAGE_CELL_LEAST_PX && *group < INT64_C(1) << 30)
        *group *= 2;
    *cell = (float)(element * (double)*group);
    if (*cell > 8)
        *cell = floorf(*cell);
}

float room_margin(const View *view)
{
    static const float DIGIT = 5.5f;
    uint64_t most = 0;
    int more = 0;
    for (int i = 0; i < view->launch->buffer_count; ++i) {
        const Buffer *buffer = &view->launch->buffers[i];
        uint64_t rows = buffer->rows ? buffer->rows : buffer->count;
        most = rows > most ? rows : most;
    }
    for (most = most ? (most - 1) / 100000 : 0; most; most /= 10)
        ++more;
    return view_units(view, (float)STAGE_MARGIN + (float)more * DIGIT);
}
