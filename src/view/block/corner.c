/* The block as the blackboard has a product: one array of shared memory above the threads, one at
 * their left, all in cells of one size, so that every thread stands where its row and its column
 * meet. */
#include "view/block/block.h"
#include "view/block/excerpt.h"
#include "view/block/shared.h"
#include "view/block/threads.h"
#include "view/block/threads_around.h"
#include "view/block/work.h"
#include "view/draw/cell_look.h"
#include "view/draw/needs.h"
#include "view/values/where.h"

#include <math.h>
#include <string.h>

static const float CELL_MOST = 84, CELL_LEAST_PX = 2, NAME = 22, GAP = 26, GAP_LECTURE = 18,
                   GAP_WARPS = 23, WIDE_MOST = 1.5f, SOURCE = 17, PART = 90;

enum { FEW = 16 }; /* cells of a part */

/* How much of the three is shown, in cells: the threads, the columns of the left array and the rows
 * of the upper one, along which the products go. */
typedef struct Corner {
    CellGrid *left, *above, *threads;
    int64_t rows, columns, left_columns, above_rows;
    CellSize cell;
} Corner;

/* Between the arrays and the threads; the names of warps stand in it. */
static float gap_of(const View *view)
{
    if (!view->look->lecture)
        return view_units(view, GAP);
    return view_units(view, view->machine->warp_count > 1 ? GAP_WARPS : GAP_LECTURE);
}

static int64_t more(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Cells as large as have room, and a little wider than high where that is left over. */
static CellSize cell_of(const View *view, const Corner *corner, Rect room)
{
    float gap = gap_of(view), most = view_units(view, CELL_MOST);
    float across = (float)(corner->left_columns + corner->columns),
          down = (float)(corner->above_rows + corner->rows);
    float high = fminf((room.h - gap) / down, most), wide = (room.w - gap) / across;
    high = fminf(high, wide);
    wide = fminf(wide, fminf(WIDE_MOST * high, most));
    if (high < 8)
        return (CellSize){fmaxf(high, CELL_LEAST_PX), fmaxf(high, CELL_LEAST_PX)};
    return (CellSize){floorf(fmaxf(wide, high)), floorf(high)};
}

static Corner whole_corner(View *view, Rect room)
{
    TileCorner tiles = view->slot->corner;
    Corner corner = {.left = shared_grid(view, tiles.left),
                     .above = shared_grid(view, tiles.above),
                     .threads = threads_grid(view)};
    corner.rows = more(corner.threads->rows, corner.left->rows);
    corner.columns = more(corner.threads->columns, corner.above->columns);
    corner.left_columns = corner.left->columns;
    corner.above_rows = corner.above->rows;
    corner.cell = cell_of(view, &corner, room);
    return corner;
}

static void put_grid(CellGrid *grid, Point at, const Corner *corner)
{
    grid->is_shown = true;
    grid->window = (Rect){0};
    grid->origin = (Point){roundf(at.x), roundf(at.y)};
    grid->cell = corner->cell.high;
    grid->wide = corner->cell.wide > corner->cell.high ? corner->cell.wide : 0;
}

/* As many cells of each as have room, half of them for the arrays. */
static void cut_cells(View *view, Corner *corner, Rect room, CellSize least)
{
    int64_t across = (int64_t)((room.w - gap_of(view)) / least.wide),
            down = (int64_t)((room.h - gap_of(view)) / least.high);
    across = more(across, 4); /* smaller letters rather than names over one another */
    down = more(down, 4);
    corner->left_columns = excerpt_count(corner->left->columns, across / 2);
    corner->above_rows = excerpt_count(corner->above->rows, down / 2);
    if (corner->left->columns == corner->above->rows)
        corner->left_columns = corner->above_rows =
            excerpt_count(corner->above->rows, across < down ? across / 2 : down / 2);
    corner->columns = excerpt_count(corner->threads->columns, across - corner->left_columns);
    int64_t most = more(NEEDS_WHOLE, corner->columns);
    down -= corner->above_rows;
    corner->rows = excerpt_count(corner->threads->rows, down < most ? down : most);
    corner->cell = cell_of(view, corner, room);
}

/* So few that they tell little. */
static bool shows_few(const Corner *corner)
{
    return corner->left_columns * corner->rows < FEW ||
           corner->above_rows * corner->columns < FEW || corner->rows * corner->columns < FEW;
}

static CellSize least_of(View *view, int variable, bool is_tight)
{
    return is_tight ? shared_cell_tight(view, variable) : shared_cell_least(view, variable);
}

/* Of more cells than can be read a part: where those leave too few, in smaller letters than for the
 * last row, and then in cells that have no room for more than their numbers. */
static bool cut_corner(View *view, Corner *corner, Rect room)
{
    TileCorner tiles = view->slot->corner;
    CellGrid *grids[] = {corner->left, corner->above, corner->threads};
    for (int i = 0; i < 3; ++i)
        put_grid(grids[i], (Point){0, 0}, corner);
    if (!threads_are_small(view, corner->threads) && !shared_is_small(view, tiles.left) &&
        !shared_is_small(view, tiles.above))
        return false;
    for (int less = 0; less < 3 && (!less || shows_few(corner)); ++less) {
        CellSize least = threads_cell_least(view, !less);
        CellSize left = least_of(view, tiles.left, less == 2),
                 above = least_of(view, tiles.above, less == 2);
        least.wide = fmaxf(least.wide, fmaxf(left.wide, above.wide));
        least.high = fmaxf(least.high, fmaxf(left.high, above.high));
        cut_cells(view, corner, room, least);
    }
    return true;
}

/* The same rows of the left array as of the threads, the same columns of the upper one, and of both
 * the elements that are multiplied now. */
static void show_parts(View *view, const Corner *corner)
{
    TileCorner tiles = view->slot->corner;
    int64_t thread = view->selection->thread, row = thread / corner->threads->columns,
            column = thread % corner->threads->columns;
    int64_t left = shared_looked_at(view, tiles.left), above = shared_looked_at(view, tiles.above);
    int64_t along =
        view->step && view->step->space == SPACE_SHARED ? left % corner->left->columns : 0;
    int64_t other = above / corner->above->columns;
    if (corner->left->rows == corner->threads->rows)
        left = row * corner->left->columns + along;
    if (corner->above->columns == corner->threads->columns)
        above = other * corner->above->columns + column;
    excerpt_show(corner->left, corner->left->origin, corner->rows, corner->left_columns,
                 corner->cell, left);
    excerpt_show(corner->above, corner->above->origin, corner->above_rows, corner->columns,
                 corner->cell, above);
    excerpt_show(corner->threads, corner->threads->origin, corner->rows, corner->columns,
                 corner->cell, thread);
}

/* The name, and where the values come from, unless the cells tell it: beside the name if it has
 * room there, else in a line of its own below, which ends above low. Returns whether it has that
 * one. */
static bool build_side_name(View *view, int variable, Rect line, int align, bool is_told, float low)
{
    const char *name = view->program->shared[variable].name;
    const char *source = is_told ? NULL : shared_source_text(view, variable, false);
    float wide = view_text_width(view, FONT_UI, TEXT_LARGE, name) + view_units(view, 6);
    Rect below = {line.x, line.y + line.h, line.w, view_units(view, SOURCE)};
    const char *whole =
        source ? arena_printf(view->arena, align > 0 ? "%s →" : "← %s", source) : "";
    bool is_beside = align > 0 && line.y + line.h + below.h > low;
    is_beside |= view_text_width(view, FONT_UI, TEXT_TINY, whole) <= line.w - wide;
    if (source && !is_beside && align < 0) { /* its array begins below */
        line.y -= below.h;
        below.y -= below.h;
    }
    Rect own = align > 0 ? rect_cut_right(&line, wide) : rect_cut_left(&line, wide);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, own, align, view->theme->text, name);
    if (source && !excerpt_line(view, TEXT_SMALL, is_beside ? line : below, align,
                                view->theme->muted, is_beside ? whole : source))
        excerpt_line(view, TEXT_SMALL, is_beside ? line : below, align, view->theme->muted,
                     arena_text(view->arena, source, strcspn(source, "[")));
    return source && !is_beside;
}

