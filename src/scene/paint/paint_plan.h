/* PaintPlan: a scene reduced to what the canvas has to do. Places are whole pixels, clips are applied,
 * glyphs are fetched and the invisible is gone; nothing in it changes while it is painted. */
#ifndef TILESTEP_SCENE_PAINT_PAINT_PLAN_H
#define TILESTEP_SCENE_PAINT_PAINT_PLAN_H

#include "scene/paint/raster.h"
#include "scene/paint/stroke.h"

enum { FARTHEST_PX = 1 << 22 }; /* places beyond are moved here */

typedef struct PlacedGlyph {
    const Glyph *glyph;
    int x, y; /* of the bitmap's corner */
} PlacedGlyph;

typedef struct PaintOp {
    const Shape *shape;
    PixelRect area;       /* where it may paint */
    PixelRect rect;       /* the shape's own rectangle in whole pixels */
    const Stroke *stroke; /* of a line or an arrow */
    int first_glyph, glyph_count;
} PaintOp;

typedef struct PaintPlan {
    Arena *arena;
    GlyphSource *source;
    PixelRect whole; /* the canvas */
    PaintOp *ops;
    int op_count;
    PlacedGlyph *glyphs;
    int glyph_count, glyph_capacity;
    PixelRect *clips; /* the last one is in force */
    int clip_count, clip_capacity;
} PaintPlan;

/* In the arena; the scene and the glyph source must outlive it. */
PaintPlan *paint_plan_new(Arena *arena, const Scene *scene, GlyphSource *source, int width,
                          int height);

#endif
