/* A kernel is known by the name of its file: the record is of the kernels that come along. */
#include "view/panels/record.h"
#include "session/data/session_data.h"

#include "base/file.h"
#include "view/panels/panel.h"

#include <math.h>
#include <string.h>

static const float ROW_LEAST = 10.5f, ROW_MOST = 22; /* units */

const DeviceModel *record_device(const View *view)
{
    return device_timed(&view->session->model.devices);
}

/* Name of a run's file without its ending; NULL if it is not the kernel that was timed. */
static const char *kernel_of(const View *view, int slot)
{
    const Run *run = view->session->runs[slot].run;
    const char *name = file_name(run->path), *end = strrchr(name, '.');
    return run->options.without_count || !end ? NULL
                                              : arena_text(view->arena, name, (size_t)(end - name));
}

const DeviceTime *record_of_run(const View *view, int slot)
{
    const DeviceModel *device = record_device(view);
    const char *kernel = device ? kernel_of(view, slot) : NULL;
    int32_t tile = (int32_t)view->session->runs[slot].run->launch.block.x;
    return kernel ? times_find(device->times, kernel, tile) : NULL;
}

/* A row's columns: whose it is, the counter that tiles move, the bar with what it stands for. */
static const float NAME_SHARE = 0.49f, COUNTER_SHARE = 0.1f;

static const char *const WIDEST = "7.22 · 10800 %"; /* of what stands behind a bar */

typedef struct Chart {
    Rect room;
    float row, units; /* height in pixels, letters */
    const DeviceTimes *times;
    int others, lack; /* rungs beside the front that have room; rows that have none */
} Chart;

/* A bar as long as the product was fast beside the library's of the same elements; behind it how
 * fast that is, in TFLOP/s, and its time in percent of the library's. */
static void build_bar(View *view, const Chart *chart, Rect line, const DeviceTime *row,
                      Colour colour, bool is_front)
{
    const DeviceTime *library = times_library_of(chart->times, row);
    const char *speed = arena_printf(view->arena, "%.3g", times_gflops(row) / 1000);
    if (library && library != row)
        speed = arena_printf(view->arena, "%s · %.0f %%", speed, 100 * row->ms / library->ms);
    float gap = view_units(view, 6), share = library ? (float)(library->ms / row->ms) : 0;
    float words = view_text_width(view, FONT_UI, chart->units, WIDEST) + gap + 1;
    Rect bar = rect_cut_left(&line, fmaxf(1, (line.w - words) * fminf(1, share)));
    float inset = fmaxf(1, roundf(chart->row * 0.16f));
    scene_rect(view->scene, (Rect){bar.x, bar.y + inset, bar.w, bar.h - 2 * inset},
               is_front ? view->theme->accent : view->theme->muted, (PickTag){0});
    rect_cut_left(&line, gap);
    view_label(view, FONT_UI, chart->units, line, -1, colour, speed);
}

static void build_row(View *view, Chart *chart, const char *name, const DeviceTime *row,
                      Colour colour, bool is_front)
{
    Rect line = rect_cut_top(&chart->room, chart->row);
    float wide = line.w, least = fminf(8, chart->units);
    view_label_fitted(view, FONT_UI, chart->units, least,
                      rect_cut_left(&line, NAME_SHARE * wide - view_units(view, 6)), -1, colour,
                      name);
    rect_cut_left(&line, view_units(view, 6));
    Rect counter = rect_cut_left(&line, COUNTER_SHARE * wide - view_units(view, 8));
    rect_cut_left(&line, view_units(view, 8));
    if (row->intensity > 0)
        view_label_fitted(view, FONT_UI, chart->units, least, counter, 1, colour,
                          arena_printf(view->arena, "%.3g", row->intensity));
    build_bar(view, chart, line, row, colour, is_front);
}

/* The kernel's other tiles, and one of every other kernel on matrices as wide. */
static bool is_rung(const DeviceTimes *times, const DeviceTime *row, const DeviceTime *front)
{
    return row->width == front->width && !times_is_library(row) &&
           (strcmp(row->kernel, front->kernel) == 0 || row == times_find(times, row->kernel, 0));
}

/* The library's product of matrices as wide. */
static bool is_library_of(const DeviceTime *row, const DeviceTime *front)
{
    return row->width == front->width && times_is_library(row);
}

static const char *library_name(View *view, const DeviceTimes *times, const DeviceTime *row)
{
    return row->is_half ? arena_printf(view->arena, "%s, half", times->library) : times->library;
}

/* All that was timed has a row where these can be read; the one in front and the library have one
 * anyway. */
static Chart chart_of(const View *view, Rect room, const DeviceTimes *times,
                      const DeviceTime *front)
{
    int rows = 1, libraries = 0;
    for (int i = 0; i < times->count; ++i) {
        libraries += is_library_of(&times->rows[i], front);
        rows += is_library_of(&times->rows[i], front) ||
                (&times->rows[i] != front && is_rung(times, &times->rows[i], front));
    }
    float least = view_units(view, ROW_LEAST), row = room.h / (float)rows;
    row = fmaxf(least, fminf(view_units(view, ROW_MOST), row));
    int fit = (int)(room.h / row + 0.01f);
    int others = (fit < rows ? fit : rows) - 1 - libraries, lack = fit < rows ? rows - fit : 0;
    float units = fminf(TEXT_SMALL, row / view_units(view, 1) - 0.8f);
    return (Chart){room, floorf(row), units, times, others, lack};
}

void record_head_build(View *view, Rect *room)
{
    const DeviceModel *device = record_device(view);
    panel_text(view, room, TEXT_SMALL, 2, view->theme->text,
               view_format(view, STRING_RECORD_HEAD, device->name,
                           times_date(view->arena, device->times),
                           record_of_run(view, view->session->front)->width));
}

/* Slower than a rung before it: where not all have room, these are left out first. */
static bool is_step_back(const DeviceTimes *times, const DeviceTime *row)
{
    for (const DeviceTime *before = times->rows; before < row; ++before)
        if (before->is_half == row->is_half && before->width == row->width &&
            times_gflops(before) > times_gflops(row))
            return true;
    return false;
}

static bool has_room(Chart *chart, const DeviceTime *row)
{
    if (chart->lack > 0 && is_step_back(chart->times, row)) {
        --chart->lack;
        return false;
    }
    return chart->others-- > 0;
}

/* The rungs of the same elements, and the library's product of them below. */
static void build_rungs(View *view, Chart *chart, const DeviceTime *front, bool is_half)
{
    const DeviceTimes *times = chart->times;
    for (int i = 0; i < times->count; ++i) {
        const DeviceTime *row = &times->rows[i];
        bool is_front = row == front, is_own = strcmp(row->kernel, front->kernel) == 0;
        if (row->is_half == is_half &&
            (is_front || (is_rung(times, row, front) && has_room(chart, row))))
            build_row(view, chart,
                      is_own ? view_format(view, STRING_RECORD_TILE, row->kernel, row->tile)
                             : row->kernel,
                      row, view->theme->text, is_front);
    }
    for (int i = 0; i < times->count; ++i)
        if (times->rows[i].is_half == is_half && is_library_of(&times->rows[i], front))
            build_row(view, chart, library_name(view, times, &times->rows[i]), &times->rows[i],
                      view->theme->muted, false);
}

void record_build(View *view, Rect *room)
{
    const DeviceTime *front = record_of_run(view, view->session->front);
    Chart chart = chart_of(view, *room, record_device(view)->times, front);
    build_rungs(view, &chart, front, false);
    build_rungs(view, &chart, front, true);
    *room = chart.room;
}
