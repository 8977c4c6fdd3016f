/* What has been counted, run beside run: so far, in all, and how they differ. Bars share one scale
 * a card, so 128 against 64 is seen before it is read. */
#include "view/panels/strip.h"

#include "probe/record/shown.h"
#include "session/grid/counting.h"
#include "session/lessons/about.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "view/draw/button.h"
#include "view/panels/argument.h"
#include "view/panels/scope.h"
#include "view/values/compared.h"

#include <math.h>
#include <string.h>

static const float CARD = 150, CARD_OF_TWO = 180, VERDICT = 226, VERDICT_ROOM = 560, FLAT_MOST = 60,
                   ASKED_SHARE = 1.5f;

static const char *card_name(const View *view, int card)
{
    return counter_cards[card].name[view->language];
}

static uint64_t number_in(const Report *report, int card)
{
    return counter_at(&report->counters, counter_cards[card].at);
}

static uint64_t so_far(const SessionRun *run, int card)
{
    return number_in(probe_report(timeline_probe(run->timeline)), card);
}

/* Where two are compared both have all their digits, as long as there is room for them: 32768
 * beside 524k would be two ways of writing. */
static const char *compared_number(View *view, uint64_t number)
{
    return number < 10000000 ? arena_printf(view->arena, "%llu", (unsigned long long)number)
                             : counter_number(view, number);
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

/* What stands in the first line of a card. */
typedef struct Heading {
    const char *name, *ratio; /* no ratio: "" */
    Colour colour;            /* of the ratio */
    int card;
} Heading;

/* The scene asks about a part of the grid by this card. */
static bool is_scoped(const Session *session, int card)
{
    const ScenePlan *plan = scene_shown(session);
    return plan && plan->scope && card == argument_asked(session);
}

/* What a card tells of a run as a whole: of the part that is asked about, or of the grid. */
static bool whole_of(const Session *session, const SessionRun *run, int card, double *value)
{
    Counters counters;
    CountScope scope = is_scoped(session, card) ? scope_asked(session) : COUNTED_GRID;
    bool is_known = run->timeline && scope_counters(session, run, scope, &counters);
    *value = is_known ? counter_card_value(&counter_cards[card], &counters) : 0;
    return is_known;
}

/* How the first run compares; colour tells whether that speaks for it. */
static const char *ratio_text(View *view, int card, Colour *colour)
{
    const SessionRun *a = &view->session->runs[0], *b = &view->session->runs[1];
    *colour = view->theme->muted;
    if (view->session->run_count < 2 || !a->total || !b->total ||
        veil_hides(view->session, VEIL_RATIOS))
        return "";
    double first, second;
    if (!whole_of(view->session, a, card, &first) || !whole_of(view->session, b, card, &second) ||
        first <= 0 || second <= 0)
        return "";
    if (!argument_is_fair(view->session))
        return view_text(view, STRING_ANOTHER_SIZE);
    int side = argument_side(view->session, card);
    *colour = side > 0 ? view->theme->good : side < 0 ? view->theme->warning : view->theme->text;
    if (counter_cards[card].unit)
        return compared_shares(view->arena, view->language, first, second);
    return is_scoped(view->session,
                     card) /* "this access: 32 times" would be how often it is made */
               ? compared_text(view->arena, view->language, first, second)
               : compared_brief(view->arena, view->language, first, second);
}

void counters_track_build(View *view, Rect track)
{
    scene_box(view->scene, track, 0, view->theme->well, view->theme->grid, view_hairline(view),
              (PickTag){0});
}

/* What the numbers of a card count. */
static const char *scope_text(View *view, int card)
{
    const Session *session = view->session;
    const char *grid = scope_name(COUNTED_GRID, view->language);
    if (is_scoped(session, card))
        return scope_name(scope_asked(session), view->language);
    if (session->run_count > 1 || counter_cards[card].unit)
        return grid;
    return view_text(view, session->runs[0].total ? STRING_SCOPE_SO_FAR_OF : STRING_SCOPE_SO_FAR);
}

/* At the right of a line, where there is room beside so much of it. */
static void build_scope(View *view, Rect line, float taken, int card)
{
    const char *text = scope_text(view, card);
    if (!view->look->lecture &&
        taken + view_text_width(view, FONT_UI, TEXT_TINY, text) + view_units(view, 4) <= line.w)
        view_label(view, FONT_UI, TEXT_TINY, line, 1, view->theme->muted, text);
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

/* What is asked about is large, alone; where nothing is, a run that stands alone has the room of
 * two. One size for the numbers of all other cards. */
static float number_units(const View *view, Rect line, int card)
{
    int asked = argument_asked(view->session);
    bool is_pair = view->session->run_count > 1;
    if (card != asked && (is_pair || asked >= 0))
        return TEXT_BODY;
    float units = is_pair ? TEXT_LARGE : TEXT_HUGE;
    while (units > TEXT_BODY &&
           (view_text_width(view, FONT_CODE, units, "99999") +
                    view_text_width(view, FONT_CODE, units - 5, " / 99999") + 2 >
                line.w ||
            view_font(view, units) * 1.3f > line.h))
        units -= 0.5f;
    return units;
}

/* What a veil hides is asked for, not shown. */
static void build_strip_veiled(View *view, Rect line, int card)
{
    Rect bar = rect_cut_bottom(&line, view_units(view, view->session->run_count == 1 ? 8 : 5));
    counters_track_build(view, bar);
    view_label_fitted(view, FONT_CODE, number_units(view, line, card), 8, line, -1,
                      view->theme->muted, "?");
}

/* "12.5 %", once it is known. */
static const char *share_text(View *view, const SessionRun *run, int card)
{
    double value;
    return whole_of(view->session, run, card, &value) ? arena_printf(view->arena, "%.3g %%", value)
                                                      : "–";
}

/* The number that stands alone, and behind it, where two are compared, whose it is. */
static void build_strip_number(View *view, Rect line, int slot, int card, const char *number)
{
    float units = number_units(view, line, card);
    float width = view_text_width(view, FONT_CODE, units, number) + view_units(view, 8);
    view_label_fitted(view, FONT_CODE, units, 8, rect_cut_left(&line, fminf(width, line.w)), -1,
                      view->theme->text, number);
    if (view->session->run_count < 2) {
        build_scope(view, line, 0, card);
        return;
    }
    const char *name = argument_name(view->arena, view->language, view->session, slot);
    if (!view->look->lecture && view_text_width(view, FONT_UI, TEXT_TINY, name) <= line.w)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, TEXT_TINY, line, -1, view->theme->muted, name);
}

static void build_strip_whole(View *view, Rect line, Rect bar, int slot, int card, double most)
{
    const SessionRun *run = &view->session->runs[slot];
    double value;
    bool is_known = whole_of(view->session, run, card, &value);
    uint64_t length = (uint64_t)llround(value);
    bool is_share = counter_cards[card].unit > 0;
    build_strip_bar(view, bar, slot, length, length, is_share ? 100 : (uint64_t)llround(most));
    build_strip_number(view, line, slot, card,
                       is_share   ? share_text(view, run, card)
                       : is_known ? compared_number(view, length)
                                  : "–");
}

/* "12 / 48": of a run that stands alone what it has done so far, large, and in all. */
static void build_strip_numbers(View *view, Rect line, Rect bar, int slot, int card, uint64_t most)
{
    const SessionRun *run = &view->session->runs[slot];
    const Theme *theme = view->theme;
    uint64_t now = so_far(run, card), total = run->total ? number_in(run->total, card) : 0;
    build_strip_bar(view, bar, slot, now, total, most);
    const char *whole =
        run->total ? arena_printf(view->arena, " / %s", counter_number(view, total)) : "";
    const char *part = counter_number(view, now);
    float units = number_units(view, line, card), small = fmaxf(units - 5, TEXT_SMALL);
    float width = view_text_width(view, FONT_CODE, units, part) + 1;
    view_label_fitted(view, FONT_CODE, units, 8, rect_cut_left(&line, width), -1, theme->text,
                      part);
    view_label_fitted(view, FONT_CODE, small, 7, line, -1, theme->muted, whole);
    build_scope(view, line, view_text_width(view, FONT_CODE, small, whole), card);
}

static void build_strip_run(View *view, Rect line, int slot, int card, double most)
{
    bool is_alone = view->session->run_count == 1;
    if (!view->session->runs[slot].timeline)
        return;
    if (!is_alone) {
        view_run_mark(view, rect_cut_left(&line, view_units(view, 12)), slot, 4);
        rect_cut_left(&line, view_units(view, 3));
    }
    if (veil_hides(view->session, VEIL_TOTALS)) {
        build_strip_veiled(view, line, card);
        return;
    }
    Rect bar = rect_cut_bottom(&line, view_units(view, is_alone ? 8 : 5));
    bool is_whole = counter_cards[card].unit > 0 || is_scoped(view->session, card) ||
                    (!is_alone && view->session->runs[slot].total);
    if (is_whole)
        build_strip_whole(view, line, bar, slot, card, most);
    else
        build_strip_numbers(view, line, bar, slot, card, (uint64_t)most);
}

/* In lecture mode, where a card has no room for bars: so far, and in all. */
static void build_flat_run(View *view, Rect line, int slot, int card)
{
    const SessionRun *run = &view->session->runs[slot];
    if (!run->timeline)
        return;
    if (view->session->run_count > 1) {
        view_run_mark(view, rect_cut_left(&line, view_units(view, 12)), slot, 4);
        rect_cut_left(&line, view_units(view, 3));
    }
    double value;
    bool is_veiled = veil_hides(view->session, VEIL_TOTALS);
    bool is_share = counter_cards[card].unit > 0;
    bool is_whole = (is_scoped(view->session, card) || view->session->run_count > 1) &&
                    whole_of(view->session, run, card, &value);
    const char *text = is_veiled  ? "?"
                       : is_share ? share_text(view, run, card)
                       : is_whole ? counter_number(view, (uint64_t)llround(value))
                                  : counter_number(view, so_far(run, card));
    if (run->total && !is_veiled && !is_share && !is_whole)
        text = arena_printf(view->arena, "%s/%s", text,
                            counter_number(view, number_in(run->total, card)));
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, line, -1, view->theme->text, text);
}

