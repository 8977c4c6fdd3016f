/* The glyph cache is an open-addressed table; a glyph is
 * never dropped alone, so a pointer to one stays good while tiles are painted on other threads. */
#include "scene/text/glyph.h"

#include "base/text/utf8.h"

#include <math.h>
#include <string.h>

typedef struct Entry {
    uint64_t key; /* 0: free */
    const Glyph *glyph;
} Entry;

struct GlyphCache {
    Arena *arena;
    Entry *entries;
    uint32_t capacity, count; /* capacity is a power of two */
};

enum { START_CAPACITY = 512, TAB_SPACES = 4, ASCII_COUNT = 128, MEASURED_PX = 256 };

static uint64_t key_of(FontRole font, int font_px, uint32_t codepoint)
{
    return (uint64_t)codepoint << 32 | (uint64_t)(uint32_t)font_px << 8 | (uint64_t)font << 1 | 1;
}

static Entry *slot_of(const GlyphCache *cache, uint64_t key)
{
    uint64_t at = key * 0x9e3779b97f4a7c15u >> 32;
    while (true) {
        Entry *entry = &cache->entries[at & (cache->capacity - 1)];
        if (entry->key == key || entry->key == 0)
            return entry;
        at++;
    }
}

GlyphCache *glyph_cache_new(Arena *arena)
{
    GlyphCache *cache = ARENA_NEW(arena, GlyphCache);
    cache->arena = arena;
    cache->capacity = START_CAPACITY;
    cache->entries = ARENA_ARRAY(arena, Entry, START_CAPACITY);
    return cache;
}

const Glyph *glyph_cache_find(const GlyphCache *cache, FontRole font, int font_px,
                              uint32_t codepoint)
{
    return slot_of(cache, key_of(font, font_px, codepoint))->glyph;
}

static void grow(GlyphCache *cache)
{
    Entry *old = cache->entries;
    uint32_t old_capacity = cache->capacity;
    cache->capacity *= 2;
    cache->entries = ARENA_ARRAY(cache->arena, Entry, cache->capacity);
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i].key)
            *slot_of(cache, old[i].key) = old[i];
}

static bool row_has_ink(const Glyph *glyph, int y)
{
    for (int x = 0; x < glyph->width; x++)
        if (glyph->coverage[y * glyph->stride + x])
            return true;
    return false;
}

static bool column_has_ink(const Glyph *glyph, int x)
{
    for (int y = 0; y < glyph->height; y++)
        if (glyph->coverage[y * glyph->stride + x])
            return true;
    return false;
}

/* The same glyph without empty rows and columns at its sides. */
static Glyph trimmed(Glyph glyph)
{
    while (glyph.height > 0 && !row_has_ink(&glyph, 0)) {
        glyph.coverage += glyph.stride;
        glyph.height--;
        glyph.top--;
    }
    while (glyph.height > 0 && !row_has_ink(&glyph, glyph.height - 1))
        glyph.height--;
    if (glyph.height == 0)
        glyph.width = 0;
    while (glyph.width > 0 && !column_has_ink(&glyph, 0)) {
        glyph.coverage++;
        glyph.width--;
        glyph.left++;
    }
    while (glyph.width > 0 && !column_has_ink(&glyph, glyph.width - 1))
        glyph.width--;
    return glyph;
}

static const Glyph *padded_copy(Arena *arena, const Glyph *glyph)
{
    Glyph *copy = ARENA_NEW(arena, Glyph);
    *copy = *glyph;
    copy->stride = (glyph->width + 3) / 4 * 4;
    uint8_t *coverage = arena_alloc(arena, (size_t)copy->stride * (size_t)glyph->height + 1);
    for (int y = 0; y < glyph->height; y++)
        memcpy(coverage + y * copy->stride, glyph->coverage + y * glyph->stride,
               (size_t)glyph->width);
    copy->coverage = coverage;
    return copy;
}

