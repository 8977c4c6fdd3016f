/* Where a way begins and ends. */
#include "view/moves/ways.h"

#include <math.h>

bool ways_global_place(const View *view, int buffer, int64_t scalar, Rect *rect)
{
    if (buffer < 0 || !view->buffers[buffer].is_shown || view->layout.stage.w <= 0)
        return false;
    *rect = cells_seen_cell(&view->buffers[buffer], scalar);
    return true;
}

bool ways_shared_place(const View *view, int variable, int64_t scalar, Rect *rect)
{
    if (!view->shared[variable].is_shown || (view->layout.shared.w <= 0 && !view->is_corner))
        return false;
    *rect = cells_cell(&view->shared[variable], scalar);
    return true;
}

Point ways_between(Point a, Point b, float share)
{
    return (Point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

void ways_ends(Rect from, Rect to, Point *start, Point *end)
{
    Point a = rect_centre(from), b = rect_centre(to);
    float dx = b.x - a.x, dy = b.y - a.y, length = sqrtf(dx * dx + dy * dy);
    float first = fminf(from.w, from.h) * 0.42f, last = fminf(to.w, to.h) * 0.42f;
    if (length <= first + last)
        first = last = 0;
    *start = length > 0 ? ways_between(a, b, first / length) : a;
    *end = length > 0 ? ways_between(b, a, last / length) : b;
}

float ways_share(const View *view)
{
    float share = fminf(fmaxf(view->progress, 0), 1);
    return share * share * (3 - 2 * share);
}

void ways_chip_build(View *view, Point centre, Colour fill, Colour stroke, const char *text)
{
    float w = view_text_width(view, FONT_CODE, TEXT_BODY, text) + view_units(view, 12);
    float h = view_units(view, 24);
    Rect chip = {centre.x - w / 2, centre.y - h / 2, w, h};
    scene_box(view->scene, chip, view_units(view, 6), fill, stroke, view_units(view, 2),
              (PickTag){0});
    view_label(view, FONT_CODE, TEXT_BODY, chip, 0, view->theme->text, text);
}
