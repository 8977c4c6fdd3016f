/* Tiles: the canvas cut into pieces that are painted alone, each knowing the operations of the plan
 * that reach it. A tile is small enough (64 KiB) to stay in a core's caches while it is painted.
 * Tiles are numbered row by row from the top left; those at the right and lower edge may be cut. */
#pragma once

#include "scene/paint/paint_plan.h"

typedef struct Tiles {
    PixelRect whole;          /* the canvas */
    int columns, rows, count; /* of tiles; count is 0 for an empty canvas */
    int *first;       /* [count + 1]: where those of each tile begin in ops, and have room */
    int *end;         /* [count]: behind the last one of each */
    int *ops;         /* indices into the plan's ops, tile after tile, each tile's in paint order */
    uint64_t *hashes; /* of these ops */
} Tiles;

/* Cuts the canvas of the plan. In the plan's arena, and no longer valid than the plan. before: the
 * tiles of the last frame, of which it is told how much room there has to be, or NULL. */
const Tiles *tiles_new(const PaintPlan *plan, const Tiles *before);

/* The pixels of a tile (0 <= tile < count), as far as they are within the canvas. */
PixelRect tiles_area(const Tiles *tiles, int tile);
