/* The roofline of the device model, on axes of powers of two and ten, with a point a run: what its
 * counted arithmetic intensity allows, and what was measured if the GPU has run. */
#include "session/data/session_data.h"
#include "view/panels/panel.h"
#include "view/panels/record.h"

#include "probe/models/roofline.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"

#include <math.h>
#include <string.h>

/* The least height of all below the name of the device for a record to have its line. */
enum { RECORD_ROOM = 150 };

static const double LEAST_INTENSITY = 1.0 / 16, MOST_INTENSITY = 1024;

typedef struct Chart {
    Rect rect;
    double least, most; /* GFLOP/s */
} Chart;

static float chart_x(const Chart *chart, double intensity)
{
    double share = log(intensity / LEAST_INTENSITY) / log(MOST_INTENSITY / LEAST_INTENSITY);
    return chart->rect.x + chart->rect.w * (float)fmin(fmax(share, 0), 1);
}

static float chart_y(const Chart *chart, double gflops)
{
    double share = log(fmax(gflops, chart->least) / chart->least) / log(chart->most / chart->least);
    return chart->rect.y + chart->rect.h * (float)(1 - fmin(share, 1));
}

static void build_axes(View *view, const Chart *chart)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, chart->rect, 0, theme->well, theme->muted, view_hairline(view),
              (PickTag){0});
    for (double at = 0.25; at <= 256; at *= 4) {
        float x = chart_x(chart, at), h = view_units(view, 16), w = view_units(view, 60);
        scene_rect(view->scene, (Rect){x, chart->rect.y, 1, chart->rect.h}, theme->grid,
                   (PickTag){0});
        view_label(view, FONT_CODE, TEXT_TINY,
                   (Rect){x - w / 2, chart->rect.y + chart->rect.h + 1, w, h}, 0, theme->muted,
                   arena_printf(view->arena, "%g", at));
    }
    for (double at = chart->least * 10; at < chart->most; at *= 10) {
        float y = chart_y(chart, at), h = view_units(view, 16), w = view_units(view, 46);
        scene_rect(view->scene, (Rect){chart->rect.x, y, chart->rect.w, 1}, theme->grid,
                   (PickTag){0});
        view_label(view, FONT_CODE, TEXT_TINY,
                   (Rect){chart->rect.x - w - view_units(view, 4), y - h / 2, w, h}, 1,
                   theme->muted, arena_printf(view->arena, "%g", at));
    }
}

static void build_roof(View *view, const Chart *chart, const DeviceModel *device)
{
    double ridge = device->peak_gflops / device->bandwidth_gb_s;
    float width = view_units(view, 2.5f);
    Point foot = {chart_x(chart, LEAST_INTENSITY),
                  chart_y(chart, LEAST_INTENSITY * device->bandwidth_gb_s)};
    Point corner = {chart_x(chart, ridge), chart_y(chart, device->peak_gflops)};
    scene_line(view->scene, foot, corner, view->theme->text, width);
    scene_line(view->scene, corner, (Point){chart->rect.x + chart->rect.w, corner.y},
               view->theme->text, width);
}

/* Where the two roofs meet, down to the axis. */
static void build_ridge(View *view, const Chart *chart, const DeviceModel *device)
{
    double ridge = device->peak_gflops / device->bandwidth_gb_s;
    float x = chart_x(chart, ridge), top = chart_y(chart, device->peak_gflops);
    float foot = chart->rect.y + chart->rect.h;
    scene_rect(view->scene, (Rect){x, top, view_hairline(view), foot - top}, view->theme->muted,
               (PickTag){0});
}

static double counted_seconds(const View *view, int slot)
{
    const GpuView *gpu = panel_gpu(view);
    return gpu && gpu->run == slot ? gpu->kernel_ms / 1e3 : 0;
}

static Roofline roofline_of(const View *view, int slot)
{
    const SessionRun *run = &view->session->runs[slot];
    if (!run->timeline || !run->total)
        return (Roofline){0};
    const Counters *counters = &run->total->counters;
    Roofline roof =
        roofline_compute(session_device(view->session), (double)counters->flops,
                         (double)counters->global_load.bytes, counted_seconds(view, slot));
    roofline_set_useful(&roof, (double)counters->flops, (double)counters->useful_flops);
    return roof;
}

/* A point of some run would lie on the word. */
static bool room_is_taken(const View *view, const Chart *chart, Rect word)
{
    Rect near = rect_inset(word, -view_units(view, 9));
    for (int i = 0; i < view->session->run_count; ++i) {
        Roofline roof = roofline_of(view, i);
        Point at = {chart_x(chart, roof.intensity), chart_y(chart, roof.attainable_gflops)};
        if (roof.intensity > 0 && rect_holds(near, at))
            return true;
    }
    return false;
}

