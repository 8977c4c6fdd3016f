/* What a sheet writes goes past the caches where the processor can do that: a frame is larger than
 * they are, and to fetch what is overwritten anyway takes as long as to write it. */
#include "scene/paint/sheet.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

static void write_line(uint32_t *to, const uint32_t *from)
{
    for (int i = 0; i < LINE_PIXELS; i += 4)
        _mm_stream_si128((__m128i *)(to + i), _mm_load_si128((const __m128i *)(from + i)));
}

void sheet_finish(void)
{
    _mm_sfence();
}
#else
static void write_line(uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, LINE_BYTES);
}

void sheet_finish(void) {}
#endif

PixelRect sheet_whole_lines(PixelRect tile, PixelRect part)
{
    part.x0 -= (part.x0 - tile.x0) % LINE_PIXELS;
    part.x1 += (tile.x0 - part.x1) & (LINE_PIXELS - 1);
    part.x1 = part.x1 < tile.x1 ? part.x1 : tile.x1;
    return part;
}

static void copy_rows(uint32_t *to, int to_stride, const uint32_t *from, int from_stride,
                      PixelRect part)
{
    size_t bytes = sizeof *to * (size_t)(part.x1 - part.x0);
    for (int y = part.y0; y < part.y1; y++, to += to_stride, from += from_stride)
        memcpy(to, from, bytes);
}

static uint32_t *canvas_at(const Canvas *canvas, int x, int y)
{
    return canvas->pixels + (size_t)y * (size_t)canvas->stride + x;
}

void sheet_take(const Sheet *sheet, PixelRect part, const Canvas *canvas)
{
    copy_rows(sheet_at(sheet, part.x0, part.y0), TILE_WIDTH, canvas_at(canvas, part.x0, part.y0),
              canvas->stride, part);
}

void sheet_take_ground(const Sheet *sheet, PixelRect part, const uint32_t *ground)
{
    uint32_t *to = sheet_at(sheet, part.x0, part.y0);
    copy_rows(to, TILE_WIDTH, ground + (to - sheet->pixels), TILE_WIDTH, part);
}

void sheet_keep_ground(const Sheet *sheet, PixelRect part, uint32_t *ground)
{
    const uint32_t *from = sheet_at(sheet, part.x0, part.y0);
    copy_rows(ground + (from - sheet->pixels), TILE_WIDTH, from, TILE_WIDTH, part);
}

/* A canvas may lie anywhere, and a part may end within a line at the right edge. */
static void show_row(uint32_t *to, const uint32_t *from, int count)
{
    int whole = (uintptr_t)to % LINE_BYTES == 0 && (uintptr_t)from % LINE_BYTES == 0
                    ? count - count % LINE_PIXELS
                    : 0;
    for (int x = 0; x < whole; x += LINE_PIXELS)
        write_line(to + x, from + x);
    memcpy(to + whole, from + whole, sizeof *to * (size_t)(count - whole));
}

void sheet_show(const Sheet *sheet, PixelRect part, const Canvas *canvas)
{
    for (int y = part.y0; y < part.y1; y++)
        show_row(canvas_at(canvas, part.x0, y), sheet_at(sheet, part.x0, y), part.x1 - part.x0);
}