static bool has_room_beside_switch(View *view, const char *text)
{
    float room = view_panel_padded(view, view->layout.block).w - shared_switch_width(view);
    return view_text_width(view, FONT_UI, TEXT_SMALL, text) + view_units(view, 6) <= room;
}

/* What the picture of the panel is, and how many lanes of its warp a small block uses; where that
 * is too long for the button beside it, what matters of it. None in lecture mode: the digits have
 * its room. */
static const char *corner_heading(View *view)
{
    if (view->look->lecture)
        return NULL;
    const char *block = view_block_at(view, view->machine->block), *lanes = threads_lanes(view);
    const char *all = view_format(view, STRING_BLOCK_AS_GRID, block),
               *threads = view_format(view, STRING_THREADS_OF_BLOCK, block);
    const char *texts[] = {
        lanes ? arena_printf(view->arena, "%s · %s", all, lanes) : all,
        lanes ? arena_printf(view->arena, "%s · %s", threads, lanes) : all,
        lanes ? arena_printf(view->arena, "%s · %s", view_text(view, STRING_THREADS), lanes) : all};
    for (int i = 0; i < 3; ++i)
        if (has_room_beside_switch(view, texts[i]))
            return texts[i];
    Rect line = view_panel_padded(view, view->layout.block);
    return view_text_width(view, FONT_UI, TEXT_SMALL, threads) <= line.w ? threads : NULL;
}

/* Which part of the threads is shown: a line for the rows, one for the columns, else a brief one;
 * below it the whole block. */
