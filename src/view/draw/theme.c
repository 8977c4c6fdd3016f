/* The three themes. Tints are mixed from one strong colour a part, so that a matrix, its tile and
 * its arrows are recognisably one thing; the triple of strong colours is told apart with any colour
 * vision. */
#include "view/draw/theme.h"

#include <string.h>

static const Theme themes[THEME_COUNT] = {
    [THEME_LIGHT] =
        {
            .background = 0xffeef0f3,
            .panel = 0xffffffff,
            .edge = 0xffdadee4,
            .well = 0xfff3f5f8,
            .grid = 0xffc9ced6,
            .text = 0xff171b21,
            .muted = 0xff545d69,
            .accent = 0xff00695c,
            .on_accent = 0xffffffff,
            .accent_tint = 0xffe6f3f1,
            .marked_tint = 0xffc9e8e2,
            .good = 0xff19692c,
            .warning = 0xff8a4b00,
            .danger = 0xffb3261e,
            .running = 0xff00796b,
            .waiting = 0xffb26a00,
            .done = 0xff6b7480,
            .inactive = 0xff7d8692,
            .focus = 0xff00695c,
            .parts =
                {
                    [PART_LEFT] = {0xff0072b2, 0xff00609a, 0xffe1eff8, 0xfff1f7fb, 0xff9ad0f2},
                    [PART_ABOVE] = {0xffd55e00, 0xff9c4400, 0xfffbe8da, 0xfffdf4ed, 0xfff6b98a},
                    [PART_OUTPUT] = {0xffcc79a7, 0xff8f3e6d, 0xfff8e6f0, 0xfffcf3f8, 0xffebb3d2},
                    [PART_OTHER] = {0xff5f6b7a, 0xff46505c, 0xffe8ebef, 0xfff4f5f7, 0xffc3cad3},
                },
            .code = {0xff171b21, 0xff7a2aa8, 0xff00609a, 0xff8f3e00, 0xff19692c, 0xff5b6470,
                     0xff7a4b00},
            .line = 1,
        },
    [THEME_DARK] =
        {
            .background = 0xff0f1216,
            .panel = 0xff1a1e24,
            .edge = 0xff2b313a,
            .well = 0xff14181d,
            .grid = 0xff3a424d,
            .text = 0xffeef1f4,
            .muted = 0xffa7b0bb,
            .accent = 0xff4fd1bd,
            .on_accent = 0xff0b1512,
            .accent_tint = 0xff1d3431,
            .marked_tint = 0xff1f433e,
            .good = 0xff86e3b4,
            .warning = 0xffffc266,
            .danger = 0xffff8f87,
            .running = 0xff4fd1bd,
            .waiting = 0xffffb547,
            .done = 0xff8b95a1,
            .inactive = 0xff77818d,
            .focus = 0xff4fd1bd,
            .parts =
                {
                    [PART_LEFT] = {0xff3a9bdc, 0xff7cc0ee, 0xff17303f, 0xff182730, 0xff1d5480},
                    [PART_ABOVE] = {0xffe8752a, 0xfff3a06a, 0xff3c2616, 0xff2b2119, 0xff7c3c0c},
                    [PART_OUTPUT] = {0xffcc79a7, 0xffe2a6c8, 0xff3a2433, 0xff2b2029, 0xff713d5a},
                    [PART_OTHER] = {0xff8c99a8, 0xffb4bfcb, 0xff2a3139, 0xff222830, 0xff4a5562},
                },
            .code = {0xffeef1f4, 0xffd3a6f2, 0xff7cc0ee, 0xfff3a06a, 0xff9fdca9, 0xffa9b3be,
                     0xffe8c07a},
            .line = 1,
        },
    [THEME_CONTRAST] =
        {
            .background = 0xff000000,
            .panel = 0xff000000,
            .edge = 0xffffffff,
            .well = 0xff000000,
            .grid = 0xff8a8a8a,
            .text = 0xffffffff,
            .muted = 0xffe0e0e0,
            .accent = 0xffffe600,
            .on_accent = 0xff000000,
            .accent_tint = 0xff333000,
            .marked_tint = 0xff474000,
            .good = 0xff8cff9e,
            .warning = 0xffffd24d,
            .danger = 0xffff9d96,
            .running = 0xffffffff,
            .waiting = 0xffffe600,
            .done = 0xffb0b0b0,
            .inactive = 0xffb0b0b0,
            .focus = 0xffffe600,
            .parts =
                {
                    [PART_LEFT] = {0xff4db8ff, 0xff8fd3ff, 0xff00243a, 0xff001420, 0xff005a94},
                    [PART_ABOVE] = {0xffff8533, 0xffffb27a, 0xff3a1a00, 0xff200e00, 0xff8a3d00},
                    [PART_OUTPUT] = {0xffe69ac5, 0xfff5c6df, 0xff3a1a2c, 0xff200e18, 0xff7a3a5e},
                    [PART_OTHER] = {0xffcccccc, 0xffe6e6e6, 0xff2a2a2a, 0xff181818, 0xff555555},
                },
            .code = {0xffffffff, 0xffe5b8ff, 0xff8fd3ff, 0xffffb27a, 0xff8cff9e, 0xffc8c8c8,
                     0xffffd24d},
            .line = 2,
        },
};

const Theme *theme_get(ThemeName name)
{
    return &themes[name];
}

bool theme_parse(const char *text, ThemeName *name)
{
    for (int i = 0; i < THEME_COUNT; ++i)
        if (strcmp(text, theme_names[i]) == 0) {
            *name = (ThemeName)i;
            return true;
        }
    return false;
}

static unsigned channel(Colour colour, int shift)
{
    return colour >> shift & 0xff;
}

Colour colour_mix(Colour a, Colour b, float share)
{
    Colour mixed = 0xff000000;
    for (int shift = 0; shift <= 16; shift += 8) {
        float value = (float)channel(a, shift) * (1 - share) + (float)channel(b, shift) * share;
        mixed |= (Colour)(value + 0.5f) << shift;
    }
    return mixed;
}

Colour colour_alpha(Colour colour, float alpha)
{
    return (colour & 0xffffff) | (Colour)(alpha * 255 + 0.5f) << 24;
}

Colour theme_ghost(const Theme *theme)
{
    return colour_mix(theme->muted, theme->text, 0.3f);
}
