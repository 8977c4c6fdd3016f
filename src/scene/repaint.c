/* Only what differs is painted. The canvas is cut into tiles; a tile's hash is that of all operations
 * that reach it, in paint order. A tile whose hash is that of the last frame has its pixels already,
 * for a pixel follows from the operations over it alone. */
#include "scene/repaint.h"
#include "base/hash.h"
#include "scene/paint.h"

#include <stdlib.h>
#include <string.h>

enum { TILE_WIDTH = 128, TILE_HEIGHT = 32, FEW_TILES = 16 };

struct Repaint {
    Arena *arena, *frame; /* frame: plan, rows and areas of one call */
    Canvas canvas;
    const GlyphSource *glyphs;
    uint64_t *shown, *wanted;
    int columns, rows;
    bool is_known; /* the canvas shows what shown tells */
};

Repaint *repaint_new(void)
{
    Arena *arena = arena_new();
    Repaint *repaint = ARENA_NEW(arena, Repaint);
    repaint->arena = arena;
    repaint->frame = arena_new();
    return repaint;
}

void repaint_free(Repaint *repaint)
{
    if (!repaint)
        return;
    free(repaint->shown);
    free(repaint->wanted);
    arena_free(repaint->frame);
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

/* Room for the hashes of a canvas; false without memory. */
static bool fit(Repaint *repaint, const Canvas *canvas)
{
    if (repaint->shown && repaint->wanted && is_same_canvas(&repaint->canvas, canvas))
        return true;
    free(repaint->shown);
    free(repaint->wanted);
    repaint->columns = (canvas->width + TILE_WIDTH - 1) / TILE_WIDTH;
    repaint->rows = (canvas->height + TILE_HEIGHT - 1) / TILE_HEIGHT;
    size_t tiles = (size_t)repaint->columns * (size_t)repaint->rows;
    repaint->shown = calloc(tiles + 1, sizeof *repaint->shown);
    repaint->wanted = calloc(tiles + 1, sizeof *repaint->wanted);
    repaint->canvas = *canvas;
    repaint->is_known = false;
    return repaint->shown && repaint->wanted;
}

/* All that an operation's pixels follow from. Of glyphs that is what they stand for: a source may
 * move them. */
static uint64_t hash_of(const PaintOp *op)
{
    const Shape *shape = op->shape;
    const struct {
        PixelRect area;
        Rect rect;
        float radius, stroke_width;
        Colour fill, stroke;
        int32_t kind, dashed, font, font_px;
    } told = {.area = op->area,
              .rect = shape->rect,
              .radius = shape->radius,
              .stroke_width = shape->stroke_width,
              .fill = shape->fill,
              .stroke = shape->stroke,
              .kind = (int32_t)shape->kind,
              .dashed = shape->dashed,
              .font = (int32_t)shape->font,
              .font_px = shape->font_px};
    uint64_t hash = hash_bytes(HASH_START, &told, sizeof told);
    return shape->kind == SHAPE_TEXT ? hash_bytes(hash, shape->text, strlen(shape->text)) : hash;
}

static void add_op(Repaint *repaint, const PaintOp *op)
{
    uint64_t hash = hash_of(op);
    for (int y = op->area.y0 / TILE_HEIGHT; y * TILE_HEIGHT < op->area.y1; y++) {
        uint64_t *row = repaint->wanted + (size_t)y * (size_t)repaint->columns;
        for (int x = op->area.x0 / TILE_WIDTH; x * TILE_WIDTH < op->area.x1; x++)
            row[x] = hash_u64(row[x], hash);
    }
}

static int hash_tiles(Repaint *repaint, const PaintPlan *plan, Colour background)
{
    int tiles = repaint->columns * repaint->rows, changed = 0;
    for (int i = 0; i < tiles; i++)
        repaint->wanted[i] = hash_u64(HASH_START, background);
    for (int i = 0; i < plan->op_count; i++)
        add_op(repaint, &plan->ops[i]);
    for (int i = 0; i < tiles; i++)
        changed += !repaint->is_known || repaint->wanted[i] != repaint->shown[i];
    return changed;
}

static bool is_changed(const Repaint *repaint, int x, int y)
{
    size_t tile = (size_t)y * (size_t)repaint->columns + (size_t)x;
    return !repaint->is_known || repaint->wanted[tile] != repaint->shown[tile];
}

/* Neighbours that changed become one area; returns how many there are in a row of tiles. */
static int areas_of_row(const Repaint *repaint, int y, PixelRect *areas)
{
    int count = 0, y0 = y * TILE_HEIGHT;
    for (int x = 0; x < repaint->columns; x++) {
        if (!is_changed(repaint, x, y))
            continue;
        int x0 = x * TILE_WIDTH;
        while (x + 1 < repaint->columns && is_changed(repaint, x + 1, y))
            x++;
        PixelRect area = {x0, y0, (x + 1) * TILE_WIDTH, y0 + TILE_HEIGHT};
        PixelRect whole = {0, 0, repaint->canvas.width, repaint->canvas.height};
        areas[count++] = pixel_rect_meet(area, whole);
    }
    return count;
}

typedef struct Damage {
    PaintRow *rows;
    PixelRect *areas;
    int row_count, area_count;
} Damage;

static Damage damage_of(const Repaint *repaint, int changed)
{
    Damage damage = {.rows = ARENA_ARRAY(repaint->frame, PaintRow, repaint->rows + 1),
                     .areas = ARENA_ARRAY(repaint->frame, PixelRect, changed + 1)};
    for (int y = 0; y < repaint->rows; y++) {
        PixelRect *areas = damage.areas + damage.area_count;
        int count = areas_of_row(repaint, y, areas);
        if (count == 0)
            continue;
        PixelRect bounds = {areas[0].x0, areas[0].y0, areas[count - 1].x1, areas[0].y1};
        damage.rows[damage.row_count++] = (PaintRow){bounds, areas, count};
        damage.area_count += count;
    }
    return damage;
}

static const Repainted *repainted(Arena *arena, const Damage *damage)
{
    Repainted *result = ARENA_ARRAY(arena, Repainted, damage->area_count + 1);
    for (int i = 0; i < damage->area_count; i++) {
        PixelRect r = damage->areas[i];
        result[i] = (Repainted){r.x0, r.y0, r.x1 - r.x0, r.y1 - r.y0};
    }
    return result;
}

static const Repainted *paint_wholly(Repaint *repaint, const Canvas *canvas, const Scene *scene,
                                     GlyphSource *glyphs, int threads, int *count)
{
    canvas_paint(canvas, scene, glyphs, threads);
    repaint->is_known = false;
    Repainted *whole = ARENA_NEW(repaint->frame, Repainted);
    *whole = (Repainted){0, 0, canvas->width, canvas->height};
    *count = 1;
    return whole;
}

const Repainted *repaint_scene(Repaint *repaint, const Canvas *canvas, const Scene *scene,
                               GlyphSource *glyphs, int threads, int *count)
{
    size_t used = arena_used_bytes(repaint->frame);
    arena_reset(repaint->frame);
    arena_trim(repaint->frame, 2 * used);
    if (!fit(repaint, canvas) || scene->background >> 24 != 255)
        return paint_wholly(repaint, canvas, scene, glyphs, threads, count);
    repaint->is_known &= repaint->glyphs == glyphs;
    const PaintPlan *plan =
        paint_plan_new(repaint->frame, scene, glyphs, canvas->width, canvas->height);
    int changed = hash_tiles(repaint, plan, scene->background);
    Damage damage = damage_of(repaint, changed);
    paint_rows(canvas, plan, scene->background, damage.rows, damage.row_count,
               changed > FEW_TILES ? threads : 1);
    uint64_t *wanted = repaint->wanted;
    repaint->wanted = repaint->shown;
    repaint->shown = wanted;
    repaint->glyphs = glyphs;
    repaint->is_known = true;
    *count = damage.area_count;
    return repainted(repaint->frame, &damage);
}
