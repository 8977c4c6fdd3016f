/* The block's threads: a token each, whose shape tells its state. At a barrier the tokens move up
 * to a gate and wait; the gate opens when the last one has come. */
#include "view/block/threads.h"
#include "view/draw/signs.h"

#include "view/block/block.h"
#include "view/block/excerpt.h"
#include "view/block/threads_around.h"
#include "view/block/work.h"
#include "view/draw/cell_look.h"
#include "view/draw/needs.h"
#include "view/values/values.h"
#include "view/values/where.h"

#include <math.h>

static const float NAMED_LEAST = 38, TOKEN_LEAST_PX = 14, TOKEN_LEAST = 8, BORDER_LEAST_PX = 8,
                   WIDE_MOST = 3, NAME_SHARE = 0.52f, NAMED_LEAST_PX = 17, CELL_MOST = 96,
                   PLANES = 44, MARGIN = 26, MAP_SHARE = 0.45f, ROW_LEAST_PX = 14,
                   ROW_LEAST = 12.5f;
enum {
    WHOLE_MOST = 64, /* threads that are always shown one and all */
    PART_LEAST = 16  /* of more */
};

Rect thread_cell(const View *view, uint32_t thread)
{
    return cells_seen_cell(&view->threads.grid, thread);
}

bool threads_have_tokens(const View *view, const CellGrid *grid)
{
    return grid->cell >= fmaxf(TOKEN_LEAST_PX, view_units(view, TOKEN_LEAST));
}

/* A cell also tells what its thread works on. */
static bool tells_work(const View *view)
{
    return view->threads.work && view->is_corner;
}

/* The size of a thread's numbers in its cell, as large as others of the panel unless the cell is
 * small; 0: they have no room. */
static int name_px(const View *view, Rect cell, const char *name)
{
    int least = (int)excerpt_letters_px(view);
    int wanted = view_font(view, TEXT_TINY);
    int px = (int)fminf((float)(wanted > least ? wanted : least), roundf(cell.h * NAME_SHARE));
    float room = cell.w - 3;
    while (px > least && scene_text_width(view->scene, FONT_CODE, px, name) > room)
        --px;
    bool fits = px >= least && cell.h >= NAMED_LEAST_PX &&
                scene_text_width(view->scene, FONT_CODE, px, name) <= room;
    return fits ? px : 0;
}

/* What is left of a cell below the thread's numbers. */
static Rect below_name(const View *view, Rect cell, int px)
{
    bool is_small = cell.h < view_units(view, NAMED_LEAST);
    rect_cut_top(&cell, is_small ? 1.1f * (float)px : view_units(view, 16));
    return cell;
}

/* Where the cell tells of work the token stands small in a corner of it, beside the name, or below
 * it where that has the whole line; else below the name. */
static Rect token_room(const View *view, Rect cell, int px, float name)
{
    bool is_small = cell.h < view_units(view, NAMED_LEAST);
    float side = fminf(view_units(view, 22), cell.h * 0.4f);
    Rect corner = {cell.x + cell.w - side, cell.y, side, side};
    if (!tells_work(view))
        return px && is_small ? below_name(view, cell, px) : cell;
    if (px && name + 2 > cell.w - side) {
        side = fminf(side, cell.h - 1.1f * (float)px);
        corner = (Rect){cell.x + cell.w - side, cell.y + cell.h - side, side, side};
    }
    return corner;
}

/* Below the thread's name. */
static Rect work_room(const View *view, Rect cell, int px, Rect token)
{
    bool is_small = cell.h < view_units(view, NAMED_LEAST);
    Rect room = rect_inset(cell, 1);
    if (is_small && !px)
        return room;
    Rect below = below_name(view, cell, px);
    if (!is_small)
        return (Rect){below.x + view_units(view, 4), below.y, below.w - view_units(view, 8),
                      below.h - 2};
    bool is_beside = tells_work(view) && token.y > cell.y;
    return (Rect){below.x + 1, below.y, below.w - 2 - (is_beside ? token.w * 0.6f : 0),
                  below.h - 1};
}