const Glyph *glyph_cache_add(GlyphCache *cache, FontRole font, int font_px, uint32_t codepoint,
                             const Glyph *glyph)
{
    if (++cache->count > cache->capacity / 2)
        grow(cache);
    Glyph ink = trimmed(*glyph);
    Entry *entry = slot_of(cache, key_of(font, font_px, codepoint));
    *entry = (Entry){key_of(font, font_px, codepoint), padded_copy(cache->arena, &ink)};
    return entry->glyph;
}

static bool is_zero_width(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x200b && c <= 0x200f) || c == 0xfeff ||
           (c >= 0xfe00 && c <= 0xfe0f);
}

const Glyph *glyph_place(GlyphSource *source, FontRole font, int font_px, uint32_t codepoint,
                         float *advance)
{
    *advance = 0;
    if (font_px <= 0 || (codepoint != '\t' && is_zero_width(codepoint)))
        return NULL;
    bool tab = codepoint == '\t';
    const Glyph *glyph = source->get(source->context, font, font_px, tab ? ' ' : codepoint);
    *advance = tab ? TAB_SPACES * glyph->advance : glyph->advance;
    return tab || glyph->width == 0 ? NULL : glyph;
}

bool glyph_is_wide(uint32_t c)
{
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
           (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0xfe30 && c <= 0xfe4f) || (c >= 0xff00 && c <= 0xff60) ||
           (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
           (c >= 0x20000 && c <= 0x3fffd);
}

/* What is measured again in every frame: the advances of ASCII, by role and size. */
typedef struct Measure {
    Arena *arena;
    GlyphSource *source;
    float *advances[FONT_ROLE_COUNT][MEASURED_PX]; /* [ASCII_COUNT], NaN: not asked yet */
} Measure;

static float *advances_of(Measure *measure, FontRole font, int font_px)
{
    float **advances = &measure->advances[font][font_px];
    if (*advances)
        return *advances;
    *advances = arena_room(measure->arena, sizeof **advances, ASCII_COUNT);
    for (int i = 0; i < ASCII_COUNT; i++)
        (*advances)[i] = NAN;
    return *advances;
}

/* As of glyph_place, but nothing is drawn that is only measured, if the source can do without. */
static float advance_of(GlyphSource *source, FontRole font, int font_px, uint32_t codepoint)
{
    float advance;
    if (source->advance && font_px > 0 && !is_zero_width(codepoint))
        return source->advance(source->context, font, font_px, codepoint);
    glyph_place(source, font, font_px, codepoint, &advance);
    return advance;
}

static float width_of(void *context, FontRole font, int font_px, const char *text, size_t length)
{
    Measure *measure = context;
    bool is_kept = font_px > 0 && font_px < MEASURED_PX;
    float *kept = is_kept ? advances_of(measure, font, font_px) : NULL;
    const char *at = text, *end = text + length;
    float width = 0;
    while (at < end) {
        unsigned char byte = (unsigned char)*at;
        if (kept && byte < ASCII_COUNT && !isnan(kept[byte])) {
            width += kept[byte];
            at++;
            continue;
        }
        float advance = advance_of(measure->source, font, font_px, utf8_next(&at, end));
        if (kept && byte < ASCII_COUNT)
            kept[byte] = advance;
        width += advance;
    }
    return width;
}

bool glyph_has_chinese(GlyphSource *glyphs)
{
    static const uint32_t CHINESE_SAMPLE = 0x4e2d;
    return glyphs->has(glyphs->context, FONT_UI, CHINESE_SAMPLE);
}

TextMetrics *glyph_metrics(Arena *arena, GlyphSource *glyphs)
{
    TextMetrics *metrics = ARENA_NEW(arena, TextMetrics);
    Measure *measure = ARENA_NEW(arena, Measure);
    measure->arena = arena;
    measure->source = glyphs;
    *metrics = (TextMetrics){measure, width_of};
    return metrics;
}
