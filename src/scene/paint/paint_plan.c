/* From shapes to paint operations. Edges are rounded to whole pixels here, once, so that neighbours
 * meet and clips agree with the boxes around them; strokes and circles keep their exact place. */
#include "scene/paint/paint_plan.h"
#include "scene/text/glyph.h"

#include <math.h>
#include <string.h>

static int pixel_of(float v)
{
    if (!(v > -FARTHEST_PX))
        return -FARTHEST_PX;
    return v < FARTHEST_PX ? (int)floorf(v + 0.5f) : FARTHEST_PX;
}

/* Both edges are rounded, so neighbours that share an edge meet. */
static PixelRect pixels_of(Rect r)
{
    if (!(r.w > 0) || !(r.h > 0) || isnan(r.x) || isnan(r.y))
        return (PixelRect){0};
    return (PixelRect){pixel_of(r.x), pixel_of(r.y), pixel_of(r.x + r.w), pixel_of(r.y + r.h)};
}

/* As pixels_of, but outwards and with one more pixel for soft edges. */
static PixelRect pixels_around(Rect r)
{
    if (isnan(r.x) || isnan(r.y) || isnan(r.w) || isnan(r.h))
        return (PixelRect){0};
    return (PixelRect){pixel_of(r.x - 1.5f), pixel_of(r.y - 1.5f), pixel_of(r.x + r.w + 1.5f),
                       pixel_of(r.y + r.h + 1.5f)};
}

static PixelRect clip_now(const PaintPlan *plan)
{
    if (plan->clip_count > 0)
        return plan->clips[plan->clip_count - 1];
    return plan->whole;
}

static void push_clip(PaintPlan *plan, Rect rect)
{
    PixelRect clip = pixel_rect_meet(clip_now(plan), pixels_of(rect));
    *ARENA_PUSH(plan->arena, plan->clips, plan->clip_count, plan->clip_capacity) = clip;
}

/* Adds an operation as far as the clip lets it be seen; false if it is not seen at all. */
static bool add_operation(PaintPlan *plan, PaintOp op)
{
    op.area = pixel_rect_meet(clip_now(plan), op.area);
    if (pixel_rect_is_empty(op.area))
        return false;
    plan->ops[plan->op_count++] = op;
    return true;
}

static void add_area(PaintPlan *plan, const Shape *shape, PixelRect rect, PixelRect reach)
{
    add_operation(plan, (PaintOp){.shape = shape, .area = reach, .rect = rect});
}

static void widen_box(PixelRect *box, const PlacedGlyph *placed)
{
    int x1 = placed->x + placed->glyph->width, y1 = placed->y + placed->glyph->height;
    box->x0 = placed->x < box->x0 ? placed->x : box->x0;
    box->y0 = placed->y < box->y0 ? placed->y : box->y0;
    box->x1 = x1 > box->x1 ? x1 : box->x1;
    box->y1 = y1 > box->y1 ? y1 : box->y1;
}

/* Fetches the glyphs of a text up to the right edge of the clip; returns the box around them. */
static PixelRect place_glyphs(PaintPlan *plan, const Shape *shape)
{
    PixelRect box = {FARTHEST_PX, FARTHEST_PX, -FARTHEST_PX, -FARTHEST_PX}, clip = clip_now(plan);
    const char *at = shape->text, *end = at + strlen(at);
    float pen = shape->rect.x, advance;
    int baseline = pixel_of(shape->rect.y);
    while (at < end && pen < (float)clip.x1 + (float)shape->font_px) {
        uint32_t code = utf8_next(&at, end);
        const Glyph *glyph = glyph_place(plan->source, shape->font, shape->font_px, code, &advance);
        if (glyph) {
            PlacedGlyph *placed =
                ARENA_PUSH(plan->arena, plan->glyphs, plan->glyph_count, plan->glyph_capacity);
            *placed = (PlacedGlyph){glyph, pixel_of(pen) + glyph->left, baseline - glyph->top};
            widen_box(&box, placed);
        }
        pen += advance;
    }
    return box;
}

static void add_text_operation(PaintPlan *plan, const Shape *shape)
{
    PixelRect clip = clip_now(plan);
    float y = shape->rect.y, reach = 2 * (float)shape->font_px;
    if (!shape->text || !(shape->fill >> 24) || !isfinite(shape->rect.x) ||
        !(y - reach < (float)clip.y1 && y + reach > (float)clip.y0))
        return;
    PaintOp op = {.shape = shape, .first_glyph = plan->glyph_count};
    op.rect = op.area = place_glyphs(plan, shape);
    op.glyph_count = plan->glyph_count - op.first_glyph;
    if (!add_operation(plan, op))
        plan->glyph_count = op.first_glyph;
}

static void add_stroke(PaintPlan *plan, const Shape *shape)
{
    Stroke stroke;
    if (!(shape->stroke >> 24) || !stroke_from_shape(shape, &stroke))
        return;
    PixelRect reach = pixels_around(stroke_bounds(&stroke));
    PaintOp op = {.shape = shape, .area = reach, .rect = reach};
    op.stroke = arena_copy(plan->arena, &stroke, sizeof stroke);
    add_operation(plan, op);
}

static void add_circle(PaintPlan *plan, const Shape *shape)
{
    if (shape->rect.w > 0 && shape->rect.h > 0)
        add_area(plan, shape, pixels_of(shape->rect), pixels_around(shape->rect));
}

static void add_shape_operation(PaintPlan *plan, const Shape *shape)
{
    PixelRect rect = pixels_of(shape->rect);
    switch (shape->kind) {
    case SHAPE_RECT:
    case SHAPE_HATCH: add_area(plan, shape, rect, rect); break;
    case SHAPE_CIRCLE: add_circle(plan, shape); break;
    case SHAPE_LINE:
    case SHAPE_ARROW: add_stroke(plan, shape); break;
    case SHAPE_TEXT: add_text_operation(plan, shape); break;
    case SHAPE_CLIP: push_clip(plan, shape->rect); break;
    case SHAPE_UNCLIP: plan->clip_count -= plan->clip_count > 0; break;
    }
}

PaintPlan *paint_plan_new(Arena *arena, const Scene *scene, GlyphSource *source, int width,
                          int height)
{
    PaintPlan *plan = ARENA_NEW(arena, PaintPlan);
    plan->arena = arena;
    plan->source = source;
    plan->whole = (PixelRect){0, 0, width, height};
    plan->ops = ARENA_ARRAY(arena, PaintOp, scene->count);
    for (int i = 0; i < scene->count; i++)
        add_shape_operation(plan, &scene->shapes[i]);
    return plan;
}
