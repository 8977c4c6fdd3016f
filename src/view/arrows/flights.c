/* What moved in the step shown: values fly from where they were to where they went, a store from
 * the thread that has held its value since the load; its colour is that of the buffer which it was
 * loaded from, as the record of origins says. At rest the ways remain as arrows. */
#include "view/arrows/flights.h"

#include "session/scenes/veil.h"
#include "view/arrows/board.h"
#include "view/arrows/deciding.h"
#include "view/arrows/detour.h"
#include "view/arrows/fan.h"
#include "view/arrows/races.h"
#include "view/arrows/ways.h"
#include "view/arrows/wrong_rows.h"
#include "view/block/threads.h"
#include "view/draw/cell_look.h"
#include "view/draw/lift.h"
#include "view/draw/signs.h"
#include "view/matrix/outside.h"
#include "view/values/values.h"

#include <math.h>

typedef struct Flight {
    Rect from, to;
    Detour way, middle; /* from edge to edge, and as what moves goes */
    Colour colour, fill;
    const char *text;
    uint32_t thread;
    bool is_picked;
} Flight;

/* With more lanes than this the other lanes' ways are only hinted at. */
enum { CLEAR_LANES = 8 };
static const float CHIP_LEAST = 16;

static bool thread_place(const View *view, int lane, Rect *rect)
{
    if (!view->threads.grid.is_shown)
        return false;
    uint32_t thread = view->step->warp * WARP_LANES + (uint32_t)lane;
    *rect = thread_cell(view, thread);
    return excerpt_holds(&view->threads.grid, thread);
}

static void set_colours(const View *view, Flight *flight, int buffer)
{
    const PartColours *part =
        buffer >= 0 ? view_part(view, buffer) : &view->theme->parts[PART_OTHER];
    flight->colour = part->strong;
    flight->fill = part->hot;
}

/* Where an access that hits no buffer is drawn. */
static void take_outside(const View *view, int buffer, int64_t scalar, Rect *cell)
{
    OutsideWords outside;
    outside_find(view, buffer, &view->buffers[buffer], &outside);
    for (int i = 0; i < outside.count; ++i)
        if (outside.words[i].scalar == scalar)
            *cell = outside.words[i].cell;
}

static bool global_flight(const View *view, int lane, Flight *flight)
{
    int buffer, lands_in;
    int64_t scalar;
    Rect cell, thread;
    if (!step_global(view, lane, &buffer, &scalar, &lands_in) ||
        !ways_global_place(view, buffer, scalar, &cell) || !thread_place(view, lane, &thread))
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
        !ways_shared_place(view, variable, scalar, &cell) || !thread_place(view, lane, &thread))
        return false;
    Origin origin = probe_shared_origin(view->probe, (uint32_t)view->step->arena[lane]);
    int buffer = origin.kind == ORIGIN_GLOBAL ? launch_buffer_at(view->launch, origin.at) : -1;
    set_colours(view, flight, buffer);
    flight->from = cell;
    flight->to = thread;
    if (view->step->instr->op == OP_LOAD)
        return true;
    flight->from = thread; /* since its load the thread has had it in hand */
    flight->to = cell;
    return true;
}

static const char *loaded_value_text(const View *view, int lane)
{
    const Step *step = view->step;
    uint64_t bits = step->after[0][lane] | (uint64_t)step->after[1][lane] << 32;
    return value_short(view->arena, (ScalarType)step->instr->type, bits);
}

static void build_way(View *view, const Flight *flight, float share, bool is_clear)
{
    const Detour *way = &flight->way;
    int leg;
    Point to = detour_at(way, share, &leg), from = way->at[leg];
    float width = view_units(view, flight->is_picked ? 2.4f : 1.5f);
    Colour colour = colour_alpha(flight->colour, flight->is_picked ? 0.95f
                                                 : is_clear        ? 0.6f
                                                                   : 0.25f);
    view_sign(view, SIGN_FLIGHT);
    for (int i = 0; i < leg; ++i)
        scene_line(view->scene, way->at[i], way->at[i + 1], colour, width);
    if (share >= 1 && (is_clear || flight->is_picked))
        sign_arrow(view, SIGN_FLIGHT, from, to, colour, width);
    else
        scene_line(view->scene, from, to, colour, width);
    view_sign(view, SIGN_NONE);
}

