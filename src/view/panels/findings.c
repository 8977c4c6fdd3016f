/* What was found in the grid, one plain sentence each; a click goes to the step where it first
 * happened. */
#include "view/panels/panel.h"

#include "session/lessons/about.h"
#include "session/lessons/take.h"
#include "session/programs/console.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "view/arrows/races.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"
#include "view/values/spoil_text.h"
#include "view/values/verdict.h"

#include "probe/sentences/sentence.h"

#include <math.h>

enum { LINES_MOST = 9 };
static const float SPOIL_SHARE = 0.25f; /* of the room, at most */
static const float NOTES_SHARE = 0.6f;  /* likewise */
static const float ROW_GAP = 4;
static const float TEXT_LEAST = 0.75f; /* of the usual size */

static float text_height_at(View *view, float units, float width, const char *text)
{
    return scene_paragraph_height(view->scene, FONT_UI, view_font(view, units), width, LINES_MOST,
                                  text) +
           view_units(view, 12);
}

static float text_height(View *view, float width, const char *text)
{
    return text_height_at(view, TEXT_BODY, width, text);
}

/* The height of a finding that is told in one line. */
static float brief_height(const View *view)
{
    return fmaxf(view_units(view, 18), 1.3f * (float)view_font(view, TEXT_SMALL));
}

/* How often in the run and, of races, in the step shown. */
static const char *count_text(View *view, const Finding *finding)
{
    bool is_all = view->slot->total != NULL;
    StringKey of_races = finding->is_at_least ? STRING_FINDINGS_PAIRS_LEAST
                         : is_all             ? STRING_FINDINGS_PAIRS
                                              : STRING_FINDINGS_PAIRS_SO_FAR;
    StringKey key = finding_is_race(finding->kind) ? of_races
                    : is_all                       ? STRING_FINDINGS_ALL
                                                   : STRING_FINDINGS_SO_FAR;
    const char *all = view_fill(
        view, key, arena_printf(view->arena, "%llu", (unsigned long long)finding->count), NULL);
    RacePair told;
    if (finding->scope == SCOPE_GRID && view->slot->total) {
        const char *orders = sentence_block_orders(view->arena, view->language, view->launch,
                                                   &view->slot->total->orders);
        return arena_printf(view->arena, "%s%s%s", all, *orders ? " · " : "", orders);
    }
    if (!races_told(view, &told) || !race_is_of(&told, finding))
        return all;
    const RacesNow *now = probe_races(view->probe);
    return arena_printf(view->arena, "%s · %s", all,
                        view_format(view, STRING_FINDINGS_NOW, (unsigned long long)now->all));
}

/* The height of what tells below a finding how often it was found: a line, or two of them. */
static float count_height(View *view, float width, const Finding *finding)
{
    float line = 1.35f * (float)view_font(view, TEXT_SMALL);
    bool is_long = view_text_width(view, FONT_UI, TEXT_SMALL, count_text(view, finding)) > width;
    return fmaxf(view_units(view, 20), line) + (is_long ? line : 0);
}

static float row_height(View *view, float width, const Finding *finding, const char *text)
{
    return text_height(view, width, text) + count_height(view, width, finding);
}

static bool is_reached(const View *view, const Finding *finding)
{
    if (finding->scope == SCOPE_GRID) { /* what was found counting the grid; both blocks have run */
        uint32_t here = view->machine->block;
        return here > finding->block && here > finding->other_block;
    }
    const Report *report = probe_report(view->probe);
    const Finding *seen = report_findings(report);
    for (int i = 0; i < report->finding_count; ++i)
        if (seen[i].kind == finding->kind && seen[i].line == finding->line &&
            seen[i].other_line == finding->other_line && seen[i].buffer == finding->buffer)
            return true;
    return false;
}

/* The lesson that explains the picked finding, at the right of the line: by its title, or where
 * that has no room beside what the line tells, by its number. */
