/* The stage: global memory. A matrix product stands as on a blackboard, the left matrix's rows and
 * the upper one's columns meeting in the output; everything else lies one after another. The empty
 * corner says where the block and the phase are. */
#include "view/stage/stage.h"

#include "session/scenes/veil.h"
#include "view/matrix/matrix.h"
#include "view/stage/heading.h"
#include "view/stage/inset.h"
#include "view/stage/legend.h"
#include "view/stage/matrix_numbers.h"
#include "view/stage/place.h"
#include "view/stage/room.h"
#include "view/values/alive.h"
#include "view/values/where.h"

#include <math.h>

/* The block is one of the two of the race that is picked. */
static bool is_racing(const View *view, uint32_t block)
{
    int count, picked = view->selection->finding;
    const Finding *findings = session_findings(view->slot, &count);
    return picked >= 0 && picked < count && findings[picked].scope == SCOPE_GRID &&
           !veil_hides(view->session, VEIL_MARKS) &&
           (findings[picked].block == block || findings[picked].other_block == block);
}

/* All blocks of the grid, to be picked, at the right of the room; the one in view is filled.
 * Returns the width used. */
static float build_map(View *view, Rect room)
{
    Dim3 grid = view->launch->grid;
    float cell = fminf(room.w / (float)grid.x, room.h / (float)grid.y);
    cell = floorf(fminf(cell, view_units(view, 20)));
    if (grid.z > 1 || cell < 4)
        return 0;
    Point at = {room.x + room.w - cell * (float)grid.x, room.y};
    for (uint32_t i = 0; i < grid.x * grid.y; ++i) {
        Rect rect = {at.x + (float)(i % grid.x) * cell, at.y + (float)(i / grid.x) * cell, cell - 1,
                     cell - 1};
        bool is_here = i == view->machine->block;
        bool is_hovered = view_is_hovered(view, TARGET_BLOCK, i, 0);
        bool races = is_racing(view, i);
        const Theme *theme = view->theme;
        scene_box(view->scene, rect, fminf(2, cell / 4), is_here ? theme->accent : theme->well,
                  is_hovered ? theme->accent
                  : races    ? theme->danger
                             : theme->muted,
                  is_hovered || races ? 2 : 1, target_tag(TARGET_BLOCK, i, 0));
    }
    return cell * (float)grid.x;
}

static void build_where(View *view, Rect room)
{
    const Theme *theme = view->theme;
    if (room.w < view_units(view, 128) || room.h < view_units(view, 84))
        return;
    const char *name = where_block(view);
    float width = view_text_width(view, FONT_UI, TEXT_HUGE, name) + view_units(view, 12);
    Rect head = rect_cut_top(&room, view_units(view, 56));
    if (width + view_units(view, 24) < head.w) {
        Rect map = head;
        rect_cut_left(&map, width);
        map.y += view_units(view, 4);
        map.h -= view_units(view, 8);
        head.w -= build_map(view, map) + view_units(view, 6);
    }
    view_label_fitted(view, FONT_UI, TEXT_HUGE, 12, rect_cut_top(&head, view_units(view, 30)), -1,
                      theme->text, name);
    if (view_text_width(view, FONT_UI, 0, where_phase(view)) > head.w)
        return;
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 10, head, -1, theme->accent, where_phase(view));
    if (view->inset_room.w > 0)
        return;
    const char *sums = view->look->lecture ? alive_sums_text(view, room.w) : NULL;
    if (sums)
        view_label_fitted(view, FONT_CODE, TEXT_LARGE, 9, rect_cut_top(&room, view_units(view, 24)),
                          -1, theme->text, sums);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(&room, view_units(view, 20)), -1,
                      theme->muted,
                      view_either(view, view->machine->interval == 1, STRING_INTERVAL_ONE,
                                  STRING_INTERVAL, view->machine->interval));
    rect_cut_top(&room, view_units(view, 12));
    legend_build(view, room);
}

static void build_numbers(View *view, int buffer)
{
    matrix_row_numbers(view, &view->buffers[buffer]);
    matrix_column_numbers(view, buffer, &view->buffers[buffer]);
}

/* What is left of a line beside words that stand at its left. */
static Rect beside_words(View *view, Rect line, int size, const char *words)
{
    rect_cut_left(&line, fminf(line.w, view_text_width(view, FONT_UI, size, words)));
    return line;
}

static const char *where_text(View *view)
{
    return arena_printf(view->arena, "%s · %s", where_block(view), where_phase(view));
}

