/* What moved in the step shown: values fly from where they were to where they went. A store to shared
 * memory comes from the global element that its value was loaded from, as the record of origins
 * says. At rest the ways remain as arrows. */
#include "view/fan.h"
#include "view/lift.h"
#include "view/outside.h"
#include "view/threads.h"
#include "view/values.h"

#include <math.h>

typedef struct Flight {
    Rect from, to;
    Colour colour, fill;
    const char *text;
    bool dashed, is_picked;
} Flight;

/* With more lanes than this the other lanes' ways are only hinted at. */
enum { CLEAR_LANES = 8 };

static bool global_place(const View *view, int buffer, int64_t scalar, Rect *rect)
{
    if (buffer < 0 || !view->buffers[buffer].is_shown || view->layout.stage.w <= 0)
        return false;
    *rect = cells_seen_cell(&view->buffers[buffer], scalar);
    return true;
}

static bool shared_place(const View *view, int variable, int64_t scalar, Rect *rect)
{
    if (!view->shared[variable].is_shown || view->layout.shared.w <= 0)
        return false;
    *rect = cells_cell(&view->shared[variable], scalar);
    return true;
}

static bool thread_place(const View *view, int lane, Rect *rect)
{
    if (!view->threads.grid.is_shown)
        return false;
    *rect = thread_cell(view, view->step->warp * WARP_LANES + (uint32_t)lane);
    return true;
}

static void set_colours(const View *view, Flight *flight, int buffer)
{
    const PartColours *part =
        buffer >= 0 ? view_part(view, buffer) : &view->theme->parts[PART_OTHER];
    flight->colour = part->strong;
    flight->fill = part->hot;
}

/* Where an access that hits no buffer is drawn; a zoomed stage shows it at its edge. */
static void take_outside(const View *view, int buffer, int64_t scalar, Rect *cell)
{
    OutsideWords outside;
    outside_find(view, buffer, &view->buffers[buffer], &outside);
    for (int i = 0; i < outside.count && view->buffers[buffer].window.w <= 0; ++i)
        if (outside.words[i].scalar == scalar)
            *cell = outside.words[i].cell;
}

static bool global_flight(const View *view, int lane, Flight *flight)
{
    int buffer, lands_in;
    int64_t scalar;
    Rect cell, thread;
    if (!step_global(view, lane, &buffer, &scalar, &lands_in) ||
        !global_place(view, buffer, scalar, &cell) || !thread_place(view, lane, &thread))
        return false;
    bool is_load = view->step->instr->op == OP_LOAD;
    flight->from = is_load ? cell : thread;
    flight->to = is_load ? thread : cell;
    set_colours(view, flight, buffer);
    if (lands_in < 0) {
        take_outside(view, buffer, scalar, is_load ? &flight->from : &flight->to);
        flight->colour = view->theme->danger;
    }
    return true;
}

static bool shared_flight(const View *view, int lane, Flight *flight)
{
    int variable;
    int64_t scalar;
    Rect cell, thread;
    if (!step_shared(view, lane, &variable, &scalar) ||
        !shared_place(view, variable, scalar, &cell) || !thread_place(view, lane, &thread))
        return false;
    Origin origin = probe_shared_origin(view->probe, (uint32_t)view->step->arena[lane]);
    int buffer = origin.kind == ORIGIN_GLOBAL ? launch_buffer_at(view->launch, origin.at) : -1;
    set_colours(view, flight, buffer);
    flight->from = cell;
    flight->to = thread;
    if (view->step->instr->op == OP_LOAD)
        return true;
    flight->from = thread;
    flight->to = cell;
    if (buffer < 0)
        return true;
    const Buffer *source = &view->launch->buffers[buffer];
    flight->dashed = global_place(
        view, buffer, (int64_t)((origin.at - source->offset_bytes) / buffer_scalar_bytes(source)),
        &flight->from);
    return true;
}

static const char *value_text(const View *view, int lane)
{
    const Step *step = view->step;
    uint64_t bits = step->after[0][lane] | (uint64_t)step->after[1][lane] << 32;
    return value_short(view->arena, (ScalarType)step->instr->type, bits);
}

/* The way from one rectangle to another, without covering what stands in them. */
static void flight_ends(const Flight *flight, Point *from, Point *to)
{
    Point a = rect_centre(flight->from), b = rect_centre(flight->to);
    float dx = b.x - a.x, dy = b.y - a.y, length = sqrtf(dx * dx + dy * dy);
    float start = fminf(flight->from.w, flight->from.h) * 0.42f;
    float end = fminf(flight->to.w, flight->to.h) * 0.42f;
    float free = length - start - end;
    if (free <= 0)
        start = end = 0;
    float share_a = length > 0 ? start / length : 0, share_b = length > 0 ? end / length : 0;
    *from = (Point){a.x + dx * share_a, a.y + dy * share_a};
    *to = (Point){b.x - dx * share_b, b.y - dy * share_b};
}

