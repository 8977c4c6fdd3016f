/* The fonts of the browser as a source of glyphs; what they lack comes from the built-in font. */
#pragma once

#include "scene/text/glyph.h"

typedef struct PageFonts PageFonts;

/* Lives in the arena. is_plain: the built-in font alone, for tests. */
PageFonts *page_fonts_new(Arena *arena, bool is_plain);
GlyphSource *page_fonts_glyphs(PageFonts *fonts);
/* Between two frames: forgets all glyphs if they have become many; true if it has. */
bool page_fonts_trim(PageFonts *fonts);
void page_fonts_free(PageFonts *fonts);
