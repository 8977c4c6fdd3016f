/* Real fonts: found by fontconfig, drawn by SDL_ttf, kept as coverage. SDL's video is never
 * started, so pictures can be made without a display.
 *
 * Each role has a chain of faces; a character comes from the first face that has it, else from the
 * built-in font. All faces share one baseline and are resized only when a glyph is missing. Font
 * files are mapped: FreeType looks at dozens of places of one for each glyph, each of which would
 * be a seek and a read. */
#include "app/app.h"
#include "scene/text/glyph.h"

#include <SDL_ttf.h>
#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FACE_LIMIT = 16,
    MIN_PX = 4,
    MAX_PX = 200,
    CHINESE_SAMPLE = 0x4e2d,
    SIGN_SAMPLE = 0x2264,
    GLYPHS_LEAST_BYTES = 4 << 20 /* kept in any case; a picture of 3840 x 2160 shows 2 to 3 MiB */
};

/* A font file in memory. */
typedef struct FontFile {
    void *bytes; /* NULL: it cannot be mapped */
    size_t size;
} FontFile;

typedef struct Face {
    const char *path;
    int index;
    FontFile file;
    TTF_Font *font;
    int px; /* the size it is set to */
} Face;

typedef struct Chain {
    Face *faces[FACE_LIMIT];
    int count;
} Chain;

struct Fonts {
    Arena *arena, *glyphs; /* glyphs: the cache and the built-in font, emptied now and then */
    GlyphCache *cache;
    size_t glyphs_most_bytes; /* beyond it the cache is emptied */
    bool is_fresh;            /* it was emptied before the last picture */
    GlyphSource source, *builtin;
    Face faces[FACE_LIMIT];
    int face_count;
    Chain chains[FONT_ROLE_COUNT];
    bool started;
};

/* Where fonts are looked for; own is that of font_dir or NULL. */
typedef struct Finder {
    FcConfig *system, *own;
} Finder;

static const char *const UI_FAMILIES[] = {"DejaVu Sans", "Noto Sans CJK SC", "WenQuanYi Micro Hei",
                                          NULL};
static const char *const CODE_FAMILIES[] = {"JetBrains Mono", "DejaVu Sans Mono",
                                            "Noto Sans CJK SC", "WenQuanYi Micro Hei", NULL};

/* What may be missing, in every language. */
typedef const char *const Note[LANGUAGE_COUNT];
static Note NO_LIBRARY = {
    "SDL_ttf could not be started: the built-in font is used, without Chinese",
    "SDL_ttf 无法启动：使用内置字体，不含中文",
};
static Note NO_FONTS = {
    "no fonts found: the built-in font is used, without Chinese; install "
    "fonts-dejavu-core and fonts-noto-cjk",
    "没有找到字体：使用内置字体，不含中文；请安装 fonts-dejavu-core 和 fonts-noto-cjk",
};
static Note NO_CHINESE = {
    "no Chinese font found: install fonts-noto-cjk or fonts-wqy-microhei",
    "没有找到中文字体：请安装 fonts-noto-cjk 或 fonts-wqy-microhei",
};
static Note NO_SIGNS = {
    "DejaVu fonts not found, some signs may be missing: install fonts-dejavu-core",
    "没有找到 DejaVu 字体，某些符号可能缺失：请安装 fonts-dejavu-core",
};

/* fontconfig always answers with something: only a true match counts. */
static bool has_family(FcPattern *match, const char *family)
{
    FcChar8 *name;
    for (int i = 0; FcPatternGetString(match, FC_FAMILY, i, &name) == FcResultMatch; i++)
        if (FcStrCmpIgnoreCase(name, (const FcChar8 *)family) == 0)
            return true;
    return false;
}

static FontFile map_file(const char *path)
{
    FontFile file = {NULL, 0};
    struct stat status;
    int from = open(path, O_RDONLY | O_CLOEXEC);
    if (from >= 0 && fstat(from, &status) == 0 && status.st_size > 0 && status.st_size < INT_MAX) {
        file.size = (size_t)status.st_size;
        file.bytes = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, from, 0);
        file.bytes = file.bytes == MAP_FAILED ? NULL : file.bytes;
    }
    if (from >= 0)
        close(from);
    return file;
}

static void unmap_file(FontFile file)
{
    if (file.bytes)
        munmap(file.bytes, file.size);
}

/* NULL: there is no font, or no room for one more. */
static Face *add_face(Fonts *fonts, const char *path, int index)
{
    if (fonts->face_count == FACE_LIMIT)
        return NULL;
    FontFile file = map_file(path);
    SDL_RWops *bytes = file.bytes ? SDL_RWFromConstMem(file.bytes, (int)file.size) : NULL;
    TTF_Font *font = bytes ? TTF_OpenFontIndexRW(bytes, true, MIN_PX, index) : NULL;
    if (!font) {
        unmap_file(file);
        return NULL;
    }
    TTF_SetFontHinting(font, TTF_HINTING_LIGHT);
    TTF_SetFontKerning(font, 0);
    const char *name = arena_text(fonts->arena, path, strlen(path));
    fonts->faces[fonts->face_count] = (Face){name, index, file, font, MIN_PX};
    return &fonts->faces[fonts->face_count++];
}

