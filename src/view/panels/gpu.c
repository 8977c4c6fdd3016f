/* The same launch on a real GPU, or why there is none: times, the values that the GPU left, and
 * every launch beside the emulator's result and its proof that the launches may differ. */
#include "session/data/buffer.h"
#include "session/data/session_data.h"
#include "view/draw/cell_look.h"
#include "view/panels/panel.h"
#include "view/panels/record.h"

#include "probe/sentences/sentence.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"
#include "view/values/digits.h"
#include "view/values/values.h"
#include "view/values/where.h"

#include <math.h>
#include <string.h>

enum { PROOF_TEXT = 12, CELL_MOST = 44 };

static const char *time_text(View *view, double ms)
{
    if (ms >= 1000)
        return arena_printf(view->arena, "%.2f s", ms / 1000);
    return ms >= 1 ? arena_printf(view->arena, "%.2f ms", ms)
                   : arena_printf(view->arena, "%.2f µs", ms * 1000);
}

/* The buffer that is shown: the one whose cells are counted, else the output. */
static int shown_buffer(const View *view, const GpuView *gpu)
{
    int buffer = view->placement.output;
    if (gpu->launches && gpu->launches->bad_cells)
        return gpu->launches->buffer;
    for (int i = 0; i < view->launch->buffer_count && buffer < 0; ++i)
        if (view->launch->buffers[i].role != ROLE_INPUT)
            buffer = i;
    return buffer;
}

typedef struct Three {
    const GpuView *gpu;
    const Buffer *buffer;
    CellGrid grid;
    const PartColours *part;
    uint8_t
        *times; /* [drawn rows * drawn columns] the most of the cells in it; NULL: none is bad */
    double largest; /* magnitude */
    DigitStyle digits;
} Three;

static uint64_t bits_at(const Three *values, int64_t scalar)
{
    const Buffer *buffer = values->buffer;
    return value_bits(buffer->type, values->gpu->arena + buffer->offset_bytes +
                                        (uint64_t)scalar * buffer_scalar_bytes(buffer));
}

static int64_t drawn_index(const CellGrid *grid, int64_t scalar)
{
    int64_t row, column;
    cells_find(grid, scalar, &row, &column);
    return row * cells_drawn_columns(grid) + column;
}

/* Every bad cell leaves its mark, however many share a drawn one. */
static void mark_bad(View *view, Three *values)
{
    const Launches *launches = values->gpu->launches;
    const CellGrid *grid = &values->grid;
    int64_t count = cells_drawn_rows(grid) * cells_drawn_columns(grid);
    if (!launches || !launches->times)
        return;
    values->times = ARENA_ARRAY(view->arena, uint8_t, count + 1);
    for (uint64_t i = 0; i < launches->cells; ++i) {
        uint64_t eight = 1;
        if (i % sizeof eight == 0 && i + sizeof eight <= launches->cells)
            memcpy(&eight, launches->times + i, sizeof eight);
        if (!eight) {
            i += sizeof eight - 1;
            continue;
        }
        int64_t at = drawn_index(grid, (int64_t)i);
        if (at < count && launches->times[i] > values->times[at])
            values->times[at] = launches->times[i];
    }
}

/* Finds the largest magnitude and the longest number of the values. */
static void measure_values(View *view, Three *values)
{
    const CellGrid *grid = &values->grid;
    ScalarType type = values->buffer->type;
    size_t longest = 1;
    for (int64_t row = 0; row < cells_drawn_rows(grid); ++row)
        for (int64_t column = 0; column < cells_drawn_columns(grid); ++column) {
            int64_t scalar = cells_element(grid, row, column);
            if (scalar < 0 || scalar >= buffer_scalars(values->buffer))
                continue;
            uint64_t bits = bits_at(values, scalar);
            double value = fabs(value_number(type, bits));
            if (isfinite(value) && value > values->largest)
                values->largest = value;
            if (panel_has_numbers(view, grid))
                longest = digits_longer(longest, value_short(view->arena, type, bits));
        }
    values->digits = digits_alike(view, cells_drawn_cell(grid, 0, 0), false, longest);
}

