/* The scene keeps the number; what it means stands in sign.def. */
#include "view/draw/signs.h"

const char *const sign_texts[SIGN_COUNT][LANGUAGE_COUNT] = {
    {"", ""},
#define SIGN(NAME, en, zh) {en, zh},
#include "view/draw/sign.def"
};

void view_sign(View *view, Sign sign)
{
    view->scene->sign = (int)sign;
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
