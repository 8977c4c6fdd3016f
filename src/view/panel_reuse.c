/* How often every element of the inputs was read so far, run beside run on one scale. A shade and,
 * where the cells have room, the number. */
#include "view/digits.h"
#include "view/matrix.h"
#include "view/panel.h"
#include "view/values.h"

#include <math.h>

typedef struct Heat {
    const SessionRun *run;
    int buffer;
    CellGrid grid;
    uint32_t most;
} Heat;

enum { HEATS_MOST = 8, HEATS_IN_LINE = 4, TITLE_LEAST = 10 };

static uint32_t reads_of(const Heat *heat, int64_t scalar)
{
    const Buffer *buffer = &heat->run->run->launch.buffers[heat->buffer];
    uint64_t at = buffer->offset_bytes + (uint64_t)scalar * buffer_scalar_bytes(buffer);
    uint32_t loads = 0, stores;
    probe_global_counts(timeline_probe(heat->run->timeline), at, &loads, &stores);
    return loads;
}

/* The most that an element of a drawn cell was read. */
static uint32_t reads_in(const Heat *heat, int64_t row, int64_t column)
{
    const CellGrid *grid = &heat->grid;
    int64_t first = cells_element(grid, row, column), down = grid->is_linear ? 1 : grid->group;
    uint32_t most = 0;
    if (first < 0)
        return 0;
    int64_t first_row, first_column;
    cells_place(grid, first, &first_row, &first_column);
    for (int64_t i = first_row; i < first_row + down && i < grid->rows; ++i)
        for (int64_t j = first_column; j < first_column + grid->group && j < grid->columns; ++j) {
            uint32_t reads = reads_of(heat, cells_at(grid, i, j));
            most = reads > most ? reads : most;
        }
    return most;
}

static void find_most(Heat *heat)
{
    int64_t scalars = heat->grid.rows * heat->grid.columns;
    for (int64_t i = 0; i < scalars; ++i) {
        uint32_t reads = reads_of(heat, i);
        heat->most = reads > heat->most ? reads : heat->most;
    }
}

static void gather_run(const SessionRun *run, Heat *heats, int *count)
{
    const Launch *launch = &run->run->launch;
    uint32_t loads, stores;
    for (int i = 0; i < launch->buffer_count && *count < HEATS_MOST; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        if (buffer->role == ROLE_OUTPUT ||
            !probe_global_counts(timeline_probe(run->timeline), buffer->offset_bytes, &loads,
                                 &stores))
            continue;
        Heat *heat = &heats[(*count)++];
        *heat = (Heat){.run = run, .buffer = i};
        buffer_shape(buffer, &heat->grid.rows, &heat->grid.columns);
        heat->grid.is_linear = heat->grid.rows == 1;
        heat->grid.is_turned = buffer->is_turned;
        if (heat->grid.is_turned)
            buffer_shape(buffer, &heat->grid.columns, &heat->grid.rows);
        find_most(heat);
    }
}

static const PartColours *part_of(View *view, const Heat *heat)
{
    Placement placement = placement_of(heat->run, view->session->stage.is_whole);
    return &view->theme->parts[placement_part(&placement, heat->buffer)];
}

static void build_cells(View *view, const Heat *heat, uint32_t most)
{
    const CellGrid *grid = &heat->grid;
    const Theme *theme = view->theme;
    const PartColours *part = part_of(view, heat);
    bool numbers = panel_has_numbers(view, grid);
    size_t longest = digits_longer(1, arena_printf(view->arena, "%u", heat->most));
    DigitStyle digits = digits_alike(view, cells_drawn_cell(grid, 0, 0), false, longest);
    for (int64_t row = 0; row < cells_drawn_rows(grid); ++row)
        for (int64_t column = 0; column < cells_drawn_columns(grid); ++column) {
            if (cells_element(grid, row, column) < 0)
                continue;
            Rect cell = cells_drawn_cell(grid, row, column);
            uint32_t reads = reads_in(heat, row, column);
            float share = most ? (float)reads / (float)most : 0;
            Colour full = numbers ? part->hot : part->strong;
            scene_rect(view->scene, cell,
                       reads ? colour_mix(theme->panel, full, 0.12f + 0.88f * share) : theme->well,
                       (PickTag){0});
            if (numbers)
                cell_number(view, cell, digits, theme->text,
                            arena_printf(view->arena, "%u", reads));
            if (grid->cell >= 8)
                scene_box(view->scene, cell, 0, 0, theme->grid, 1, (PickTag){0});
        }
    scene_box(view->scene, cells_bounds(grid), 0, 0, theme->muted, 1, (PickTag){0});
}