static Face *face_of_pattern(Fonts *fonts, FcPattern *pattern)
{
    FcChar8 *path;
    int index = 0;
    if (FcPatternGetString(pattern, FC_FILE, 0, &path) != FcResultMatch)
        return NULL;
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index);
    index &= 0xffff;
    for (int i = 0; i < fonts->face_count; i++)
        if (fonts->faces[i].index == index && strcmp(fonts->faces[i].path, (const char *)path) == 0)
            return &fonts->faces[i];
    return add_face(fonts, (const char *)path, index);
}

static Face *find_face(Fonts *fonts, FcConfig *config, const char *family)
{
    FcResult result;
    FcPattern *wanted = FcPatternCreate();
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)family);
    FcPatternAddInteger(wanted, FC_WEIGHT, FC_WEIGHT_REGULAR);
    FcPatternAddInteger(wanted, FC_SLANT, FC_SLANT_ROMAN);
    FcConfigSubstitute(config, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcPattern *match = FcFontMatch(config, wanted, &result);
    Face *face = match && has_family(match, family) ? face_of_pattern(fonts, match) : NULL;
    if (match)
        FcPatternDestroy(match);
    FcPatternDestroy(wanted);
    return face;
}

static void chain_add(Chain *chain, Face *face)
{
    for (int i = 0; i < chain->count; i++)
        if (chain->faces[i] == face)
            return;
    if (face && chain->count < FACE_LIMIT)
        chain->faces[chain->count++] = face;
}

/* Fonts of font_dir come before the system's of the same family. */
static void fill_chain(Fonts *fonts, const Finder *finder, FontRole font,
                       const char *const *families)
{
    for (; *families; families++) {
        Face *face = finder->own ? find_face(fonts, finder->own, *families) : NULL;
        if (!face && finder->system)
            face = find_face(fonts, finder->system, *families);
        chain_add(&fonts->chains[font], face);
    }
}

/* Whatever else lies in font_dir serves for characters that the known families lack. */
static void add_other_fonts(Fonts *fonts, FcConfig *own)
{
    FcFontSet *set = FcConfigGetFonts(own, FcSetApplication);
    for (int i = 0; set && i < set->nfont; i++) {
        Face *face = face_of_pattern(fonts, set->fonts[i]);
        for (int role = 0; role < FONT_ROLE_COUNT; role++)
            chain_add(&fonts->chains[role], face);
    }
}

static Face *face_for(const Fonts *fonts, FontRole font, uint32_t codepoint)
{
    const Chain *chain = &fonts->chains[font];
    for (int i = 0; i < chain->count; i++)
        if (TTF_GlyphIsProvided32(chain->faces[i]->font, codepoint))
            return chain->faces[i];
    return NULL;
}

static void set_size(Face *face, int px)
{
    if (face->px != px && TTF_SetFontSize(face->font, px) == 0)
        face->px = px;
}

/* SDL gives white pixels whose alpha is the coverage; the surface's top is the font's ascent. */
static const Glyph *keep_surface(Fonts *fonts, SDL_Surface *surface, Glyph glyph, FontRole font,
                                 int font_px, uint32_t codepoint)
{
    Arena *scratch = arena_new();
    size_t pixels = (size_t)surface->w * (size_t)surface->h;
    uint8_t *coverage = arena_alloc(scratch, pixels + 1);
    for (int y = 0; y < surface->h; y++) {
        const uint32_t *row =
            (const uint32_t *)((const uint8_t *)surface->pixels + y * surface->pitch);
        for (int x = 0; x < surface->w; x++)
            coverage[y * surface->w + x] = (uint8_t)(row[x] >> 24);
    }
    glyph.coverage = coverage;
    glyph.width = glyph.stride = surface->w;
    glyph.height = surface->h;
    const Glyph *kept = glyph_cache_add(fonts->cache, font, font_px, codepoint, &glyph);
    arena_free(scratch);
    return kept;
}

