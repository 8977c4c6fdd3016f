/* Every counter of both runs as bars on one scale a row, with the ratio of the totals, as in
 * "128 : 64". Of one run a bar is what has been counted so far of all that will be. */
#include "view/panels/panel.h"
#include "view/panels/strip.h"

#include <math.h>
#include <string.h>

static const float NAME_REST = 0.75f;

static uint64_t value_of(const SessionRun *run, int row)
{
    if (!run->timeline)
        return 0;
    return counter_value(run->total ? run->total : probe_report(timeline_probe(run->timeline)),
                         row);
}

static void build_counter_bar(View *view, Rect line, int slot, uint64_t value, uint64_t most)
{
    const Theme *theme = view->theme;
    Colour colour = slot == 0 ? theme->accent : theme->muted;
    float width = most ? line.w * (float)((double)value / (double)most) : 0;
    Rect bar = {line.x, line.y + line.h * 0.15f, width, line.h * 0.7f};
    counters_track_build(view, (Rect){line.x, bar.y, line.w, bar.h});
    if (width >= 1 && slot == 0)
        scene_rect(view->scene, bar, colour, (PickTag){0});
    else if (width >= 1)
        scene_box(view->scene, bar, 0, theme->panel, colour, fmaxf(1.5f, view_units(view, 2)),
                  (PickTag){0});
}

static uint64_t so_far(const SessionRun *run, int row)
{
    return run->timeline ? counter_value(probe_report(timeline_probe(run->timeline)), row) : 0;
}

/* The first number of a row: of two runs the first one's in all, of a single run that so far. */
static const char *first_number(View *view, int row)
{
    const SessionRun *run = &view->session->runs[0];
    return counter_number(view,
                          view->session->run_count > 1 ? value_of(run, row) : so_far(run, row));
}

/* "22 / 50": of one run, so far and in all. */
static const char *share(View *view, int row, const char *now)
{
    const SessionRun *run = &view->session->runs[0];
    return run->total
               ? arena_printf(view->arena, "%s / %s", now, counter_number(view, value_of(run, row)))
               : now;
}

/* "128 : 64 → 2.00×": what the first run has for every one of the second. The first number of all
 * rows has the same width, so that the colons stand in one line. */
static const char *ratio(View *view, int row, int digits)
{
    int count = view->session->run_count;
    const char *first = arena_printf(view->arena, "%*s", digits, first_number(view, row));
    if (count < 2)
        return share(view, row, first);
    uint64_t values[SESSION_RUNS];
    for (int i = 0; i < count; ++i)
        values[i] = value_of(&view->session->runs[i], row);
    const char *both = view_format(view, STRING_RATIO, first, counter_number(view, values[1]));
    if (!values[0] || !values[1] || !counters_are_alike(view->session))
        return both;
    double times = (double)values[0] / (double)values[1];
    return arena_printf(view->arena, "%s → %.*f×", both,
                        times < 10    ? 2
                        : times < 100 ? 1
                                      : 0,
                        times);
}

static float number_share(const View *view)
{
    return view->session->run_count > 1 ? 0.46f : 0.36f;
}

/* The characters of the longest first number. */
static int first_digits(View *view, const int *rows, int row_count)
{
    int most = 1;
    for (int i = 0; i < row_count; ++i) {
        int digits = (int)strlen(first_number(view, rows[i]));
        most = digits > most ? digits : most;
    }
    return most;
}

/* One size for all numbers, at which the longest fits. */
static float number_units(View *view, const int *rows, int row_count, Rect line, int digits)
{
    float units = fminf(TEXT_BODY, line.h / view->unit * 0.8f);
    float room = line.w * NAME_REST * number_share(view) - view_units(view, 10);
    for (int i = 0; i < row_count; ++i) {
        const char *text = ratio(view, rows[i], digits);
        while (units > 8 && view_text_width(view, FONT_CODE, units, text) > room)
            units -= 0.5f;
    }
    return units;
}

static void build_counter_row(View *view, Rect line, int row, float number_units, int digits)
{
    uint64_t values[SESSION_RUNS], most = 0;
    int count = view->session->run_count;
    for (int i = 0; i < count; ++i) {
        values[i] = value_of(&view->session->runs[i], row);
        most = values[i] > most ? values[i] : most;
    }
    if (count == 1)
        values[0] = so_far(&view->session->runs[0], row);
    float units = fminf(TEXT_BODY, line.h / view->unit * 0.8f);
    Rect name = rect_cut_left(&line, line.w * (1 - NAME_REST));
    Rect number = rect_cut_right(&line, line.w * number_share(view));
    view_label_fitted(view, FONT_UI, units, 8, name, -1, view->theme->text,
                      counter_name(view, row));
    rect_cut_left(&number, view_units(view, 10));
    view_label_fitted(view, FONT_CODE, number_units, 8, number, -1, view->theme->text,
                      ratio(view, row, digits));
    Rect bars = {line.x, line.y + line.h * 0.1f, line.w, line.h * 0.8f};
    for (int i = 0; i < count; ++i)
        build_counter_bar(view, rect_cut_top(&bars, line.h * 0.8f / (float)count), i, values[i],
                          most);
}

static void build_run_names(View *view, Rect line)
{
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
        const char *name = run->program ? run->program->name : run->path;
        float width = view_text_width(view, FONT_UI, TEXT_SMALL, name) + view_units(view, 18);
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_left(&line, width), -1,
                          view->theme->muted, name);
    }
}

static bool is_shown(const View *view, int row)
{
    bool any = counter_cards[row].is_usual;
    for (int i = 0; i < view->session->run_count; ++i)
        any |= value_of(&view->session->runs[i], row) > 0;
    return any;
}

void panel_counters_build(View *view, Rect room)
{
    build_run_names(view, rect_cut_top(&room, view_units(view, 18)));
    int *rows = ARENA_ARRAY(view->arena, int, counter_card_count), count = 0;
    for (int i = 0; i < counter_card_count; ++i)
        if (is_shown(view, i))
            rows[count++] = i;
    float height = fminf(room.h / (float)count, view_units(view, 34));
    int digits = first_digits(view, rows, count);
    float units = number_units(view, rows, count, (Rect){0, 0, room.w, height}, digits);
    for (int i = 0; i < count; ++i)
        build_counter_row(view, rect_cut_top(&room, height), rows[i], units, digits);
}
