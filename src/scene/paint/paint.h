/* Paint: puts the operations of a plan into some tiles of a canvas. What a pixel becomes does not
 * depend on how the canvas is cut, so any tile can be painted anew alone. */
#pragma once

#include "scene/paint/tiles.h"

/* One tile to paint, of which only the damage is touched. Its ground is a copy of the tile as the
 * first of its operations left it, in TILE_PIXELS pixels: painting starts from there with the
 * operations after them. */
typedef struct TileWork {
    int tile;         /* its number (tiles_area) */
    int have, want;   /* first operations that the ground holds now, and shall hold: have or more */
    uint32_t *ground; /* read if have > 0, written if want > have; may be NULL if both are 0 */
    PixelRect damage; /* within the tile; all of it if want > have */
} TileWork;

/* Paints count tiles, each listed once, and returns when all are done. tiles must come from the
 * plan and the plan from a canvas of this size. threads counts the calling one; they take tiles one
 * after the other, and a thread that the system refuses is done without. A background of alpha 0
 * leaves what is there. */
void paint_tiles(const Canvas *canvas, const PaintPlan *plan, const Tiles *tiles, Colour background,
                 const TileWork *works, int count, int threads);
