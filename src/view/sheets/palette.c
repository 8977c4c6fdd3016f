/* The sheet that finds a command: what was typed, and the commands that have it, with their
 * keys. */
#include "session/sheets/palette.h"
#include "session/data/session_data.h"
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

enum { ROWS = 16 };
static const float WIDTH = 620, ROW = 26;

static void build_command_row(View *view, Rect row, int index, Command command)
{
    const Theme *theme = view->theme;
    row = sheet_row_build(view, row, TARGET_PALETTE, index,
                          view->session->sheets.palette.row == index);
    bool is_on = command.name == COMMAND_BREAK_ON &&
                 view->session->time.breaks
                     .conditions[command.number]; /* then the command switches it off */
    const char *key = is_on ? view_text(view, STRING_ON) : key_text(view, command.name);
    Rect keys = rect_cut_right(&row, view_text_width(view, FONT_CODE, TEXT_SMALL, key) + 1);
    view_label(view, FONT_CODE, TEXT_SMALL, keys, 1, theme->muted, key);
    rect_cut_right(&row, view_units(view, 8));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, row, -1, theme->text,
                      palette_words(command, view->language));
}

void palette_build(View *view)
{
    const Theme *theme = view->theme;
    const Palette *palette = &view->session->sheets.palette;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    float width = fminf(all_w * 0.94f, view_units(view, WIDTH));
    float height = fminf(all_h * 0.94f, view_units(view, ROW * (ROWS + 2) + 42));
    Rect sheet = sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 14));
    float row = inside.h;
    int rows = sheet_rows(view, inside.h - view_units(view, 14), ROWS + 2, &row) - 2;
    Command shown[PALETTE_ROWS];
    int count = palette_shown(palette, shown), first = sheet_first(palette->row, rows);
    Rect title = rect_cut_top(&inside, row);
    if (count > rows)
        sheet_part_build(view, &title, first, rows, count);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, title, -1, theme->text,
                      view_text(view, STRING_PALETTE_TITLE));
    rect_cut_top(&inside, view_units(view, 6));
    Rect field = rect_cut_top(&inside, row);
    sheet_filter_build(view, field, theme->focus, view_units(view, 2), palette->filter);
    rect_cut_top(&inside, view_units(view, 8));
    for (int i = first; i < count && i < first + rows; ++i)
        build_command_row(view, rect_cut_top(&inside, row), i, shown[i]);
    if (!count)
        view_label(view, FONT_UI, TEXT_BODY, rect_cut_top(&inside, row), -1, theme->muted,
                   view_text(view, STRING_PALETTE_NONE));
}