static void build_worker(View *view, uint32_t thread, Rect cell, int px, float name)
{
    bool is_small = cell.h < view_units(view, NAMED_LEAST);
    Rect token = token_room(view, cell, px, name), room = work_room(view, cell, px, token);
    if (tells_work(view))
        work_build(view, &view->threads.work[thread], room, is_small);
    token_build(view, token, thread_state(view, thread), token_gate_share(view, thread));
    if (view->threads.work && !tells_work(view))
        work_hand_build(view, &view->threads.work[thread], room);
}

static void build_name(View *view, Rect cell, int px, const char *name)
{
    bool is_small = cell.h < view_units(view, NAMED_LEAST);
    Rect line = {cell.x + view_units(view, 6), cell.y + view_units(view, 4), cell.w,
                 view_units(view, 14)};
    if (is_small ||
        scene_text_width(view->scene, FONT_CODE, px, name) > cell.w - 2 * view_units(view, 6))
        line = (Rect){cell.x + 2, cell.y + 1, cell.w, 1.1f * (float)px};
    scene_label(view->scene, FONT_CODE, px, line, -1, view->theme->muted, name);
}

static void build_thread(View *view, uint32_t thread)
{
    const Theme *theme = view->theme;
    Rect cell = thread_cell(view, thread);
    if (!excerpt_holds(&view->threads.grid, thread))
        return;
    scene_rect(view->scene, cell,
               token_takes_part(view, thread) ? theme->accent_tint : theme->panel,
               target_tag(TARGET_THREAD, thread, 0));
    if (!threads_have_tokens(view, &view->threads.grid)) {
        token_build_small(view, cell, token_state_seen(view, thread));
        return;
    }
    scene_box(view->scene, cell, 0, 0, theme->grid, 1, (PickTag){0});
    const char *name = view_indices(view, thread, view->launch->block);
    int px = name_px(view, cell, name);
    build_worker(view, thread, cell, px,
                 scene_text_width(view->scene, FONT_CODE, px ? px : 8, name));
    if (px)
        build_name(view, cell, px, name);
}

/* A border wherever two neighbours belong to different warps. It is thin where cells are small;
 * where a warp is a single row of small cells there are none between rows, which they would
 * cover. */
static void build_warp_borders(View *view)
{
    const CellGrid *grid = &view->threads.grid;
    uint32_t count = view->machine->thread_count;
    uint32_t columns = (uint32_t)cells_drawn_columns(grid);
    bool is_small = grid->cell < BORDER_LEAST_PX;
    float w = fmaxf(1, roundf(fminf(grid->cell * 0.12f, fmaxf(2, view_units(view, 2)))));
    Colour colour = w < 2 ? view->theme->muted : view->theme->text;
    bool has_rows = !is_small || columns * 2 <= WARP_LANES;
    for (uint32_t thread = 0; thread < count; ++thread) {
        Rect cell = thread_cell(view, thread);
        if (!excerpt_holds(grid, thread))
            continue;
        uint32_t below = thread + columns, right = thread + 1;
        if (has_rows && below < count && below / WARP_LANES != thread / WARP_LANES)
            scene_rect(view->scene, (Rect){cell.x, cell.y + cell.h - ceilf(w / 2), cell.w, w},
                       colour, (PickTag){0});
        if (right % columns && right < count && right / WARP_LANES != thread / WARP_LANES)
            scene_rect(view->scene, (Rect){cell.x + cell.w - ceilf(w / 2), cell.y, w, cell.h},
                       colour, (PickTag){0});
    }
    float line = view_hairline(view);
    scene_box(view->scene, rect_inset(cells_bounds(grid), -line), 0, 0, view->theme->muted, line,
              (PickTag){0});
}