static void build_lesson_button(View *view, Rect *line, const char *told)
{
    const Lesson *lesson = about_finding(view->session);
    if (!lesson)
        return;
    float gap = view_units(view, 5);
    float room = line->w - 2 * gap - view_text_width(view, FONT_UI, TEXT_SMALL, told);
    const char *title = lesson->title.in[view->language];
    int number = lesson_number(lesson);
    const char *names[] = {title, number ? arena_printf(view->arena, "%d", number) : title};
    for (int i = 0; i < 2; ++i) {
        const char *words =
            arena_printf(view->arena, "%s  %s", view_format(view, STRING_ABOUT_LESSON, names[i]),
                         key_text(view, COMMAND_ABOUT_FINDING));
        if (i == 0 && button_words_width(view, words) > room)
            continue;
        rect_cut_right(line, gap);
        rect_cut_right(line, button_words_build(view, *line, COMMAND_ABOUT_FINDING, words));
        rect_cut_right(line, gap);
        return;
    }
}

static void build_count(View *view, Rect line, const char *text)
{
    int px = view_font(view, TEXT_SMALL);
    float height = scene_paragraph_height(view->scene, FONT_UI, px, line.w, 2, text);
    if (view_text_width(view, FONT_UI, TEXT_SMALL, text) > line.w && height <= line.h)
        scene_paragraph(view->scene, FONT_UI, px, (Point){line.x, line.y}, line.w, 2,
                        view->theme->muted, text);
    else
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 9, line, -1, view->theme->muted, text);
}

static void build_finding_row(View *view, Rect row, int index, const Finding *finding,
                              const char *text, float units)
{
    const Theme *theme = view->theme;
    float width = row.w - view_units(view, 32);
    bool has_count = row.h >= row_height(view, width, finding, text) - 1;
    bool is_picked = view->selection->finding == index;
    bool is_hovered = view_is_hovered(view, TARGET_FINDING, (uint32_t)index, 0);
    scene_box(view->scene, row, view_units(view, 5),
              is_picked || is_hovered ? theme->accent_tint : theme->panel,
              is_hovered ? theme->accent : theme->edge, view_hairline(view),
              target_tag(TARGET_FINDING, (uint32_t)index, 0));
    Rect mark = rect_cut_left(&row, view_units(view, 24));
    Point centre = {mark.x + mark.w / 2, mark.y + view_units(view, 15)};
    bool reached = is_reached(view, finding);
    sign_circle(view, SIGN_FINDING, centre, view_units(view, 5), reached ? theme->danger : 0,
                theme->danger, view_units(view, 1.5f));
    scene_paragraph(view->scene, FONT_UI, view_font(view, units),
                    (Point){row.x, row.y + view_units(view, 5)}, row.w - view_units(view, 8),
                    LINES_MOST, theme->text, text);
    if (!has_count)
        return;
    Rect line = rect_cut_bottom(&row, count_height(view, width, finding) + view_units(view, 4));
    line.y -= view_units(view, 3);
    if (is_picked)
        build_lesson_button(view, &line, count_text(view, finding));
    build_count(view, line, count_text(view, finding));
}

static const char *finding_text(View *view, const Finding *finding)
{
    return sentence_finding(view->arena, view->language, view->program, view->launch, finding);
}

/* The line of keys at the foot gives way to the picked finding. */
static bool has_room_for_keys(View *view, Rect room, const Finding *findings, int count)
{
    int picked = view->selection->finding;
    const char *text = finding_text(view, &findings[picked < count ? picked : 0]);
    return text_height(view, room.w - view_units(view, 32), text) <= room.h;
}

