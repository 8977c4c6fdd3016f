/* What is shown when nothing can run: what is wrong, where, and what would be right. */
#include "base/phrase.h"
#include "session/data/session_data.h"
#include "session/edits/launches.h"
#include "session/edits/remedy.h"
#include "view/draw/button.h"
#include "view/draw/launches.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

enum { CODE_AROUND = 2, OTHERS_MOST = 6, REST_ROWS = 10 }; /* lines and rows */
static const float REST_SHARE = 0.4f;                      /* of what the title leaves, at most */

static void build_problem_text(View *view, Rect *inside, FontRole font, float units, Colour colour,
                               const char *text, int lines)
{
    float height = scene_paragraph(view->scene, font, view_font(view, units),
                                   (Point){inside->x, inside->y}, inside->w, lines, colour, text);
    rect_cut_top(inside, height + view_units(view, 8));
}

/* ---- in words ---- */

/* "the message – the hint" */
static const char *diag_words(View *view, const Diag *diag)
{
    const char *text = phrase_in(view->arena, view->language, diag->message);
    if (!diag->hint)
        return text;
    return view_format(view, STRING_PROBLEM_HINT, text,
                       phrase_in(view->arena, view->language, diag->hint));
}

static bool is_in_file(const Run *run, const Diag *diag)
{
    return diag->has_place && !run->sources->files[diag->span.file].is_included;
}

/* "Line 7", of another file "reduce.cuh, line 7"; "" without a place. */
static const char *place_words(View *view, const Run *run, const Diag *diag)
{
    if (!diag->has_place)
        return "";
    int line = source_line(run->sources, diag->span);
    if (is_in_file(run, diag))
        return view_format(view, STRING_PROBLEM_LINE, line);
    return view_format(view, STRING_PROBLEM_FILE, run->sources->files[diag->span.file].name, line);
}

/* "Line 7: the message – the hint" */
static const char *diag_sentence(View *view, const Run *run, const Diag *diag)
{
    const char *place = place_words(view, run, diag);
    return arena_printf(view->arena, "%s%s%s", place,
                        !*place                         ? ""
                        : view->language == LANGUAGE_ZH ? "："
                                                        : ": ",
                        diag_words(view, diag));
}

/* Other lines of the file with the same message: "8, 9, 12"; "" if there are none. */
static const char *lines_alike(View *view, const Run *run, int first, const char *words)
{
    const char *lines = "";
    int last = source_line(run->sources, run->diags->items[first].span);
    for (int i = first + 1; i < run->diags->count; ++i) {
        const Diag *diag = &run->diags->items[i];
        if (!is_in_file(run, diag) || strcmp(diag_words(view, diag), words) != 0)
            continue;
        int line = source_line(run->sources, diag->span);
        if (line != last)
            lines = arena_printf(view->arena, "%s%s%d", lines, *lines ? ", " : "", line);
        last = line;
    }
    return lines;
}

static bool is_told(View *view, const Run *run, int index, const char *words)
{
    for (int i = 0; i < index; ++i)
        if (strcmp(diag_words(view, &run->diags->items[i]), words) == 0)
            return true;
    return false;
}

/* ---- drawn ---- */

static float code_width(View *view, const char *text, int length)
{
    return view_text_width(view, FONT_CODE, TEXT_BODY,
                           arena_text(view->arena, text, (size_t)length));
}

/* The lines around the place, with their numbers, and what is meant underlined. */
static void build_code(View *view, Rect *inside, const Run *run, Span span)
{
    const Theme *theme = view->theme;
    const SourceFile *file = &run->sources->files[span.file];
    SourcePlace place = source_place(run->sources, span);
    float height = roundf(view_units(view, 20)), gutter = view_units(view, 44);
    int from = place.line > CODE_AROUND ? place.line - CODE_AROUND : 1;
    for (int line = from;
         line <= place.line + CODE_AROUND && line <= file->line_count && inside->h >= height;
         ++line) {
        int length;
        const char *text = source_line_text(file, line, &length);
        bool is_place = line == place.line;
        Rect row = rect_cut_top(inside, height);
        scene_rect(view->scene, row, theme->well, (PickTag){0});
        Rect number = rect_cut_left(&row, gutter);
        rect_cut_right(&number, view_units(view, 10));
        view_label(view, FONT_CODE, TEXT_BODY, number, 1, is_place ? theme->danger : theme->muted,
                   arena_printf(view->arena, "%d", line));
        view_label(view, FONT_CODE, TEXT_BODY, row, -1, is_place ? theme->text : theme->muted,
                   arena_text(view->arena, text, (size_t)length));
        int before = place.column - 1 < length ? place.column - 1 : length;
        int meant = (int)span.length < length - before ? (int)span.length : length - before;
        Rect under = {row.x + code_width(view, text, before), row.y + row.h - view_units(view, 3),
                      meant > 0 ? code_width(view, text + before, meant) : view_units(view, 8),
                      fmaxf(1, view_units(view, 2))};
        if (is_place && under.x + under.w <= row.x + row.w)
            scene_rect(view->scene, under, theme->danger, (PickTag){0});
    }
    rect_cut_top(inside, view_units(view, 10));
}

static int first_error(const Run *run)
{
    for (int i = 0; i < run->diags->count; ++i)
        if (run->diags->items[i].severity == DIAG_ERROR)
            return i;
    return -1;
}

