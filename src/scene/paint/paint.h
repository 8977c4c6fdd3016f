/* Paint: puts the operations of a plan into some tiles of a canvas. What a pixel becomes does not
 * depend on how the canvas is cut, so any tile can be painted anew alone. */
#ifndef TILESTEP_SCENE_PAINT_PAINT_H
#define TILESTEP_SCENE_PAINT_PAINT_H

#include "scene/paint/tiles.h"

/* One tile to paint. ground holds TILE_PIXELS: what the tile's first operations left, so that only
 * those after them are painted. */
typedef struct TileWork {
    int tile;
    int have, want;   /* first operations that the ground holds now, and shall hold: have or more */
    uint32_t *ground; /* may be NULL if both are 0 */
} TileWork;

/* Threads take tiles one after the other. A background of alpha 0 leaves what is there. */
void paint_tiles(const Canvas *canvas, const PaintPlan *plan, const Tiles *tiles, Colour background,
                 const TileWork *works, int count, int threads);

#endif
