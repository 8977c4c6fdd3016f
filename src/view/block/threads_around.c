/* What stands around the threads: the heading, the names of their warps, of their planes. */
#include "view/block/threads_around.h"
#include "view/draw/signs.h"

#include "view/block/excerpt.h"
#include "view/block/threads.h"
#include "view/values/where.h"

#include <math.h>

/* A block of three dimensions stands as its planes, one below the other: where each begins, and
 * which it is if there is room. */
void threads_planes_build(View *view, Rect inside)
{
    const CellGrid *grid = &view->threads.grid;
    Dim3 block = view->launch->block;
    Rect all = cells_bounds(grid);
    float units = view->look->lecture ? TEXT_BODY : TEXT_TINY;
    float h = view_units(view, units + 3), gap = view_units(view, 5),
          height = grid->cell * (float)block.y;
    for (uint32_t z = 0; z < block.z && block.z > 1 && block.y > 1; ++z) {
        float y = cells_drawn_cell(grid, (int64_t)z * block.y, 0).y;
        if (y < all.y - 1 || y >= all.y + all.h)
            continue;
        Point left = {all.x - 1, y}, right = {all.x + all.w + gap, y};
        if (z > 0)
            sign_dashed_line(view, SIGN_LAYERS, left, right, view->theme->text,
                             fmaxf(1, view_units(view, 1.5f)));
        const char *text = arena_printf(view->arena, "z = %u", z);
        Rect label = {right.x, y + fminf(height / 2, h) - h / 2, inside.x + inside.w - right.x, h};
        if (height >= h && view_text_width(view, FONT_CODE, units, text) <= label.w)
            view_label(view, FONT_CODE, units, label, -1, view->theme->muted, text);
    }
}

static bool row_is_seen(const CellGrid *grid, uint32_t thread)
{
    CellRange seen = cells_seen(grid);
    int64_t row, column;
    cells_find(grid, thread, &row, &column);
    return row >= seen.row && row < seen.row_end;
}

/* The warps' names where there is room, each with a tick where the warp begins. */
void threads_warp_names_build(View *view, Rect inside)
{
    const CellGrid *grid = &view->threads.grid;
    float h = view_units(view, 15), last_y = -h, pad = view_units(view, 4);
    float tick = threads_have_tokens(view, grid) ? 0 : pad / 2;
    float units = view->look->lecture ? TEXT_BODY : 12;
    CellRange seen = cells_seen(grid);
    uint32_t corner = (uint32_t)cells_element(grid, seen.row, seen.column);
    for (uint32_t warp = corner / WARP_LANES; warp < view->machine->warp_count; ++warp) {
        uint32_t first = warp * WARP_LANES > corner ? warp * WARP_LANES : corner;
        Rect cell = thread_cell(view, first);
        if (cell.y - last_y < h || !row_is_seen(grid, first))
            continue;
        last_y = cell.y;
        float y = cell.y + fminf(cell.h / 2, h) - h / 2;
        Rect label = {inside.x, y, grid->origin.x - inside.x - pad - tick, h};
        if (tick > 0)
            scene_rect(view->scene, (Rect){grid->origin.x - 1 - pad, cell.y, pad, 1},
                       view->theme->muted, (PickTag){0});
        view_label_fitted(view, FONT_CODE, units, 7, label, 1, view->theme->muted,
                          arena_printf(view->arena, "W%u", warp));
    }
}

/* In lecture mode the stage names the block, in large letters. */
const char *threads_heading(View *view)
{
    const char *block = view_block_at(view, view->machine->block);
    const char *whole = view_format(view, STRING_THREADS_OF_BLOCK, block);
    Rect line = view_panel_padded(view, view->layout.threads);
    bool fits = view_text_width(view, FONT_UI, TEXT_SMALL, whole) <= line.w;
    return view->look->lecture || !fits ? view_text(view, STRING_THREADS) : whole;
}

const char *threads_lanes(View *view)
{
    uint32_t threads = view->machine->thread_count;
    return threads < WARP_LANES ? view_format(view, STRING_LANES_USED, (int)threads) : NULL;
}

