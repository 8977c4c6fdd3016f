/* One matrix on the stage. Four layers, back to front: what the block uses, what the phase uses,
 * what the step touches, the outline of the phase's tile. Each is a fill and, where it matters, a
 * border, so that nothing is told by colour alone. */
#include "view/matrix/matrix.h"
#include "base/hash.h"
#include "session/data/buffer.h"

#include "view/draw/cell_look.h"
#include "view/draw/signs.h"
#include "view/matrix/marks.h"
#include "view/matrix/part.h"
#include "view/matrix/part_frame.h"
#include "view/values/digits.h"
#include "view/values/values.h"

#include <math.h>

enum { CELL_TOUCHED = 1, CELL_PICKED = 2, SHADE_BITS = 6 };
static const float TILE_LEAST_PX = 10, TILE_SMALL_PX = 16;

/* The shade of a value that was drawn; none where it is 0. */
typedef struct Shade {
    uint64_t bits;
    ScalarType type;
    Colour colour;
} Shade;

typedef struct Matrix {
    View *view;
    int buffer;
    const CellGrid *grid;
    const PartColours *part;
    Footprint block, phase;
    CellRange seen;
    uint8_t *touched;              /* of the cells seen, row by row */
    CellValue *values;             /* of the cells seen, row by row, too */
    double largest;                /* magnitude, for shades */
    Shade shades[1 << SHADE_BITS]; /* of the last values: those of a matrix are often few */
    bool has_members; /* of structs: some may take several cells, and padding is none */
    DigitStyle digits, long_digits; /* long: of members that take several cells */
} Matrix;

static int64_t seen_columns(const Matrix *matrix)
{
    return matrix->seen.column_end - matrix->seen.column;
}

static int64_t seen_cells(const Matrix *matrix)
{
    int64_t rows = matrix->seen.row_end - matrix->seen.row, columns = seen_columns(matrix);
    return rows > 0 && columns > 0 ? rows * columns : 0;
}

static uint8_t *touch_of(const Matrix *matrix, int64_t row, int64_t column)
{
    const CellRange *seen = &matrix->seen;
    return &matrix->touched[(row - seen->row) * seen_columns(matrix) + column - seen->column];
}

static void mark_lane(Matrix *matrix, int64_t scalar, int marks)
{
    int64_t row, column;
    const CellRange *seen = &matrix->seen;
    cells_find(matrix->grid, scalar, &row, &column);
    if (row >= seen->row && row < seen->row_end && column >= seen->column &&
        column < seen->column_end)
        *touch_of(matrix, row, column) |= (uint8_t)marks;
}

static void mark_touched(Matrix *matrix)
{
    View *view = matrix->view;
    matrix->touched = ARENA_ARRAY(view->arena, uint8_t, seen_cells(matrix) + 1);
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        int buffer, lands_in;
        int64_t scalar;
        if (!step_global(view, lane, &buffer, &scalar, &lands_in) || lands_in != matrix->buffer)
            continue;
        bool is_picked = view->step->warp * WARP_LANES + (uint32_t)lane == view->selection->thread;
        int count = step_scalars(view, view->launch->buffers[buffer].type);
        for (int i = 0; i < count; ++i)
            mark_lane(matrix, scalar + i, CELL_TOUCHED | (is_picked ? CELL_PICKED : 0));
    }
}

static CellValue *value_of(const Matrix *matrix, int64_t row, int64_t column)
{
    const CellRange *seen = &matrix->seen;
    return &matrix->values[(row - seen->row) * seen_columns(matrix) + column - seen->column];
}

/* Whole rows are read at once: memory that nobody has touched comes much faster so. */
static void read_values(Matrix *matrix)
{
    const CellGrid *grid = matrix->grid;
    const CellRange *seen = &matrix->seen;
    int64_t columns = seen_columns(matrix), apart = cells_at(grid, 0, grid->group);
    matrix->values =
        arena_room(matrix->view->arena, sizeof *matrix->values, (size_t)seen_cells(matrix) + 1);
    for (int64_t row = seen->row; row < seen->row_end; ++row) {
        int64_t first = cells_element(grid, row, seen->column), count = columns;
        while (count > 0 && cells_element(grid, row, seen->column + count - 1) < 0)
            *value_of(matrix, row, seen->column + --count) = (CellValue){0};
        buffer_values(matrix->view, matrix->buffer, first, apart, count,
                      value_of(matrix, row, seen->column));
    }
}

static double magnitude(const CellValue *value)
{
    double number = value->is_set ? fabs(value_number(value->type, value->bits)) : 0;
    return isfinite(number) ? number : 0;
}

