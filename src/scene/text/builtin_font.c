/* The built-in font: every glyph is a few pen strokes on a small grid. The grid's lines are put on
 * whole pixels at each size, so stems stay crisp without any font file; the pen's coverage is half
 * minus the distance to the stroke. */
#include "scene/text/glyph.h"

#include <math.h>
#include <string.h>

typedef struct FontRow {
    uint32_t codepoint;
    const char *strokes;
} FontRow;

static const FontRow FONT[] = {
#define GLYPH(codepoint, strokes) {codepoint, strokes},
#include "scene/text/builtin_font.def"
};

enum { MIN_PX = 4, MAX_PX = 200, BASELINE = 3, CAPITAL = 8, COLUMNS = 8, MARGIN = 2 };

typedef struct Builtin {
    Arena *arena;
    GlyphCache *cache;
} Builtin;

/* One size of the font, and one width: how grid places become pixels. */
typedef struct Face {
    int advance, width, height, ascent;
    float left, column_px, row_px, pen;
    float offset; /* puts the pen's centre where its edges fall on pixels */
} Face;

/* The bitmap being drawn; the row of the baseline is face->ascent. */
typedef struct Drawing {
    const Face *face;
    uint8_t *coverage;
} Drawing;

static int whole(float v)
{
    return (int)floorf(v + 0.5f);
}

static Face face_of(int font_px, uint32_t codepoint)
{
    int px = font_px < MIN_PX ? MIN_PX : font_px > MAX_PX ? MAX_PX : font_px;
    float size = (float)px;
    Face face = {.advance = whole(0.6f * size), .pen = fmaxf(size / 11, 1)};
    int pen = whole(face.pen);
    int columns = 2 * whole(0.2f * size);
    columns = columns < 2 ? 2 : columns;
    face.column_px = (float)columns / COLUMNS;
    face.row_px = fmaxf((float)(whole(0.73f * size) - pen), 3) / CAPITAL;
    face.offset = pen % 2 ? 0.5f : 0;
    face.left = (float)((face.advance - columns) / 2) + MARGIN;
    face.width = face.advance + 2 * MARGIN;
    face.ascent = px;
    face.height = px + px / 2 + MARGIN;
    if (glyph_is_wide(codepoint)) {
        face.advance = face.ascent;
        face.width = face.advance + 2 * MARGIN;
        face.column_px = floorf((float)face.advance * 0.8f) / COLUMNS;
    }
    return face;
}

static int hex_of(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static Point point_of(const Face *face, const char *pair)
{
    float column = (float)(pair[0] - '0'), row = (float)(hex_of(pair[1]) - BASELINE);
    float pen_half = (float)whole(face->pen) / 2;
    return (Point){face->left + floorf(column * face->column_px + 0.5f) + face->offset,
                   (float)face->ascent - pen_half - floorf(row * face->row_px + 0.5f)};
}

static float distance_to(Point p, Point a, Point b)
{
    float dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    float along = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    float ox = p.x - a.x - along * dx, oy = p.y - a.y - along * dy;
    return sqrtf(ox * ox + oy * oy);
}

static void cover(Drawing *drawing, int x, int y, float amount)
{
    uint8_t *at = &drawing->coverage[y * drawing->face->width + x];
    amount = amount < 0 ? 0 : amount > 1 ? 1 : amount;
    uint8_t level = (uint8_t)(amount * 255 + 0.5f);
    *at = level > *at ? level : *at;
}

static int clamp_to(float v, int limit)
{
    return v < 0 ? 0 : v > (float)limit ? limit : (int)v;
}

static void draw_segment(Drawing *drawing, Point a, Point b, float pen)
{
    const Face *face = drawing->face;
    int x0 = clamp_to(fminf(a.x, b.x) - pen - 1, face->width);
    int x1 = clamp_to(fmaxf(a.x, b.x) + pen + 2, face->width);
    int y0 = clamp_to(fminf(a.y, b.y) - pen - 1, face->height);
    int y1 = clamp_to(fmaxf(a.y, b.y) + pen + 2, face->height);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            Point centre = {(float)x + 0.5f, (float)y + 0.5f};
            cover(drawing, x, y, pen / 2 + 0.5f - distance_to(centre, a, b));
        }
}

