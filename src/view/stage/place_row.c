/* Buffers flow in lines, in cells as large as there is room for; those that have no room are not
 * shown. */
#include "view/stage/place_row.h"
#include "session/data/session_data.h"

#include "session/selection/stage.h"
#include "view/draw/cell_look.h"
#include "view/matrix/outside.h"
#include "view/stage/inset_place.h"
#include "view/stage/room.h"
#include "view/values/digits.h"

#include <math.h>

static const float BRIEF = 24; /* units: of a name */
static const float SMALL = 36, FLOW_MOST = 48, DECIMALS_ASPECT = 1.7f, DECIMALS_MOST = 2.5f;
enum { DECIMALS = 4, DECIMALS_NATURAL = 5 }; /* letters */

/* The buffers in the order of the picture, the outputs last. */
static int in_order(View *view, CellGrid **grids)
{
    int shown = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < view->launch->buffer_count; ++i)
            if (view->buffers[i].is_shown &&
                (view->launch->buffers[i].role != ROLE_INPUT) == (pass == 1))
                grids[shown++] = &view->buffers[i];
    return shown;
}

/* From where it stands when all fits down to the next line, and to the right to its neighbour. */
static Rect zoomed_window(const Rect *bounds, int count, int index, Rect room, float above,
                          float before)
{
    Rect own = bounds[index];
    float right = room.x + room.w, bottom = room.y + room.h;
    for (int i = 0; i < count; ++i) {
        if (bounds[i].y > own.y + own.h)
            bottom = fminf(bottom, bounds[i].y - above);
        else if (bounds[i].x > own.x + own.w && bounds[i].y + bounds[i].h > own.y)
            right = fminf(right, bounds[i].x - before);
    }
    return (Rect){own.x, own.y, fmaxf(own.w, right - own.x), fmaxf(own.h, bottom - own.y)};
}

static void zoom_row(const View *view, CellGrid *const *grids, int count, Rect room)
{
    const double *centre = view->session->stage.centre;
    Rect *bounds = ARENA_ARRAY(view->arena, Rect, count + 1);
    for (int i = 0; i < count; ++i)
        bounds[i] = cells_outline(grids[i]);
    for (int i = 0; i < count; ++i) {
        float cell = grids[i]->cell;
        int64_t group = grids[i]->group;
        room_zoom_cell(view, &group, &cell);
        Rect window = zoomed_window(bounds, count, i, room, view_units(view, STAGE_HEADING + 8),
                                    room_margin(view) + view_units(view, 8));
        cells_look(grids[i], window, group, cell, centre[STAGE_ROWS], centre[STAGE_COLUMNS]);
    }
}

/* All buffers have cells that are large enough for numbers, when zoomed as they are. */
static bool all_have_numbers(const View *view, CellGrid *const *grids, int count)
{
    for (int i = 0; i < count; ++i) {
        CellGrid grid = *grids[i];
        if (view->session->stage.zoom > 0)
            room_zoom_cell(view, &grid.group, &grid.cell);
        if (!cells_have_numbers(view, &grid))
            return false;
    }
    return true;
}

static void flow_with_numbers(const View *view, CellGrid *const *grids, int count, Rect room,
                              float spared)
{
    for (int i = 0; i < count; ++i)
        grids[i]->numbers = spared;
    cells_flow(grids, count, room, view_units(view, STAGE_HEADING + 4),
               room_margin(view) + view_units(view, 4), view_units(view, FLOW_MOST),
               STAGE_CELL_LEAST_PX);
}

/* Where cells are small, strips below each other spare the numbers of their columns. */
static void flow_row(const View *view, CellGrid *const *grids, int count, Rect room)
{
    flow_with_numbers(view, grids, count, room, 0);
    if (!(view->session->stage.zoom > 0) && !all_have_numbers(view, grids, count))
        flow_with_numbers(view, grids, count, room, view_units(view, STAGE_NUMBERS));
}

/* Makes cells wider than high that are small and have numbers, as structs and long numbers need. */
static void widen_row(const View *view, CellGrid *const *grids, int count, Rect room)
{
    if (count && all_have_numbers(view, grids, count) && grids[0]->cell < view_units(view, SMALL))
        cells_widen(grids, count, room, room_margin(view) + view_units(view, 4), 1.1f, 1.6f);
}

/* There may be numbers with decimals among those that the kernel writes. */
static bool has_decimals(const View *view, CellGrid *const *grids, int count)
{
    for (int i = 0; i < count; ++i) {
        const Buffer *buffer = &view->launch->buffers[grids[i] - view->buffers];
        if (buffer->role != ROLE_INPUT && scalar_is_float(buffer->type))
            return true;
    }
    return false;
}

/* Cells that are too narrow for decimals become wider than high, if that makes them wider than they
 * were. */
