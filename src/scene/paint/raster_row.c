/* The inner loops over rows of pixels: plain ink, and ink under coverage. */
#include "scene/paint/blend.h"
#include "scene/paint/raster.h"

#include <string.h>

typedef uint8_t Bytes __attribute__((vector_size(8)));

enum { GROUP = BLEND_GROUP, SPAN = 128 };

/* Stores a colour in whole groups of pixels, of which the last may overlap the one before it. */
static void fill_opaque(uint32_t *row, int count, uint32_t colour)
{
    Pixels all = pixels_all(colour);
    for (int i = 0; i + GROUP <= count; i += GROUP)
        pixels_store(row + i, all);
    if (count >= GROUP)
        pixels_store(row + count - GROUP, all);
    else
        for (int i = 0; i < count; i++)
            row[i] = colour;
}

static void fill_blended(uint32_t *row, int count, Ink ink)
{
    Pixels above = pixels_all(ink.colour);
    Lanes weights = (Lanes){0} + (uint16_t)ink.weight;
    int i = 0;
    for (; i + GROUP <= count; i += GROUP)
        pixels_store(row + i, blend_group(pixels_load(row + i), above, weights));
    for (; i < count; i++)
        row[i] = blend_pixel(row[i], ink.colour, ink.weight);
}

void raster_fill(const PixelSpan *to, Ink ink)
{
    uint32_t *row = to->pixels;
    for (int line = 0; line < to->lines; line++, row += to->stride)
        if (ink.weight == 256)
            fill_opaque(row, to->count, ink.colour);
        else
            fill_blended(row, to->count, ink);
}

/* Four coverages as weights 0..256, each twice. */
static inline Lanes group_weights(uint32_t coverage)
{
    uint64_t packed = coverage;
    Bytes bytes;
    memcpy(&bytes, &packed, sizeof bytes);
    Lanes cover = __builtin_convertvector(bytes, Lanes);
    cover = __builtin_shufflevector(cover, cover, 0, 0, 1, 1, 2, 2, 3, 3);
    return cover + (cover >> 7);
}

/* The product of two weights fits sixteen bits unless both are 256: solid ink goes its own way. */
static inline void blend_groups(uint32_t *row, const uint8_t *coverage, int count, Pixels above,
                                Lanes ink_weight, bool solid)
{
    for (int i = 0; i < count; i += GROUP) {
        uint32_t cover;
        memcpy(&cover, coverage + i, sizeof cover);
        Lanes weights = group_weights(cover);
        if (!solid)
            weights = weights * ink_weight >> 8;
        pixels_store(row + i, blend_group(pixels_load(row + i), above, weights));
    }
}

static void blend_rest(uint32_t *row, const uint8_t *coverage, int count, Ink ink)
{
    for (int i = 0; i < count; i++) {
        uint32_t cover = coverage[i] + (uint32_t)(coverage[i] >> 7);
        row[i] = blend_pixel(row[i], ink.colour, cover * ink.weight >> 8);
    }
}

void raster_blend(const PixelSpan *to, const uint8_t *coverage, int coverage_stride, Ink ink)
{
    Pixels above = pixels_all(ink.colour);
    Lanes ink_weight = (Lanes){0} + (uint16_t)ink.weight;
    uint32_t *row = to->pixels;
    int grouped = to->count - to->count % GROUP;
    for (int line = 0; line < to->lines; line++) {
        if (ink.weight == 256)
            blend_groups(row, coverage, grouped, above, ink_weight, true);
        else
            blend_groups(row, coverage, grouped, above, ink_weight, false);
        blend_rest(row + grouped, coverage + grouped, to->count - grouped, ink);
        row += to->stride;
        coverage += coverage_stride;
    }
}

void raster_row_cover(const Sheet *sheet, int y, int x0, int x1, Ink ink, CoverRow *cover,
                      const void *figure)
{
    uint8_t coverage[SPAN];
    for (int x = x0; x < x1; x += SPAN) {
        int count = x1 - x < SPAN ? x1 - x : SPAN;
        cover(figure, x, y, count, coverage);
        raster_blend(&(PixelSpan){sheet_at(sheet, x, y), count, 1, 0}, coverage, 0, ink);
    }
}