static const char *full_title(View *view, const Heat *heat)
{
    const Run *run = heat->run->run;
    const char *buffer = run->launch.buffers[heat->buffer].name;
    return view_format(view, STRING_REUSE_MOST,
                       arena_printf(view->arena, "%s.%s", run->program->name, buffer), heat->most);
}

static const char *title_of(View *view, const Heat *heat, float width)
{
    const char *buffer = heat->run->run->launch.buffers[heat->buffer].name;
    const char *title = full_title(view, heat);
    bool is_lecture = view->session->look.lecture;
    float units = is_lecture ? TEXT_SMALL : TITLE_LEAST;
    if (view_text_width(view, FONT_UI, units, title) > width)
        title = view_format(view, STRING_REUSE_MOST, buffer, heat->most);
    if (view_text_width(view, FONT_UI, units, title) > width)
        title = arena_printf(view->arena, "%s %u×", buffer, heat->most);
    return title;
}

static bool titles_fit(View *view, const Heat *heats, int count, float width)
{
    for (int i = 0; i < count; ++i)
        if (view_text_width(view, FONT_UI, TITLE_LEAST, full_title(view, &heats[i])) > width)
            return false;
    return true;
}

/* One size for all titles. */
static float title_units(View *view, const Heat *heats, int count, float width)
{
    float units = TEXT_SMALL;
    for (int i = 0; i < count; ++i) {
        const char *title = title_of(view, &heats[i], width);
        while (units > 8 && view_text_width(view, FONT_UI, units, title) > width)
            units -= 0.5f;
    }
    return units;
}

static void build_heat(View *view, const Heat *heat, Rect area, float units, uint32_t most)
{
    Rect line = {area.x, area.y, area.w, view_units(view, 20)};
    build_cells(view, heat, most);
    view_label_fitted(view, FONT_UI, units, 8, line, -1, part_of(view, heat)->ink,
                      title_of(view, heat, area.w));
}

/* As many columns as there are maps in one run, a line for each run. */
void panel_reuse_build(View *view, Rect room)
{
    Heat heats[HEATS_MOST];
    int count = 0, lines = 0, columns = 1, firsts[SESSION_RUNS + 1] = {0};
    for (int i = 0; i < view->session->run_count; ++i) {
        if (!view->session->runs[i].timeline)
            continue;
        int before = count;
        gather_run(&view->session->runs[i], heats, &count);
        columns = count - before > columns ? count - before : columns;
        if (count > before)
            firsts[++lines] = count;
    }
    if (!count) {
        panel_text(view, &room, TEXT_BODY, 3, view->theme->muted,
                   view_text(view, STRING_REUSE_NONE));
        return;
    }
    float gap = view_units(view, 12), across = (room.w - gap * (float)(count - 1)) / (float)count;
    if (count <= HEATS_IN_LINE && (lines == 1 || titles_fit(view, heats, count, across))) {
        lines = 1;
        columns = firsts[1] = count;
    }
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, rect_cut_top(&room, view_units(view, 22)), -1,
                      view->theme->text, view_text(view, STRING_REUSE_TITLE));
    uint32_t most = 0;
    for (int i = 0; i < count; ++i)
        most = heats[i].most > most ? heats[i].most : most;
    float width = (room.w - gap * (float)(columns - 1)) / (float)columns;
    float height = room.h / (float)lines, units = title_units(view, heats, count, width);
    float largest = view_units(view, 34);
    for (int i = 0; i < count; ++i)
        largest = panel_strip_most(view, &heats[i].grid, width, largest);
    for (int i = 0; i < count; ++i) {
        CellGrid *grid = &heats[i].grid;
        Rect area = {0, 0, width, height - view_units(view, 6)};
        cells_flow(&grid, 1, area, view_units(view, 21), 0, largest, 2);
        if (panel_has_numbers(view, grid))
            largest = fminf(largest, grid->cell);
    }
    for (int line = 0; line < lines; ++line)
        for (int i = firsts[line]; i < firsts[line + 1]; ++i) {
            Rect area = {room.x + (float)(i - firsts[line]) * (width + gap),
                         room.y + (float)line * height, width, height - view_units(view, 6)};
            CellGrid *grid = &heats[i].grid;
            cells_flow(&grid, 1, area, view_units(view, 21), 0, largest, 2);
            build_heat(view, &heats[i], area, units, most);
        }
}
