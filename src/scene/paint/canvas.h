/* Canvas: paints a Scene on the CPU into 32-bit pixels, 0x00RRGGBB in native order. Pixels are the
 * same on every machine and for any number of threads. */
#ifndef TILESTEP_SCENE_PAINT_CANVAS_H
#define TILESTEP_SCENE_PAINT_CANVAS_H

#include "base/phrase.h"
#include "scene/scene.h"
#include "scene/text/glyph.h"

typedef struct Canvas {
    uint32_t *pixels;
    int width, height;
    int stride; /* pixels from row to row */
} Canvas;

/* Paints scene on 1 or more threads. A background of alpha 0 leaves what is there, so that one scene
 * can be laid over another. Glyphs are fetched from the calling thread only. */
void canvas_paint(const Canvas *canvas, const Scene *scene, GlyphSource *glyphs, int threads);

/* The heavy picture that `bench` times: 12,288 numbers, 5,000 rectangles and, elsewhere in each
 * turn, 200 arrows. */
Scene *canvas_bench_scene(Arena *arena, int width, int height, const TextMetrics *metrics,
                          uint32_t turn);

/* Writes canvas as PNG to path. false and *reason (from arena) on failure. */
bool canvas_write_png(Arena *arena, const Canvas *canvas, const char *path, const Phrase **reason);

#endif
