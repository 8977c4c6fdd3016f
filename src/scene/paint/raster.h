/* Raster: the primitives behind canvas.c. Each paints one kind of figure into the pixels of an area
 * and nowhere else; coverage depends on the pixel's place only, so areas meet without a seam. */
#ifndef TILESTEP_SCENE_PAINT_RASTER_H
#define TILESTEP_SCENE_PAINT_RASTER_H

#include "scene/paint/canvas.h"

/* Whole pixels; x1 and y1 are just outside. Empty when x0 >= x1 or y0 >= y1. */
typedef struct PixelRect {
    int x0, y0, x1, y1;
} PixelRect;

/* A colour ready for blending: 0x00RRGGBB and a weight of 0..256. */
typedef struct Ink {
    uint32_t colour, weight;
} Ink;

static inline Ink ink_from(Colour colour)
{
    uint32_t alpha = colour >> 24;
    return (Ink){colour & 0xffffff, alpha + (alpha >> 7)};
}

static inline bool pixel_rect_is_empty(PixelRect r)
{
    return r.x0 >= r.x1 || r.y0 >= r.y1;
}

static inline PixelRect pixel_rect_meet(PixelRect a, PixelRect b)
{
    return (PixelRect){a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                       a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1};
}

/* Lines of count pixels each, stride pixels apart. */
typedef struct PixelSpan {
    uint32_t *pixels;
    int count, lines, stride;
} PixelSpan;

/* Plain ink, and ink under coverage 0..255. */
void raster_fill(const PixelSpan *to, Ink ink);
void raster_blend(const PixelSpan *to, const uint8_t *coverage, int coverage_stride, Ink ink);

/* Writes the coverage of count pixels of row y from column x. */
typedef void CoverRow(const void *figure, int x, int y, int count, uint8_t *coverage);

/* Blends a figure into columns x0 .. x1 - 1 of row y. Columns are counted from area.x0, so the
 * result does not depend on where the span begins. */
void raster_row_cover(const Canvas *canvas, int y, int x0, int x1, Ink ink, CoverRow *cover,
                      const void *figure);

/* A filled rectangle, and the frame of the given width inside a rectangle. */
void raster_rect(const Canvas *canvas, PixelRect area, PixelRect rect, Ink ink);
void raster_frame(const Canvas *canvas, PixelRect area, PixelRect rect, int width, Ink ink);

/* A rounded rectangle or a circle by its signed distance. The stroke lies inside the edge. */
typedef struct Round {
    float centre_x, centre_y, half_w, half_h, radius, stroke_width;
    Ink fill, stroke;
} Round;
void raster_round(const Canvas *canvas, PixelRect area, const Round *round);

/* A straight stroke; see stroke.h. whole is where all of it is seen, area a part of that: columns
 * are counted from whole, or a part would be rounded otherwise. */
struct Stroke;
void raster_stroke(const Canvas *canvas, PixelRect area, PixelRect whole,
                   const struct Stroke *stroke, Ink ink);

/* Lines at 45 degrees, spacing pixels apart, seen from the corner of rect. */
void raster_hatch(const Canvas *canvas, PixelRect area, PixelRect rect, float spacing, float width,
                  Ink ink);

/* A glyph whose bitmap has its top left corner at (x, y). */
void raster_glyph(const Canvas *canvas, PixelRect area, const Glyph *glyph, int x, int y, Ink ink);

#endif
