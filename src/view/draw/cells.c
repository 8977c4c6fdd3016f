/* Geometry of arrays of cells. Arrangement is a search: the largest cell at which everything fits,
 * then, for arrays too large for that, groups of elements in one cell. */
#include "view/draw/cells.h"

#include <math.h>

float cells_across(const CellGrid *grid)
{
    return grid->wide > 0 ? grid->wide : grid->cell;
}

int64_t cells_drawn_columns(const CellGrid *grid)
{
    return grid->is_linear ? grid->wrap : divide_up(grid->columns, grid->group);
}

int64_t cells_drawn_rows(const CellGrid *grid)
{
    if (grid->is_linear)
        return divide_up(divide_up(grid->columns, grid->group) + grid->lead, grid->wrap);
    return divide_up(grid->rows, grid->group);
}

/* As roundf, which is a call on a processor of the baseline: a picture rounds 50 000 edges. */
static float nearest(float v)
{
    if (!(fabsf(v) < 4e6f))
        return roundf(v);
    float whole = (float)(int)v, rest = v - whole;
    return whole + (float)(rest >= 0.5f) - (float)(rest <= -0.5f);
}

Rect cells_drawn_cell(const CellGrid *grid, int64_t row, int64_t column)
{
    float down = (float)(row - grid->first_row), across = (float)(column - grid->first_column);
    float wide = cells_across(grid), x = nearest(grid->origin.x + across * wide);
    float y = nearest(grid->origin.y + down * grid->cell);
    return (Rect){x, y, nearest(grid->origin.x + (across + 1) * wide) - x,
                  nearest(grid->origin.y + (down + 1) * grid->cell) - y};
}

Rect cells_span(const CellGrid *grid, int64_t row, int64_t column, int64_t count)
{
    int64_t end = column + count - 1, last = cells_drawn_columns(grid) - 1;
    Rect from = cells_drawn_cell(grid, row, column > 0 ? column : 0);
    Rect to = cells_drawn_cell(grid, row, end < last ? end : last);
    return (Rect){from.x, from.y, to.x + to.w - from.x, from.h};
}

static int64_t seen_end(int64_t first, float origin, float end, float cell, int64_t count)
{
    int64_t last = first + (int64_t)ceilf((end - origin) / cell);
    return last < count ? last : count;
}

CellRange cells_seen(const CellGrid *grid)
{
    CellRange all = {0, cells_drawn_rows(grid), 0, cells_drawn_columns(grid)};
    const Rect *window = &grid->window;
    if (window->w <= 0)
        return all;
    return (CellRange){
        grid->first_row,
        seen_end(grid->first_row, grid->origin.y, window->y + window->h, grid->cell, all.row_end),
        grid->first_column,
        seen_end(grid->first_column, grid->origin.x, window->x + window->w, cells_across(grid),
                 all.column_end),
    };
}

Rect cells_bounds(const CellGrid *grid)
{
    CellRange seen = cells_seen(grid);
    Rect first = cells_drawn_cell(grid, seen.row, seen.column);
    Rect last = cells_drawn_cell(grid, seen.row_end - 1, seen.column_end - 1);
    Rect all = {first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y};
    return grid->window.w > 0 ? rect_intersect(all, grid->window) : all;
}

Point cells_before(const CellGrid *grid)
{
    Point least = grid->before;
    return (Point){least.x > 0 ? fmaxf(least.x, cells_across(grid)) : 0,
                   least.y > 0 ? fmaxf(least.y, grid->cell) : 0};
}

Rect cells_outline(const CellGrid *grid)
{
    Rect all = cells_bounds(grid);
    Point before = cells_before(grid);
    all = (Rect){all.x - before.x, all.y - before.y, all.w + before.x, all.h + before.y};
    return grid->window.w > 0 ? rect_intersect(all, grid->window) : all;
}

