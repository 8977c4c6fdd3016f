/* The canvas: paints the operations of a plan, in rows that threads take one after the other. Only
 * the plan is shared, and it does not change any more. */
#include "scene/paint.h"
#include "scene/stroke.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREAD_LIMIT = 64, BANDS_PER_THREAD = 4, BAND_BYTES = 1 << 19 };

typedef struct Paint {
    const Canvas *canvas;
    const PaintPlan *plan;
    Ink background;
    const PaintRow *rows;
    int row_count;
    atomic_int next_row;
} Paint;

static int pen_width(float width)
{
    if (!(width > 0))
        return 0;
    return width < 1 ? 1 : width < FARTHEST_PX ? (int)(width + 0.5f) : FARTHEST_PX;
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

static void paint_stroke(const Canvas *canvas, PixelRect area, const PaintOp *op)
{
    Stroke stroke;
    if (stroke_from_shape(op->shape, &stroke))
        raster_stroke(canvas, area, op->area, &stroke, ink_from(op->shape->stroke));
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
    const PlacedGlyph *placed = paint->plan->glyphs + op->first_glyph;
    for (int i = 0; i < op->glyph_count; i++)
        raster_glyph(paint->canvas, area, placed[i].glyph, placed[i].x, placed[i].y, ink);
}

static void paint_op(const Paint *paint, PixelRect area, const PaintOp *op)
{
    switch (op->shape->kind) {
    case SHAPE_RECT: paint_rect(paint->canvas, area, op); break;
    case SHAPE_CIRCLE: paint_circle(paint->canvas, area, op); break;
    case SHAPE_LINE:
    case SHAPE_ARROW: paint_stroke(paint->canvas, area, op); break;
    case SHAPE_HATCH: paint_hatch(paint->canvas, area, op); break;
    case SHAPE_TEXT: paint_text(paint, area, op); break;
    case SHAPE_CLIP:
    case SHAPE_UNCLIP: break;
    }
}

static void paint_row(const Paint *paint, const PaintRow *row)
{
    for (int k = 0; k < row->count; k++)
        raster_rect(paint->canvas, row->areas[k], row->areas[k], paint->background);
    for (int i = 0; i < paint->plan->op_count; i++) {
        const PaintOp *op = &paint->plan->ops[i];
        if (pixel_rect_is_empty(pixel_rect_meet(op->area, row->bounds)))
            continue;
        for (int k = 0; k < row->count; k++) {
            PixelRect area = pixel_rect_meet(op->area, row->areas[k]);
            if (!pixel_rect_is_empty(area))
                paint_op(paint, area, op);
        }
    }
}

static void *take_rows(void *context)
{
    Paint *paint = context;
    for (int i; (i = atomic_fetch_add(&paint->next_row, 1)) < paint->row_count;)
        paint_row(paint, &paint->rows[i]);
    return NULL;
}

/* A thread that cannot be had is not missed: the others take its rows. */
void paint_rows(const Canvas *canvas, const PaintPlan *plan, Colour background,
                const PaintRow *rows, int count, int threads)
{
    pthread_t helpers[THREAD_LIMIT];
    Paint paint = {.canvas = canvas,
                   .plan = plan,
                   .background = ink_from(background),
                   .rows = rows,
                   .row_count = count};
    int started = 0, wanted = (threads < THREAD_LIMIT ? threads : THREAD_LIMIT) - 1;
    while (started < wanted && pthread_create(&helpers[started], NULL, take_rows, &paint) == 0)
        started++;
    take_rows(&paint);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

/* What is painted over and over again stays in the cache of a core: bands of a large canvas are no
 * larger than that. */
static int band_count(const Canvas *canvas, int threads)
{
    int bands = threads > 1 ? threads * BANDS_PER_THREAD : 1;
    size_t bytes = sizeof *canvas->pixels * (size_t)canvas->width * (size_t)canvas->height;
    int fitting = (int)(bytes / BAND_BYTES) + 1;
    fitting = fitting < canvas->height ? fitting : 1;
    return bands > fitting ? bands : fitting;
}

void canvas_paint(const Canvas *canvas, const Scene *scene, GlyphSource *glyphs, int threads)
{
    Arena *arena = arena_new();
    threads = threads < 1 ? 1 : threads < THREAD_LIMIT ? threads : THREAD_LIMIT;
    int64_t height = canvas->height;
    int count = band_count(canvas, threads);
    PaintRow *rows = ARENA_ARRAY(arena, PaintRow, count);
    for (int i = 0; i < count; i++) {
        rows[i].bounds = (PixelRect){0, (int)(height * i / count), canvas->width,
                                     (int)(height * (i + 1) / count)};
        rows[i].areas = &rows[i].bounds;
        rows[i].count = 1;
    }
    const PaintPlan *plan = paint_plan_new(arena, scene, glyphs, canvas->width, canvas->height);
    paint_rows(canvas, plan, scene->background, rows, count, threads);
    arena_free(arena);
}