static Point between(Point a, Point b, float share)
{
    return (Point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static void build_way(View *view, const Flight *flight, float share, bool is_clear)
{
    Point from, to;
    flight_ends(flight, &from, &to);
    float width = view_units(view, flight->is_picked ? 2.4f : 1.5f);
    Colour colour = colour_alpha(flight->colour, flight->is_picked ? 0.95f
                                                 : is_clear        ? 0.6f
                                                                   : 0.25f);
    if (flight->dashed)
        scene_dashed_line(view->scene, from, between(from, to, share), colour, width);
    else if (share >= 1 && (is_clear || flight->is_picked))
        scene_arrow(view->scene, from, to, colour, width);
    else
        scene_line(view->scene, from, between(from, to, share), colour, width);
    if (flight->dashed && share >= 1 && (is_clear || flight->is_picked))
        scene_arrow(view->scene, between(from, to, 0.97f), to, colour, width);
}

static void build_chip(View *view, const Flight *flight, float share)
{
    Point centre = between(rect_centre(flight->from), rect_centre(flight->to), share);
    float units = TEXT_BODY;
    float w = view_text_width(view, FONT_CODE, units, flight->text) + view_units(view, 12);
    float h = view_units(view, 24);
    Rect chip = {centre.x - w / 2, centre.y - h / 2, w, h};
    scene_box(view->scene, chip, view_units(view, 6), flight->fill, flight->colour,
              view_units(view, 2), (PickTag){0});
    view_label(view, FONT_CODE, units, chip, 0, view->theme->text, flight->text);
}

static float smooth(float share)
{
    return share * share * (3 - 2 * share);
}

/* One of the two accesses of a race: to the word that both want, or from it. */
static void build_side(View *view, uint32_t thread, Rect cell, bool is_write)
{
    Rect token = thread_cell(view, thread);
    Flight side = {.from = is_write ? token : cell, .to = is_write ? cell : token};
    Point from, to;
    flight_ends(&side, &from, &to);
    scene_box(view->scene, token, 0, 0, view->theme->danger, view_units(view, 3), (PickTag){0});
    scene_arrow(view->scene, from, to, view->theme->danger, view_units(view, 3.5f));
}

/* What an access is stands beside its way where that leaves the shared memory, on the side that is
 * away from the other's, else on the way itself, at a share of it. */
static Point word_place(const View *view, Rect token, Rect cell, float aside, float share)
{
    Point from = rect_centre(token), to = rect_centre(cell);
    const Rect *shared = &view->layout.shared;
    float edge = shared->y + shared->h, y = (edge + view->layout.threads.y) / 2;
    bool leaves = rect_holds(*shared, to) && to.y < edge && from.y > y && shared->h > 0;
    if (!leaves)
        return between(from, to, share);
    Point at = between(from, to, (y - from.y) / (to.y - from.y));
    return (Point){at.x + aside, at.y};
}

static void build_word(View *view, uint32_t thread, uint32_t other, Rect cell, bool is_write,
                       float share)
{
    const char *text = view_text(view, is_write ? STRING_RACE_WRITES : STRING_RACE_READS);
    float w = view_text_width(view, FONT_UI, TEXT_TINY, text) + view_units(view, 8);
    float h = view_units(view, 16);
    Rect token = thread_cell(view, thread), second = thread_cell(view, other);
    bool is_left = token.x < second.x || (token.x == second.x && share < 0.5f);
    float aside = (w / 2 + view_units(view, 5)) * (is_left ? -1 : 1);
    Point at = word_place(view, token, cell, aside, share);
    Rect chip = {at.x - w / 2, at.y - h / 2, w, h};
    scene_box(view->scene, chip, view_units(view, 4), view->theme->panel, view->theme->danger,
              view_units(view, 1.5f), (PickTag){0});
    view_label(view, FONT_UI, TEXT_TINY, chip, 0, view->theme->danger, text);
}

static void build_race(View *view, const Finding *finding, Rect cell, int from)
{
    bool writes = finding->kind != FINDING_RACE_WAR, other = finding->kind != FINDING_RACE_RAW;
    uint32_t first = finding->thread, second = finding->other_thread;
    if (view->threads.grid.is_shown) {
        build_side(view, first, cell, writes);
        build_side(view, second, cell, other);
        lift_texts(view, from);
        build_word(view, first, second, cell, writes, 0.35f);
        build_word(view, second, first, cell, other, 0.65f);
    }
    scene_box(view->scene, rect_inset(cell, -view_units(view, 2)), 0, 0, view->theme->danger,
              view_units(view, 4), (PickTag){0});
}

static bool race_place(const View *view, const Finding *finding, Rect *cell)
{
    if (finding->buffer < 0)
        return false;
    return finding->space == SPACE_SHARED
               ? shared_place(view, finding->buffer, finding->element, cell)
               : finding->space == SPACE_GLOBAL &&
                     global_place(view, finding->buffer, finding->element, cell);
}

/* The two accesses that collide, when the step shown is the later one; lines begin with shape from. */
static bool races_build(View *view, int from)
{
    const Report *report = probe_report(view->probe);
    const Finding *findings = report_findings(report);
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &findings[i];
        Rect cell;
        if (finding->block != view->step->block || finding->step != view->step->index ||
            finding->other_thread == FINDING_NO_THREAD || !race_place(view, finding, &cell))
            continue;
        build_race(view, finding, cell, from);
        return true;
    }
    return false;
}

static void build_all(View *view, int from)
{
    Flight flights[WARP_LANES];
    int count = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        Flight flight = {.text = ""};
        if (!global_flight(view, lane, &flight) && !shared_flight(view, lane, &flight))
            continue;
        flight.text = value_text(view, lane);
        flight.is_picked =
            view->step->warp * WARP_LANES + (uint32_t)lane == view->session->selection.thread;
        flights[count++] = flight;
    }
    float share = smooth(fminf(fmaxf(view->progress, 0), 1));
    for (int i = 0; i < count; ++i)
        build_way(view, &flights[i], share, count <= CLEAR_LANES);
    if (share >= 1 && races_build(view, from))
        return;
    lift_texts(view, from);
    for (int i = 0; i < count && share < 1; ++i)
        build_chip(view, &flights[i], share);
}

void flights_build(View *view)
{
    int before = view->scene->count;
    fan_build(view);
    if (step_is_memory(view))
        build_all(view, before);
    else
        lift_texts(view, before);
}
