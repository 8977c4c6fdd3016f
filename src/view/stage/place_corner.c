/* One cell for all three matrices: the largest at which what they share fits beside and below each
 * other, with the spare lines that there is room for. */
#include "view/stage/place_corner.h"
#include "session/data/session_data.h"

#include "session/selection/stage.h"
#include "view/draw/cell_look.h"
#include "view/matrix/outside.h"
#include "view/matrix/part.h"
#include "view/stage/room.h"

#include <math.h>

static const float CELL_MOST = 80;

typedef struct Corner {
    int64_t rows, columns, inner; /* elements with the spare ones: of the output; shared side */
    Point before, between; /* cells for what lies before the matrices: at the outer edges, or in the
                              gap, which has room for small ones */
    float before_least, gap; /* pixels */
    int64_t group;
    float cell;
} Corner;

static int64_t round_up(int64_t value, int64_t multiple)
{
    return multiple > 0 && multiple <= 32 ? (value + multiple - 1) / multiple * multiple : value;
}

/* The cell at which so many, and those before them, have room. */
static float fit_side(const Corner *corner, float length, float cells, float before, float between)
{
    float cell = length / (cells + before);
    if (between > 0 && cell > corner->gap)
        cell = (length + corner->gap) / (cells + before + between);
    if (before > 0 && cell < corner->before_least)
        cell = (length - before * corner->before_least) / cells;
    return cell;
}

/* The largest cell at which all fits, and as many elements in one as that needs. */
static void fit_corner(Corner *corner, Rect room)
{
    for (int64_t group = 1;; group *= 2) {
        float across = (float)(divide_up(corner->columns, group) + divide_up(corner->inner, group));
        float down = (float)(divide_up(corner->rows, group) + divide_up(corner->inner, group));
        corner->cell = fminf(fit_side(corner, room.w, across, corner->before.x, corner->between.x),
                             fit_side(corner, room.h, down, corner->before.y, corner->between.y));
        corner->group = group;
        if (corner->cell >= STAGE_CELL_LEAST_PX || group > INT64_C(1) << 30)
            return;
    }
}

static int64_t with_spare(int64_t count, int64_t tile, int64_t most)
{
    int64_t spare = round_up(count, tile) - count;
    return count + (spare < most ? spare : most);
}

/* Room beyond the edges for tiles that hang over, spare rows and columns of each matrix at most,
 * and for accesses outside. */
static Corner corner_extent(const View *view, int64_t spare, float gap)
{
    Placement place = view->placement;
    const CellGrid *output = &view->buffers[place.output], *left = &view->buffers[place.left];
    const CellGrid *above = &view->buffers[place.above];
    Corner corner = {
        .rows = output->rows,
        .columns = output->columns,
        .inner = left->columns,
        .group = 1,
        .before = {left->before.x > 0, above->before.y > 0},
        .between = {above->before.x > 0 || output->before.x > 0,
                    left->before.y > 0 || output->before.y > 0},
        .before_least = view_units(view, STAGE_BEFORE_LEAST),
        .gap = gap,
    };
    if (!spare)
        return corner;
    Footprint tile = matrix_tile(view, place.output);
    Footprint inner = matrix_tile(view, place.left);
    corner.rows = with_spare(output->rows, tile.row_count, spare);
    corner.columns = with_spare(output->columns, tile.column_count, spare);
    corner.inner = with_spare(left->columns, inner.column_count, spare);
    if (outside_is_behind(view, -1)) {
        corner.rows += corner.rows == output->rows;
        corner.inner += corner.inner == left->columns;
    }
    return corner;
}

static Corner choose_corner(const View *view, Rect room, float gap)
{
    static const int64_t spares[] = {INT64_MAX, 4, 2, 1, 0};
    Corner corner = {0};
    for (int i = 0; i < (int)(sizeof spares / sizeof *spares); ++i) {
        corner = corner_extent(view, spares[i], gap);
        fit_corner(&corner, room);
        if (corner.group == 1 && corner.cell >= cells_numbers_least(view))
            break;
    }
    corner.cell = fminf(corner.cell, view_units(view, CELL_MOST));
    if (corner.cell > 8)
        corner.cell = floorf(corner.cell);
    if (view->session->stage.zoom > 0) {
        room_zoom_cell(view, &corner.group, &corner.cell);
        bool has_numbers = corner.group == 1 && corner.cell >= cells_numbers_least(view);
        Corner spare = corner_extent(view, has_numbers ? INT64_MAX : 0, gap);
        spare.group = corner.group;
        spare.cell = corner.cell;
        corner = spare;
    }
    return corner;
}

