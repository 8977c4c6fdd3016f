/* Latency, a model: what has to be in flight so that memory is never idle, the warps that are there
 * to ask for it, and the banks and channels that answer. The device gives its latency and
 * bandwidth, the count of the grid what a request brings. */
#include "session/data/session_data.h"
#include "view/panels/panel.h"

#include "probe/models/latency.h"
#include "program/flow/constant_loads.h"
#include "view/draw/button.h"

#include <math.h>

enum { WARPS_SIDE = 32, PERIODS = 2, FOOT_LEAST = 10, FOOT_LEAST_HALL = 15, LOW = 130 };

static const float WARPS_SHARE = 0.5f; /* of the room, at most */

static Latency latency_of(const View *view, const DeviceModel *device)
{
    const Counters *counters = &view->slot->total->counters;
    const LatencyDemand demand = {counters->global_load.requests, counters->global_load.sectors,
                                  counters->warps, panel_occupancy_of(view, device).warps_per_sm};
    return latency_compute(device, &demand);
}

static const char *kilobytes(View *view, double bytes)
{
    return view_format(view, STRING_LATENCY_KB, bytes / 1e3);
}

/* ---- warps ---- */

/* One cell for every warp that is needed or there: those that are missing are hatched, those beyond
 * the need are paler. */
static void build_warps(View *view, Rect room, const Latency *latency)
{
    const Theme *theme = view->theme;
    int needed = latency->warps_needed, held = latency->warps_held;
    int count = needed > held ? needed : held, rows = (count + WARPS_SIDE - 1) / WARPS_SIDE;
    float wide = room.w / WARPS_SIDE, high = fminf(room.h / (float)rows, wide);
    float line = fmaxf(2, roundf(view_units(view, 1.5f)));
    for (int i = 0; i < count; ++i) {
        Rect box = {room.x + (float)(i % WARPS_SIDE) * wide,
                    room.y + (float)(i / WARPS_SIDE) * high, wide - line, high - line};
        bool is_held = i < held, is_needed = i < needed;
        scene_box(view->scene, box, 2,
                  !is_held    ? theme->well
                  : is_needed ? theme->accent
                              : theme->accent_tint,
                  is_held ? theme->accent : theme->warning, view_hairline(view), (PickTag){0});
    }
}

/* ---- a channel ---- */

/* The height of one of the lines at the foot, a heading and three others. */
static float foot_line(const View *view, Rect room)
{
    return fminf(room.h / 4, view_units(view, 20));
}

/* When the channel hands over pieces, if so many banks take turns. */
static void build_turns(View *view, Rect line, int banks)
{
    const Theme *theme = view->theme;
    int period = latency_banks(LATENCY_RATIO);
    Rect name = rect_cut_left(&line, view_units(view, 62));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, name, -1, theme->text,
                      view_format(view, STRING_LATENCY_BANK, banks));
    Rect share = rect_cut_right(&line, view_units(view, 46));
    view_label_fitted(
        view, FONT_CODE, TEXT_SMALL, 8, share, 1, theme->text,
        arena_printf(view->arena, "%.3g %%", 100 * latency_channel_busy(LATENCY_RATIO, banks)));
    float wide = line.w / (float)(PERIODS * period), gap = wide > 4 ? 1 : 0;
    for (int i = 0; i < PERIODS * period; ++i) {
        bool is_busy = i % period < banks;
        float x = roundf(line.x + (float)i * wide), end = roundf(line.x + (float)(i + 1) * wide);
        scene_box(view->scene, (Rect){x, line.y + 2, end - x - gap, line.h - 4}, 0,
                  is_busy ? theme->accent : theme->well, is_busy ? theme->accent : theme->grid, 1,
                  (PickTag){0});
    }
}

static void build_channel(View *view, Rect room)
{
    int most = latency_banks(LATENCY_RATIO);
    const int banks[] = {1, most / 3, most};
    float line = foot_line(view, room);
    if (line < view_units(view, view->look->lecture ? FOOT_LEAST_HALL : FOOT_LEAST))
        return;
    panel_note(view, rect_cut_top(&room, line), view->theme->muted,
               view_format(view, STRING_LATENCY_CHANNEL, LATENCY_RATIO));
    for (int i = 0; i < 3; ++i)
        build_turns(view, rect_cut_top(&room, line), banks[i]);
}

/* ---- the addresses of a request ---- */

typedef struct Pieces {
    uint64_t at[2 * WARP_LANES]; /* numbers of pieces, each once */
    int count;
} Pieces;

static void gather_pieces(const Step *step, Pieces *pieces)
{
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        uint64_t piece = step->arena[lane] / LATENCY_PIECE_BYTES;
        int known = 0;
        if (!(step->active >> lane & 1) || step->arena[lane] == UINT64_MAX)
            continue;
        while (known < pieces->count && pieces->at[known] != piece)
            ++known;
        if (known == pieces->count)
            pieces->at[pieces->count++] = piece;
    }
}

/* The global access under the lens; NULL: there is none. */
static const Step *lens_access(const View *view)
{
    const Lens *lens = &view->session->lens;
    bool is_here = lens->has_step && lens->run == view->session->front;
    Pieces pieces = {.count = 0};
    is_here = is_here && opcode_info[lens->step.instr->op].class == CLASS_MEMORY;
    if (is_here && lens->step.space == SPACE_GLOBAL && !instr_is_constant_load(lens->step.instr))
        gather_pieces(&lens->step, &pieces);
    return pieces.count ? &lens->step : NULL;
}

static uint32_t channel_of(uint64_t piece)
{
    return latency_place(piece * LATENCY_PIECE_BYTES, LATENCY_CHANNELS, 1).channel;
}