static void flow_for_decimals(const View *view, CellGrid *const *grids, int count, Rect room)
{
    float cell = count ? grids[0]->cell : 0;
    bool is_natural = count && grids[0]->natural > 0 && cells_unit(grids[0]) == 1;
    size_t letters = is_natural ? DECIMALS_NATURAL : DECIMALS; /* lines can be half as long */
    if (!count || !has_decimals(view, grids, count) || !all_have_numbers(view, grids, count) ||
        cell >= digits_room(view, letters))
        return;
    cells_flow_wide(grids, count, room, view_units(view, STAGE_HEADING + 4),
                    room_margin(view) + view_units(view, 4), view_units(view, FLOW_MOST),
                    STAGE_CELL_LEAST_PX, DECIMALS_ASPECT);
    if (grids[0]->group > 1 || !all_have_numbers(view, grids, count) ||
        !digits_have_room(view, cells_drawn_cell(grids[0], 0, 0), letters))
        flow_row(view, grids, count, room);
}

/* Cells that are wide for decimals take what their line has left. */
static void widen_for_decimals(const View *view, CellGrid *const *grids, int count, Rect room)
{
    float wide = grids[0]->wide;
    for (int i = 0; i < count; ++i)
        grids[i]->wide = 0;
    cells_widen(grids, count, room, room_margin(view) + view_units(view, 4), DECIMALS_ASPECT,
                DECIMALS_MOST);
    for (int i = 0; i < count; ++i)
        grids[i]->wide = fmaxf(grids[i]->wide, wide);
}

/* A strip below the buffers; in lecture mode only where these do not become much smaller by it. */
static void make_room_for_insets(View *view, CellGrid **grids, int count, Rect *room)
{
    Rect all = *room;
    float strip = inset_strip_height(view), cell = grids[0]->cell / (float)grids[0]->group;
    if (strip >= room->h / 2)
        return;
    view->inset_room = rect_cut_bottom(room, strip);
    flow_row(view, grids, count, *room);
    if (!view->look->lecture || grids[0]->cell / (float)grids[0]->group >= 0.9f * cell)
        return;
    view->inset_room = (Rect){0};
    *room = all;
    flow_row(view, grids, count, all);
}

/* Pixels of an element in cells that all have room; 0 where some have none. */
static float element_px(CellGrid *const *grids, int count, Rect room)
{
    for (int i = 0; i < count; ++i) {
        Rect bounds = cells_bounds(grids[i]);
        if (bounds.y + bounds.h > room.y + room.h + 1)
            return 0;
    }
    return count ? grids[0]->cell / (float)grids[0]->group : 0;
}

/* Headings that say less leave more buffers beside each other: their extents are given up where
 * elements have become groups, if that makes these larger. */
static void flow_briefly(const View *view, CellGrid *const *grids, int count, Rect room)
{
    float element = element_px(grids, count, room);
    float *wide = ARENA_ARRAY(view->arena, float, count + 1);
    if (!count || (element > 0 && grids[0]->group == 1))
        return;
    for (int i = 0; i < count; ++i) {
        wide[i] = grids[i]->least_wide;
        grids[i]->least_wide = fminf(wide[i], view_units(view, BRIEF));
    }
    flow_row(view, grids, count, room);
    if (element_px(grids, count, room) > element)
        return;
    for (int i = 0; i < count; ++i)
        grids[i]->least_wide = wide[i];
    flow_row(view, grids, count, room);
}

void place_row(View *view)
{
    Rect heading, room = room_of_row(view, &heading);
    CellGrid **grids = ARENA_ARRAY(view->arena, CellGrid *, view->launch->buffer_count + 1);
    int count = in_order(view, grids);
    for (int i = 0; i < count; ++i)
        grids[i]->spare_rows = outside_is_behind(view, (int)(grids[i] - view->buffers));
    flow_row(view, grids, count, room);
    flow_briefly(view, grids, count, room);
    if (count && !all_have_numbers(view, grids, count))
        make_room_for_insets(view, grids, count, &room);
    if (!(view->session->stage.zoom > 0))
        flow_for_decimals(view, grids, count, room);
    int fitting = 0;
    for (int i = 0; i < count; ++i) {
        Rect bounds = cells_bounds(grids[i]);
        grids[i]->is_shown = bounds.y + bounds.h <= room.y + room.h + 1;
        if (grids[i]->is_shown)
            grids[fitting++] = grids[i];
    }
    if (view->session->stage.zoom > 0)
        zoom_row(view, grids, fitting, room);
    else if (fitting && grids[0]->wide > 0)
        widen_for_decimals(view, grids, fitting, room);
    else if (fitting)
        widen_row(view, grids, fitting, room);
}
