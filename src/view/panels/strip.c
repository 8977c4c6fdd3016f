/* What has been counted, run beside run: so far, in all, and the ratio of the totals. Bars share
 * one scale a card, so 128 against 64 is seen before it is read. */
#include "view/panels/strip.h"

#include "session/grid/counting.h"
#include "session/scenes/veil.h"
#include "view/draw/button.h"

#include <math.h>
#include <string.h>

static const float CARD = 158, FLAT_MOST = 60;

const char *counter_name(const View *view, int row)
{
    return counter_cards[row].name[view->language];
}

uint64_t counter_value(const Report *report, int row)
{
    return counter_at(&report->counters, counter_cards[row].at);
}

static uint64_t so_far(const SessionRun *run, int row)
{
    return counter_value(probe_report(timeline_probe(run->timeline)), row);
}

const char *counter_number(View *view, uint64_t number)
{
    if (number < 100000)
        return arena_printf(view->arena, "%llu", (unsigned long long)number);
    static const char units[] = "kMGTP";
    double value = (double)number;
    int unit = -1;
    for (; value >= 1000 && unit < 4; ++unit)
        value /= 1000;
    return arena_printf(view->arena, "%.*f%c",
                        value < 10    ? 2
                        : value < 100 ? 1
                                      : 0,
                        value, units[unit]);
}