/* A word in the chart, on a ground of its own: lines of the grid end beside it. */
static void build_roof_word(View *view, Rect rect, float units, const char *text)
{
    scene_rect(view->scene, rect, view->theme->well, (PickTag){0});
    view_label(view, FONT_UI, units, rect, 1, view->theme->muted, text);
}

/* What the two roofs stand for, where they leave room. */
static void build_roof_names(View *view, const Chart *chart, const DeviceModel *device)
{
    double ridge = device->peak_gflops / device->bandwidth_gb_s;
    float h = view_units(view, 16), gap = view_units(view, 6), left = chart_x(chart, ridge);
    const char *peak = arena_printf(view->arena, "%g GFLOP/s", round(device->peak_gflops));
    float high = view_text_width(view, FONT_UI, TEXT_SMALL, peak) + 1;
    Rect right = {chart->rect.x + chart->rect.w - gap - high,
                  chart_y(chart, device->peak_gflops) + gap / 2, high, h};
    if (chart->rect.h < 4 * h || right.x < left)
        return;
    build_roof_word(view, right, TEXT_SMALL, peak);
    const char *model = view_text(view, STRING_ROOFLINE_DRAM);
    float long_word = view_text_width(view, FONT_UI, TEXT_SMALL, model) + 1;
    build_roof_word(view,
                    (Rect){chart->rect.x + chart->rect.w - gap - long_word,
                           chart->rect.y + chart->rect.h - h - gap / 2, long_word, h},
                    TEXT_SMALL, model);
    const char *bandwidth = arena_printf(view->arena, "%g GB/s", device->bandwidth_gb_s);
    float wide = view_text_width(view, FONT_UI, TEXT_SMALL, bandwidth) + 1;
    for (double along = ridge / 1.5; along > LEAST_INTENSITY; along /= 1.3) {
        Point at = {chart_x(chart, along), chart_y(chart, along * device->bandwidth_gb_s)};
        Rect rect = {at.x - gap - wide, at.y - h, wide, h};
        if (room_is_taken(view, chart, rect) || rect.x < chart->rect.x)
            continue;
        build_roof_word(view, rect, TEXT_SMALL, bandwidth);
        return;
    }
}

/* The power of ten below all that is drawn. */
static double least_gflops(const View *view, const DeviceModel *device)
{
    double least = LEAST_INTENSITY * device->bandwidth_gb_s;
    for (int i = 0; i < view->session->run_count; ++i) {
        double measured = roofline_of(view, i).measured_gflops;
        least = measured > 0 ? fmin(least, measured) : least;
    }
    return pow(10, floor(log10(fmax(least, device->peak_gflops / 1e6))));
}

/* A word beside a point, on the side that is asked for if there is room. The line of the roof then
 * does not cross it: from a point below the roof it runs above to the right, from a point on it
 * below to the left. */
static void build_mark(View *view, const Chart *chart, Point at, float rise, bool is_left,
                       Colour colour, StringKey word)
{
    float w = view_units(view, 70), h = view_units(view, 16), gap = view_units(view, 9);
    if (is_left)
        is_left = at.x - gap - w >= chart->rect.x;
    else
        is_left = at.x + gap + w > chart->rect.x + chart->rect.w;
    Rect rect = {is_left ? at.x - gap - w : at.x + gap, at.y - h / 2 + rise, w, h};
    view_label(view, FONT_UI, TEXT_SMALL, rect, is_left ? 1 : -1, colour, view_text(view, word));
}

static void build_cross(View *view, Point at, Colour colour)
{
    float arm = view_units(view, 6), width = view_units(view, 2.5f);
    scene_line(view->scene, (Point){at.x - arm, at.y}, (Point){at.x + arm, at.y}, colour, width);
    scene_line(view->scene, (Point){at.x, at.y - arm}, (Point){at.x, at.y + arm}, colour, width);
}

static void build_measured(View *view, const Chart *chart, Point model, const Roofline *roof)
{
    Colour colour = view->theme->danger;
    Point at = {model.x, chart_y(chart, roof->measured_gflops)};
    float apart = view_units(view, 16);
    float rise = fabsf(at.y - model.y) >= apart ? 0 : at.y < model.y ? -apart / 2 : apart / 2;
    build_cross(view, at, colour);
    build_mark(view, chart, at, rise, false, colour, STRING_ROOFLINE_MEASURED_MARK);
    build_mark(view, chart, model, -rise, true, view->theme->text, STRING_ROOFLINE_MODEL_MARK);
}

/* Why a run that is counted has no point in the chart. */
static void build_no_point(View *view, Rect line, const SessionRun *run)
{
    if (run->timeline && run->total)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->text,
                          view_either(view, run->total->counters.flops, STRING_ROOFLINE_NO_READS,
                                      STRING_ROOFLINE_NO_FLOPS, run->run->program->name));
}