static int channels_of(const Pieces *pieces)
{
    uint32_t seen = 0;
    int count = 0;
    for (int i = 0; i < pieces->count; ++i)
        seen |=
            1u << latency_place(pieces->at[i] * LATENCY_PIECE_BYTES, LATENCY_CHANNELS, 1).channel;
    for (; seen; seen &= seen - 1)
        ++count;
    return count;
}

/* The pieces of the request that one channel has, a mark each. */
static void build_place(View *view, Rect box, const Pieces *pieces, uint32_t channel)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, box, view_units(view, 4), theme->well, theme->grid, 1, (PickTag){0});
    box = rect_inset(box, view_units(view, 4));
    Rect name = rect_cut_top(&box, view_units(view, 13));
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 8, name, -1, theme->text,
                      arena_printf(view->arena, "%u", channel));
    float side = view_units(view, 8), step = side + 2;
    int columns = (int)(box.w / step), mark = 0;
    for (int i = 0; i < pieces->count && columns > 0; ++i)
        if (channel_of(pieces->at[i]) == channel) {
            Rect at = {box.x + (float)(mark % columns) * step,
                       box.y + (float)(mark / columns) * step, side, side};
            if (at.y + side <= box.y + box.h + 1)
                scene_box(view->scene, at, 2, theme->accent, theme->accent, 1, (PickTag){0});
            ++mark;
        }
}

static void build_places(View *view, Rect room)
{
    Pieces pieces = {.count = 0};
    const Step *step = lens_access(view);
    float line = foot_line(view, room);
    if (!step || line < view_units(view, FOOT_LEAST))
        return;
    gather_pieces(step, &pieces);
    view_label_fitted(
        view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(&room, line), -1, view->theme->muted,
        view_format(view, STRING_LATENCY_PLACES, channels_of(&pieces), (int)LATENCY_CHANNELS));
    float wide = room.w / LATENCY_CHANNELS, gap = view_units(view, 4);
    for (uint32_t channel = 0; channel < LATENCY_CHANNELS; ++channel)
        build_place(view,
                    (Rect){room.x + (float)channel * wide, room.y, wide - gap, 3 * line - gap},
                    &pieces, channel);
}

/* ---- all of it ---- */

/* Little's law in figures: two lines, or halves of one where the room is low. */
static void build_bytes(View *view, Rect *room, const DeviceModel *device, const Latency *latency)
{
    bool is_low = !view->look->lecture && room->h < view_units(view, LOW);
    Rect first = rect_cut_top(room, view_units(view, 17)), second = first;
    if (is_low)
        second = rect_cut_right(&first, first.w * 0.48f);
    else
        second = rect_cut_top(room, view_units(view, 17));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, first, -1, view->theme->text,
                      view_format(view, STRING_LATENCY_BYTES, latency->ns, device->bandwidth_gb_s,
                                  kilobytes(view, latency->bytes)));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, second, is_low ? 1 : -1, view->theme->text,
                      view_format(view, STRING_LATENCY_SHARE,
                                  kilobytes(view, latency->bytes_per_sm), latency->request_bytes));
}

static void build_law(View *view, Rect *room, const DeviceModel *device, const Latency *latency)
{
    const Theme *theme = view->theme;
    bool is_enough = latency->warps_held >= latency->warps_needed;
    Rect line = rect_cut_top(room, view_units(view, 30));
    double percent = 100 * latency->busy;
    const char *busy = arena_printf(view->arena, percent < 10 ? "%.2g %%" : "%.0f %%", percent);
    float width = view_text_width(view, FONT_UI, TEXT_HUGE, busy) + view_units(view, 14);
    view_label(view, FONT_UI, TEXT_HUGE, rect_cut_left(&line, width), -1, theme->accent, busy);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, line, -1, theme->text,
                      view_text(view, STRING_LATENCY_BUSY));
    view_label_fitted(
        view, FONT_UI, TEXT_BODY, 8, rect_cut_top(room, view_units(view, 21)), -1,
        is_enough ? theme->text : theme->warning,
        view_format(view, STRING_LATENCY_WARPS, latency->warps_needed, latency->warps_held));
    build_bytes(view, room, device, latency);
    rect_cut_top(room, view_units(view, 3));
}

static void build_model(View *view, Rect room, const DeviceModel *device)
{
    Latency latency = latency_of(view, device);
    if (!latency.is_known || !latency.warps_needed) {
        const char *why = latency.is_known ? view_text(view, STRING_LATENCY_NO_LOADS)
                                           : view_format(view, STRING_LATENCY_NONE,
                                                         key_text(view, COMMAND_DEVICE_NEXT));
        panel_text(view, &room, TEXT_BODY, 3, view->theme->muted, why);
        return;
    }
    build_law(view, &room, device, &latency);
    int count =
        latency.warps_needed > latency.warps_held ? latency.warps_needed : latency.warps_held;
    float rows = ceilf((float)count / WARPS_SIDE);
    Rect warps = rect_cut_top(&room, fminf(room.h * WARPS_SHARE, rows * view_units(view, 12)));
    build_warps(view, warps, &latency);
    rect_cut_top(&room, view_units(view, 4));
    Rect channel = rect_cut_left(&room, room.w / 2);
    rect_cut_right(&channel, view_units(view, 12));
    build_channel(view, channel);
    build_places(view, room);
}

void panel_latency_build(View *view, Rect room)
{
    const DeviceModel *device = panel_known_device(view, &room);
    if (!device)
        return;
    if (view->slot->total)
        build_model(view, room, device);
    else
        panel_text(view, &room, TEXT_BODY, 2, view->theme->muted,
                   view_text(view, STRING_ROOFLINE_WAIT));
}
