/* The block as the blackboard has a product: one array of shared memory above the threads, one at
 * their left, all in cells of one size, so that every thread stands where its row and its column
 * meet. */
#include "view/block/block.h"
#include "view/block/shared.h"
#include "view/block/threads.h"
#include "view/block/work.h"
#include "view/draw/cell_look.h"

#include <math.h>

static const float CELL_MOST = 84, CELL_LEAST_PX = 2, NAME = 22, GAP = 26;

static void put_grid(CellGrid *grid, Point at, float cell)
{
    grid->is_shown = true;
    grid->origin = (Point){roundf(at.x), roundf(at.y)};
    grid->cell = cell;
}

/* The largest cell at which both arrays and the threads have room. */
static float cell_of(const View *view, const CellGrid *left, const CellGrid *above, Rect room)
{
    const CellGrid *threads = &view->threads.grid;
    float across = (float)(left->columns +
                           (above->columns > threads->columns ? above->columns : threads->columns));
    float down = (float)(above->rows + threads->rows);
    float width = (room.w - view_units(view, GAP)) / across;
    float height = (room.h - view_units(view, GAP)) / down;
    float cell = fminf(fminf(width, height), view_units(view, CELL_MOST));
    return cell >= 8 ? floorf(cell) : fmaxf(cell, CELL_LEAST_PX);
}

static void build_side_name(View *view, int variable, Rect line, int align)
{
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, align, view->theme->text,
                      view->program->shared[variable].name);
}

/* What the picture of the panel is, or, where that is too long, the block whose threads these
 * are. */
static const char *corner_heading(View *view)
{
    const char *block = view_block_at(view, view->machine->block);
    const char *text = view_format(view, STRING_BLOCK_AS_GRID, block);
    Rect line = rect_inset(view->layout.block, view_units(view, 12));
    bool fits = view_text_width(view, FONT_UI, TEXT_SMALL, text) <= line.w;
    return fits ? text : view_format(view, STRING_THREADS_OF_BLOCK, block);
}

void block_build(View *view)
{
    Rect room = view_panel(view, view->layout.block, corner_heading(view));
    TileCorner corner = view->slot->corner;
    CellGrid *left = shared_grid(view, corner.left), *above = shared_grid(view, corner.above);
    CellGrid *threads = threads_grid(view);
    float cell = cell_of(view, left, above, room), gap = view_units(view, GAP);
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
    Rect free = {at.x, at.y + view_units(view, NAME + 4), corner_at.x - at.x - gap,
                 corner_at.y - at.y - view_units(view, 2 * NAME + 14)};
    if (view->threads.work)
        threads_legend_build_if_room(view, free);
    Rect name = {at.x, corner_at.y - view_units(view, NAME + 2), (float)left->columns * cell,
                 view_units(view, NAME)};
    build_side_name(view, corner.left, name, -1);
    name = (Rect){at.x, at.y, corner_at.x - at.x - view_units(view, 8), view_units(view, NAME)};
    build_side_name(view, corner.above, name, 1);
}