static void build_bad(View *view, const Three *values, Rect cell, int times)
{
    const Theme *theme = view->theme;
    int count = values->gpu->launches->count;
    float line = cell.w >= view_units(view, 12) ? view_units(view, 2) : 1;
    if (cell.w < view_units(view, 6)) {
        float share = 0.5f + 0.5f * (float)times / (float)count;
        scene_rect(view->scene, cell, colour_mix(theme->panel, theme->danger, share), (PickTag){0});
        return;
    }
    sign_hatch(view, SIGN_WRONG, cell, colour_alpha(theme->danger, 0.6f), view_units(view, 6));
    scene_box(view->scene, cell, 0, 0, theme->danger, line, (PickTag){0});
    if (count > 1 && cell.w >= view_units(view, 34))
        view_label(view, FONT_CODE, 9,
                   (Rect){cell.x, cell.y + cell.h - view_units(view, 12),
                          cell.w - view_units(view, 3), view_units(view, 11)},
                   1, theme->danger, arena_printf(view->arena, "%d/%d", times, count));
}

static void build_gpu_cell(View *view, const Three *values, Rect cell, int64_t scalar)
{
    uint64_t bits = bits_at(values, scalar);
    ScalarType type = values->buffer->type;
    if (!panel_has_numbers(view, &values->grid)) {
        scene_rect(view->scene, cell,
                   cell_shade(view, values->part, value_number(type, bits), values->largest),
                   (PickTag){0});
        return;
    }
    scene_box(view->scene, cell, 0, values->part->tint, view->theme->grid, 1, (PickTag){0});
    cell_value(view, cell, values->digits, type, bits);
}

static void build_gpu_cells(View *view, const Three *values)
{
    const CellGrid *grid = &values->grid;
    int64_t columns = cells_drawn_columns(grid);
    for (int64_t row = 0; row < cells_drawn_rows(grid); ++row)
        for (int64_t column = 0; column < columns; ++column) {
            int64_t scalar = cells_element(grid, row, column);
            if (scalar < 0 || scalar >= buffer_scalars(values->buffer))
                continue;
            Rect cell = cells_drawn_cell(grid, row, column);
            build_gpu_cell(view, values, cell, scalar);
            int times = values->times ? values->times[row * columns + column] : 0;
            if (times)
                build_bad(view, values, cell, times);
        }
}

static const char *values_heading(View *view, const Three *values)
{
    const Launches *launches = values->gpu->launches;
    StringKey key = !values->times                                ? STRING_GPU_VALUES
                    : launches->check.reference != REFERENCE_NONE ? STRING_GPU_VALUES_WRONG
                                                                  : STRING_GPU_VALUES_DIFFERENT;
    return view_fill(view, key, values->buffer->name, NULL);
}

/* Returns the width that was used. */
static float build_values(View *view, Rect room, const GpuView *gpu)
{
    int buffer = shown_buffer(view, gpu);
    if (buffer < 0)
        return 0;
    Three values = {.gpu = gpu,
                    .buffer = &view->launch->buffers[buffer],
                    .grid = {.group = 1, .wrap = 1},
                    .part = view_part(view, buffer)};
    CellGrid *grid = &values.grid;
    buffer_shape(values.buffer, &grid->rows, &grid->columns);
    grid->is_linear = grid->rows == 1;
    grid->natural = where_line(view->launch);
    grid->is_transposed = values.buffer->is_transposed;
    if (grid->is_transposed)
        buffer_shape(values.buffer, &grid->columns, &grid->rows);
    cells_flow(&grid, 1, room, view_units(view, 22), 0,
               panel_strip_most(view, grid, room.w, view_units(view, CELL_MOST)), 1);
    mark_bad(view, &values);
    measure_values(view, &values);
    build_gpu_cells(view, &values);
    Rect bounds = cells_bounds(grid);
    scene_box(view->scene, bounds, 0, 0, values.part->strong, view_units(view, 1), (PickTag){0});
    Rect heading = {room.x, bounds.y - view_units(view, 22), fmaxf(bounds.w, room.w * 0.8f),
                    view_units(view, 20)};
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, heading, -1, values.part->ink,
                      values_heading(view, &values));
    return heading.w;
}

