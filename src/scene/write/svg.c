/* SVG 1.1 from a scene, in paint order. Clips become nested groups, each with its own clipPath, and
 * text stays text with the families that the window uses. */
#include "scene/paint/stroke.h"
#include "scene/write/text_out.h"

#include <math.h>
#include <string.h>

typedef struct Svg {
    TextOut out;
    const char *name; /* what its ids begin with */
    int depth, clip_count;
} Svg;

static void put_string(Svg *svg, const char *text)
{
    text_out_bytes(&svg->out, text, strlen(text));
}

static void put_attribute(Svg *svg, const char *name, double v)
{
    text_out_printf(&svg->out, " %s=\"", name);
    text_out_number(&svg->out, v);
    put_string(svg, "\"");
}

static void put_colour(Svg *svg, const char *name, Colour colour)
{
    text_out_printf(&svg->out, " %s=\"#%06x\"", name, colour & 0xffffff);
    if (colour >> 24 != 0xff) {
        text_out_printf(&svg->out, " %s-opacity=\"", name);
        text_out_number(&svg->out, (colour >> 24) / 255.0);
        put_string(svg, "\"");
    }
}

static void put_fill(Svg *svg, Colour colour)
{
    if (colour >> 24)
        put_colour(svg, "fill", colour);
    else
        put_string(svg, " fill=\"none\"");
}

static void put_place(Svg *svg, char command, double x, double y)
{
    text_out_bytes(&svg->out, &command, 1);
    text_out_number(&svg->out, x);
    put_string(svg, " ");
    text_out_number(&svg->out, y);
}

static void put_box(Svg *svg, Rect r)
{
    put_attribute(svg, "x", r.x);
    put_attribute(svg, "y", r.y);
    put_attribute(svg, "width", r.w > 0 ? r.w : 0);
    put_attribute(svg, "height", r.h > 0 ? r.h : 0);
}

static bool is_stroked(const Shape *shape)
{
    return shape->stroke >> 24 && shape->stroke_width > 0;
}

static void put_stroke(Svg *svg, const Shape *shape)
{
    if (!is_stroked(shape))
        return;
    put_colour(svg, "stroke", shape->stroke);
    put_attribute(svg, "stroke-width", shape->stroke_width);
}

/* The canvas strokes inside the edge, SVG astride the path: the path moves inwards. */
static float stroke_inset(const Shape *shape)
{
    return is_stroked(shape) ? shape->stroke_width / 2 : 0;
}

static void put_rect(Svg *svg, const Shape *shape)
{
    float inset = stroke_inset(shape);
    Rect r = {shape->rect.x + inset, shape->rect.y + inset, shape->rect.w - 2 * inset,
              shape->rect.h - 2 * inset};
    put_string(svg, "<rect");
    put_box(svg, r);
    if (shape->radius > inset)
        put_attribute(svg, "rx", shape->radius - inset);
    put_fill(svg, shape->fill);
    put_stroke(svg, shape);
    put_string(svg, "/>\n");
}

static void put_circle(Svg *svg, const Shape *shape)
{
    float radius = shape->rect.w / 2, inner = radius - stroke_inset(shape);
    put_string(svg, "<circle");
    put_attribute(svg, "cx", shape->rect.x + radius);
    put_attribute(svg, "cy", shape->rect.y + radius);
    put_attribute(svg, "r", inner > 0 ? inner : 0);
    put_fill(svg, shape->fill);
    put_stroke(svg, shape);
    put_string(svg, "/>\n");
}

static void put_stroke_path(Svg *svg, const Stroke *s, double from, double to)
{
    put_string(svg, "<path d=\"");
    put_place(svg, 'M', s->x + s->along_x * from, s->y + s->along_y * from);
    put_place(svg, 'L', s->x + s->along_x * to, s->y + s->along_y * to);
    put_string(svg, "\"");
}

static void put_head(Svg *svg, const Stroke *s, Colour colour)
{
    double base_x = s->x + s->along_x * s->head_start, base_y = s->y + s->along_y * s->head_start;
    double side_x = -s->along_y * s->head_half, side_y = s->along_x * s->head_half;
    put_string(svg, "<path d=\"");
    put_place(svg, 'M', s->x + s->along_x * s->length, s->y + s->along_y * s->length);
    put_place(svg, 'L', base_x + side_x, base_y + side_y);
    put_place(svg, 'L', base_x - side_x, base_y - side_y);
    put_string(svg, "Z\"");
    put_fill(svg, colour);
    put_string(svg, "/>\n");
}

static void put_line(Svg *svg, const Shape *shape)
{
    Stroke stroke;
    if (!stroke_from_shape(shape, &stroke))
        return;
    bool arrow = stroke.head_half > 0;
    put_stroke_path(svg, &stroke, 0, arrow ? stroke.head_start : stroke.length);
    put_colour(svg, "stroke", shape->stroke);
    put_attribute(svg, "stroke-width", 2 * stroke.half_width);
    if (stroke.period > 0) {
        put_string(svg, " stroke-dasharray=\"");
        text_out_number(&svg->out, stroke.dash);
        put_string(svg, " ");
        text_out_number(&svg->out, stroke.period - stroke.dash);
        put_string(svg, "\"");
    }
    put_string(svg, "/>\n");
    if (arrow)
        put_head(svg, &stroke, shape->stroke);
}

