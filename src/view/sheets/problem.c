/* What is shown when nothing can run: what is wrong, where, and what would be right. */
#include "base/phrase.h"
#include "session/edits/launches.h"
#include "view/draw/button.h"
#include "view/draw/launches.h"
#include "view/sheets/sheets.h"

#include <math.h>

static float build_problem_text(View *view, Rect *inside, FontRole font, float units, Colour colour,
                                const char *text, int lines)
{
    float height = scene_paragraph(view->scene, font, view_font(view, units),
                                   (Point){inside->x, inside->y}, inside->w, lines, colour, text);
    rect_cut_top(inside, height + view_units(view, 8));
    return height;
}

static void build_diags(View *view, Rect inside, const Run *run)
{
    for (int i = 0; i < run->diags->count && inside.h > view_units(view, 60); ++i) {
        const Diag *diag = &run->diags->items[i];
        const char *text = diag_format_in(view->arena, run->sources, diag, view->language);
        Colour colour = diag->severity == DIAG_ERROR ? view->theme->danger : view->theme->text;
        const char *line = text;
        for (int row = 0; *line && row < 6; ++row) {
            int length = 0;
            while (line[length] && line[length] != '\n')
                ++length;
            build_problem_text(view, &inside, FONT_CODE, TEXT_BODY,
                               row == 0 ? colour : view->theme->text,
                               arena_text(view->arena, line, (size_t)length), 2);
            line += length + (line[length] == '\n');
        }
    }
}

/* The first mistake in one sentence: its line, what is wrong, and what would be right. */
static void build_sentence(View *view, Rect *inside, const Run *run)
{
    const Diag *diag = NULL;
    for (int i = 0; i < run->diags->count && !diag; ++i)
        if (run->diags->items[i].severity == DIAG_ERROR)
            diag = &run->diags->items[i];
    if (!diag)
        return;
    const char *text = phrase_in(view->arena, view->language, diag->message);
    if (diag->hint)
        text = view_format(view, STRING_PROBLEM_HINT, text,
                           phrase_in(view->arena, view->language, diag->hint));
    if (diag->has_place)
        text = arena_printf(
            view->arena, "%s%s%s",
            view_format(view, STRING_PROBLEM_LINE, source_line(run->sources, diag->span)),
            view->language == LANGUAGE_ZH ? "：" : ": ", text);
    build_problem_text(view, inside, FONT_UI, TEXT_LARGE, view->theme->danger, text, 3);
}

/* What can be done about it, as buttons with their keys. */
static void build_ways_out(View *view, Rect foot)
{
    static const CommandName ways[] = {COMMAND_QUIT, COMMAND_HELP, COMMAND_LAUNCH, COMMAND_OPEN};
    rect_cut_right(&foot, view_units(view, 2));
    for (int i = 0; i < 4; ++i) {
        const char *words =
            arena_printf(view->arena, "%s  %s", command_info[ways[i]].help[view->language],
                         key_text(view, ways[i]));
        float width = button_words_build(view, foot, ways[i], words);
        rect_cut_right(&foot, width + view_units(view, 8));
    }
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, foot, -1, view->theme->muted,
                      view_text(view, STRING_OPEN_WATCHED));
}

enum { REST_ROWS = 10 };

/* Room for the other launches and kernels of the file; 0 where there are none. */
static float rest_height(View *view, const SessionRun *slot, float most)
{
    const LaunchRow *rows;
    int count = launches_list(slot->run, view->arena, &rows);
    float height = view_units(view, 21) * (float)((count < REST_ROWS ? count : REST_ROWS) + 1);
    return count < 2 ? 0 : fminf(height, most / 2);
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
    build_ways_out(view, rect_cut_bottom(&room, view_units(view, 28)));
    rect_cut_bottom(&room, view_units(view, 12));
    const SessionRun *slot = &session->runs[0];
    build_problem_text(view, &room, FONT_UI, TEXT_HUGE, view->theme->text,
                       view_text(view, STRING_OPEN_FAILED), 2);
    build_problem_text(view, &room, FONT_CODE, TEXT_BODY, view->theme->muted, slot->run->path, 1);
    if (slot->problem && *slot->problem->text)
        build_problem_text(view, &room, FONT_UI, TEXT_LARGE, view->theme->danger,
                           phrase_in(view->arena, view->language, slot->problem), 4);
    if (!slot->problem || !*slot->problem->text)
        build_sentence(view, &room, slot->run);
    Rect rest = rect_cut_bottom(&room, rest_height(view, slot, room.h));
    build_diags(view, room, slot->run);
    launches_build(view, slot, STRING_LAUNCHES_REST, REST_ROWS, &rest);
}
