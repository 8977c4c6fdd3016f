/* Where the words of the block's shared memory stand: arrays whole, in lines of any length, or,
 * where their words have no room for their numbers, a part of each. */
#include "view/block/shared.h"

#include "view/block/excerpt.h"
#include "view/draw/needs.h"
#include "view/values/digits.h"
#include "view/values/values.h"

#include <math.h>

enum { WHOLE_MOST = 64 }; /* words of an array that are always shown one and all */

static const float CELL_MOST = 58, ROW_LEAST_PX = 14, NUMBERS_PX = 16,
                   TIGHT_PX = 4; /* beside a number, less than in cells that have room */
static const float HEADING = 22, PART_LINE = SHARED_PART_LINE; /* of an array, in units */

/* An array of one dimension, up to a warp of words, stays in one row while its numbers can be
 * read. */
static float row_most(const View *view, CellGrid *const *grids, int count, float width)
{
    float most = view_units(view, CELL_MOST);
    for (int i = 0; i < count; ++i) {
        float cell = floorf(width / (float)grids[i]->columns);
        if (grids[i]->is_linear && grids[i]->columns <= WARP_LANES && cell >= ROW_LEAST_PX)
            most = fminf(most, cell);
    }
    return most;
}

static size_t longest_of(View *view, int variable)
{
    const CellGrid *grid = &view->shared[variable];
    const SharedVariable *source = &view->program->shared[variable];
    ScalarType type = shared_scalar(source);
    uint32_t size = scalar_size_bytes(type), offset = source->offset_bytes;
    size_t longest = 2;
    for (int64_t i = 0; i < grid->rows * grid->columns; ++i, offset += size)
        if (machine_shared_set(view->machine)[offset])
            longest = digits_longer(
                longest, value_short(view->arena, type,
                                     value_bits(type, machine_shared(view->machine) + offset)));
    return longest < 5 ? longest : 5;
}

CellSize shared_cell_least(View *view, int variable)
{
    CellSize least = shared_cell_tight(view, variable);
    least.wide += 2 * fmaxf(2, roundf(view_units(view, 3))) + 3 - TIGHT_PX;
    return least;
}

CellSize shared_cell_tight(View *view, int variable)
{
    float px = excerpt_digits_px(view);
    float wide = scene_text_width(view->scene, FONT_CODE, (int)px, "00000") *
                 (float)longest_of(view, variable) / 5;
    float high = view->look->lecture ? 1.1f * px : fmaxf(NUMBERS_PX, 1.6f * px);
    return (CellSize){ceilf(wide + TIGHT_PX), ceilf(high)};
}

bool shared_is_small(View *view, int variable)
{
    const CellGrid *grid = &view->shared[variable];
    if (grid->rows * grid->columns <= WHOLE_MOST)
        return false;
    CellSize least = shared_cell_least(view, variable);
    return grid->group > 1 || floorf(cells_across(grid)) < least.wide ||
           floorf(grid->cell) < least.high;
}

static int variable_of(const View *view, const CellGrid *grid)
{
    return (int)(grid - view->shared);
}

/* A part of each, of small ones the whole, side by side or one below the other. Returns how many
 * words are seen. */
static int64_t place_excerpts(View *view, CellGrid *const *grids, int count, Rect room, bool is_row)
{
    float heading = view_units(view, HEADING + PART_LINE), most = view_units(view, CELL_MOST) / 2;
    int64_t seen = 0;
    for (int i = 0; i < count; ++i) {
        int variable = variable_of(view, grids[i]);
        Rect own = room;
        (is_row ? &own.w : &own.h)[0] /= (float)count;
        (is_row ? &own.x : &own.y)[0] += (float)i * (is_row ? own.w : own.h);
        rect_cut_top(&own, heading);
        rect_cut_right(&own, is_row ? view_units(view, 8) : 0);
        CellSize least = shared_cell_least(view, variable);
        bool is_small = grids[i]->columns * grids[i]->rows <= WHOLE_MOST,
             is_whole = is_small && (excerpt_place_whole(grids[i], own, least, most) ||
                                     excerpt_place_whole(grids[i], own,
                                                         shared_cell_tight(view, variable), most));
        if (!is_whole)
            excerpt_place(view, grids[i], own, least, most, shared_looked_at(view, variable));
        seen += excerpt_seen(grids[i]);
    }
    return seen;
}

/* Of arrays whose words have no room for their numbers a part each, in the way that shows more. */
static void flow_excerpts(View *view, CellGrid *const *grids, int count, Rect room)
{
    bool is_any = false, is_row = room.w > 1.3f * room.h;
    for (int i = 0; i < count; ++i)
        is_any |= shared_is_small(view, variable_of(view, grids[i]));
    if (!is_any)
        return;
    int64_t other = count > 1 ? place_excerpts(view, grids, count, room, !is_row) : 0;
    if (place_excerpts(view, grids, count, room, is_row) < other)
        place_excerpts(view, grids, count, room, !is_row);
}

/* Cells that are small grow into what is left below them. */
static void flow(const View *view, CellGrid *const *grids, int count, Rect room)
{
    float heading = view_units(view, HEADING), lines = 0, most = view_units(view, CELL_MOST), high;
    cells_flow(grids, count, room, heading, 0, row_most(view, grids, count, room.w), 2);
    for (int i = 0; i < count; ++i)
        lines += (float)cells_drawn_rows(grids[i]);
    high = floorf((room.h - heading * (float)count) / lines);
    if (grids[0]->group > 1 || grids[0]->cell >= most / 2 || high <= grids[0]->cell + 1)
        return;
    float y = room.y;
    for (int i = 0; i < count; ++i) {
        grids[i]->wide = grids[i]->cell;
        grids[i]->cell = fminf(high, most / 2);
        grids[i]->origin = (Point){room.x, y + heading};
        y += heading + grids[i]->cell * (float)cells_drawn_rows(grids[i]);
    }
}

/* Words of one array that is shown whole stand in other lines rather than without their numbers. */
static void flow_numbered(View *view, CellGrid *grid, Rect room)
{
    if (grid->columns <= NEEDS_LINE || grid->rows * grid->columns > WHOLE_MOST)
        return;
    CellSize least = shared_cell_least(view, variable_of(view, grid));
    rect_cut_top(&room, view_units(view, HEADING));
    if (grid->group == 1 && cells_across(grid) >= least.wide && grid->cell >= least.high)
        return;
    excerpt_place_whole(grid, room, shared_cell_tight(view, variable_of(view, grid)),
                        view_units(view, CELL_MOST) / 2);
}

void shared_place(View *view, CellGrid *const *grids, int count, Rect room)
{
    flow(view, grids, count, room);
    flow_excerpts(view, grids, count, room);
    if (count == 1)
        flow_numbered(view, grids[0], room);
}
