/* Which element a thread works on is asked of the log of its block: the last one it touched, else
 * the next. A part of the tile of this phase around it is shown; the tile's edges stop it. */
#include "view/stage/inset_place.h"
#include "session/data/buffer.h"

#include "view/draw/cell_look.h"
#include "view/matrix/outside.h"
#include "view/matrix/part.h"
#include "view/values/digits.h"
#include "view/values/values.h"

#include <math.h>

static const float GAP = 10, CELL_LEAST = 18, LINE_SHARE = 1.6f, OUTPUT_SHARE = 0.6f,
                   OUTPUT_MOST = 0.8f, DIGITS_MOST = 50, STRIP_TITLE = 20;
enum { BRIEF_LETTERS = 3, SPARE_MOST = 4 };
enum { SEARCH_RECORDS = 8192, SAMPLE = 16, OUTPUT_LETTERS = 4, LETTERS_MOST = 8 };
enum { STRIP_ROWS = 6 };

InsetDigits inset_digits_small(const View *view)
{
    bool is_lecture = view->look->lecture;
    int px = (int)fmaxf(is_lecture ? 16 : 10, view_units(view, 8));
    return (InsetDigits){px, px, false, false};
}

InsetDigits inset_digits_large(const View *view)
{
    bool is_lecture = view->look->lecture;
    int least = (int)ceilf(fmaxf(is_lecture ? 16 : 9, view_units(view, is_lecture ? 12 : 6)));
    int most = (int)view_units(view, DIGITS_MOST);
    return (InsetDigits){most < least ? least : most, least, !is_lecture, true};
}

float inset_cell(int digit_px)
{
    return fmaxf(CELL_LEAST, ceilf((float)digit_px * LINE_SHARE));
}

float inset_strip_height(const View *view)
{
    int rows = 1;
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && !view->buffers[i].is_linear)
            rows = STRIP_ROWS;
    return view_units(view, STRIP_TITLE + GAP) +
           inset_cell(inset_digits_small(view).least) * (float)rows;
}

/* The scalar of a buffer that a logged access touched in the lane of the picked thread; false:
 * none. */
