/* The field in which a question of a lesson is answered: digits, options, a bar, or the word that
 * something in the picture is to be pointed at. Once it is answered the right answer is marked
 * there, and the counted bar stands below the one that was drawn. */
#pragma once

#include "view/draw/context.h"

/* Pixels that the field takes at a width, with text of so many units; 0: it has nothing to show. */
float answer_height(View *view, float width, float units);
/* Draws it at the top of room, which is that high. */
void answer_build(View *view, Rect room, float units);
