/* The part is a window of the grid, as that of a matrix which is scrolled, but of whole cells. */
#include "view/block/excerpt.h"

#include "view/draw/needs.h"

#include <math.h>

/* Shares of the shorter side of the picture. */
static const float LETTERS = 1 / 90.0f, DIGITS_HALL = 1 / 40.0f, LETTERS_LEAST_PX = 8,
                   WIDE_MOST = 1.7f;

static float side(const View *view)
{
    return fminf((float)view->scene->width, (float)view->scene->height);
}

float excerpt_letters_px(const View *view)
{
    return fmaxf(LETTERS_LEAST_PX, ceilf(side(view) * LETTERS));
}

float excerpt_digits_px(const View *view)
{
    return view->look->lecture ? ceilf(side(view) * DIGITS_HALL) : excerpt_letters_px(view);
}

int64_t excerpt_count(int64_t all, int64_t fit)
{
    if (all <= fit)
        return all;
    fit = fit < 1 ? 1 : fit;
    for (int64_t count = fit; 2 * count > fit; --count)
        if (all % count == 0)
            return count;
    return fit;
}

/* The page of so many that an element is on; the last one reaches to the end. */
static int64_t page_of(int64_t at, int64_t count, int64_t all)
{
    int64_t first = at / count * count;
    return first + count > all ? all - count : first;
}

void excerpt_show(CellGrid *grid, Point at, int64_t rows, int64_t columns, CellSize cell,
                  int64_t element)
{
    int64_t row, column;
    cells_find(grid, element, &row, &column);
    grid->first_row = page_of(row, rows, cells_drawn_rows(grid));
    grid->first_column = page_of(column, columns, cells_drawn_columns(grid));
    grid->cell = cell.high;
    grid->wide = cell.wide;
    grid->origin = at;
    grid->window = (Rect){at.x, at.y, cell.wide * (float)columns, cell.high * (float)rows};
}

/* A line of a strip: a natural one, or a half of it, a quarter ..., if it has one. */
static int64_t line_of(const CellGrid *grid, int64_t fit)
{
    int64_t line = grid->natural;
    while (line > fit && line % 2 == 0)
        line /= 2;
    return line > 0 && line <= fit ? line : excerpt_count(grid->columns, fit);
}

void excerpt_place(const View *view, CellGrid *grid, Rect room, CellSize least, float most,
                   int64_t element)
{
    if (view->look->lecture) {
        least.high = fmaxf(least.high, floorf(room.h / NEEDS_WHOLE));
        least.wide = fmaxf(least.wide, floorf(room.w / NEEDS_LINE));
    }
    int64_t fit = (int64_t)(room.w / least.wide), down = (int64_t)(room.h / least.high);
    grid->group = 1;
    if (grid->is_linear)
        grid->wrap = line_of(grid, fit < 1 ? 1 : fit);
    int64_t columns = excerpt_count(cells_drawn_columns(grid), fit),
            rows = excerpt_count(cells_drawn_rows(grid), down);
    float high = floorf(fminf(room.h / (float)rows, fmaxf(most, least.high)));
    float wide = floorf(fminf(room.w / (float)columns, fmaxf(high * WIDE_MOST, least.wide)));
    CellSize cell = {fmaxf(1, wide), fmaxf(1, high)};
    excerpt_show(grid, (Point){roundf(room.x), roundf(room.y)}, rows, columns, cell, element);
}

bool excerpt_place_whole(CellGrid *grid, Rect room, CellSize least, float most)
{
    for (int64_t wrap = grid->columns; grid->is_linear && wrap > 1; wrap = (wrap + 1) / 2) {
        int64_t rows = (grid->columns + wrap - 1) / wrap;
        float wide = floorf(room.w / (float)wrap), high = floorf(room.h / (float)rows);
        if (wide < least.wide || high < least.high)
            continue;
        grid->group = 1;
        grid->wrap = wrap;
        grid->window = (Rect){0};
        grid->first_row = grid->first_column = 0;
        grid->cell = fminf(high, fmaxf(most, least.high));
        grid->wide = fminf(wide, fmaxf(grid->cell * WIDE_MOST, least.wide));
        grid->origin = (Point){roundf(room.x), roundf(room.y)};
        return true;
    }
    return false;
}

int64_t excerpt_seen(const CellGrid *grid)
{
    CellRange seen = cells_seen(grid);
    return (seen.row_end - seen.row) * (seen.column_end - seen.column);
}

bool excerpt_is_part(const CellGrid *grid)
{
    return excerpt_seen(grid) < cells_drawn_rows(grid) * cells_drawn_columns(grid);
}

bool excerpt_holds(const CellGrid *grid, int64_t element)
{
    CellRange seen = cells_seen(grid);
    int64_t row, column;
    cells_find(grid, element, &row, &column);
    return row >= seen.row && row < seen.row_end && column >= seen.column &&
           column < seen.column_end;
}

const char *excerpt_text(View *view, const CellGrid *grid)
{
    CellRange seen = cells_seen(grid);
    int64_t rows = cells_drawn_rows(grid), columns = cells_drawn_columns(grid);
    if (grid->is_linear) {
        int64_t last = seen.row_end * grid->wrap;
        last = last < grid->columns ? last : grid->columns;
        return view_format(view, STRING_EXCERPT, (long long)(seen.row * grid->wrap),
                           (long long)last - 1, (long long)grid->columns);
    }
    const char *down = seen.row_end - seen.row < rows
                           ? view_format(view, STRING_EXCERPT_ROWS, (long long)seen.row,
                                         (long long)seen.row_end - 1, (long long)rows)
                           : NULL;
    const char *across = seen.column_end - seen.column < columns
                             ? view_format(view, STRING_EXCERPT_COLUMNS, (long long)seen.column,
                                           (long long)seen.column_end - 1, (long long)columns)
                             : NULL;
    if (down && across)
        return view_format(view, STRING_EXCERPT_BOTH, down, across);
    return down ? down : across ? across : "";
}

const char *excerpt_brief(View *view, const CellGrid *grid)
{
    CellRange seen = cells_seen(grid);
    if (grid->is_linear)
        return excerpt_text(view, grid);
    return view_format(view, STRING_EXCERPT_BRIEF, (long long)seen.row, (long long)seen.row_end - 1,
                       (long long)cells_drawn_rows(grid), (long long)seen.column,
                       (long long)seen.column_end - 1, (long long)cells_drawn_columns(grid));
}

static int line_px(const View *view)
{
    return view->look->lecture ? view_font(view, 0) : (int)excerpt_letters_px(view);
}

bool excerpt_fits(const View *view, Rect line, const char *text)
{
    return scene_text_width(view->scene, FONT_UI, line_px(view), text) <= line.w;
}

bool excerpt_line(View *view, float units, Rect line, int align, Colour colour, const char *text)
{
    float least = fminf(units, (float)line_px(view) / view->unit);
    if (!excerpt_fits(view, line, text))
        return false;
    view_label_fitted(view, FONT_UI, units, least, line, align, colour, text);
    return true;
}

void excerpt_told(View *view, const CellGrid *grid, float units, Rect line, const char *text)
{
    long long shown = excerpt_seen(grid);
    const char *forms[] = {
        text ? text : excerpt_text(view, grid), excerpt_text(view, grid), excerpt_brief(view, grid),
        view_format(view, STRING_EXCERPT_OF, shown, (long long)(grid->rows * grid->columns))};
    for (int i = 0; i < 4; ++i)
        if (excerpt_line(view, units, line, -1, view->theme->muted, forms[i]))
            return;
}