static bool record_element(const View *view, const AccessRecord *record, int buffer,
                           int64_t *scalar)
{
    uint32_t thread = view->selection->thread, lane = thread % WARP_LANES;
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

bool inset_element(const View *view, int buffer, int64_t *scalar)
{
    const Footprints *footprints = view->slot->footprints;
    const AccessLog *log = footprints->log;
    if (!log || footprints->block != view->machine->block)
        return false;
    int now = access_log_find(log, view->machine->step_count);
    for (int i = now - 1; i >= 0 && i > now - SEARCH_RECORDS; --i)
        if (record_element(view, &log->records[i], buffer, scalar))
            return true;
    for (int i = now; i < log->count && i < now + SEARCH_RECORDS; ++i)
        if (record_element(view, &log->records[i], buffer, scalar))
            return true;
    return false;
}

/* Lines beyond an edge that a tile reaches: those that it has there, or one for accesses
 * outside. */
static int64_t spare_of(int64_t end, int64_t all, bool is_over)
{
    int64_t over = end > all ? end - all : end == all && is_over;
    return over < SPARE_MOST ? over : SPARE_MOST;
}

static void find_spare(const View *view, Inset *inset)
{
    Footprint part = matrix_phase(view, inset->buffer);
    CellGrid *grid = &inset->grid;
    bool is_over = outside_is_behind(view, view->placement.is_corner ? -1 : inset->buffer);
    bool is_line = view->buffers[inset->buffer].is_linear;
    grid->spare_rows = spare_of(part.row + part.row_count, grid->rows, is_over && !is_line);
    grid->spare_columns =
        spare_of(part.column + part.column_count, grid->columns, is_over && is_line);
}

static Inset find_inset(const View *view, int buffer, bool has_spare)
{
    const CellGrid *whole = &view->buffers[buffer];
    Inset inset = {.buffer = buffer, .grid = *whole};
    Footprint part = matrix_phase(view, buffer);
    int64_t scalar;
    inset.is_touched = inset_element(view, buffer, &scalar);
    inset.row = part.row;
    inset.column = part.column;
    if (inset.is_touched)
        cells_place(whole, scalar, &inset.row, &inset.column);
    inset.is_known = inset.is_touched || part.row_count > 0;
    inset.grid.spare_rows = inset.grid.spare_columns = 0;
    if (has_spare)
        find_spare(view, &inset);
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

/* Places the part in cells of cell x wide pixels from a point on; rows and columns are the most
 * that there is room for. */
static void place_inset(const View *view, Inset *inset, Point at, int64_t rows, int64_t columns,
                        float cell, float wide)
{
    Footprint tile = inset_tile(view, inset);
    CellGrid *grid = &inset->grid, given = *grid;
    *grid = view->buffers[inset->buffer];
    grid->is_shown = true;
    grid->group = 1;
    grid->cell = cell;
    grid->wide = wide;
    grid->spare_rows = given.spare_rows;
    grid->spare_columns = given.spare_columns;
    grid->is_line = grid->is_linear;
    grid->is_linear = false;
    grid->first_row =
        first_of(inset->row, &rows, tile.row, tile.row_count, grid->rows + grid->spare_rows);
    grid->first_column = first_of(inset->column, &columns, tile.column, tile.column_count,
                                  grid->columns + grid->spare_columns);
    if (cells_unit(grid) <= columns)
        grid->first_column -= grid->first_column % cells_unit(grid);
    grid->origin = (Point){roundf(at.x), roundf(at.y)};
    grid->window =
        (Rect){grid->origin.x, grid->origin.y, (float)columns * wide, (float)rows * cell};
}

/* Letters of the longest number near the place. An output may still get longer ones. */
static int letters_near(const View *view, const Inset *inset)
{
    const CellGrid *whole = &view->buffers[inset->buffer];
    bool is_input = view->launch->buffers[inset->buffer].role == ROLE_INPUT;
    Footprint tile = matrix_phase(view, inset->buffer);
    int64_t rows = SAMPLE, columns = SAMPLE;
    int64_t row = first_of(inset->row, &rows, tile.row, tile.row_count, whole->rows);
    int64_t column =
        first_of(inset->column, &columns, tile.column, tile.column_count, whole->columns);
    size_t most = is_input ? 1 : OUTPUT_LETTERS;
    for (int64_t i = 0; i < rows; ++i) {
        CellValue values[SAMPLE];
        buffer_values(view, inset->buffer, cells_at(whole, row + i, column), cells_at(whole, 0, 1),
                      columns, values);
        for (int64_t k = 0; k < columns; ++k)
            if (values[k].is_set)
                most =
                    digits_longer(most, value_short(view->arena, values[k].type, values[k].bits));
    }
    return (int)(most < LETTERS_MOST ? most : LETTERS_MOST);
}

/* Pixels across a cell for numbers of so many letters; in the largest cells digits do not grow. */
static float cell_wide(const View *view, int letters, int cell_px)
{
    int most = (int)view_units(view, TEXT_HUGE), digit_px = cell_px < most ? cell_px : most;
    float letter = scene_text_width(view->scene, FONT_CODE, digit_px, "0");
    return fmaxf(ceilf(inset_cell(cell_px) * 0.8f),
                 ceilf((float)letters * letter + fmaxf(3, (float)digit_px * 0.4f)));
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What an output of so many pixels gets of a side: all it needs if it leaves a fifth of it. */
static float share_of(float needed, float side)
{
    return needed <= side * OUTPUT_MOST ? needed : side * OUTPUT_SHARE;
}

/* Where a tile ends that reaches to end: there, or, at the edge, behind all its spare lines. */
static int64_t end_of(int64_t end, int64_t all, int64_t spare)
{
    return end < all ? end : all + spare;
}

Footprint inset_tile(const View *view, const Inset *inset)
{
    const CellGrid *whole = &inset->grid;
    Footprint tile = matrix_phase(view, inset->buffer);
    if (!tile.row_count)
        return (Footprint){.row_count = whole->rows, .column_count = whole->columns};
    int64_t bottom = tile.row + tile.row_count, right = tile.column + tile.column_count;
    tile.row_count = end_of(bottom, whole->rows, whole->spare_rows) - tile.row;
    tile.column_count = end_of(right, whole->columns, whole->spare_columns) - tile.column;
    return tile;
}

CellRange inset_seen(const Inset *inset)
{
    const CellGrid *grid = &inset->grid;
    int64_t rows = (int64_t)roundf(grid->window.h / grid->cell);
    int64_t columns = (int64_t)roundf(grid->window.w / cells_across(grid));
    return (CellRange){grid->first_row, grid->first_row + rows, grid->first_column,
                       grid->first_column + columns};
}

/* How the sides of a corner are shared out in cells of one size. */
typedef struct CornerFit {
    float cell, wide_left, wide;
    int64_t rows, columns, inner;
    bool is_whole;
} CornerFit;

static CornerFit fit_corner(const View *view, const Inset insets[3], const int letters[3],
                            Point room, int digit_px)
{
    Footprint tile = inset_tile(view, &insets[2]), deep = inset_tile(view, &insets[0]);
    int64_t rows = tile.row_count, columns = tile.column_count, inner = deep.column_count;
    int wider = letters[1] > letters[2] ? letters[1] : letters[2];
    CornerFit fit = {.cell = inset_cell(digit_px),
                     .wide_left = cell_wide(view, letters[0], digit_px),
                     .wide = cell_wide(view, wider, digit_px)};
    float across = share_of((float)columns * fit.wide, room.x);
    float down = share_of((float)rows * fit.cell, room.y);
    fit.inner = least_of(inner, least_of((int64_t)((room.x - across) / fit.wide_left),
                                         (int64_t)((room.y - down) / fit.cell)));
    fit.columns =
        least_of(columns, (int64_t)((room.x - (float)fit.inner * fit.wide_left) / fit.wide));
    fit.rows = least_of(rows, (int64_t)((room.y - (float)fit.inner * fit.cell) / fit.cell));
    fit.is_whole = fit.inner == inner && fit.columns == columns && fit.rows == rows;
    return fit;
}

/* All of the tiles in square cells, if these have room for numbers. */
static void fit_whole(const View *view, const Inset insets[3], Point room, CornerFit *fit)
{
    Footprint tile = inset_tile(view, &insets[2]), deep = inset_tile(view, &insets[0]);
    int64_t rows = tile.row_count, columns = tile.column_count, inner = deep.column_count;
    float cell = floorf(fminf(room.x / (float)(columns + inner), room.y / (float)(rows + inner)));
    if (cell >= cells_numbers_least(view))
        *fit = (CornerFit){cell, cell, cell, rows, columns, inner, true};
}

/* In the largest digits at which the tiles are whole, else in fewer of the least ones. */
static CornerFit fit_digits(const View *view, const Inset insets[3], const int letters[3],
                            Point room, InsetDigits digits)
{
    CornerFit fit = {0};
    for (int px = digits.most; px >= digits.least && !fit.is_whole; --px)
        fit = fit_corner(view, insets, letters, room, px);
    if (fit.is_whole || !digits.may_be_brief)
        return fit;
    int brief[3];
    for (int i = 0; i < 3; ++i)
        brief[i] = letters[i] < BRIEF_LETTERS ? letters[i] : BRIEF_LETTERS;
    CornerFit other = fit_corner(view, insets, brief, room, digits.least);
    return other.is_whole ? other : fit;
}

static void share_spare(int64_t *a, int64_t *b)
{
    *a = *b = *a > *b ? *a : *b;
}

bool inset_place_corner(const View *view, Rect room, InsetDigits digits, Point margins,
                        Inset insets[3])
{
    Placement place = view->placement;
    const int buffers[] = {place.left, place.above, place.output};
    int letters[3];
    for (int i = 0; i < 3; ++i)
        insets[i] = find_inset(view, buffers[i], digits.has_spare);
    share_spare(&insets[0].grid.spare_rows, &insets[2].grid.spare_rows);
    share_spare(&insets[1].grid.spare_columns, &insets[2].grid.spare_columns);
    share_spare(&insets[0].grid.spare_columns, &insets[1].grid.spare_rows);
    if (!insets[0].is_known || !insets[2].is_known)
        return false;
    insets[0].row = insets[2].row;
    insets[1].row = insets[0].column;
    insets[1].column = insets[2].column;
    for (int i = 0; i < 3; ++i)
        letters[i] = letters_near(view, &insets[i]);
    Point gap = {view_units(view, GAP), fmaxf(view_units(view, GAP), margins.y)};
    Point free = {room.w - gap.x - margins.x, room.h - gap.y - margins.y};
    CornerFit fit = fit_digits(view, insets, letters, free, digits);
    if (!fit.is_whole)
        fit_whole(view, insets, free, &fit);
    if (fit.rows < 1 || fit.columns < 1 || fit.inner < 1)
        return false;
    Point at = {room.x + margins.x, room.y + margins.y};
    Point inside = {at.x + (float)fit.inner * fit.wide_left + gap.x,
                    at.y + (float)fit.inner * fit.cell + gap.y};
    place_inset(view, &insets[0], (Point){at.x, inside.y}, fit.rows, fit.inner, fit.cell,
                fit.wide_left);
    place_inset(view, &insets[1], (Point){inside.x, at.y}, fit.inner, fit.columns, fit.cell,
                fit.wide);
    place_inset(view, &insets[2], inside, fit.rows, fit.columns, fit.cell, fit.wide);
    return true;
}

/* All of the tile in square cells, rather than a part of it; false if they were too small for
 * numbers. */
static bool place_whole(const View *view, Inset *inset, Rect room)
{
    Footprint tile = inset_tile(view, inset);
    float cell = floorf(fminf(room.w / (float)tile.column_count, room.h / (float)tile.row_count));
    if (cell < cells_numbers_least(view))
        return false;
    place_inset(view, inset, (Point){room.x, room.y}, tile.row_count, tile.column_count, cell,
                cell);
    return true;
}

Inset inset_place_one(const View *view, int buffer, Rect room, InsetDigits digits)
{
    Inset inset = find_inset(view, buffer, digits.has_spare);
    if (!inset.is_known)
        return inset;
    inset.grid.window = (Rect){0};
    Footprint tile = inset_tile(view, &inset);
    int letters = letters_near(view, &inset);
    for (int px = digits.most; px >= digits.least; --px) {
        float cell = inset_cell(px), wide = cell_wide(view, letters, px);
        int64_t rows = (int64_t)(room.h / cell), columns = (int64_t)(room.w / wide);
        bool is_whole = rows >= tile.row_count && columns >= tile.column_count;
        if (rows < 1 || columns < 2 || (!is_whole && px > digits.least))
            continue;
        if (is_whole || !place_whole(view, &inset, room))
            place_inset(view, &inset, (Point){room.x, room.y}, rows, columns, cell, wide);
        break;
    }
    inset.is_known = inset.grid.window.w > 0;
    return inset;
}
