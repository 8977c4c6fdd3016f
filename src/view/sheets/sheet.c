/* What sheets have in common. */
#include "view/sheets/sheet.h"

#include "view/draw/button.h"

#include <math.h>

static const float ROW_LEAST = 18, ROW_LEAST_PX = 13;

void sheet_dim(View *view, PickTag behind)
{
    Rect all = {0, 0, (float)view->scene->width, (float)view->scene->height};
    scene_rect(view->scene, all, colour_alpha(view->theme->background, 0.75f), behind);
}

Rect sheet_build(View *view, float width, float height, PickTag tag)
{
    const Theme *theme = view->theme;
    Rect sheet = {roundf(((float)view->scene->width - width) / 2),
                  roundf(((float)view->scene->height - height) / 2), width, height};
    scene_box(view->scene, sheet, view_units(view, 12), theme->panel, theme->edge,
              fmaxf(1, view_units(view, theme->line)), tag);
    return sheet;
}

int sheet_rows(const View *view, float room, int most, float *row)
{
    int rows = (int)(room / fmaxf(ROW_LEAST_PX, view_units(view, ROW_LEAST)));
    rows = rows < 1 ? 1 : rows < most ? rows : most;
    *row = fminf(*row, room / (float)rows);
    return rows;
}

int sheet_first(int picked, int rows)
{
    return picked >= rows ? picked - rows + 1 : 0;
}

static const char *part_text(View *view, int first, int rows, int count)
{
    return arena_printf(view->arena, "%d–%d / %d", first + 1, first + rows, count);
}

const char *sheet_title(View *view, StringKey title, int first, int rows, int count)
{
    const char *words = view_text(view, title);
    return rows < count
               ? arena_printf(view->arena, "%s  %s", words, part_text(view, first, rows, count))
               : words;
}

void sheet_part_build(View *view, Rect *line, int first, int rows, int count)
{
    const char *text = part_text(view, first, rows, count);
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, text) + 1;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_right(line, width), 1,
                      view->theme->muted, text);
    rect_cut_right(line, view_units(view, 8));
}

void sheet_filter_build(View *view, Rect field, Colour edge, float edge_px, const char *filter)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, field, view_units(view, 5), theme->well, edge, edge_px, (PickTag){0});
    rect_cut_left(&field, view_units(view, 10));
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, field, -1, theme->text,
                      arena_printf(view->arena, "%s▏", filter));
}

Rect sheet_row_build(View *view, Rect row, TargetKind kind, int index, bool is_picked)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, kind, (uint32_t)index, 0);
    scene_box(view->scene, row, view_units(view, 5),
              is_picked || is_hovered ? theme->accent_tint : theme->panel,
              is_picked ? theme->focus : 0, is_picked ? view_units(view, 2) : 0,
              target_tag(kind, (uint32_t)index, 0));
    rect_cut_left(&row, view_units(view, 10));
    rect_cut_right(&row, view_units(view, 10));
    return row;
}

void sheet_foot_build(View *view, Rect line, const char *hint)
{
    const char *close = arena_printf(view->arena, "%s  %s", view_text(view, STRING_CONSOLE_CLOSE),
                                     key_text(view, COMMAND_CLOSE));
    float width = button_words_build(view, line, COMMAND_CLOSE, close);
    rect_cut_right(&line, width > 0 ? width + view_units(view, 8) : 0);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->muted, hint);
}

void sheet_answer_build(View *view, Rect line, CommandName command, StringKey words)
{
    const CommandName tools[] = {command, COMMAND_CLOSE};
    const char *const keys[] = {"Enter", "Esc"};
    const StringKey said[] = {words, STRING_CANCEL};
    for (int i = 0; i < 2; ++i) {
        const char *text = arena_printf(view->arena, "%s  %s", view_text(view, said[i]), keys[i]);
        rect_cut_right(&line, button_words_build(view, line, tools[i], text) + view_units(view, 6));
    }
}
