/* The stage: global memory. A matrix product stands as on a blackboard, the left matrix's rows and the
 * upper one's columns meeting in the output; everything else lies one after another. The empty
 * corner says where the block and the phase are. */
#include "view/matrix.h"
#include "view/values.h"

#include <math.h>

static const float HEADING = 38, MARGIN = 30, FOOT = 24, CELL_MOST = 64;

typedef struct Corner {
    int64_t rows, columns, inner; /* drawn cells with the spare ones: of the output; shared side */
    float x, y;                   /* of the output's first cell */
    Point at;                     /* of the first cell of the row above and of the left column */
    float cell;
} Corner;

static int64_t round_up(int64_t value, int64_t multiple)
{
    return multiple > 0 && multiple <= 16 ? (value + multiple - 1) / multiple * multiple : value;
}

static void set_shape(View *view, int buffer)
{
    CellGrid *grid = &view->buffers[buffer];
    const Buffer *source = &view->launch->buffers[buffer];
    *grid = (CellGrid){.group = 1, .wrap = 1};
    buffer_shape(source, &grid->rows, &grid->columns);
    grid->is_linear = grid->rows == 1 && source->rows == 0;
    grid->is_shown = grid->columns > 0;
}

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* The largest cell, and as many elements in one as that needs. */
static int64_t fit_corner(Corner *corner, Rect room)
{
    int64_t rows = corner->rows, columns = corner->columns, inner = corner->inner;
    for (int64_t group = 1;; group *= 2) {
        float across = (float)(divide_up(columns, group) + divide_up(inner, group));
        float down = (float)(divide_up(rows, group) + divide_up(inner, group));
        corner->cell = fminf(room.w / across, room.h / down);
        if (corner->cell >= 3 || group > INT64_C(1) << 30)
            return group;
    }
}

static void place_grid(CellGrid *grid, int64_t group, float cell, float x, float y)
{
    grid->group = group;
    grid->cell = cell;
    grid->origin = (Point){roundf(x), roundf(y)};
}

/* Somewhere in the run an access lies outside the buffers. */
static bool run_strays(const View *view)
{
    const Report *total = view->slot->total;
    for (int i = 0; total && i < total->finding_count; ++i) {
        FindingKind kind = report_findings(total)[i].kind;
        if (kind == FINDING_OUT_OF_BOUNDS_READ || kind == FINDING_OUT_OF_BOUNDS_WRITE)
            return true;
    }
    return false;
}

/* Room beyond the edges for tiles that hang over, and for accesses that stray. */
static Corner corner_extent(View *view, Placement place, bool with_spare)
{
    CellGrid *output = &view->buffers[place.output], *left = &view->buffers[place.left];
    Corner corner = {output->rows, output->columns, left->columns, 0, 0, {0, 0}, 0};
    if (!with_spare)
        return corner;
    Footprint tile = matrix_tile(view, place.output);
    Footprint inner = matrix_tile(view, place.left);
    corner.rows = round_up(output->rows, tile.row_count);
    corner.columns = round_up(output->columns, tile.column_count);
    corner.inner = round_up(left->columns, inner.column_count);
    if (run_strays(view)) {
        corner.rows += corner.rows == output->rows;
        corner.inner += corner.inner == left->columns;
    }
    return corner;
}

static Corner place_corner(View *view, Rect inside)
{
    Placement place = view->placement;
    float margin = view_units(view, MARGIN), heading = view_units(view, HEADING);
    float foot = view_units(view, FOOT);
    Rect room = {inside.x + margin, inside.y + heading, inside.w - 2 * margin,
                 inside.h - heading - margin - foot};
    Corner corner = corner_extent(view, place, true);
    int64_t group = fit_corner(&corner, room);
    if (group > 1 || corner.cell < 18) {
        corner = corner_extent(view, place, false);
        group = fit_corner(&corner, room);
    }
    corner.cell = fminf(corner.cell, view_units(view, CELL_MOST));
    if (corner.cell > 8)
        corner.cell = floorf(corner.cell);
    float inner = (float)divide_up(corner.inner, group) * corner.cell;
    float width = inner + margin + (float)divide_up(corner.columns, group) * corner.cell;
    corner.at.x = room.x + fmaxf(0, room.w + margin - width) / 2;
    corner.at.y = room.y;
    corner.x = corner.at.x + inner + margin;
    corner.y = corner.at.y + inner + margin;
    place_grid(&view->buffers[place.left], group, corner.cell, corner.at.x, corner.y);
    place_grid(&view->buffers[place.above], group, corner.cell, corner.x, corner.at.y);
    place_grid(&view->buffers[place.output], group, corner.cell, corner.x, corner.y);
    return corner;
}

