/* Memory goes on with the next row where one ends. So the way bends as the eye does in reading:
 * from the cell that is not there, along the line between two rows, into the cell that is hit.
 * Where the picked thread has such a way it is the only one: those of the others lie between the
 * same rows, and are told by their frames. */
#include "view/arrows/wrong_rows.h"
#include "view/draw/lift.h"
#include "view/draw/signs.h"

#include "session/scenes/veil.h"
#include "view/values/values.h"

#include <math.h>

enum { CLEAR_LANES = 8 };
static const float STUB = 20,
                   ARROW = 2.5f;  /* units: a cell where there is no room for a whole one */
static const float BESIDE = 0.2f; /* of a cell: where the way comes in, beside the number */

/* One access on the stage: what was meant, what is hit. */
typedef struct WrongRow {
    const CellGrid *grid;
    Rect meant, hit;
    bool is_next; /* the row that is hit comes later */
} WrongRow;

/* The cell beyond the edge, as wide as there is room. */
static Rect meant_cell(const View *view, const CellGrid *grid, int64_t row, int64_t column)
{
    Rect cell = cells_drawn_cell(grid, row, column), all = cells_bounds(grid);
    float wide = grid->spare_columns > 0 ? cell.w : fminf(cell.w, view_units(view, STUB));
    bool is_before = column < 0;
    if (grid->spare_columns > 0 && column >= 0 && column < grid->columns + grid->spare_columns)
        return cell;
    return (Rect){is_before ? all.x - wide : all.x + all.w, cell.y, wide, cell.h};
}

static bool find_wrong_row(const View *view, int lane, const RowsMeant *meant, WrongRow *out)
{
    int buffer, lands_in;
    int64_t scalar, row = meant->row[lane], column = meant->column[lane], hit_row, hit_column;
    if (!(meant->lanes >> lane & 1) || !step_global(view, lane, &buffer, &scalar, &lands_in) ||
        lands_in != buffer)
        return false;
    const CellGrid *grid = &view->buffers[buffer];
    if (!grid->is_shown || grid->is_linear || grid->is_transposed || grid->group != 1 || row < 0 ||
        row >= grid->rows)
        return false;
    cells_find(grid, scalar, &hit_row, &hit_column);
    out->grid = grid;
    out->meant = meant_cell(view, grid, row, column);
    out->hit = cells_drawn_cell(grid, hit_row, hit_column);
    out->is_next = hit_row > row;
    return grid->window.w <= 0 ||
           (rect_holds(grid->window, rect_centre(out->hit)) &&
            rect_holds(grid->window, rect_centre(cells_drawn_cell(grid, row, hit_column))));
}

static void build_meant(View *view, Rect cell)
{
    sign_hatch(view, SIGN_WRONG, cell, view->theme->danger, view_units(view, 6));
    scene_box(view->scene, cell, 0, 0, view->theme->danger, view_units(view, 2), (PickTag){0});
}

/* Ways that share a line between two rows lie beside each other: nth of them. */
static void build_way(View *view, const WrongRow *wrong, int nth, bool is_picked)
{
    Colour colour = colour_alpha(view->theme->danger, is_picked ? 1 : 0.75f);
    float width = view_units(view, is_picked ? ARROW + 1 : ARROW);
    float aside = width * 1.4f * (float)nth;
    float line = wrong->is_next ? wrong->hit.y - aside : wrong->hit.y + wrong->hit.h + aside;
    Point from = rect_centre(wrong->meant), corner = {from.x, line};
    Point bend = {wrong->hit.x + wrong->hit.w * BESIDE, line};
    Point to = {bend.x, wrong->is_next ? wrong->hit.y + wrong->hit.h * 0.34f
                                       : wrong->hit.y + wrong->hit.h * 0.66f};
    sign_circle(view, SIGN_WRONG_ROW, from, width, colour, 0, 0);
    scene_line(view->scene, from, corner, colour, width);
    scene_line(view->scene, corner, bend, colour, width);
    sign_arrow(view, SIGN_WRONG_ROW, bend, to, colour, width);
}

static void build_hit(View *view, Rect hit, bool is_picked)
{
    scene_box(view->scene, hit, 0, 0, view->theme->danger,
              view_units(view, is_picked ? ARROW + 1 : ARROW), (PickTag){0});
}

static bool picked_errs(const View *view, const RowsMeant *meant)
{
    uint32_t first = view->step->warp * WARP_LANES, picked = view->selection->thread;
    WrongRow wrong;
    return picked >= first && picked < first + WARP_LANES &&
           find_wrong_row(view, (int)(picked - first), meant, &wrong);
}

void wrong_rows_build(View *view)
{
    if (!view->step || view->progress < 1 || veil_hides(view->session, VEIL_MARKS))
        return;
    RowsMeant meant = probe_rows_meant(view->probe, view->machine, view->step);
    uint32_t picked = view->selection->thread;
    bool is_clear = __builtin_popcount(meant.lanes) <= CLEAR_LANES,
         has_picked = picked_errs(view, &meant);
    float last_line = -1;
    int nth = 0, from = view->scene->count;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        WrongRow wrong;
        bool is_picked = view->step->warp * WARP_LANES + (uint32_t)lane == picked;
        if (!find_wrong_row(view, lane, &meant, &wrong))
            continue;
        build_meant(view, wrong.meant);
        nth = wrong.hit.y == last_line ? nth + 1 : 0;
        last_line = wrong.hit.y;
        build_hit(view, wrong.hit, is_picked);
        if (has_picked ? is_picked : is_clear || nth == 0)
            build_way(view, &wrong, has_picked || !is_clear ? 0 : nth, is_picked);
    }
    lift_texts(view, from);
}
