/* From shapes to paint operations. Edges are rounded to whole pixels here, once, so that neighbours
 * meet and clips agree with the boxes around them; strokes and circles keep their exact place. Most
 * shapes are those of the frame before, about where they were in its list: they are known by their
 * hash, and their operations are taken over. */
#include "scene/paint/paint_plan.h"
#include "base/hash.h"
#include "base/text/utf8.h"
#include "scene/paint/floats.h"
#include "scene/text/glyph.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { NOT_PLACED = -1, NEARBY = 32 /* operations that are searched to either side */ };

/* The nearest whole numbers; what is none becomes the farthest. */
static Whole pixels_from(Floats v)
{
    v = floats_max(v, floats_all(-FARTHEST_PX));
    v = floats_min(v, floats_all(FARTHEST_PX));
    return __builtin_convertvector(floats_floor(v + 0.5f), Whole);
}

static PixelRect rounded(float x0, float y0, float x1, float y1)
{
    Whole edges = pixels_from((Floats){x0, y0, x1, y1});
    return (PixelRect){edges[0], edges[1], edges[2], edges[3]};
}

static int pixel_of(float v)
{
    return pixels_from(floats_all(v))[0];
}

/* Both edges are rounded, so neighbours that share an edge meet. */
static PixelRect pixels_of(Rect r)
{
    if (!(r.w > 0) || !(r.h > 0) || isnan(r.x) || isnan(r.y))
        return (PixelRect){0};
    return rounded(r.x, r.y, r.x + r.w, r.y + r.h);
}

/* As pixels_of, but outwards and with one more pixel for soft edges. */
static PixelRect pixels_around(Rect r)
{
    if (isnan(r.x) || isnan(r.y) || isnan(r.w) || isnan(r.h))
        return (PixelRect){0};
    return rounded(r.x - 1.5f, r.y - 1.5f, r.x + r.w + 1.5f, r.y + r.h + 1.5f);
}

static PixelRect clip_now(const PaintPlan *plan)
{
    if (plan->clip_count > 0)
        return plan->clips[plan->clip_count - 1];
    return plan->whole;
}

static void hash_clip(PaintPlan *plan)
{
    PixelRect clip = clip_now(plan);
    plan->clip_hash = hash_bytes(HASH_START, &clip, sizeof clip);
}

static void push_clip(PaintPlan *plan, Rect rect)
{
    PixelRect clip = pixel_rect_meet(clip_now(plan), pixels_of(rect));
    *ARENA_PUSH(plan->arena, plan->clips, plan->clip_count, plan->clip_capacity) = clip;
    hash_clip(plan);
}

static void pop_clip(PaintPlan *plan)
{
    plan->clip_count -= plan->clip_count > 0;
    hash_clip(plan);
}

/* Of all that its pixels follow from (scene/scene.h). Floats differ in their high bits, which a
 * product does not bring down: so the halves of each word are mixed first. */
static uint64_t hash_of(const PaintPlan *plan, const Shape *shape)
{
    static const uint64_t factors[] = {0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u,
                                       0x94d049bb133111ebu, 0xd6e8feb86659fd93u};
    uint64_t words[4]; /* from the rectangle to the colours */
    _Static_assert(offsetof(Shape, stroke) + sizeof shape->stroke == sizeof words, "no gaps");
    memcpy(words, shape, sizeof words);
    uint64_t hash = hash_u64(plan->clip_hash, (uint64_t)shape->kind << 8 | shape->dashed);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash += (words[i] ^ words[i] >> 32) * factors[i];
    hash = hash_u64(HASH_START, hash);
    if (shape->kind == SHAPE_TEXT && shape->text) {
        hash = hash_u64(hash, (uint64_t)(uint32_t)shape->font_px << 8 | shape->font);
        hash = hash_bytes(hash, shape->text, strlen(shape->text));
    }
    return hash;
}

/* The operation of the plan before with this hash; -1 if there is none near the place where it is
 * expected. */
static int find_before(const PaintPlan *before, int expected, uint64_t hash)
{
    for (int i = 0; i < NEARBY; i++) {
        int ahead = expected + i, behind = expected - 1 - i;
        if (ahead < before->op_count && before->hashes[ahead] == hash)
            return ahead;
        if (behind >= 0 && behind < before->op_count && before->hashes[behind] == hash)
            return behind;
    }
    return -1;
}