static void find_largest(Matrix *matrix)
{
    int64_t count = seen_cells(matrix);
    for (int64_t i = 0; i < count; ++i) {
        double own = magnitude(&matrix->values[i]);
        matrix->largest = own > matrix->largest ? own : matrix->largest;
    }
}

static uint32_t unit_bytes(const Matrix *matrix)
{
    return buffer_scalar_bytes(&matrix->view->launch->buffers[matrix->buffer]);
}

/* One cell, or all those of the member that it belongs to, as far as they stand in its line. */
static Rect part_rect(const Matrix *matrix, int64_t row, int64_t column, CellPart *part)
{
    const CellGrid *grid = matrix->grid;
    int64_t element = cells_element(grid, row, column);
    *part = buffer_part(matrix->view, matrix->buffer, element);
    if (part->count == 1 || grid->is_transposed || grid->group > 1)
        return cells_drawn_cell(grid, row, column);
    return cells_span(grid, row, column - (element - part->first), part->count);
}

/* Letters of the longest value: of those that take several cells, or of those that take one. */
static size_t find_longest(const Matrix *matrix, bool is_long)
{
    size_t longest = 1;
    for (int64_t i = 0; i < seen_cells(matrix); ++i) {
        const CellValue *value = &matrix->values[i];
        if (value->is_set && (scalar_size_bytes(value->type) > unit_bytes(matrix)) == is_long)
            longest =
                digits_longer(longest, value_short(matrix->view->arena, value->type, value->bits));
    }
    return longest;
}

static void find_digits(Matrix *matrix)
{
    const CellRange *seen = &matrix->seen;
    Rect cell = cells_drawn_cell(matrix->grid, seen->row, seen->column);
    bool is_inset = matrix->grid != &matrix->view->buffers[matrix->buffer];
    bool is_full = is_inset && matrix->grid->wide > 0;
    matrix->digits = digits_alike(matrix->view, cell, is_full, find_longest(matrix, false));
    cell.w *= 2;
    matrix->long_digits = digits_alike(matrix->view, cell, is_full, find_longest(matrix, true));
    if (matrix->long_digits.px > matrix->digits.px)
        matrix->long_digits.px = matrix->digits.px;
}

static Colour cell_fill(const Matrix *matrix, int64_t element, int touched)
{
    const Theme *theme = matrix->view->theme;
    int64_t row, column;
    cells_place(matrix->grid, element, &row, &column);
    if (touched)
        return matrix->part->hot;
    if (footprint_touches(&matrix->phase, element, row, column))
        return matrix->part->tint;
    return footprint_touches(&matrix->block, element, row, column) ? matrix->part->shade
                                                                   : theme->panel;
}

static void build_number_cell(Matrix *matrix, Rect cell, int64_t element, const CellValue *value,
                              int touched)
{
    View *view = matrix->view;
    bool is_long = scalar_size_bytes(value->type) > unit_bytes(matrix);
    scene_rect(view->scene, cell, cell_fill(matrix, element, touched),
               target_tag(TARGET_CELL, (uint32_t)matrix->buffer, (uint64_t)element));
    if (value->is_set && !is_long && !(touched && step_is_arriving(view)))
        cell_value(view, cell, matrix->digits, value->type, value->bits);
}

static Colour shade_of(Matrix *matrix, const CellValue *value)
{
    Shade *last = &matrix->shades[value->bits * HASH_FACTOR >> (64 - SHADE_BITS)];
    if (!last->colour || last->bits != value->bits || last->type != value->type)
        *last = (Shade){value->bits, value->type,
                        cell_shade(matrix->view, matrix->part,
                                   value_number(value->type, value->bits), matrix->largest)};
    return last->colour;
}

static void build_shade_cell(Matrix *matrix, Rect cell, int64_t element, const CellValue *value,
                             int touched)
{
    View *view = matrix->view;
    const Theme *theme = view->theme;
    Colour fill = theme->well;
    if (value->is_set)
        fill = shade_of(matrix, value);
    if (touched && !cells_have_frames(matrix->grid))
        fill = theme->text;
    scene_rect(view->scene, cell, fill,
               target_tag(TARGET_CELL, (uint32_t)matrix->buffer, (uint64_t)element));
}

/* Where the columns stand: the cells of the first row. */
static const Rect *column_cells(const Matrix *matrix)
{
    const CellRange *seen = &matrix->seen;
    Rect *cells =
        ARENA_ARRAY(matrix->view->arena, Rect, seen_cells(matrix) ? seen_columns(matrix) : 0);
    for (int64_t column = seen->column; seen_cells(matrix) && column < seen->column_end; ++column)
        cells[column - seen->column] = cells_drawn_cell(matrix->grid, seen->row, column);
    return cells;
}

