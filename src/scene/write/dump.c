/* The text dump: a line per shape, indented by clip depth, numbers in whole 1/64 px. Small changes
 * of a picture are small changes of this text, which is why golden tests compare it. */
#include "scene/scene.h"
#include "scene/write/text_out.h"

#include <math.h>
#include <string.h>

static const char *kind_name(ShapeKind kind)
{
    static const char *const names[] = {
        [SHAPE_RECT] = "rect",   [SHAPE_CIRCLE] = "circle", [SHAPE_LINE] = "line",
        [SHAPE_ARROW] = "arrow", [SHAPE_HATCH] = "hatch",   [SHAPE_TEXT] = "text",
        [SHAPE_CLIP] = "clip",   [SHAPE_UNCLIP] = "unclip",
    };
    return names[kind];
}

static void put_coordinate(TextOut *out, const char *before, float v)
{
    if (!isfinite(v) || fabsf(v) > 1e9f)
        text_out_printf(out, "%s%s", before, isnan(v) ? "nan" : v < 0 ? "-far" : "far");
    else
        text_out_printf(out, "%s%lld", before, (long long)floor((double)v * 64 + 0.5));
}

static void put_colour(TextOut *out, const char *name, Colour colour)
{
    if (colour >> 24)
        text_out_printf(out, " %s=%08x", name, colour);
}

static void put_length(TextOut *out, const char *name, float v)
{
    if (v != 0) {
        text_out_printf(out, " %s", name);
        put_coordinate(out, "=", v);
    }
}

static void put_quoted(TextOut *out, const char *text)
{
    text_out_bytes(out, "\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            text_out_printf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20 || *text == 0x7f)
            text_out_printf(out, "\\x%02x", (unsigned char)*text);
        else
            text_out_bytes(out, text, 1);
    }
    text_out_bytes(out, "\"", 1);
}

static void put_shape(TextOut *out, const Shape *shape)
{
    text_out_printf(out, "%s", kind_name(shape->kind));
    if (shape->kind == SHAPE_UNCLIP)
        return;
    put_coordinate(out, " ", shape->rect.x);
    put_coordinate(out, ",", shape->rect.y);
    put_coordinate(out, " ", shape->rect.w);
    put_coordinate(out, ",", shape->rect.h);
    put_length(out, shape->kind == SHAPE_HATCH ? "spacing" : "radius", shape->radius);
    put_colour(out, "fill", shape->fill);
    put_colour(out, "stroke", shape->stroke);
    put_length(out, "width", shape->stroke_width);
    if (shape->dashed)
        text_out_printf(out, " dashed");
    if (shape->kind == SHAPE_TEXT) {
        text_out_printf(out, " %s %d ", shape->font == FONT_UI ? "ui" : "code", shape->font_px);
        put_quoted(out, shape->text);
    }
    if (shape->tag.kind)
        text_out_printf(out, " tag=%u:%u,%u,%u", shape->tag.kind, shape->tag.a, shape->tag.b,
                        shape->tag.c);
}

char *scene_dump(Arena *arena, const Scene *scene)
{
    TextOut out = {.arena = arena};
    int depth = 0;
    text_out_printf(&out, "scene %dx%d background=%08x\n", scene->width, scene->height,
                    scene->background);
    for (int i = 0; i < scene->count; i++) {
        const Shape *shape = &scene->shapes[i];
        depth -= shape->kind == SHAPE_UNCLIP && depth > 0;
        text_out_printf(&out, "%*s", 2 * depth, "");
        put_shape(&out, shape);
        text_out_bytes(&out, "\n", 1);
        depth += shape->kind == SHAPE_CLIP;
    }
    return text_out_end(&out);
}