/* How far p lies inside the convex shape, negative outside. */
static float depth_in(Point p, const Point *corners, int count)
{
    float depth = 1e9f, area = 0;
    for (int i = 1; i + 1 < count; i++)
        area += (corners[i].x - corners[0].x) * (corners[i + 1].y - corners[0].y) -
                (corners[i + 1].x - corners[0].x) * (corners[i].y - corners[0].y);
    for (int i = 0; i < count; i++) {
        Point a = corners[i], b = corners[(i + 1) % count];
        float dx = b.x - a.x, dy = b.y - a.y;
        float side = (dx * (p.y - a.y) - dy * (p.x - a.x)) / sqrtf(dx * dx + dy * dy);
        depth = fminf(depth, area < 0 ? -side : side);
    }
    return depth;
}

static void draw_filled(Drawing *drawing, const Point *corners, int count)
{
    for (int y = 0; y < drawing->face->height; y++)
        for (int x = 0; x < drawing->face->width; x++) {
            Point centre = {(float)x + 0.5f, (float)y + 0.5f};
            cover(drawing, x, y, depth_in(centre, corners, count) + 0.5f + drawing->face->pen / 4);
        }
}

/* Draws one stroke of length characters. */
static void draw_stroke(Drawing *drawing, const char *stroke, size_t length)
{
    const Face *face = drawing->face;
    Point corners[8];
    int count = 0;
    if (*stroke == '*') {
        for (size_t i = 1; i + 1 < length && count < 8; i += 2)
            corners[count++] = point_of(face, stroke + i);
        draw_filled(drawing, corners, count);
    } else if (length == 2) {
        Point dot = point_of(face, stroke);
        draw_segment(drawing, dot, dot, face->pen * 1.5f);
    }
    for (size_t i = 0; *stroke != '*' && i + 3 < length; i += 2)
        draw_segment(drawing, point_of(face, stroke + i), point_of(face, stroke + i + 2),
                     face->pen);
}

static void draw_strokes(Drawing *drawing, const char *strokes)
{
    while (*strokes) {
        size_t length = strcspn(strokes, " ");
        if (length > 0)
            draw_stroke(drawing, strokes, length);
        strokes += length + (strokes[length] == ' ');
    }
}

static const char *strokes_of(uint32_t codepoint)
{
    for (size_t i = 0; i < sizeof FONT / sizeof *FONT; i++)
        if (FONT[i].codepoint == codepoint)
            return FONT[i].strokes;
    return codepoint == 0xa0 || codepoint == 0x3000 ? "" : NULL;
}

static const Glyph *draw_glyph(Builtin *builtin, FontRole font, int font_px, uint32_t codepoint)
{
    static const char UNKNOWN_BOX[] = "030b8b8303";
    Face face = face_of(font_px, codepoint);
    Arena *scratch = arena_new();
    Drawing drawing = {.face = &face,
                       .coverage = arena_alloc(scratch, (size_t)(face.width * face.height))};
    const char *strokes = strokes_of(codepoint);
    draw_strokes(&drawing, strokes ? strokes : UNKNOWN_BOX);
    Glyph glyph = {.coverage = drawing.coverage,
                   .width = face.width,
                   .height = face.height,
                   .stride = face.width,
                   .left = -MARGIN,
                   .top = face.ascent,
                   .advance = (float)face.advance};
    const Glyph *kept = glyph_cache_add(builtin->cache, font, font_px, codepoint, &glyph);
    arena_free(scratch);
    return kept;
}

static const Glyph *builtin_get(void *context, FontRole font, int font_px, uint32_t codepoint)
{
    Builtin *builtin = context;
    const Glyph *glyph = glyph_cache_find(builtin->cache, font, font_px, codepoint);
    return glyph ? glyph : draw_glyph(builtin, font, font_px, codepoint);
}

static bool builtin_has(void *context, FontRole font, uint32_t codepoint)
{
    (void)context;
    (void)font;
    return strokes_of(codepoint) != NULL;
}

static float builtin_advance(void *context, FontRole font, int font_px, uint32_t codepoint)
{
    (void)context;
    (void)font;
    return (float)face_of(font_px, codepoint).advance;
}

GlyphSource *glyph_builtin(Arena *arena)
{
    Builtin *builtin = ARENA_NEW(arena, Builtin);
    GlyphSource *source = ARENA_NEW(arena, GlyphSource);
    *builtin = (Builtin){arena, glyph_cache_new(arena)};
    *source = (GlyphSource){builtin, builtin_get, builtin_has, builtin_advance};
    return source;
}