/* A finding that is not picked, in one line. */
static void build_brief_row(View *view, Rect row, int index, const Finding *finding)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, TARGET_FINDING, (uint32_t)index, 0);
    scene_box(view->scene, row, view_units(view, 5), is_hovered ? theme->accent_tint : 0,
              is_hovered ? theme->accent : 0, view_hairline(view),
              target_tag(TARGET_FINDING, (uint32_t)index, 0));
    Rect mark = rect_cut_left(&row, view_units(view, 24));
    sign_circle(view, SIGN_FINDING, rect_centre(mark), view_units(view, 4),
                is_reached(view, finding) ? theme->danger : 0, theme->danger,
                view_units(view, 1.5f));
    rect_cut_right(&row, view_units(view, 4));
    view_label_fitted(
        view, FONT_UI, TEXT_SMALL, 8, row, -1, theme->text,
        sentence_finding_brief(view->arena, view->language, view->program, view->launch, finding));
}

/* The findings from first to end that are seen; all but the picked one may have one line only. */
typedef struct FindingList {
    const Finding *findings;
    const char **texts;
    int count, picked;
    int first, end;
    bool is_brief;  /* of those that are not picked */
    bool has_count; /* below the picked one */
    float units;    /* size of the picked one's text, where it alone has no room */
} FindingList;

static float list_row_height(View *view, const FindingList *list, int i, float width)
{
    if (list->is_brief && i != list->picked)
        return brief_height(view);
    return list->has_count ? row_height(view, width, &list->findings[i], list->texts[i])
                           : text_height_at(view, list->units, width, list->texts[i]);
}

/* As many as have room, the picked one among them, those before it first. */
static void choose_rows(View *view, FindingList *list, Rect room)
{
    float width = room.w - view_units(view, 32), gap = view_units(view, ROW_GAP);
    float left = room.h + gap - list_row_height(view, list, list->picked, width) - gap;
    list->first = list->picked;
    list->end = list->picked + 1;
    for (int i = list->first - 1; i >= 0; --i) {
        left -= list_row_height(view, list, i, width) + gap;
        if (left < 0)
            return;
        list->first = i;
    }
    for (int i = list->end; i < list->count; ++i) {
        left -= list_row_height(view, list, i, width) + gap;
        if (left < 0)
            return;
        list->end = i + 1;
    }
}

static bool is_whole(const FindingList *list)
{
    return list->end - list->first == list->count;
}

/* The picked one tells in its own sentence how often it was found, in smaller letters where it has
 * to, and if there is no foot it leaves a line for how many are not seen. */
static void squeeze(View *view, FindingList *list, Rect *room, Rect *foot)
{
    const char **text = &list->texts[list->picked], *alone = *text;
    float width = room->w - view_units(view, 32);
    if (foot->h <= 0)
        *foot = rect_cut_bottom(room, brief_height(view));
    list->has_count = false;
    *text = view_format(view, STRING_FINDINGS_COUNTED, alone,
                        count_text(view, &list->findings[list->picked]));
    while (list->units > TEXT_LEAST * TEXT_BODY &&
           text_height_at(view, list->units, width, *text) > room->h)
        list->units -= 0.5f;
    if (text_height_at(view, list->units, width, *text) > room->h)
        *text = alone;
}

/* Where not all have room in full, those that are not picked have one line each; if that is too
 * much, too, the picked one is squeezed. How many are not seen even so is told at the end of the
 * foot. */
static void build_list(View *view, Rect room, Rect *foot, const Finding *findings, int count)
{
    int picked = view->selection->finding;
    FindingList list = {findings, ARENA_ARRAY(view->arena, const char *, count), count,
                        picked < count ? picked : 0};
    float width = room.w - view_units(view, 32);
    list.has_count = true;
    list.units = TEXT_BODY;
    for (int i = 0; i < count; ++i)
        list.texts[i] = finding_text(view, &findings[i]);
    choose_rows(view, &list, room);
    if (!is_whole(&list)) {
        list.is_brief = true;
        choose_rows(view, &list, room);
    }
    if (!is_whole(&list)) {
        squeeze(view, &list, &room, foot);
        choose_rows(view, &list, room);
    }
    for (int i = list.first; i < list.end; ++i) {
        Rect row = rect_cut_top(&room, list_row_height(view, &list, i, width));
        if (list.is_brief && i != list.picked)
            build_brief_row(view, row, i, &findings[i]);
        else
            build_finding_row(view, row, i, &findings[i], list.texts[i], list.units);
        rect_cut_top(&room, view_units(view, ROW_GAP));
    }
    if (is_whole(&list))
        return;
    int left = count - (list.end - list.first);
    const char *more = left == 1 ? view_text(view, STRING_FINDINGS_MORE_ONE)
                                 : view_format(view, STRING_FINDINGS_MORE, left);
    float wide = view_text_width(view, FONT_UI, TEXT_SMALL, more) + view_units(view, 8);
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_right(foot, wide), 1, view->theme->muted, more);
}

