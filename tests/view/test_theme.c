/* Contrast of every theme, computed: text 4.5:1 on whatever it stands on, shapes that mean
 * something 3:1 on the panel; and what stands side by side keeps a distance for people who lack a
 * kind of cone, though colour is never the only sign. */
#include "scene_check.h"
#include "test.h"
#include "view/draw/theme.h"

#include <math.h>

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

TEST(test_contrast)
{
    int wrong = 0;
    for (int i = 0; i < THEME_COUNT; ++i) {
        const Theme *theme = theme_get((ThemeName)i);
        wrong += check_text((ThemeName)i, theme) + check_parts((ThemeName)i, theme) +
                 check_shapes((ThemeName)i, theme);
        for (int part = 0; part < PART_COUNT; ++part)
            wrong += check((ThemeName)i, "a partial sum", theme_ghost(theme),
                           theme->parts[part].tint, 4.5);
    }
    assert_int_equal(wrong, 0);
}

TEST(test_contrast_is_that_of_the_standard)
{
    assert_true(colour_contrast(0xff000000, 0xffffffff) > 20.9);
    assert_true(colour_contrast(0xff777777, 0xffffffff) > 4.47);
    assert_true(colour_contrast(0xff777777, 0xffffffff) < 4.49);
    assert_true(colour_contrast(0xff123456, 0xff123456) == 1);
}

TEST(test_the_parts_of_the_light_theme)
{
    const Theme *light = theme_get(THEME_LIGHT);
    assert_int_equal(light->parts[PART_LEFT].strong, 0xff0072b2);
    assert_int_equal(light->parts[PART_ABOVE].strong, 0xffd55e00);
    assert_int_equal(light->parts[PART_OUTPUT].strong, 0xffcc79a7);
}

/* ---- colours as people see them who lack one kind of cone ---- */

/* Machado, Oliveira and Fernandes 2009, severity 1: protanopia, deuteranopia, tritanopia. */
static const double blindness[][3][3] = {
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};
static const char *const blindness_names[] = {"protanopia", "deuteranopia", "tritanopia"};

static double linear(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double lab_part(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

/* CIE 1976 L*a*b* of a colour as it is seen. */
static void seen_as(Colour colour, const double matrix[3][3], double lab[3])
{
    double rgb[3], seen[3];
    for (int i = 0; i < 3; ++i)
        rgb[i] = linear((colour >> (16 - 8 * i) & 0xff) / 255.0);
    for (int i = 0; i < 3; ++i) {
        double sum = matrix[i][0] * rgb[0] + matrix[i][1] * rgb[1] + matrix[i][2] * rgb[2];
        seen[i] = sum < 0 ? 0 : sum > 1 ? 1 : sum;
    }
    double x =
        lab_part((0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047);
    double y = lab_part(0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2]);
    double z =
        lab_part((0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
    lab[0] = 116 * y - 16;
    lab[1] = 500 * (x - y);
    lab[2] = 200 * (y - z);
}

static double distance(Colour a, Colour b, int kind)
{
    double one[3], other[3];
    seen_as(a, blindness[kind], one);
    seen_as(b, blindness[kind], other);
    return sqrt(pow(one[0] - other[0], 2) + pow(one[1] - other[1], 2) + pow(one[2] - other[2], 2));
}

static int check_apart(ThemeName name, const char *what, const Colour *colours, int count,
                       double least)
{
    int wrong = 0;
    for (int kind = 0; kind < 3; ++kind)
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < i; ++j) {
                double apart = distance(colours[i], colours[j], kind);
                if (apart >= least)
                    continue;
                print_error("%s theme, %s: %s %d and %d are only %.1f apart\n", theme_names[name],
                            blindness_names[kind], what, j, i, apart);
                ++wrong;
            }
    return wrong;
}

/* What stands side by side and means different things. */
TEST(test_colours_without_one_kind_of_cone)
{
    int wrong = 0;
    for (int i = 0; i < THEME_COUNT; ++i) {
        const Theme *theme = theme_get((ThemeName)i);
        const PartColours *parts = theme->parts;
        const Colour strong[] = {parts[PART_LEFT].strong, parts[PART_ABOVE].strong,
                                 parts[PART_OUTPUT].strong};
        const Colour hot[] = {parts[PART_LEFT].hot, parts[PART_ABOVE].hot, parts[PART_OUTPUT].hot};
        const Colour lanes[] = {theme->running, theme->waiting};
        wrong += check_apart((ThemeName)i, "parts", strong, 3, 20);
        wrong += check_apart((ThemeName)i, "touched cells", hot, 3, 10);
        wrong += check_apart((ThemeName)i, "lanes", lanes, 2, 20);
        for (int part = 0; part < PART_COUNT; ++part) {
            const Colour levels[] = {theme->panel, parts[part].tint, parts[part].hot};
            wrong += check_apart((ThemeName)i, "levels of a cell", levels, 3, 4);
        }
        const Colour verdicts[] = {theme->good, theme->danger};
        wrong += check_apart((ThemeName)i, "verdicts", verdicts, 2, 10);
    }
    assert_int_equal(wrong, 0);
}

TEST(test_names)
{
    ThemeName name = THEME_LIGHT;
    assert_true(theme_parse("contrast", &name));
    assert_int_equal(name, THEME_CONTRAST);
    assert_false(theme_parse("blue", &name));
    assert_int_equal(colour_mix(0xff000000, 0xffffffff, 0.5f), 0xff808080);
    assert_int_equal(colour_alpha(0xff123456, 0), 0x00123456);
}
