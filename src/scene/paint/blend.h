/* Blending four pixels at once as sixteen-bit lanes, two channels in each word. Weights run from 0
 * to 256, so full coverage is exact; a single pixel is blended by the same arithmetic, so grouping
 * never shows. */
#ifndef TILESTEP_SCENE_PAINT_BLEND_H
#define TILESTEP_SCENE_PAINT_BLEND_H

#include <stdint.h>
#include <string.h>

typedef uint16_t Lanes __attribute__((vector_size(16)));
typedef uint32_t Pixels __attribute__((vector_size(16)));

enum { BLEND_GROUP = 4 };

static inline Pixels pixels_all(uint32_t colour)
{
    return (Pixels){colour, colour, colour, colour};
}

static inline Pixels pixels_load(const uint32_t *from)
{
    Pixels pixels;
    memcpy(&pixels, from, sizeof pixels);
    return pixels;
}

static inline void pixels_store(uint32_t *to, Pixels pixels)
{
    memcpy(to, &pixels, sizeof pixels);
}

/* weights holds each pixel's weight twice. below * (256 - weight) + above * weight, as one product
 * and modulo 2^16, which the sum never reaches. */
static inline Pixels blend_group(Pixels below, Pixels above, Lanes weights)
{
    const Lanes low = {255, 255, 255, 255, 255, 255, 255, 255};
    Lanes under = (Lanes)below, over = (Lanes)above;
    Lanes even = (under << 8) + ((over & low) - (under & low)) * weights + 128;
    Lanes odd = (under & ~low) + ((over >> 8) - (under >> 8)) * weights + 128;
    return (Pixels)(even >> 8 | (odd & ~low));
}

static inline uint32_t blend_pixel(uint32_t below, uint32_t above, uint32_t weight)
{
    uint32_t rest = 256 - weight;
    uint32_t even = (below & 0xff00ff) * rest + (above & 0xff00ff) * weight + 0x800080;
    uint32_t odd = (below >> 8 & 0xff00ff) * rest + (above >> 8 & 0xff00ff) * weight + 0x800080;
    return (even >> 8 & 0xff00ff) | (odd & 0xff00ff00);
}

#endif