/* Two sides share a length: the shorter one gets what it needs, up to half. */
static void share_out(float length, float *a, float *b)
{
    float half = length / 2, first = fminf(*a, fmaxf(half, length - *b));
    *b = fminf(*b, length - first);
    *a = first;
}

static void place_one(View *view, int buffer, Rect rect, const Corner *corner, StageAxis down,
                      StageAxis across)
{
    CellGrid *grid = &view->buffers[buffer];
    const double *centre = view->session->stage.centre;
    rect = (Rect){roundf(rect.x), roundf(rect.y), floorf(rect.w), floorf(rect.h)};
    if (view->session->stage.zoom > 0) {
        cells_look(grid, rect, corner->group, corner->cell, centre[down], centre[across]);
        return;
    }
    grid->group = corner->group;
    grid->cell = corner->cell;
    Point before = cells_before(grid);
    grid->origin = (Point){rect.x + before.x, rect.y + before.y};
}

static void set_spare(CellGrid *grid, const Corner *corner, int64_t rows, int64_t columns)
{
    if (corner->group > 1)
        return;
    grid->spare_rows = rows - grid->rows;
    grid->spare_columns = columns - grid->columns;
}

/* Matrices that scroll together begin level: both keep the larger room before them free. */
static void share_before(float *a, float *b)
{
    *a = *b = fmaxf(*a, *b);
}

/* The window of a zoomed matrix: the room that it has when nothing is zoomed, with that before
 * it. */
static Rect with_before(const CellGrid *grid, Point at, float wide, float high)
{
    Point before = cells_before(grid);
    return (Rect){at.x - before.x, at.y - before.y, wide + before.x, high + before.y};
}

void place_corner(View *view, Rect inside)
{
    Placement place = view->placement;
    bool is_tight = !room_has_heading(view);
    float margin = is_tight ? view_units(view, 24) : room_margin(view);
    float heading = view_units(view, is_tight ? 34 : STAGE_HEADING);
    Rect room = rect_inset(inside, margin);
    room.y = inside.y + heading;
    room.h = inside.h - heading - view_units(view, STAGE_FOOT) - margin;
    float gap = margin - view_units(view, 6);
    Corner corner = choose_corner(view, room, gap);
    CellGrid *left = &view->buffers[place.left], *above = &view->buffers[place.above];
    CellGrid *output = &view->buffers[place.output];
    set_spare(left, &corner, corner.rows, corner.inner);
    set_spare(above, &corner, corner.inner, corner.columns);
    set_spare(output, &corner, corner.rows, corner.columns);
    if (view->session->stage.zoom > 0) {
        share_before(&left->before.y, &output->before.y);
        share_before(&above->before.x, &output->before.x);
    }
    left->cell = above->cell = output->cell = corner.cell;
    float inner = (float)divide_up(corner.inner, corner.group) * corner.cell, deep = inner;
    float columns = (float)divide_up(corner.columns, corner.group) * corner.cell;
    float rows = (float)divide_up(corner.rows, corner.group) * corner.cell;
    Point outer = {cells_before(left).x, cells_before(above).y};
    Point between = {fmaxf(cells_before(above).x, cells_before(output).x),
                     fmaxf(cells_before(left).y, cells_before(output).y)};
    between = (Point){fmaxf(0, between.x - gap), fmaxf(0, between.y - gap)};
    if (view->session->stage.zoom > 0) {
        share_out(room.w - outer.x - between.x, &inner, &columns);
        share_out(room.h - outer.y - between.y, &deep, &rows);
    }
    float free = room.w - outer.x - inner - between.x - columns;
    Point near = {room.x + fmaxf(0, free) / 2 + outer.x, room.y + outer.y};
    Point far = {near.x + inner + margin + between.x, near.y + deep + margin + between.y};
    place_one(view, place.left, with_before(left, (Point){near.x, far.y}, inner, rows), &corner,
              STAGE_ROWS, STAGE_ALONG);
    place_one(view, place.above, with_before(above, (Point){far.x, near.y}, columns, deep), &corner,
              STAGE_ALONG, STAGE_COLUMNS);
    place_one(view, place.output, with_before(output, far, columns, rows), &corner, STAGE_ROWS,
              STAGE_COLUMNS);
}
