/* The scene keeps the number; what it means stands in sign.def. */
#include "view/draw/signs.h"

#include <stdlib.h>

const char *const sign_texts[SIGN_COUNT][LANGUAGE_COUNT] = {
    {"", ""},
#define SIGN(NAME, sample, colour, en, zh) {en, zh},
#include "view/draw/sign.def"
};

void view_sign(View *view, Sign sign)
{
    view->scene->sign = (int)sign;
}

static int channel(Colour colour, int shift)
{
    return (int)(colour >> shift & 0xff);
}

/* Whether it is strong, mixed with panel or not. */
static bool is_shade(Colour panel, Colour strong, Colour colour)
{
    float share = 0;
    int widest = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int width = channel(strong, shift) - channel(panel, shift);
        if (abs(width) > abs(widest)) {
            widest = width;
            share = (float)(channel(colour, shift) - channel(panel, shift)) / (float)width;
        }
    }
    Colour mixed = colour_mix(panel, strong, share);
    for (int shift = 0; shift <= 16; shift += 8)
        if (abs(channel(mixed, shift) - channel(colour, shift)) > 2)
            return false;
    return share > 0.05f && share < 1.01f;
}

static bool is_part(const PartColours *part, Colour colour)
{
    return colour == part->strong || colour == part->ink || colour == part->tint ||
           colour == part->shade || colour == part->hot;
}

/* What a colour means by itself; the shades of an array's colour are its values. */
static Sign sign_of_colour(const Theme *theme, Colour colour)
{
    const struct Meaning {
        Colour colour;
        Sign sign;
    } meanings[] = {{theme->accent, SIGN_CHOSEN},      {theme->running, SIGN_CHOSEN},
                    {theme->focus, SIGN_CHOSEN},       {theme->accent_tint, SIGN_CHOSEN},
                    {theme->marked_tint, SIGN_CHOSEN}, {theme->danger, SIGN_BAD},
                    {theme->warning, SIGN_COSTLY},     {theme->waiting, SIGN_COSTLY},
                    {theme->good, SIGN_GOOD}};
    if (colour >> 24 == 0)
        return SIGN_NONE;
    colour |= 0xff000000; /* a pale one means the same */
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; ++i)
        if (colour == meanings[i].colour)
            return meanings[i].sign;
    for (int i = 0; i < PART_COUNT; ++i)
        if (is_part(&theme->parts[i], colour))
            return SIGN_ARRAYS;
    for (int i = 0; i < PART_OTHER; ++i) /* greys are of edges as well */
        if (is_shade(theme->panel, theme->parts[i].strong, colour) ||
            is_shade(theme->panel, theme->parts[i].hot, colour))
            return SIGN_SHADE;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; ++i)
        if (is_shade(theme->panel, meanings[i].colour, colour))
            return meanings[i].sign;
    return SIGN_NONE;
}

Sign sign_of_shape(const Theme *theme, const Shape *shape)
{
    bool is_source = shape->kind == SHAPE_TEXT && shape->font == FONT_CODE;
    if (shape->sign || is_source) /* the source has colours of its own */
        return (Sign)shape->sign;
    Sign sign = sign_of_colour(theme, shape->stroke_width > 0 ? shape->stroke : 0);
    return sign ? sign : sign_of_colour(theme, shape->fill);
}

void sign_hatch(View *view, Sign sign, Rect rect, Colour colour, float spacing)
{
    view_sign(view, sign);
    scene_hatch(view->scene, rect, colour, spacing);
    view_sign(view, SIGN_NONE);
}

void sign_arrow(View *view, Sign sign, Point from, Point to, Colour colour, float width)
{
    view_sign(view, sign);
    scene_arrow(view->scene, from, to, colour, width);
    view_sign(view, SIGN_NONE);
}

void sign_dashed_line(View *view, Sign sign, Point from, Point to, Colour colour, float width)
{
    view_sign(view, sign);
    scene_dashed_line(view->scene, from, to, colour, width);
    view_sign(view, SIGN_NONE);
}

void sign_circle(View *view, Sign sign, Point centre, float radius, Colour fill, Colour stroke,
                 float stroke_width)
{
    view_sign(view, sign);
    scene_circle(view->scene, centre, radius, fill, stroke, stroke_width, (PickTag){0});
    view_sign(view, SIGN_NONE);
}
