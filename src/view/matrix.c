/* One matrix on the stage. Four layers, back to front: what the block uses, what the phase uses,
 * what the step touches, the outline of the phase's tile. Each is a fill and, where it matters, a
 * border, so that nothing is told by colour alone. */
#include "view/matrix.h"

#include "view/values.h"

#include <math.h>

enum { CELL_TOUCHED = 1, CELL_PICKED = 2 };
static const float NUMBERS_LEAST_PX = 18;

typedef struct Matrix {
    View *view;
    int buffer;
    const CellGrid *grid;
    const PartColours *part;
    Footprint block, phase;
    uint8_t *touched; /* [drawn rows * drawn columns] */
    double largest;   /* magnitude, for shades */
} Matrix;

bool cells_have_numbers(const CellGrid *grid)
{
    return grid->group == 1 && grid->cell >= NUMBERS_LEAST_PX;
}

void cell_number(View *view, Rect cell, Colour colour, const char *text)
{
    float share = view->session->look.lecture ? 0.58f : 0.42f;
    float units = fminf(cell.h * share / view->unit, TEXT_HUGE);
    Rect inside = {cell.x + 2, cell.y, cell.w - 4, cell.h};
    while (units * view->unit > 8 && view_text_width(view, FONT_CODE, units, text) > inside.w)
        units -= 0.5f;
    if (view_text_width(view, FONT_CODE, units, text) <= inside.w)
        view_label(view, FONT_CODE, units, inside, 0, colour, text);
}

Footprint matrix_tile(const View *view, int buffer)
{
    const Footprints *tiles = view->slot->tiles;
    Footprint tile = tiles->whole[buffer];
    if (view->launch->buffers[buffer].role != ROLE_INPUT || !tiles->phase_count)
        return tile;
    tile = (Footprint){0};
    for (uint32_t phase = 1; phase <= tiles->phase_count; ++phase) {
        Footprint part = footprint_at(tiles, phase, buffer);
        tile.row_count = part.row_count > tile.row_count ? part.row_count : tile.row_count;
        if (part.column_count > tile.column_count)
            tile.column_count = part.column_count;
    }
    return tile;
}

/* The part of the buffer that this phase uses, made whole where the tile hangs over the edge. */
static Footprint phase_tile(const View *view, int buffer)
{
    const Footprints *footprints = view->slot->footprints;
    bool by_phase = view->launch->buffers[buffer].role == ROLE_INPUT && footprints->phase_count > 0;
    Footprint part =
        by_phase ? footprint_at(footprints, view->phase, buffer) : footprints->whole[buffer];
    Footprint tile = matrix_tile(view, buffer);
    const CellGrid *grid = &view->buffers[buffer];
    if (grid->is_linear || !part.row_count || !tile.row_count || part.row % tile.row_count ||
        part.column % tile.column_count)
        return part;
    if (part.row + tile.row_count > grid->rows)
        part.row_count = tile.row_count;
    if (part.column + tile.column_count > grid->columns)
        part.column_count = tile.column_count;
    return part;
}

static bool holds(Footprint part, int64_t row, int64_t column)
{
    return row >= part.row && row < part.row + part.row_count && column >= part.column &&
           column < part.column + part.column_count;
}

static void mark_touched(Matrix *matrix)
{
    View *view = matrix->view;
    const CellGrid *grid = matrix->grid;
    int64_t columns = cells_drawn_columns(grid), rows = cells_drawn_rows(grid);
    matrix->touched = ARENA_ARRAY(view->arena, uint8_t, columns * rows + 1);
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        int buffer, lands_in;
        int64_t scalar;
        if (!step_global(view, lane, &buffer, &scalar, &lands_in) || lands_in != matrix->buffer)
            continue;
        bool is_picked =
            view->step->warp * WARP_LANES + (uint32_t)lane == view->session->selection.thread;
        int count = step_scalars(view, view->launch->buffers[buffer].type);
        for (int i = 0; i < count; ++i) {
            Rect cell = cells_cell(grid, scalar + i);
            int64_t row = (int64_t)roundf((cell.y - grid->origin.y) / grid->cell);
            int64_t column = (int64_t)roundf((cell.x - grid->origin.x) / grid->cell);
            if (row >= 0 && row < rows && column >= 0 && column < columns)
                matrix->touched[row * columns + column] |=
                    CELL_TOUCHED | (is_picked ? CELL_PICKED : 0);
        }
    }
}

