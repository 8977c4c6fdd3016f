/* Blending four pixels at once as sixteen-bit lanes, two channels in each word. Weights run from 0
 * (what is below stays) to 256 (what is above replaces it), so full coverage is exact; a single
 * pixel is blended by the same arithmetic, so grouping never shows.
 *
 * The vector types are an extension of GCC and Clang, which make vector instructions of them where
 * the machine has some and plain loops where not. The upper byte of a pixel is blended like the
 * others and means nothing. */
#pragma once

#include <stdint.h>
#include <string.h>

/* Weights, or halves of pixels: eight numbers of sixteen bits. */
typedef uint16_t Lanes __attribute__((vector_size(16)));
/* Four pixels, 0x00RRGGBB each. */
typedef uint32_t Pixels __attribute__((vector_size(16)));

enum { BLEND_GROUP = 4 }; /* pixels in one Pixels */

/* The same colour four times. */
static inline Pixels pixels_all(uint32_t colour)
{
    return (Pixels){colour, colour, colour, colour};
}

/* Four neighbouring pixels from memory, and back; no alignment is asked for. */
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

/* Lays above over below. weights holds each pixel's weight twice, once for each of the two words
 * that a pixel is cut into. A channel becomes (below * (256 - weight) + above * weight + 128) /
 * 256, which is computed as one product, below * 256 + (above - below) * weight: the difference may
 * wrap, but modulo 2^16 the sum is right again, and it never reaches 2^16. */
static inline Pixels blend_group(Pixels below, Pixels above, Lanes weights)
{
    const Lanes low = {255, 255, 255, 255, 255, 255, 255, 255};
    Lanes under = (Lanes)below, over = (Lanes)above;
    Lanes even = (under << 8) + ((over & low) - (under & low)) * weights + 128;
    Lanes odd = (under & ~low) + ((over >> 8) - (under >> 8)) * weights + 128;
    return (Pixels)(even >> 8 | (odd & ~low));
}

/* The same for one pixel; weight is 0 .. 256. */
static inline uint32_t blend_pixel(uint32_t below, uint32_t above, uint32_t weight)
{
    uint32_t rest = 256 - weight;
    uint32_t even = (below & 0xff00ff) * rest + (above & 0xff00ff) * weight + 0x800080;
    uint32_t odd = (below >> 8 & 0xff00ff) * rest + (above >> 8 & 0xff00ff) * weight + 0x800080;
    return (even >> 8 & 0xff00ff) | (odd & 0xff00ff00);
}
