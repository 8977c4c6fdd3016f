/* Scene: a picture as data. Shapes in paint order, each with colours and a pick tag; it lives one
 * frame. The window, PNG, SVG and the text dump all draw the same Scene.
 *
 * Coordinates are pixels, x to the right, y down, the origin at the top left. Colours are
 * 0xAARRGGBB, not premultiplied; alpha 0 paints nothing.
 */
#ifndef TILESTEP_SCENE_SCENE_H
#define TILESTEP_SCENE_SCENE_H

#include "base/arena.h"
#include "base/geometry.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t Colour;

/* What the mouse hits. kind and the numbers mean something to the maker of the scene only; kind 0
 * cannot be picked. */
typedef struct PickTag {
    uint32_t kind;
    uint32_t a, b, c;
} PickTag;

typedef enum FontRole {
    FONT_UI,   /* proportional, bilingual */
    FONT_CODE, /* monospaced, for source and numbers */
    FONT_ROLE_COUNT
} FontRole;

typedef enum ShapeKind {
    SHAPE_RECT,   /* filled and / or stroked inside its edge; radius rounds the corners */
    SHAPE_CIRCLE, /* in the rect w x h (w == h) */
    SHAPE_LINE,   /* from (x, y) to (x + w, y + h), thickness stroke_width */
    SHAPE_ARROW,  /* a line with a head at its end */
    SHAPE_HATCH,  /* slanted lines over the rect, spacing radius, colour stroke */
    SHAPE_TEXT,   /* left edge x, baseline y */
    SHAPE_CLIP,   /* what follows is seen inside the rect and any outer clip only */
    SHAPE_UNCLIP  /* ends the innermost clip */
} ShapeKind;

typedef struct Shape {
    ShapeKind kind;
    Rect rect;
    float radius, stroke_width;
    Colour fill, stroke; /* text: fill */
    PickTag tag;
    const char *text; /* UTF-8, in the scene's arena */
    FontRole font;
    int font_px; /* size of an em in pixels */
    bool dashed;
} Shape;

/* Text measuring. The window and PNG use real fonts, golden tests the built-in one. */
typedef struct TextMetrics {
    void *context;
    float (*width)(void *context, FontRole font, int font_px, const char *text, size_t length);
} TextMetrics;

typedef struct Scene {
    Arena *arena;
    Shape *shapes;
    int count, capacity;
    int width, height;
    Colour background;
    const TextMetrics *metrics;
    int clip_depth;
} Scene;

Scene *scene_new(Arena *arena, int width, int height, Colour background,
                 const TextMetrics *metrics);

/* Drawing. Texts are copied. A tag of {0} is not pickable; a negative width or height is none. */
void scene_rect(Scene *scene, Rect rect, Colour fill, PickTag tag);
void scene_box(Scene *scene, Rect rect, float radius, Colour fill, Colour stroke,
               float stroke_width, PickTag tag);
void scene_circle(Scene *scene, Point centre, float radius, Colour fill, Colour stroke,
                  float stroke_width, PickTag tag);
void scene_line(Scene *scene, Point from, Point to, Colour colour, float width);
void scene_dashed_line(Scene *scene, Point from, Point to, Colour colour, float width);
void scene_arrow(Scene *scene, Point from, Point to, Colour colour, float width);
void scene_hatch(Scene *scene, Rect rect, Colour colour, float spacing);
void scene_clip(Scene *scene, Rect rect);
void scene_unclip(Scene *scene);

/* Text at a baseline; returns its width. */
float scene_text(Scene *scene, FontRole font, int font_px, Point baseline, Colour colour,
                 const char *text);
/* One line inside rect, vertically centred; align -1 left, 0 centre, 1 right. Text that does not fit is cut
 * and ends in an ellipsis; returns false if it was cut. */
bool scene_label(Scene *scene, FontRole font, int font_px, Rect rect, int align, Colour colour,
                 const char *text);
/* Breaks text into lines no wider than width (at spaces, and between CJK characters) and draws at
 * most max_lines of them downwards from top; returns the height used. */
float scene_paragraph(Scene *scene, FontRole font, int font_px, Point top, float width,
                      int max_lines, Colour colour, const char *text);
/* The height that it would use, drawing nothing. */
float scene_paragraph_height(Scene *scene, FontRole font, int font_px, float width, int max_lines,
                             const char *text);
float scene_text_width(const Scene *scene, FontRole font, int font_px, const char *text);

/* The tag of the topmost pickable shape under a point, clips respected; kind 0 if none. rect gets
 * that shape's rectangle when not NULL. */
PickTag scene_pick(const Scene *scene, Point at, Rect *rect);

/* A line per shape, numbers in 1/64 px: what golden tests compare. In the arena. */
char *scene_dump(Arena *arena, const Scene *scene);

/* SVG 1.1 of the whole scene; text stays text. In the arena, *length its bytes. */
char *scene_svg(Arena *arena, const Scene *scene, size_t *length);

#endif
