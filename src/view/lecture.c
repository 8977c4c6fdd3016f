/* What lecture mode lays over the picture: a halo around the pointer, and the keys just pressed with
 * what they do. And, in any mode, the notice of what was written to a file. */
#include "view/draw/button.h"
#include "view/frame.h"

#include <math.h>

void halo_build(View *view)
{
    const Selection *selection = &view->session->selection;
    if (!view->session->look.lecture || !selection->has_pointer)
        return;
    float radius = view_units(view, 20);
    scene_circle(view->scene, selection->pointer, radius, colour_alpha(view->theme->warning, 0.18f),
                 view->theme->warning, view_units(view, 2), (PickTag){0});
}

static float build_chip(View *view, float right, float y, CommandName command, bool is_latest)
{
    const Theme *theme = view->theme;
    const char *key = key_text(view, command);
    const char *help = is_latest ? command_info[command].help[view->language] : "";
    float pad = view_units(view, 10), key_width = view_text_width(view, FONT_CODE, TEXT_BODY, key);
    float help_width = view_text_width(view, FONT_UI, TEXT_BODY, help);
    if (key_width + help_width + 3 * pad + 2 > right)
        help_width = 0, is_latest = false; /* the key alone */
    float width = key_width + help_width + (is_latest ? 3 : 2) * pad + 2;
    Rect chip = {right - width, y, width, view_units(view, 30)};
    scene_box(view->scene, chip, view_units(view, 6), is_latest ? theme->text : theme->panel,
              theme->text, view_units(view, 1.5f), (PickTag){0});
    Rect inside = rect_inset(chip, 0);
    rect_cut_left(&inside, pad);
    Colour ink = is_latest ? theme->panel : theme->text;
    view_label(view, FONT_CODE, TEXT_BODY, rect_cut_left(&inside, key_width + 1), -1, ink, key);
    rect_cut_left(&inside, pad);
    if (is_latest)
        view_label(view, FONT_UI, TEXT_BODY, inside, -1, ink, help);
    return width;
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

void keys_build(View *view)
{
    const Session *session = view->session;
    float gap = view_units(view, 6), right = (float)view->scene->width - 2 * gap;
    for (int i = 0; session->look.show_keys && i < session->recent_count; ++i) {
        if (right < (float)view->scene->width * 0.3f)
            return;
        right -= build_chip(view, right, 2 * gap, session->recent[i], i == 0) + gap;
    }
}
