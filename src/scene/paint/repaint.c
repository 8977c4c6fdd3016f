/* Only what differs is painted, tile by tile. A tile is known by the hashes of the operations that
 * reach it, in paint order: where these are those of the last frame it shows the right pixels
 * already. Where some differ, the pixels in none of their areas do. What the first ones leave that
 * agree is the tile's ground: it is kept, and only what lies over it is painted from then on. So
 * whatever stands still in a scene is a layer, without being told. */
#include "scene/paint/repaint.h"
#include "scene/paint/paint.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_TILES = 8, GROUND_LEAST = 8 /* operations that are worth a copy */ };

/* A scene reduced to what is compared. */
typedef struct Told {
    Arena *arena;    /* plan and tiles too */
    PaintPlan *plan; /* its shapes are gone in the next frame, the areas stay */
    const Tiles *tiles;
    Colour background;
} Told;

struct Repaint {
    Arena *arena, *fitted; /* fitted: what fits the canvas */
    Told told[2];          /* of this frame and the one before, alternating */
    int now;
    Canvas canvas;
    const GlyphSource *glyphs;
    uint32_t *grounds; /* TILE_PIXELS each; NULL without memory */
    int *grounded;     /* first operations of each tile that its ground holds */
    bool is_known;     /* the canvas shows what the frame before tells */
};

Repaint *repaint_new(void)
{
    Arena *arena = arena_new();
    Repaint *repaint = ARENA_NEW(arena, Repaint);
    repaint->arena = arena;
    repaint->fitted = arena_new();
    for (int i = 0; i < 2; i++)
        repaint->told[i].arena = arena_new();
    return repaint;
}

void repaint_free(Repaint *repaint)
{
    if (!repaint)
        return;
    free(repaint->grounds);
    arena_free(repaint->fitted);
    for (int i = 0; i < 2; i++)
        arena_free(repaint->told[i].arena);
    arena_free(repaint->arena);
}

void repaint_forget(Repaint *repaint)
{
    repaint->is_known = false;
}

static bool is_same_canvas(const Canvas *a, const Canvas *b)
{
    return a->pixels == b->pixels && a->width == b->width && a->height == b->height &&
           a->stride == b->stride;
}

/* Room for the grounds of a canvas. */
static void fit(Repaint *repaint, const Canvas *canvas, int tiles)
{
    if (is_same_canvas(&repaint->canvas, canvas))
        return;
    free(repaint->grounds);
    arena_reset(repaint->fitted);
    repaint->grounds =
        aligned_alloc(LINE_BYTES, sizeof *repaint->grounds * TILE_PIXELS * (size_t)tiles);
    repaint->grounded = ARENA_ARRAY(repaint->fitted, int, tiles);
    repaint->canvas = *canvas;
    repaint->is_known = false;
}

/* The operations of a tile. */
typedef struct Stack {
    const PaintOp *all;
    const int *ops; /* [count] indices into all */
    const uint64_t *hashes;
    int count;
} Stack;

static Stack stack_of(const Told *told, int tile)
{
    const Tiles *tiles = told->tiles;
    int first = tiles->first[tile];
    return (Stack){told->plan->ops, tiles->ops + first, tiles->hashes + first,
                   tiles->end[tile] - first};
}

/* How many at the beginning agree. */
static int agreeing(const Stack *a, const Stack *b)
{
    int least = a->count < b->count ? a->count : b->count, i = 0;
    while (i < least && a->hashes[i] == b->hashes[i])
        i++;
    return i;
}

/* How many at the end agree, beside the first ones. */
static int agreeing_last(const Stack *a, const Stack *b, int first)
{
    int least = (a->count < b->count ? a->count : b->count) - first, i = 0;
    while (i < least && a->hashes[a->count - 1 - i] == b->hashes[b->count - 1 - i])
        i++;
    return i;
}

static void widen(PixelRect *box, const Stack *stack, int from, int to)
{
    for (int i = from; i < to; i++) {
        PixelRect r = stack->all[stack->ops[i]].area;
        box->x0 = r.x0 < box->x0 ? r.x0 : box->x0;
        box->y0 = r.y0 < box->y0 ? r.y0 : box->y0;
        box->x1 = r.x1 > box->x1 ? r.x1 : box->x1;
        box->y1 = r.y1 > box->y1 ? r.y1 : box->y1;
    }
}

/* The box around all operations that are in one of the stacks only, the first `same` being in
 * both. */
static PixelRect damage_of(const Stack *shown, const Stack *stack, int same)
{
    PixelRect box = {INT_MAX, INT_MAX, INT_MIN, INT_MIN};
    int last = agreeing_last(shown, stack, same);
    widen(&box, shown, same, shown->count - last);
    widen(&box, stack, same, stack->count - last);
    return box;
}