static void build_row(Matrix *matrix, int64_t row, const Rect *columns, bool has_numbers)
{
    int64_t first = matrix->seen.column, count = seen_columns(matrix);
    Rect line = cells_drawn_cell(matrix->grid, row, first);
    const CellValue *values = value_of(matrix, row, first);
    const uint8_t *touched = touch_of(matrix, row, first);
    for (int64_t i = 0; i < count; ++i) {
        int64_t element = cells_element(matrix->grid, row, first + i);
        Rect cell = {columns[i].x, line.y, columns[i].w, line.h};
        if (element >= 0 && has_numbers)
            build_number_cell(matrix, cell, element, &values[i], touched[i]);
        else if (element >= 0)
            build_shade_cell(matrix, cell, element, &values[i], touched[i]);
    }
}

static void build_matrix_cells(Matrix *matrix)
{
    const Rect *columns = column_cells(matrix);
    bool has_numbers = cells_have_numbers(matrix->view, matrix->grid);
    for (int64_t row = matrix->seen.row; row < matrix->seen.row_end; ++row)
        build_row(matrix, row, columns, has_numbers);
}

/* 0: no line here, 1: a hairline, 2: the edge of a tile or of all. Edges of small tiles are
 * hairlines, as they would darken the picture, and those of tiny ones would be all there is of
 * it. */
static int line_kind(const CellGrid *grid, int64_t at, int64_t count, int64_t tile)
{
    float size = (float)tile * grid->cell / (float)grid->group;
    if (at == 0 || at == count)
        return 2;
    if (tile > 0 && at * grid->group % tile == 0 && size >= TILE_LEAST_PX)
        return size < TILE_SMALL_PX ? 1 : 2;
    return grid->cell >= 8;
}

/* Hairlines between cells, stronger ones between tiles and between structs. */
static void build_lines(Matrix *matrix)
{
    View *view = matrix->view;
    const CellGrid *grid = matrix->grid;
    const CellRange *seen = &matrix->seen;
    Rect all = cells_bounds(grid);
    float thick = cells_line(view, grid);
    Footprint tile = matrix_tile(view, matrix->buffer);
    Colour colours[] = {0, view->theme->grid, view->theme->muted};
    int64_t rows = cells_drawn_rows(grid), columns = cells_drawn_columns(grid);
    if (grid->is_linear || grid->is_line)
        tile = (Footprint){.column_count = cells_unit(grid) > 1 ? cells_unit(grid) : 0};
    for (int64_t i = seen->row; i <= seen->row_end; ++i) {
        int kind = line_kind(grid, i, rows, tile.row_count);
        Rect line = {all.x, cells_drawn_cell(grid, i, seen->column).y, all.w + thick, thick};
        if (kind)
            scene_rect(view->scene, line, colours[kind], (PickTag){0});
    }
    for (int64_t i = seen->column; i <= seen->column_end; ++i) {
        int kind = line_kind(grid, i, columns, tile.column_count);
        Rect line = {cells_drawn_cell(grid, seen->row, i).x, all.y, thick, all.h + thick};
        if (kind)
            scene_rect(view->scene, line, colours[kind], (PickTag){0});
    }
}

/* Behind the last element of a strip there is nothing, in the middle of a line too. */
static void build_end(Matrix *matrix)
{
    const CellGrid *grid = matrix->grid;
    const Theme *theme = matrix->view->theme;
    Scene *scene = matrix->view->scene;
    int64_t rows = cells_drawn_rows(grid), column = cells_drawn_columns(grid);
    while (column > 0 && cells_element(grid, rows - 1, column - 1) < 0)
        --column;
    if (!grid->is_linear || matrix->seen.row_end < rows || column == cells_drawn_columns(grid))
        return;
    Rect all = cells_bounds(grid), free = cells_drawn_cell(grid, rows - 1, column);
    free.w = all.x + all.w + 1 - free.x;
    free.h = all.y + all.h + 1 - free.y;
    scene_rect(scene, free, theme->panel, (PickTag){0});
    scene_rect(scene, (Rect){free.x, free.y, free.w, 1}, theme->muted, (PickTag){0});
    scene_rect(scene, (Rect){free.x, free.y, 1, free.h}, theme->muted, (PickTag){0});
}

/* What lies between members, and members that take several cells: these lie over the lines. */
static void build_member(Matrix *matrix, int64_t row, int64_t column)
{
    View *view = matrix->view;
    CellPart part;
    int64_t element = cells_element(matrix->grid, row, column);
    Rect cell = part_rect(matrix, row, column, &part);
    if (part.is_padding)
        sign_hatch(view, SIGN_NO_ELEMENT, cell, view->theme->grid, view_units(view, 5));
    if (part.count == 1 || (element != part.first && column > matrix->seen.column))
        return;
    Rect inside = {cell.x + 1, cell.y + 1, cell.w - 1, cell.h - 1};
    const CellValue *value = value_of(matrix, row, column);
    int touched = *touch_of(matrix, row, column);
    scene_rect(view->scene, inside, cell_fill(matrix, part.first, touched),
               target_tag(TARGET_CELL, (uint32_t)matrix->buffer, (uint64_t)part.first));
    if (matrix->grid->window.w > 0) /* in what is seen of it */
        cell = rect_intersect(cell, matrix->grid->window);
    if (value->is_set && !(touched && step_is_arriving(view)))
        cell_value(view, cell, matrix->long_digits, value->type, value->bits);
}

