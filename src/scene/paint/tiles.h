/* Tiles: the canvas cut into pieces that are painted alone, each knowing the operations of the plan
 * that reach it. A tile is small enough to stay in the nearest cache while it is painted. */
#ifndef TILESTEP_SCENE_PAINT_TILES_H
#define TILESTEP_SCENE_PAINT_TILES_H

#include "scene/paint/paint_plan.h"

enum { TILE_WIDTH = 256, TILE_HEIGHT = 32, TILE_PIXELS = TILE_WIDTH * TILE_HEIGHT };

typedef struct Tiles {
    PixelRect whole;
    int columns, rows, count;
    int *first; /* of each tile and, as the last one, the end: its place in ops */
    int *ops;   /* indices into the plan, in paint order */
} Tiles;

/* In the plan's arena. */
const Tiles *tiles_new(const PaintPlan *plan);

/* Tiles are numbered row by row. */
PixelRect tiles_area(const Tiles *tiles, int tile);

#endif
