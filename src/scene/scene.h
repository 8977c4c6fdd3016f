/* Scene: a picture as data. A list of shapes in paint order, later ones over earlier ones, each
 * with its colours and a pick tag. The window, PNG, SVG and the text dump all draw the same Scene.
 *
 * Coordinates and lengths are pixels, fractions allowed, x to the right, y down, the origin at the
 * top left. Colours are 0xAARRGGBB, not premultiplied; alpha 0 paints nothing. A scene and all that
 * is drawn in it live in the arena that scene_new was given, one frame as a rule. Nothing here
 * fails: shapes outside of the picture or without extent are kept in the list and paint nothing.
 */
#pragma once

#include "base/arena.h"
#include "base/geometry.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t Colour;

/* What the mouse hits. kind and the numbers mean something to the maker of the scene only; kind 0
 * cannot be picked. Only rectangles and circles are picked, whatever their colours: one without any
 * colour is an invisible target. */
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
    SHAPE_CIRCLE, /* in the rect w x h (w == h), stroked inside its edge */
    SHAPE_LINE,   /* from (x, y) to (x + w, y + h), thickness stroke_width */
    SHAPE_ARROW,  /* a line with a head at its end */
    SHAPE_HATCH,  /* lines at 45 degrees over the rect, spacing radius, colour stroke */
    SHAPE_TEXT,   /* one line: left edge x, baseline y, width w */
    SHAPE_CLIP,   /* what follows is seen inside the rect and any outer clip only */
    SHAPE_UNCLIP  /* ends the innermost clip */
} ShapeKind;

/* Fields that a kind has no use for are 0. Its pixels follow from the bytes before tag and from
 * text, as scene/paint/paint_plan.c counts on. A picture has 15 000 of them, which are gone through
 * several times: one is a line of a processor's cache. */
typedef struct Shape {
    Rect rect; /* w and h are negative in lines and arrows only */
    float radius, stroke_width;
    Colour fill, stroke; /* text is painted in fill */
    int16_t font_px;     /* size of an em in pixels */
    FontRole font : 8;
    ShapeKind kind : 8;
    bool dashed;
    uint8_t part; /* of the picture that it belongs to, to the maker of the scene */
    uint8_t sign; /* what it means to the maker; 0: nothing that has to be explained */
    PickTag tag;
    const char *text; /* UTF-8, in the scene's arena */
} Shape;

_Static_assert(sizeof(Shape) <= 64, "one line of a cache");

/* How wide text is. The window and PNG measure with real fonts, golden tests with the built-in one;
 * a picture has to be painted with the glyphs that it was measured with (scene/text/glyph.h). */
typedef struct TextMetrics {
    void *context;
    /* Pixels that length bytes of UTF-8 take in a line. */
    float (*width)(void *context, FontRole font, int font_px, const char *text, size_t length);
} TextMetrics;

typedef struct Scene {
    Arena *arena;
    Shape *shapes;       /* [count], in paint order */
    int count, capacity; /* capacity is more than count: scene_add and its like see to that */
    int width, height;   /* of the picture */
    Colour background;
    const TextMetrics *metrics;
    int clip_depth; /* clips that have begun and not ended */
    int sign, part; /* of the shapes that are appended now */
} Scene;

/* An empty picture. The metrics must outlive it. A background of alpha 0 lets a canvas keep what it
 * showed before. */
Scene *scene_new(Arena *arena, int width, int height, Colour background,
                 const TextMetrics *metrics);

/* Appends a shape, with the sign and the part of the scene. Its text is not copied. */
void scene_add(Scene *scene, const Shape *shape);

/* Each of these appends one shape. A tag of {0} is not pickable. A negative width or height counts
 * as 0, as panels ask for it that find no room. A stroke lies inside the edge. */
void scene_rect(Scene *scene, Rect rect, Colour fill, PickTag tag);
/* radius 0: sharp corners. fill or stroke may be 0 where there is none. */
void scene_box(Scene *scene, Rect rect, float radius, Colour fill, Colour stroke,
               float stroke_width, PickTag tag);
