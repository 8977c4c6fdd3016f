/* Where the buffers stand. A product of matrices stands in a corner, so that rows and columns meet
 * in the output; everything else flows in lines. Zooming keeps the room and makes the cells larger:
 * each buffer becomes a window on itself, and buffers that share a side share its scrolling. */
#include "view/stage/place.h"
#include "session/data/buffer.h"
#include "session/data/session_data.h"

#include "session/rerun/extent.h"
#include "view/draw/cell_look.h"
#include "view/matrix/outside.h"
#include "view/stage/heading.h"
#include "view/stage/place_corner.h"
#include "view/stage/place_row.h"
#include "view/stage/room.h"
#include "view/values/where.h"

#include <math.h>

static const float NAME_MOST = 150, CORNER_LOW = 120, CORNER_WIDE = 2; /* units; times its height */

static void set_shape(View *view, int buffer)
{
    CellGrid *grid = &view->buffers[buffer];
    const Buffer *source = &view->launch->buffers[buffer];
    *grid = (CellGrid){.group = 1, .wrap = 1};
    extent_shape(view->slot, buffer, view->session->stage.is_whole, &grid->rows, &grid->columns);
    grid->is_linear = grid->rows == 1 && source->rows == 0;
    grid->natural = where_line(view->launch);
    grid->is_shown = grid->columns > 0;
    grid->is_transposed = source->is_transposed;
    if (grid->is_transposed)
        buffer_shape(source, &grid->columns, &grid->rows);
    float before = outside_is_before(view, buffer) ? view_units(view, STAGE_BEFORE_LEAST) : 0;
    grid->before = grid->is_transposed ? (Point){before, 0} : (Point){0, before};
    grid->unit = source->element_bytes / buffer_scalar_bytes(source);
    grid->least_wide = fminf(heading_width(view, buffer), view_units(view, NAME_MOST));
}

/* The corner needs two matrices' height, with names above and below: in a low stage that is wide
 * they stand side by side rather than as a speck each, or not at all. */
static bool has_corner(const View *view)
{
    Rect inside = room_inside(view);
    float least = view_units(view, 2 * STAGE_MARGIN + STAGE_FOOT);
    bool is_low = inside.h < view_units(view, CORNER_LOW) && inside.w > CORNER_WIDE * inside.h;
    return view->placement.is_corner && !is_low && inside.w >= least && inside.h >= least;
}

void stage_place(View *view)
{
    int count = view->launch->buffer_count;
    for (int i = 0; i < count; ++i)
        set_shape(view, i);
    view->placement.is_corner = has_corner(view);
    Placement place = view->placement;
    if (!place.is_corner) {
        place_row(view);
        return;
    }
    Rect inside = room_inside(view);
    for (int i = 0; i < count; ++i)
        view->buffers[i].is_shown = i == place.left || i == place.above || i == place.output;
    place_corner(view, inside);
    if (!cells_have_numbers(view, &view->buffers[place.output])) {
        view->inset_room = room_free_corner(view);
        rect_cut_top(&view->inset_room, view_units(view, 58));
        rect_cut_bottom(&view->inset_room, view_units(view, 5));
    }
}
