/* Every counter of both runs as bars on one scale a row, with the ratio of the totals, as in
 * "128 : 64". Of one run a bar is what has been counted so far of all that will be. Where not all
 * rows have room, a part of them is shown. */
#include "session/data/session_data.h"
#include "session/scenes/veil.h"
#include "view/panels/argument.h"
#include "view/panels/counter_lines.h"
#include "view/panels/panel.h"
#include "view/panels/strip.h"
#include "view/values/compared.h"

#include <math.h>
#include <string.h>

static const float NAME_SHARE = 0.36f, ROW = 20, HEAD = 20;

/* The rows that are shown, and the letters that their numbers get. */
typedef struct Rows {
    const CounterLine *lines;
    int first, shown, count;
    int digits; /* of the longest first number */
    float units;
} Rows;

static const char *number_text(View *view, const CounterLine *line, double number)
{
    return line->is_whole ? counter_number(view, (uint64_t)number)
                          : arena_printf(view->arena, "%.4g", number);
}

/* The total where it is known. */
static double whole_of(const View *view, const CounterLine *line, int run)
{
    return view->session->runs[run].total ? line->total[run] : line->now[run];
}

/* What stands first in a row. */
static const char *first_number(View *view, const CounterLine *line)
{
    bool is_now = view->session->run_count < 2 && line->has_now;
    return number_text(view, line, is_now ? line->now[0] : whole_of(view, line, 0));
}

/* "128 : 64 · 2 times as many": the first run beside the second; "22 / 50": of one run, so
 * far and in all. The first number of all rows has the same width, so that the colons stand in one
 * line. */
static const char *numbers_text(View *view, const CounterLine *line, int digits)
{
    const Session *session = view->session;
    const char *first = arena_printf(view->arena, "%*s", digits, first_number(view, line));
    if (session->run_count < 2)
        return session->runs[0].total && line->has_now
                   ? arena_printf(view->arena, "%s / %s", first,
                                  number_text(view, line, line->total[0]))
                   : first;
    double a = whole_of(view, line, 0), b = whole_of(view, line, 1);
    const char *both = view_format(view, STRING_RATIO, first, number_text(view, line, b));
    if (a <= 0 || b <= 0 || a == b || !argument_is_fair(session) ||
        veil_hides(session, VEIL_RATIOS) ||
        view->look->lecture) /* which has bars, and large letters */
        return both;
    return arena_printf(view->arena, "%s · %s", both,
                        compared_text(view->arena, view->language, a, b));
}

static float number_share(const View *view)
{
    return view->session->run_count > 1 ? 0.38f : 0.3f;
}

/* The characters of the longest first number. */
static int first_digits(View *view, const Rows *rows)
{
    int most = 1;
    for (int i = 0; i < rows->count; ++i) {
        int digits = (int)strlen(first_number(view, &rows->lines[i]));
        most = digits > most ? digits : most;
    }
    return most;
}

/* One size for all numbers, at which the longest fits. */
static float number_units(View *view, const Rows *rows, Rect line)
{
    float units = fminf(TEXT_BODY, line.h / view->unit * 0.8f);
    float room = line.w * number_share(view) - view_units(view, 10);
    for (int i = 0; i < rows->count; ++i)
        units = view_fitting_units(view, FONT_CODE, units, 8, room,
                                   numbers_text(view, &rows->lines[i], rows->digits));
    return units;
}

static void build_counter_bar(View *view, Rect line, int slot, double share)
{
    const Theme *theme = view->theme;
    Colour colour = slot == 0 ? theme->accent : theme->muted;
    Rect bar = {line.x, line.y + line.h * 0.15f, line.w * (float)share, line.h * 0.7f};
    counters_track_build(view, (Rect){line.x, bar.y, line.w, bar.h});
    if (bar.w >= 1 && slot == 0)
        scene_rect(view->scene, bar, colour, (PickTag){0});
    else if (bar.w >= 1)
        scene_box(view->scene, bar, 0, theme->panel, colour, fmaxf(1.5f, view_units(view, 2)),
                  (PickTag){0});
}