static const char *matrix_name(View *view, int buffer)
{
    const Buffer *source = &view->launch->buffers[buffer];
    if (source->rows > 0)
        return arena_printf(view->arena, "%llu×%llu", (unsigned long long)source->rows,
                            (unsigned long long)source->cols);
    return arena_printf(view->arena, "[%llu]", (unsigned long long)source->count);
}

/* The name, large, and its extent beside it. */
static void build_name(View *view, int buffer, Rect line)
{
    const char *name = view->launch->buffers[buffer].name;
    float w = view_text_width(view, FONT_UI, TEXT_LARGE, name) + 1;
    view_label(view, FONT_UI, TEXT_LARGE, rect_cut_left(&line, w), -1, view_part(view, buffer)->ink,
               name);
    rect_cut_left(&line, view_units(view, 6));
    const char *extent = matrix_name(view, buffer);
    if (view_text_width(view, FONT_UI, TEXT_SMALL, extent) <= line.w)
        view_label(view, FONT_UI, TEXT_SMALL, line, -1, view->theme->muted, extent);
}

static const char *block_name(View *view)
{
    Dim3 grid = view->launch->grid, at = dim3_from_linear(view->machine->block, grid);
    return grid.z > 1 ? view_format(view, STRING_BLOCK_AT_3D, at.x, at.y, at.z)
                      : view_format(view, STRING_BLOCK_AT, at.x, at.y);
}

static const char *phase_name(View *view)
{
    uint32_t count = view->slot->footprints->phase_count;
    if (!view->program->has_phases || !count)
        return view_text(view, STRING_NO_PHASES);
    if (!view->phase)
        return view_text(view, STRING_PHASE_NONE);
    return view_format(view, STRING_PHASE_OF, view->phase - 1, count);
}

typedef struct LegendRow {
    StringKey text;
    bool hatch;
    float border;
    Colour fill, stroke;
} LegendRow;

static void build_legend(View *view, Rect room)
{
    const Theme *theme = view->theme;
    const PartColours *part = &theme->parts[PART_LEFT];
    bool phases = view->slot->footprints->phase_count > 0;
    LegendRow rows[] = {
        {STRING_LEGEND_ACCESS, false, 2.5f, part->hot, part->strong},
        {phases ? STRING_LEGEND_TILE : STRING_LEGEND_BLOCK, false, 2, part->tint, part->strong},
        {STRING_LEGEND_EMPTY, false, 1, theme->panel, theme->muted},
        {STRING_LEGEND_OUTSIDE, true, 1, theme->panel, theme->muted},
    };
    float h = view_units(view, 22), box = view_units(view, 13);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && room.h >= h; ++i) {
        const char *text = view_text(view, rows[i].text);
        if (view_text_width(view, FONT_UI, TEXT_SMALL, text) + box + h / 2 > room.w)
            continue;
        Rect line = rect_cut_top(&room, h);
        Rect key = {line.x, roundf(line.y + (h - box) / 2), box, box};
        scene_box(view->scene, key, 0, rows[i].fill, rows[i].stroke,
                  view_units(view, rows[i].border), (PickTag){0});
        if (rows[i].hatch)
            scene_hatch(view->scene, key, theme->muted, view_units(view, 4));
        rect_cut_left(&line, box + view_units(view, 8));
        view_label(view, FONT_UI, TEXT_SMALL, line, -1, theme->muted, text);
    }
}

/* All blocks of the grid, to be picked, at the right of the room; the one in view is filled. Returns
 * the width used. */
static float build_map(View *view, Rect room)
{
    Dim3 grid = view->launch->grid;
    float cell = fminf(room.w / (float)grid.x, room.h / (float)grid.y);
    cell = floorf(fminf(cell, view_units(view, 20)));
    if (grid.z > 1 || cell < 4)
        return 0;
    Point at = {room.x + room.w - cell * (float)grid.x, room.y};
    for (uint32_t i = 0; i < grid.x * grid.y; ++i) {
        Rect rect = {at.x + (float)(i % grid.x) * cell, at.y + (float)(i / grid.x) * cell, cell - 1,
                     cell - 1};
        bool is_here = i == view->machine->block;
        bool is_hovered = view_is_hovered(view, TARGET_BLOCK, i, 0);
        const Theme *theme = view->theme;
        scene_box(view->scene, rect, fminf(2, cell / 4), is_here ? theme->accent : theme->well,
                  is_hovered ? theme->accent : theme->muted, is_hovered ? 2 : 1,
                  target_tag(TARGET_BLOCK, i, 0));
    }
    return cell * (float)grid.x;
}