/* Beside cells too small for a background of their own: the warp that makes the step. */
static void build_acting_warp(View *view)
{
    const CellGrid *grid = &view->threads.grid;
    if (!view->step || threads_have_tokens(view, grid))
        return;
    uint32_t first = view->step->warp * WARP_LANES, last = first + WARP_LANES - 1;
    uint32_t count = view->machine->thread_count;
    Rect from = thread_cell(view, first), to = thread_cell(view, last < count ? last : count - 1);
    float w = fmaxf(3, view_units(view, 3));
    scene_rect(view->scene, (Rect){grid->origin.x - w, from.y, w, to.y + to.h - from.y},
               view->theme->accent, (PickTag){0});
}

/* Before an audience tokens are to be large; a colour that is not explained is in the sentence. */
static const float LEGEND_MOST = 0.5f, LEGEND_MOST_LECTURE = 0.3f;

static float legend_width(View *view, float units)
{
    ThreadState states[THREAD_STATES];
    float width = 0;
    for (int i = token_legend(view, states); i-- > 0;)
        width = fmaxf(width, view_text_width(view, FONT_UI, units,
                                             view_text(view, thread_state_text(states[i]))));
    return width + view_units(view, 26);
}

/* The usual size, or the largest below it at which the legend has room. */
static float legend_units(View *view, float most)
{
    float units = TEXT_SMALL;
    while (units > TEXT_TINY && legend_width(view, units) > most)
        units -= 0.5f;
    return units;
}

static const float LEGEND_LINE = 24;

/* In one column, or, below the threads, in two. */
static void build_legend(View *view, Rect room, int columns, float units)
{
    ThreadState states[THREAD_STATES];
    int count = token_legend(view, states), rows = (count + columns - 1) / columns;
    float height = fminf(room.h / (float)rows, view_units(view, LEGEND_LINE));
    for (int i = 0; i < count && height >= view_units(view, 14); ++i) {
        ThreadState state = states[i];
        Rect line = {room.x + (float)(i / rows) * room.w / (float)columns,
                     room.y + (float)(i % rows) * height, room.w / (float)columns, height};
        Rect key = rect_cut_left(&line, view_units(view, 20));
        key = (Rect){key.x, key.y + (key.h - key.w) / 2, key.w, key.w};
        if (threads_have_tokens(view, &view->threads.grid))
            token_build(view, key, state, state == THREAD_WAITING ? 1 : 0);
        else
            token_build_small(view, rect_inset(key, view_units(view, 4)), state);
        rect_cut_left(&line, view_units(view, 6));
        line.w += 1;
        view_label(view, FONT_UI, units, line, -1, view->theme->muted,
                   view_text(view, thread_state_text(state)));
    }
}

void threads_legend_build_if_room(View *view, Rect room)
{
    ThreadState states[THREAD_STATES];
    float high = view_units(view, 17) * (float)token_legend(view, states);
    if (legend_width(view, TEXT_TINY) <= room.w && room.h >= high)
        build_legend(view, room, 1, legend_units(view, room.w));
}

/* A block of one dimension, up to a warp, stays in one row while its threads' numbers can be
 * read. */
static float row_most(const View *view, const CellGrid *grid, float width, float most)
{
    float least = fmaxf(ROW_LEAST_PX, view_units(view, ROW_LEAST));
    float cell = floorf(width / (float)grid->columns);
    bool is_row = grid->is_linear && grid->columns <= WARP_LANES && cell >= least;
    return is_row ? fminf(cell, most) : panel_strip_most(view, grid, width, most);
}