void cells_place(const CellGrid *grid, int64_t element, int64_t *row, int64_t *column)
{
    int64_t length = grid->is_transposed ? grid->rows : grid->columns;
    int64_t line = floor_divide(element, length), along = element - line * length;
    *row = grid->is_transposed ? along : line;
    *column = grid->is_transposed ? line : along;
}

int64_t cells_at(const CellGrid *grid, int64_t row, int64_t column)
{
    return grid->is_transposed ? column * grid->rows + row : row * grid->columns + column;
}

void cells_find(const CellGrid *grid, int64_t element, int64_t *row, int64_t *column)
{
    if (grid->is_linear) {
        int64_t at = floor_divide(element, grid->group) + grid->lead;
        *row = floor_divide(at, grid->wrap);
        *column = at - *row * grid->wrap;
    } else if (grid->is_line) {
        *row = 0;
        *column = floor_divide(element, grid->group);
    } else {
        cells_place(grid, element, row, column);
        *row = floor_divide(*row, grid->group);
        *column = floor_divide(*column, grid->group);
    }
}

Rect cells_cell(const CellGrid *grid, int64_t element)
{
    int64_t row, column;
    cells_find(grid, element, &row, &column);
    int64_t last = cells_drawn_rows(grid) + (grid->spare_rows > 0 ? grid->spare_rows - 1 : 0);
    row = row < -1 ? -1 : row > last ? last : row;
    if (grid->is_transposed || grid->is_line) {
        last = cells_drawn_columns(grid) + (grid->spare_columns > 0 ? grid->spare_columns - 1 : 0);
        column = column < -1 ? -1 : column > last ? last : column;
    }
    return cells_drawn_cell(grid, row, column);
}

static float into(float from, float length, float start, float end)
{
    return fmaxf(start, fminf(from, end - length));
}

Rect cells_seen_cell(const CellGrid *grid, int64_t element)
{
    Rect cell = cells_cell(grid, element);
    const Rect *window = &grid->window;
    if (window->w <= 0)
        return cell;
    cell.x = into(cell.x, cell.w, window->x, window->x + window->w);
    cell.y = into(cell.y, cell.h, window->y, window->y + window->h);
    return cell;
}

double cells_height(const CellGrid *grid)
{
    return (double)(cells_drawn_rows(grid) + grid->spare_rows) * grid->cell;
}

double cells_width(const CellGrid *grid)
{
    return (double)(cells_drawn_columns(grid) + grid->spare_columns) * cells_across(grid);
}

/* The first cell seen of one direction, and where it stands. */
static int64_t look_along(double share, double elements, double all, float before, float cell,
                          float start, float length, float *origin)
{
    double scroll = fmin(share * elements - length / 2, all - length);
    scroll = fmax(scroll, (double)-before);
    int64_t first = scroll > 0 ? (int64_t)(scroll / cell) : 0;
    *origin = roundf(start - (float)(scroll - (double)first * cell));
    return first;
}

int64_t cells_unit(const CellGrid *grid)
{
    bool is_strip = grid->is_linear || grid->is_line;
    return is_strip && grid->unit > 1 && grid->group == 1 ? grid->unit : 1;
}

/* Lines of as many natural lengths as have room, one, two or four of them, or of a half of one, a
 * quarter .... False where the strip has none, or no such line has room. */
static bool wrap_naturally(CellGrid *grid, int64_t fit)
{
    int64_t count = divide_up(grid->columns, grid->group), line = grid->natural / grid->group;
    if (line < 1 || grid->natural % grid->group || cells_unit(grid) > 1)
        return false;
    int64_t most = divide_up(count, line) * line;
    if (count <= fit && count <= line) {
        grid->wrap = count;
        return true;
    }
    while (line > fit && line % 2 == 0)
        line /= 2;
    while (line * 2 <= fit && line < most)
        line *= 2;
    if (line > fit)
        return false;
    grid->wrap = line;
    return true;
}

