/* Of the places around what is explained and in the corners of the panels the one that hides least
 * of the matrices, the block and the sentence; the nearest of those that hide as much. */
#include "view/tips/pin_place.h"

#include <math.h>

static const float GAP = 8, ASIDE_WEIGHT = 0.1f, DISTANCE_WEIGHT = 6;

static float overlap(Rect a, Rect b)
{
    Rect both = rect_intersect(a, b);
    return both.w > 0 && both.h > 0 ? both.w * both.h : 0;
}

/* Pixels of what should be seen that a box hides. */
static float hidden(const View *view, Rect box)
{
    const Layout *layout = &view->layout;
    float sum = overlap(box, layout->caption) + overlap(box, layout->transport) +
                overlap(box, layout->title) + overlap(box, layout->counters) / 2 +
                ASIDE_WEIGHT * overlap(box, layout->source);
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown)
            sum += overlap(box, cells_outline(&view->buffers[i]));
    for (int i = 0; i < view->program->shared_count; ++i)
        if (view->shared[i].is_shown)
            sum += overlap(box, cells_outline(&view->shared[i]));
    if (view->threads.grid.is_shown)
        sum += overlap(box, cells_outline(&view->threads.grid));
    return sum + overlap(box, view->inset_room) + ASIDE_WEIGHT * overlap(box, layout->registers) +
           ASIDE_WEIGHT * overlap(box, layout->panel);
}

static Rect kept_inside(const View *view, Rect box)
{
    float gap = view_units(view, GAP), right = (float)view->scene->width - box.w - gap,
          bottom = (float)view->scene->height - box.h - gap;
    box.x = fmaxf(gap, fminf(box.x, right));
    box.y = fmaxf(gap, fminf(box.y, bottom));
    return box;
}

static void try_place(const View *view, Rect near, Rect box, Rect *best, float *least)
{
    box = kept_inside(view, box);
    Point from = rect_centre(near), to = rect_centre(box);
    float away = hypotf(to.x - from.x, to.y - from.y);
    float cost =
        hidden(view, box) + 4 * overlap(box, near) + DISTANCE_WEIGHT * view_units(view, 1) * away;
    if (*least >= 0 && cost >= *least)
        return;
    *least = cost;
    *best = box;
}

static Rect in_corner(const View *view, Rect box, PinPlace place)
{
    const Layout *layout = &view->layout;
    float gap = view_units(view, GAP), top = layout->title.y + layout->title.h + gap;
    float bottom = layout->caption.h > 0 ? layout->caption.y - gap : (float)view->scene->height;
    bool is_left = place == PIN_TOP_LEFT || place == PIN_BOTTOM_LEFT;
    bool is_top = place == PIN_TOP_LEFT || place == PIN_TOP_RIGHT;
    box.x = is_left ? 0 : (float)view->scene->width;
    box.y = is_top ? top : bottom - box.h;
    return kept_inside(view, box);
}

Rect pin_place(const View *view, Rect near, Rect own)
{
    const Selection *selection = view->selection;
    const Layout *layout = &view->layout;
    float gap = view_units(view, GAP), least = -1;
    Rect best = own;
    if (selection->pin_place == PIN_DRAGGED)
        return kept_inside(view,
                           (Rect){selection->pin_at.x * (float)view->scene->width,
                                  selection->pin_at.y * (float)view->scene->height, own.w, own.h});
    if (selection->pin_place != PIN_BY_ITSELF)
        return in_corner(view, own, selection->pin_place);
    Rect panels[] = {layout->stage,     layout->block,  layout->shared, layout->threads,
                     layout->registers, layout->source, layout->panel};
    float centre = near.x + near.w / 2 - own.w / 2;
    try_place(view, near, own, &best, &least);
    try_place(view, near, (Rect){centre, near.y - own.h - gap, own.w, own.h}, &best, &least);
    try_place(view, near, (Rect){near.x + near.w + gap, near.y, own.w, own.h}, &best, &least);
    try_place(view, near, (Rect){near.x - own.w - gap, near.y, own.w, own.h}, &best, &least);
    for (int i = 0; i < (int)(sizeof panels / sizeof *panels); ++i)
        for (int corner = 0; corner < 4 && panels[i].w > 0; ++corner) {
            float x = corner % 2 ? panels[i].x + panels[i].w - own.w - gap : panels[i].x + gap;
            float y = corner / 2 ? panels[i].y + panels[i].h - own.h - gap : panels[i].y + gap;
            try_place(view, near, (Rect){x, y, own.w, own.h}, &best, &least);
        }
    return best;
}