/* "tiled: 14.2 FLOP/B, 2.13 useful · at most 10022 GFLOP/s, 15 % of peak · compute bound": rates
 * are those of useful operations. Before an audience fewer words in larger letters: of those that
 * width has no room for, the intensity stays. */
static const char *point_text(View *view, const char *name, const Roofline *roof, float width)
{
    double gflops = roof->attainable_gflops * roof->useful_share;
    const char *intensity = arena_printf(view->arena, "%.3g", roof->intensity);
    if (roof->useful_share < 1)
        intensity =
            view_format(view, STRING_ROOFLINE_USEFUL, intensity,
                        arena_printf(view->arena, "%.3g", roof->intensity * roof->useful_share));
    const char *percent =
        arena_printf(view->arena, "%.3g", 100 * roof->peak_fraction * roof->useful_share);
    const char *bound =
        view_text(view, roof->is_memory_bound ? STRING_ROOFLINE_MEMORY : STRING_ROOFLINE_COMPUTE);
    const char *text = view_format(view, STRING_ROOFLINE_POINT, name, intensity,
                                   arena_printf(view->arena, "%.*f", gflops < 100 ? 1 : 0, gflops),
                                   percent, bound);
    if (!view->look->lecture || view_text_width(view, FONT_UI, TEXT_SMALL, text) <= width)
        return text;
    text = view_format(view, STRING_ROOFLINE_POINT_PEAK, name, intensity, percent);
    return view_text_width(view, FONT_UI, TEXT_SMALL, text) <= width
               ? text
               : view_format(view, STRING_ROOFLINE_POINT_SHORT, name, intensity);
}

/* What padding leaves of a point: as much lower and as much further left. */
static void build_useful(View *view, const Chart *chart, Point at, const Roofline *roof,
                         Colour colour)
{
    if (roof->useful_share >= 1)
        return;
    Point useful = {chart_x(chart, roof->intensity * roof->useful_share),
                    chart_y(chart, roof->attainable_gflops * roof->useful_share)};
    float arm = view_units(view, 5), width = view_units(view, 2);
    sign_dashed_line(view, SIGN_POINT, at, useful, colour, view_units(view, 1.5f));
    scene_box(view->scene, (Rect){useful.x - arm, useful.y - arm, 2 * arm, 2 * arm}, 0,
              view->theme->panel, colour, width, (PickTag){0});
}

static void build_point(View *view, const Chart *chart, Rect line, int slot)
{
    const SessionRun *run = &view->session->runs[slot];
    const Theme *theme = view->theme;
    Roofline roof = roofline_of(view, slot);
    if (roof.intensity <= 0) {
        build_no_point(view, line, run);
        return;
    }
    Colour colour = slot == 0 ? theme->accent : theme->muted;
    Point at = {chart_x(chart, roof.intensity), chart_y(chart, roof.attainable_gflops)};
    float foot = chart->rect.y + chart->rect.h;
    sign_dashed_line(view, SIGN_POINT, at, (Point){at.x, foot}, colour, view_units(view, 1.5f));
    build_useful(view, chart, at, &roof, colour);
    sign_circle(view, SIGN_POINT, at, view_units(view, 6), slot == 0 ? colour : theme->panel,
                colour, view_units(view, 2.5f));
    if (roof.measured_gflops > 0)
        build_measured(view, chart, at, &roof);
    Rect mark = rect_cut_left(&line, view_units(view, 16));
    sign_circle(view, SIGN_POINT, rect_centre(mark), view_units(view, 5), slot == 0 ? colour : 0,
                colour, view_units(view, 2));
    rect_cut_left(&line, view_units(view, 4));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, theme->text,
                      point_text(view, run->run->program->name, &roof, line.w));
}

/* What was timed of the run in front on this very device some day; NULL if nothing, or if the GPU
 * here has run. */
static const DeviceTime *recorded(const View *view)
{
    const GpuView *gpu = panel_gpu(view);
    const DeviceTime *time = record_of_run(view, view->session->front);
    bool is_here =
        time && time->intensity > 0 && session_device(view->session) == record_device(view);
    return is_here && !(gpu && gpu->kernel_ms > 0) ? time : NULL;
}

static bool is_above_roof(const View *view, const DeviceTime *time)
{
    return times_gflops(time) > time->intensity * session_device(view->session)->bandwidth_gb_s;
}

/* Room for its words, one line more if it has to be explained; the chart keeps what it needs. */
static Rect cut_record(const View *view, Rect *room, const DeviceTime *time)
{
    bool is_explained = is_above_roof(view, time) && room->h > view_units(view, 175);
    return rect_cut_bottom(room, view_units(view, is_explained ? 36 : 18));
}