/* Between cells that are too small for a chip the cell itself flies, without its number. */
static bool is_small(const View *view, const Flight *flight)
{
    return fminf(flight->from.h, flight->to.h) < view_units(view, CHIP_LEAST);
}

static void build_chip(View *view, const Flight *flight, float share)
{
    int leg;
    Point centre = detour_at(&flight->middle, share, &leg);
    if (!is_small(view, flight) || flight->is_picked) {
        ways_chip_build(view, centre, flight->fill, flight->colour, flight->text);
        return;
    }
    float w = fmaxf(3, flight->from.w + (flight->to.w - flight->from.w) * share);
    float h = fmaxf(3, flight->from.h + (flight->to.h - flight->from.h) * share);
    scene_box(view->scene, (Rect){centre.x - w / 2, centre.y - h / 2, w, h}, 0, flight->fill,
              flight->colour, 1, (PickTag){0});
}

/* That of the picked thread above the others. */
static void build_chips(View *view, const Flight *flights, int count, float share)
{
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < count; ++i)
            if (flights[i].is_picked == (pass == 1))
                build_chip(view, &flights[i], share);
}

/* What lies beyond the window of a buffer stands at its edge, above what is there else. */
static void build_outside(View *view)
{
    for (int buffer = 0; buffer < view->launch->buffer_count; ++buffer) {
        const CellGrid *grid = &view->buffers[buffer];
        OutsideWords outside = {.count = 0};
        if (grid->is_shown && grid->window.w > 0 && cells_have_numbers(view, grid))
            outside_find(view, buffer, grid, &outside);
        for (int i = 0; i < outside.count; ++i)
            if (!outside_is_seen(grid, &outside.words[i]))
                outside_build_word(view, buffer, &outside.words[i]);
    }
}

/* Beside an answer nothing moves, and what is written is to be read. */
static void lead_round(View *view, Flight *flights, int count)
{
    Board *board = board_new(view);
    for (int i = 0; i < count; ++i)
        flights[i].way = board_find(board, flights[i].from, flights[i].to, flights[i].way, true);
}

/* At rest the cells tell what moved; while a question is open the hinted ways of many lanes are
 * left out where names or keys lie under them and the picked thread has a way of its own. */
static bool is_fan_over_words(const View *view, const Flight *flights, int count)
{
    bool has_picked = false, is_over = false;
    for (int i = 0; i < count; ++i)
        has_picked |= flights[i].is_picked;
    for (int i = 0; i < count && has_picked && count > CLEAR_LANES && !is_over; ++i)
        for (int leg = 0; leg < flights[i].way.legs && !flights[i].is_picked; ++leg)
            is_over |= lift_words_crossed(view, flights[i].way.at[leg], flights[i].way.at[leg + 1]);
    return is_over;
}

static int keep_picked(Flight *flights, int count)
{
    int kept = 0;
    for (int i = 0; i < count; ++i)
        if (flights[i].is_picked)
            flights[kept++] = flights[i];
    return kept;
}

static void build_all(View *view, int from)
{
    Flight flights[WARP_LANES];
    int count = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        Flight flight = {.text = ""};
        if (!deciding_has_way(view, lane) ||
            (!global_flight(view, lane, &flight) && !shared_flight(view, lane, &flight)))
            continue;
        flight.middle = detour_middle(view, flight.from, flight.to);
        flight.way = detour_edges(flight.middle, flight.from, flight.to);
        flight.text = loaded_value_text(view, lane);
        flight.thread = view->step->warp * WARP_LANES + (uint32_t)lane;
        flight.is_picked = flight.thread == view->selection->thread;
        flights[count++] = flight;
    }
    float share = ways_share(view);
    bool is_alone = share >= 1 && veil_is_down(view->session) && !deciding_is_shown(view) &&
                    is_fan_over_words(view, flights, count);
    if (is_alone)
        count = keep_picked(flights, count);
    if (is_alone || (deciding_is_shown(view) && count <= CLEAR_LANES))
        lead_round(view, flights, count);
    build_outside(view);
    wrong_rows_build(view);
    for (int i = 0; i < count; ++i)
        if (share < 1 || !races_draw(view, flights[i].thread))
            build_way(view, &flights[i], share, count <= CLEAR_LANES);
    if (share >= 1 && (race_between_build(view, from) || races_build(view, from)))
        return;
    if (!deciding_is_shown(view)) /* what is dimmed stays so */
        lift_texts(view, from);
    if (step_is_under_way(view))
        build_chips(view, flights, count, share);
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
