/* Where the buffers stand. A product of matrices stands in a corner, so that rows and columns meet in
 * the output; everything else flows in lines. Zooming keeps the room and makes the cells larger: each
 * buffer becomes a window on itself, and buffers that share a side share its scrolling. */
#include "view/stage/stage.h"

#include "session/block/extent.h"
#include "session/stage.h"
#include "view/draw/cell_look.h"
#include "view/stage/inset.h"
#include "view/stage/matrix.h"
#include "view/values/digits.h"

#include <math.h>

static const float CELL_MOST = 80, ZOOMED_MOST = 128, SMALL = 36, CELL_LEAST_PX = 3, FLOW_MOST = 48,
                   NAME_MOST = 150, DECIMALS_ASPECT = 1.7f, BEFORE_LEAST = 10;
enum { DECIMALS = 4 }; /* letters */

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

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static bool is_stray(const Finding *finding)
{
    return finding->space == SPACE_GLOBAL && (finding->kind == FINDING_OUT_OF_BOUNDS_READ ||
                                              finding->kind == FINDING_OUT_OF_BOUNDS_WRITE);
}

static bool strays_before(const View *view, int buffer)
{
    const Report *total = view->slot->total;
    for (int i = 0; total && i < total->finding_count; ++i) {
        const Finding *finding = &report_findings(total)[i];
        if (is_stray(finding) && finding->buffer == buffer && finding->is_before)
            return true;
    }
    return false;
}

static void set_shape(View *view, int buffer)
{
    CellGrid *grid = &view->buffers[buffer];
    const Buffer *source = &view->launch->buffers[buffer];
    *grid = (CellGrid){.group = 1, .wrap = 1};
    extent_shape(view->slot, buffer, view->session->stage.is_whole, &grid->rows, &grid->columns);
    grid->is_linear = grid->rows == 1 && source->rows == 0;
    grid->is_shown = grid->columns > 0;
    grid->is_turned = source->is_turned;
    if (grid->is_turned)
        buffer_shape(source, &grid->columns, &grid->rows);
    float before = strays_before(view, buffer) ? view_units(view, BEFORE_LEAST) : 0;
    grid->before = grid->is_turned ? (Point){before, 0} : (Point){0, before};
    grid->unit = source->element_bytes / buffer_scalar_bytes(source);
    grid->least_wide = fminf(stage_name_width(view, buffer), view_units(view, NAME_MOST));
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
        if (corner->cell >= CELL_LEAST_PX || group > INT64_C(1) << 30)
            return;
    }
}

/* Cells of a zoomed stage, and as few elements in one as can be seen. */
static void zoom_cell(const View *view, int64_t *group, float *cell)
{
    if (!(*cell > 0)) /* no room for any */
        return;
    double element = *cell / (double)*group, most = fmax(*cell, view_units(view, ZOOMED_MOST));
    element = fmin(element * stage_magnification(view->session->stage.zoom), most);
    *group = 1;
    while (element * (double)*group < CELL_LEAST_PX && *group < INT64_C(1) << 30)
        *group *= 2;
    *cell = (float)(element * (double)*group);
    if (*cell > 8)
        *cell = floorf(*cell);
}

bool stage_strays(const View *view, int buffer)
{
    const Report *total = view->slot->total;
    for (int i = 0; total && i < total->finding_count; ++i) {
        const Finding *finding = &report_findings(total)[i];
        if (is_stray(finding) && finding->is_behind && (buffer < 0 || finding->buffer == buffer))
            return true;
    }
    return false;
}

static int64_t with_spare(int64_t count, int64_t tile, int64_t most)
{
    int64_t spare = round_up(count, tile) - count;
    return count + (spare < most ? spare : most);
}