/* Where the corner of the matrices has no room for it, the heading says where the picture is. */
static const char *stage_heading(View *view)
{
    const Look *look = view->look;
    if (!look->enlarged && (!look->lecture || !view->placement.is_corner))
        return view_text(view, STRING_GLOBAL_MEMORY);
    const char *where = where_text(view);
    Rect line = view_panel_padded(view, view->layout.stage);
    const char *texts[] = {where, where_phase(view), where_block(view)};
    for (int i = 0; i < 3; ++i)
        if (view_text_width(view, FONT_UI, TEXT_SMALL, texts[i]) <= line.w)
            return texts[i];
    return "";
}

/* Beside the heading of the panel; returns how far the legend has got. */
static int build_heading_legend(View *view)
{
    Rect line = view_panel_padded(view, view->layout.stage);
    line = rect_cut_top(&line, view_units(view, 18));
    line = beside_words(view, line, TEXT_SMALL, stage_heading(view));
    return legend_build_line(view, line, 0);
}

static void build_buffers_corner(View *view, Rect inside)
{
    Placement place = view->placement;
    int shown[] = {place.left, place.above, place.output};
    if (!view->buffers[place.output].is_shown)
        return;
    for (int i = 0; i < 3; ++i)
        matrix_build(view, shown[i]);
    build_numbers(view, place.left);
    build_numbers(view, place.above);
    Rect left = cells_bounds(&view->buffers[place.left]);
    Rect above = cells_bounds(&view->buffers[place.above]);
    Rect output = cells_bounds(&view->buffers[place.output]);
    Rect line = {left.x, room_foot(view) + view_units(view, 3),
                 output.x - left.x - view_units(view, 6), view_units(view, STAGE_FOOT)};
    heading_build(view, place.left, line);
    heading_build(view, place.output,
                  (Rect){output.x, line.y, inside.x + inside.w - output.x, line.h});
    heading_build(view, place.above,
                  (Rect){above.x, inside.y - view_units(view, 6), inside.x + inside.w - above.x,
                         view_units(view, 24)});
    build_where(view, room_free_corner(view));
    if (room_has_heading(view) && legend_is_shaded(view))
        build_heading_legend(view);
}

/* How far the heading of a matrix may go: to the one that stands beside it. */
static float width_beside(const View *view, Rect inside, int buffer)
{
    Rect own = cells_outline(&view->buffers[buffer]);
    float end = inside.x + inside.w;
    for (int i = 0; i < view->launch->buffer_count; ++i) {
        Rect other = cells_outline(&view->buffers[i]);
        bool is_beside = view->buffers[i].is_shown && other.x > own.x &&
                         fabsf(other.y - own.y) < view_units(view, 20);
        end = is_beside ? fminf(end, other.x - view_units(view, 6)) : end;
    }
    return end - own.x;
}

/* Pixels from a heading to the first row of its buffer. */
static float room_above(const View *view, int buffer)
{
    bool is_below = view->buffers[buffer].is_below;
    return view_units(view, STAGE_HEADING + 2 - (is_below ? STAGE_NUMBERS : 0));
}

/* Where the picture is, and what its colours mean, as far as the stage has lines for them. */
static void build_heading_of_row(View *view)
{
    Rect line;
    const char *where = where_text(view);
    int told = room_has_heading(view) ? build_heading_legend(view) : 0;
    room_of_row(view, &line);
    if (line.h <= 0)
        return;
    if (view_text_width(view, FONT_UI, 0, where) > line.w)
        where = where_block(view);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 11, line, -1, view->theme->text, where);
    legend_build_line(view, beside_words(view, line, TEXT_LARGE, where), told);
}

/* The stage of any kernel that is no product of matrices. */
static void build_buffers_row(View *view, Rect inside)
{
    build_heading_of_row(view);
    for (int i = 0; i < view->launch->buffer_count; ++i) {
        if (!view->buffers[i].is_shown)
            continue;
        Rect bounds = cells_outline(&view->buffers[i]);
        matrix_build(view, i);
        build_numbers(view, i);
        heading_build(view, i,
                      (Rect){bounds.x, bounds.y - room_above(view, i),
                             width_beside(view, inside, i), view_units(view, 20)});
    }
}

void stage_build(View *view)
{
    bool is_large = view->look->enlarged;
    const char *heading = stage_heading(view);
    bool has_heading = room_has_heading(view);
    Rect inside = view_panel(view, view->layout.stage, has_heading ? heading : NULL);
    scene_rect(view->scene, view->layout.stage, 0, target_tag(TARGET_STAGE, 0, 0));
    stage_place(view);
    if (is_large) {
        inset_build_large(view, inside, has_heading ? NULL : heading);
        return;
    }
    if (view->placement.is_corner)
        build_buffers_corner(view, inside);
    else
        build_buffers_row(view, inside);
    inset_build(view);
}