void cells_look(CellGrid *grid, Rect window, int64_t group, float cell, double row, double column)
{
    grid->group = group;
    grid->cell = cell;
    grid->wide = 0;
    grid->window = window;
    if (grid->is_linear) {
        int64_t count = divide_up(grid->columns, group), fit = (int64_t)(window.w / cell);
        fit -= fit >= cells_unit(grid) ? fit % cells_unit(grid) : 0; /* structs whole */
        if (!wrap_naturally(grid, fit))
            grid->wrap = fit < 1 ? 1 : fit < count ? fit : count;
    }
    double rows = grid->is_linear ? (double)cells_drawn_rows(grid) : (double)grid->rows / group;
    double columns = grid->is_linear ? (double)grid->wrap : (double)grid->columns / group;
    grid->first_row = look_along(row, rows * cell, cells_height(grid), cells_before(grid).y, cell,
                                 window.y, window.h, &grid->origin.y);
    grid->first_column = look_along(column, columns * cell, cells_width(grid), cells_before(grid).x,
                                    cell, window.x, window.w, &grid->origin.x);
}

int64_t cells_element(const CellGrid *grid, int64_t row, int64_t column)
{
    if (grid->is_linear) {
        int64_t element = (row * grid->wrap + column - grid->lead) * grid->group;
        return element >= 0 && element < grid->columns ? element : -1;
    }
    return cells_at(grid, row * grid->group, column * grid->group);
}

static Rect box_between(Rect first, Rect last)
{
    return (Rect){first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y};
}

Rect cells_box(const CellGrid *grid, int64_t row, int64_t column, int64_t rows, int64_t columns)
{
    if (!grid->is_linear)
        return box_between(cells_drawn_cell(grid, row / grid->group, column / grid->group),
                           cells_drawn_cell(grid, (row + rows - 1) / grid->group,
                                            (column + columns - 1) / grid->group));
    Rect first = cells_cell(grid, column), last = cells_cell(grid, column + columns - 1);
    Rect all = cells_bounds(grid);
    if (first.y == last.y)
        return box_between(first, last);
    return (Rect){all.x, first.y, all.w, last.y + last.h - first.y};
}

/* Chooses how many drawn cells a line of a strip has: the most, above half of what has room, that
 * fill all lines; else what has room, rounded down to a multiple of 8. */
static void choose_wrap(CellGrid *grid, float width, float cell)
{
    int64_t count = divide_up(grid->columns, grid->group), unit = cells_unit(grid);
    int64_t fit = (int64_t)(width / cell);
    if ((grid->keeps_wrap && grid->group == 1) || wrap_naturally(grid, fit))
        return;
    if (fit >= unit)
        fit -= fit % unit;
    grid->wrap = count < fit ? count : fit;
    for (int64_t wrap = grid->wrap; wrap > fit / 2 && wrap > 0; wrap -= unit)
        if (count % wrap == 0) {
            grid->wrap = wrap;
            return;
        }
    if (grid->wrap > 8 && unit == 1)
        grid->wrap = grid->wrap / 8 * 8;
    if (grid->wrap < 1)
        grid->wrap = 1;
}

static int64_t lines_of(const CellGrid *grid, int64_t wrap)
{
    return divide_up(divide_up(grid->columns, grid->group), wrap);
}

/* Strips that take several lines each have one width, so that elements of one index stand below
 * each other: that of the widest. */
static void match_wraps(CellGrid *const *grids, int count)
{
    int64_t most = 0;
    for (int i = 0; i < count; ++i)
        if (grids[i]->is_linear && cells_unit(grids[i]) == 1 &&
            lines_of(grids[i], grids[i]->wrap) > 1 && grids[i]->wrap > most)
            most = grids[i]->wrap;
    for (int i = 0; i < count; ++i)
        if (grids[i]->is_linear && cells_unit(grids[i]) == 1 && grids[i]->wrap < most &&
            lines_of(grids[i], grids[i]->wrap) > 1)
            grids[i]->wrap = most;
}

/* A strip that starts a line needs no numbers where the one that has the line above to itself has
 * them for the same columns. */
