/* Fonts in a build without SDL2_ttf and fontconfig: the built-in font, and a note that says so. */
#include "app/app.h"

struct Fonts {
    Arena *arena;
    GlyphSource *source;
};

static const char *const note_text[LANGUAGE_COUNT] = {
    "built without fonts: the built-in font is used, without Chinese; install "
    "libsdl2-ttf-dev and libfontconfig-dev and build again",
    "构建时没有字体支持：使用内置字体，不含中文；请安装 libsdl2-ttf-dev 和 libfontconfig-dev "
    "后重新构建"};

const char *fonts_note(const Fonts *fonts, Language language)
{
    (void)fonts;
    return note_text[language];
}

Fonts *fonts_open(const char *font_dir, Language language, const char **note)
{
    Arena *arena = arena_new();
    Fonts *fonts = ARENA_NEW(arena, Fonts);
    (void)font_dir;
    *fonts = (Fonts){arena, glyph_builtin(arena)};
    if (note)
        *note = note_text[language];
    return fonts;
}

GlyphSource *fonts_glyphs(Fonts *fonts)
{
    return fonts->source;
}

/* The built-in glyphs are few: whole multiples of one size. */
void fonts_trim(Fonts *fonts)
{
    (void)fonts;
}

void fonts_close(Fonts *fonts)
{
    if (fonts)
        arena_free(fonts->arena);
}
