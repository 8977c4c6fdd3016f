/* Sheet: a tile while it is painted, in memory of its own that stays in a core's caches and leaves
 * for the canvas once, when it is done. */
#pragma once

#include "scene/paint/canvas.h"

/* Whole pixels; x1 and y1 are just outside. Empty when x0 >= x1 or y0 >= y1. */
typedef struct PixelRect {
    int x0, y0, x1, y1;
} PixelRect;

static inline bool pixel_rect_is_empty(PixelRect r)
{
    return r.x0 >= r.x1 || r.y0 >= r.y1;
}

/* What both cover; empty if they are apart. */
static inline PixelRect pixel_rect_meet(PixelRect a, PixelRect b)
{
    return (PixelRect){a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                       a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1};
}

/* Of a tile, in pixels; and what memory goes to and from a cache by. */
enum {
    TILE_WIDTH = 256,
    TILE_HEIGHT = 64,
    TILE_PIXELS = TILE_WIDTH * TILE_HEIGHT,
    LINE_PIXELS = 16,
    LINE_BYTES = 64
};

/* Memory that is going to be read for the next tile; empty when at reaches end. */
typedef struct SheetAhead {
    const uint32_t *at, *end;
} SheetAhead;

typedef struct Sheet {
    uint32_t *pixels;  /* [TILE_PIXELS], in rows of TILE_WIDTH; at a multiple of LINE_BYTES */
    PixelRect area;    /* of the tile in the canvas */
    SheetAhead *ahead; /* never NULL */
} Sheet;

/* A pixel of the tile, by its place in the canvas. */
static inline uint32_t *sheet_at(const Sheet *sheet, int x, int y)
{
    return sheet->pixels + (y - sheet->area.y0) * TILE_WIDTH + (x - sheet->area.x0);
}

/* Has some more lines of what is ahead brought into the caches. Whoever computes for long calls it
 * every now and then, as memory stands idle meanwhile; all at once, they would have to be waited
 * for. */
static inline void sheet_look_ahead(const Sheet *sheet)
{
    enum { AT_ONCE = 4 * LINE_PIXELS };
    SheetAhead *ahead = sheet->ahead;
    if (ahead->at >= ahead->end)
        return;
    for (int i = 0; i < AT_ONCE; i += LINE_PIXELS)
        __builtin_prefetch(ahead->at + i);
    ahead->at += AT_ONCE;
}

/* A part of a tile made wider to whole lines, in which memory is written fastest. */
PixelRect sheet_whole_lines(PixelRect tile, PixelRect part);

/* All of these copy a part of the tile: from the canvas, which must show the tile there; from a
 * ground and to it, which is laid out as the sheet; and to the canvas. Other threads and processes
 * see what went to the canvas in order after sheet_finish. */
void sheet_take(const Sheet *sheet, PixelRect part, const Canvas *canvas);
void sheet_take_ground(const Sheet *sheet, PixelRect part, const uint32_t *ground);
void sheet_keep_ground(const Sheet *sheet, PixelRect part, uint32_t *ground);
void sheet_show(const Sheet *sheet, PixelRect part, const Canvas *canvas);
void sheet_finish(void);