static uint64_t largest_buffer_bytes(const Launch *launch)
{
    uint64_t most = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        uint64_t bytes = buffer_bytes(&launch->buffers[i]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

bool counters_are_alike(const Session *session)
{
    return session->run_count < 2 || largest_buffer_bytes(&session->runs[0].run->launch) ==
                                         largest_buffer_bytes(&session->runs[1].run->launch);
}

static const char *ratio_text(View *view, int row)
{
    const SessionRun *a = &view->session->runs[0], *b = &view->session->runs[1];
    if (view->session->run_count < 2 || !a->total || !b->total ||
        veil_hides(view->session, VEIL_RATIOS))
        return "";
    double first = (double)counter_value(a->total, row),
           second = (double)counter_value(b->total, row);
    if (first <= 0 || second <= 0)
        return "";
    if (!counters_are_alike(view->session))
        return view_text(view, STRING_ANOTHER_SIZE);
    if (first == second)
        return view_text(view, STRING_EQUAL);
    double times = first < second ? second / first : first / second;
    return view_format(view, first < second ? STRING_TIMES_FEWER : STRING_TIMES_MORE,
                       arena_printf(view->arena, "%.3g", times));
}

void counters_track_build(View *view, Rect track)
{
    scene_box(view->scene, track, 0, view->theme->well, view->theme->grid, view_hairline(view),
              (PickTag){0});
}

static void build_strip_bar(View *view, Rect line, int slot, uint64_t now, uint64_t total,
                            uint64_t most)
{
    const Theme *theme = view->theme;
    float scale = most > 0 ? line.w / (float)most : 0;
    float whole = (float)total * scale, part = (float)now * scale, h = line.h;
    Colour colour = slot == 0 ? theme->accent : theme->muted;
    counters_track_build(view, line);
    if (part >= 1)
        scene_rect(view->scene, (Rect){line.x, line.y, part, h}, colour, (PickTag){0});
    float tick = fmaxf(2, roundf(view_units(view, 1.5f)));
    if (whole >= 1)
        scene_rect(view->scene, (Rect){line.x + whole - tick, line.y - tick, tick, h + 2 * tick},
                   colour, (PickTag){0});
}

/* A run that stands alone has the room of two; one size for the numbers of all cards. */
static float number_units(const View *view, Rect line)
{
    if (view->session->run_count > 1)
        return TEXT_BODY;
    float units = TEXT_HUGE;
    while (units > TEXT_BODY &&
           (view_text_width(view, FONT_CODE, units, "99999") +
                    view_text_width(view, FONT_CODE, units - 5, " / 99999") + 2 >
                line.w ||
            view_font(view, units) * 1.3f > line.h))
        units -= 0.5f;
    return units;
}

/* What a veil hides is asked for, not shown. */
static void build_strip_veiled(View *view, Rect line)
{
    Rect bar = rect_cut_bottom(&line, view_units(view, view->session->run_count == 1 ? 8 : 5));
    counters_track_build(view, bar);
    view_label_fitted(view, FONT_CODE, number_units(view, line), 8, line, -1, view->theme->muted,
                      "?");
}

static void build_strip_run(View *view, Rect line, int slot, int row, uint64_t most)
{
    const SessionRun *run = &view->session->runs[slot];
    const Theme *theme = view->theme;
    if (!run->timeline)
        return;
    bool is_alone = view->session->run_count == 1;
    uint64_t now = so_far(run, row), total = run->total ? counter_value(run->total, row) : 0;
    if (!is_alone) {
        view_run_mark(view, rect_cut_left(&line, view_units(view, 12)), slot, 4);
        rect_cut_left(&line, view_units(view, 3));
    }
    if (veil_hides(view->session, VEIL_TOTALS)) {
        build_strip_veiled(view, line);
        return;
    }
    Rect bar = rect_cut_bottom(&line, view_units(view, is_alone ? 8 : 5));
    build_strip_bar(view, bar, slot, now, run->total ? total : 0, most);
    const char *whole =
        run->total ? arena_printf(view->arena, " / %s", counter_number(view, total)) : "";
    const char *part = counter_number(view, now);
    float units = number_units(view, line), small = units - (is_alone ? 5 : 2);
    float width = view_text_width(view, FONT_CODE, units, part) + 1;
    view_label_fitted(view, FONT_CODE, units, 8, rect_cut_left(&line, width), -1, theme->text,
                      part);
    view_label_fitted(view, FONT_CODE, small, 7, line, -1, theme->muted, whole);
}

/* In lecture mode, where a card has no room for bars: so far, and in all. */
static void build_flat_run(View *view, Rect line, int slot, int row)
{
    const SessionRun *run = &view->session->runs[slot];
    if (!run->timeline)
        return;
    if (view->session->run_count > 1) {
        view_run_mark(view, rect_cut_left(&line, view_units(view, 12)), slot, 4);
        rect_cut_left(&line, view_units(view, 3));
    }
    bool is_veiled = veil_hides(view->session, VEIL_TOTALS);
    const char *text = is_veiled ? "?" : counter_number(view, so_far(run, row));
    if (run->total && !is_veiled)
        text = arena_printf(view->arena, "%s/%s", text,
                            counter_number(view, counter_value(run->total, row)));
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, line, -1, view->theme->text, text);
}

static void build_flat_runs(View *view, Rect line, int row)
{
    int count = view->session->run_count;
    float gap = view_units(view, 6), width = (line.w + gap) / (float)count - gap;
    for (int i = 0; i < count; ++i) {
        build_flat_run(view, rect_cut_left(&line, width), i, row);
        rect_cut_left(&line, gap);
    }
}

static const float NAME_LEAST = 9;

static bool has_ratio(const View *view, float room, const char *name, const char *ratio)
{
    return *ratio && view_text_width(view, FONT_UI, NAME_LEAST, name) +
                             view_text_width(view, FONT_UI, NAME_LEAST, ratio) + 1 +
                             view_units(view, 6) <=
                         room;
}

/* The name and the ratio stand in one line; the largest size that this leaves the name. */
static float name_units(View *view, float room, int row, float units)
{
    const char *name = counter_name(view, row), *ratio = ratio_text(view, row);
    if (!has_ratio(view, room, name, ratio))
        return view_fitting_units(view, FONT_UI, units, 7, room, name);
    float gap = view_units(view, 6) + 2;
    while (units > NAME_LEAST && view_text_width(view, FONT_UI, units, name) +
                                         view_text_width(view, FONT_UI, units, ratio) + gap >
                                     room)
        units -= 0.5f;
    return units;
}

/* The name, and the ratio at the right in what the name leaves; without room for both, no ratio. */
static void build_strip_names(View *view, Rect line, float units, const char *name,
                              const char *ratio)
{
    if (has_ratio(view, line.w, name, ratio)) {
        float width = view_text_width(view, FONT_UI, units, ratio) + 1;
        view_label_fitted(view, FONT_UI, units, NAME_LEAST, rect_cut_right(&line, width), 1,
                          view->theme->accent, ratio);
        rect_cut_right(&line, view_units(view, 6));
    }
    view_label_fitted(view, FONT_UI, units, 7, line, -1, view->theme->muted, name);
}

static bool strip_is_flat(const View *view, Rect card)
{
    return card.h < view_units(view, FLAT_MOST);
}

static void build_card(View *view, Rect card, int row, float units)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, card, view_units(view, 8), theme->panel, theme->edge,
              fmaxf(1, roundf(view_units(view, theme->line))),
              target_tag(TARGET_COUNTER, (uint32_t)row, 0));
    bool is_flat = strip_is_flat(view, card);
    Rect inside = rect_inset(card, view_units(view, is_flat ? 5 : 9));
    inside.y -= view_units(view, 3);
    inside.h += view_units(view, 5);
    Rect line = rect_cut_top(&inside, view_units(view, is_flat ? 16 : 18));
    const char *ratio = ratio_text(view, row);
    build_strip_names(view, line, units, counter_name(view, row), ratio);
    if (is_flat) {
        build_flat_runs(view, inside, row);
        return;
    }
    uint64_t most = 0;
    for (int i = 0; i < view->session->run_count; ++i) {
        const SessionRun *run = &view->session->runs[i];
        uint64_t value = !run->timeline ? 0
                         : run->total   ? counter_value(run->total, row)
                                        : so_far(run, row);
        most = value > most ? value : most;
    }
    float gap = view_units(view, 3);
    float height = view->session->run_count > 1 ? (inside.h - gap) / 2 : inside.h - gap;
    for (int i = 0; i < view->session->run_count; ++i) {
        build_strip_run(view, rect_cut_top(&inside, height), i, row, most);
        rect_cut_top(&inside, gap);
    }
}

