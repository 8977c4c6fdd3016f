/* Occupancy: what a multiprocessor of the device holds of such blocks, and what limits it. The
 * launch gives the numbers until a slider is moved. */
#include "view/panels/panel.h"

#include "probe/models/occupancy.h"
#include "session/scenes/show.h"
#include "view/draw/signs.h"
#include "view/draw/slider.h"
#include "view/values/values.h"

#include <math.h>

enum { REGISTERS_ASSUMED = 32, WARPS_IN_LINE = 32 };

static const struct {
    StringKey name;
    int most;
} knobs[KNOB_COUNT] = {
    [KNOB_THREADS] = {STRING_OCCUPANCY_THREADS, 1024},
    [KNOB_SHARED] = {STRING_OCCUPANCY_SHARED, 0},
    [KNOB_REGISTERS] = {STRING_OCCUPANCY_REGISTERS, 255},
};

static const StringKey limits[OCCUPANCY_LIMIT_COUNT] = {
    [OCCUPANCY_BLOCK_SIZE] = STRING_LIMIT_BLOCK_SIZE,
    [OCCUPANCY_THREADS] = STRING_LIMIT_THREADS,
    [OCCUPANCY_SHARED] = STRING_LIMIT_SHARED,
    [OCCUPANCY_REGISTERS] = STRING_LIMIT_REGISTERS,
    [OCCUPANCY_BLOCKS] = STRING_LIMIT_BLOCKS,
    [OCCUPANCY_WARPS] = STRING_LIMIT_WARPS,
};

static int knob_value(const View *view, Knob knob)
{
    int value = view->session->model.knobs[knob];
    const GpuView *gpu = panel_gpu(view);
    if (value >= 0)
        return value;
    if (knob == KNOB_THREADS)
        return (int)dim3_count(view->launch->block);
    if (knob == KNOB_SHARED)
        return (int)launch_shared_bytes(view->launch, view->program);
    if (gpu && gpu->registers > 0)
        return gpu->registers;
    const ScenePlan *plan = scene_shown(view->session);
    return plan && plan->registers ? (int)plan->registers : REGISTERS_ASSUMED;
}

int panel_shared_bytes(const View *view)
{
    return knob_value(view, KNOB_SHARED);
}

static int knob_most(const View *view, Knob knob)
{
    const DeviceModel *device = session_device(view->session);
    if (knob != KNOB_SHARED)
        return knobs[knob].most;
    int optin = device->shared_per_block_optin_bytes;
    return optin > 0 ? optin : device->shared_per_block_bytes;
}

/* One size in units for the names of all sliders. */
static float name_units(const View *view, float width)
{
    float units = TEXT_BODY;
    for (int i = 0; i < KNOB_COUNT; ++i)
        units = view_fitting_units(view, FONT_UI, units, 8, width, view_text(view, knobs[i].name));
    return units;
}

/* With what the device keeps for itself of every block. */
static const char *bytes_text(View *view, int bytes)
{
    int reserved = session_device(view->session)->shared_reserved_per_block_bytes;
    return reserved ? view_format(view, STRING_OCCUPANCY_BYTES_RESERVED, bytes, reserved)
                    : view_format(view, STRING_OCCUPANCY_BYTES, bytes);
}

/* Registers that nobody has set are assumed, or those of the code that a GPU has run. */
static const char *knob_text(View *view, Knob knob, int value)
{
    const GpuView *gpu = panel_gpu(view);
    if (knob == KNOB_SHARED)
        return bytes_text(view, value);
    if (knob == KNOB_REGISTERS && view->session->model.knobs[knob] < 0)
        return view_either(view, gpu && gpu->registers > 0, STRING_OCCUPANCY_REGISTERS_MEASURED,
                           STRING_OCCUPANCY_REGISTERS_ASSUMED, value);
    return arena_printf(view->arena, "%d", value);
}

