/* Canvas: paints a Scene on the CPU into 32-bit pixels, 0x00RRGGBB in native byte order. With the
 * same glyphs the pixels are the same on every machine and for any number of threads. */
#pragma once

#include "base/phrase.h"
#include "scene/scene.h"
#include "scene/text/glyph.h"

/* Pixels that somebody else owns; whoever paints may keep the pointer no longer than told here. */
typedef struct Canvas {
    uint32_t *pixels;  /* row by row from the top left */
    int width, height; /* in pixels */
    int stride;        /* pixels from row to row, width or more */
} Canvas;

/* Paints the whole scene and returns when all of it is there; what lies beyond the canvas is cut
 * off. threads counts the calling one: 1 or more, of which at most 64 are used. A background of
 * alpha 0 leaves what is there, so that one scene can be laid over another. Glyphs are fetched from
 * the calling thread only. */
void canvas_paint(const Canvas *canvas, const Scene *scene, GlyphSource *glyphs, int threads);

/* The heavy picture that `tilestep bench` times: 12,288 numbers, 5,000 rectangles and 200 arrows,
 * which alone lie elsewhere in each frame. The same frame gives the same picture. In the arena. */
Scene *canvas_bench_scene(Arena *arena, int width, int height, const TextMetrics *metrics,
                          uint32_t frame);

/* Writes canvas as a PNG of 8 bits a channel, without alpha, to path; the file appears whole or not
 * at all. false and *reason (from arena) on failure, an empty canvas included. */
bool canvas_write_png(Arena *arena, const Canvas *canvas, const char *path, const Phrase **reason);
