/* What is wrong with a buffer. A cell with room has a frame, a cross or a hatch of its own; where
 * cells are a few pixels, one mark that can be seen stands for all that lie under it. */
#include "view/matrix/marks.h"

#include "view/matrix/outside.h"
#include "view/matrix/unread.h"
#include "view/values/verdict.h"

#include <math.h>

static const float SMALL_CELL = 8, SMALL_MARK = 8;

/* All cells that one small mark stands for. */
typedef struct MarkPlace {
    uint64_t wrong;
    int64_t first; /* of the wrong elements */
    bool is_outside;
} MarkPlace;

typedef struct Marks {
    View *view;
    int buffer;
    const CellGrid *grid;
    CellRange seen;
    Rect bounds;
    float size;                        /* of a small mark */
    int64_t rows, columns;             /* places for small marks, one more on every side than the
                                          cells need */
    MarkPlace *places;                 /* NULL: cells have marks of their own */
    int32_t *place_row, *place_column; /* of the drawn cells seen */
} Marks;

/* A frame, and a cross in the corner. */
static void build_wrong_cell(Marks *marks, Rect cell)
{
    View *view = marks->view;
    float line = fmaxf(1, roundf(view_units(view, 2))), arm = fminf(cell.w, cell.h) * 0.22f;
    float left = cell.x + cell.w - arm - line, top = cell.y + line + 1;
    Colour colour = view->theme->danger;
    scene_box(view->scene, cell, 0, 0, colour, line, (PickTag){0});
    scene_line(view->scene, (Point){left, top}, (Point){left + arm - 1, top + arm}, colour, line);
    scene_line(view->scene, (Point){left, top + arm}, (Point){left + arm - 1, top}, colour, line);
}

/* The place for a small mark along one side: 0 before the cells, last behind them. */
static int64_t place_along(float at, float start, float length, float size, int64_t last)
{
    if (at < start)
        return 0;
    int64_t place = 1 + (int64_t)((at - start) / size);
    return at >= start + length || place > last ? last : place;
}

static int64_t row_place(const Marks *marks, float y)
{
    return place_along(y, marks->bounds.y, marks->bounds.h, marks->size, marks->rows - 1);
}

static int64_t column_place(const Marks *marks, float x)
{
    return place_along(x, marks->bounds.x, marks->bounds.w, marks->size, marks->columns - 1);
}

static MarkPlace *place_at(const Marks *marks, Point at)
{
    return &marks->places[row_place(marks, at.y) * marks->columns + column_place(marks, at.x)];
}

/* The place of every drawn row and column, worked out once: there may be a million wrong cells. */
static void find_places(Marks *marks)
{
    const CellRange *seen = &marks->seen;
    Arena *arena = marks->view->arena;
    marks->place_row = ARENA_ARRAY(arena, int32_t, seen->row_end - seen->row + 1);
    marks->place_column = ARENA_ARRAY(arena, int32_t, seen->column_end - seen->column + 1);
    for (int64_t i = seen->row; i < seen->row_end; ++i) {
        Point at = rect_centre(cells_drawn_cell(marks->grid, i, seen->column));
        marks->place_row[i - seen->row] = (int32_t)row_place(marks, at.y);
    }
    for (int64_t i = seen->column; i < seen->column_end; ++i) {
        Point at = rect_centre(cells_drawn_cell(marks->grid, seen->row, i));
        marks->place_column[i - seen->column] = (int32_t)column_place(marks, at.x);
    }
}

static void note_wrong(void *context, int64_t scalar)
{
    Marks *marks = context;
    const CellRange *seen = &marks->seen;
    int64_t row, column;
    cells_find(marks->grid, scalar, &row, &column);
    if (row < seen->row || row >= seen->row_end || column < seen->column ||
        column >= seen->column_end)
        return;
    if (!marks->places) {
        build_wrong_cell(marks, cells_drawn_cell(marks->grid, row, column));
        return;
    }
    MarkPlace *place = &marks->places[marks->place_row[row - seen->row] * marks->columns +
                                      marks->place_column[column - seen->column]];
    place->first = place->wrong++ ? place->first : scalar;
}

