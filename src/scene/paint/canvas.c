/* The canvas: paints the operations of a plan, in tiles that threads take one after the other. Only
 * the plan is shared, and it does not change any more. */
#include "scene/paint/paint.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { THREAD_LIMIT = 64, SHARES = 8, AHEAD = 8 };

typedef struct Paint {
    const Canvas *canvas;
    const PaintPlan *plan;
    const Tiles *tiles;
    Ink background;
    const TileWork *works;
    int work_count, share; /* share: tiles that a thread takes at once */
    atomic_int next_work;
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
    raster_stroke(canvas, area, op->area, op->stroke, ink_from(op->shape->stroke));
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
    const Canvas *canvas = paint->canvas;
    switch (op->shape->kind) {
    case SHAPE_RECT: paint_rect(canvas, area, op); break;
    case SHAPE_CIRCLE: paint_circle(canvas, area, op); break;
    case SHAPE_LINE:
    case SHAPE_ARROW: paint_stroke(canvas, area, op); break;
    case SHAPE_HATCH: paint_hatch(canvas, area, op); break;
    case SHAPE_TEXT: paint_text(paint, area, op); break;
    case SHAPE_CLIP:
    case SHAPE_UNCLIP: break;
    }
}

static void paint_ops(const Paint *paint, PixelRect area, const int *ops, int from, int to)
{
    const PaintOp *all = paint->plan->ops;
    for (int i = from; i < to; i++) {
        const PaintOp *op = &all[ops[i]];
        if (i + AHEAD < to) { /* operations and shapes lie scattered in memory */
            __builtin_prefetch(&all[ops[i + AHEAD]]);
            __builtin_prefetch(all[ops[i + AHEAD / 2]].shape);
        }
        PixelRect part = pixel_rect_meet(op->area, area);
        if (!pixel_rect_is_empty(part))
            paint_op(paint, part, op);
    }
}

typedef enum Direction { FROM_GROUND, TO_GROUND } Direction;

/* Copies an area of a tile. */
static void copy_area(const Canvas *canvas, PixelRect tile, PixelRect area, uint32_t *ground,
                      Direction direction)
{
    size_t bytes = sizeof *ground * (size_t)(area.x1 - area.x0);
    ground += (area.y0 - tile.y0) * TILE_WIDTH + area.x0 - tile.x0;
    for (int y = area.y0; y < area.y1; y++, ground += TILE_WIDTH) {
        uint32_t *row = canvas->pixels + (size_t)y * (size_t)canvas->stride + area.x0;
        if (direction == FROM_GROUND)
            memcpy(row, ground, bytes);
        else
            memcpy(ground, row, bytes);
    }
}

static void paint_tile(const Paint *paint, const TileWork *work)
{
    PixelRect tile = tiles_area(paint->tiles, work->tile);
    const int *first = paint->tiles->first + work->tile, *ops = paint->tiles->ops + first[0];
    if (work->have > 0)
        copy_area(paint->canvas, tile, work->damage, work->ground, FROM_GROUND);
    else
        raster_rect(paint->canvas, work->damage, work->damage, paint->background);
    paint_ops(paint, work->damage, ops, work->have, work->want);
    if (work->want > work->have)
        copy_area(paint->canvas, tile, tile, work->ground, TO_GROUND);
    paint_ops(paint, work->damage, ops, work->want, first[1] - first[0]);
}

/* A thread takes tiles that are neighbours: cores that write neighbouring memory hinder each
 * other. */
static void *take_tiles(void *context)
{
    Paint *paint = context;
    for (int i; (i = atomic_fetch_add(&paint->next_work, paint->share)) < paint->work_count;)
        for (int k = i; k < i + paint->share && k < paint->work_count; k++)
            paint_tile(paint, &paint->works[k]);
    return NULL;
}

/* A thread that cannot be had is not missed: the others take its tiles. */
void paint_tiles(const Canvas *canvas, const PaintPlan *plan, const Tiles *tiles, Colour background,
                 const TileWork *works, int count, int threads)
{
    pthread_t helpers[THREAD_LIMIT];
    Paint paint = {.canvas = canvas,
                   .plan = plan,
                   .tiles = tiles,
                   .background = ink_from(background),
                   .works = works,
                   .work_count = count};
    threads = threads < 1 ? 1 : threads < THREAD_LIMIT ? threads : THREAD_LIMIT;
    paint.share = count / (threads * SHARES) + 1;
    int started = 0, wanted = threads - 1;
    while (started < wanted && pthread_create(&helpers[started], NULL, take_tiles, &paint) == 0)
        started++;
    take_tiles(&paint);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

void canvas_paint(const Canvas *canvas, const Scene *scene, GlyphSource *glyphs, int threads)
{
    Arena *arena = arena_new();
    const PaintPlan *plan =
        paint_plan_new(arena, scene, glyphs, canvas->width, canvas->height, NULL);
    const Tiles *tiles = tiles_new(plan);
    TileWork *works = ARENA_ARRAY(arena, TileWork, tiles->count + 1);
    for (int i = 0; i < tiles->count; i++)
        works[i] = (TileWork){.tile = i, .damage = tiles_area(tiles, i)};
    paint_tiles(canvas, plan, tiles, scene->background, works, tiles->count, threads);
    arena_free(arena);
}
