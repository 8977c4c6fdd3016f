/* How far the film being made is; a click ends it. */
#include "session/data/session_data.h"
#include "view/sheets/sheets.h"

#include <math.h>

static const float BAR_WIDTH = 420;

static const char *film_words(const View *view)
{
    const FilmStand *film = &view->session->wanted.film;
    if (film->is_cancelled)
        return view_text(view, STRING_FILM_ENDING);
    if (film->total && film->done >= film->total)
        return view_text(view, STRING_FILM_WRITING);
    return view_format(view, STRING_FILM_BUSY, (unsigned long long)film->done,
                       (unsigned long long)film->total);
}

void film_bar_build(View *view)
{
    const Theme *theme = view->theme;
    const FilmStand *film = &view->session->wanted.film;
    float gap = view_units(view, 12), height = view_units(view, 40);
    float width = fminf(view_units(view, BAR_WIDTH), (float)view->scene->width - 2 * gap);
    Rect box = {((float)view->scene->width - width) / 2, gap, width, height};
    scene_box(view->scene, box, view_units(view, 8), theme->panel, theme->edge,
              fmaxf(1, view_units(view, 2)), target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    Rect inside = rect_inset(box, view_units(view, 6));
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 8, rect_cut_top(&inside, inside.h * 0.62f), 0,
                      theme->text, film_words(view));
    Rect track = rect_cut_bottom(&inside, view_units(view, 6));
    scene_box(view->scene, track, track.h / 2, theme->well, theme->muted, view_hairline(view),
              (PickTag){0});
    if (film->total)
        track.w *= fminf(1, (float)film->done / (float)film->total);
    if (film->total && track.w >= 1)
        scene_box(view->scene, track, track.h / 2, theme->accent, 0, 0, (PickTag){0});
}
