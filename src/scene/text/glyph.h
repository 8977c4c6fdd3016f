/* Glyphs by (role, size, character): the cache that the glyph sources share. */
#ifndef TILESTEP_SCENE_TEXT_GLYPH_H
#define TILESTEP_SCENE_TEXT_GLYPH_H

#include "scene/paint/canvas.h"

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