static void build_flat_runs(View *view, Rect line, int card)
{
    int count = view->session->run_count;
    float gap = view_units(view, 6), width = (line.w + gap) / (float)count - gap;
    for (int i = 0; i < count; ++i) {
        build_flat_run(view, rect_cut_left(&line, width), i, card);
        rect_cut_left(&line, gap);
    }
}

static const float NAME_LEAST = 9;

/* Two runs are compared there; of a part of the grid it says which. */
static Heading heading_of(View *view, int card)
{
    Heading heading = {.name = card_name(view, card), .card = card};
    heading.ratio = ratio_text(view, card, &heading.colour);
    if (*heading.ratio && is_scoped(view->session, card))
        heading.ratio = arena_printf(view->arena, "%s: %s", scope_text(view, card), heading.ratio);
    return heading;
}

static bool has_ratio(const View *view, float room, const Heading *heading)
{
    return *heading->ratio && view_text_width(view, FONT_UI, NAME_LEAST, heading->name) +
                                      view_text_width(view, FONT_UI, NAME_LEAST, heading->ratio) +
                                      1 + view_units(view, 6) <=
                                  room;
}

/* The name and the ratio stand in one line; the largest size that this leaves the name. */
static float name_units(View *view, float room, const Heading *heading, float units)
{
    if (!has_ratio(view, room, heading))
        return view_fitting_units(view, FONT_UI, units, 7, room, heading->name);
    float gap = view_units(view, 6) + 2;
    while (units > NAME_LEAST && view_text_width(view, FONT_UI, units, heading->name) +
                                         view_text_width(view, FONT_UI, units, heading->ratio) +
                                         gap >
                                     room)
        units -= 0.5f;
    return units;
}

