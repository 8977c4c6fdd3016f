/* The sheet that fills in a line of an exercise: the line among those around it, where it stands in
 * the file, with a field in place of its code. */
#include "session/data/session_data.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

static const float WIDTH = 900, ROW = 22, NUMBER = 40;

static float code_width(View *view, const char *text)
{
    return view_text_width(view, FONT_CODE, TEXT_BODY, text);
}

/* A long line is moved so far to the left that the caret is seen. */
static void build_typed(View *view, Rect row, const Hole *hole)
{
    const Theme *theme = view->theme;
    const char *line = hole->rows[HOLE_ABOVE];
    Rect box = {row.x - view_units(view, 5), row.y, row.w + view_units(view, 5), row.h};
    scene_box(view->scene, box, view_units(view, 4), theme->well, theme->focus,
              fmaxf(1, view_units(view, 1.5f)), (PickTag){0});
    const char *indent = arena_text(view->arena, line, strspn(line, " \t"));
    const char *before = arena_printf(view->arena, "%s%.*s", indent, (int)hole->caret, hole->text);
    const char *code = arena_printf(view->arena, "%s%s", indent, hole->text);
    float caret = code_width(view, before), width = code_width(view, code);
    float shift = fmaxf(0, caret - row.w + view_units(view, 12));
    scene_clip(view->scene, box);
    Rect text = {row.x - shift, row.y, width + row.w, row.h};
    view_label(view, FONT_CODE, TEXT_BODY, text, -1, theme->text, code);
    rect_cut_left(&text, width);
    view_label(view, FONT_CODE, TEXT_BODY, text, -1, theme->code[CODE_COMMENT], " /* fill in */");
    scene_rect(view->scene,
               (Rect){row.x - shift + caret, row.y + row.h * 0.12f,
                      fmaxf(1, view_units(view, 1.5f)), row.h * 0.76f},
               theme->focus, (PickTag){0});
    scene_unclip(view->scene);
}

static void build_rows(View *view, Rect inside, float row, const Hole *hole)
{
    const Theme *theme = view->theme;
    for (int i = 0; i < HOLE_ROWS; ++i) {
        Rect line = rect_cut_top(&inside, row);
        int number = hole->line - HOLE_ABOVE + i;
        Rect at = rect_cut_left(&line, view_units(view, NUMBER));
        rect_cut_right(&at, view_units(view, 12));
        if (number > 0)
            view_label(view, FONT_CODE, TEXT_SMALL, at, 1, theme->muted,
                       arena_printf(view->arena, "%d", number));
        if (i == HOLE_ABOVE) {
            build_typed(view, line, hole);
            continue;
        }
        scene_clip(view->scene, line);
        view_label(view, FONT_CODE, TEXT_BODY, line, -1, theme->muted, hole->rows[i]);
        scene_unclip(view->scene);
    }
}

void hole_build(View *view)
{
    const ExerciseStand *stand = &view->session->exercise;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    sheet_dim(view, target_tag(TARGET_SHEET, 0, 0));
    float wanted = view_units(view, ROW * HOLE_ROWS + 110);
    float height = fminf(all_h * 0.96f, wanted), share = height / wanted;
    Rect sheet = sheet_build(view, fminf(all_w * 0.96f, view_units(view, WIDTH)), height,
                             target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 16) * share);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9,
                      rect_cut_top(&inside, view_units(view, 30) * share), -1, view->theme->text,
                      view_format(view, STRING_HOLE_TITLE, stand->hole.line, stand->path));
    rect_cut_top(&inside, view_units(view, 6) * share);
    sheet_answer_build(view, rect_cut_bottom(&inside, view_units(view, 26) * share),
                       COMMAND_HOLE_SEND, STRING_HOLE_WRITE);
    build_rows(view, inside, view_units(view, ROW) * share, &stand->hole);
}
