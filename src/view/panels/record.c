/* A kernel is known by the name of its file: the record is of the kernels that come along. */
#include "view/panels/record.h"
#include "session/data/session_data.h"

#include "base/file.h"
#include "view/panels/panel.h"

#include <string.h>

enum { ROW_UNITS = 20 };

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

/* The fastest of the rows that can be compared with this one. */
static double most_gflops(const DeviceTimes *times, const DeviceTime *with)
{
    double most = 0;
    for (int i = 0; i < times->count; ++i)
        if (times->rows[i].width == with->width && times_gflops(&times->rows[i]) > most)
            most = times_gflops(&times->rows[i]);
    return most;
}

/* A bar as long as the product was fast, behind the words. */
static void build_row(View *view, Rect *room, const char *name, const DeviceTime *row,
                      Colour colour)
{
    Rect line = rect_cut_top(room, view_units(view, ROW_UNITS));
    double most = most_gflops(record_device(view)->times, row);
    Rect bar = {line.x, line.y + line.h - view_units(view, 3), line.w, view_units(view, 2)};
    scene_rect(view->scene, bar, view->theme->well, (PickTag){0});
    bar.w *= (float)(times_gflops(row) / most);
    scene_rect(view->scene, bar, view->theme->accent, (PickTag){0});
    line.h -= view_units(view, 3);
    Rect left = rect_cut_left(&line, line.w * 0.55f);
    if (row->intensity > 0 && !view->look->lecture) /* the counter that tiles move */
        name = view_format(view, STRING_RECORD_INTENSITY, name,
                           arena_printf(view->arena, "%.3g", row->intensity));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, left, -1, colour, name);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, colour,
                      view_format(view, STRING_RECORD_ROW,
                                  arena_printf(view->arena, "%.4g ms", row->ms),
                                  arena_printf(view->arena, "%.3g", times_gflops(row) / 1000)));
}

/* The kernel's other tiles, and then other kernels, have a row where there is room. */
void record_build(View *view, Rect *room)
{
    const DeviceTime *front = record_of_run(view, view->session->front);
    if (!front)
        return;
    const DeviceModel *device = record_device(view);
    const DeviceTimes *times = device->times;
    const DeviceTime *library = times_find(times, TIMES_LIBRARY, 0);
    panel_text(view, room, TEXT_SMALL, 2, view->theme->text,
               view_format(view, STRING_RECORD_HEAD, device->name, times_date(view->arena, times),
                           front->width));
    int fit = (int)(room->h / view_units(view, ROW_UNITS)) - 2;
    for (int i = 0; i < times->count; ++i) {
        const DeviceTime *row = &times->rows[i];
        bool is_own = strcmp(row->kernel, front->kernel) == 0;
        bool is_other = row->width == front->width && strcmp(row->kernel, TIMES_LIBRARY) != 0 &&
                        (is_own || row == times_find(times, row->kernel, 0));
        if (row == front || (is_other && fit-- > 0))
            build_row(view, room, view_format(view, STRING_RECORD_TILE, row->kernel, row->tile),
                      row, view->theme->text);
    }
    if (library && library->width == front->width)
        build_row(view, room, times->library, library, view->theme->muted);
}