/* A name that a lesson explains is underlined; a press on it leads there. */
static void build_link(View *view, Rect line, float units, const Heading *heading)
{
    if (!about_counter(view->session, heading->card) || view->look->lecture)
        return;
    uint32_t card = (uint32_t)heading->card;
    bool is_hovered = view_is_hovered(view, TARGET_ABOUT, card, 0);
    line.w = fminf(line.w, view_text_width(view, FONT_UI, units, heading->name));
    float foot = roundf(line.y + line.h / 2 + 0.6f * (float)view_font(view, units));
    scene_rect(view->scene, line, 0, target_tag(TARGET_ABOUT, card, 0));
    scene_line(view->scene, (Point){line.x, foot}, (Point){line.x + line.w, foot},
               is_hovered ? view->theme->accent : view->theme->muted, view_hairline(view));
}

/* The name, and the ratio at the right in what the name leaves; without room for both, no ratio. */
static void build_heading(View *view, Rect line, float units, const Heading *heading)
{
    if (has_ratio(view, line.w, heading)) {
        float width = view_text_width(view, FONT_UI, units, heading->ratio) + 1;
        float name = view_text_width(view, FONT_UI, NAME_LEAST, heading->name) + 1;
        width = fminf(width, line.w - name - view_units(view, 6));
        view_label_fitted(view, FONT_UI, units, NAME_LEAST, rect_cut_right(&line, width), 1,
                          heading->colour, heading->ratio);
        rect_cut_right(&line, view_units(view, 6));
    }
    view_label_fitted(view, FONT_UI, units, 7, line, -1, view->theme->muted, heading->name);
    build_link(view, line, units, heading);
}