static void build_part(View *view, Rect *room)
{
    const CellGrid *grid = &view->threads.grid;
    const char *text = threads_part(view, grid), *comma = strchr(text, ',');
    const char *lines[] = {comma ? arena_text(view->arena, text, (size_t)(comma - text)) : text,
                           comma ? comma + 2 : ""};
    Rect line = rect_cut_top(room, view_units(view, SOURCE)), second = line;
    second.y += line.h;
    if (!excerpt_line(view, TEXT_SMALL, line, -1, view->theme->muted, lines[0]))
        excerpt_told(view, grid, TEXT_SMALL, line, NULL);
    else if (comma && excerpt_line(view, TEXT_SMALL, second, -1, view->theme->muted, lines[1]))
        rect_cut_top(room, line.h);
    Rect taken = threads_map_build(view, *room);
    rect_cut_top(room, taken.h > 0 ? taken.h + view_units(view, 6) : 0);
}

/* Beside the name of the upper array and below it: in lecture mode the block and its phase, which
 * the stage has no room for where it is small; then what the tokens mean. */
static void build_free(View *view, Rect room, bool has_source, float source, bool is_part)
{
    const char *upper = view->program->shared[view->slot->corner.above].name;
    Rect line = rect_cut_top(&room, view_units(view, NAME));
    rect_cut_right(&line, view_text_width(view, FONT_UI, TEXT_LARGE, upper) + view_units(view, 14));
    rect_cut_top(&room, view_units(view, 4) + source);
    bool is_told = view->look->lecture && !has_source &&
                   view->layout.stage.h < view->layout.block.h &&
                   view_text_width(view, FONT_UI, 0, where_block(view)) <= line.w;
    rect_cut_top(&room, is_part && view->look->lecture ? view_units(view, 6) : 0);
    if (is_told && view_text_width(view, FONT_UI, 0, where_phase(view)) <= room.w) {
        view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, view->theme->text,
                          where_block(view));
        view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&room, view_units(view, NAME)),
                          -1, view->theme->accent, where_phase(view));
    }
    if (is_part && room.h >= view_units(view, SOURCE))
        build_part(view, &room);
    if (view->threads.work)
        threads_legend_build_if_room(view, room);
}

/* Whether it can be told beside the upper array which part is shown: below its name and, before an
 * audience, where the values came from, in lines of their own. */
static bool has_room_for_part(const View *view, const Corner *corner)
{
    float high = (float)corner->above_rows * corner->cell.high + gap_of(view),
          wide = (float)corner->left_columns * corner->cell.wide;
    float lines = view->look->lecture ? 3 : 1;
    return high >= view_units(view, 2 * NAME + lines * SOURCE + 20) &&
           wide >= view_units(view, view->look->lecture ? PART : PART / 2);
}

void block_build(View *view)
{
    const char *heading = corner_heading(view);
    Rect room = view_panel(view, view->layout.block, heading);
    if (heading)
        shared_switch_build(view, view_panel_padded(view, view->layout.block),
                            view_text_width(view, FONT_UI, TEXT_SMALL, heading));
    TileCorner tiles = view->slot->corner;
    Corner corner = whole_corner(view, room);
    bool is_part = cut_corner(view, &corner, room);
    Rect told = {0};
    if (is_part && !has_room_for_part(view, &corner)) {
        told = rect_cut_top(&room, view_units(view, SOURCE + 3));
        corner = whole_corner(view, room);
        is_part = cut_corner(view, &corner, room);
    }
    CellSize cell = corner.cell;
    float gap = gap_of(view), left = (float)corner.left_columns * cell.wide;
    float width = left + (float)corner.columns * cell.wide + gap;
    float height = (float)(corner.above_rows + corner.rows) * cell.high + gap;
    Point at = {room.x + fmaxf(0, (room.w - width) / 2), room.y + fmaxf(0, (room.h - height) / 2)};
    Point corner_at = {at.x + left + gap, at.y + (float)corner.above_rows * cell.high + gap};
    put_grid(corner.above, (Point){corner_at.x, at.y}, &corner);
    put_grid(corner.left, (Point){at.x, corner_at.y}, &corner);
    put_grid(corner.threads, corner_at, &corner);
    if (is_part)
        show_parts(view, &corner);
    view->threads.work = cells_have_numbers(view, corner.threads) ? work_of_block(view) : NULL;
    bool is_above_told = shared_array_build(view, tiles.above);
    bool is_left_told = shared_array_build(view, tiles.left);
    threads_cells_build(view, (Rect){at.x + left, corner_at.y, gap, 0});
    Rect name = {at.x, corner_at.y - view_units(view, NAME + 2), left + gap / 2,
                 view_units(view, NAME)};
    bool has_line = build_side_name(view, tiles.left, name, -1, is_left_told, 0);
    Rect free = {at.x, at.y, corner_at.x - at.x - gap,
                 corner_at.y - at.y - view_units(view, NAME + 10 + (has_line ? SOURCE : 0))};
    name = (Rect){at.x, at.y, corner_at.x - at.x - view_units(view, 8), view_units(view, NAME)};
    has_line = build_side_name(view, tiles.above, name, 1, is_above_told, free.y + free.h);
    if (told.h > 0)
        excerpt_told(view, corner.threads, TEXT_SMALL, told, threads_part(view, corner.threads));
    build_free(view, free, !is_above_told, has_line ? view_units(view, SOURCE) : 0,
               is_part && told.h <= 0);
}
