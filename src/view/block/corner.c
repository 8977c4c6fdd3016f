/* The block as the blackboard has a product: one array of shared memory above the threads, one at
 * their left, all in cells of one size, so that every thread stands where its row and its column
 * meet. */
#include "view/block/block.h"
#include "view/block/shared.h"
#include "view/block/threads.h"
#include "view/block/work.h"
#include "view/draw/cell_look.h"
#include "view/values/where.h"

#include <math.h>
#include <string.h>

static const float CELL_MOST = 84, CELL_LEAST_PX = 2, NAME = 22, GAP = 26, GAP_LECTURE = 18,
                   GAP_WARPS = 23;

static void put_grid(CellGrid *grid, Point at, float cell)
{
    grid->is_shown = true;
    grid->origin = (Point){roundf(at.x), roundf(at.y)};
    grid->cell = cell;
}

/* Between the arrays and the threads; the names of warps stand in it. */
static float gap_of(const View *view)
{
    if (!view->look->lecture)
        return view_units(view, GAP);
    return view_units(view, view->machine->warp_count > 1 ? GAP_WARPS : GAP_LECTURE);
}

/* The largest cell at which both arrays and the threads have room. */
static float cell_of(const View *view, const CellGrid *left, const CellGrid *above, Rect room)
{
    const CellGrid *threads = &view->threads.grid;
    float across = (float)(left->columns +
                           (above->columns > threads->columns ? above->columns : threads->columns));
    float down = (float)(above->rows + threads->rows);
    float width = (room.w - gap_of(view)) / across;
    float height = (room.h - gap_of(view)) / down;
    float cell = fminf(fminf(width, height), view_units(view, CELL_MOST));
    return cell >= 8 ? floorf(cell) : fmaxf(cell, CELL_LEAST_PX);
}

/* The name, and where the values come from, unless the cells tell it. */
static void build_side_name(View *view, int variable, Rect line, int align, bool is_told)
{
    const char *name = view->program->shared[variable].name;
    const char *source = is_told ? NULL : shared_source_text(view, variable);
    float wide = view_text_width(view, FONT_UI, TEXT_LARGE, name) + view_units(view, 6);
    Rect own = !source     ? line
               : align > 0 ? rect_cut_right(&line, wide)
                           : rect_cut_left(&line, wide);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, own, align, view->theme->text, name);
    float least = view->look->lecture ? TEXT_TINY + 1 : 7;
    const char *whole = source ? arena_printf(view->arena, "← %s", source) : "";
    if (source && view_text_width(view, FONT_UI, least, whole) > line.w)
        source = arena_text(view->arena, source, strcspn(source, "["));
    whole = source ? arena_printf(view->arena, "← %s", source) : "";
    if (source && view_text_width(view, FONT_UI, least, whole) <= line.w)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, least, line, align, view->theme->muted,
                          arena_printf(view->arena, align > 0 ? "%s →" : "← %s", source));
}

/* What the picture of the panel is, or, where that is too long for the button beside it, the block
 * whose threads these are.
 * None in lecture mode: the digits have its room. */
static const char *corner_heading(View *view)
{
    if (view->look->lecture)
        return NULL;
    const char *block = view_block_at(view, view->machine->block);
    const char *text = view_format(view, STRING_BLOCK_AS_GRID, block);
    float room = view_panel_padded(view, view->layout.block).w - shared_switch_width(view);
    bool fits = view_text_width(view, FONT_UI, TEXT_SMALL, text) + view_units(view, 6) <= room;
    text = fits ? text : view_format(view, STRING_THREADS_OF_BLOCK, block);
    Rect line = view_panel_padded(view, view->layout.block);
    return view_text_width(view, FONT_UI, TEXT_SMALL, text) <= line.w ? text : NULL;
}

/* Beside the name of the upper array and below it: in lecture mode the block and its phase, which
 * the stage has no room for where it is small; then what the tokens mean. */
static void build_free(View *view, Rect room, bool has_source)
{
    const char *upper = view->program->shared[view->slot->corner.above].name;
    Rect line = rect_cut_top(&room, view_units(view, NAME));
    rect_cut_right(&line, view_text_width(view, FONT_UI, TEXT_LARGE, upper) + view_units(view, 14));
    rect_cut_top(&room, view_units(view, 4));
    bool is_told =
        view->look->lecture && !has_source && view->layout.stage.h < view->layout.block.h;
    if (is_told && view_text_width(view, FONT_UI, 0, where_phase(view)) <= room.w) {
        view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, view->theme->text,
                          where_block(view));
        view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&room, view_units(view, NAME)),
                          -1, view->theme->accent, where_phase(view));
    }
    if (view->threads.work)
        threads_legend_build_if_room(view, room);
}

void block_build(View *view)
{
    const char *heading = corner_heading(view);
    Rect room = view_panel(view, view->layout.block, heading);
    if (heading)
        shared_switch_build(view, view_panel_padded(view, view->layout.block),
                            view_text_width(view, FONT_UI, TEXT_SMALL, heading));
    TileCorner corner = view->slot->corner;
    CellGrid *left = shared_grid(view, corner.left), *above = shared_grid(view, corner.above);
    CellGrid *threads = threads_grid(view);
    float cell = cell_of(view, left, above, room), gap = gap_of(view);
    float width = (float)(left->columns + above->columns) * cell + gap;
    float height = (float)(above->rows + threads->rows) * cell + gap;
    Point at = {room.x + fmaxf(0, (room.w - width) / 2), room.y + fmaxf(0, (room.h - height) / 2)};
    Point corner_at = {at.x + (float)left->columns * cell + gap,
                       at.y + (float)above->rows * cell + gap};
    put_grid(above, (Point){corner_at.x, at.y}, cell);
    put_grid(left, (Point){at.x, corner_at.y}, cell);
    put_grid(threads, corner_at, cell);
    view->threads.work = cells_have_numbers(view, threads) ? work_of_block(view) : NULL;
    bool is_above_told = shared_array_build(view, corner.above);
    bool is_left_told = shared_array_build(view, corner.left);
    threads_cells_build(view, (Rect){at.x + (float)left->columns * cell, corner_at.y, gap, 0});
    Rect free = {at.x, at.y, corner_at.x - at.x - gap,
                 corner_at.y - at.y - view_units(view, NAME + 10)};
    build_free(view, free, !is_above_told);
    Rect name = {at.x, corner_at.y - view_units(view, NAME + 2), (float)left->columns * cell,
                 view_units(view, NAME)};
    build_side_name(view, corner.left, name, -1, is_left_told);
    name = (Rect){at.x, at.y, corner_at.x - at.x - view_units(view, 8), view_units(view, NAME)};
    build_side_name(view, corner.above, name, 1, is_above_told);
}
