/* Repaint: paints a canvas that shows the last scene already, and only where the next one differs.
 * The pixels are those that canvas_paint would leave. */
#ifndef TILESTEP_SCENE_PAINT_REPAINT_H
#define TILESTEP_SCENE_PAINT_REPAINT_H

#include "scene/paint/canvas.h"

/* What a canvas shows, a hash for each of its tiles. */
typedef struct Repaint Repaint;

/* Whole pixels of the canvas that have been painted. */
typedef struct Repainted {
    int x, y, width, height;
} Repainted;

/* The caller frees it with repaint_free; NULL is allowed there. */
Repaint *repaint_new(void);
void repaint_free(Repaint *repaint);

/* The canvas has other pixels now: the next scene is painted wholly. */
void repaint_forget(Repaint *repaint);

/* As canvas_paint. Nobody else writes the pixels between two calls; a canvas of another place or
 * size, another glyph source and a background that is not opaque are painted wholly. Returns the
 * areas that were painted, *count of them, none meeting another; they live until the next call. */
const Repainted *repaint_scene(Repaint *repaint, const Canvas *canvas, const Scene *scene,
                               GlyphSource *glyphs, int threads, int *count);

#endif
