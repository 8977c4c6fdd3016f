/* How often every element of the inputs was read so far, run beside run on one scale. A shade and,
 * where the cells have room, the number. Of buffers too large for that, how often an element is
 * read on average. */
#include "session/data/buffer.h"
#include "session/data/session_data.h"
#include "view/draw/cell_look.h"
#include "view/draw/signs.h"
#include "view/panels/panel.h"
#include "view/panels/strip.h"
#include "view/values/digits.h"
#include "view/values/values.h"
#include "view/values/where.h"

#include <math.h>
#include <string.h>

typedef struct Heat {
    const SessionRun *run;
    int buffer;
    CellGrid grid;
    uint32_t fewest, most;
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

static void find_range(Heat *heat)
{
    int64_t scalars = heat->grid.rows * heat->grid.columns;
    heat->fewest = UINT32_MAX;
    for (int64_t i = 0; i < scalars; ++i) {
        uint32_t reads = reads_of(heat, i);
        heat->fewest = reads < heat->fewest ? reads : heat->fewest;
        heat->most = reads > heat->most ? reads : heat->most;
    }
}

/* A line of a strip of structs holds whole ones, as many as on the stage. */
static void keep_structs(const View *view, Heat *heat)
{
    const Buffer *buffer = &heat->run->run->launch.buffers[heat->buffer];
    CellGrid *grid = &heat->grid;
    grid->unit = buffer->element_bytes / buffer_scalar_bytes(buffer);
    for (int i = 0; grid->unit > 1 && i < view->launch->buffer_count; ++i) {
        const CellGrid *there = &view->buffers[i];
        if (strcmp(view->launch->buffers[i].name, buffer->name) != 0 || !there->is_shown ||
            !there->is_linear || there->group > 1 || there->unit != grid->unit ||
            there->wrap > grid->columns)
            continue;
        grid->wrap = there->wrap;
        grid->keeps_wrap = true;
    }
}

static bool can_be_counted(const SessionRun *run, int index)
{
    uint32_t loads, stores;
    return probe_global_counts(timeline_probe(run->timeline),
                               run->run->launch.buffers[index].offset_bytes, &loads, &stores);
}

static void gather_run(const View *view, const SessionRun *run, Heat *heats, int *count)
{
    const Launch *launch = &run->run->launch;
    for (int i = 0; i < launch->buffer_count && *count < HEATS_MOST; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        if (buffer->role == ROLE_OUTPUT || !can_be_counted(run, i))
            continue;
        Heat *heat = &heats[(*count)++];
        *heat = (Heat){.run = run, .buffer = i};
        buffer_shape(buffer, &heat->grid.rows, &heat->grid.columns);
        heat->grid.is_linear = heat->grid.rows == 1;
        heat->grid.natural = where_line(launch);
        heat->grid.is_transposed = buffer->is_transposed;
        if (heat->grid.is_transposed)
            buffer_shape(buffer, &heat->grid.columns, &heat->grid.rows);
        keep_structs(view, heat);
        find_range(heat);
    }
}

static const PartColours *part_of(View *view, const Heat *heat)
{
    Placement placement = placement_of(heat->run, view->session->stage.is_whole);
    return &view->theme->parts[placement_part(&placement, heat->buffer)];
}

static void build_heat_cells(View *view, const Heat *heat, uint32_t most)
{
    const CellGrid *grid = &heat->grid;
    const Theme *theme = view->theme;
    const PartColours *part = part_of(view, heat);
    bool numbers = panel_has_numbers(view, grid);
    size_t longest = digits_longer(1, arena_printf(view->arena, "%u", heat->most));
    DigitStyle digits = digits_alike(view, cells_drawn_cell(grid, 0, 0), false, longest);
    View own = *view; /* of the run that the heat is of */
    own.launch = &heat->run->run->launch;
    for (int64_t row = 0; row < cells_drawn_rows(grid); ++row)
        for (int64_t column = 0; column < cells_drawn_columns(grid); ++column) {
            if (cells_element(grid, row, column) < 0)
                continue;
            Rect cell = cells_drawn_cell(grid, row, column);
            CellPart member = buffer_part(&own, heat->buffer, cells_element(grid, row, column));
            uint32_t reads = reads_in(heat, row, column);
            float share = most ? (float)reads / (float)most : 0;
            Colour full = numbers ? part->hot : part->strong;
            scene_rect(view->scene, cell,
                       reads ? colour_mix(theme->panel, full, 0.12f + 0.88f * share) : theme->well,
                       (PickTag){0});
            if (numbers && member.is_padding)
                sign_hatch(view, SIGN_NO_ELEMENT, cell, theme->grid, view_units(view, 5));
            else if (numbers)
                cell_number(view, cell, digits, theme->text,
                            arena_printf(view->arena, "%u", reads));
            if (grid->cell >= 8)
                scene_box(view->scene, cell, 0, 0, theme->grid, 1, (PickTag){0});
        }
    scene_box(view->scene, cells_bounds(grid), 0, 0, theme->muted, 1, (PickTag){0});
}

static const char *name_of(View *view, const Heat *heat)
{
    const Run *run = heat->run->run;
    return arena_printf(view->arena, "%s.%s", run->program->name,
                        run->launch.buffers[heat->buffer].name);
}

/* "2× each", or "up to 2×" where they differ. */
static const char *amount_of(View *view, const Heat *heat)
{
    return view_either(view, heat->fewest == heat->most, STRING_REUSE_EACH, STRING_REUSE_MOST,
                       heat->most);
}

static const char *full_title(View *view, const Heat *heat)
{
    return view_format(view, STRING_REUSE_NAMED, name_of(view, heat), amount_of(view, heat));
}

/* A title in one line; the shortest says less. */
static const char *title_of(View *view, const Heat *heat, float width)
{
    const char *buffer = heat->run->run->launch.buffers[heat->buffer].name;
    const char *title = full_title(view, heat);
    bool is_lecture = view->look->lecture;
    float units = is_lecture ? TEXT_SMALL : TITLE_LEAST;
    if (view_text_width(view, FONT_UI, units, title) > width)
        title = view_format(view, STRING_REUSE_NAMED, buffer, amount_of(view, heat));
    if (view_text_width(view, FONT_UI, units, title) > width)
        title = arena_printf(view->arena, "%s %u×", buffer, heat->most);
    return title;
}

/* How all maps are told what they are of. */
typedef struct Titles {
    bool are_split; /* the run's and the buffer's name above, how often below */
    float units;    /* one size for all */
    float height;   /* pixels */
} Titles;

/* Whether all titles fit into a width, each in one line or split in two. */
static bool titles_fit(View *view, const Heat *heats, int count, float width, bool are_split)
{
    for (int i = 0; i < count; ++i)
        if (view_text_width(view, FONT_UI, TITLE_LEAST,
                            are_split ? name_of(view, &heats[i]) : full_title(view, &heats[i])) >
            width)
            return false;
    return true;
}

static Titles titles_for(View *view, const Heat *heats, int count, float width, bool are_split)
{
    Titles titles = {are_split, TEXT_SMALL, view_units(view, are_split ? 37 : 21)};
    for (int i = 0; i < count; ++i)
        titles.units = view_fitting_units(view, FONT_UI, titles.units, 8, width,
                                          are_split ? name_of(view, &heats[i])
                                                    : title_of(view, &heats[i], width));
    return titles;
}

static void build_heat(View *view, const Heat *heat, Rect area, const Titles *titles, uint32_t most)
{
    Colour ink = part_of(view, heat)->ink;
    Rect line = {area.x, area.y, area.w, view_units(view, titles->are_split ? 17 : 20)};
    build_heat_cells(view, heat, most);
    view_label_fitted(view, FONT_UI, titles->units, 8, line, -1, ink,
                      titles->are_split ? name_of(view, heat) : title_of(view, heat, area.w));
    line.y += line.h;
    if (titles->are_split)
        view_label_fitted(view, FONT_UI, titles->units, 8, line, -1, ink, amount_of(view, heat));
}

/* ---- too large to count every element ---- */

/* Reads of an element on average, once the whole grid is counted. */
static double mean_reads(const SessionRun *run, int index)
{
    const Buffer *buffer = &run->run->launch.buffers[index];
    const BufferCount *counted = &report_buffers(run->total)[index];
    return (double)(buffer_loads(counted) + counted->atomics) / (double)buffer->count;
}

static bool has_mean(const SessionRun *run, int index)
{
    const Buffer *buffer = &run->run->launch.buffers[index];
    return run->timeline && run->total && buffer->role != ROLE_OUTPUT && buffer->count > 0 &&
           !can_be_counted(run, index);
}

static void build_mean(View *view, Rect *room, const SessionRun *run, int index, double most)
{
    const Run *source = run->run;
    double mean = mean_reads(run, index);
    Placement placement = placement_of(run, view->session->stage.is_whole);
    const PartColours *part = &view->theme->parts[placement_part(&placement, index)];
    Rect line = rect_cut_top(room, view_units(view, 22));
    Rect bar = rect_cut_top(room, view_units(view, 12));
    const char *name = arena_printf(view->arena, "%s.%s", source->program->name,
                                    source->launch.buffers[index].name);
    counters_track_build(view, bar);
    bar.w *= most > 0 ? (float)(mean / most) : 0;
    if (bar.w >= 1)
        scene_rect(view->scene, bar, part->strong, (PickTag){0});
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, part->ink,
                      view_format(view, STRING_REUSE_MEAN, name, mean));
    rect_cut_top(room, view_units(view, 8));
}

