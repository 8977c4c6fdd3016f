/* Scenes are lists: drawing appends a shape, nothing is decided until a back end walks the list.
 * Picking walks it too, so what is hit is what is seen. */
#include "scene/scene.h"

#include <assert.h>
#include <math.h>

/* What a picture with three matrices of 64 x 64 has: to grow to it would copy all shapes again. */
enum { SHAPES_FIRST = 20000 };

Scene *scene_new(Arena *arena, int width, int height, Colour background, const TextMetrics *metrics)
{
    Scene *scene = ARENA_NEW(arena, Scene);
    scene->arena = arena;
    scene->width = width;
    scene->height = height;
    scene->background = background;
    scene->metrics = metrics;
    scene->shapes = arena_room(arena, sizeof *scene->shapes, SHAPES_FIRST);
    scene->capacity = SHAPES_FIRST;
    return scene;
}

/* Panels that find no room ask for less than nothing. */
static Rect with_area(Rect rect)
{
    return (Rect){rect.x, rect.y, rect.w > 0 ? rect.w : 0, rect.h > 0 ? rect.h : 0};
}

/* There is always room for one more shape: so what draws the most of them has no call to make
 * first, for which all that it was given would have to be kept. */
static void end_shape(Scene *scene)
{
    if (++scene->count == scene->capacity)
        scene->shapes = arena_grow(scene->arena, scene->shapes, sizeof *scene->shapes, scene->count,
                                   &scene->capacity);
}

void scene_add(Scene *scene, const Shape *shape)
{
    Shape *added = &scene->shapes[scene->count];
    *added = *shape;
    if (shape->kind != SHAPE_LINE && shape->kind != SHAPE_ARROW)
        added->rect = with_area(shape->rect);
    added->sign = (uint8_t)scene->sign;
    added->part = (uint8_t)scene->part;
    end_shape(scene);
}

/* The most of a picture: written once, where it stays. */
void scene_rect(Scene *scene, Rect rect, Colour fill, PickTag tag)
{
    scene->shapes[scene->count] = (Shape){.kind = SHAPE_RECT,
                                          .rect = with_area(rect),
                                          .fill = fill,
                                          .tag = tag,
                                          .sign = (uint8_t)scene->sign,
                                          .part = (uint8_t)scene->part};
    end_shape(scene);
}

void scene_box(Scene *scene, Rect rect, float radius, Colour fill, Colour stroke,
               float stroke_width, PickTag tag)
{
    scene_add(scene, &(Shape){.kind = SHAPE_RECT,
                              .rect = rect,
                              .radius = radius,
                              .fill = fill,
                              .stroke = stroke,
                              .stroke_width = stroke_width,
                              .tag = tag});
}

void scene_circle(Scene *scene, Point centre, float radius, Colour fill, Colour stroke,
                  float stroke_width, PickTag tag)
{
    scene_add(scene,
              &(Shape){.kind = SHAPE_CIRCLE,
                       .rect = {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius},
                       .fill = fill,
                       .stroke = stroke,
                       .stroke_width = stroke_width,
                       .tag = tag});
}

static Shape line(ShapeKind kind, Point from, Point to, Colour colour, float width)
{
    return (Shape){.kind = kind,
                   .rect = {from.x, from.y, to.x - from.x, to.y - from.y},
                   .stroke = colour,
                   .stroke_width = width};
}

void scene_line(Scene *scene, Point from, Point to, Colour colour, float width)
{
    Shape plain = line(SHAPE_LINE, from, to, colour, width);
    scene_add(scene, &plain);
}

void scene_dashed_line(Scene *scene, Point from, Point to, Colour colour, float width)
{
    Shape dashed = line(SHAPE_LINE, from, to, colour, width);
    dashed.dashed = true;
    scene_add(scene, &dashed);
}

void scene_arrow(Scene *scene, Point from, Point to, Colour colour, float width)
{
    Shape arrow = line(SHAPE_ARROW, from, to, colour, width);
    scene_add(scene, &arrow);
}

void scene_hatch(Scene *scene, Rect rect, Colour colour, float spacing)
{
    scene_add(scene, &(Shape){.kind = SHAPE_HATCH,
                              .rect = rect,
                              .radius = spacing,
                              .stroke = colour,
                              .stroke_width = fmaxf(1, roundf(spacing / 8))});
}

void scene_clip(Scene *scene, Rect rect)
{
    scene_add(scene, &(Shape){.kind = SHAPE_CLIP, .rect = rect});
    scene->clip_depth++;
}

void scene_unclip(Scene *scene)
{
    assert(scene->clip_depth > 0);
    scene_add(scene, &(Shape){.kind = SHAPE_UNCLIP});
    scene->clip_depth--;
}

static Shape scaled(const Shape *shape, Rect into, float by)
{
    Shape copy = *shape;
    copy.rect = (Rect){into.x + shape->rect.x * by, into.y + shape->rect.y * by, shape->rect.w * by,
                       shape->rect.h * by};
    copy.radius *= by;
    copy.stroke_width *= by;
    copy.font_px = (int)((float)shape->font_px * by + 0.5f);
    copy.tag = (PickTag){0};
    return copy;
}

void scene_copy(Scene *scene, Rect into, const Scene *from, int least_px)
{
    float by = from->width ? into.w / (float)from->width : 0;
    scene_clip(scene, into);
    scene_rect(scene, into, from->background, (PickTag){0});
    for (int i = 0; i < from->count; ++i) {
        Shape shape = scaled(&from->shapes[i], into, by);
        if (shape.kind != SHAPE_TEXT || shape.font_px >= least_px)
            scene_add(scene, &shape);
    }
    scene_unclip(scene);
}

static bool rect_has(Rect r, Point p)
{
    return p.x >= r.x && p.x < r.x + r.w && p.y >= r.y && p.y < r.y + r.h;
}

static bool shape_has(const Shape *shape, Point p)
{
    if (shape->kind != SHAPE_CIRCLE)
        return rect_has(shape->rect, p);
    float radius = shape->rect.w / 2;
    float dx = p.x - shape->rect.x - radius, dy = p.y - shape->rect.y - radius;
    return radius > 0 && dx * dx + dy * dy <= radius * radius;
}

static bool can_be_picked(const Shape *shape)
{
    return shape->tag.kind != 0 && (shape->kind == SHAPE_RECT || shape->kind == SHAPE_CIRCLE);
}

PickTag scene_pick(const Scene *scene, Point at, Rect *rect)
{
    PickTag tag = {0};
    int depth = 0, hidden_from = 0; /* the depth at which a clip first excluded the point */
    for (int i = 0; i < scene->count; i++) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind == SHAPE_CLIP) {
            depth++;
            if (!hidden_from && !rect_has(shape->rect, at))
                hidden_from = depth;
        } else if (shape->kind == SHAPE_UNCLIP) {
            if (hidden_from == depth)
                hidden_from = 0;
            depth--;
        } else if (!hidden_from && can_be_picked(shape) && shape_has(shape, at)) {
            tag = shape->tag;
            if (rect)
                *rect = shape->rect;
        }
    }
    return tag;
}