/* Which of the threads are shown, or what a row of them is where that says something. */
const char *threads_part(View *view, const CellGrid *grid)
{
    const char *row = excerpt_is_part(grid) ? NULL : where_row(view, grid);
    if (!excerpt_is_part(grid))
        return row ? row : threads_lanes(view);
    return view_format(view, STRING_EXCERPT_WARP, excerpt_text(view, grid),
                       view->selection->thread / WARP_LANES);
}

/* That stands behind the heading. */
void threads_heading_above(View *view, const CellGrid *grid)
{
    Rect line = view_panel_padded(view, view->layout.threads);
    const char *text = threads_heading(view), *row = threads_part(view, grid);
    const char *whole = row ? arena_printf(view->arena, "%s · %s", text, row) : text;
    bool fits = view_text_width(view, FONT_UI, TEXT_SMALL, whole) <= line.w;
    rect_cut_bottom(&line, line.h - view_units(view, 18));
    if (!excerpt_is_part(grid))
        excerpt_line(view, TEXT_SMALL, line, -1, view->theme->muted, fits ? whole : text);
    else if (!excerpt_line(view, TEXT_SMALL, line, -1, view->theme->muted, fits ? whole : row))
        excerpt_told(view, grid, TEXT_SMALL, line, NULL);
}

/* The same above the legend, in two lines at most. */
void threads_heading_aside(View *view, Rect *room, const CellGrid *grid)
{
    const char *text = threads_heading(view), *row = threads_part(view, grid);
    int px = view_font(view, TEXT_SMALL);
    bool is_short = view_text_width(view, FONT_UI, TEXT_SMALL, text) <= room->w;
    const char *joint = is_short ? "\n" : " · ";
    const char *whole = row ? arena_printf(view->arena, "%s%s%s", text, joint, row) : text;
    float two = scene_paragraph_height(view->scene, FONT_UI, px, room->w, 2, whole);
    bool fits = scene_paragraph_height(view->scene, FONT_UI, px, room->w, 3, whole) <= two;
    float height = scene_paragraph(view->scene, FONT_UI, px, (Point){room->x, room->y}, room->w, 2,
                                   view->theme->muted, fits ? whole : text);
    rect_cut_top(room, height + view_units(view, 3));
}

static Rect map_cell(Rect room, float cell, int64_t row, int64_t column)
{
    return (Rect){room.x + (float)column * cell, room.y + (float)row * cell, cell, cell};
}

Rect threads_map_build(View *view, Rect room)
{
    enum { LEAST = 2, MOST = 4 };
    const CellGrid *grid = &view->threads.grid;
    int64_t rows = cells_drawn_rows(grid), columns = cells_drawn_columns(grid), row, column;
    float cell = floorf(fminf((room.w - 4) / (float)columns, (room.h - 4) / (float)rows));
    cell = fminf(cell, MOST);
    if (cell < LEAST)
        return (Rect){0};
    room = (Rect){room.x + 2, room.y + 2, 0, 0};
    for (uint32_t thread = 0; thread < view->machine->thread_count; ++thread) {
        cells_find(grid, thread, &row, &column);
        Rect at = map_cell(room, cell, row, column);
        scene_rect(view->scene, at, view->theme->panel, target_tag(TARGET_THREAD, thread, 1));
        token_build_small(view, at, token_state_seen(view, thread));
    }
    CellRange seen = cells_seen(grid);
    Rect part = map_cell(room, cell, seen.row, seen.column);
    part.w *= (float)(seen.column_end - seen.column);
    part.h *= (float)(seen.row_end - seen.row);
    scene_box(view->scene, rect_inset(part, -2), 0, 0, view->theme->panel, 1, (PickTag){0});
    scene_box(view->scene, rect_inset(part, -1), 0, 0, view->theme->text, 1, (PickTag){0});
    return (Rect){room.x - 2, room.y - 2, cell * (float)columns + 4, cell * (float)rows + 4};
}
