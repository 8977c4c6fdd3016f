/* The sheet that opens something else: what was typed, the scenes that have it in their words, and
 * the files that have it in their path. */
#include "session/sheets/opener.h"
#include "base/file.h"
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

enum { ROWS = 14 };
static const float WIDTH = 620, SCENES_WIDTH = 900, ROW = 26;

static const char *name_of(const Run *run)
{
    return file_name(run->path);
}

/* At the end of a row: the file beside the one in front instead of in its place. */
static void build_beside(View *view, Rect *row, int index)
{
    const Theme *theme = view->theme;
    const char *word = view_text(view, STRING_BESIDE_BUTTON);
    float width = view_text_width(view, FONT_UI, 12, word) + view_units(view, 14);
    Rect button = rect_cut_right(row, width);
    bool is_hovered = view_is_hovered(view, TARGET_FILE, (uint32_t)index, 1);
    button = rect_inset(button, view_units(view, 2.5f));
    scene_box(view->scene, button, view_units(view, 4),
              is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->muted, view_hairline(view),
              target_tag(TARGET_FILE, (uint32_t)index, 1));
    view_label(view, FONT_UI, 12, button, 0, theme->text, word);
    rect_cut_right(row, view_units(view, 8));
}

static void build_file_row(View *view, Rect row, int index, const char *path)
{
    const Theme *theme = view->theme;
    row = sheet_row_build(view, row, TARGET_FILE, index, view->session->opener.row == index);
    if (!view->session->opener.is_beside)
        build_beside(view, &row, index);
    if (opener_is_recent(&view->session->opener, path)) {
        const char *word = view_text(view, STRING_OPEN_RECENT);
        float width = view_text_width(view, FONT_UI, TEXT_SMALL, word) + 1;
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_right(&row, width), 1,
                          theme->muted, word);
        rect_cut_right(&row, view_units(view, 8));
    }
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 8, row, -1, theme->text, path);
}

/* Its number, its title, and in what is left what it is to show. */
static void build_scene_row(View *view, Rect row, int index, int scene)
{
    const Theme *theme = view->theme;
    const ScenePlan *plan = &view->session->scene.scenes->plans[scene];
    row = sheet_row_build(view, row, TARGET_FILE, index, view->session->opener.row == index);
    const char *number = arena_printf(view->arena, "%d", scene + 1);
    const char *title = plan->title.in[view->language], *aim = plan->aim.in[view->language];
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_left(&row, view_units(view, 20)), 1,
               theme->muted, number);
    rect_cut_left(&row, view_units(view, 8));
    float width = fminf(row.w, view_text_width(view, FONT_UI, TEXT_SMALL, title) + 1);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_left(&row, width), -1, theme->text,
                      title);
    rect_cut_left(&row, view_units(view, 10));
    scene_label(view->scene, FONT_UI, view_font(view, TEXT_TINY), row, -1, theme->muted, aim);
}

/* What is picked here, and, where two stand side by side, the way back to one. */
static void build_title(View *view, Rect line)
{
    const Session *session = view->session;
    bool is_beside = session->opener.is_beside && session->run_count > 0;
    if (session->run_count > 1) {
        const char *away =
            view_format(view, STRING_BESIDE_AWAY, name_of(session->runs[1 - session->front].run));
        const char *words = arena_printf(view->arena, "%s  Shift+Delete", away);
        Rect room = line;
        room.h = fminf(line.h * 0.82f, view_units(view, 22));
        rect_cut_right(&line, button_words_build(view, room, COMMAND_ALONE, words));
    }
    const char *text = is_beside ? view_format(view, STRING_BESIDE_TITLE,
                                               name_of(session->runs[session->front].run))
                                 : view_text(view, STRING_OPEN_TITLE);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, view->theme->text, text);
}

void opener_build(View *view)
{
    const Theme *theme = view->theme;
    const Opener *opener = &view->session->opener;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    sheet_dim(view, target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    bool has_scenes = view->session->scene.scenes && !opener->is_beside;
    float width = fminf(all_w * 0.94f, view_units(view, has_scenes ? SCENES_WIDTH : WIDTH));
    float height = fminf(all_h * 0.94f, view_units(view, ROW * (ROWS + 3) + 36));
    Rect sheet = sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 16));
    float row = inside.h;
    int rows = sheet_rows(view, inside.h - view_units(view, 18), ROWS + 3, &row) - 3;
    build_title(view, rect_cut_top(&inside, row));
    rect_cut_top(&inside, view_units(view, 6));
    Rect field = rect_cut_top(&inside, row);
    sheet_filter_build(view, field, theme->muted, view_hairline(view), opener->filter);
    rect_cut_top(&inside, view_units(view, 8));
    Rect foot = rect_cut_bottom(&inside, row);
    const char *paths[OPENER_FILES];
    int scenes[OPENER_FILES], before = opener_scenes(view->session, scenes, OPENER_FILES);
    int count = before + opener_shown(opener, paths, OPENER_FILES);
    int first = sheet_first(opener->row, rows);
    if (count > rows)
        sheet_part_build(view, &foot, first, rows, count);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, foot, -1, theme->muted,
                      view_text(view, opener->is_beside ? STRING_BESIDE_HINT : STRING_OPEN_HINT));
    if (!count)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(&inside, row), -1,
                          theme->muted, view_text(view, STRING_OPEN_NONE));
    for (int i = first; i < count && i < first + rows; ++i)
        if (i < before)
            build_scene_row(view, rect_cut_top(&inside, row), i, scenes[i]);
        else
            build_file_row(view, rect_cut_top(&inside, row), i, paths[i - before]);
}
