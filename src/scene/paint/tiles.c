/* How many operations reach a tile is known when all have been gone through. So each has room for
 * as many as in the frame before and a few more, and where that was too little all are gone through
 * once more. Strokes are asked which tiles they reach, since the box around a slanted one is mostly
 * empty. */
#include "scene/paint/tiles.h"

#include <string.h>

enum { SPARE = 16 }; /* operations, beside an eighth of those of the frame before */

static bool reaches(const Stroke *stroke, int x, int y)
{
    Rect tile = {(float)(x * TILE_WIDTH), (float)(y * TILE_HEIGHT), TILE_WIDTH, TILE_HEIGHT};
    return stroke_may_reach(stroke, tile);
}

static inline void note_tile(const Tiles *tiles, const PaintPlan *plan, int index, int tile)
{
    int at = tiles->end[tile]++;
    if (at < tiles->first[tile + 1]) {
        tiles->ops[at] = index;
        tiles->hashes[at] = plan->hashes[index];
    }
}

/* The same for all tiles that an operation reaches. Most lie within one. */
static inline void note_reach(const Tiles *tiles, const PaintPlan *plan, int index)
{
    TileSpan span = plan->spans[index];
    if (span.x0 == span.x1 && span.y0 == span.y1) {
        note_tile(tiles, plan, index, span.y0 * tiles->columns + span.x0);
        return;
    }
    const Stroke *stroke = plan->ops[index].stroke;
    for (int y = span.y0; y <= span.y1; y++)
        for (int x = span.x0; x <= span.x1; x++)
            if (!stroke || reaches(stroke, x, y))
                note_tile(tiles, plan, index, y * tiles->columns + x);
}

static int room_of(const Tiles *before, int tile)
{
    int count = before->end[tile] - before->first[tile];
    return count + count / 8 + SPARE;
}

/* Keeps the order of operations within a tile. Returns whether all had room; what they need is in
 * end then. */
static bool list_ops(Tiles *tiles, const PaintPlan *plan)
{
    bool fits = true;
    size_t room = (size_t)tiles->first[tiles->count];
    tiles->ops = arena_room(plan->arena, sizeof(int), room);
    tiles->hashes = arena_room(plan->arena, sizeof(uint64_t), room);
    memcpy(tiles->end, tiles->first, sizeof(int) * (size_t)tiles->count);
    for (int i = 0; i < plan->op_count; i++)
        note_reach(tiles, plan, i);
    for (int i = 0; i < tiles->count; i++)
        fits &= tiles->end[i] <= tiles->first[i + 1];
    return fits;
}

/* As much as end tells. */
static void make_room(Tiles *tiles)
{
    int start = 0;
    for (int i = 0; i < tiles->count; i++) {
        int count = tiles->end[i] - tiles->first[i];
        tiles->first[i] = start;
        start += count;
    }
    tiles->first[tiles->count] = start;
}

const Tiles *tiles_new(const PaintPlan *plan, const Tiles *before)
{
    Tiles *tiles = ARENA_NEW(plan->arena, Tiles);
    tiles->whole = plan->whole;
    tiles->columns = (plan->whole.x1 + TILE_WIDTH - 1) / TILE_WIDTH;
    tiles->rows = (plan->whole.y1 + TILE_HEIGHT - 1) / TILE_HEIGHT;
    tiles->count = tiles->columns * tiles->rows;
    tiles->first = ARENA_ARRAY(plan->arena, int, tiles->count + 1);
    tiles->end = ARENA_ARRAY(plan->arena, int, tiles->count + 1);
    bool is_alike = before && before->columns == tiles->columns && before->rows == tiles->rows;
    for (int i = 0; is_alike && i < tiles->count; i++)
        tiles->first[i + 1] = tiles->first[i] + room_of(before, i);
    if (!list_ops(tiles, plan)) {
        make_room(tiles);
        list_ops(tiles, plan);
    }
    return tiles;
}

PixelRect tiles_area(const Tiles *tiles, int tile)
{
    int x = tile % tiles->columns * TILE_WIDTH, y = tile / tiles->columns * TILE_HEIGHT;
    return pixel_rect_meet((PixelRect){x, y, x + TILE_WIDTH, y + TILE_HEIGHT}, tiles->whole);
}
