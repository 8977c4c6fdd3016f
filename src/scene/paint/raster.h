/* Raster: the primitives behind canvas.c. Each paints one kind of figure into the pixels of an area
 * and nowhere else; coverage depends on the pixel's place only, so areas meet without a seam.
 *
 * Places are those of the canvas. An area has to lie within the sheet's tile, figures need not.
 * Coverage is 0 (the pixel is not touched) to 255 (wholly inside); where it meets an ink, the ink
 * is laid over the pixel by both. */
#pragma once

#include "scene/paint/sheet.h"

/* A colour ready for blending: 0x00RRGGBB and a weight of 0..256. */
typedef struct Ink {
    uint32_t colour, weight;
} Ink;

/* Alpha 0 has weight 0, alpha 255 weight 256. */
static inline Ink ink_from(Colour colour)
{
    uint32_t alpha = colour >> 24;
    return (Ink){colour & 0xffffff, alpha + (alpha >> 7)};
}

/* Pixels to write: lines of count pixels each, stride pixels from line to line. */
typedef struct PixelSpan {
    uint32_t *pixels; /* the first one of the first line */
    int count;        /* pixels of a line; the lines are touched nowhere else */
    int lines;
    int stride; /* pixels; of no meaning for a single line */
} PixelSpan;

/* The innermost loops, to which all figures come down. Lays plain ink over every pixel; full weight
 * just stores the colour. */
void raster_fill(const PixelSpan *to, Ink ink);
/* Lays ink over each pixel by its coverage times the ink's weight. Rows of coverage are
 * coverage_stride bytes apart. */
void raster_blend(const PixelSpan *to, const uint8_t *coverage, int coverage_stride, Ink ink);

/* Writes the coverage of count pixels of row y from column x on into coverage[count]. figure is
 * what raster_row_cover was given. */
typedef void CoverRow(const void *figure, int x, int y, int count, uint8_t *coverage);

/* Blends a figure into columns x0 .. x1 - 1 of row y, which must be columns of the tile, asking
 * cover for stretches of them. Nothing happens if x0 >= x1. */
void raster_row_cover(const Sheet *sheet, int y, int x0, int x1, Ink ink, CoverRow *cover,
                      const void *figure);

/* A filled rectangle. Its edges are whole pixels, so it is crisp and needs no coverage. */
void raster_rect(const Sheet *sheet, PixelRect area, PixelRect rect, Ink ink);
/* The frame, width pixels thick, inside a rectangle; one without room for a middle is filled. */
void raster_frame(const Sheet *sheet, PixelRect area, PixelRect rect, int width, Ink ink);

/* A rounded rectangle, or a circle (half_w, half_h and radius alike), in pixels and fractions of
 * them. */
typedef struct Round {
    float centre_x, centre_y;
    float half_w, half_h; /* from the centre to the edge */
    float radius;         /* of the corners; at most the smaller half */
    float stroke_width;   /* the stroke lies inside the edge, over the fill */
    Ink fill, stroke;     /* one of weight 0 is left out */
} Round;
void raster_round(const Sheet *sheet, PixelRect area, const Round *round);

/* A straight stroke; see stroke.h. whole is where all of it is seen, area a part of that. Columns
 * are counted from the left edge of whole: counted from area, floats would round a part
 * otherwise. */
struct Stroke;
void raster_stroke(const Sheet *sheet, PixelRect area, PixelRect whole, const struct Stroke *stroke,
                   Ink ink);

/* Lines at 45 degrees, spacing pixels apart and width thick, within rect. They are counted from the
 * top left corner of rect, so that the pattern moves with it. */
void raster_hatch(const Sheet *sheet, PixelRect area, PixelRect rect, float spacing, float width,
                  Ink ink);

/* A glyph whose bitmap has its top left corner at (x, y). Its padding (glyph.h) may be blended,
 * too, which changes no pixel. */
void raster_glyph(const Sheet *sheet, PixelRect area, const Glyph *glyph, int x, int y, Ink ink);
