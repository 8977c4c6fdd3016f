/* Where lines and arrows lie. Upright and level ones snap to whole pixels, or a grid would look
 * uneven; all the others keep their exact place. */
#include "scene/paint/stroke.h"

#include <math.h>

static double clamp_to(double v, double limit)
{
    return v < -limit ? -limit : v > limit ? limit : v;
}

static double clamp_place(double v)
{
    return clamp_to(v, 1e9);
}

/* Bounds become floats, which must still tell half pixels apart. */
static double clamp_bound(double v)
{
    return clamp_to(v, 4e6);
}

/* The centre of a stroke width pixels wide whose edges fall on pixel edges. */
static double snap_centre(double centre, double width)
{
    return floor(centre - width / 2 + 0.5) + width / 2;
}

static void snap(Stroke *stroke, const Shape *shape)
{
    if (shape->rect.w != 0 && shape->rect.h != 0)
        return;
    double width = floor(2 * stroke->half_width + 0.5);
    width = width < 1 ? 1 : width;
    stroke->half_width = width / 2;
    if (shape->rect.h == 0)
        stroke->y = snap_centre(stroke->y, width);
    else
        stroke->x = snap_centre(stroke->x, width);
}

static void add_head(Stroke *stroke)
{
    double head = 5 + 3 * stroke->half_width * 2;
    head = head < stroke->length ? head : stroke->length;
    stroke->head_start = stroke->length - head;
    stroke->head_half = head * 0.42;
    stroke->shaft_end = stroke->head_start + head * 0.5;
}

bool stroke_from_shape(const Shape *shape, Stroke *stroke)
{
    double x = clamp_place(shape->rect.x), y = clamp_place(shape->rect.y);
    double dx = clamp_place((double)shape->rect.x + (double)shape->rect.w) - x;
    double dy = clamp_place((double)shape->rect.y + (double)shape->rect.h) - y;
    double length = sqrt(dx * dx + dy * dy);
    double width = shape->stroke_width < 1e4f ? shape->stroke_width : 1e4;
    if (!(length > 0) || !(width > 0))
        return false;
    *stroke = (Stroke){.x = x,
                       .y = y,
                       .along_x = dx / length,
                       .along_y = dy / length,
                       .length = length,
                       .shaft_end = length,
                       .half_width = width / 2};
    snap(stroke, shape);
    if (shape->kind == SHAPE_ARROW)
        add_head(stroke);
    if (shape->dashed) {
        stroke->dash = 4 + width;
        stroke->period = stroke->dash + 3 + width;
    }
    return true;
}

static double reach_of(const Stroke *stroke)
{
    return stroke->half_width > stroke->head_half ? stroke->half_width : stroke->head_half;
}

Rect stroke_bounds(const Stroke *stroke)
{
    double reach = reach_of(stroke);
    double end_x = stroke->x + stroke->along_x * stroke->length;
    double end_y = stroke->y + stroke->along_y * stroke->length;
    double x0 = clamp_bound(fmin(stroke->x, end_x) - reach);
    double x1 = clamp_bound(fmax(stroke->x, end_x) + reach);
    double y0 = clamp_bound(fmin(stroke->y, end_y) - reach);
    double y1 = clamp_bound(fmax(stroke->y, end_y) + reach);
    return (Rect){(float)x0, (float)y0, (float)(x1 - x0), (float)(y1 - y0)};
}

/* How far the box is from the stroke, seen along it and across it. */
bool stroke_may_reach(const Stroke *stroke, Rect box)
{
    const double soft = 2; /* edges are smoothed */
    double reach = reach_of(stroke) + soft, half_w = box.w / 2.0, half_h = box.h / 2.0;
    double dx = box.x + half_w - stroke->x, dy = box.y + half_h - stroke->y;
    double across = dy * stroke->along_x - dx * stroke->along_y;
    double along = dx * stroke->along_x + dy * stroke->along_y;
    double wide = half_w * fabs(stroke->along_y) + half_h * fabs(stroke->along_x) + reach;
    double deep = half_w * fabs(stroke->along_x) + half_h * fabs(stroke->along_y) + reach;
    return fabs(across) <= wide && along >= -deep && along <= stroke->length + deep;
}
