/* Lift: what is written stays legible where lines cross it. Called by those who draw arrows across
 * the panels, after they have drawn them. */
#pragma once

#include "view/draw/context.h"

/* from is an index into the shapes of view->scene: lines and arrows stand from there on, texts
 * before. Each of those texts that one of these lines crosses is appended once more, on a piece of
 * the ground that it stood on, and so lies above the lines. Texts that a clip cuts stay below. */
void lift_texts(View *view, int from);

/* How many texts of the picture so far a label would stand on. */
int lift_texts_below(const View *view, Rect label);
