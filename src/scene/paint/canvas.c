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

static void paint_circle(const Sheet *sheet, PixelRect area, const PaintOp *op)
{
    Rect rect = op->shape->rect;
    Round round = round_of(op);
    float side = fminf(fminf(rect.w, rect.h), FARTHEST_PX);
    round.radius = round.half_w = round.half_h = side / 2;
    round.centre_x = fminf(fmaxf(rect.x, -FARTHEST_PX), FARTHEST_PX) + side / 2;
    round.centre_y = fminf(fmaxf(rect.y, -FARTHEST_PX), FARTHEST_PX) + side / 2;
    round.stroke_width = fminf(op->shape->stroke_width, side);
    raster_round(sheet, area, &round);
}

static void paint_rect(const Sheet *sheet, PixelRect area, const PaintOp *op)
{
    const Shape *shape = op->shape;
    Round round = round_of(op);
    if (shape->radius > 0.25f) {
        round.radius = fminf(shape->radius, fminf(round.half_w, round.half_h));
        raster_round(sheet, area, &round);
        return;
    }
    if (round.fill.weight)
        raster_rect(sheet, area, op->rect, round.fill);
    if (round.stroke.weight)
        raster_frame(sheet, area, op->rect, (int)round.stroke_width, round.stroke);
}

static void paint_stroke(const Sheet *sheet, PixelRect area, const PaintOp *op)
{
    raster_stroke(sheet, area, op->area, op->stroke, ink_from(op->shape->stroke));
}

static void paint_hatch(const Sheet *sheet, PixelRect area, const PaintOp *op)
{
    const Shape *shape = op->shape;
    float spacing = shape->radius > 2 ? fminf(shape->radius, 1e4f) : 2;
    raster_hatch(sheet, area, op->rect, spacing, shape->stroke_width, ink_from(shape->stroke));
}

static void paint_text(const Paint *paint, const Sheet *sheet, PixelRect area, const PaintOp *op)
{
    Ink ink = ink_from(op->shape->fill);
    const PlacedGlyph *placed = paint->plan->glyphs + op->first_glyph;
    for (int i = 0; i < op->glyph_count; i++)
        raster_glyph(sheet, area, placed[i].glyph, placed[i].x, placed[i].y, ink);
}

static void paint_op(const Paint *paint, const Sheet *sheet, PixelRect area, const PaintOp *op)
{
    switch (op->shape->kind) {
    case SHAPE_RECT: paint_rect(sheet, area, op); break;
    case SHAPE_CIRCLE: paint_circle(sheet, area, op); break;
    case SHAPE_LINE:
    case SHAPE_ARROW: paint_stroke(sheet, area, op); break;
    case SHAPE_HATCH: paint_hatch(sheet, area, op); break;
    case SHAPE_TEXT: paint_text(paint, sheet, area, op); break;
    case SHAPE_CLIP:
    case SHAPE_UNCLIP: break;
    }
}

static void paint_ops(const Paint *paint, const Sheet *sheet, PixelRect area, const int *ops,
                      int from, int to)
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
            paint_op(paint, sheet, part, op);
    }
}

/* All of the background is painted; what the canvas shows may shine through. */
static void start_anew(const Paint *paint, const Sheet *sheet, PixelRect part)
{
    if (paint->background.weight < 256)
        sheet_take(sheet, part, paint->canvas);
    raster_rect(sheet, part, part, paint->background);
}

/* What painting a tile begins to read: its ground, if rows of it from edge to edge are needed. */
static SheetAhead start_of(const Paint *paint, const TileWork *work)
{
    PixelRect tile = tiles_area(paint->tiles, work->tile), part = work->damage;
    if (work->have == 0 || part.x0 > tile.x0 || part.x1 < tile.x1)
        return (SheetAhead){NULL, NULL};
    return (SheetAhead){work->ground + (part.y0 - tile.y0) * TILE_WIDTH,
                        work->ground + (part.y1 - tile.y0) * TILE_WIDTH};
}

static void paint_tile(const Paint *paint, uint32_t *pixels, const TileWork *work, SheetAhead ahead)
{
    Sheet sheet = {pixels, tiles_area(paint->tiles, work->tile), &ahead};
    PixelRect part = work->damage;
    const Tiles *tiles = paint->tiles;
    const int *ops = tiles->ops + tiles->first[work->tile];
    if (work->have > 0)
        sheet_take_ground(&sheet, part, work->ground);
    else
        start_anew(paint, &sheet, part);
    paint_ops(paint, &sheet, part, ops, work->have, work->want);
    if (work->want > work->have)
        sheet_keep_ground(&sheet, part, work->ground);
    paint_ops(paint, &sheet, part, ops, work->want,
              tiles->end[work->tile] - tiles->first[work->tile]);
    sheet_show(&sheet, part, paint->canvas);
}

/* A thread takes tiles that are neighbours: cores that write neighbouring memory hinder each
 * other. */
static void *take_tiles(void *context)
{
    _Alignas(LINE_BYTES) uint32_t pixels[TILE_PIXELS];
    Paint *paint = context;
    for (int i; (i = atomic_fetch_add(&paint->next_work, paint->share)) < paint->work_count;) {
        int end = i + paint->share < paint->work_count ? i + paint->share : paint->work_count;
        for (; i < end; i++)
            paint_tile(paint, pixels, &paint->works[i],
                       i + 1 < end ? start_of(paint, &paint->works[i + 1]) : (SheetAhead){0});
    }
    sheet_finish();
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
    const Tiles *tiles = tiles_new(plan, NULL);
    TileWork *works = ARENA_ARRAY(arena, TileWork, tiles->count + 1);
    for (int i = 0; i < tiles->count; i++)
        works[i] = (TileWork){.tile = i, .damage = tiles_area(tiles, i)};
    paint_tiles(canvas, plan, tiles, scene->background, works, tiles->count, threads);
    arena_free(arena);
}