/* Cells that are small grow into what is left beside and below them. */
static void grow(const View *view, CellGrid *grid, Rect room)
{
    float named = view_units(view, NAMED_LEAST);
    float high = floorf((room.y + room.h - grid->origin.y) / (float)cells_drawn_rows(grid));
    float wide = floorf((room.x + room.w - grid->origin.x - 1) / (float)cells_drawn_columns(grid));
    if (grid->group > 1 || grid->cell >= named || fminf(high, wide) < NAMED_LEAST_PX * 0.75f)
        return;
    grid->wide = fmaxf(grid->cell, fminf(wide, named * 1.6f));
    grid->cell = fmaxf(grid->cell, fminf(high, named));
}

static float flow(const View *view, CellGrid *grid, Rect room)
{
    float margin = view_units(view, MARGIN);
    if (view->launch->block.z > 1)
        rect_cut_right(&room, view_units(view, PLANES));
    float most = row_most(view, grid, room.w - margin, view_units(view, CELL_MOST));
    grid->wide = 0;
    cells_flow(&grid, 1, room, 0, margin, most, 2);
    grow(view, grid, room);
    return fminf(grid->cell, cells_across(grid));
}

/* What the tokens mean, and the heading of the panel with it: above the threads values fly. */
typedef struct Legend {
    int columns; /* 0: it has no place, and the heading stands above the threads */
    float units;
    Rect rect;
} Legend;

static const float HEADING = 22, HEADING_MOST = 0.65f; /* units; share of the width */

static float flow_beside(const View *view, CellGrid *grid, Rect room, float legend)
{
    rect_cut_right(&room, legend + view_units(view, 12));
    return flow(view, grid, room);
}

/* The width of a legend beside the threads whose heading names the block, unless that would cost
 * the threads some of theirs. */
static float widened_for_heading(View *view, CellGrid *grid, Rect room, float width)
{
    float wide = view_text_width(view, FONT_UI, TEXT_SMALL, threads_heading(view)) + 1;
    bool has_room = wide > width && wide <= room.w * HEADING_MOST &&
                    flow_beside(view, grid, room, wide) >= flow_beside(view, grid, room, width);
    return has_room ? wide : width;
}

/* Beside the threads, or below them where that leaves them more room; the grid flows in what is
 * left. */
static Legend place_legend(View *view, CellGrid *grid, Rect *inside)
{
    bool is_lecture = view->look->lecture;
    float most = inside->w * (is_lecture ? LEGEND_MOST_LECTURE : LEGEND_MOST);
    Legend legend = {.units = legend_units(view, most)};
    float width = legend_width(view, legend.units), gap = view_units(view, 12);
    if (width > most)
        return legend;
    if (!is_lecture)
        width = widened_for_heading(view, grid, *inside, width);
    Rect beside = *inside, below = *inside, right = rect_cut_right(&beside, width);
    rect_cut_right(&beside, gap);
    ThreadState states[THREAD_STATES];
    float rows = ceilf((float)token_legend(view, states) / 2);
    Rect under = rect_cut_bottom(&below, view_units(view, LEGEND_LINE * rows + HEADING));
    float cell = flow(view, grid, beside);
    bool is_parted = grid->is_linear && cells_drawn_rows(grid) > 1;
    bool is_below =
        !is_lecture && below.h > 0 &&
        (flow(view, grid, below) > 1.3f * cell || (is_parted && cells_drawn_rows(grid) == 1));
    float named = fmaxf(NAMED_LEAST_PX, view_units(view, ROW_LEAST));
    float kept = flow(view, grid, is_below ? below : beside);
    bool has_lines = is_parted && cells_drawn_rows(grid) > 1;
    float alone = flow(view, grid, *inside);
    bool is_one_line = grid->columns <= NEEDS_LINE && cells_drawn_rows(grid) == 1;
    if ((kept < named && alone > 1.15f * kept) || (has_lines && is_one_line))
        return legend;
    *inside = is_below ? below : beside;
    legend.rect = is_below ? under : right;
    legend.columns = is_below ? 2 : 1;
    return legend;
}

/* Of a block that is shown in part all of the width is the threads'; below them there is room for
 * the whole block. */