static void build_gpu_launch(View *view, Rect line, const Launches *launches, int index)
{
    const LaunchVerdict *verdict = &launches->each[index];
    bool has_reference = launches->check.reference != REFERENCE_NONE;
    uint64_t bad = has_reference ? verdict->wrong : verdict->different;
    Rect name = rect_cut_left(&line, line.w * 0.34f);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, name, -1, view->theme->text,
                      view_format(view, STRING_GPU_LAUNCH, index + 1));
    if (has_reference) {
        Rect wrong = rect_cut_left(&line, line.w * 0.5f);
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, wrong, -1,
                          bad ? view->theme->danger : view->theme->good,
                          view_format(view, STRING_GPU_LAUNCH_WRONG, (unsigned long long)bad));
    }
    view_label_fitted(
        view, FONT_UI, TEXT_SMALL, 8, line, -1,
        verdict->different ? view->theme->danger : view->theme->good,
        view_format(view, STRING_GPU_LAUNCH_DIFFERENT, (unsigned long long)verdict->different));
}

static void build_launches(View *view, Rect *room, const Launches *launches)
{
    float height = view_units(view, 15);
    int fit = (int)(room->h / height);
    int shown = launches->count <= fit ? launches->count : fit - 1;
    for (int i = 0; i < shown; ++i)
        build_gpu_launch(view, rect_cut_top(room, height), launches, i);
    if (shown < launches->count && shown >= 0)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(room, height), -1,
                          view->theme->muted,
                          view_format(view, STRING_GPU_LAUNCHES_MORE, launches->count - shown));
}

static const Finding *cause_of(const View *view)
{
    int count;
    const Finding *findings = session_findings(view->slot, &count);
    return launches_cause_in(findings, count);
}

/* What the launches left, and the emulator's proof beside it. */
static void build_compared(View *view, Rect room, const Launches *launches)
{
    const Theme *theme = view->theme;
    const Finding *cause = cause_of(view);
    const char *sentence =
        launches_sentence(view->arena, view->language, view->launch, launches, cause);
    unsigned long long total = launches->first.total, different = launches->first.different;
    if (launches->count == 1 && different)
        panel_text(view, &room, TEXT_BODY, 3, theme->danger,
                   view_format(view, STRING_GPU_DIFFERS, different, total));
    else if (launches->count == 1)
        panel_text(view, &room, TEXT_BODY, 3, theme->good,
                   view_format(view, STRING_GPU_AGREES, total));
    if (sentence)
        panel_text(view, &room, TEXT_SMALL, 6,
                   launches->bad_launches ? theme->danger
                   : cause                ? theme->danger
                                          : theme->good,
                   sentence);
    if (launches->count > 1)
        build_launches(view, &room, launches);
    int lines = (int)(room.h / view_units(view, PROOF_TEXT * 1.42f));
    if (cause && lines > 0)
        panel_text(
            view, &room, PROOF_TEXT, lines, theme->text,
            sentence_finding(view->arena, view->language, view->program, view->launch, cause));
}

static void build_gpu_verdict(View *view, Rect room, const GpuView *gpu)
{
    const Theme *theme = view->theme;
    const char *key = key_text(view, COMMAND_GPU);
    switch (gpu->comparing) {
    case GPU_COMPARING_WAITS:
        panel_text(view, &room, TEXT_BODY, 4, theme->accent,
                   view_format(view, STRING_GPU_WAITS, key));
        break;
    case GPU_COMPARING:
        panel_text(view, &room, TEXT_BODY, 4, theme->accent,
                   view_format(view, STRING_GPU_COMPARING, (int)(gpu->compared * 100), key));
        break;
    case GPU_COMPARING_STOPPED:
        panel_text(view, &room, TEXT_BODY, 4, theme->muted,
                   view_format(view, STRING_GPU_STOPPED, key));
        break;
    case GPU_COMPARING_NEVER:
        panel_text(
            view, &room, TEXT_BODY, 4, theme->muted,
            view->slot->job_was_stopped
                ? view_format(view, STRING_GPU_UNCOUNTED, key_text(view, COMMAND_COUNT_AGAIN), key)
                : view_text(view, STRING_GPU_NEVER));
        break;
    case GPU_COMPARED:
        if (gpu->launches)
            build_compared(view, room, gpu->launches);
        break;
    }
}

