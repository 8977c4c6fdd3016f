/* There is room for a row or two beyond a buffer. Elements that lie further away stand in the
 * nearest of these, beside those that belong there, and say which they are. */
#include "view/matrix/outside.h"
#include "session/data/buffer.h"

#include "view/draw/cell_look.h"
#include "view/draw/signs.h"
#include "view/values/digits.h"
#include "view/values/values.h"

#include "probe/sentences/place.h"

#include <math.h>

static const float EDGE_HIGH = 38, EDGE_WIDE = 44;

/* One of them that lies before the buffer, or behind it. */
static bool has_finding(const View *view, int buffer, bool is_before)
{
    const Report *total = view->slot->total;
    for (int i = 0; total && i < total->finding_count; ++i) {
        const Finding *finding = &report_findings(total)[i];
        bool is_outside = finding->kind == FINDING_OUT_OF_BOUNDS_READ ||
                          finding->kind == FINDING_OUT_OF_BOUNDS_WRITE;
        if (is_outside && finding->space == SPACE_GLOBAL &&
            (is_before ? finding->is_before : finding->is_behind) &&
            (buffer < 0 || finding->buffer == buffer))
            return true;
    }
    return false;
}

bool outside_is_before(const View *view, int buffer)
{
    return has_finding(view, buffer, true);
}

bool outside_is_behind(const View *view, int buffer)
{
    return has_finding(view, buffer, false);
}

static bool is_same_rect(Rect a, Rect b)
{
    return fabsf(a.x - b.x) < 1 && fabsf(a.y - b.y) < 1;
}

static bool is_known(const OutsideWords *out, int64_t scalar)
{
    for (int i = 0; i < out->count; ++i)
        if (out->words[i].scalar == scalar)
            return true;
    return false;
}

static void gather_outside(const View *view, int buffer, const CellGrid *grid, OutsideWords *out)
{
    out->count = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        int meant, lands_in;
        int64_t scalar, row, column;
        if (!step_global(view, lane, &meant, &scalar, &lands_in) || lands_in >= 0 ||
            meant != buffer || is_known(out, scalar))
            continue;
        Rect cell = cells_cell(grid, scalar);
        cells_find(grid, scalar, &row, &column);
        out->words[out->count++] = (OutsideWord){
            lane, scalar, cell, is_same_rect(cell, cells_drawn_cell(grid, row, column))};
    }
}

static bool cell_is_taken(const OutsideWords *out, int index)
{
    const OutsideWord *word = &out->words[index];
    for (int i = 0; i < out->count; ++i)
        if (i != index && (i < index || out->words[i].is_own) &&
            is_same_rect(out->words[i].cell, word->cell))
            return true;
    return false;
}

/* To the next free place to the right, and on from the left. */
static void move_aside(const CellGrid *grid, OutsideWords *out, int index)
{
    Rect all = cells_bounds(grid), *cell = &out->words[index].cell;
    float end = all.x + all.w + (float)grid->spare_columns * cell->w - cell->w / 2;
    for (int64_t tries = cells_drawn_columns(grid) + grid->spare_columns;
         tries > 0 && cell_is_taken(out, index); --tries) {
        cell->x += cell->w;
        if (cell->x > end)
            cell->x = all.x;
    }
}

bool outside_is_seen(const CellGrid *grid, const OutsideWord *word)
{
    return grid->window.w <= 0 || rect_holds(grid->window, rect_centre(word->cell));
}

/* Of what is out of sight: below or above the window, with room for its number; beside it there is
 * none. */
static void move_to_edge(const View *view, const CellGrid *grid, OutsideWord *word)
{
    const Rect *window = &grid->window;
    Rect own = word->cell, *cell = &word->cell;
    Rect rest = rect_intersect(own, *window);
    float high = view_units(view, EDGE_HIGH);
    if (fminf(rest.w, rest.h) >= cells_numbers_least(view)) {
        *cell = rest;
        return;
    }
    *cell = cells_seen_cell(grid, word->scalar);
    cell->w = fmaxf(cell->w, view_units(view, EDGE_WIDE));
    if (own.y > cell->y + 1)
        *cell = (Rect){cell->x, window->y + window->h, cell->w, high};
    else if (own.y < cell->y - 1)
        *cell = (Rect){cell->x, window->y - high, cell->w, high};
    else
        *cell = (Rect){own.x > cell->x ? window->x + window->w : window->x, cell->y, 0, cell->h};
}

void outside_find(const View *view, int buffer, const CellGrid *grid, OutsideWords *out)
{
    gather_outside(view, buffer, grid, out);
    for (int i = 0; i < out->count; ++i)
        if (!outside_is_seen(grid, &out->words[i]))
            move_to_edge(view, grid, &out->words[i]);
    for (int i = 0; i < out->count && grid->window.w <= 0; ++i)
        if (!out->words[i].is_own)
            move_aside(grid, out, i);
}

/* The word of a guard band that is hit, as it is now. */
static void build_value(View *view, int buffer, const OutsideWord *word, Rect room)
{
    const Buffer *meant = &view->launch->buffers[buffer];
    uint8_t bytes[8] = {0};
    if (view->step->outside >> word->lane & 1)
        return;
    int64_t at = (int64_t)meant->offset_bytes + word->scalar * (int64_t)buffer_scalar_bytes(meant);
    memory_copy_out(view->memory, (uint64_t)at, bytes, buffer_scalar_bytes(meant));
    cell_value(view, room, digits_alone(), meant->type, value_bits(meant->type, bytes));
}

void outside_build_word(View *view, int buffer, const OutsideWord *word)
{
    const Theme *theme = view->theme;
    Rect room = word->cell;
    if (room.w <= 0)
        return;
    int64_t bytes = buffer_scalar_bytes(&view->launch->buffers[buffer]);
    const char *index = place_subscripts(view->arena, view->program, view->launch, SPACE_GLOBAL,
                                         buffer, word->scalar * bytes, 0);
    sign_hatch(view, SIGN_WRONG, room, theme->danger, view_units(view, 6));
    scene_box(view->scene, room, 0, 0, theme->danger, view_units(view, 2), (PickTag){0});
    if (room.h < cells_numbers_least(view) || step_is_arriving(view))
        return;
    room = rect_inset(room, fmaxf(2, roundf(room.h * 0.1f)));
    scene_rect(view->scene, room, theme->panel, (PickTag){0});
    bool has_both = room.h >= view_units(view, 30);
    Rect line = has_both ? rect_cut_bottom(&room, view_units(view, 14)) : room;
    if (has_both || !word->is_own)
        view_label_fitted(view, FONT_CODE, TEXT_TINY, 8, line, 0, theme->danger, index);
    if (has_both || word->is_own)
        build_value(view, buffer, word, room);
}