static void find_largest(Matrix *matrix)
{
    const CellGrid *grid = matrix->grid;
    for (int64_t row = 0; row < cells_drawn_rows(grid); ++row)
        for (int64_t column = 0; column < cells_drawn_columns(grid); ++column) {
            int64_t element = cells_element(grid, row, column);
            uint64_t bits;
            if (element < 0 || !buffer_value(matrix->view, matrix->buffer, element, &bits))
                continue;
            ScalarType type = matrix->view->launch->buffers[matrix->buffer].type;
            double value = fabs(value_number(type, bits));
            if (isfinite(value) && value > matrix->largest)
                matrix->largest = value;
        }
}

static Colour cell_fill(const Matrix *matrix, int64_t element, int touched)
{
    const Theme *theme = matrix->view->theme;
    int64_t row = element / matrix->grid->columns, column = element % matrix->grid->columns;
    if (touched)
        return matrix->part->hot;
    if (holds(matrix->phase, row, column))
        return matrix->part->tint;
    return holds(matrix->block, row, column) ? matrix->part->shade : theme->panel;
}

static void build_number_cell(Matrix *matrix, Rect cell, int64_t element, int touched)
{
    View *view = matrix->view;
    const Theme *theme = view->theme;
    uint64_t bits;
    bool is_set =
        buffer_value(view, matrix->buffer, element, &bits) && !(touched && step_is_arriving(view));
    scene_rect(view->scene, cell, cell_fill(matrix, element, touched),
               target_tag(TARGET_CELL, (uint32_t)matrix->buffer, (uint64_t)element));
    if (is_set)
        cell_number(view, cell, theme->text,
                    value_short(view->arena, view->launch->buffers[matrix->buffer].type, bits));
}

static void build_shade_cell(Matrix *matrix, Rect cell, int64_t element, int touched)
{
    View *view = matrix->view;
    const Theme *theme = view->theme;
    uint64_t bits;
    Colour fill = theme->well;
    if (buffer_value(view, matrix->buffer, element, &bits)) {
        double value = value_number(view->launch->buffers[matrix->buffer].type, bits);
        fill = cell_shade(view, matrix->part, value, matrix->largest);
    }
    if (touched)
        fill = theme->text;
    scene_rect(view->scene, cell, fill,
               target_tag(TARGET_CELL, (uint32_t)matrix->buffer, (uint64_t)element));
Colour cell_shade(const View *view, const PartColours *part, double value, double largest)
{
    double share = largest > 0 && isfinite(value) ? fmin(1, fabs(value) / largest) : 0;
    return colour_mix(view->theme->panel, part->strong, (float)(0.1 + 0.6 * share));
}

}

static void build_cells(Matrix *matrix)
{
    const CellGrid *grid = matrix->grid;
    bool numbers = cells_have_numbers(grid);
    int64_t columns = cells_drawn_columns(grid);
    for (int64_t row = 0; row < cells_drawn_rows(grid); ++row)
        for (int64_t column = 0; column < columns; ++column) {
            int64_t element = cells_element(grid, row, column);
            if (element < 0)
                continue;
            Rect cell = cells_drawn_cell(grid, row, column);
            int touched = matrix->touched[row * columns + column];
            if (numbers)
                build_number_cell(matrix, cell, element, touched);
            else
                build_shade_cell(matrix, cell, element, touched);
        }
}

/* Hairlines between cells, stronger ones between tiles. */
static void build_lines(Matrix *matrix)
{
    View *view = matrix->view;
    const CellGrid *grid = matrix->grid;
    Rect all = cells_bounds(grid);
    Footprint tile = matrix_tile(view, matrix->buffer);
    Colour hair = view->theme->grid, bold = view->theme->muted;
    int64_t rows = cells_drawn_rows(grid), columns = cells_drawn_columns(grid);
    bool fine = grid->cell >= 8;
    for (int64_t i = 0; i <= rows; ++i) {
        float y = cells_drawn_cell(grid, i, 0).y;
        bool edge =
            i == 0 || i == rows ||
            (!grid->is_linear && tile.row_count > 0 && i * grid->group % tile.row_count == 0);
        if (fine || edge)
            scene_rect(view->scene, (Rect){all.x, y, all.w + 1, 1}, edge ? bold : hair,
                       (PickTag){0});
    }
    for (int64_t i = 0; i <= columns; ++i) {
        float x = cells_drawn_cell(grid, 0, i).x;
        bool edge =
            i == 0 || i == columns ||
            (!grid->is_linear && tile.column_count > 0 && i * grid->group % tile.column_count == 0);
        if (fine || edge)
            scene_rect(view->scene, (Rect){x, all.y, 1, all.h + 1}, edge ? bold : hair,
                       (PickTag){0});
    }
}

