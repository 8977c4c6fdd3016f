/* Letters: where their pictures come from, how wide they are, and the cache of them by (role, size,
 * character) that the sources share.
 *
 * Sizes are pixels of an em, characters are Unicode code points. Fetching may draw a glyph and
 * write to a cache, so a source is asked by one thread only; the glyphs themselves never change
 * after that, and any thread may read them. */
#pragma once

#include "scene/scene.h"

/* One glyph: coverage 0..255, height rows of stride bytes each. In glyphs that a source gives out
 * stride is a multiple of 4 and the bytes beyond width are 0. left and top place the bitmap
 * relative to the pen on the baseline (top upwards); advance is how far the pen moves, in pixels,
 * and adds up along a line. */
typedef struct Glyph {
    const uint8_t *coverage;
    int width, height, stride; /* width and height are 0 without ink */
    int left, top;
    float advance;
} Glyph;

/* Where glyphs come from: the real fonts (app/font_sdl.c) or the built-in one. The glyphs stay
 * valid while the source lives, but for real fonts, which may forget all of them between two frames
 * (fonts_trim in app/app.h). */
typedef struct GlyphSource {
    void *context;
    /* Never NULL: an unknown character is a box. */
    const Glyph *(*get)(void *context, FontRole font, int font_px, uint32_t codepoint);
    /* Whether the character has a picture of its own rather than that box. */
    bool (*has)(void *context, FontRole font, uint32_t codepoint);
    /* The advance of what get gives, without drawing it. NULL: get has to be asked. */
    float (*advance)(void *context, FontRole font, int font_px, uint32_t codepoint);
} GlyphSource;

/* The built-in bitmap font: ASCII and the few signs that the English texts use, the same for both
 * roles, drawn anew for each size from 4 to 200 pixels (others take the nearest). Needs no files.
 * Lives in the arena, as do its glyphs. */
GlyphSource *glyph_builtin(Arena *arena);

/* Metrics that agree with a glyph source, which must outlive them; in the arena, where they keep
 * what they have measured. A tab is four spaces wide. */
TextMetrics *glyph_metrics(Arena *arena, GlyphSource *glyphs);
/* Whether Chinese can be written: a character that every font for it has is among them. */
bool glyph_has_chinese(GlyphSource *glyphs);

/* Glyphs that a source has drawn already. */
typedef struct GlyphCache GlyphCache;

/* Lives in the arena and allocates glyphs from it. */
GlyphCache *glyph_cache_new(Arena *arena);

/* NULL when the glyph has not been added. */
const Glyph *glyph_cache_find(const GlyphCache *cache, FontRole font, int font_px,
                              uint32_t codepoint);

/* Keeps a copy of glyph and its coverage, trimmed to its ink; returns the copy. Only for a glyph
 * that glyph_cache_find does not know. */
const Glyph *glyph_cache_add(GlyphCache *cache, FontRole font, int font_px, uint32_t codepoint,
                             const Glyph *glyph);

/* The glyph to paint for a character and, in *advance, how far the pen moves. NULL for what has no
 * ink of its own: a space, a tab (four spaces wide), control and zero-width characters (no width).
 * Measuring and painting both ask here, so they agree. */
const Glyph *glyph_place(GlyphSource *source, FontRole font, int font_px, uint32_t codepoint,
                         float *advance);

/* Whether a character fills a square, as Chinese ones do. */
bool glyph_is_wide(uint32_t codepoint);