static void build_counter_row(View *view, Rect line, const CounterLine *counter, const Rows *rows)
{
    int count = view->session->run_count;
    double most = 0;
    for (int i = 0; i < count; ++i)
        most = fmax(most, whole_of(view, counter, i));
    Rect name = rect_cut_left(&line, line.w * NAME_SHARE);
    Rect number = rect_cut_right(&line, line.w / (1 - NAME_SHARE) * number_share(view));
    if (counter->is_part)
        rect_cut_left(&name, view_units(view, 12));
    rect_cut_right(&name, view_units(view, 4));
    view_label_fitted(view, FONT_UI, fminf(TEXT_BODY, line.h / view->unit * 0.75f), 8, name, -1,
                      counter->is_part ? view->theme->muted : view->theme->text, counter->name);
    rect_cut_left(&number, view_units(view, 10));
    view_label_fitted(view, FONT_CODE, rows->units, 8, number, -1, view->theme->text,
                      numbers_text(view, counter, rows->digits));
    Rect bars = {line.x, line.y + line.h * 0.1f, line.w, line.h * 0.8f};
    for (int i = 0; i < count; ++i) {
        bool is_now = count == 1 && counter->has_now;
        double value = is_now ? counter->now[i] : whole_of(view, counter, i);
        build_counter_bar(view, rect_cut_top(&bars, line.h * 0.8f / (float)count), i,
                          most > 0 ? fmin(value / most, 1) : 0);
    }
}

static const char *run_name(const Run *run)
{
    return run->program ? run->program->name : run->path;
}

/* One size for the names of all. */
static float run_name_units(View *view, float width)
{
    float units = TEXT_SMALL;
    for (int i = 0; i < view->session->run_count; ++i)
        units = view_fitting_units(view, FONT_UI, units, 8,
                                   width / (float)view->session->run_count - view_units(view, 24),
                                   run_name(view->session->runs[i].run));
    return units;
}

static void build_run_names(View *view, Rect line)
{
    float units = run_name_units(view, line.w);
    for (int i = 0; i < view->session->run_count; ++i) {
        const Run *run = view->session->runs[i].run;
        Colour colour = i == 0 ? view->theme->accent : view->theme->muted;
        Rect mark = rect_cut_left(&line, view_units(view, 14));
        mark = rect_inset(mark, view_units(view, 3));
        mark.h = mark.w;
        mark.y = line.y + (line.h - mark.h) / 2;
        scene_box(view->scene, mark, 0, i == 0 ? colour : 0, colour, view_units(view, 2),
                  (PickTag){0});
        rect_cut_left(&line, view_units(view, 4));
        const char *name = run_name(run);
        float width = view_text_width(view, FONT_UI, units, name) + view_units(view, 18);
        width = fminf(width, line.w / (float)(view->session->run_count - i));
        view_label_fitted(view, FONT_UI, units, 8, rect_cut_left(&line, width), -1,
                          view->theme->muted, name);
    }
}

/* Which part of the rows is seen, in words and as a bar; the whole panel scrolls them. */
static void build_part(View *view, Rect *room, Rect *head, const Rows *rows)
{
    const Theme *theme = view->theme;
    int below = rows->count - rows->first - rows->shown;
    scene_rect(view->scene, view->layout.panel, 0,
               (PickTag){TARGET_COUNTS, (uint32_t)rows->first, (uint32_t)below, 0});
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_right(head, head->w * 0.3f), 1,
                      theme->muted,
                      view_format(view, STRING_COUNTERS_PART, rows->first + 1,
                                  rows->first + rows->shown, rows->count));
    Rect track = rect_cut_right(room, view_units(view, 5));
    rect_cut_right(room, view_units(view, 6));
    scene_rect(view->scene, track, theme->grid, (PickTag){0});
    float row = track.h / (float)rows->count;
    scene_rect(
        view->scene,
        (Rect){track.x, track.y + row * (float)rows->first, track.w, row * (float)rows->shown},
        theme->muted, (PickTag){0});
}

/* Where somebody has scrolled to, or else what the scene asks about. */
static int first_row(const View *view, const Rows *rows)
{
    int asked = argument_asked(view->session);
    if (view->selection->counter_scroll > 0)
        return view->selection->counter_scroll - 1;
    for (int i = 0; i < rows->count && asked >= 0; ++i)
        if (rows->lines[i].card == asked)
            return i;
    return 0;
}

void panel_counters_build(View *view, Rect room)
{
    Rect head = rect_cut_top(&room, view_units(view, HEAD));
    CounterLine *lines;
    Rows rows = {.count = counter_lines(view->arena, view->language, view->session, &lines)};
    int fit = (int)fmaxf(1, room.h / view_units(view, ROW));
    rows.lines = lines;
    rows.shown = fit < rows.count ? fit : rows.count;
    rows.first = first_row(view, &rows);
    if (rows.first > rows.count - rows.shown)
        rows.first = rows.count - rows.shown;
    if (rows.shown < rows.count)
        build_part(view, &room, &head, &rows);
    build_run_names(view, head);
    float height = fminf(room.h / (float)(rows.shown ? rows.shown : 1), view_units(view, 34));
    rows.digits = first_digits(view, &rows);
    rows.units = number_units(view, &rows, (Rect){0, 0, room.w, height});
    for (int i = 0; i < rows.shown; ++i)
        build_counter_row(view, rect_cut_top(&room, height), &lines[rows.first + i], &rows);
}
