/* The words of a picture, for who cannot see it. Pieces of a line stand at about one height, one
 * after the other. */
#include "scene/scene.h"
#include "scene/write/text_out.h"

#include <string.h>

static bool is_inside(const Shape *shape, const Rect *rect)
{
    float x = shape->rect.x + shape->rect.w / 2, y = shape->rect.y - (float)shape->font_px / 3;
    return !rect ||
           (x >= rect->x && x <= rect->x + rect->w && y >= rect->y && y <= rect->y + rect->h);
}

static bool is_line_of(const Shape *shape, const Shape *before)
{
    float way = shape->rect.y - before->rect.y;
    return way < (float)before->font_px / 2 && way > -(float)before->font_px / 2;
}

char *scene_words(Arena *arena, const Scene *scene, int part, const Rect *inside)
{
    TextOut out = {.arena = arena};
    const Shape *before = NULL;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind != SHAPE_TEXT || (part && shape->part != part) || !is_inside(shape, inside))
            continue;
        if (before)
            text_out_bytes(&out, is_line_of(shape, before) ? " " : "\n", 1);
        text_out_bytes(&out, shape->text, strlen(shape->text));
        before = shape;
    }
    return text_out_end(&out);
}