static const Glyph *draw_glyph(Fonts *fonts, Face *face, FontRole font, int font_px,
                               uint32_t codepoint)
{
    int min_x = 0, max_x, min_y, max_y, advance = 0;
    set_size(face, font_px < MIN_PX ? MIN_PX : font_px > MAX_PX ? MAX_PX : font_px);
    TTF_GlyphMetrics32(face->font, codepoint, &min_x, &max_x, &min_y, &max_y, &advance);
    Glyph glyph = {.left = min_x < 0 ? min_x : 0,
                   .top = TTF_FontAscent(face->font),
                   .advance = (float)advance};
    SDL_Surface *surface =
        TTF_RenderGlyph32_Blended(face->font, codepoint, (SDL_Color){255, 255, 255, 255});
    if (!surface)
        return glyph_cache_add(fonts->cache, font, font_px, codepoint, &glyph);
    const Glyph *kept = keep_surface(fonts, surface, glyph, font, font_px, codepoint);
    SDL_FreeSurface(surface);
    return kept;
}

static const Glyph *fonts_get(void *context, FontRole font, int font_px, uint32_t codepoint)
{
    Fonts *fonts = context;
    const Glyph *glyph = glyph_cache_find(fonts->cache, font, font_px, codepoint);
    if (glyph)
        return glyph;
    Face *face = face_for(fonts, font, codepoint);
    if (face)
        return draw_glyph(fonts, face, font, font_px, codepoint);
    glyph = fonts->builtin->get(fonts->builtin->context, font, font_px, codepoint);
    return glyph_cache_add(fonts->cache, font, font_px, codepoint, glyph);
}

static bool fonts_has(void *context, FontRole font, uint32_t codepoint)
{
    Fonts *fonts = context;
    return face_for(fonts, font, codepoint) ||
           fonts->builtin->has(fonts->builtin->context, font, codepoint);
}

/* NULL: nothing is missing. */
static Note *note_of(const Fonts *fonts)
{
    if (!fonts->started)
        return &NO_LIBRARY;
    if (fonts->face_count == 0)
        return &NO_FONTS;
    if (!face_for(fonts, FONT_UI, CHINESE_SAMPLE) || !face_for(fonts, FONT_CODE, CHINESE_SAMPLE))
        return &NO_CHINESE;
    return face_for(fonts, FONT_UI, SIGN_SAMPLE) ? NULL : &NO_SIGNS;
}

/* Ends fontconfig again before it returns: its state belongs to the whole process. */
static void find_fonts(Fonts *fonts, const char *font_dir)
{
    Finder finder = {FcInitLoadConfigAndFonts(), font_dir ? FcInitLoadConfig() : NULL};
    if (finder.own)
        FcConfigAppFontAddDir(finder.own, (const FcChar8 *)font_dir);
    fill_chain(fonts, &finder, FONT_UI, UI_FAMILIES);
    fill_chain(fonts, &finder, FONT_CODE, CODE_FAMILIES);
    if (finder.own)
        add_other_fonts(fonts, finder.own);
    if (finder.own)
        FcConfigDestroy(finder.own);
    if (finder.system)
        FcConfigDestroy(finder.system);
    FcFini();
}

const char *fonts_note(const Fonts *fonts, Language language)
{
    Note *note = note_of(fonts);
    return note ? (*note)[language] : NULL;
}

static void start_glyphs(Fonts *fonts)
{
    fonts->cache = glyph_cache_new(fonts->glyphs);
    fonts->builtin = glyph_builtin(fonts->glyphs);
}

Fonts *fonts_open(const char *font_dir, Language language, const char **note)
{
    Arena *arena = arena_new();
    Fonts *fonts = ARENA_NEW(arena, Fonts);
    fonts->arena = arena;
    fonts->glyphs = arena_new();
    fonts->glyphs_most_bytes = GLYPHS_LEAST_BYTES;
    start_glyphs(fonts);
    fonts->source = (GlyphSource){fonts, fonts_get, fonts_has};
    fonts->started = TTF_Init() == 0;
    if (fonts->started)
        find_fonts(fonts, font_dir);
    if (note)
        *note = fonts_note(fonts, language);
    return fonts;
}

/* What the first picture after an emptying left is what a picture needs: zooming passes through
 * every size, each picture shows few. */
void fonts_trim(Fonts *fonts)
{
    size_t used = arena_used_bytes(fonts->glyphs);
    if (fonts->is_fresh)
        fonts->glyphs_most_bytes = GLYPHS_LEAST_BYTES + 2 * used;
    fonts->is_fresh = used > fonts->glyphs_most_bytes;
    if (!fonts->is_fresh)
        return;
    arena_reset(fonts->glyphs);
    arena_trim(fonts->glyphs, GLYPHS_LEAST_BYTES);
    start_glyphs(fonts);
}

GlyphSource *fonts_glyphs(Fonts *fonts)
{
    return &fonts->source;
}

void fonts_close(Fonts *fonts)
{
    if (!fonts)
        return;
    for (int i = 0; i < fonts->face_count; i++) {
        TTF_CloseFont(fonts->faces[i].font);
        unmap_file(fonts->faces[i].file);
    }
    if (fonts->started)
        TTF_Quit();
    arena_free(fonts->glyphs);
    arena_free(fonts->arena);
}
