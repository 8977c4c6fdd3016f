/* Signs: what a mark in the picture means, told where it is drawn. Shapes carry the number of their
 * sign, so that the key can label those in sight, and a test can find any without one. */
#pragma once

#include "view/draw/context.h"

typedef enum Sign {
    SIGN_NONE,
#define SIGN(NAME, sample, colour, en, zh) SIGN_##NAME,
#include "view/draw/sign.def"
    SIGN_COUNT
} Sign;

extern const char *const sign_texts[SIGN_COUNT][LANGUAGE_COUNT]; /* from 1 on */

/* The sign of a shape: its own, else what its colour means in this theme; SIGN_NONE: neither. */
Sign sign_of_shape(const Theme *theme, const Shape *shape);

/* What follows is such a sign, up to SIGN_NONE. */
void view_sign(View *view, Sign sign);

/* One shape that is such a sign, as scene_hatch and its like draw it. */
void sign_hatch(View *view, Sign sign, Rect rect, Colour colour, float spacing);
void sign_arrow(View *view, Sign sign, Point from, Point to, Colour colour, float width);
void sign_dashed_line(View *view, Sign sign, Point from, Point to, Colour colour, float width);
void sign_circle(View *view, Sign sign, Point centre, float radius, Colour fill, Colour stroke,
                 float stroke_width);