static Rect cut_for_map(const View *view, const CellGrid *grid, Rect *inside)
{
    *inside = view_panel_inside(view, view->layout.threads, true);
    float rows = (float)cells_drawn_rows(grid), most = inside->h * MAP_SHARE;
    float cell = floorf(fminf(most / rows, (inside->w - 4) / (float)cells_drawn_columns(grid)));
    ThreadState states[THREAD_STATES];
    float height = cell >= 2 ? fminf(cell, 4) * rows + view_units(view, 8) + 4 : 0;
    float legend = view_units(view, 18) * (float)token_legend(view, states) + view_units(view, 8);
    if (height < legend && legend <= most)
        height = legend;
    return rect_cut_bottom(inside, height);
}

/* Cells that are too small for tokens take the width that is left. */
static void widen_small_cells(const View *view, CellGrid *grid, Rect inside)
{
    if (threads_have_tokens(view, grid) || grid->is_linear)
        return;
    float room = (inside.x + inside.w - grid->origin.x - 1) / (float)cells_drawn_columns(grid);
    grid->wide = fmaxf(grid->wide, fminf(room, WIDE_MOST * grid->cell));
    if (grid->wide > 4)
        grid->wide = floorf(grid->wide);
}

/* Around a small cell a frame of two colours: one of them is unlike the threads in every theme. */
static void build_picked(View *view)
{
    const Theme *theme = view->theme;
    Rect cell = thread_cell(view, view->selection->thread);
    view_sign(view, SIGN_PICKED);
    if (threads_have_tokens(view, &view->threads.grid)) {
        scene_box(view->scene, cell, 0, 0, theme->accent, fmaxf(2, roundf(view_units(view, 3))),
                  (PickTag){0});
    } else {
        scene_box(view->scene, rect_inset(cell, -4), 0, 0, theme->panel, 2, (PickTag){0});
        scene_box(view->scene, rect_inset(cell, -2), 0, 0, theme->text, 2, (PickTag){0});
    }
    view_sign(view, SIGN_NONE);
}

/* Large enough for the longest name of a thread, with its token below. */
CellSize threads_cell_least(View *view, bool is_large)
{
    const char *name = view_indices(view, view->machine->thread_count - 1, view->launch->block);
    float px = is_large ? excerpt_digits_px(view) : excerpt_letters_px(view);
    float wide = scene_text_width(view->scene, FONT_CODE, (int)px, name) + 4;
    float high = (px - 0.49f) / NAME_SHARE; /* name_px rounds */
    return (CellSize){ceilf(wide),
                      ceilf(fmaxf(fmaxf(NAMED_LEAST_PX, high), view_units(view, TOKEN_LEAST)))};
}

static bool is_named(View *view, const CellGrid *grid)
{
    const char *name = view_indices(view, view->machine->thread_count - 1, view->launch->block);
    Rect cell = {0, 0, floorf(cells_across(grid)), floorf(grid->cell)};
    return grid->group == 1 && threads_have_tokens(view, grid) && name_px(view, cell, name);
}

bool threads_are_small(View *view, const CellGrid *grid)
{
    return view->machine->thread_count > WHOLE_MOST && !is_named(view, grid);
}

/* Threads that are shown whole stand in other lines, or without what their tokens mean, rather than
 * without their numbers. */
static void flow_named(View *view, CellGrid *grid, Rect *inside, Legend *legend)
{
    Rect room = *inside, whole = view_panel_inside(view, view->layout.threads, true);
    float most = view_units(view, NAMED_LEAST);
    CellSize least = threads_cell_least(view, false);
    flow(view, grid, *inside);
    if (is_named(view, grid))
        return;
    rect_cut_left(&room, view_units(view, MARGIN));
    if (excerpt_place_whole(grid, room, least, most))
        return;
    room = whole;
    rect_cut_left(&room, view_units(view, MARGIN));
    bool is_better = excerpt_place_whole(grid, room, least, most);
    if (!is_better) {
        flow(view, grid, whole);
        is_better = is_named(view, grid);
    }
    if (is_better) {
        *inside = whole;
        legend->columns = 0;
    } else {
        flow(view, grid, *inside);
    }
}

