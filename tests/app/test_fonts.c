/* Fonts of this machine, whichever there are: the contract holds with all, some and none. */
#include "app/app.h"
#include "base/text/utf8.h"
#include "scene/text/glyph.h"
#include "test.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char SAMPLE[] = "Ag0 {}→≤²½中文线程，。（）\x01";

static void check_source(GlyphSource *source)
{
    const int sizes[] = {-5, 0, 1, 9, 14, 24, 90, 5000};
    for (int role = 0; role < FONT_ROLE_COUNT; role++)
        for (int i = 0; i < 8; i++) {
            const char *at = SAMPLE, *stop = SAMPLE + strlen(SAMPLE);
            while (at < stop) {
                const Glyph *glyph =
                    source->get(source->context, (FontRole)role, sizes[i], utf8_next(&at, stop));
                assert_non_null(glyph);
                assert_true(glyph->stride % 4 == 0 && glyph->stride >= glyph->width);
                assert_true(glyph->advance >= 0 && glyph->height >= 0);
                assert_true(glyph->height < 400 && glyph->width < 500);
            }
        }
}

static void test_fonts_serve_any_text(void **state)
{
    const char *note = "unset";
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    GlyphSource *source = fonts_glyphs(fonts);
    check_source(source);
    if (note) /* one line that names what to install or do */
        assert_true(strchr(note, '\n') == NULL && strlen(note) > 20);
    else
        assert_true(source->has(source->context, FONT_UI, 0x4e2d));
    assert_true(source->has(source->context, FONT_CODE, 'A'));
    fonts_close(fonts);
}

static void test_same_glyph_is_kept(void **state)
{
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, NULL);
    GlyphSource *source = fonts_glyphs(fonts);
    const Glyph *first = source->get(source->context, FONT_UI, 14, 'A');
    for (uint32_t code = 33; code < 3000; code++)
        source->get(source->context, FONT_UI, 9, code);
    assert_ptr_equal(first, source->get(source->context, FONT_UI, 14, 'A'));
    assert_true(first->width > 2 && first->height > 6);
    fonts_close(fonts);
}

static void show_sizes(Fonts *fonts, int first_px, int count)
{
    GlyphSource *source = fonts_glyphs(fonts);
    for (int px = first_px; px < first_px + count; px++)
        for (uint32_t code = 33; code < 127; code++)
            source->get(source->context, FONT_UI, px, code);
}

/* Every size in turn, as when a learner zooms in: one size is a picture. */
static void test_glyphs_of_many_sizes_are_forgotten(void **state)
{
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, NULL);
    GlyphSource *source = fonts_glyphs(fonts);
    const Glyph *first = source->get(source->context, FONT_UI, 14, 'A');
    fonts_trim(fonts);
    assert_ptr_equal(first, source->get(source->context, FONT_UI, 14, 'A'));
    size_t before = mallinfo2().uordblks, most = 0; /* 0 under a sanitizer */
    for (int px = 20; px <= 200; px++) {
        show_sizes(fonts, px, 1);
        fonts_trim(fonts);
        size_t used = mallinfo2().uordblks - before;
        most = used > most ? used : most;
    }
    assert_true(most < 12u << 20); /* 8 MiB, and over 100 if none are forgotten */
    check_source(source);
    fonts_close(fonts);
}

/* A picture of more glyphs than are kept in any case, shown again and again, is drawn at most
 * twice. */
static void test_large_pictures_keep_their_glyphs(void **state)
{
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, NULL);
    GlyphSource *source = fonts_glyphs(fonts);
    for (int picture = 0; picture < 3; picture++) {
        show_sizes(fonts, 140, 20);
        fonts_trim(fonts);
    }
    const Glyph *first = source->get(source->context, FONT_UI, 150, 'A');
    show_sizes(fonts, 140, 20);
    fonts_trim(fonts);
    assert_ptr_equal(first, source->get(source->context, FONT_UI, 150, 'A'));
    fonts_close(fonts);
}

static void test_figures_are_equally_wide(void **state)
{
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, NULL);
    GlyphSource *source = fonts_glyphs(fonts);
    for (int role = 0; role < FONT_ROLE_COUNT; role++)
        for (uint32_t digit = '0'; digit <= '9'; digit++)
            assert_true(source->get(source->context, (FontRole)role, 16, digit)->advance ==
                        source->get(source->context, (FontRole)role, 16, '0')->advance);
    fonts_close(fonts);
}

static void test_two_sets_of_fonts_at_once(void **state)
{
    Fonts *one = fonts_open(NULL, LANGUAGE_EN, NULL),
          *two = fonts_open("/nowhere", LANGUAGE_EN, NULL);
    fonts_close(one);
    check_source(fonts_glyphs(two));
    fonts_close(two);
    fonts_close(NULL);
}

/* A fontconfig that knows of no font in the system. */
static char configuration[] = "/tmp/tilestep-fonts-XXXXXX";

static int hide_fonts(void **state)
{
    static const char text[] =
        "<fontconfig><cachedir>/tmp/tilestep-test-fontconfig</cachedir></fontconfig>";
    strcpy(configuration + sizeof configuration - 7, "XXXXXX");
    int file = mkstemp(configuration);
    bool written = write(file, text, sizeof text - 1) == (ssize_t)(sizeof text - 1);
    close(file);
    setenv("FONTCONFIG_FILE", configuration, 1);
    return written ? 0 : -1;
}

static int show_fonts(void **state)
{
    unsetenv("FONTCONFIG_FILE");
    remove(configuration);
    return 0;
}

static void test_no_fonts_at_all(void **state)
{
    const char *note = NULL;
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    assert_non_null(note);
    assert_non_null(strstr(note, "install"));
    assert_non_null(strstr(fonts_note(fonts, LANGUAGE_ZH), "安装"));
    check_source(fonts_glyphs(fonts));
    GlyphSource *source = fonts_glyphs(fonts);
    assert_true(source->has(source->context, FONT_UI, 0x2264));
    assert_false(source->has(source->context, FONT_UI, 0x4e2d));
    fonts_close(fonts);
}

static void test_fonts_of_a_folder(void **state)
{
    const char *folder = "/usr/share/fonts/truetype/dejavu";
    if (access(folder, R_OK) != 0)
        skip();
    const char *note = NULL;
    Fonts *fonts = fonts_open(folder, LANGUAGE_EN, &note);
    GlyphSource *source = fonts_glyphs(fonts);
    check_source(source);
    if (source->has(source->context, FONT_UI, 0x416)) { /* a letter the built-in font lacks */
        assert_non_null(note);                          /* DejaVu alone has no Chinese */
        assert_non_null(strstr(note, "fonts-noto-cjk"));
    } else {
        assert_non_null(strstr(note, "built without fonts"));
    }
    fonts_close(fonts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fonts_serve_any_text),
        cmocka_unit_test(test_same_glyph_is_kept),
        cmocka_unit_test(test_glyphs_of_many_sizes_are_forgotten),
        cmocka_unit_test(test_large_pictures_keep_their_glyphs),
        cmocka_unit_test(test_figures_are_equally_wide),
        cmocka_unit_test(test_two_sets_of_fonts_at_once),
        cmocka_unit_test_setup_teardown(test_no_fonts_at_all, hide_fonts, show_fonts),
        cmocka_unit_test_setup_teardown(test_fonts_of_a_folder, hide_fonts, show_fonts),
    };
    return cmocka_run_group_tests_name("fonts", tests, NULL, NULL);
}
