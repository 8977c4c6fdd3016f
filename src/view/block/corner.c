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

static void build_side_name(View *view, int variable, Rect line, int align)
{
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, align, view->theme->text,
                      view->program->shared[variable].name);
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
    return fits ? text : view_format(view, STRING_THREADS_OF_BLOCK, block);
}

/* Beside the name of the upper array and below it: in lecture mode the block and its phase, which
 * the stage has no room for where it is small; then what the tokens mean. */
static void build_free(View *view, Rect room)
{
    const char *upper = view->program->shared[view->slot->corner.above].name;
    Rect line = rect_cut_top(&room, view_units(view, NAME));
    rect_cut_right(&line, view_text_width(view, FONT_UI, TEXT_LARGE, upper) + view_units(view, 14));
    rect_cut_top(&room, view_units(view, 4));
    bool is_told = view->look->lecture && view->layout.stage.h < view->layout.block.h;
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
    shared_array_build(view, corner.above);
    shared_array_build(view, corner.left);
    threads_cells_build(view, (Rect){at.x + (float)left->columns * cell, corner_at.y, gap, 0});
    Rect free = {at.x, at.y, corner_at.x - at.x - gap,
                 corner_at.y - at.y - view_units(view, NAME + 10)};
    build_free(view, free);
    Rect name = {at.x, corner_at.y - view_units(view, NAME + 2), (float)left->columns * cell,
                 view_units(view, NAME)};
    build_side_name(view, corner.left, name, -1);
    name = (Rect){at.x, at.y, corner_at.x - at.x - view_units(view, 8), view_units(view, NAME)};
    build_side_name(view, corner.above, name, 1);
}
