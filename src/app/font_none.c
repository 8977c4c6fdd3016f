/* Fonts in a build without SDL2_ttf and fontconfig: the built-in font, and a note that says so. */
#include "app/app.h"

struct Fonts {
    Arena *arena;
    GlyphSource *source;
};

Fonts *fonts_open(const char *font_dir, const char **note)
{
    Arena *arena = arena_new();
    Fonts *fonts = ARENA_NEW(arena, Fonts);
    (void)font_dir;
    *fonts = (Fonts){arena, glyph_builtin(arena)};
    if (note)
        *note = "built without fonts: the built-in font is used, without Chinese; install "
                "libsdl2-ttf-dev and libfontconfig-dev and build again";
    return fonts;
}

GlyphSource *fonts_glyphs(Fonts *fonts)
{
    return fonts->source;
}

void fonts_close(Fonts *fonts)
{
    if (fonts)
        arena_free(fonts->arena);
}
