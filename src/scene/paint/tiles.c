/* The operations are gone through twice: first they are counted tile by tile, then each is put
 * into the place that its tiles have for it. Strokes are asked which tiles they reach, since the
 * box around a slanted one is mostly empty. */
#include "scene/paint/tiles.h"

static bool reaches(const Stroke *stroke, int x, int y)
{
    Rect tile = {(float)(x * TILE_WIDTH), (float)(y * TILE_HEIGHT), TILE_WIDTH, TILE_HEIGHT};
    return stroke_may_reach(stroke, tile);
}

/* Counts up *count of a tile that the operation reaches, after noting it at that place if tiles has
 * its lists by now. */
static inline void note_tile(const Tiles *tiles, const PaintPlan *plan, int index, int *count)
{
    int at = (*count)++;
    if (tiles->ops) {
        tiles->ops[at] = index;
        tiles->hashes[at] = plan->hashes[index];
    }
}

/* The same for all tiles that an operation reaches. Most lie within one. */
static inline void note_reach(const Tiles *tiles, const PaintPlan *plan, int index, int *counts)
{
    TileSpan span = plan->spans[index];
    if (span.x0 == span.x1 && span.y0 == span.y1) {
        note_tile(tiles, plan, index, &counts[span.y0 * tiles->columns + span.x0]);
        return;
    }
    const Stroke *stroke = plan->ops[index].stroke;
    for (int y = span.y0; y <= span.y1; y++)
        for (int x = span.x0; x <= span.x1; x++)
            if (!stroke || reaches(stroke, x, y))
                note_tile(tiles, plan, index, &counts[y * tiles->columns + x]);
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
    tiles->ops = arena_room(plan->arena, sizeof(int), (size_t)tiles->first[tiles->count]);
    tiles->hashes = arena_room(plan->arena, sizeof(uint64_t), (size_t)tiles->first[tiles->count]);
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