/* Adds a tile to works if it differs. A ground goes when what it holds has changed, and grows when
 * enough more stands still: then all of the tile is painted, for the copy. */
static int add_work(Repaint *repaint, const Told *now, int tile, TileWork *works, int count)
{
    Stack stack = stack_of(now, tile), shown = {.count = 0};
    int same = 0, *grounded = &repaint->grounded[tile];
    if (repaint->is_known) {
        shown = stack_of(&repaint->told[!repaint->now], tile);
        same = agreeing(&shown, &stack);
        if (same == shown.count && same == stack.count)
            return count;
    }
    PixelRect area = tiles_area(now->tiles, tile);
    int have = *grounded <= same ? *grounded : 0;
    *grounded = same - have >= GROUND_LEAST && repaint->grounds ? same : have;
    TileWork *work = &works[count];
    *work = (TileWork){.tile = tile, .have = have, .want = *grounded, .damage = area};
    if (repaint->grounds)
        work->ground = repaint->grounds + (size_t)tile * TILE_PIXELS;
    if (repaint->is_known && work->want == have)
        work->damage =
            sheet_whole_lines(area, pixel_rect_meet(damage_of(&shown, &stack, same), area));
    return count + 1;
}

/* Neighbours in a row that were painted at the same height are one area. */
static const Repainted *areas_of(Arena *arena, const TileWork *works, int works_count, int *count)
{
    Repainted *areas = ARENA_ARRAY(arena, Repainted, works_count + 1);
    *count = 0;
    for (int i = 0; i < works_count; i++) {
        PixelRect r = works[i].damage;
        Repainted *last = *count ? &areas[*count - 1] : NULL;
        if (last && last->x + last->width == r.x0 && last->y == r.y0 && last->height == r.y1 - r.y0)
            last->width += r.x1 - r.x0;
        else
            areas[(*count)++] = (Repainted){r.x0, r.y0, r.x1 - r.x0, r.y1 - r.y0};
    }
    return areas;
}

static const Repainted *paint_wholly(Repaint *repaint, const Canvas *canvas, const Scene *scene,
                                     GlyphSource *glyphs, int threads, int *count)
{
    canvas_paint(canvas, scene, glyphs, threads);
    repaint->is_known = false;
    Repainted *whole = ARENA_NEW(repaint->told[repaint->now].arena, Repainted);
    *whole = (Repainted){0, 0, canvas->width, canvas->height};
    *count = 1;
    return whole;
}

/* The arena of the frame before the last one, emptied. */
static Arena *next_arena(Repaint *repaint)
{
    repaint->now = !repaint->now;
    Arena *arena = repaint->told[repaint->now].arena;
    size_t used = arena_used_bytes(arena);
    arena_reset(arena);
    arena_trim(arena, 2 * used);
    return arena;
}

/* Has the glyphs fetched that are going to be painted. */
static void place_texts(const Told *now, const TileWork *works, int count)
{
    for (int i = 0; i < count; i++) {
        Stack stack = stack_of(now, works[i].tile);
        for (int k = works[i].have; k < stack.count; k++) {
            PaintOp *op = &now->plan->ops[stack.ops[k]];
            if (!pixel_rect_is_empty(pixel_rect_meet(op->area, works[i].damage)))
                paint_plan_place(now->plan, op);
        }
    }
}

const Repainted *repaint_scene(Repaint *repaint, const Canvas *canvas, const Scene *scene,
                               GlyphSource *glyphs, int threads, int *count)
{
    Arena *arena = next_arena(repaint);
    if (scene->background >> 24 != 255)
        return paint_wholly(repaint, canvas, scene, glyphs, threads, count);
    const Told *before = &repaint->told[!repaint->now];
    repaint->is_known &= repaint->glyphs == glyphs && before->background == scene->background;
    PaintPlan *plan = paint_plan_new(arena, scene, glyphs, canvas->width, canvas->height,
                                     repaint->is_known ? before->plan : NULL);
    const Tiles *tiles = tiles_new(plan, repaint->is_known ? before->tiles : NULL);
    Told *now = &repaint->told[repaint->now];
    *now = (Told){arena, plan, tiles, scene->background};
    fit(repaint, canvas, tiles->count);
    TileWork *works = ARENA_ARRAY(arena, TileWork, tiles->count + 1);
    int works_count = 0;
    for (int i = 0; i < tiles->count; i++)
        works_count = add_work(repaint, now, i, works, works_count);
    place_texts(now, works, works_count);
    paint_tiles(canvas, plan, tiles, scene->background, works, works_count,
                works_count > FEW_TILES ? threads : 1);
    repaint->glyphs = glyphs;
    repaint->is_known = true;
    return areas_of(arena, works, works_count, count);
}