static bool strip_is_flat(const View *view, Rect card)
{
    return card.h < view_units(view, FLAT_MOST);
}

/* What lies inside a card. */
static Rect card_inside(const View *view, Rect card)
{
    Rect inside = rect_inset(card, view_units(view, strip_is_flat(view, card) ? 5 : 9));
    inside.y -= view_units(view, 3);
    inside.h += view_units(view, 5);
    return inside;
}

static void build_card(View *view, Rect rect, int card, const Heading *heading, float units)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, rect, view_units(view, 8), theme->panel, theme->edge,
              fmaxf(1, roundf(view_units(view, theme->line))),
              target_tag(TARGET_COUNTER, (uint32_t)card, 0));
    bool is_flat = strip_is_flat(view, rect);
    Rect inside = card_inside(view, rect);
    build_heading(view, rect_cut_top(&inside, view_units(view, is_flat ? 16 : 18)), units, heading);
    if (is_flat) {
        build_flat_runs(view, inside, card);
        return;
    }
    double most = 0, value;
    for (int i = 0; i < view->session->run_count; ++i) {
        const SessionRun *run = &view->session->runs[i];
        if (run->timeline && !whole_of(view->session, run, card, &value))
            value = (double)so_far(run, card);
        most = run->timeline ? fmax(most, value) : most;
    }
    float gap = view_units(view, 3);
    float height = view->session->run_count > 1 ? (inside.h - gap) / 2 : inside.h - gap;
    for (int i = 0; i < view->session->run_count; ++i) {
        build_strip_run(view, rect_cut_top(&inside, height), i, card, most);
        rect_cut_top(&inside, gap);
    }
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

/* Two runs are argued about where there is room for it. */
static bool has_verdict(const View *view)
{
    const Session *session = view->session;
    return session->run_count == 2 && session->runs[0].timeline && session->runs[1].timeline &&
           view->layout.counters.w >= view_units(view, VERDICT_ROOM) &&
           !strip_is_flat(view, view->layout.counters);
}