/* A wrong result, above the list. */
static bool build_check_verdict(View *view, Rect *room)
{
    const char *text = verdict_sentence(view);
    if (!text)
        return false;
    const Run *run = view->slot->run;
    const FirstWrong *wrong = view->slot->wrong;
    text = arena_printf(view->arena, "× %s", text);
    if (wrong)
        text = arena_printf(
            view->arena, "× %s %s",
            first_wrong_text(view->arena, view->language, run->program, &run->launch, wrong),
            first_wrong_cause(view->arena, view->language, run->program, &run->launch, wrong));
    float height = text_height(view, room->w, text);
    Rect row = rect_cut_top(room, height);
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, COMMAND_FIRST_WRONG, 0);
    scene_box(view->scene, row, view_units(view, 5), is_hovered ? view->theme->accent_tint : 0,
              is_hovered ? view->theme->accent : 0, view_hairline(view),
              target_tag(TARGET_BUTTON, COMMAND_FIRST_WRONG, 0));
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_BODY),
                    (Point){row.x, row.y + view_units(view, 3)}, row.w, LINES_MOST,
                    view->theme->danger, text);
    return true;
}

/* A paragraph below the list, in the colour of what is no fault. */
static void build_foot(View *view, Rect *room, const char *text)
{
    Rect row = rect_cut_bottom(room, text_height(view, room->w, text));
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_BODY),
                    (Point){row.x, row.y + view_units(view, 6)}, row.w, LINES_MOST,
                    view->theme->muted, text);
}

/* That races may have been missed. */
static void build_uncompared(View *view, Rect *room)
{
    const Report *report = session_report(view->slot);
    uint32_t lines = report_uncompared_lines(report);
    if (lines)
        build_foot(view, room, view_format(view, STRING_FINDINGS_UNCOMPARED, lines));
    if (rounds_are_wanted(view->program))
        build_foot(view, room, view_text(view, STRING_FINDINGS_NOT_BETWEEN));
}

static const char *note_text(View *view, const Finding *note, bool is_brief)
{
    const char *text = is_brief ? sentence_finding_brief(view->arena, view->language, view->program,
                                                         view->launch, note)
                                : finding_text(view, note);
    return arena_printf(view->arena, "○ %s", text);
}

/* Below that: the notes, in the colour of what is no fault; in one line where the findings need the
 * room. */
static void build_notes(View *view, Rect *room)
{
    const Report *report = session_report(view->slot);
    float least = room->h * (1 - NOTES_SHARE);
    for (int i = 0; i < report->note_count; ++i) {
        const char *text = note_text(view, &report_notes(report)[i], false);
        if (room->h - text_height(view, room->w, text) < least)
            text = note_text(view, &report_notes(report)[i], true);
        if (room->h - text_height(view, room->w, text) < least)
            return;
        build_foot(view, room, text);
    }
}

/* Likewise: that the count has yet to look at something. */
static void build_doubted(View *view, Rect *room)
{
    int count = session_doubted(view->slot);
    if (!count)
        return;
    const char *text = view_format(view, STRING_FINDINGS_DOUBTFUL, count);
    build_foot(view, room, text);
}

/* Where nothing is known that the result could be compared with: what the program says itself, or
 * how to ask it. */