static void build_touched_borders(Matrix *matrix)
{
    View *view = matrix->view;
    const CellGrid *grid = matrix->grid;
    int64_t columns = cells_drawn_columns(grid);
    if (grid->cell < 6)
        return;
    for (int64_t i = 0; i < columns * cells_drawn_rows(grid); ++i) {
        Rect cell = cells_drawn_cell(grid, i / columns, i % columns);
        if (!matrix->touched[i])
            continue;
        bool is_picked = matrix->touched[i] & CELL_PICKED;
        scene_box(view->scene, cell, 0, 0, is_picked ? view->theme->text : matrix->part->strong,
                  view_units(view, 2.5f), (PickTag){0});
    }
}

/* Cells of the phase's tile that lie outside the matrix. */
static void build_overhang(Matrix *matrix)
{
    View *view = matrix->view;
    const CellGrid *grid = matrix->grid;
    Footprint tile = matrix->phase;
    if (!cells_have_numbers(grid) || grid->is_linear)
        return;
    for (int64_t row = tile.row; row < tile.row + tile.row_count; ++row)
        for (int64_t column = tile.column; column < tile.column + tile.column_count; ++column) {
            if (row < grid->rows && column < grid->columns)
                continue;
            Rect cell = cells_drawn_cell(grid, row, column);
            scene_hatch(view->scene, cell, view->theme->muted, view_units(view, 7));
            scene_box(view->scene, cell, 0, 0, view->theme->grid, 1, (PickTag){0});
        }
}

/* Accesses that were meant for this buffer and lie beyond it. */
static void build_outside(Matrix *matrix)
{
    View *view = matrix->view;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        int buffer, lands_in;
        int64_t scalar;
        if (!step_global(view, lane, &buffer, &scalar, &lands_in) || lands_in >= 0 ||
            buffer != matrix->buffer)
            continue;
        Rect cell = cells_cell(matrix->grid, scalar);
        scene_hatch(view->scene, cell, view->theme->danger, view_units(view, 6));
        scene_box(view->scene, cell, 0, 0, view->theme->danger, view_units(view, 2), (PickTag){0});
    }
}

void matrix_build(View *view, int buffer)
{
    Matrix matrix = {
        .view = view,
        .buffer = buffer,
        .grid = &view->buffers[buffer],
        .part = view_part(view, buffer),
        .block = view->slot->footprints->whole[buffer],
        .phase = phase_tile(view, buffer),
    };
    mark_touched(&matrix);
    if (!cells_have_numbers(matrix.grid))
        find_largest(&matrix);
    build_cells(&matrix);
    build_overhang(&matrix);
    build_lines(&matrix);
    if (matrix.phase.row_count)
        scene_box(view->scene,
                  cells_box(matrix.grid, matrix.phase.row, matrix.phase.column,
                            matrix.phase.row_count, matrix.phase.column_count),
                  0, 0, matrix.part->strong, fmaxf(2, roundf(view_units(view, 3))), (PickTag){0});
    build_touched_borders(&matrix);
    build_outside(&matrix);
}

static bool number_is_shown(const CellGrid *grid, int64_t index, int64_t count, float room)
{
    int64_t every = 1;
    while ((float)every * grid->cell < room && every <= count / 2)
        every *= 2;
    return index % every == 0 && index < count;
}

void matrix_row_numbers(View *view, const CellGrid *grid)
{
    for (int64_t row = 0; row < cells_drawn_rows(grid); ++row) {
        Rect cell = cells_drawn_cell(grid, row, 0);
        int64_t element = cells_element(grid, row, 0);
        if (!number_is_shown(grid, row, cells_drawn_rows(grid), view_units(view, 14)))
            continue;
        float middle = cell.y + cell.h / 2, h = view_units(view, 16);
        Rect label = {cell.x - view_units(view, 34), middle - h / 2, view_units(view, 29), h};
        const char *text = arena_printf(
            view->arena, "%lld", (long long)(grid->is_linear ? element : element / grid->columns));
        view_label_fitted(view, FONT_CODE, 12, 8, label, 1, view->theme->muted, text);
    }
}

void matrix_column_numbers(View *view, const CellGrid *grid)
{
    for (int64_t column = 0; column < cells_drawn_columns(grid); ++column) {
        Rect cell = cells_drawn_cell(grid, 0, column);
        if (!number_is_shown(grid, column, cells_drawn_columns(grid), view_units(view, 28)))
            continue;
        float middle = cell.x + cell.w / 2, w = view_units(view, 40);
        Rect label = {middle - w / 2, cell.y - view_units(view, 18), w, view_units(view, 16)};
        view_label(view, FONT_CODE, 12, label, 0, view->theme->muted,
                   arena_printf(view->arena, "%lld", (long long)(column * grid->group)));
    }
}