static void build_members(Matrix *matrix)
{
    const CellRange *seen = &matrix->seen;
    for (int64_t row = seen->row; row < seen->row_end; ++row)
        for (int64_t column = seen->column; column < seen->column_end; ++column)
            if (cells_element(matrix->grid, row, column) >= 0)
                build_member(matrix, row, column);
}

static void build_touched_borders(Matrix *matrix)
{
    View *view = matrix->view;
    const CellRange *seen = &matrix->seen;
    float cell = matrix->grid->cell;
    bool has_numbers = cells_have_numbers(view, matrix->grid);
    if (!has_numbers && !cells_have_frames(matrix->grid))
        return;
    /* thin enough for the digits beside it */
    float width = fminf(view_units(view, 2.5f), fmaxf(1.5f, cell * 0.07f));
    view_sign(view, SIGN_TOUCHED);
    int64_t columns = seen_columns(matrix), count = seen_cells(matrix);
    for (int64_t i = 0; i < count; ++i) {
        bool is_picked = matrix->touched[i] & CELL_PICKED;
        CellPart part;
        if (matrix->touched[i])
            scene_box(view->scene,
                      part_rect(matrix, seen->row + i / columns, seen->column + i % columns, &part),
                      0, 0, is_picked || !has_numbers ? view->theme->text : matrix->part->strong,
                      has_numbers ? width : cells_frame_width(view, cell, is_picked), (PickTag){0});
    }
    view_sign(view, SIGN_NONE);
}

/* Cells of the phase's tile that lie outside the matrix, as many as there is room for. */
static void build_overhang(Matrix *matrix)
{
    View *view = matrix->view;
    const CellGrid *grid = matrix->grid;
    Footprint tile = matrix->phase;
    bool has_window = grid->window.w > 0;
    int64_t rows = has_window ? INT64_MAX : grid->rows + grid->spare_rows;
    int64_t columns = has_window ? INT64_MAX : grid->columns + grid->spare_columns;
    if (!cells_have_numbers(view, grid) || grid->is_linear)
        return;
    for (int64_t row = tile.row; row < tile.row + tile.row_count && row < rows; ++row)
        for (int64_t column = tile.column;
             column < tile.column + tile.column_count && column < columns; ++column) {
            if (row < grid->rows && column < grid->columns)
                continue;
            Rect cell = cells_drawn_cell(grid, row, column);
            sign_hatch(view, SIGN_NO_ELEMENT, cell, view->theme->muted, view_units(view, 7));
            scene_box(view->scene, cell, 0, 0, view->theme->grid, cells_line(view, grid),
                      beyond_tag(matrix->buffer, row, column));
        }
}

void matrix_build_grid(View *view, int buffer, const CellGrid *grid)
{
    Matrix matrix = {
        .view = view,
        .buffer = buffer,
        .grid = grid,
        .part = view_part(view, buffer),
        .block = matrix_block(view, buffer),
        .phase = matrix_phase(view, buffer),
        .seen = cells_seen(grid),
    };
    const Type *element = view->launch->buffers[buffer].element;
    matrix.has_members = element && element->kind == TYPE_STRUCT;
    const Rect *window = &matrix.grid->window;
    if (window->w > 0)
        scene_clip(view->scene, (Rect){window->x, window->y, window->w + 1, window->h + 1});
    mark_touched(&matrix);
    read_values(&matrix);
    if (cells_have_numbers(view, matrix.grid))
        find_digits(&matrix);
    else
        find_largest(&matrix);
    build_matrix_cells(&matrix);
    build_overhang(&matrix);
    build_lines(&matrix);
    if (matrix.has_members && cells_have_numbers(view, grid))
        build_members(&matrix);
    build_end(&matrix);
    Footprint touched = matrix_touched(view, buffer);
    if (matrix.phase.row_count)
        part_frame_build(view, grid, matrix.part->strong, matrix.phase,
                         footprint_is_full(&touched));
    build_touched_borders(&matrix);
    marks_build(view, buffer, grid);
    if (window->w > 0)
        scene_unclip(view->scene);
}

void matrix_build(View *view, int buffer)
{
    matrix_build_grid(view, buffer, &view->buffers[buffer]);
}
