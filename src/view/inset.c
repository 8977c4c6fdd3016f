/* Which element a thread works on is asked of the log of its block: the last one it touched, else the
 * next. A part of the tile of this phase around it is shown; the tile's edges stop it. */
#include "view/inset.h"

#include "view/matrix.h"
#include "view/values.h"

#include "probe/sentence.h"

#include <math.h>

static const float CELL = 15, CELL_LECTURE = 22, GAP = 10, LINE = 20;
enum { SEARCH_RECORDS = 8192, STRIP_ROWS = 6 };

typedef struct Inset {
    int buffer;
    int64_t row, column; /* of the element in the middle of interest */
    bool is_known;
    CellGrid grid;
} Inset;

static float cell_size(const View *view)
{
    float units = view->session->look.lecture ? CELL_LECTURE : CELL;
    return floorf(fmaxf(18, view_units(view, units)));
}

float inset_strip_height(const View *view)
{
    int rows = 1;
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && !view->buffers[i].is_linear)
            rows = STRIP_ROWS;
    return view_units(view, LINE + GAP) + cell_size(view) * (float)rows;
}

/* The record's element of one buffer for one lane. */
static bool record_element(const View *view, const AccessRecord *record, int buffer,
                           int64_t *scalar)
{
    uint32_t thread = view->session->selection.thread, lane = thread % WARP_LANES;
    if (record->space != SPACE_GLOBAL || record->warp != thread / WARP_LANES ||
        !(record->lanes >> lane & 1))
        return false;
    uint64_t at = record->base + record->offset[lane];
    if (launch_buffer_at(view->launch, at) != buffer)
        return false;
    const Buffer *source = &view->launch->buffers[buffer];
    *scalar = (int64_t)((at - source->offset_bytes) / buffer_scalar_bytes(source));
    return true;
}

static bool find_element(const View *view, int buffer, int64_t *scalar)
{
    const Footprints *footprints = view->slot->footprints;
    const AccessLog *log = footprints->log;
    if (!log || footprints->block != view->machine->block)
        return false;
    uint64_t start = session_moment(view->slot, (Place){.block = view->machine->block});
    int now = access_log_find(log, timeline_position(view->slot->timeline) - start);
    for (int i = now - 1; i >= 0 && i > now - SEARCH_RECORDS; --i)
        if (record_element(view, &log->records[i], buffer, scalar))
            return true;
    for (int i = now; i < log->count && i < now + SEARCH_RECORDS; ++i)
        if (record_element(view, &log->records[i], buffer, scalar))
            return true;
    return false;
}

static Inset find_inset(const View *view, int buffer)
{
    Inset inset = {.buffer = buffer};
    const CellGrid *whole = &view->buffers[buffer];
    Footprint part = matrix_phase(view, buffer);
    int64_t scalar;
    inset.is_known = find_element(view, buffer, &scalar);
    inset.row = inset.is_known ? scalar / whole->columns : part.row;
    inset.column = inset.is_known ? scalar % whole->columns : part.column;
    inset.is_known |= part.row_count > 0;
    return inset;
}

/* The first of so many in a row, around a place; inside the tile if the place is. */
static int64_t first_of(int64_t at, int64_t *count, int64_t tile, int64_t tile_count, int64_t all)
{
    bool is_inside = at >= tile && at < tile + tile_count;
    int64_t low = is_inside ? tile : 0, high = is_inside ? tile + tile_count : all;
    high = high < all ? high : all;
    *count = *count < high - low ? *count : high - low;
    int64_t first = at - *count / 2;
    first = first > high - *count ? high - *count : first;
    return first < low ? low : first;
}

/* rows and columns: the most there is room for. */
static void place_inset(const View *view, Inset *inset, Point at, int64_t rows, int64_t columns)
{
    const CellGrid *whole = &view->buffers[inset->buffer];
    Footprint tile = matrix_phase(view, inset->buffer);
    float cell = cell_size(view);
    inset->grid = *whole;
    CellGrid *grid = &inset->grid;
    grid->group = 1;
    grid->cell = cell;
    grid->spare_rows = grid->spare_columns = 0;
    grid->is_linear = false;
    grid->first_row = first_of(inset->row, &rows, tile.row, tile.row_count, grid->rows);
    grid->first_column =
        first_of(inset->column, &columns, tile.column, tile.column_count, grid->columns);
    grid->origin = (Point){roundf(at.x), roundf(at.y)};
    grid->window =
        (Rect){grid->origin.x, grid->origin.y, (float)columns * cell, (float)rows * cell};
}