/* Of a block whose threads have no room for their numbers: the picked one's warp, in letters for
 * the last row if enough of it has room. */
static void flow_excerpt(View *view, CellGrid *grid, Rect room)
{
    if (view->launch->block.z > 1)
        rect_cut_right(&room, view_units(view, PLANES));
    rect_cut_left(&room, view_units(view, MARGIN));
    for (int is_small = 0; is_small < 2 && (!is_small || excerpt_seen(grid) < WARP_LANES);
         ++is_small)
        excerpt_place(view, grid, room, threads_cell_least(view, !is_small),
                      view_units(view, NAMED_LEAST), view->selection->thread);
}

/* The same above the whole block, or without that where it would leave room for a few threads.
 * Returns where the whole block stands. */
static Rect flow_part(View *view, CellGrid *grid, Rect *inside)
{
    Rect map = cut_for_map(view, grid, inside);
    flow(view, grid, *inside);
    flow_excerpt(view, grid, *inside);
    if (map.h <= 0 || excerpt_seen(grid) >= PART_LEAST)
        return map;
    *inside = view_panel_inside(view, view->layout.threads, true);
    flow(view, grid, *inside);
    flow_excerpt(view, grid, *inside);
    return (Rect){0};
}

CellGrid *threads_grid(View *view)
{
    Dim3 block = view->launch->block;
    CellGrid *grid = &view->threads.grid;
    *grid = (CellGrid){.is_shown = true, .group = 1, .wrap = 1};
    grid->rows = (int64_t)block.y * block.z;
    grid->columns = block.x;
    grid->is_linear = grid->rows == 1;
    grid->natural = where_line(view->launch);
    return grid;
}

void threads_cells_build(View *view, Rect room)
{
    for (uint32_t thread = 0; thread < view->machine->thread_count; ++thread)
        build_thread(view, thread);
    build_warp_borders(view);
    threads_planes_build(view, room);
    build_acting_warp(view);
    if (!view->is_corner || view->machine->warp_count > 1)
        threads_warp_names_build(view, room);
    build_picked(view);
}

/* With what its tokens mean beside it. */
static void build_map(View *view, Rect room)
{
    rect_cut_top(&room, view_units(view, 6));
    Rect taken = threads_map_build(view, room);
    rect_cut_left(&room, taken.w + view_units(view, 10));
    if (taken.w > 0)
        threads_legend_build_if_room(view, room);
}

void threads_build(View *view)
{
    CellGrid *grid = threads_grid(view);
    bool is_lecture = view->look->lecture;
    Rect inside = view_panel_inside(view, view->layout.threads, is_lecture);
    Legend legend = place_legend(view, grid, &inside);
    Rect map = {0};
    if (!is_lecture && !legend.columns) /* the heading stands above the threads */
        inside = view_panel_inside(view, view->layout.threads, true);
    flow(view, grid, inside);
    bool is_part = threads_are_small(view, grid);
    if (is_part)
        legend.columns = 0;
    if (is_part) {
        map = flow_part(view, grid, &inside);
    } else {
        flow_named(view, grid, &inside, &legend);
        widen_small_cells(view, grid, inside);
    }
    bool is_above = is_lecture || !legend.columns;
    view->threads.work = cells_have_numbers(view, grid) ? work_of_block(view) : NULL;
    view_panel(view, view->layout.threads, NULL);
    if (is_above)
        threads_heading_above(view, grid);
    else
        threads_heading_aside(view, &legend.rect, grid);
    threads_cells_build(view, inside);
    build_map(view, map);
    if (legend.columns > 0)
        build_legend(view, legend.rect, legend.columns, legend.units);
}