void scene_circle(Scene *scene, Point centre, float radius, Colour fill, Colour stroke,
                  float stroke_width, PickTag tag);
/* width is the thickness. Upright and level lines are put on whole pixels when they are painted. */
void scene_line(Scene *scene, Point from, Point to, Colour colour, float width);
void scene_dashed_line(Scene *scene, Point from, Point to, Colour colour, float width);
/* The head, which grows with the thickness, ends at to. */
void scene_arrow(Scene *scene, Point from, Point to, Colour colour, float width);
/* Lines spacing pixels apart, an eighth of that thick, at least one pixel. */
void scene_hatch(Scene *scene, Rect rect, Colour colour, float spacing);
/* From scene_clip to its scene_unclip shapes are seen, and hit, inside rect only. They nest; each
 * scene_unclip needs a scene_clip before it. */
void scene_clip(Scene *scene, Rect rect);
void scene_unclip(Scene *scene);

/* Texts are UTF-8 and are copied; bytes that are none show as U+FFFD. */

/* One line from a baseline on, however long; returns its width. */
float scene_text(Scene *scene, FontRole font, int font_px, Point baseline, Colour colour,
                 const char *text);
/* One line inside rect, vertically centred; align -1 left, 0 centre, 1 right. Text that does not
 * fit is cut and ends in an ellipsis, or is left out where not even that fits; returns false
 * then. */
bool scene_label(Scene *scene, FontRole font, int font_px, Rect rect, int align, Colour colour,
                 const char *text);
/* Breaks text into lines no wider than width (at newlines, at spaces, and between CJK characters)
 * and draws at most max_lines of them downwards from top, 1.4 em from line to line; the last one
 * ends in an ellipsis if text is left. Returns the height of all lines. */
float scene_paragraph(Scene *scene, FontRole font, int font_px, Point top, float width,
                      int max_lines, Colour colour, const char *text);
/* The height that scene_paragraph would return, drawing nothing. */
float scene_paragraph_height(Scene *scene, FontRole font, int font_px, float width, int max_lines,
                             const char *text);
/* Draws those of the lines of a paragraph that are at most count from the line first on, counted
 * from 0, downwards from top; what stands in backquotes is set in the code font and its colour.
 * Returns how many lines there are in all; count 0 only counts them. */
int scene_prose(Scene *scene, int font_px, Point top, float width, int first, int count,
                Colour colour, Colour code, const char *text);
/* Pixels from line to line of paragraphs. */
float scene_line_height(int font_px);
/* The width that scene_text would return, drawing nothing. */
float scene_text_width(const Scene *scene, FontRole font, int font_px, const char *text);

/* Draws another picture, smaller or larger, into a rect of its shape, clipped to it; nothing of it
 * can be picked. Its texts are shared, so it must outlive this one; those smaller than least_px are
 * left out. */
void scene_copy(Scene *scene, Rect into, const Scene *from, int least_px);

/* The tag of the topmost pickable shape under a point, clips respected; kind 0 if none. rect, where
 * it is not NULL, gets that shape's rectangle and is left alone if there is none. Rounded corners
 * count as full ones. */
PickTag scene_pick(const Scene *scene, Point at, Rect *rect);

/* A line per shape, indented by clip, numbers in whole 1/64 px, tags included: what golden tests
 * compare. In the arena. */
char *scene_dump(Arena *arena, const Scene *scene);

/* The words of a part of the picture (0: of all), in the order in which they were drawn, a line of
 * them as a line; where inside is not NULL only those in that rectangle. In the arena. */
char *scene_words(Arena *arena, const Scene *scene, int part, const Rect *inside);

/* SVG 1.1 of the whole scene; text stays text, squeezed to the width that it was measured with.
 * In the arena, NUL-terminated; *length is its bytes without the NUL. */
char *scene_svg(Arena *arena, const Scene *scene, size_t *length);

/* The same as an element of an HTML page: without an XML declaration, as wide as its place there,
 * with a title for who cannot see it. name, of letters and digits, tells its ids from those of
 * other pictures of the page. */
char *scene_svg_inline(Arena *arena, const Scene *scene, const char *name, const char *title,
                       size_t *length);
