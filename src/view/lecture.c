/* What a lecturer has in the picture: a halo around the pointer, laid over it, which goes where the
 * pointer rests, and a line of the keys just pressed with what they do. And, in any mode, the
 * notice of what was written to a file. */
#include "session/data/session_data.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"
#include "view/frame.h"

#include <math.h>

void halo_build(View *view)
{
    const Selection *selection = view->selection;
    float gone = (selection->pointer_rests_ms - HALO_STAYS_MS) / HALO_GOES_MS;
    if (!view->look->lecture || !selection->has_pointer || gone >= 1)
        return;
    float radius = view_units(view, 20), left = 1 - fmaxf(0, gone);
    sign_circle(view, SIGN_POINTER, selection->pointer, radius,
                colour_alpha(view->theme->accent, 0.18f * left),
                colour_alpha(view->theme->accent, left), view_units(view, 2));
}

/* A key in a box at the left of line, of which it is cut off; the latest says what it does, too. */
static void build_chip(View *view, Rect *line, CommandName command, bool is_latest)
{
    const Theme *theme = view->theme;
    const char *key = key_text(view, command);
    const char *help = command_info[command].help[view->language];
    float pad = view_units(view, 10);
    float key_width = view_text_width(view, FONT_CODE, TEXT_BODY, key) + 1;
    float help_width = view_text_width(view, FONT_UI, TEXT_BODY, help) + 1;
    bool has_help = is_latest && key_width + help_width + 3 * pad <= line->w;
    float width = key_width + 2 * pad + (has_help ? help_width + pad : 0);
    if (width > line->w)
        return;
    Rect inside = rect_cut_left(line, width);
    scene_box(view->scene, inside, view_units(view, 6), is_latest ? theme->text : theme->panel,
              theme->text, view_units(view, 1.5f), (PickTag){0});
    rect_cut_left(&inside, pad);
    Colour ink = is_latest ? theme->panel : theme->text;
    view_label(view, FONT_CODE, TEXT_BODY, rect_cut_left(&inside, key_width), -1, ink, key);
    rect_cut_left(&inside, pad);
    if (has_help)
        view_label(view, FONT_UI, TEXT_BODY, inside, -1, ink, help);
}

/* Over the sentence, so that nothing is hidden that it may be about: cards, the stage, panels. */
void notice_build(View *view)
{
    const char *text = view->session->notice;
    if (!*text)
        return;
    float pad = view_units(view, 14), height = view_units(view, 36);
    float most = (float)view->scene->width - 4 * pad;
    float width = fminf(view_text_width(view, FONT_UI, TEXT_BODY, text) + 2 * pad + 2, most);
    const Rect *caption = &view->layout.caption;
    bool has_caption = caption->w > 0 && caption->h > 0;
    float y = has_caption ? caption->y + (caption->h - height) / 2 : pad;
    Rect box = {((float)view->scene->width - width) / 2, y, width, height};
    scene_box(view->scene, box, view_units(view, 8), view->theme->text, 0, 0, (PickTag){0});
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, rect_inset(box, pad / 2), 0, view->theme->panel,
                      text);
}

/* In a line of their own, the latest at the left, so that they hide nothing. */
void keys_build(View *view)
{
    const Session *session = view->session;
    Rect line = view->layout.keys;
    for (int i = 0; line.w > 0 && i < session->recents.count; ++i) {
        build_chip(view, &line, session->recents.names[i], i == 0);
        rect_cut_left(&line, view_units(view, 6));
    }
}