static void build_where(View *view, Rect room)
{
    const Theme *theme = view->theme;
    if (room.w < view_units(view, 128) || room.h < view_units(view, 84))
        return;
    const char *name = block_name(view);
    float width = view_text_width(view, FONT_UI, TEXT_HUGE, name) + view_units(view, 12);
    Rect head = rect_cut_top(&room, view_units(view, 56));
    if (width + view_units(view, 24) < head.w) {
        Rect map = head;
        rect_cut_left(&map, width);
        map.y += view_units(view, 4);
        map.h -= view_units(view, 8);
        head.w -= build_map(view, map) + view_units(view, 6);
    }
    view_label_fitted(view, FONT_UI, TEXT_HUGE, 12, rect_cut_top(&head, view_units(view, 30)), -1,
                      theme->text, name);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 10, head, -1, theme->accent, phase_name(view));
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_top(&room, view_units(view, 20)), -1,
               theme->muted, view_format(view, STRING_INTERVAL, view->machine->interval));
    rect_cut_top(&room, view_units(view, 12));
    build_legend(view, room);
}

static void build_corner(View *view, Rect inside)
{
    Placement place = view->placement;
    float least = view_units(view, 2 * MARGIN + HEADING + FOOT);
    if (inside.w < least || inside.h < least) {
        view->buffers[place.left].is_shown = view->buffers[place.above].is_shown = false;
        view->buffers[place.output].is_shown = false;
        return;
    }
    int shown[] = {place.left, place.above, place.output};
    Corner corner = place_corner(view, inside);
    for (int i = 0; i < 3; ++i)
        matrix_build(view, shown[i]);
    matrix_row_numbers(view, &view->buffers[place.left]);
    matrix_column_numbers(view, &view->buffers[place.left]);
    matrix_row_numbers(view, &view->buffers[place.above]);
    matrix_column_numbers(view, &view->buffers[place.above]);
    Rect left = cells_bounds(&view->buffers[place.left]);
    Rect above = cells_bounds(&view->buffers[place.above]);
    Rect output = cells_bounds(&view->buffers[place.output]);
    float foot =
        corner.y + (float)corner.rows / (float)view->buffers[place.output].group * corner.cell;
    Rect line = {left.x, fmaxf(foot, output.y + output.h) + view_units(view, 3), left.w,
                 view_units(view, FOOT)};
    build_name(view, place.left, line);
    build_name(view, place.output, (Rect){output.x, line.y, output.w, line.h});
    build_name(view, place.above,
               (Rect){above.x, inside.y - view_units(view, 6), above.w, view_units(view, 24)});
    build_where(view, (Rect){inside.x, inside.y + view_units(view, 4),
                             above.x - view_units(view, 36) - inside.x,
                             left.y - view_units(view, 24) - inside.y});
}

/* Any other kernel: the buffers one after another, the outputs last. */
static void build_row(View *view, Rect inside)
{
    int count = view->launch->buffer_count, shown = 0;
    CellGrid **grids = ARENA_ARRAY(view->arena, CellGrid *, count + 1);
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < count; ++i)
            if (view->buffers[i].is_shown &&
                (view->launch->buffers[i].role != ROLE_INPUT) == (pass == 1))
                grids[shown++] = &view->buffers[i];
    Rect line = rect_cut_top(&inside, view_units(view, 28));
    const char *place = arena_printf(view->arena, "%s · %s", block_name(view), phase_name(view));
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 11, line, -1, view->theme->text, place);
    cells_flow(grids, shown, inside, view_units(view, HEADING + 4), view_units(view, MARGIN + 4),
               view_units(view, 48), 3);
    for (int i = 0; i < count; ++i) {
        CellGrid *grid = &view->buffers[i];
        if (!grid->is_shown)
            continue;
        Rect bounds = cells_bounds(grid);
        grid->is_shown = bounds.y + bounds.h <= inside.y + inside.h + 1;
        if (!grid->is_shown)
            continue;
        matrix_build(view, i);
        matrix_row_numbers(view, grid);
        matrix_column_numbers(view, grid);
        build_name(view, i,
                   (Rect){bounds.x, bounds.y - view_units(view, HEADING + 2),
                          inside.x + inside.w - bounds.x, view_units(view, 20)});
    }
}

void stage_build(View *view)
{
    Rect inside = view_panel(view, view->layout.stage, view_text(view, STRING_GLOBAL_MEMORY));
    for (int i = 0; i < view->launch->buffer_count; ++i)
        set_shape(view, i);
    if (view->placement.is_corner) {
        Placement place = view->placement;
        for (int i = 0; i < view->launch->buffer_count; ++i)
            view->buffers[i].is_shown = i == place.left || i == place.above || i == place.output;
        build_corner(view, inside);
    } else {
        build_row(view, inside);
    }
}
