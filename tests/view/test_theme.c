/* Contrast of every theme, computed: text 4.5:1 on whatever it stands on, shapes that mean something
 * 3:1 on the panel. */
#include "view/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int check(ThemeName name, const char *what, Colour ink, Colour surface, double least)
{
    double contrast = colour_contrast(ink, surface);
    if (contrast >= least)
        return 0;
    print_error("%s theme: %s has %.2f:1, needs %.1f:1\n", theme_names[name], what, contrast,
                least);
    return 1;
}

static int check_text(ThemeName name, const Theme *theme)
{
    const Colour surfaces[] = {theme->background, theme->panel, theme->well, theme->accent_tint,
                               theme->marked_tint};
    int wrong = 0;
    for (int i = 0; i < 5; ++i)
        wrong += check(name, "text", theme->text, surfaces[i], 4.5);
    for (int i = 0; i < 4; ++i) {
        wrong += check(name, "muted text", theme->muted, surfaces[i], 4.5);
        wrong += check(name, "accent text", theme->accent, surfaces[i], 4.5);
    }
    for (int i = 1; i < 5; ++i)
        for (int code = 0; code < CODE_COLOUR_COUNT; ++code)
            wrong += check(name, "source text", theme->code[code], surfaces[i], 4.5);
    wrong += check(name, "text on the accent", theme->on_accent, theme->accent, 4.5);
    wrong += check(name, "tooltip text", theme->panel, theme->text, 4.5);
    const Colour words[] = {theme->good, theme->warning, theme->danger};
    for (int i = 0; i < 3; ++i)
        wrong += check(name, "words", words[i], theme->panel, 4.5);
    return wrong;
}

static int check_parts(ThemeName name, const Theme *theme)
{
    int wrong = 0;
    for (int part = 0; part < PART_COUNT; ++part) {
        const PartColours *colours = &theme->parts[part];
        wrong += check(name, "border of a part", colours->strong, theme->panel, 3);
        wrong += check(name, "name of a part", colours->ink, theme->panel, 4.5);
        wrong += check(name, "origin on a tile", colours->ink, colours->tint, 4.5);
        wrong += check(name, "number on a tile", theme->text, colours->tint, 4.5);
        wrong += check(name, "number on a shade", theme->text, colours->shade, 4.5);
        wrong += check(name, "number on a touched cell", theme->text, colours->hot, 4.5);
    }
    return wrong;
}

static int check_shapes(ThemeName name, const Theme *theme)
{
    const Colour shapes[] = {theme->running,  theme->waiting, theme->done,
                             theme->inactive, theme->focus,   theme->accent};
    int wrong = 0;
    for (int i = 0; i < 6; ++i) {
        wrong += check(name, "a token", shapes[i], theme->panel, 3);
        wrong += check(name, "a token on a tint", shapes[i], theme->accent_tint, 3);
    }
    return wrong;
}

static void test_contrast(void **state)
{
    (void)state;
    int wrong = 0;
    for (int i = 0; i < THEME_COUNT; ++i) {
        const Theme *theme = theme_get((ThemeName)i);
        wrong += check_text((ThemeName)i, theme) + check_parts((ThemeName)i, theme) +
                 check_shapes((ThemeName)i, theme);
    }
    assert_int_equal(wrong, 0);
}

static void test_contrast_is_that_of_the_standard(void **state)
{
    (void)state;
    assert_true(colour_contrast(0xff000000, 0xffffffff) > 20.9);
    assert_true(colour_contrast(0xff777777, 0xffffffff) > 4.47);
    assert_true(colour_contrast(0xff777777, 0xffffffff) < 4.49);
    assert_true(colour_contrast(0xff123456, 0xff123456) == 1);
}

static void test_the_parts_of_the_light_theme(void **state)
{
    (void)state;
    const Theme *light = theme_get(THEME_LIGHT);
    assert_int_equal(light->parts[PART_LEFT].strong, 0xff0072b2);
    assert_int_equal(light->parts[PART_ABOVE].strong, 0xffd55e00);
    assert_int_equal(light->parts[PART_OUTPUT].strong, 0xffcc79a7);
}

static void test_names(void **state)
{
    (void)state;
    ThemeName name = THEME_LIGHT;
    assert_true(theme_parse("contrast", &name));
    assert_int_equal(name, THEME_CONTRAST);
    assert_false(theme_parse("blue", &name));
    assert_int_equal(colour_mix(0xff000000, 0xffffffff, 0.5f), 0xff808080);
    assert_int_equal(colour_alpha(0xff123456, 0), 0x00123456);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_contrast_is_that_of_the_standard),
        cmocka_unit_test(test_the_parts_of_the_light_theme),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