static void build_knob(View *view, Rect line, Knob knob)
{
    const Theme *theme = view->theme;
    int value = knob_value(view, knob), most = knob_most(view, knob);
    Rect name = rect_cut_left(&line, line.w * 0.4f);
    view_label_fitted(view, FONT_UI, name_units(view, name.w), 8, name, -1, theme->text,
                      view_text(view, knobs[knob].name));
    rect_cut_left(&line, view_units(view, 12));
    const char *text = knob_text(view, knob, value);
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, rect_cut_right(&line, line.w * 0.36f), 1,
                      theme->text, text);
    rect_cut_right(&line, view_units(view, 6));
    Rect track = {line.x, line.y + line.h / 2 - view_units(view, 3), line.w, view_units(view, 6)};
    float share = fminf(1, (float)value / (float)most);
    Target hover = view->selection->hover;
    bool is_hovered = hover.kind == TARGET_SLIDER && hover.a == (uint32_t)knob;
    scene_box(view->scene, track, view_units(view, 3), theme->well, theme->muted,
              view_hairline(view), (PickTag){0});
    scene_box(view->scene, (Rect){track.x, track.y, track.w * share, track.h}, view_units(view, 3),
              theme->accent, 0, 0, (PickTag){0});
    sign_circle(view, SIGN_HANDLE, (Point){track.x + track.w * share, track.y + track.h / 2},
                view_units(view, is_hovered ? 9 : 7), theme->accent, theme->panel,
                view_units(view, 2));
    scene_rect(view->scene, line, 0, slider_tag(knob, most, value));
}

/* The multiprocessor's warps as cells: those of a block stand close together, the free ones are
 * hollow. */
static void build_warps(View *view, Rect room, const DeviceModel *device, const Occupancy *held)
{
    const Theme *theme = view->theme;
    int warps = device->threads_per_sm / WARP_LANES;
    int of_block = held->blocks_per_sm > 0 ? held->warps_per_sm / held->blocks_per_sm : 1;
    of_block = of_block < 1 ? 1 : of_block > WARPS_IN_LINE ? WARPS_IN_LINE : of_block;
    int columns = WARPS_IN_LINE / of_block * of_block;
    int rows = (warps + columns - 1) / columns;
    float gap = view_units(view, of_block > 1 ? 4 : 0);
    float wide = (room.w - gap * (float)(columns / of_block - 1)) / (float)columns;
    float high = fminf(wide, room.h / (float)rows);
    wide = fminf(wide, high * 1.7f);
    float line = fmaxf(2, roundf(view_units(view, 1.5f)));
    for (int i = 0; i < warps; ++i) {
        int column = i % columns;
        Rect box = {room.x + (float)column * wide + (float)(column / of_block) * gap,
                    room.y + (float)(i / columns) * high, wide - line, high - line};
        bool is_held = i < held->warps_per_sm;
        scene_box(view->scene, box, 2, is_held ? theme->accent : theme->well,
                  is_held ? theme->accent : theme->muted, view_hairline(view), (PickTag){0});
    }
}

/* The kernel has two square tiles of float, of one size (a column of padding aside): it is asked
 * how wide such may be. */
static bool has_two_tiles(const View *view)
{
    int64_t rows, columns, found = 0;
    for (int i = 0; view->program && i < view->program->shared_count; ++i) {
        const SharedVariable *variable = &view->program->shared[i];
        shared_shape(view, i, &rows, &columns);
        if (shared_unit(variable) != 1 || shared_scalar(variable) != SCALAR_F32 || rows < 2 ||
            columns < rows || columns > rows + 1)
            continue;
        if (found == rows)
            return true;
        found = rows;
    }
    return false;
}

static void build_tile_note(View *view, Rect *room, const DeviceModel *device)
{
    int by_memory, width = occupancy_tile_width(device, device->shared_per_block_bytes, &by_memory);
    if (!has_two_tiles(view) || room->h < view_units(view, 19))
        return;
    Rect foot = rect_cut_bottom(room, view_units(view, 19));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 7, foot, -1, view->theme->muted,
                      view_format(view, STRING_OCCUPANCY_TILE,
                                  device->shared_per_block_bytes / 1024, by_memory,
                                  (int)device->threads_per_block, width));
}

