/* Repaint: paints a canvas that shows the last scene already, and only where the next one differs.
 * The pixels are those that canvas_paint would leave. One Repaint belongs to one canvas and is used
 * by one thread at a time. */
#pragma once

#include "scene/paint/canvas.h"

/* What a canvas shows: for each of its tiles the hashes of the operations that painted it, and a
 * copy of what lies under those that change (the ground, scene/paint/paint.h). */
typedef struct Repaint Repaint;

/* A rectangle of the canvas that has been painted, in whole pixels. */
typedef struct Repainted {
    int x, y, width, height;
} Repainted;

/* Knows nothing of any canvas yet: the first scene is painted wholly. The caller frees it with
 * repaint_free; NULL is allowed there. */
Repaint *repaint_new(void);
void repaint_free(Repaint *repaint);

/* Tells that somebody else has written to the canvas, or that the source draws other glyphs now:
 * the next scene is painted wholly. */
void repaint_forget(Repaint *repaint);

/* As canvas_paint. Nobody else may write the pixels between two calls. All of the canvas is painted
 * if it is another one than before (other memory, size or stride), if the glyph source or the
 * background is another, and always under a background that is not opaque. Returns the areas that
 * were painted, *count of them, none meeting another; none if nothing has changed. They live until
 * the next call. */
const Repainted *repaint_scene(Repaint *repaint, const Canvas *canvas, const Scene *scene,
                               GlyphSource *glyphs, int threads, int *count);
