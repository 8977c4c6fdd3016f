/* The canvas: a scene is first reduced to a flat list of paint operations (places rounded, clips
 * applied, glyphs fetched, the invisible dropped), then horizontal bands of the list are painted,
 * by several threads if there are any. Only the first half touches anything that can change. */
#include "scene/canvas.h"
#include "scene/glyph.h"
#include "scene/raster.h"
#include "scene/stroke.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { THREAD_LIMIT = 64, BANDS_PER_THREAD = 4, FARTHEST_PX = 1 << 22 };

typedef struct PlacedGlyph {
    const Glyph *glyph;
    int x, y; /* of the bitmap's corner */
} PlacedGlyph;

typedef struct PaintOp {
    const Shape *shape;
    PixelRect area; /* where it may paint */
    PixelRect rect; /* the shape's own rectangle in whole pixels */
    int first_glyph, glyph_count;
} PaintOp;

typedef struct Paint {
    const Canvas *canvas;
    const Scene *scene;
    GlyphSource *source;
    Arena *arena;
    PaintOp *ops;
    int op_count, op_capacity;
    PlacedGlyph *glyphs;
    int glyph_count, glyph_capacity;
    PixelRect *clips; /* clips[clip_count - 1] is in force */
    int clip_count, clip_capacity;
    int bands;
    atomic_int next_band;
} Paint;

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

static int pen_width(float width)
{
    int whole = pixel_of(width);
    return !(width > 0) ? 0 : whole < 1 ? 1 : whole;
}

static PixelRect clip_now(const Paint *paint)
{
    if (paint->clip_count > 0)
        return paint->clips[paint->clip_count - 1];
    return (PixelRect){0, 0, paint->canvas->width, paint->canvas->height};
}

static void push_clip(Paint *paint, Rect rect)
{
    PixelRect clip = pixel_rect_meet(clip_now(paint), pixels_of(rect));
    *ARENA_PUSH(paint->arena, paint->clips, paint->clip_count, paint->clip_capacity) = clip;
}

static PaintOp *add_op(Paint *paint, const Shape *shape, PixelRect rect, PixelRect reach)
{
    PixelRect area = pixel_rect_meet(clip_now(paint), reach);
    if (pixel_rect_is_empty(area))
        return NULL;
    PaintOp *op = ARENA_PUSH(paint->arena, paint->ops, paint->op_count, paint->op_capacity);
    *op = (PaintOp){.shape = shape, .area = area, .rect = rect};
    return op;
}

static void widen(PixelRect *box, const PlacedGlyph *placed)
{
    int x1 = placed->x + placed->glyph->width, y1 = placed->y + placed->glyph->height;
    box->x0 = placed->x < box->x0 ? placed->x : box->x0;
    box->y0 = placed->y < box->y0 ? placed->y : box->y0;
    box->x1 = x1 > box->x1 ? x1 : box->x1;
    box->y1 = y1 > box->y1 ? y1 : box->y1;
}

/* Fetches the glyphs of a text up to the right edge of the clip; returns the box around them. */
static PixelRect place_glyphs(Paint *paint, const Shape *shape)
{
    PixelRect box = {FARTHEST_PX, FARTHEST_PX, -FARTHEST_PX, -FARTHEST_PX}, clip = clip_now(paint);
    const char *at = shape->text, *end = at + strlen(at);
    float pen = shape->rect.x, advance;
    int baseline = pixel_of(shape->rect.y);
    while (at < end && pen < (float)clip.x1 + (float)shape->font_px) {
        uint32_t code = utf8_next(&at, end);
        const Glyph *glyph =
            glyph_place(paint->source, shape->font, shape->font_px, code, &advance);
        if (glyph) {
            PlacedGlyph *placed =
                ARENA_PUSH(paint->arena, paint->glyphs, paint->glyph_count, paint->glyph_capacity);
            *placed = (PlacedGlyph){glyph, pixel_of(pen) + glyph->left, baseline - glyph->top};
            widen(&box, placed);
        }
        pen += advance;
    }
    return box;
}

static void add_text(Paint *paint, const Shape *shape)
{
    PixelRect clip = clip_now(paint);
    float y = shape->rect.y, reach = 2 * (float)shape->font_px;
    if (!shape->text || !(shape->fill >> 24) || !isfinite(shape->rect.x) ||
        !(y - reach < (float)clip.y1 && y + reach > (float)clip.y0))
        return;
    int first = paint->glyph_count;
    PixelRect box = place_glyphs(paint, shape);
    PaintOp *op = add_op(paint, shape, box, box);
    if (op) {
        op->first_glyph = first;
        op->glyph_count = paint->glyph_count - first;
    } else {
        paint->glyph_count = first;
    }
}

static void add_stroke(Paint *paint, const Shape *shape)
{
    Stroke stroke;
    if (shape->stroke >> 24 && stroke_from_shape(shape, &stroke)) {
        PixelRect reach = pixels_around(stroke_bounds(&stroke));
        add_op(paint, shape, reach, reach);
    }
}

static void add_circle(Paint *paint, const Shape *shape)
{
    if (shape->rect.w > 0 && shape->rect.h > 0)
        add_op(paint, shape, pixels_of(shape->rect), pixels_around(shape->rect));
}

static void add_shape(Paint *paint, const Shape *shape)
{
    PixelRect rect = pixels_of(shape->rect);
    switch (shape->kind) {
    case SHAPE_RECT:
    case SHAPE_HATCH: add_op(paint, shape, rect, rect); break;
    case SHAPE_CIRCLE: add_circle(paint, shape); break;
    case SHAPE_LINE:
    case SHAPE_ARROW: add_stroke(paint, shape); break;
    case SHAPE_TEXT: add_text(paint, shape); break;
    case SHAPE_CLIP: push_clip(paint, shape->rect); break;
    case SHAPE_UNCLIP: paint->clip_count -= paint->clip_count > 0; break;
    }
}

