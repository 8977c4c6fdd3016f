/* The map is drawn in cells of a few pixels; those of a tile too large for that stand for groups of
 * elements. */
#include "view/stage/inset_map.h"

#include "view/matrix/matrix.h"

#include <math.h>

static const float LINE = 18, GAP = 4, CELL_MOST = 7, CELL_LEAST_PX = 2;

typedef struct MapFit {
    float cell;
    int64_t group;
} MapFit;

bool inset_is_part(const View *view, const Inset *inset)
{
    CellRange seen = inset_seen(inset);
    Footprint tile = inset_tile(view, inset);
    return seen.row_end - seen.row < tile.row_count ||
           seen.column_end - seen.column < tile.column_count;
}

static MapFit fit_map(const View *view, int64_t rows, int64_t columns, Rect room)
{
    MapFit fit = {.group = 1};
    for (;; fit.group *= 2) {
        float across = (float)divide_up(columns, fit.group);
        float down = (float)divide_up(rows, fit.group);
        fit.cell = floorf(fminf(room.w / across, room.h / down));
        if (fit.cell >= CELL_LEAST_PX || fit.group > INT64_C(1) << 30)
            break;
    }
    fit.cell = fminf(fit.cell, view_units(view, CELL_MOST));
    return fit;
}

static void build_tile(View *view, const Inset *inset, const MapFit *fit, Point at)
{
    Footprint tile = inset_tile(view, inset);
    CellGrid grid = inset->grid;
    CellRange seen = inset_seen(inset);
    grid.group = fit->group;
    grid.cell = floorf(fit->cell);
    grid.wide = 0;
    grid.first_row = tile.row / grid.group;
    grid.first_column = tile.column / grid.group;
    grid.origin = (Point){roundf(at.x), roundf(at.y)};
    grid.window = (Rect){grid.origin.x, grid.origin.y,
                         (float)divide_up(tile.column_count, grid.group) * grid.cell,
                         (float)divide_up(tile.row_count, grid.group) * grid.cell};
    matrix_build_grid(view, inset->buffer, &grid);
    Rect part = cells_box(&grid, seen.row, seen.column, seen.row_end - seen.row,
                          seen.column_end - seen.column);
    scene_box(view->scene, rect_inset(rect_intersect(part, grid.window), -1), 0, 0,
              view->theme->text, fmaxf(1, view_units(view, 1.5f)), (PickTag){0});
}

static void build_map_text(View *view, const Inset *inset, Rect line)
{
    CellRange seen = inset_seen(inset);
    Footprint tile = inset_tile(view, inset);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 7, line, -1, view->theme->muted,
                      view_format(view, STRING_INSET_PART, (long long)(seen.row_end - seen.row),
                                  (long long)(seen.column_end - seen.column),
                                  (long long)tile.row_count, (long long)tile.column_count));
}

static void build_map_corner(View *view, const Inset insets[3], Rect room)
{
    float gap = view_units(view, GAP);
    Footprint output = inset_tile(view, &insets[2]), left = inset_tile(view, &insets[0]);
    room.w -= gap;
    room.h -= gap;
    MapFit fit = fit_map(view, output.row_count + left.column_count,
                         output.column_count + left.column_count, room);
    float inner = (float)divide_up(left.column_count, fit.group) * floorf(fit.cell) + gap;
    build_tile(view, &insets[0], &fit, (Point){room.x, room.y + inner});
    build_tile(view, &insets[1], &fit, (Point){room.x + inner, room.y});
    build_tile(view, &insets[2], &fit, (Point){room.x + inner, room.y + inner});
}

void inset_map_build(View *view, const Inset *insets, int count, Rect room)
{
    bool is_part = false;
    for (int i = 0; i < count; ++i)
        is_part |= inset_is_part(view, &insets[i]);
    if (!is_part || room.h < view_units(view, LINE) || room.w <= 0)
        return;
    room.h = fminf(room.h, room.w + view_units(view, LINE));
    build_map_text(view, &insets[count - 1], rect_cut_bottom(&room, view_units(view, LINE)));
    if (room.w < view_units(view, LINE) || room.h < view_units(view, LINE))
        return;
    if (count == 3) {
        build_map_corner(view, insets, room);
        return;
    }
    Footprint tile = inset_tile(view, insets);
    MapFit fit = fit_map(view, tile.row_count, tile.column_count, room);
    build_tile(view, insets, &fit, (Point){room.x, room.y});
}