/* Bars of the mean reads, all runs on one scale; false if nothing is known yet. */
static bool build_means(View *view, Rect room)
{
    const Session *session = view->session;
    double most = 0;
    int count = 0;
    for (int i = 0; i < session->run_count; ++i)
        for (int j = 0; j < session->runs[i].run->launch.buffer_count; ++j)
            if (has_mean(&session->runs[i], j)) {
                most = fmax(most, mean_reads(&session->runs[i], j));
                ++count;
            }
    if (!count)
        return false;
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, rect_cut_top(&room, view_units(view, 22)), -1,
                      view->theme->text, view_text(view, STRING_REUSE_MEANS));
    rect_cut_top(&room, view_units(view, 6));
    for (int i = 0; i < session->run_count; ++i)
        for (int j = 0; j < session->runs[i].run->launch.buffer_count; ++j)
            if (has_mean(&session->runs[i], j) && room.h >= view_units(view, 34))
                build_mean(view, &room, &session->runs[i], j, most);
    return true;
}

static bool shows_all_blocks(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (session->runs[i].timeline && !session->runs[i].covers_grid)
            return false;
    return true;
}

/* A few maps stand in one line, so that their cells are large; else as many columns as there are
 * maps in one run, a line for each run. */
void panel_reuse_build(View *view, Rect room)
{
    Heat heats[HEATS_MOST];
    int count = 0, lines = 0, columns = 1, firsts[SESSION_RUNS + 1] = {0};
    for (int i = 0; i < view->session->run_count; ++i) {
        if (!view->session->runs[i].timeline)
            continue;
        int before = count;
        gather_run(view, &view->session->runs[i], heats, &count);
        columns = count - before > columns ? count - before : columns;
        if (count > before)
            firsts[++lines] = count;
    }
    if (!count && !build_means(view, room))
        panel_text(view, &room, TEXT_BODY, 3, view->theme->muted,
                   view_text(view, STRING_REUSE_NONE));
    if (!count)
        return;
    float gap = view_units(view, 12), across = (room.w - gap * (float)(count - 1)) / (float)count;
    bool are_split = !titles_fit(view, heats, count, across, false);
    if (count <= HEATS_IN_LINE &&
        (lines == 1 || titles_fit(view, heats, count, across, are_split))) {
        are_split = are_split && lines > 1;
        lines = 1;
        columns = firsts[1] = count;
    } else {
        are_split = false;
    }
    view_label_fitted(
        view, FONT_UI, TEXT_BODY, 9, rect_cut_top(&room, view_units(view, 22)), -1,
        view->theme->text,
        view_text(view, shows_all_blocks(view->session) ? STRING_REUSE_TITLE : STRING_REUSE_BLOCK));
    uint32_t most = 0;
    for (int i = 0; i < count; ++i)
        most = heats[i].most > most ? heats[i].most : most;
    float width = (room.w - gap * (float)(columns - 1)) / (float)columns;
    float height = room.h / (float)lines;
    Titles titles = titles_for(view, heats, count, width, are_split);
    float largest = view_units(view, 34);
    for (int i = 0; i < count; ++i)
        if (!heats[i].grid.keeps_wrap)
            largest = panel_strip_most(view, &heats[i].grid, width, largest);
    for (int i = 0; i < count; ++i) {
        CellGrid *grid = &heats[i].grid;
        Rect area = {0, 0, width, height - view_units(view, 6)};
        cells_flow(&grid, 1, area, titles.height, 0, largest, 2);
        if (panel_has_numbers(view, grid))
            largest = fminf(largest, grid->cell);
    }
    for (int line = 0; line < lines; ++line)
        for (int i = firsts[line]; i < firsts[line + 1]; ++i) {
            Rect area = {room.x + (float)(i - firsts[line]) * (width + gap),
                         room.y + (float)line * height, width, height - view_units(view, 6)};
            CellGrid *grid = &heats[i].grid;
            cells_flow(&grid, 1, area, titles.height, 0, largest, 2);
            build_heat(view, &heats[i], area, &titles, most);
        }
}
