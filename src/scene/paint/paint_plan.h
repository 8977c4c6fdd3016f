/* PaintPlan: a scene reduced to what the canvas has to do. Places are whole pixels, clips are
 * applied, and what no pixel of the canvas can show is gone. Nothing in it changes while it is
 * painted, so that all threads may read it. */
#pragma once

#include "scene/paint/raster.h"
#include "scene/paint/stroke.h"

enum { FARTHEST_PX = 1 << 22 }; /* places beyond are moved here, so that an int holds them all */

typedef struct PlacedGlyph {
    const Glyph *glyph; /* owned by the glyph source */
    int x, y;           /* where the bitmap's top left pixel goes */
} PlacedGlyph;

/* One shape that is seen; clips are no operations, they have become the area. */
typedef struct PaintOp {
    const Shape *shape;           /* in the scene */
    PixelRect area;               /* where it may paint: its reach within clip and canvas */
    PixelRect rect;               /* the shape's own rectangle in whole pixels, not cut */
    const Stroke *stroke;         /* of a line or an arrow; else NULL */
    int first_glyph, glyph_count; /* of a text: which of the plan's glyphs; see paint_plan_place */
} PaintOp;

/* The tiles that an operation's area meets, in columns and rows of tiles; all included. */
typedef struct TileSpan {
    uint16_t x0, y0, x1, y1;
} TileSpan;

typedef struct PaintPlan {
    Arena *arena;
    GlyphSource *source;
    PixelRect whole;  /* the canvas */
    PaintOp *ops;     /* [op_count], in paint order */
    uint64_t *hashes; /* [op_count], of the shape and its clip, from which its pixels follow */
    TileSpan *spans;  /* [op_count] */
    int op_count;
    PlacedGlyph *glyphs; /* [glyph_count], text after text */
    int glyph_count, glyph_capacity;
    PixelRect *clips; /* while it is made: the last one is in force */
    int clip_count, clip_capacity;
    uint64_t clip_hash, hash;       /* of the clip in force, of the shape whose turn it is */
    const struct PaintPlan *before; /* while it is made */
    int before_next;                /* the op of it that is expected next */
} PaintPlan;

/* The plan of a scene for a canvas of so many pixels. In the arena; the scene and the glyph source
 * must outlive it. Fetches glyphs, which one thread at a time may do. before is the plan of the
 * last frame, with the same glyph source, or NULL: what is in both is taken from there. Of that
 * plan the scene may be gone. */
PaintPlan *paint_plan_new(Arena *arena, const Scene *scene, GlyphSource *source, int width,
                          int height, const PaintPlan *before);

/* Fetches the glyphs of an operation if they are not there yet: a text that was taken from the
 * plan before has none. To be called for whatever is going to be painted. */
void paint_plan_place(PaintPlan *plan, PaintOp *op);
