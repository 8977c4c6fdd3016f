/* Geometry of arrays of cells. Arrangement is a search: the largest cell at which everything fits,
 * then, for arrays too large for that, groups of elements in one cell. */
#include "view/cells.h"

#include <math.h>

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

int64_t cells_drawn_columns(const CellGrid *grid)
{
    return grid->is_linear ? grid->wrap : divide_up(grid->columns, grid->group);
}

int64_t cells_drawn_rows(const CellGrid *grid)
{
    if (grid->is_linear)
        return divide_up(divide_up(grid->columns, grid->group), grid->wrap);
    return divide_up(grid->rows, grid->group);
}

Rect cells_drawn_cell(const CellGrid *grid, int64_t row, int64_t column)
{
    float x = roundf(grid->origin.x + (float)column * grid->cell);
    float y = roundf(grid->origin.y + (float)row * grid->cell);
    return (Rect){x, y, roundf(grid->origin.x + (float)(column + 1) * grid->cell) - x,
                  roundf(grid->origin.y + (float)(row + 1) * grid->cell) - y};
}

Rect cells_bounds(const CellGrid *grid)
{
    Rect first = cells_drawn_cell(grid, 0, 0);
    Rect last = cells_drawn_cell(grid, cells_drawn_rows(grid) - 1, cells_drawn_columns(grid) - 1);
    return (Rect){first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y};
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

Rect cells_cell(const CellGrid *grid, int64_t element)
{
    int64_t row, column;
    if (grid->is_linear) {
        row = floor_divide(floor_divide(element, grid->group), grid->wrap);
        column = floor_divide(element, grid->group) - row * grid->wrap;
    } else {
        row = floor_divide(element, grid->columns);
        column = (element - row * grid->columns) / grid->group;
        row = floor_divide(row, grid->group);
    }
    int64_t last = cells_drawn_rows(grid) + (grid->spare_rows > 0 ? grid->spare_rows - 1 : 0);
    row = row < -1 ? -1 : row > last ? last : row;
    return cells_drawn_cell(grid, row, column);
}

int64_t cells_element(const CellGrid *grid, int64_t row, int64_t column)
{
    if (grid->is_linear) {
        int64_t element = (row * grid->wrap + column) * grid->group;
        return element < grid->columns ? element : -1;
    }
    return row * grid->group * grid->columns + column * grid->group;
}

Rect cells_box(const CellGrid *grid, int64_t row, int64_t column, int64_t rows, int64_t columns)
{
    if (grid->is_linear) {
        Rect first = cells_cell(grid, column), last = cells_cell(grid, column + columns - 1);
        Rect all = cells_bounds(grid);
        if (first.y == last.y)
            return (Rect){first.x, first.y, last.x + last.w - first.x, first.h};
        return (Rect){all.x, first.y, all.w, last.y + last.h - first.y};
    }
    Rect first = cells_drawn_cell(grid, row / grid->group, column / grid->group);
    Rect last = cells_drawn_cell(grid, (row + rows - 1) / grid->group,
                                 (column + columns - 1) / grid->group);
    return (Rect){first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y};
}

static void choose_wrap(CellGrid *grid, float width, float cell)
{
    int64_t count = divide_up(grid->columns, grid->group);
    int64_t fit = (int64_t)(width / cell);
    grid->wrap = count < fit ? count : fit;
    for (int64_t wrap = grid->wrap; wrap > fit / 2 && wrap > 0; --wrap)
        if (count % wrap == 0) {
            grid->wrap = wrap;
            return;
        }
    if (grid->wrap > 8)
        grid->wrap = grid->wrap / 8 * 8;
    if (grid->wrap < 1)
        grid->wrap = 1;
}

/* Lines up the grids with this cell; returns the height used, or a negative number if some grid is
 * wider than the area. */
static float flow_try(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                      float cell)
{
    float x = 0, y = 0, line = 0, gap = margin > 0 ? margin / 2 : heading;
    for (int i = 0; i < count; ++i) {
        CellGrid *grid = grids[i];
        grid->cell = cell;
        if (grid->is_linear)
            choose_wrap(grid, area.w - margin, cell);
        float w = margin + (float)(cells_drawn_columns(grid) + grid->spare_columns) * cell;
        float h = heading + (float)(cells_drawn_rows(grid) + grid->spare_rows) * cell;
        if (w > area.w + 0.5f)
            return -1;
        if (x > 0 && x + gap + w > area.w + 0.5f) {
            y += line + gap;
            x = line = 0;
        }
        x += x > 0 ? gap : 0;
        grid->origin = (Point){area.x + x + margin, area.y + y + heading};
        x += w;
        line = fmaxf(line, h);
    }
    return y + line;
}

void cells_flow(CellGrid *const *grids, int count, Rect area, float heading, float margin,
                float most, float least)
{
    for (int64_t group = 1; group < INT64_C(1) << 40; group *= 2) {
        for (int i = 0; i < count; ++i)
            grids[i]->group = group;
        for (float cell = floorf(most); cell >= least; cell -= cell > 12 ? 1 : 0.5f) {
            float height = flow_try(grids, count, area, heading, margin, cell);
            if (height >= 0 && height <= area.h)
                return;
        }
        if (area.h < heading + least || area.w < margin + least)
            return;
    }
}
