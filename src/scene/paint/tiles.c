/* Which tiles an operation reaches is noted first, then sorted by tile. Strokes are asked, since
 * the box around a slanted one is mostly empty. */
#include "scene/paint/tiles.h"

typedef struct Reach {
    int tile, op;
} Reach;

typedef struct Reaches {
    Reach *all;
    int count, capacity;
} Reaches;

static bool reaches(const PaintOp *op, int x, int y)
{
    Rect tile = {(float)(x * TILE_WIDTH), (float)(y * TILE_HEIGHT), TILE_WIDTH, TILE_HEIGHT};
    return !op->stroke || stroke_may_reach(op->stroke, tile);
}

static void note_reach(Arena *arena, Reaches *noted, const Tiles *tiles, const PaintOp *op,
                       int index)
{
    int x1 = (op->area.x1 - 1) / TILE_WIDTH, y1 = (op->area.y1 - 1) / TILE_HEIGHT;
    for (int y = op->area.y0 / TILE_HEIGHT; y <= y1; y++)
        for (int x = op->area.x0 / TILE_WIDTH; x <= x1; x++)
            if (reaches(op, x, y))
                *ARENA_PUSH(arena, noted->all, noted->count, noted->capacity) =
                    (Reach){y * tiles->columns + x, index};
}

/* Keeps the order of operations within a tile. */
static void sort(Arena *arena, Tiles *tiles, const Reaches *noted)
{
    tiles->first = ARENA_ARRAY(arena, int, tiles->count + 1);
    tiles->ops = ARENA_ARRAY(arena, int, noted->count);
    int *next = ARENA_ARRAY(arena, int, tiles->count + 1);
    for (int i = 0; i < noted->count; i++)
        tiles->first[noted->all[i].tile + 1]++;
    for (int i = 0; i < tiles->count; i++)
        next[i + 1] = tiles->first[i + 1] += tiles->first[i];
    for (int i = 0; i < noted->count; i++)
        tiles->ops[next[noted->all[i].tile]++] = noted->all[i].op;
}

const Tiles *tiles_new(const PaintPlan *plan)
{
    Tiles *tiles = ARENA_NEW(plan->arena, Tiles);
    tiles->whole = plan->whole;
    tiles->columns = (plan->whole.x1 + TILE_WIDTH - 1) / TILE_WIDTH;
    tiles->rows = (plan->whole.y1 + TILE_HEIGHT - 1) / TILE_HEIGHT;
    tiles->count = tiles->columns * tiles->rows;
    Reaches noted = {NULL, 0, 0};
    for (int i = 0; i < plan->op_count; i++)
        note_reach(plan->arena, &noted, tiles, &plan->ops[i], i);
    sort(plan->arena, tiles, &noted);
    return tiles;
}

PixelRect tiles_area(const Tiles *tiles, int tile)
{
    int x = tile % tiles->columns * TILE_WIDTH, y = tile / tiles->columns * TILE_HEIGHT;
    return pixel_rect_meet((PixelRect){x, y, x + TILE_WIDTH, y + TILE_HEIGHT}, tiles->whole);
}