/* The cell of an access outside, with a target for the pointer. */
static void build_outside(Marks *marks, const OutsideWord *word)
{
    int64_t row = 0, column = word->scalar;
    if (!marks->grid->is_linear)
        cells_place(marks->grid, word->scalar, &row, &column);
    outside_build_word(marks->view, marks->buffer, word);
    scene_rect(marks->view->scene, word->cell, 0, beyond_tag(marks->buffer, row, column));
}

/* Accesses that were meant for this buffer and lie beyond it. */
static void note_outside(Marks *marks)
{
    OutsideWords outside;
    outside_find(marks->view, marks->buffer, marks->grid, &outside);
    for (int i = 0; i < outside.count; ++i) {
        const OutsideWord *word = &outside.words[i];
        if (marks->places)
            place_at(marks, rect_centre(word->cell))->is_outside = true;
        else
            build_outside(marks, word);
    }
}

/* A cross on a plate, to be seen on every shade; without the plate where that would hide them
 * all. */
static void build_small(Marks *marks, Point at, bool is_dense)
{
    View *view = marks->view;
    float pad = fmaxf(1, roundf(view_units(view, 1))), arm = marks->size / 2 - 2 * pad;
    Point middle = {at.x + marks->size / 2, at.y + marks->size / 2};
    Rect plate = {at.x, at.y, marks->size, marks->size};
    Colour danger = view->theme->danger, panel = view->theme->panel;
    if (!is_dense)
        scene_box(view->scene, plate, 0, danger, panel, pad, (PickTag){0});
    for (int side = -1; side <= 1; side += 2) {
        Point from = {middle.x - arm, middle.y - arm * (float)side};
        Point to = {middle.x + arm, middle.y + arm * (float)side};
        scene_line(view->scene, from, to, is_dense ? danger : panel, pad);
    }
}

static float mark_start(int64_t place, int64_t last, float start, float length, float size)
{
    if (place == last)
        return start + length + 1;
    return start + (float)(place - 1) * size - (place == 0);
}

static bool is_marked(const MarkPlace *place)
{
    return place->wrong > 0 || place->is_outside;
}

static void build_places(Marks *marks)
{
    const Rect *all = &marks->bounds;
    int64_t count = 0;
    for (int64_t i = 0; i < marks->rows * marks->columns; ++i)
        count += is_marked(&marks->places[i]);
    bool is_dense = count * 3 > marks->rows * marks->columns;
    for (int64_t i = 0; i < marks->rows * marks->columns; ++i) {
        if (!is_marked(&marks->places[i]))
            continue;
        int64_t row = i / marks->columns, column = i % marks->columns;
        build_small(marks,
                    (Point){mark_start(column, marks->columns - 1, all->x, all->w, marks->size),
                            mark_start(row, marks->rows - 1, all->y, all->h, marks->size)},
                    is_dense);
    }
}

static Marks marks_start(View *view, int buffer, const CellGrid *grid)
{
    Marks marks = {.view = view,
                   .buffer = buffer,
                   .grid = grid,
                   .seen = cells_seen(grid),
                   .bounds = cells_bounds(grid)};
    if (grid->group == 1 && grid->cell >= view_units(view, SMALL_CELL))
        return marks;
    marks.size = roundf(view_units(view, SMALL_MARK));
    marks.rows = (int64_t)ceilf(marks.bounds.h / marks.size) + 2;
    marks.columns = (int64_t)ceilf(marks.bounds.w / marks.size) + 2;
    marks.places = ARENA_ARRAY(view->arena, MarkPlace, marks.rows * marks.columns);
    find_places(&marks);
    return marks;
}

void marks_build(View *view, int buffer, const CellGrid *grid)
{
    Marks marks = marks_start(view, buffer, grid);
    verdict_each(view, buffer, note_wrong, &marks);
    note_outside(&marks);
    if (marks.places)
        build_places(&marks);
    unread_build(view, buffer, grid);
}

uint64_t marks_under(View *view, int buffer, int64_t scalar, int64_t *first)
{
    const CellGrid *grid = &view->buffers[buffer];
    Marks marks = marks_start(view, buffer, grid);
    if (!marks.places)
        return 0;
    verdict_each(view, buffer, note_wrong, &marks);
    const MarkPlace *place = place_at(&marks, rect_centre(cells_cell(grid, scalar)));
    *first = place->first;
    return place->wrong;
}
