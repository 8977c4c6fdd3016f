/* The sheet that hands in. A student is to know what goes out before it does: how many answers, and
 * a name that is typed here. */
#include "session/class/hand_in_sheet.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>

enum { LINES_MOST = 5 };
static const float WIDTH = 640;

void handing_build(View *view)
{
    const Session *session = view->session;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    float width = fminf(all_w * 0.96f, view_units(view, WIDTH)), pad = view_units(view, 16);
    int font = view_font(view, TEXT_BODY);
    const char *text = view_format(view, STRING_HAND_IN_SAYS, handing_count(session));
    int lines = scene_prose(view->scene, font, (Point){0, 0}, width - 2 * pad, 0, 0, 0, 0, text);
    float prose = (float)lines * scene_line_height(font);
    float height = fminf(all_h * 0.96f, prose + view_units(view, 110) + 2 * pad);
    sheet_dim(view, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0)), pad);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, rect_cut_top(&inside, view_units(view, 32)), -1,
                      view->theme->text, view_text(view, STRING_HAND_IN_TITLE));
    scene_prose(view->scene, font, (Point){inside.x, inside.y}, inside.w, 0, LINES_MOST,
                view->theme->text, view->theme->code[CODE_TYPE], text);
    rect_cut_top(&inside, prose + view_units(view, 6));
    sheet_answer_build(view, rect_cut_bottom(&inside, view_units(view, 26)), COMMAND_HAND_IN_SEND,
                       STRING_HAND_IN_SEND);
    rect_cut_bottom(&inside, view_units(view, 8));
    sheet_filter_build(view, rect_cut_top(&inside, view_units(view, 30)), view->theme->focus,
                       fmaxf(1, view_units(view, 1.5f)), session->handing_in.name);
}
