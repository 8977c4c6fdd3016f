/* The inner loops: one row of pixels. Four pixels are blended at once as sixteen-bit lanes, two
 * channels in each word; the weight 256 makes full coverage exact. Whatever does not fill a group
 * of four goes through the same arithmetic in a buffer, so results never depend on alignment. */
#include "scene/raster.h"

#include <string.h>

typedef uint16_t Lanes __attribute__((vector_size(16)));
typedef uint32_t Pixels __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(8)));

enum { GROUP = 4, SPAN = 128 };

static inline Lanes even_bytes(Pixels pixels)
{
    return (Lanes)(pixels & 0x00ff00ff);
}

static inline Lanes odd_bytes(Pixels pixels)
{
    return (Lanes)(pixels >> 8 & 0x00ff00ff);
}

/* weights holds each pixel's weight twice. */
static inline Pixels blend_group(Pixels below, Pixels above, Lanes weights)
{
    Lanes rest = 256 - weights;
    Lanes even = (even_bytes(below) * rest + even_bytes(above) * weights + 128) >> 8;
    Lanes odd = odd_bytes(below) * rest + odd_bytes(above) * weights + 128;
    return (Pixels)even | ((Pixels)odd & 0xff00ff00);
}

static inline Pixels load_pixels(const uint32_t *from)
{
    Pixels pixels;
    memcpy(&pixels, from, sizeof pixels);
    return pixels;
}

static inline void store_pixels(uint32_t *to, Pixels pixels)
{
    memcpy(to, &pixels, sizeof pixels);
}

static void fill_opaque(uint32_t *row, int count, uint32_t colour)
{
    Pixels all = (Pixels){0} + colour;
    int i = 0;
    for (; i + 2 * GROUP <= count; i += 2 * GROUP) {
        store_pixels(row + i, all);
        store_pixels(row + i + GROUP, all);
    }
    for (; i < count; i++)
        row[i] = colour;
}

void raster_row_fill(uint32_t *row, int count, Ink ink)
{
    if (ink.weight == 256) {
        fill_opaque(row, count, ink.colour);
        return;
    }
    Pixels above = (Pixels){0} + ink.colour;
    Lanes weights = (Lanes){0} + (uint16_t)ink.weight;
    int i = 0;
    for (; i + GROUP <= count; i += GROUP)
        store_pixels(row + i, blend_group(load_pixels(row + i), above, weights));
    if (i < count) {
        uint32_t rest[GROUP] = {0};
        memcpy(rest, row + i, sizeof *row * (size_t)(count - i));
        store_pixels(rest, blend_group(load_pixels(rest), above, weights));
        memcpy(row + i, rest, sizeof *row * (size_t)(count - i));
    }
}

static inline Lanes group_weights(uint32_t coverage, Lanes ink_weight)
{
    uint64_t packed = coverage;
    Bytes bytes;
    memcpy(&bytes, &packed, sizeof bytes);
    Lanes cover = __builtin_convertvector(bytes, Lanes);
    cover = __builtin_shufflevector(cover, cover, 0, 0, 1, 1, 2, 2, 3, 3);
    cover += cover >> 7;
    /* 256 * 256 does not fit sixteen bits, hence the two steps for the top value. */
    Lanes full = (Lanes)(cover == 256);
    return ((cover * ink_weight >> 8) & ~full) | (ink_weight & full);
}

void raster_row_blend(uint32_t *row, const uint8_t *coverage, int count, Ink ink)
{
    Pixels above = (Pixels){0} + ink.colour;
    Lanes ink_weight = (Lanes){0} + (uint16_t)ink.weight;
    int i = 0;
    for (; i + GROUP <= count; i += GROUP) {
        uint32_t cover;
        memcpy(&cover, coverage + i, sizeof cover);
        if (cover)
            store_pixels(row + i, blend_group(load_pixels(row + i), above,
                                              group_weights(cover, ink_weight)));
    }
    if (i < count) {
        uint32_t rest[GROUP] = {0};
        uint8_t cover_bytes[GROUP] = {0};
        uint32_t cover;
        memcpy(rest, row + i, sizeof *row * (size_t)(count - i));
        memcpy(cover_bytes, coverage + i, (size_t)(count - i));
        memcpy(&cover, cover_bytes, sizeof cover);
        store_pixels(rest, blend_group(load_pixels(rest), above, group_weights(cover, ink_weight)));
        memcpy(row + i, rest, sizeof *row * (size_t)(count - i));
    }
}

void raster_row_cover(const Canvas *canvas, int y, int x0, int x1, Ink ink, CoverRow *cover,
                      const void *figure)
{
    uint8_t coverage[SPAN];
    uint32_t *row = canvas->pixels + (size_t)y * (size_t)canvas->stride;
    for (int x = x0; x < x1; x += SPAN) {
        int count = x1 - x < SPAN ? x1 - x : SPAN;
        cover(figure, x, y, count, coverage);
        raster_row_blend(row + x, coverage, count, ink);
    }
}
