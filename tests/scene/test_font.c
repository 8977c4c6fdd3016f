/* The built-in font: which characters it has, that each looks like no other, and its metrics. */
#include "base/text/utf8.h"
#include "scene/paint/canvas.h"
#include "scene/text/glyph.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static Arena *arena;
static GlyphSource *glyphs;

static int start(void **state)
{
    arena = arena_new();
    glyphs = glyph_builtin(arena);
    return 0;
}

static int end(void **state)
{
    arena_free(arena);
    return 0;
}

static const Glyph *glyph_of(uint32_t code, int px)
{
    return glyphs->get(glyphs->context, FONT_CODE, px, code);
}

static bool same(const Glyph *a, const Glyph *b)
{
    return a->width == b->width && a->height == b->height && a->left == b->left &&
           a->top == b->top &&
           memcmp(a->coverage, b->coverage, (size_t)a->stride * (size_t)a->height) == 0;
}

static void test_has_ascii_and_the_signs(void **state)
{
    const char *signs = "×·→←−≤≥≠²³½…—“”’Σ⌈⌉✓▶", *stop = signs + strlen(signs);
    for (uint32_t code = 32; code < 127; code++)
        assert_true(glyphs->has(glyphs->context, FONT_UI, code));
    while (signs < stop)
        assert_true(glyphs->has(glyphs->context, FONT_UI, utf8_next(&signs, stop)));
    assert_false(glyphs->has(glyphs->context, FONT_UI, 0x4e2d));
}

static void test_ascii_glyphs_differ_at_every_size(void **state)
{
    for (int px = 10; px <= 40; px += 3)
        for (uint32_t a = 33; a < 127; a++)
            for (uint32_t b = a + 1; b < 127; b++)
                if (same(glyph_of(a, px), glyph_of(b, px)))
                    fail_msg("%c and %c look alike at %d px", (int)a, (int)b, px);
}

static void test_unknown_is_a_box(void **state)
{
    assert_true(same(glyph_of(0x2abc, 14), glyph_of(0x10ffff, 14)));
    assert_true(glyph_of(0x2abc, 14)->width > 0);
    assert_true(glyph_of(0x4e2d, 14)->advance == 14); /* Chinese is a square */
}

static void test_is_monospaced(void **state)
{
    for (int px = 1; px < 80; px++)
        for (uint32_t code = 32; code < 127; code++)
            assert_true(glyph_of(code, px)->advance == glyph_of('0', px)->advance);
}

static void test_bitmaps_keep_the_contract(void **state)
{
    for (int px = -3; px < 250; px += 23)
        for (uint32_t code = 32; code < 127; code++) {
            const Glyph *glyph = glyph_of(code, px);
            assert_true(glyph->stride % 4 == 0 && glyph->stride >= glyph->width);
            for (int y = 0; y < glyph->height; y++)
                for (int x = glyph->width; x < glyph->stride; x++)
                    assert_int_equal(glyph->coverage[y * glyph->stride + x], 0);
        }
}

static void test_widths_add_up(void **state)
{
    TextMetrics *metrics = glyph_metrics(arena, glyphs);
    float one = metrics->width(metrics->context, FONT_UI, 20, "m", 1);
    assert_true(one == 12);
    assert_true(metrics->width(metrics->context, FONT_UI, 20, "mm mm", 5) == 5 * one);
    assert_true(metrics->width(metrics->context, FONT_UI, 20, "\tm", 2) == 5 * one);
    assert_true(metrics->width(metrics->context, FONT_UI, 20, "\x01\n", 2) == 0);
    assert_true(metrics->width(metrics->context, FONT_UI, 0, "mm", 2) == 0);
    assert_true(metrics->width(metrics->context, FONT_UI, 20, "", 0) == 0);
}

typedef struct Counting {
    GlyphSource *glyphs;
    int asked;
} Counting;

static const Glyph *count_and_get(void *context, FontRole font, int font_px, uint32_t codepoint)
{
    Counting *counting = context;
    counting->asked++;
    return counting->glyphs->get(counting->glyphs->context, font, font_px, codepoint);
}

static void test_a_width_is_asked_once(void **state)
{
    static const int sizes[] = {-1, 0, 7, 20, 255, 256, 1000};
    static const char text[] = "a row of M\t\x01\xe2\x88\x9e\xe4\xb8\xad";
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Counting counting = {glyphs, 0};
        GlyphSource source = {&counting, count_and_get, glyphs->has};
        TextMetrics *kept = glyph_metrics(arena, &source), *fresh = glyph_metrics(arena, glyphs);
        float first = kept->width(kept->context, FONT_CODE, sizes[i], text, strlen(text));
        int asked = counting.asked;
        float second = kept->width(kept->context, FONT_CODE, sizes[i], text, strlen(text));
        assert_true(first == second);
        assert_true(first == fresh->width(fresh->context, FONT_CODE, sizes[i], text, strlen(text)));
        assert_true(sizes[i] > 255 || counting.asked - asked <= 2); /* what is not in ASCII */
        assert_true(kept->width(kept->context, FONT_UI, sizes[i], "M", 1) ==
                    fresh->width(fresh->context, FONT_UI, sizes[i], "M", 1));
    }
}

static void test_what_is_measured_is_not_drawn(void **state)
{
    Counting counting = {glyphs, 0};
    GlyphSource source = {&counting, count_and_get, glyphs->has, glyphs->advance};
    TextMetrics *metrics = glyph_metrics(arena, &source);
    assert_true(metrics->width(metrics->context, FONT_UI, 20, "M\xe4\xb8\xad", 4) == 12 + 20);
    assert_int_equal(counting.asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_has_ascii_and_the_signs, start, end),
        cmocka_unit_test_setup_teardown(test_ascii_glyphs_differ_at_every_size, start, end),
        cmocka_unit_test_setup_teardown(test_unknown_is_a_box, start, end),
        cmocka_unit_test_setup_teardown(test_is_monospaced, start, end),
        cmocka_unit_test_setup_teardown(test_bitmaps_keep_the_contract, start, end),
        cmocka_unit_test_setup_teardown(test_widths_add_up, start, end),
        cmocka_unit_test_setup_teardown(test_a_width_is_asked_once, start, end),
        cmocka_unit_test_setup_teardown(test_what_is_measured_is_not_drawn, start, end),
    };
    return cmocka_run_group_tests_name("font", tests, NULL, NULL);
}