static TileSpan span_of(PixelRect area)
{
    return (TileSpan){(uint16_t)((unsigned)area.x0 / TILE_WIDTH),
                      (uint16_t)((unsigned)area.y0 / TILE_HEIGHT),
                      (uint16_t)((unsigned)(area.x1 - 1) / TILE_WIDTH),
                      (uint16_t)((unsigned)(area.y1 - 1) / TILE_HEIGHT)};
}

static PaintOp *append(PaintPlan *plan, const PaintOp *op, TileSpan span, int before_next)
{
    int at = plan->op_count++;
    plan->hashes[at] = plan->hash;
    plan->spans[at] = span;
    plan->ops[at] = *op;
    plan->before_next = before_next;
    return &plan->ops[at];
}

/* Adds the operation that the plan before has for the shape; false if it has none. */
static bool take_over(PaintPlan *plan, const Shape *shape)
{
    const PaintPlan *before = plan->before;
    int found = before ? find_before(before, plan->before_next, plan->hash) : -1;
    if (found < 0)
        return false;
    PaintOp *op = append(plan, &before->ops[found], before->spans[found], found + 1);
    op->shape = shape;
    op->first_glyph = NOT_PLACED;
    if (op->stroke)
        op->stroke = arena_copy(plan->arena, op->stroke, sizeof *op->stroke);
    return true;
}

/* Adds an operation as far as the clip lets it be seen; false if it is not seen at all. */
static bool add_operation(PaintPlan *plan, PaintOp op)
{
    op.area = pixel_rect_meet(clip_now(plan), op.area);
    if (pixel_rect_is_empty(op.area))
        return false;
    append(plan, &op, span_of(op.area), plan->before_next + 1);
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

/* Fetches the glyphs of a text up to a right edge; returns the box around them. */
static PixelRect place_glyphs(PaintPlan *plan, const Shape *shape, int right)
{
    PixelRect box = {FARTHEST_PX, FARTHEST_PX, -FARTHEST_PX, -FARTHEST_PX};
    const char *at = shape->text, *end = at + strlen(at);
    float pen = shape->rect.x, advance;
    int baseline = pixel_of(shape->rect.y);
    while (at < end && pen < (float)right + (float)shape->font_px) {
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
    op.rect = op.area = place_glyphs(plan, shape, clip.x1);
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

void paint_plan_place(PaintPlan *plan, PaintOp *op)
{
    if (op->shape->kind != SHAPE_TEXT || op->first_glyph != NOT_PLACED)
        return;
    op->first_glyph = plan->glyph_count;
    place_glyphs(plan, op->shape, plan->whole.x1);
    op->glyph_count = plan->glyph_count - op->first_glyph;
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
    case SHAPE_CLIP:
    case SHAPE_UNCLIP: break;
    }
}

static void add_shape(PaintPlan *plan, const Shape *shape)
{
    if (shape->kind == SHAPE_CLIP) {
        push_clip(plan, shape->rect);
    } else if (shape->kind == SHAPE_UNCLIP) {
        pop_clip(plan);
    } else {
        plan->hash = hash_of(plan, shape);
        if (!take_over(plan, shape))
            add_shape_operation(plan, shape);
    }
}

PaintPlan *paint_plan_new(Arena *arena, const Scene *scene, GlyphSource *source, int width,
                          int height, const PaintPlan *before)
{
    PaintPlan *plan = ARENA_NEW(arena, PaintPlan);
    plan->arena = arena;
    plan->source = source;
    plan->whole = (PixelRect){0, 0, width, height};
    plan->ops = arena_room(arena, sizeof(PaintOp), (size_t)scene->count);
    plan->hashes = arena_room(arena, sizeof(uint64_t), (size_t)scene->count);
    plan->spans = arena_room(arena, sizeof(TileSpan), (size_t)scene->count);
    plan->before = before;
    hash_clip(plan);
    for (int i = 0; i < scene->count; i++)
        add_shape(plan, &scene->shapes[i]);
    return plan;
}