/* What the sentence proposes, as a button. */
static void build_remedy(View *view, Rect *inside, const Run *run)
{
    const char *option = remedy_option(run);
    if (!option)
        return;
    const char *words =
        view_format(view, STRING_PROBLEM_REMEDY, option, key_text(view, COMMAND_REMEDY));
    Rect row = rect_cut_top(inside, view_units(view, 28));
    row.w = fminf(row.w, button_words_width(view, words));
    button_words_build(view, row, COMMAND_REMEDY, words);
    rect_cut_top(inside, view_units(view, 10));
}

/* The first mistake in one sentence: its line, what is wrong, and what would be right. */
static void build_first(View *view, Rect *inside, const Run *run, int index)
{
    const Diag *diag = &run->diags->items[index];
    build_problem_text(view, inside, FONT_UI, TEXT_LARGE, view->theme->danger,
                       diag_sentence(view, run, diag), 3);
    build_remedy(view, inside, run);
    if (!diag->has_place)
        return;
    build_code(view, inside, run, diag->span);
    const char *lines = lines_alike(view, run, index, diag_words(view, diag));
    if (*lines && inside->h > view_units(view, 20))
        build_problem_text(view, inside, FONT_UI, TEXT_BODY, view->theme->text,
                           view_either(view, strchr(lines, ','), STRING_PROBLEM_ALIKE_MORE,
                                       STRING_PROBLEM_ALIKE, lines),
                           2);
}

/* What else was said, each once, as far as there is room. */
static void build_others(View *view, Rect *inside, const Run *run, int first)
{
    int left = 0, shown = 0;
    for (int i = 0; i < run->diags->count; ++i) {
        const Diag *diag = &run->diags->items[i];
        const char *words = diag_words(view, diag);
        if (i == first || is_told(view, run, i, words) ||
            (first >= 0 && strcmp(diag_words(view, &run->diags->items[first]), words) == 0))
            continue;
        if (shown++ < OTHERS_MOST && inside->h > view_units(view, 50))
            build_problem_text(view, inside, FONT_UI, TEXT_BODY,
                               diag->severity == DIAG_ERROR ? view->theme->danger
                                                            : view->theme->text,
                               diag_sentence(view, run, diag), 2);
        else
            left++;
    }
    if (left && inside->h > view_units(view, 20))
        build_problem_text(view, inside, FONT_UI, TEXT_BODY, view->theme->muted,
                           view_format(view, STRING_PROBLEM_MORE, left), 1);
}

/* What can be done about it, as buttons with their keys. */
static void build_ways_out(View *view, Rect foot, bool has_kernels)
{
    static const CommandName ways[] = {COMMAND_QUIT, COMMAND_HELP, COMMAND_OPEN, COMMAND_LAUNCH};
    rect_cut_right(&foot, view_units(view, 2));
    for (int i = 0; i < 3 + has_kernels; ++i) {
        const char *words =
            arena_printf(view->arena, "%s  %s", command_info[ways[i]].help[view->language],
                         key_text(view, ways[i]));
        float width = button_words_build(view, foot, ways[i], words);
        rect_cut_right(&foot, width + view_units(view, 8));
    }
    view_label_fitted(
        view, FONT_UI, TEXT_BODY, 8, foot, -1, view->theme->muted,
        view_text(view, view->session->has_editor ? STRING_OPEN_HERE : STRING_OPEN_WATCHED));
}

/* How many of the other launches and kernels of the file have room; 0 where there are none. */
static int rest_rows(View *view, const Run *run, float row, float most)
{
    const LaunchRow *rows;
    int count = launches_list(run, view->arena, &rows), room = (int)(most / row) - 1;
    count = count < REST_ROWS ? count : REST_ROWS;
    return count < 2 || room < 1 ? 0 : count < room ? count : room;
}

void problem_build(View *view)
{
    const Session *session = view->session;
    Rect rect = {0, 0, (float)view->scene->width, (float)view->scene->height};
    rect = rect_inset(rect, view_units(view, 12));
    Rect room = rect_inset(view_panel(view, rect, NULL), view_units(view, 20));
    if (!session->run_count) {
        build_problem_text(view, &room, FONT_UI, TEXT_HUGE, view->theme->text,
                           view_text(view, STRING_OPEN_NOTHING), 2);
        return;
    }
    const SessionRun *slot = &session->runs[0];
    const Run *run = slot->run;
    bool has_kernels = run->unit && run->unit->kernel_count > 0;
    build_ways_out(view, rect_cut_bottom(&room, view_units(view, 28)), has_kernels);
    rect_cut_bottom(&room, view_units(view, 12));
    build_problem_text(view, &room, FONT_UI, TEXT_HUGE, view->theme->text,
                       view_text(view, has_kernels ? STRING_OPEN_FAILED : STRING_OPEN_REFUSED), 2);
    build_problem_text(
        view, &room, FONT_CODE, TEXT_BODY, view->theme->muted,
        run->cell ? diag_file(view->arena, view->language, &run->sources->files[0]) : run->path, 1);
    float row = view_units(view, 21);
    int rows = rest_rows(view, run, row, room.h * REST_SHARE);
    Rect rest = rect_cut_bottom(&room, row * (float)(rows ? rows + 1 : 0));
    rect_cut_bottom(&room, view_units(view, 8));
    bool has_problem = slot->problem && *slot->problem->text;
    int first = has_problem ? -1 : first_error(run);
    if (has_problem)
        build_problem_text(view, &room, FONT_UI, TEXT_LARGE, view->theme->danger,
                           phrase_in(view->arena, view->language, slot->problem), 4);
    else if (first >= 0)
        build_first(view, &room, run, first);
    build_others(view, &room, run, first);
    rest.y = room.y + view_units(view, 8);
    launches_build(view, slot, STRING_LAUNCHES_REST, rows, &rest);
}