/* The lines x + y = k, cut at the rectangle's edges. */
static void put_hatch(Svg *svg, const Shape *shape)
{
    Rect r = shape->rect;
    double step = (shape->radius > 2 ? shape->radius : 2) * 1.41421356237309505;
    if (!(r.w > 0) || !(r.h > 0) || r.w > 1e5f || r.h > 1e5f)
        return;
    put_string(svg, "<path d=\"");
    for (double k = step; k < (double)r.w + (double)r.h; k += step) {
        double left = fmax(0, k - r.h), right = fmin(k, r.w);
        put_place(svg, 'M', r.x + left, r.y + (k - left));
        put_place(svg, 'L', r.x + right, r.y + (k - right));
    }
    put_string(svg, "\"");
    put_colour(svg, "stroke", shape->stroke);
    put_attribute(svg, "stroke-width", shape->stroke_width);
    put_string(svg, "/>\n");
}

static void put_text_shape(Svg *svg, const Shape *shape)
{
    text_out_printf(&svg->out, "<text class=\"%s\"", shape->font == FONT_UI ? "ui" : "code");
    put_attribute(svg, "x", shape->rect.x);
    put_attribute(svg, "y", shape->rect.y);
    put_attribute(svg, "font-size", shape->font_px);
    if (shape->rect.w > 0) /* other fonts must not run out of their boxes */
        put_attribute(svg, "textLength", shape->rect.w);
    put_fill(svg, shape->fill);
    put_string(svg, " xml:space=\"preserve\">");
    text_out_xml(&svg->out, shape->text);
    put_string(svg, "</text>\n");
}

static void put_clip(Svg *svg, Rect rect)
{
    int id = svg->clip_count++;
    text_out_printf(&svg->out, "<clipPath id=\"%sclip%d\"><rect", svg->name, id);
    put_box(svg, rect);
    text_out_printf(&svg->out, "/></clipPath>\n<g clip-path=\"url(#%sclip%d)\">\n", svg->name, id);
    svg->depth++;
}

static void put_unclip(Svg *svg)
{
    if (svg->depth > 0) {
        put_string(svg, "</g>\n");
        svg->depth--;
    }
}

static bool is_visible(const Shape *shape)
{
    switch (shape->kind) {
    case SHAPE_RECT:
    case SHAPE_CIRCLE: return shape->rect.w > 0 && (shape->fill >> 24 || is_stroked(shape));
    case SHAPE_LINE:
    case SHAPE_ARROW:
    case SHAPE_HATCH: return is_stroked(shape);
    case SHAPE_TEXT: return shape->fill >> 24 && shape->font_px > 0;
    case SHAPE_CLIP:
    case SHAPE_UNCLIP: return true;
    }
    return false;
}

static void put_shape(Svg *svg, const Shape *shape)
{
    switch (shape->kind) {
    case SHAPE_RECT: put_rect(svg, shape); break;
    case SHAPE_CIRCLE: put_circle(svg, shape); break;
    case SHAPE_LINE:
    case SHAPE_ARROW: put_line(svg, shape); break;
    case SHAPE_HATCH: put_hatch(svg, shape); break;
    case SHAPE_TEXT: put_text_shape(svg, shape); break;
    case SHAPE_CLIP: put_clip(svg, shape->rect); break;
    case SHAPE_UNCLIP: put_unclip(svg); break;
    }
}

/* What the element begins with, up to its own size. */
static const char SVG_OPENING[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"";

/* The shapes, and the end of the element. */
static char *put_scene(Svg *svg, const Scene *scene, size_t *length)
{
    put_string(svg, "<style>.ui{font-family:'DejaVu Sans','Noto Sans CJK SC','WenQuanYi Micro Hei',"
                    "sans-serif}\n.code{font-family:'JetBrains Mono','DejaVu Sans Mono',"
                    "'Noto Sans CJK SC','WenQuanYi Micro Hei',monospace;"
                    "font-variant-ligatures:none}</style>\n");
    if (scene->background >> 24) {
        put_string(svg, "<rect width=\"100%\" height=\"100%\"");
        put_fill(svg, scene->background);
        put_string(svg, "/>\n");
    }
    for (int i = 0; i < scene->count; i++)
        if (is_visible(&scene->shapes[i]))
            put_shape(svg, &scene->shapes[i]);
    while (svg->depth > 0)
        put_unclip(svg);
    put_string(svg, "</svg>\n");
    *length = (size_t)svg->out.length;
    return text_out_end(&svg->out);
}

char *scene_svg(Arena *arena, const Scene *scene, size_t *length)
{
    Svg svg = {.out = {.arena = arena}, .name = ""};
    text_out_printf(&svg.out,
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "%s width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
                    SVG_OPENING, scene->width, scene->height, scene->width, scene->height);
    return put_scene(&svg, scene, length);
}

char *scene_svg_inline(Arena *arena, const Scene *scene, const char *name, const char *title,
                       size_t *length)
{
    Svg svg = {.out = {.arena = arena}, .name = name};
    text_out_printf(&svg.out,
                    "%s role=\"img\" aria-labelledby=\"%stitle\" viewBox=\"0 0 %d %d\">\n"
                    "<title id=\"%stitle\">",
                    SVG_OPENING, name, scene->width, scene->height, name);
    text_out_xml(&svg.out, title);
    put_string(&svg, "</title>\n");
    return put_scene(&svg, scene, length);
}