static void build_own_check(View *view, Rect *room)
{
    const Session *session = view->session;
    bool is_compared = !view->slot->job_is_over || view->slot->check;
    if (is_compared || !console_has_main(session) || scene_shown(session) || lesson_shown(session))
        return;
    const char *end = console_is_of(session)
                          ? console_end_text(view->arena, view->language, &session->console)
                          : NULL;
    build_foot(view, room,
               end ? view_format(view, STRING_CONSOLE_CHECK, end)
                   : view_format(view, STRING_CONSOLE_UNCHECKED, key_text(view, COMMAND_CONSOLE)));
}

/* Whether what is missing shows in the result; a press leads on. */
static void build_spoil(View *view, Rect *room)
{
    SpoilText text = spoil_text(view);
    if (!text.state || !*text.state)
        return;
    const char *both =
        text.key ? arena_printf(view->arena, "%s · %s", text.state, text.key) : text.state;
    float height = text_height(view, room->w, both);
    if (height > room->h * SPOIL_SHARE) /* the sentence of the moment has it beside it */
        return;
    Rect row = rect_cut_top(room, height);
    scene_rect(view->scene, row, 0,
               text.key ? target_tag(TARGET_BUTTON, COMMAND_SHOW_BREAK, 0) : (PickTag){0});
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_BODY),
                    (Point){row.x, row.y + view_units(view, 3)}, row.w, LINES_MOST,
                    text.is_wrong ? view->theme->danger : view->theme->text, both);
}

/* The grid was counted, and did not end at the limit of steps. */
static bool is_whole_grid(const View *view)
{
    return view->slot->total && !report_part(view->slot->total);
}

/* Green is a proof: all of the grid was looked at, every race among it, and every element of the
 * result is what it should be. */
static void build_nothing_found(View *view, Rect *room)
{
    const SessionRun *run = view->slot;
    bool is_compared = run->check && !veil_hides(view->session, VEIL_RESULTS);
    bool is_proved = is_whole_grid(view) && is_compared && !report_uncompared_lines(run->total) &&
                     !session_doubted(run) && !rounds_are_wanted(view->program);
    StringKey text = !is_whole_grid(view) || !run->job_is_over ? STRING_FINDINGS_NONE
                     : is_compared                             ? STRING_FINDINGS_NONE_TOTAL
                                                               : STRING_FINDINGS_NONE_NOT_COMPARED;
    panel_text(view, room, TEXT_LARGE, 3, is_proved ? view->theme->good : view->theme->muted,
               view_text(view, text));
}

void panel_findings_build(View *view, Rect room)
{
    int count;
    const Finding *findings = session_findings(view->slot, &count);
    bool is_wrong = build_check_verdict(view, &room);
    build_spoil(view, &room);
    if (!count) {
        build_uncompared(view, &room);
        build_doubted(view, &room);
        build_own_check(view, &room);
        build_notes(view, &room);
        if (is_wrong)
            return;
        build_nothing_found(view, &room);
        return;
    }
    Rect all = room, foot = rect_cut_bottom(&room, view_units(view, 18));
    build_uncompared(view, &room);
    build_doubted(view, &room);
    if (console_is_of(view->session)) /* else the room is for what was found */
        build_own_check(view, &room);
    build_notes(view, &room);
    if (!has_room_for_keys(view, room, findings, count)) {
        foot.h = 0;
        build_list(view, all, &foot, findings, count);
        return;
    }
    build_list(view, room, &foot, findings, count);
    if (view->look->paper)
        return;
    const char *next = key_text(view, COMMAND_FINDING_NEXT);
    view_label_fitted(
        view, FONT_UI, TEXT_SMALL, 9, foot, -1, view->theme->muted,
        lesson_shown(view->session) /* which has the other key for going on */
            ? view_format(view, STRING_FINDINGS_KEYS_LESSON, next)
            : view_format(view, STRING_FINDINGS_KEYS, next, key_text(view, COMMAND_PRESS)));
}
