/* The operations are gone through twice: first they are counted tile by tile, then each is put
 * into the place that its tiles have for it. Strokes are asked which tiles they reach, since the
 * box around a slanted one is mostly empty. */
#include "scene/paint/tiles.h"

static bool reaches(const Stroke *stroke, unsigned x, unsigned y)
{
    Rect tile = {(float)(x * TILE_WIDTH), (float)(y * TILE_HEIGHT), TILE_WIDTH, TILE_HEIGHT};
    return stroke_may_reach(stroke, tile);
}

/* Counts up counts[t] for each tile t that the operation reaches, after noting it at that place if
 * tiles has its lists by now. */
static void note_reach(const Tiles *tiles, const PaintPlan *plan, int index, int *counts)
{
    const PaintOp *op = &plan->ops[index];
    unsigned x1 = (unsigned)op->area.x1 - 1, y1 = (unsigned)op->area.y1 - 1;
    for (unsigned y = (unsigned)op->area.y0 / TILE_HEIGHT; y <= y1 / TILE_HEIGHT; y++)
        for (unsigned x = (unsigned)op->area.x0 / TILE_WIDTH; x <= x1 / TILE_WIDTH; x++) {
            if (op->stroke && !reaches(op->stroke, x, y))
                continue;
            int at = counts[y * (unsigned)tiles->columns + x]++;
            if (tiles->ops) {
                tiles->ops[at] = index;
                tiles->hashes[at] = plan->hashes[index];
            }
        }
}

/* Keeps the order of operations within a tile. */
static void list_ops(Tiles *tiles, const PaintPlan *plan)
{
    int *next = ARENA_ARRAY(plan->arena, int, tiles->count + 1);
    tiles->first = ARENA_ARRAY(plan->arena, int, tiles->count + 1);
    for (int i = 0; i < plan->op_count; i++)
        note_reach(tiles, plan, i, tiles->first + 1);
    for (int i = 0; i < tiles->count; i++)
        next[i + 1] = tiles->first[i + 1] += tiles->first[i];
    tiles->ops = ARENA_ARRAY(plan->arena, int, tiles->first[tiles->count]);
    tiles->hashes = ARENA_ARRAY(plan->arena, uint64_t, tiles->first[tiles->count]);
    for (int i = 0; i < plan->op_count; i++)
        note_reach(tiles, plan, i, next);
}

const Tiles *tiles_new(const PaintPlan *plan)
{
    Tiles *tiles = ARENA_NEW(plan->arena, Tiles);
    tiles->whole = plan->whole;
    tiles->columns = (plan->whole.x1 + TILE_WIDTH - 1) / TILE_WIDTH;
    tiles->rows = (plan->whole.y1 + TILE_HEIGHT - 1) / TILE_HEIGHT;
    tiles->count = tiles->columns * tiles->rows;
    list_ops(tiles, plan);
    return tiles;
}

PixelRect tiles_area(const Tiles *tiles, int tile)
{
    int x = tile % tiles->columns * TILE_WIDTH, y = tile / tiles->columns * TILE_HEIGHT;
    return pixel_rect_meet((PixelRect){x, y, x + TILE_WIDTH, y + TILE_HEIGHT}, tiles->whole);
}