/* Atomics take the last card where a run has any. */
static int row_of_card(const View *view, int card, int cards)
{
    for (int row = 0; card == cards - 1 && row < counter_card_count; ++row)
        for (int i = 0; i < view->session->run_count; ++i) {
            const SessionRun *run = &view->session->runs[i];
            bool is_atomic = counter_cards[row].at == offsetof(Counters, atomics);
            if (is_atomic && run->timeline &&
                (run->total ? counter_value(run->total, row) : so_far(run, row)) > 0)
                return row;
        }
    return card;
}

static const char *counting_text(View *view, const Counting *counting)
{
    int percent = (int)(counting->share * 100);
    if (counting->left_s < 0)
        return view_format(view, STRING_COUNTING_SHARE, percent);
    if (counting->left_s < 120)
        return view_format(view, STRING_COUNTING_LEFT_S, percent, (int)ceil(counting->left_s));
    return view_format(view, STRING_COUNTING_LEFT_MIN, percent, (int)ceil(counting->left_s / 60));
}

/* In place of the last card: how far counting is; a click stops it as the key does. */
static void build_counting(View *view, Rect card, const Counting *counting)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, card, view_units(view, 8), theme->panel, theme->accent,
              fmaxf(1, roundf(view_units(view, theme->line))),
              target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    Rect inside = rect_inset(card, view_units(view, 9));
    inside.y -= view_units(view, 3);
    inside.h += view_units(view, 5);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 7, rect_cut_top(&inside, view_units(view, 18)), -1,
                      theme->muted, view_text(view, STRING_COUNTING));
    float line = inside.h / 2;
    view_label_fitted(view, FONT_UI, TEXT_BODY, 7, rect_cut_top(&inside, line), -1, theme->text,
                      counting_text(view, counting));
    Rect track = rect_cut_bottom(&inside, view_units(view, 5));
    scene_rect(view->scene, track, theme->well, (PickTag){0});
    track.w *= (float)counting->share;
    if (track.w >= 1)
        scene_rect(view->scene, track, theme->accent, (PickTag){0});
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 7, inside, -1, theme->muted,
                      view_format(view, STRING_COUNTING_STOPS, key_text(view, COMMAND_CLOSE)));
}

