/* What is shown when nothing can run: what is wrong, where, and what would be right. */
#include "base/phrase.h"
#include "view/draw/button.h"
#include "view/sheets/sheets.h"

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
    build_diags(view, room, slot->run);
}
