/* Lines from place to place cross what is written there. A text under one is painted once more
 * above it, on a piece of the ground that it stood on: the line then seems to pass below. The
 * ground is the last opaque shape that was painted under all of the text. */
#include "view/draw/lift.h"

#include "view/draw/signs.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { CLIPS_MOST = 16 };

static bool is_line(const Shape *shape)
{
    return (shape->kind == SHAPE_LINE || shape->kind == SHAPE_ARROW) && shape->stroke_width > 0;
}

static bool line_crosses(const Shape *line, Rect rect)
{
    Point from = {line->rect.x, line->rect.y};
    Point to = {from.x + line->rect.w, from.y + line->rect.h};
    if (rect_is_crossed(rect_inset(rect, -line->stroke_width / 2), from, to))
        return true;
    float length = hypotf(line->rect.w, line->rect.h), head = 4 * line->stroke_width;
    if (line->kind != SHAPE_ARROW || length <= 0)
        return false;
    float share = fmaxf(0, 1 - head / length);
    Point neck = {from.x + line->rect.w * share, from.y + line->rect.h * share};
    return rect_is_crossed(rect_inset(rect, -1.6f * line->stroke_width), neck, to);
}

static bool is_crossed(const Scene *scene, int from, int end, Rect rect)
{
    for (int i = from; i < end; ++i)
        if (is_line(&scene->shapes[i]) && line_crosses(&scene->shapes[i], rect))
            return true;
    return false;
}

static bool rect_is_inside(Rect rect, Rect outer)
{
    return rect.x >= outer.x && rect.y >= outer.y && rect.x + rect.w <= outer.x + outer.w &&
           rect.y + rect.h <= outer.y + outer.h;
}

static Colour ground_of(const View *view, int text, Rect rect)
{
    for (int i = text - 1; i >= 0; --i) {
        const Shape *shape = &view->scene->shapes[i];
        if (shape->kind == SHAPE_RECT && shape->fill >> 24 == 0xff &&
            rect_is_inside(rect, shape->rect))
            return shape->fill;
    }
    return view->theme->panel;
}

/* Letters with what hangs below the line; nothing does of a number. */
static Rect text_rect(const View *view, const Shape *text)
{
    float px = (float)text->font_px;
    bool is_number = strspn(text->text, "+-.0123456789") == strlen(text->text);
    float width = scene_text_width(view->scene, text->font, text->font_px, text->text);
    float above = is_number ? 0.75f : 0.8f, below = is_number ? 0.02f : 0.2f;
    return (Rect){text->rect.x - 1, text->rect.y - above * px, width + 2, (above + below) * px};
}

/* All that the lines reach. */
static Rect reach_of(const Scene *scene, int from)
{
    float left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    for (int i = from; i < scene->count; ++i) {
        Rect way = scene->shapes[i].rect;
        if (!is_line(&scene->shapes[i]))
            continue;
        left = fminf(left, fminf(way.x, way.x + way.w));
        right = fmaxf(right, fmaxf(way.x, way.x + way.w));
        top = fminf(top, fminf(way.y, way.y + way.h));
        bottom = fmaxf(bottom, fmaxf(way.y, way.y + way.h));
    }
    return (Rect){left, top, right - left, bottom - top};
}

static void lift(View *view, int index, Rect rect)
{
    Shape text = view->scene->shapes[index];
    scene_rect(view->scene, rect, ground_of(view, index, rect), (PickTag){0});
    scene_text(view->scene, text.font, text.font_px, (Point){text.rect.x, text.rect.y}, text.fill,
               text.text);
}

void lift_texts(View *view, int from)
{
    Scene *scene = view->scene;
    int end = scene->count, depth = 0;
    Rect clips[CLIPS_MOST + 1] = {{0, 0, (float)scene->width, (float)scene->height}};
    Rect reach = reach_of(scene, from);
    for (int i = 0; i < from && reach.w >= 0; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind == SHAPE_CLIP && depth < CLIPS_MOST)
            clips[++depth] = shape->rect;
        else if (shape->kind == SHAPE_UNCLIP && depth > 0)
            --depth;
        if (shape->kind != SHAPE_TEXT || shape->rect.y < reach.y ||
            shape->rect.y - (float)shape->font_px > reach.y + reach.h ||
            shape->rect.x > reach.x + reach.w)
            continue;
        Rect rect = text_rect(view, shape);
        if (rect.x + rect.w >= reach.x && rect_is_inside(rect, clips[depth]) &&
            is_crossed(scene, from, end, rect))
            lift(view, i, rect);
    }
}

static bool is_in_cells(const CellGrid *grid, Point at)
{
    return grid->is_shown && rect_holds(cells_bounds(grid), at);
}

static bool stands_in_cells(const View *view, Point at)
{
    bool is_inside = is_in_cells(&view->threads.grid, at);
    for (int i = 0; i < view->program->shared_count; ++i)
        is_inside |= is_in_cells(&view->shared[i], at);
    for (int i = 0; i < view->launch->buffer_count; ++i)
        is_inside |= is_in_cells(&view->buffers[i], at);
    return is_inside;
}

static bool has_letter(const char *text)
{
    for (; *text; ++text)
        if (isalpha((unsigned char)*text) || (unsigned char)*text >= 0xe3) /* or in Chinese */
            return true;
    return false;
}

/* The sign of a state beside its name in a legend: without it the name says nothing. */
static bool is_key(const View *view, const Shape *shape)
{
    bool is_area = shape->kind == SHAPE_RECT || shape->kind == SHAPE_CIRCLE;
    return is_area && shape->sign >= SIGN_RUNNING && shape->sign <= SIGN_NEVER_CAME &&
           !stands_in_cells(view, rect_centre(shape->rect));
}

LiftBelow lift_texts_below(const View *view, Rect label)
{
    LiftBelow below = {0, 0};
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        if (rect_overlaps(shape->rect, label, 0) && is_key(view, shape))
            ++below.words;
        if (shape->kind != SHAPE_TEXT || shape->rect.y < label.y ||
            shape->rect.y - (float)shape->font_px > label.y + label.h ||
            shape->rect.x > label.x + label.w)
            continue;
        Rect rect = text_rect(view, shape);
        if (!rect_overlaps(rect, label, 0))
            continue;
        if (has_letter(shape->text) && !stands_in_cells(view, rect_centre(rect)))
            ++below.words;
        else
            ++below.rest;
    }
    return below;
}

bool lift_words_crossed(const View *view, Point a, Point b)
{
    const Shape line = {.kind = SHAPE_LINE, .rect = {a.x, a.y, b.x - a.x, b.y - a.y}};
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        if (shape->kind != SHAPE_TEXT || !has_letter(shape->text))
            continue;
        Rect rect = text_rect(view, shape);
        if (line_crosses(&line, rect) && !stands_in_cells(view, rect_centre(rect)))
            return true;
    }
    return false;
}