/* At the left of the cards: what follows from them; behind a veil a question mark. */
static void build_verdict(View *view, Rect card)
{
    const Theme *theme = view->theme;
    bool is_hidden = argument_is_hidden(view->session), is_bad = false;
    const char *text =
        is_hidden ? "?" : argument_verdict(view->arena, view->language, view->session);
    for (int i = 0; i < SESSION_RUNS && text && !is_hidden && argument_is_fair(view->session); ++i)
        is_bad |= argument_standing(&view->session->runs[i]) == STANDING_FAULTY;
    if (!text)
        text = view_text(view, counting_is_stopped(view->session) ? STRING_COUNTING_STOPPED_CARD
                                                                  : STRING_COUNTING);
    else if (!is_hidden && scope_asked(view->session) != COUNTED_GRID) /* it is of all the same */
        text = arena_printf(view->arena, "%s: %s", scope_name(COUNTED_GRID, view->language), text);
    scene_box(view->scene, card, view_units(view, 8), theme->panel, theme->edge,
              fmaxf(1, roundf(view_units(view, theme->line))), (PickTag){0});
    Rect inside = card_inside(view, card);
    float units = TEXT_BODY;
    while (units > 9 && scene_paragraph_height(view->scene, FONT_UI, view_font(view, units),
                                               inside.w, 9, text) > inside.h)
        units -= 0.5f;
    float height =
        scene_paragraph_height(view->scene, FONT_UI, view_font(view, units), inside.w, 9, text);
    inside.y += fmaxf(0, (inside.h - height) / 2);
    scene_paragraph(view->scene, FONT_UI, view_font(view, units), (Point){inside.x, inside.y},
                    inside.w, 9, is_bad ? theme->danger : theme->text, text);
}

void counters_build(View *view)
{
    enum { CARDS_MOST = 8 };
    Rect room = view->layout.counters;
    float gap = view_units(view, 8);
    if (has_verdict(view)) {
        build_verdict(view, rect_cut_left(&room, roundf(view_units(view, VERDICT))));
        rect_cut_left(&room, gap);
    }
    bool is_wide = view->session->run_count > 1 && !strip_is_flat(view, room);
    float least = view_units(view, is_wide ? CARD_OF_TWO : CARD);
    int fit = (int)((room.w + gap) / (least + gap)), cards[CARDS_MOST];
    fit = fit < 1 ? 1 : fit > CARDS_MOST ? CARDS_MOST : fit;
    int count = argument_cards(view->session, cards, fit);
    bool is_asked = argument_asked(view->session) >= 0 && fit > 2;
    float wide = is_asked ? ASKED_SHARE : 1; /* of the first card, in widths of the others */
    float width = (room.w - gap * (float)(fit - 1)) / ((float)fit - 1 + wide);
    Counting counting;
    bool is_counting = counting_find(view->session, &counting);
    bool is_stopped = counting_is_stopped(view->session);
    Heading headings[CARDS_MOST];
    float units = TEXT_SMALL;
    for (int i = 0; i < count; ++i) {
        headings[i] = heading_of(view, cards[i]);
        units = name_units(view, width - view_units(view, 18) - 1, &headings[i], units);
    }
    float x = room.x;
    for (int i = 0; i < fit; ++i) {
        float left = roundf(x), w = width * (i ? 1 : wide);
        Rect rect = {left, room.y, roundf(x + w) - left, room.h};
        x += w + gap;
        bool is_told = i == fit - 1 && !strip_is_flat(view, rect);
        if (is_counting && is_told)
            build_counting(view, rect, &counting);
        else if (is_stopped && is_told)
            build_stopped(view, rect);
        else if (i < count)
            build_card(view, rect, cards[i], &headings[i], units);
    }
}