static float side(Point from, Point to, Point at)
{
    return (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
}

/* Two lines from the outermost corners of one rectangle to those of the other. */
static void tie(View *view, Rect a, Rect b, Colour colour)
{
    Point from = rect_centre(a), to = rect_centre(b);
    int least = 0, most = 0;
    Point corners[2][4];
    for (int i = 0; i < 4; ++i) {
        float right = i & 1 ? 1 : 0, down = i & 2 ? 1 : 0;
        corners[0][i] = (Point){a.x + right * a.w, a.y + down * a.h};
        corners[1][i] = (Point){b.x + right * b.w, b.y + down * b.h};
        if (side(from, to, corners[0][i]) < side(from, to, corners[0][least]))
            least = i;
        if (side(from, to, corners[0][i]) > side(from, to, corners[0][most]))
            most = i;
    }
    scene_line(view->scene, corners[0][least], corners[1][least], colour, view_units(view, 1));
    scene_line(view->scene, corners[0][most], corners[1][most], colour, view_units(view, 1));
}

static void build_one(View *view, const Inset *inset)
{
    const CellGrid *grid = &inset->grid, *whole = &view->buffers[inset->buffer];
    Colour strong = view_part(view, inset->buffer)->strong;
    CellRange seen = cells_seen(grid);
    Rect place = cells_box(whole, seen.row, seen.column, seen.row_end - seen.row,
                           seen.column_end - seen.column);
    if (whole->is_linear)
        place = cells_box(whole, 0, seen.column, 1, seen.column_end - seen.column);
    if (whole->window.w > 0)
        place = rect_intersect(place, whole->window);
    Rect bounds = cells_bounds(grid);
    if (place.w > 0 && place.h > 0) {
        tie(view, bounds, place, colour_alpha(strong, 0.7f));
        scene_box(view->scene, rect_inset(place, -1), 0, 0, view->theme->text,
                  fmaxf(1, view_units(view, 1.5f)), (PickTag){0});
    }
    scene_rect(view->scene, bounds, view->theme->panel, (PickTag){0});
    matrix_build_grid(view, inset->buffer, grid);
    scene_box(view->scene, rect_inset(bounds, -view_units(view, 1.5f)), 0, 0, strong,
              view_units(view, 1.5f), (PickTag){0});
}

static void build_title(View *view, Rect line)
{
    int64_t scalar;
    int output = view->placement.output;
    Dim3 at = dim3_from_linear(view->session->selection.thread, view->launch->block);
    const char *text = view_format(view, STRING_INSET, at.x, at.y);
    if (output >= 0 && find_element(view, output, &scalar)) {
        const Buffer *source = &view->launch->buffers[output];
        uint64_t word = source->offset_bytes + (uint64_t)scalar * buffer_scalar_bytes(source);
        text = arena_printf(view->arena, "%s · %s", text,
                            sentence_global_place(view->arena, view->language, view->launch, word));
    }
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->muted, text);
}

/* Rows of the left one are those of the output, and so on: one place for all three. */
static void build_corner(View *view, Rect room)
{
    Placement place = view->placement;
    Inset left = find_inset(view, place.left), above = find_inset(view, place.above),
          output = find_inset(view, place.output);
    float cell = cell_size(view), gap = view_units(view, GAP);
    int64_t across = (int64_t)((room.w - gap) / 2 / cell),
            down = (int64_t)((room.h - gap) / 2 / cell);
    if (across < 2 || down < 2 || !output.is_known || !left.is_known)
        return;
    left.row = output.row;
    above.row = left.column;
    above.column = output.column;
    int64_t inner = across < down ? across : down;
    place_inset(view, &above, (Point){room.x, room.y}, inner, across);
    place_inset(view, &left, (Point){room.x, room.y}, down, inner);
    float x = room.x + left.grid.window.w + gap, y = room.y + above.grid.window.h + gap;
    place_inset(view, &left, (Point){room.x, y}, down, inner);
    place_inset(view, &above, (Point){x, room.y}, inner, across);
    place_inset(view, &output, (Point){x, y}, down, across);
    build_one(view, &left);
    build_one(view, &above);
    build_one(view, &output);
}

static void build_strip(View *view, Rect room)
{
    int count = 0;
    for (int i = 0; i < view->launch->buffer_count; ++i)
        count += view->buffers[i].is_shown;
    float cell = cell_size(view), gap = view_units(view, GAP) * 2;
    float width = (room.w - gap * (float)(count - 1)) / (float)(count ? count : 1), x = room.x;
    for (int i = 0; i < view->launch->buffer_count; ++i) {
        if (!view->buffers[i].is_shown)
            continue;
        Inset inset = find_inset(view, i);
        int64_t rows = (int64_t)(room.h / cell), columns = (int64_t)(width / cell);
        if (inset.is_known && rows > 0 && columns > 1) {
            place_inset(view, &inset, (Point){x, room.y}, rows, columns);
            build_one(view, &inset);
        }
        x += width + gap;
    }
}

void inset_build(View *view)
{
    Rect room = view->inset_room;
    if (room.w <= 0 || room.h <= 0)
        return;
    Rect title = rect_cut_top(&room, view_units(view, LINE));
    float least = 4 * cell_size(view) + view_units(view, GAP);
    if (view->placement.is_corner && (room.w < least || room.h < least))
        return;
    build_title(view, title);
    if (view->placement.is_corner)
        build_corner(view, room);
    else
        build_strip(view, room);
}
