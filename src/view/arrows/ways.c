/* Where a way begins and ends. */
#include "view/arrows/ways.h"

#include "view/block/excerpt.h"

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
    *rect = cells_seen_cell(&view->shared[variable], scalar);
    return excerpt_holds(&view->shared[variable], scalar);
}

Point ways_between(Point a, Point b, float share)
{
    return (Point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/* Where cells stand in line, the share of a cell between its side and the way along it. */
static const float SIDE = 0.06f;

static bool is_alike(float a, float a_size, float b, float b_size)
{
    return fabsf(a - b) < 1 && fabsf(a_size - b_size) < 1;
}

/* Between cells of one column, and, with the axes changed, of one row. */
static bool has_side_way(Rect from, Rect to, Point *start, Point *end)
{
    bool is_down = to.y >= from.y + from.h, is_up = to.y + to.h <= from.y;
    if (!is_alike(from.x, from.w, to.x, to.w) || !(is_down || is_up))
        return false;
    float x = from.x + from.w * (is_down ? SIDE : 1 - SIDE);
    *start = (Point){x, is_down ? from.y + from.h : from.y};
    *end = (Point){x, is_down ? to.y : to.y + to.h};
    return true;
}

static Rect transposed(Rect rect)
{
    return (Rect){rect.y, rect.x, rect.h, rect.w};
}

/* The share of the way (by.x, by.y) from the middle of a rectangle at which it leaves it. */
static float share_inside(Rect rect, Point by)
{
    float across = by.x != 0 ? rect.w / 2 / fabsf(by.x) : INFINITY;
    float down = by.y != 0 ? rect.h / 2 / fabsf(by.y) : INFINITY;
    return fminf(across, down);
}

void ways_ends(Rect from, Rect to, Point *start, Point *end)
{
    if (has_side_way(from, to, start, end))
        return;
    if (has_side_way(transposed(from), transposed(to), start, end)) {
        *start = (Point){start->y, start->x};
        *end = (Point){end->y, end->x};
        return;
    }
    Point a = rect_centre(from), b = rect_centre(to), by = {b.x - a.x, b.y - a.y};
    float first = share_inside(from, by), last = share_inside(to, by);
    bool meet = first + last >= 1;
    *start = meet ? a : ways_between(a, b, first);
    *end = meet ? b : ways_between(b, a, last);
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
