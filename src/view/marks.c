/* What is wrong with a buffer. A cell with room has a frame, a cross or a hatch of its own; where cells
 * are a few pixels, one mark that can be seen stands for all that lie under it. */
#include "view/marks.h"

#include "view/values.h"
#include "view/verdict.h"

#include <math.h>

static const float SMALL_CELL = 8, SMALL_MARK = 8;

typedef struct Marks {
    View *view;
    int buffer;
    const CellGrid *grid;
    Rect bounds;
    float size;            /* of a small mark */
    int64_t rows, columns; /* places for small marks, one more on every side than the cells need */
    uint8_t *places;       /* NULL: cells have marks of their own */
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

static void build_outside_cell(Marks *marks, Rect cell)
{
    View *view = marks->view;
    scene_hatch(view->scene, cell, view->theme->danger, view_units(view, 6));
    scene_box(view->scene, cell, 0, 0, view->theme->danger, view_units(view, 2), (PickTag){0});
}

/* The place for a small mark along one side: 0 before the cells, last behind them. */
static int64_t place_along(float at, float start, float length, float size, int64_t last)
{
    if (at < start)
        return 0;
    int64_t place = 1 + (int64_t)((at - start) / size);
    return at >= start + length || place > last ? last : place;
}

static void note_place(Marks *marks, Rect cell)
{
    Point at = rect_centre(cell);
    const Rect *all = &marks->bounds;
    int64_t row = place_along(at.y, all->y, all->h, marks->size, marks->rows - 1);
    int64_t column = place_along(at.x, all->x, all->w, marks->size, marks->columns - 1);
    marks->places[row * marks->columns + column] = 1;
}

static void note_wrong(void *context, int64_t scalar)
{
    Marks *marks = context;
    Rect cell = cells_cell(marks->grid, scalar);
    const Rect *window = &marks->grid->window;
    if (window->w > 0 && !rect_holds(*window, rect_centre(cell)))
        return;
    if (marks->places)
        note_place(marks, cell);
    else
        build_wrong_cell(marks, cell);
}

/* Accesses that were meant for this buffer and lie beyond it. */
static void note_outside(Marks *marks)
{
    View *view = marks->view;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        int buffer, lands_in;
        int64_t scalar;
        if (!step_global(view, lane, &buffer, &scalar, &lands_in) || lands_in >= 0 ||
            buffer != marks->buffer)
            continue;
        Rect cell = cells_cell(marks->grid, scalar);
        if (marks->places)
            note_place(marks, cell);
        else
            build_outside_cell(marks, cell);
    }
}

/* A cross on a plate, to be seen on every shade; without the plate where that would hide them all. */
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

static void build_places(Marks *marks)
{
    const Rect *all = &marks->bounds;
    int64_t count = 0;
    for (int64_t i = 0; i < marks->rows * marks->columns; ++i)
        count += marks->places[i];
    bool is_dense = count * 3 > marks->rows * marks->columns;
    for (int64_t i = 0; i < marks->rows * marks->columns; ++i) {
        if (!marks->places[i])
            continue;
        int64_t row = i / marks->columns, column = i % marks->columns;
        build_small(marks,
                    (Point){mark_start(column, marks->columns - 1, all->x, all->w, marks->size),
                            mark_start(row, marks->rows - 1, all->y, all->h, marks->size)},
                    is_dense);
    }
}

void marks_build(View *view, int buffer, const CellGrid *grid)
{
    Marks marks = {.view = view, .buffer = buffer, .grid = grid, .bounds = cells_bounds(grid)};
    if (grid->group > 1 || grid->cell < view_units(view, SMALL_CELL)) {
        marks.size = roundf(view_units(view, SMALL_MARK));
        marks.rows = (int64_t)ceilf(marks.bounds.h / marks.size) + 2;
        marks.columns = (int64_t)ceilf(marks.bounds.w / marks.size) + 2;
        marks.places = ARENA_ARRAY(view->arena, uint8_t, marks.rows * marks.columns);
    }
    verdict_each(view, buffer, note_wrong, &marks);
    note_outside(&marks);
    if (marks.places)
        build_places(&marks);
}