/* In place of the last card once counting was stopped: a click, or the key, starts it again. */
static void build_stopped(View *view, Rect card)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, card, view_units(view, 8), theme->panel, theme->accent,
              fmaxf(1, roundf(view_units(view, theme->line))),
              target_tag(TARGET_BUTTON, COMMAND_COUNT_AGAIN, 0));
    Rect inside = rect_inset(card, view_units(view, 9));
    float line = inside.h / 3;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 7, rect_cut_top(&inside, line), -1, theme->muted,
                      view_text(view, STRING_COUNTING_STOPPED_CARD));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 7, rect_cut_top(&inside, line), -1, theme->text,
                      view_text(view, STRING_COUNTING_AGAIN));
    view_label_fitted(
        view, FONT_UI, TEXT_SMALL, 7, inside, -1, theme->muted,
        view_format(view, STRING_COUNTING_STARTS, key_text(view, COMMAND_COUNT_AGAIN)));
}

static int usual_count(void)
{
    int count = 0;
    while (count < counter_card_count && counter_cards[count].is_usual)
        ++count;
    return count;
}

void counters_build(View *view)
{
    Rect room = view->layout.counters;
    float gap = view_units(view, 8);
    int count = (int)((room.w + gap) / (view_units(view, CARD) + gap)), most = usual_count();
    count = count < 1 ? 1 : count > most ? most : count;
    float width = (room.w - gap * (float)(count - 1)) / (float)count;
    Counting counting;
    bool is_counting = counting_find(view->session, &counting);
    bool is_stopped = counting_is_stopped(view->session);
    float units = TEXT_SMALL;
    for (int i = 0; i < count; ++i)
        units =
            name_units(view, width - view_units(view, 18) - 1, row_of_card(view, i, count), units);
    for (int i = 0; i < count; ++i) {
        float x = roundf(room.x + (float)i * (width + gap));
        Rect card = {x, room.y, roundf(room.x + (float)i * (width + gap) + width) - x, room.h};
        bool is_told = i == count - 1 && !strip_is_flat(view, card);
        if (is_counting && is_told)
            build_counting(view, card, &counting);
        else if (is_stopped && is_told)
            build_stopped(view, card);
        else
            build_card(view, card, row_of_card(view, i, count), units);
    }
}

/* In quotes where a comma or a quote would end it. */
static const char *csv_text(Arena *arena, const char *text)
{
    if (!strpbrk(text, ",\"\n\r"))
        return text;
    const char *quoted = "\"";
    for (; *text; ++text)
        quoted = arena_printf(arena, *text == '"' ? "%s\"%c" : "%s%c", quoted, *text);
    return arena_printf(arena, "%s\"", quoted);
}

char *view_counters_csv(Arena *arena, const Session *session, size_t *length)
{
    const char *text = "kernel,counter,so_far,total,file\n";
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        const char *path = csv_text(arena, run->run->path);
        for (int row = 0; run->timeline && row < counter_card_count; ++row) {
            text =
                arena_printf(arena, "%s%s,%s,%llu,", text, csv_text(arena, run->run->program->name),
                             csv_text(arena, counter_cards[row].name[LANGUAGE_EN]),
                             (unsigned long long)so_far(run, row));
            if (run->total)
                text = arena_printf(arena, "%s%llu", text,
                                    (unsigned long long)counter_value(run->total, row));
            text = arena_printf(arena, "%s,%s\n", text, path);
        }
    }
    *length = strlen(text);
    return (char *)text;
}
