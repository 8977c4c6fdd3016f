/* A glyph is asked of the browser once a size. */
#include "web/fonts.h"
#include "web/host.h"

#include <stdlib.h>

enum { PX_LEAST = 4, PX_MOST = 200, SIDE = 3 * PX_MOST, GLYPHS_MOST_BYTES = 8 << 20 };

struct PageFonts {
    Arena *glyphs;
    GlyphCache *cache;
    GlyphSource source, *builtin;
    bool is_plain;
    uint8_t coverage[SIDE * SIDE];
};

static const Glyph *get(void *context, FontRole font, int px, uint32_t codepoint)
{
    PageFonts *fonts = context;
    HostGlyph drawn = {0};
    px = px < PX_LEAST ? PX_LEAST : px > PX_MOST ? PX_MOST : px;
    const Glyph *known = glyph_cache_find(fonts->cache, font, px, codepoint);
    if (known)
        return known;
    if (fonts->is_plain || !host_glyph((int)font, px, codepoint, fonts->coverage, SIDE, &drawn))
        return glyph_cache_add(fonts->cache, font, px, codepoint,
                               fonts->builtin->get(fonts->builtin->context, font, px, codepoint));
    const Glyph glyph = {.coverage = fonts->coverage,
                         .width = drawn.width,
                         .height = drawn.height,
                         .stride = drawn.width,
                         .left = drawn.left,
                         .top = drawn.top,
                         .advance = drawn.advance};
    return glyph_cache_add(fonts->cache, font, px, codepoint, &glyph);
}

static bool has(void *context, FontRole font, uint32_t codepoint)
{
    PageFonts *fonts = context;
    return (!fonts->is_plain && host_has_glyph((int)font, codepoint)) ||
           fonts->builtin->has(fonts->builtin->context, font, codepoint);
}

static void start_glyphs(PageFonts *fonts)
{
    fonts->cache = glyph_cache_new(fonts->glyphs);
    fonts->builtin = glyph_builtin(fonts->glyphs);
}

PageFonts *page_fonts_new(Arena *arena, bool is_plain)
{
    PageFonts *fonts = ARENA_NEW(arena, PageFonts);
    fonts->glyphs = arena_new();
    fonts->is_plain = is_plain;
    fonts->source = (GlyphSource){fonts, get, has};
    start_glyphs(fonts);
    return fonts;
}

GlyphSource *page_fonts_glyphs(PageFonts *fonts)
{
    return fonts->is_plain ? fonts->builtin : &fonts->source;
}

bool page_fonts_trim(PageFonts *fonts)
{
    bool is_full = !fonts->is_plain && arena_used_bytes(fonts->glyphs) > GLYPHS_MOST_BYTES;
    if (!is_full)
        return false;
    arena_reset(fonts->glyphs);
    start_glyphs(fonts);
    return true;
}

void page_fonts_free(PageFonts *fonts)
{
    arena_free(fonts->glyphs);
}
