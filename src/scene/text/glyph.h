/* Letters: where their pictures come from, how wide they are, and the cache of them by (role, size,
 * character) that the sources share. */
#ifndef TILESTEP_SCENE_TEXT_GLYPH_H
#define TILESTEP_SCENE_TEXT_GLYPH_H

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

/* Decodes one UTF-8 character at *text (before end) and moves past it; bad bytes give U+FFFD. */
uint32_t utf8_next(const char **text, const char *end);

typedef struct GlyphCache GlyphCache;

/* Lives in the arena and allocates glyphs from it. */
GlyphCache *glyph_cache_new(Arena *arena);

/* NULL when the glyph has not been added. */
const Glyph *glyph_cache_find(const GlyphCache *cache, FontRole font, int font_px,
                              uint32_t codepoint);

/* Keeps a copy of glyph and its coverage, trimmed to its ink; returns the copy. */
const Glyph *glyph_cache_add(GlyphCache *cache, FontRole font, int font_px, uint32_t codepoint,
                             const Glyph *glyph);

/* The glyph to paint for a character and, in *advance, how far the pen moves. NULL for what has no
 * ink of its own: a tab is four spaces, control and zero-width characters are nothing. */
const Glyph *glyph_place(GlyphSource *source, FontRole font, int font_px, uint32_t codepoint,
                         float *advance);

/* Whether a character fills a square, as Chinese ones do. */
bool glyph_is_wide(uint32_t codepoint);

#endif