/* Room beyond the edges for tiles that hang over, spare rows and columns of each matrix at most, and for
 * accesses that stray. */
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
        .before_least = view_units(view, BEFORE_LEAST),
        .gap = gap,
    };
    if (!spare)
        return corner;
    Footprint tile = matrix_tile(view, place.output);
    Footprint inner = matrix_tile(view, place.left);
    corner.rows = with_spare(output->rows, tile.row_count, spare);
    corner.columns = with_spare(output->columns, tile.column_count, spare);
    corner.inner = with_spare(left->columns, inner.column_count, spare);
    if (stage_strays(view, -1)) {
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
        zoom_cell(view, &corner.group, &corner.cell);
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

/* Matrices that scroll together begin level. */
static void share_before(float *a, float *b)
{
    *a = *b = fmaxf(*a, *b);
}

/* Of a matrix whose first cell stands at a place when nothing is zoomed. */
static Rect with_before(const CellGrid *grid, Point at, float wide, float high)
{
    Point before = cells_before(grid);
    return (Rect){at.x - before.x, at.y - before.y, wide + before.x, high + before.y};
}

static void place_corner(View *view, Rect inside)
{
    Placement place = view->placement;
    bool is_tight = !stage_has_heading(view);
    float margin = view_units(view, is_tight ? 24 : STAGE_MARGIN);
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

Rect stage_row_room(const View *view, Rect *heading)
{
    Rect room = stage_room(view);
    *heading = rect_cut_top(&room, view_units(view, 28));
    return room;
}

/* The buffers in the order of the picture, the outputs last. */
static int in_order(View *view, CellGrid **grids)
{
    int shown = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < view->launch->buffer_count; ++i)
            if (view->buffers[i].is_shown &&
                (view->launch->buffers[i].role != ROLE_INPUT) == (pass == 1))
                grids[shown++] = &view->buffers[i];
    return shown;
}

/* From where it stands when all fits down to the next line, and to the right to its neighbour. */
static Rect window_of(const CellGrid *grid, const Rect *bounds, int count, int index, Rect room,
                      float above, float before)
{
    Rect own = bounds[index];
    float right = room.x + room.w, bottom = room.y + room.h;
    for (int i = 0; i < count; ++i) {
        if (bounds[i].y > own.y + own.h)
            bottom = fminf(bottom, bounds[i].y - above);
        else if (bounds[i].x > own.x + own.w && bounds[i].y + bounds[i].h > own.y)
            right = fminf(right, bounds[i].x - before);
    }
    (void)grid;
    return (Rect){own.x, own.y, fmaxf(own.w, right - own.x), fmaxf(own.h, bottom - own.y)};
}

static void zoom_row(const View *view, CellGrid *const *grids, int count, Rect room)
{
    const double *centre = view->session->stage.centre;
    Rect *bounds = ARENA_ARRAY(view->arena, Rect, count + 1);
    for (int i = 0; i < count; ++i)
        bounds[i] = cells_outline(grids[i]);
    for (int i = 0; i < count; ++i) {
        float cell = grids[i]->cell;
        int64_t group = grids[i]->group;
        zoom_cell(view, &group, &cell);
        Rect window =
            window_of(grids[i], bounds, count, i, room, view_units(view, STAGE_HEADING + 8),
                      view_units(view, STAGE_MARGIN + 8));
        cells_look(grids[i], window, group, cell, centre[STAGE_ROWS], centre[STAGE_COLUMNS]);
    }
}

/* All buffers have cells that are large enough for numbers, when zoomed as they are. */
static bool all_have_numbers(const View *view, CellGrid *const *grids, int count)
{
    for (int i = 0; i < count; ++i) {
        CellGrid grid = *grids[i];
        if (view->session->stage.zoom > 0)
            zoom_cell(view, &grid.group, &grid.cell);
        if (!cells_have_numbers(view, &grid))
            return false;
    }
    return true;
}

static void flow_row(const View *view, CellGrid *const *grids, int count, Rect room)
{
    cells_flow(grids, count, room, view_units(view, STAGE_HEADING + 4),
               view_units(view, STAGE_MARGIN + 4), view_units(view, FLOW_MOST), CELL_LEAST_PX);
}

/* Small cells with numbers: of structs and others whose numbers are long. */
static void widen_row(const View *view, CellGrid *const *grids, int count, Rect room)
{
    if (count && all_have_numbers(view, grids, count) && grids[0]->cell < view_units(view, SMALL))
        cells_widen(grids, count, room, view_units(view, STAGE_MARGIN + 4), 1.1f, 1.6f);
}

/* There may be numbers with decimals among those that the kernel writes. */
static bool has_decimals(const View *view, CellGrid *const *grids, int count)
{
    for (int i = 0; i < count; ++i) {
        const Buffer *buffer = &view->launch->buffers[grids[i] - view->buffers];
        if (buffer->role != ROLE_INPUT && scalar_is_float(buffer->type))
            return true;
    }
    return false;
}

/* Cells that are too narrow for decimals become wider than high, if that makes them wider than they were. */
static void flow_for_decimals(const View *view, CellGrid *const *grids, int count, Rect room)
{
    float cell = count ? grids[0]->cell : 0;
    if (!count || !has_decimals(view, grids, count) || !all_have_numbers(view, grids, count) ||
        cell >= digits_room(view, DECIMALS))
        return;
    cells_flow_wide(grids, count, room, view_units(view, STAGE_HEADING + 4),
                    view_units(view, STAGE_MARGIN + 4), view_units(view, FLOW_MOST), CELL_LEAST_PX,
                    DECIMALS_ASPECT);
    if (grids[0]->group > 1 || !digits_have_room(view, cells_drawn_cell(grids[0], 0, 0), DECIMALS))
        flow_row(view, grids, count, room);
}

static void place_row(View *view)
{
    Rect heading, room = stage_row_room(view, &heading);
    CellGrid **grids = ARENA_ARRAY(view->arena, CellGrid *, view->launch->buffer_count + 1);
    int count = in_order(view, grids);
    for (int i = 0; i < count; ++i)
        grids[i]->spare_rows = stage_strays(view, (int)(grids[i] - view->buffers));
    flow_row(view, grids, count, room);
    float strip = inset_strip_height(view);
    if (count && !all_have_numbers(view, grids, count) && strip < room.h / 2) {
        view->inset_room = rect_cut_bottom(&room, strip);
        flow_row(view, grids, count, room);
    }
    if (!(view->session->stage.zoom > 0))
        flow_for_decimals(view, grids, count, room);
    int fitting = 0;
    for (int i = 0; i < count; ++i) {
        Rect bounds = cells_bounds(grids[i]);
        grids[i]->is_shown = bounds.y + bounds.h <= room.y + room.h + 1;
        if (grids[i]->is_shown)
            grids[fitting++] = grids[i];
    }
    if (view->session->stage.zoom > 0)
        zoom_row(view, grids, fitting, room);
    else if (fitting && !(grids[0]->wide > 0))
        widen_row(view, grids, fitting, room);
}

/* In lecture mode the matrices need the room, and are known by their names; large tiles need it
 * otherwise, and have room for it in their corner. */
bool stage_has_heading(const View *view)
{
    const Look *look = &view->session->look;
    return (look->lecture == look->enlarged && !view->is_bare) || !view->placement.is_corner;
}

Rect stage_room(const View *view)
{
    return view_panel_inside(view, view->layout.stage, stage_has_heading(view));
}

void stage_place(View *view)
{
    Placement place = view->placement;
    int count = view->launch->buffer_count;
    for (int i = 0; i < count; ++i)
        set_shape(view, i);
    if (!place.is_corner) {
        place_row(view);
        return;
    }
    Rect inside = stage_room(view);
    float least = view_units(view, 2 * STAGE_MARGIN + STAGE_HEADING + STAGE_FOOT);
    bool has_room = inside.w >= least && inside.h >= least;
    for (int i = 0; i < count; ++i)
        view->buffers[i].is_shown =
            has_room && (i == place.left || i == place.above || i == place.output);
    if (!has_room)
        return;
    place_corner(view, inside);
    if (!cells_have_numbers(view, &view->buffers[place.output])) {
        view->inset_room = stage_free_corner(view);
        rect_cut_top(&view->inset_room, view_units(view, 58));
        rect_cut_bottom(&view->inset_room, view_units(view, 5));
    }
}

float stage_foot(const View *view)
{
    const CellGrid *output = &view->buffers[view->placement.output];
    float high = (float)cells_height(output);
    if (output->window.w <= 0)
        return output->origin.y + high;
    return output->window.y + fminf(output->window.h, high + cells_before(output).y);
}

Rect stage_free_corner(const View *view)
{
    Rect inside = stage_room(view);
    Rect left = cells_outline(&view->buffers[view->placement.left]);
    Rect above = cells_outline(&view->buffers[view->placement.above]);
    return (Rect){inside.x, inside.y + view_units(view, 4),
                  above.x - view_units(view, 36) - inside.x,
                  left.y - view_units(view, 24) - inside.y};
}

long long stage_folded(const View *view, int buffer)
{
    return extent_allocated(&view->launch->buffers[buffer]) - extent_of(view->slot, buffer);
}

const char *stage_folded_text(View *view, int buffer)
{
    bool has_rows = view->launch->buffers[buffer].rows > 0;
    long long count = stage_folded(view, buffer);
    return count ? view_format(view, has_rows ? STRING_FOLDED_ROWS : STRING_FOLDED_ELEMENTS, count)
                 : NULL;
}