/* How far the kernel is from the library, at which elements. */
static void build_library(View *view, Rect line, const GpuView *gpu)
{
    const char *types = arena_printf(view->arena, "%s (%s, %s)", gpu->library,
                                     scalar_name(gpu->factor), scalar_name(gpu->sum));
    const char *words =
        view_format(view, STRING_GPU_LIBRARY, types, time_text(view, gpu->library_ms),
                    100 * gpu->kernel_ms / gpu->library_ms);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, 1, view->theme->muted, words);
}

static void build_done(View *view, Rect room, const GpuView *gpu)
{
    const Theme *theme = view->theme;
    const char *times = view_format(view, STRING_GPU_TIMES, time_text(view, gpu->compile_ms),
                                    time_text(view, gpu->kernel_ms));
    times = view_format(view, STRING_GPU_REGISTERS, times, gpu->registers);
    Rect line = rect_cut_top(&room, view_units(view, 24));
    float width = view_text_width(view, FONT_UI, TEXT_LARGE, gpu->device) + view_units(view, 10);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_left(&line, fminf(width, line.w / 2)),
                      -1, theme->text, gpu->device);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, line, 1, theme->muted, times);
    if (gpu->library_ms > 0)
        build_library(view, rect_cut_top(&room, view_units(view, 16)), gpu);
    if (!gpu->arena)
        return;
    if (room.h > view_units(view, 50)) {
        Rect left = {room.x, room.y, room.w * 0.46f, room.h};
        rect_cut_left(&room, build_values(view, left, gpu) + view_units(view, 14));
    }
    rect_cut_top(&room, view_units(view, 4));
    build_gpu_verdict(view, room, gpu);
}

/* What was measured once is what there is to see: the button stands beside its heading. On paper
 * nothing will run. */
static void build_record(View *view, Rect room)
{
    float high = view_units(view, 24), below = view_units(view, 4);
    Rect head = room;
    if (!record_of_run(view, view->session->front))
        return;
    if (!view->look->paper) {
        const char *key = key_text(view, COMMAND_GPU);
        const char *words =
            view->look->lecture
                ? key
                : arena_printf(view->arena, "%s  %s", view_text(view, STRING_GPU_BUTTON), key);
        Rect line = {room.x, room.y, room.w, high};
        head.w -= button_words_build(view, line, COMMAND_GPU, words) + view_units(view, 8);
    }
    record_head_build(view, &head);
    rect_cut_top(&room, fmaxf(head.y - room.y, view->look->paper ? 0 : high) + below);
    record_build(view, &room);
}

/* Nothing has run there yet: the button, and what it will show. */
static void build_idle(View *view, Rect room)
{
    if (record_of_run(view, view->session->front)) {
        build_record(view, room);
        return;
    }
    panel_text(view, &room, TEXT_LARGE, 3, view->theme->text, view_text(view, STRING_GPU_IDLE));
    panel_text(view, &room, TEXT_BODY, 4, view->theme->muted,
               view_text(view, STRING_GPU_IDLE_SHOWS));
    rect_cut_top(&room, view_units(view, 6));
    panel_button(view, &room, STRING_GPU_BUTTON, COMMAND_GPU);
}

void panel_gpu_build(View *view, Rect room)
{
    static const StringKey stages[] = {STRING_GPU_STAGE_OPEN, STRING_GPU_STAGE_COMPILE,
                                       STRING_GPU_STAGE_RUN, STRING_GPU_STAGE_TIME};
    const GpuView *gpu = panel_gpu(view);
    const char *key = key_text(view, COMMAND_GPU);
    if (!gpu) {
        build_idle(view, room);
    } else if (gpu->state == GPU_VIEW_RUNNING) {
        panel_text(view, &room, TEXT_LARGE, 2, view->theme->text,
                   view_format(view, STRING_GPU_RUNNING, key));
        panel_text(view, &room, TEXT_BODY, 2, view->theme->accent,
                   view_text(view, stages[gpu->stage & 3]));
    } else if (gpu->state == GPU_VIEW_FAILED) {
        panel_text(view, &room, TEXT_BODY, 5, view->theme->text,
                   view_format(view, STRING_GPU_FAILED, gpu->reason));
        rect_cut_top(&room, view_units(view, 10));
        build_record(view, room);
    } else {
        build_done(view, room, gpu);
    }
}