static Round round_of(const PaintOp *op)
{
    const Shape *shape = op->shape;
    PixelRect r = op->rect;
    Round round = {.centre_x = (float)(r.x0 + r.x1) / 2,
                   .centre_y = (float)(r.y0 + r.y1) / 2,
                   .half_w = (float)(r.x1 - r.x0) / 2,
                   .half_h = (float)(r.y1 - r.y0) / 2,
                   .stroke_width = (float)pen_width(shape->stroke_width),
                   .fill = ink_from(shape->fill),
                   .stroke = ink_from(shape->stroke)};
    if (round.stroke_width == 0)
        round.stroke.weight = 0;
    return round;
}

static void paint_circle(const Canvas *canvas, PixelRect area, const PaintOp *op)
{
    Rect rect = op->shape->rect;
    Round round = round_of(op);
    float side = fminf(fminf(rect.w, rect.h), FARTHEST_PX);
    round.radius = round.half_w = round.half_h = side / 2;
    round.centre_x = fminf(fmaxf(rect.x, -FARTHEST_PX), FARTHEST_PX) + side / 2;
    round.centre_y = fminf(fmaxf(rect.y, -FARTHEST_PX), FARTHEST_PX) + side / 2;
    round.stroke_width = fminf(op->shape->stroke_width, side);
    raster_round(canvas, area, &round);
}

static void paint_rect(const Canvas *canvas, PixelRect area, const PaintOp *op)
{
    const Shape *shape = op->shape;
    Round round = round_of(op);
    if (shape->radius > 0.25f) {
        round.radius = fminf(shape->radius, fminf(round.half_w, round.half_h));
        raster_round(canvas, area, &round);
        return;
    }
    if (round.fill.weight)
        raster_rect(canvas, area, op->rect, round.fill);
    if (round.stroke.weight)
        raster_frame(canvas, area, op->rect, (int)round.stroke_width, round.stroke);
}

static void paint_stroke(const Canvas *canvas, PixelRect area, const Shape *shape)
{
    Stroke stroke;
    if (stroke_from_shape(shape, &stroke))
        raster_stroke(canvas, area, &stroke, ink_from(shape->stroke));
}

static void paint_hatch(const Canvas *canvas, PixelRect area, const PaintOp *op)
{
    const Shape *shape = op->shape;
    float spacing = shape->radius > 2 ? fminf(shape->radius, 1e4f) : 2;
    raster_hatch(canvas, area, op->rect, spacing, shape->stroke_width, ink_from(shape->stroke));
}

static void paint_text(const Paint *paint, PixelRect area, const PaintOp *op)
{
    Ink ink = ink_from(op->shape->fill);
    const PlacedGlyph *placed = paint->glyphs + op->first_glyph;
    for (int i = 0; i < op->glyph_count; i++)
        raster_glyph(paint->canvas, area, placed[i].glyph, placed[i].x, placed[i].y, ink);
}

static void paint_op(const Paint *paint, PixelRect area, const PaintOp *op)
{
    switch (op->shape->kind) {
    case SHAPE_RECT: paint_rect(paint->canvas, area, op); break;
    case SHAPE_CIRCLE: paint_circle(paint->canvas, area, op); break;
    case SHAPE_LINE:
    case SHAPE_ARROW: paint_stroke(paint->canvas, area, op->shape); break;
    case SHAPE_HATCH: paint_hatch(paint->canvas, area, op); break;
    case SHAPE_TEXT: paint_text(paint, area, op); break;
    case SHAPE_CLIP:
    case SHAPE_UNCLIP: break;
    }
}

static void paint_band(const Paint *paint, PixelRect band)
{
    raster_rect(paint->canvas, band, band, ink_from(paint->scene->background));
    for (int i = 0; i < paint->op_count; i++) {
        PixelRect area = pixel_rect_meet(paint->ops[i].area, band);
        if (!pixel_rect_is_empty(area))
            paint_op(paint, area, &paint->ops[i]);
    }
}

static void *paint_bands(void *context)
{
    Paint *paint = context;
    int64_t height = paint->canvas->height;
    for (int i; (i = atomic_fetch_add(&paint->next_band, 1)) < paint->bands;) {
        PixelRect band = {0, (int)(height * i / paint->bands), paint->canvas->width,
                          (int)(height * (i + 1) / paint->bands)};
        paint_band(paint, band);
    }
    return NULL;
}

/* A thread that cannot be had is not missed: the others take its bands. */
static void paint_on_threads(Paint *paint, int threads)
{
    pthread_t helpers[THREAD_LIMIT];
    int started = 0;
    paint->bands = threads > 1 ? threads * BANDS_PER_THREAD : 1;
    while (started < threads - 1 &&
           pthread_create(&helpers[started], NULL, paint_bands, paint) == 0)
        started++;
    paint_bands(paint);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

void canvas_paint(const Canvas *canvas, const Scene *scene, GlyphSource *glyphs, int threads)
{
    Paint paint = {.canvas = canvas, .scene = scene, .source = glyphs, .arena = arena_new()};
    for (int i = 0; i < scene->count; i++)
        add_shape(&paint, &scene->shapes[i]);
    paint_on_threads(&paint, threads < 1 ? 1 : threads < THREAD_LIMIT ? threads : THREAD_LIMIT);
    arena_free(paint.arena);
}
