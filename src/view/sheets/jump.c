/* The sheet that goes to a step: the number as it is typed, and how many there are. */
#include "session/sheets/jump.h"
#include "session/data/session_data.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>

static const float WIDTH = 340, ROW = 32;

/* A number that the first digit replaces is shown as picked. */
static void build_field(View *view, Rect field)
{
    const Theme *theme = view->theme;
    const Jump *jump = &view->session->sheets.jump;
    bool is_beyond = jump_is_beyond(view->session);
    scene_box(view->scene, field, view_units(view, 5), theme->well,
              is_beyond ? theme->danger : theme->muted, view_hairline(view), (PickTag){0});
    rect_cut_left(&field, view_units(view, 10));
    float width = view_text_width(view, FONT_CODE, TEXT_BODY, jump->digits);
    if (jump->is_fresh)
        scene_rect(view->scene, (Rect){field.x, field.y + field.h * 0.15f, width, field.h * 0.7f},
                   theme->accent_tint, (PickTag){0});
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, field, -1, theme->text,
                      arena_printf(view->arena, "%s▏", jump->digits));
}

void jump_build(View *view)
{
    const Theme *theme = view->theme;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    float width = fminf(all_w * 0.96f, view_units(view, WIDTH));
    float wanted = view_units(view, ROW * 3 + 50);
    float height = fminf(all_h * 0.96f, wanted), share = height / wanted;
    Rect sheet = sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 16) * share);
    float row = view_units(view, ROW) * share;
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&inside, row), -1, theme->text,
                      view_text(view, STRING_JUMP_TITLE));
    rect_cut_top(&inside, view_units(view, 4) * share);
    Rect line = rect_cut_top(&inside, row);
    build_field(view, rect_cut_left(&line, line.w * 0.45f));
    rect_cut_left(&line, view_units(view, 10));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, line, -1,
                      jump_is_beyond(view->session) ? theme->danger : theme->muted,
                      view_either(view, view->slot->is_measured, STRING_JUMP_OF,
                                  STRING_JUMP_OF_MORE,
                                  (unsigned long long)timeline_length(view->slot->timeline)));
    sheet_answer_build(view, rect_cut_bottom(&inside, view_units(view, 26) * share),
                       COMMAND_JUMP_GO, STRING_JUMP_GO);
}