Occupancy panel_occupancy_of(const View *view, const DeviceModel *device)
{
    return occupancy_compute(device, knob_value(view, KNOB_THREADS), knob_value(view, KNOB_SHARED),
                             knob_value(view, KNOB_REGISTERS));
}

/* A line at the foot of the room, as long as there is room for the warps above it. */
static void build_occupancy_note(View *view, Rect *room, Colour colour, const char *text)
{
    if (room->h < view_units(view, 17))
        return;
    panel_note(view, rect_cut_bottom(room, view_units(view, 17)), colour, text);
}

/* Where what is reserved makes a difference: what one gets who leaves it out. */
static void build_reserved(View *view, Rect *room, const DeviceModel *device, const Occupancy *held)
{
    DeviceModel plain = *device;
    plain.shared_reserved_per_block_bytes = 0;
    Occupancy other = panel_occupancy_of(view, &plain);
    if (other.blocks_per_sm != held->blocks_per_sm)
        build_occupancy_note(view, room, view->theme->text,
                             view_format(view, STRING_OCCUPANCY_UNRESERVED,
                                         (int)device->shared_reserved_per_block_bytes,
                                         100 * other.fraction));
}

/* What a thread has of its block's shared memory, and what it may have if the multiprocessor is to
 * be full of threads. */
static void build_a_thread(View *view, Rect *room, const DeviceModel *device)
{
    int bytes = knob_value(view, KNOB_SHARED), threads = knob_value(view, KNOB_THREADS);
    if (bytes)
        build_occupancy_note(
            view, room, view->theme->text,
            view_format(view, STRING_OCCUPANCY_A_THREAD, (double)bytes / threads,
                        (int)device->threads_per_sm,
                        (double)device->shared_per_sm_bytes / device->threads_per_sm));
}

static void build_result(View *view, Rect room, const DeviceModel *device)
{
    const Theme *theme = view->theme;
    Occupancy held = panel_occupancy_of(view, device);
    Rect line = rect_cut_top(&room, view_units(view, 30));
    view_label(view, FONT_UI, TEXT_HUGE, rect_cut_left(&line, view_units(view, 96)), -1,
               theme->accent, arena_printf(view->arena, "%.0f %%", held.fraction * 100));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, line, -1, theme->text,
                      view_format(view, STRING_OCCUPANCY_RESULT, held.warps_per_sm,
                                  (int)device->threads_per_sm / WARP_LANES, held.threads_per_sm,
                                  (int)device->threads_per_sm, held.blocks_per_sm));
    view_label_fitted(
        view, FONT_UI, TEXT_BODY, 8, rect_cut_top(&room, view_units(view, 22)), -1,
        held.fraction < 1 ? theme->warning : theme->text,
        view_format(view, STRING_OCCUPANCY_LIMITER, view_text(view, limits[held.limiter])));
    build_reserved(view, &room, device, &held);
    build_a_thread(view, &room, device);
    const GpuView *gpu = panel_gpu(view);
    if (gpu && gpu->registers > 0 && view->session->model.knobs[KNOB_REGISTERS] < 0)
        build_occupancy_note(
            view, &room, theme->muted,
            view_format(view, STRING_OCCUPANCY_COMPILED, gpu->registers, gpu->device));
    build_tile_note(view, &room, device);
    float pad = view_units(view, 3);
    if (room.h > view_units(view, 16))
        build_warps(view, (Rect){room.x, room.y + pad, room.w, room.h - 2 * pad}, device, &held);
}

void panel_occupancy_build(View *view, Rect room)
{
    const DeviceModel *device = panel_known_device(view, &room);
    if (!device)
        return;
    for (int i = 0; i < KNOB_COUNT; ++i)
        build_knob(view, rect_cut_top(&room, view_units(view, 23)), (Knob)i);
    rect_cut_top(&room, view_units(view, 4));
    build_result(view, room, device);
}
