/* Where the two factors of a thread came from is told by the record of origins: a word of shared
 * memory, and the element of a buffer that was copied there. */
#include "view/arrows/product.h"
#include "session/data/buffer.h"

#include "view/arrows/ways.h"
#include "view/block/threads.h"
#include "view/draw/cell_look.h"
#include "view/draw/signs.h"
#include "view/values/values.h"

#include "probe/accumulations/accumulated.h"
#include "session/scenes/veil.h"

#include <math.h>

/* The factor's element in an array of shared memory; -1: it did not come from one. */
static int shared_of(const View *view, Origin from, int64_t *scalar)
{
    return from.shared == ORIGIN_NOT_SHARED ? -1 : shared_variable_at(view, from.shared, scalar);
}

/* The same in a buffer. */
static int buffer_of(const View *view, Origin from, int64_t *scalar)
{
    int buffer = from.kind == ORIGIN_GLOBAL ? launch_buffer_at(view->launch, from.at) : -1;
    if (buffer < 0)
        return -1;
    const Buffer *source = &view->launch->buffers[buffer];
    *scalar = (int64_t)((from.at - source->offset_bytes) / buffer_scalar_bytes(source));
    return buffer;
}

/* A word of shared memory that nobody has written is told in the colour of what is wrong. */
static Colour colour_of(const View *view, Origin from)
{
    int64_t scalar;
    if (from.kind == ORIGIN_NONE && !veil_hides(view->session, VEIL_FINDINGS))
        return view->theme->danger;
    int buffer = buffer_of(view, from, &scalar);
    return buffer >= 0 ? view_part(view, buffer)->strong : view->theme->muted;
}

/* The whole row, or the whole column, that an element of a grid stands in. */
static void build_line_of(View *view, const CellGrid *grid, int64_t scalar, bool is_row,
                          Colour colour)
{
    int64_t row, column;
    if (grid->is_linear || grid->group > 1)
        return;
    cells_place(grid, scalar, &row, &column);
    Rect box = is_row ? cells_box(grid, row, 0, 1, grid->columns)
                      : cells_box(grid, 0, column, grid->rows, 1);
    if (grid->window.w > 0)
        box = rect_intersect(box, grid->window);
    scene_box(view->scene, rect_inset(box, -1), 0, 0, colour, view_units(view, 2), (PickTag){0});
}

static void build_element(View *view, const CellGrid *grid, int64_t scalar, Colour colour)
{
    Rect cell = cells_seen_cell(grid, scalar);
    scene_box(view->scene, cell, 0, 0, colour, view_units(view, 2.5f), (PickTag){0});
}

/* From the edge of the factor's array to the edge of its thread's cell, along the line of the
 * factor. */
static void build_arrow(View *view, Rect array, Rect factor, Rect to, bool is_row, Colour colour)
{
    Point centre = rect_centre(is_row ? factor : to);
    Point start =
        is_row ? (Point){array.x + array.w, centre.y} : (Point){centre.x, array.y + array.h};
    Point end = is_row ? (Point){to.x, centre.y} : (Point){centre.x, to.y};
    float share = ways_share(view);
    if (share >= 1)
        sign_arrow(view, SIGN_FACTOR, start, end, colour, view_units(view, 3));
    else
        scene_line(view->scene, start, ways_between(start, end, share), colour,
                   view_units(view, 3));
}

/* In shared memory: the line of the array that the thread goes along, its element, the way to
 * it. */
static void build_shared_factor(View *view, uint32_t thread, Origin from)
{
    int64_t scalar;
    int variable = shared_of(view, from, &scalar);
    if (variable < 0 || !view->shared[variable].is_shown)
        return;
    const CellGrid *grid = &view->shared[variable];
    Colour colour = colour_of(view, from);
    build_element(view, grid, scalar, colour);
    if (!view->is_corner)
        return;
    bool is_row = variable == view->slot->corner.left;
    build_line_of(view, grid, scalar, is_row, view->theme->text);
    build_arrow(view, cells_bounds(grid), cells_seen_cell(grid, scalar), thread_cell(view, thread),
                is_row, colour);
}

/* In global memory, where a kernel without tiles multiplies: the row and the column of the
 * matrices. */
static void build_buffer_factor(View *view, Origin from)
{
    int64_t scalar;
    int buffer = buffer_of(view, from, &scalar);
    if (buffer < 0 || !view->buffers[buffer].is_shown)
        return;
    const CellGrid *grid = &view->buffers[buffer];
    Colour colour = view_part(view, buffer)->strong;
    build_element(view, grid, scalar, colour);
    if (from.shared != ORIGIN_NOT_SHARED)
        return;
    if (buffer == view->placement.left)
        build_line_of(view, grid, scalar, true, view->theme->text);
    else if (buffer == view->placement.above)
        build_line_of(view, grid, scalar, false, view->theme->text);
}

/* A factor on its way from shared memory to its thread; it comes to rest at a side of the cell.
 * What was loaded from global memory itself is with its thread already. */
static void build_factor_chip(View *view, uint32_t thread, Origin from, ScalarType type,
                              uint64_t bits, float side)
{
    int64_t scalar;
    Rect cell, to = thread_cell(view, thread);
    int variable = shared_of(view, from, &scalar);
    if (variable < 0 || !ways_shared_place(view, variable, scalar, &cell))
        return;
    int buffer = buffer_of(view, from, &scalar);
    const PartColours *part =
        buffer >= 0 ? view_part(view, buffer) : &view->theme->parts[PART_OTHER];
    Point end = {to.x + to.w * (0.5f + 0.25f * side), to.y + to.h * 0.45f};
    ways_chip_build(view, ways_between(rect_centre(cell), end, ways_share(view)), part->hot,
                    part->strong, value_short(view->arena, type, bits));
}

static void build_factor_chips(View *view, uint32_t thread, const Accumulated *told)
{
    if (!step_is_under_way(view) || !cells_have_numbers(view, &view->threads.grid))
        return;
    if (told->is_x_known)
        build_factor_chip(view, thread, told->x_from, told->item->type, told->x, -1);
    if (told->item->kind == ACCUMULATION_PRODUCT)
        build_factor_chip(view, thread, told->y_from, told->item->type, told->y, 1);
}

void product_build(View *view)
{
    uint32_t thread = view->selection->thread;
    Accumulated told;
    if (!view->step || view->step->warp != thread / WARP_LANES ||
        !accumulated_in(&view->slot->accumulators, view->machine, view->probe, view->step,
                        (int)(thread % WARP_LANES), &told))
        return;
    build_shared_factor(view, thread, told.x_from);
    build_buffer_factor(view, told.x_from);
    if (told.item->kind == ACCUMULATION_PRODUCT) {
        build_shared_factor(view, thread, told.y_from);
        build_buffer_factor(view, told.y_from);
    }
    build_factor_chips(view, thread, &told);
}
