/* The sheet that finds a command: what was typed, and the commands that have it, with their keys. */
#include "session/palette.h"
#include "view/button.h"

#include <math.h>
#include <string.h>

enum { ROWS = 16 };
static const float WIDTH = 620, ROW = 26;

static void build_row(View *view, Rect row, int index, CommandName command)
{
    const Theme *theme = view->theme;
    bool is_picked = view->session->palette.row == index;
    bool is_hovered = view_is_hovered(view, TARGET_PALETTE, (uint32_t)index, 0);
    scene_box(view->scene, row, view_units(view, 5),
              is_picked || is_hovered ? theme->accent_tint : theme->panel,
              is_picked ? theme->focus : 0, is_picked ? view_units(view, 2) : 0,
              target_tag(TARGET_PALETTE, (uint32_t)index, 0));
    rect_cut_left(&row, view_units(view, 10));
    rect_cut_right(&row, view_units(view, 10));
    const char *key = key_text(view, command);
    Rect keys = rect_cut_right(&row, view_text_width(view, FONT_CODE, TEXT_SMALL, key) + 1);
    view_label(view, FONT_CODE, TEXT_SMALL, keys, 1, theme->muted, key);
    rect_cut_right(&row, view_units(view, 8));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, row, -1, theme->text,
                      command_info[command].help[view->language]);
}

void palette_build(View *view)
{
    const Theme *theme = view->theme;
    const Palette *palette = &view->session->palette;
    Rect all = {0, 0, (float)view->scene->width, (float)view->scene->height};
    scene_rect(view->scene, all, colour_alpha(theme->background, 0.75f),
               target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    float width = fminf(all.w * 0.94f, view_units(view, WIDTH));
    float height = fminf(all.h * 0.94f, view_units(view, ROW * (ROWS + 2) + 36));
    Rect sheet = {roundf((all.w - width) / 2), roundf((all.h - height) / 2), width, height};
    scene_box(view->scene, sheet, view_units(view, 12), theme->panel, theme->edge,
              fmaxf(1, view_units(view, theme->line)), target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 14));
    float row = (inside.h - view_units(view, 8)) / (ROWS + 2);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&inside, row), -1, theme->text,
                      view_text(view, STRING_PALETTE_TITLE));
    Rect field = rect_cut_top(&inside, row);
    scene_box(view->scene, field, view_units(view, 5), theme->well, theme->focus,
              view_units(view, 2), (PickTag){0});
    rect_cut_left(&field, view_units(view, 10));
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, field, -1, theme->text,
                      arena_printf(view->arena, "%s▏", palette->filter));
    rect_cut_top(&inside, view_units(view, 8));
    CommandName shown[COMMAND_COUNT];
    int count = palette_shown(palette, shown);
    int first = palette->row >= ROWS ? palette->row - ROWS + 1 : 0;
    for (int i = first; i < count && i < first + ROWS; ++i)
        build_row(view, rect_cut_top(&inside, row), i, shown[i]);
    if (!count)
        view_label(view, FONT_UI, TEXT_BODY, rect_cut_top(&inside, row), -1, theme->muted,
                   view_text(view, STRING_PALETTE_NONE));
}
