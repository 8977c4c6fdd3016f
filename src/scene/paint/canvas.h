/* Canvas: paints a Scene on the CPU into 32-bit pixels, 0x00RRGGBB in native order. Pixels are the
 * same on every machine and for any number of threads. */
#ifndef TILESTEP_SCENE_PAINT_CANVAS_H
#define TILESTEP_SCENE_PAINT_CANVAS_H

#include "base/phrase.h"
#include "scene/scene.h"

/* One glyph: coverage 0..255, stride bytes a row, where stride is a multiple of 4 and the bytes
 * beyond width are 0. left and top place its bitmap relative to the pen on the baseline (top
 * upwards); advance is in pixels and adds up along a line. */
typedef struct Glyph {
    const uint8_t *coverage;
    int width, height, stride;
    int left, top;
    float advance;
} Glyph;

/* Where glyphs come from: the real fonts (app/font_sdl.c) or the built-in one. get never fails: an
 * unknown character is a box. The glyph stays valid while the source lives. */
typedef struct GlyphSource {
    void *context;
    const Glyph *(*get)(void *context, FontRole font, int font_px, uint32_t codepoint);
    bool (*has)(void *context, FontRole font, uint32_t codepoint);
} GlyphSource;

/* The built-in bitmap font: ASCII and the few signs that the English texts use, at any size. Needs
 * no files. Lives in the arena. */
GlyphSource *glyph_builtin(Arena *arena);

/* Metrics that agree with a glyph source. A tab is four spaces wide. */
TextMetrics *glyph_metrics(Arena *arena, GlyphSource *glyphs);
/* Whether Chinese can be written: a character that every font for it has is among them. */
bool glyph_has_chinese(GlyphSource *glyphs);

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

/* Decodes one UTF-8 character at *text (before end) and moves past it; bad bytes give U+FFFD. */
uint32_t utf8_next(const char **text, const char *end);

#endif
