/* Where cells are small, only every second, fourth ... of them has a number, so that each has its
 * room. */
#include "view/stage/matrix_numbers.h"
#include "session/data/buffer.h"
#include "view/stage/room.h"

#include "probe/sentences/place.h"

#include <stdio.h>
#include <string.h>

/* Room that the longest of the numbers needs across. */
static float number_room(const View *view, int64_t last)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)last);
    float letter = view_text_width(view, FONT_CODE, 12, "0");
    return letter * ((float)strlen(text) + 1.3f);
}

/* Every how many cells a number stands, so that each has its room. */
static int64_t number_stride(float cell, int64_t count, float room)
{
    int64_t every = 1;
    while ((float)every * cell < room && every < count)
        every *= 2;
    return every;
}

static bool has_member_columns(const CellGrid *grid)
{
    return cells_unit(grid) > 1 && cells_drawn_columns(grid) == cells_unit(grid);
}

static bool is_in_window(const CellGrid *grid, Point at)
{
    return grid->window.w <= 0 || rect_holds(grid->window, at);
}

void matrix_row_numbers(View *view, const CellGrid *grid)
{
    CellRange seen = cells_seen(grid);
    int64_t every = number_stride(grid->cell, cells_drawn_rows(grid), view_units(view, 14));
    float left = cells_outline(grid).x, room = room_margin(view) - view_units(view, 1);
    for (int64_t row = seen.row; row < seen.row_end; ++row) {
        Rect cell = cells_drawn_cell(grid, row, seen.column);
        int64_t element = cells_element(grid, row, 0);
        if (row % every || !is_in_window(grid, (Point){left, cell.y + cell.h / 2}))
            continue;
        float middle = cell.y + cell.h / 2, h = view_units(view, 16);
        Rect label = {left - view_units(view, 5) - room, middle - h / 2, room, h};
        int64_t number = grid->is_linear ? element / cells_unit(grid) : row * grid->group;
        const char *text = arena_printf(view->arena, "%lld", (long long)number);
        view_label_fitted(view, FONT_CODE, 12, 8, label, 1, view->theme->muted, text);
    }
}

/* A row that holds one struct has the names of its members. */
static const char *column_text(View *view, int buffer, const CellGrid *grid, int64_t column)
{
    int64_t unit = cells_unit(grid);
    uint32_t bytes = buffer_scalar_bytes(&view->launch->buffers[buffer]);
    if (!has_member_columns(grid))
        return arena_printf(view->arena, "%lld", (long long)(column * grid->group / unit));
    const char *place = place_subscripts(view->arena, view->program, view->launch, SPACE_GLOBAL,
                                         buffer, column * bytes, 0);
    const char *member = strchr(place, '.');
    return member ? member + 1 : "";
}

void matrix_column_numbers(View *view, int buffer, const CellGrid *grid)
{
    if (grid->is_below)
        return;
    CellRange seen = cells_seen(grid);
    bool has_members = has_member_columns(grid);
    int64_t unit = has_members ? 1 : cells_unit(grid), columns = cells_drawn_columns(grid) / unit;
    int64_t every = unit * number_stride(cells_across(grid) * (float)unit, columns,
                                         number_room(view, columns * grid->group));
    float top = cells_outline(grid).y;
    const char *before = "";
    for (int64_t column = seen.column; column < seen.column_end; ++column) {
        Rect cell = cells_drawn_cell(grid, seen.row, column);
        if ((column % every && !has_members) ||
            !is_in_window(grid, (Point){cell.x + cell.w / 2, top}))
            continue;
        const char *text = column_text(view, buffer, grid, column);
        float middle = cell.x + cell.w / 2, w = has_members ? cell.w : view_units(view, 40);
        Rect label = {middle - w / 2, top - view_units(view, 18), w, view_units(view, 16)};
        bool has_room = !has_members || view_text_width(view, FONT_CODE, 8, text) <= w;
        if (has_room && (!has_members || strcmp(text, before)))
            view_label_fitted(view, FONT_CODE, 12, 8, label, 0, view->theme->muted, text);
        before = text;
    }
}
