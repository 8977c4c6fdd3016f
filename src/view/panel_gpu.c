/* The same launch on a real GPU, or why there is none: times, agreement with the emulator, and the
 * values that the GPU left in the output. */
#include "view/panel.h"

#include "view/button.h"
#include "view/matrix.h"
#include "view/values.h"

#include <math.h>

static const char *time_text(View *view, double ms)
{
    if (ms >= 1000)
        return arena_printf(view->arena, "%.2f s", ms / 1000);
    return ms >= 1 ? arena_printf(view->arena, "%.2f ms", ms)
                   : arena_printf(view->arena, "%.2f µs", ms * 1000);
}

static void build_values(View *view, Rect room, const GpuView *gpu)
{
    int buffer = view->placement.output;
    for (int i = 0; i < view->launch->buffer_count && buffer < 0; ++i)
        if (view->launch->buffers[i].role != ROLE_INPUT)
            buffer = i;
    if (buffer < 0)
        return;
    const Buffer *source = &view->launch->buffers[buffer];
    CellGrid grid = {.group = 1, .wrap = 1}, *grids = &grid;
    buffer_shape(source, &grid.rows, &grid.columns);
    grid.is_linear = grid.rows == 1;
    cells_flow(&grids, 1, room, view_units(view, 22), 0, view_units(view, 44), 2);
    const PartColours *part = view_part(view, buffer);
    bool numbers = grid.group == 1 && grid.cell >= view_units(view, 15);
    for (int64_t row = 0; row < cells_drawn_rows(&grid); ++row)
        for (int64_t column = 0; column < cells_drawn_columns(&grid); ++column) {
            int64_t scalar = cells_element(&grid, row, column);
            if (scalar < 0 || scalar >= buffer_scalars(source))
                continue;
            Rect cell = cells_drawn_cell(&grid, row, column);
            const uint8_t *bytes =
                gpu->arena + source->offset_bytes + (uint64_t)scalar * buffer_scalar_bytes(source);
            scene_box(view->scene, cell, 0, part->tint, view->theme->grid, grid.cell >= 8,
                      (PickTag){0});
            if (numbers)
                cell_number(
                    view, cell, view->theme->text,
                    value_short(view->arena, source->type, value_bits(source->type, bytes)));
        }
    Rect bounds = cells_bounds(&grid);
    scene_box(view->scene, bounds, 0, 0, part->strong, view_units(view, 2), (PickTag){0});
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8,
                      (Rect){room.x, bounds.y - view_units(view, 22), room.w, view_units(view, 20)},
                      -1, part->ink, view_format(view, STRING_GPU_VALUES, source->name));
}

static void build_done(View *view, Rect room, const GpuView *gpu)
{
    const Theme *theme = view->theme;
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&room, view_units(view, 26)), -1,
                      theme->text, gpu->device);
    panel_text(view, &room, TEXT_BODY, 2, theme->text,
               view_format(view, STRING_GPU_TIMES, time_text(view, gpu->compile_ms),
                           time_text(view, gpu->kernel_ms)));
    panel_text(view, &room, TEXT_SMALL, 1, theme->muted,
               view_format(view, STRING_GPU_REGISTERS, gpu->registers));
    if (gpu->is_compared && gpu->different)
        panel_text(view, &room, TEXT_BODY, 2, theme->danger,
                   view_format(view, STRING_GPU_DIFFERS, (unsigned long long)gpu->different,
                               (unsigned long long)gpu->scalars));
    else if (gpu->is_compared)
        panel_text(view, &room, TEXT_BODY, 2, theme->good,
                   view_format(view, STRING_GPU_AGREES, (unsigned long long)gpu->scalars));
    if (gpu->arena && room.h > view_units(view, 50))
        build_values(view, room, gpu);
}

void panel_gpu_build(View *view, Rect room)
{
    static const StringKey stages[] = {STRING_GPU_STAGE_OPEN, STRING_GPU_STAGE_COMPILE,
                                       STRING_GPU_STAGE_RUN, STRING_GPU_STAGE_TIME};
    const GpuView *gpu = panel_gpu(view);
    const char *key = key_text(view, COMMAND_GPU);
    if (!gpu) {
        panel_text(view, &room, TEXT_LARGE, 5, view->theme->muted,
                   view_format(view, STRING_GPU_IDLE, key));
    } else if (gpu->state == GPU_VIEW_RUNNING) {
        panel_text(view, &room, TEXT_LARGE, 2, view->theme->text,
                   view_format(view, STRING_GPU_RUNNING, key));
        panel_text(view, &room, TEXT_BODY, 2, view->theme->accent,
                   view_text(view, stages[gpu->stage & 3]));
    } else if (gpu->state == GPU_VIEW_FAILED) {
        panel_text(view, &room, TEXT_BODY, 9, view->theme->warning,
                   view_format(view, STRING_GPU_FAILED, gpu->reason));
    } else {
        build_done(view, room, gpu);
    }
}