/* A cross at what it reached, and the same below in words. */
static void build_recorded(View *view, const Chart *chart, Rect room, const DeviceTime *time)
{
    Rect line = rect_cut_top(&room, view_units(view, 18));
    Colour colour = view->theme->danger;
    double gflops = times_gflops(time);
    Point at = {chart_x(chart, time->intensity), chart_y(chart, gflops)};
    build_cross(view, at, colour);
    Rect mark = rect_cut_left(&line, view_units(view, 16));
    view_label(view, FONT_UI, TEXT_BODY, mark, 0, colour, "+");
    rect_cut_left(&line, view_units(view, 4));
    const DeviceModel *device = record_device(view);
    const char *date = times_date(view->arena, device->times);
    panel_note(view, line, view->theme->text,
               view_format(view, STRING_RECORD_ROOFLINE, device->name, date, time->width,
                           arena_printf(view->arena, "%.0f", gflops)));
    if (is_above_roof(view, time) && room.h > view_units(view, 12))
        panel_note(view, room, view->theme->text, view_text(view, STRING_ROOFLINE_ABOVE));
}

/* What was measured, where, and how to take it. */
static void build_measured_text(View *view, Rect room)
{
    const GpuView *gpu = panel_gpu(view);
    const Theme *theme = view->theme;
    Roofline roof = roofline_of(view, gpu->run);
    Rect line = rect_cut_top(&room, view_units(view, 18));
    Rect mark = rect_cut_left(&line, view_units(view, 16));
    view_label(view, FONT_UI, TEXT_BODY, mark, 0, theme->danger, "+");
    rect_cut_left(&line, view_units(view, 4));
    const char *measured =
        view_format(view, STRING_ROOFLINE_MEASURED, gpu->device,
                    arena_printf(view->arena, "%.*f", roof.measured_gflops < 100 ? 1 : 0,
                                 roof.measured_gflops));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, theme->text,
                      arena_printf(view->arena, "%s · %s", measured,
                                   view_format(view, STRING_REGISTERS_COMPILED, gpu->registers)));
    const char *note = NULL;
    if (strcmp(session_device(view->session)->name, gpu->device) != 0)
        note = view_format(view, STRING_ROOFLINE_OTHER, key_text(view, COMMAND_DEVICE_NEXT));
    else if (roof.is_above_memory_roof)
        note = view_text(view, STRING_ROOFLINE_ABOVE);
    if (note)
        panel_note(view, room, theme->text, note);
}

void panel_roofline_build(View *view, Rect room)
{
    const DeviceModel *device = session_device(view->session);
    if (!device) {
        panel_text(view, &room, TEXT_BODY, 3, view->theme->muted,
                   view_text(view, STRING_OCCUPANCY_NONE));
        return;
    }
    panel_device_line(view, &room);
    int runs = view->session->run_count;
    const GpuView *gpu = panel_gpu(view);
    bool is_measured = gpu && gpu->kernel_ms > 0 && roofline_of(view, gpu->run).measured_gflops > 0;
    if (is_measured)
        build_measured_text(view, rect_cut_bottom(&room, view_units(view, 36)));
    const DeviceTime *time = recorded(view);
    if (room.h < view_units(view, RECORD_ROOM))
        time = NULL;
    Rect record = time ? cut_record(view, &room, time) : room;
    Rect points = rect_cut_bottom(&room, view_units(view, 20) * (float)runs);
    Rect axis = rect_cut_bottom(&room, view_units(view, 32));
    rect_cut_top(&axis, view_units(view, 15));
    Chart chart = {room, least_gflops(view, device), device->peak_gflops * 3};
    rect_cut_left(&chart.rect, view_units(view, 50));
    axis.x = chart.rect.x;
    axis.w = chart.rect.w;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, axis, 0, view->theme->muted,
                      view_format(view, STRING_ROOFLINE_INTENSITY,
                                  arena_printf(view->arena, "%.3g",
                                               device->peak_gflops / device->bandwidth_gb_s)));
    build_axes(view, &chart);
    Rect unit = {chart.rect.x + view_units(view, 5), chart.rect.y + 1,
                 view_text_width(view, FONT_UI, TEXT_TINY, "GFLOP/s") + 1, view_units(view, 17)};
    build_roof_word(view, unit, TEXT_TINY, "GFLOP/s");
    build_ridge(view, &chart, device);
    build_roof(view, &chart, device);
    if (!is_measured)
        build_roof_names(view, &chart, device);
    bool is_known = false;
    for (int i = 0; i < runs; ++i) {
        is_known |= view->session->runs[i].total != NULL;
        build_point(view, &chart, rect_cut_top(&points, view_units(view, 20)), i);
    }
    if (time)
        build_recorded(view, &chart, record, time);
    if (!is_known)
        view_label(view, FONT_UI, TEXT_BODY, chart.rect, 0, view->theme->muted,
                   view_text(view, STRING_ROOFLINE_WAIT));
}