static bool is_below(CellGrid *const *grids, int index, int line_first)
{
    const CellGrid *own = grids[index], *above = grids[index > 0 ? index - 1 : 0];
    return index > 0 && line_first == index - 1 && own->numbers > 0 && own->is_linear &&
           above->is_linear && own->wrap == above->wrap && own->before.y <= 0;
}

/* Lines up the grids with this cell; returns the height used, or a negative number if some grid is
 * wider than the area. */
static float flow_try(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                      float cell, float aspect)
{
    float wide = aspect > 1 ? floorf(cell * aspect) : cell;
    float x = 0, y = 0, line = 0, gap = margin > 0 ? margin / 2 : heading;
    for (int i = 0; i < count; ++i)
        if (grids[i]->is_linear)
            choose_wrap(grids[i], area.w - margin, wide);
    match_wraps(grids, count);
    for (int i = 0, first = 0; i < count; ++i) {
        CellGrid *grid = grids[i];
        grid->cell = cell;
        grid->wide = aspect > 1 ? wide : 0;
        grid->is_below = false;
        Point before = cells_before(grid);
        float w = margin + before.x + (float)cells_width(grid), above = heading;
        if (w > area.w + 0.5f)
            return -1;
        w = fmaxf(w, fminf(margin + grid->least_wide, area.w));
        if (x > 0 && x + gap + w > area.w + 0.5f) {
            grid->is_below = is_below(grids, i, first);
            y += line + (grid->is_below ? gap / 2 : gap);
            above -= grid->is_below ? grid->numbers : 0;
            x = line = 0;
            first = i;
        }
        x += x > 0 ? gap : 0;
        grid->origin = (Point){area.x + x + margin + before.x, area.y + y + above + before.y};
        x += w;
        line = fmaxf(line, above + before.y + (float)cells_height(grid));
    }
    return y + line;
}

void cells_flow(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                float most, float least)
{
    cells_flow_wide(grids, count, area, heading, margin, most, least, 1);
}

void cells_flow_wide(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                     float most, float least, float aspect)
{
    for (int64_t group = 1; group < INT64_C(1) << 40; group *= 2) {
        for (int i = 0; i < count; ++i)
            grids[i]->group = group;
        for (float cell = floorf(most); cell >= least; cell -= cell > 12 ? 1 : 0.5f) {
            float height = flow_try(grids, count, area, heading, margin, cell, aspect);
            if (height >= 0 && height <= area.h)
                return;
        }
        if (area.h < heading + least || area.w < margin + least)
            return;
    }
}

/* Where the room before it begins. */
static Point start_of(const CellGrid *grid)
{
    Point before = cells_before(grid);
    return (Point){grid->origin.x - before.x, grid->origin.y - before.y};
}

static float stretch_of(CellGrid *const *grids, int count, int index, float right, float gap)
{
    Point own = start_of(grids[index]);
    for (int i = 0; i < count; ++i) {
        Point other = start_of(grids[i]);
        if (other.y == own.y && other.x > own.x)
            right = fminf(right, other.x - gap);
    }
    return (right - own.x) / ((float)cells_width(grids[index]) + cells_before(grids[index]).x);
}

void cells_widen(CellGrid *const *grids, int count, Rect area, float margin, float least,
                 float most)
{
    float alike = most;
    for (int i = 0; i < count; ++i)
        if (grids[i]->is_linear && cells_unit(grids[i]) == 1)
            alike = fminf(alike, stretch_of(grids, count, i, area.x + area.w, 1.5f * margin));
    for (int i = 0; i < count; ++i) {
        CellGrid *grid = grids[i];
        bool is_plain = grid->is_linear && cells_unit(grid) == 1;
        float stretch =
            is_plain ? alike : stretch_of(grids, count, i, area.x + area.w, 1.5f * margin);
        stretch = fminf(stretch, most);
        Point start = start_of(grid);
        if (stretch >= least)
            grid->wide = floorf(grid->cell * stretch);
        grid->origin.x = start.x + cells_before(grid).x;
    }
}
