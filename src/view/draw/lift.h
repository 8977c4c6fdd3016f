/* Lift: what is written stays legible where lines cross it. Called by those who draw arrows across
 * the panels, after they have drawn them. */
#pragma once

#include "view/draw/context.h"

/* from is an index into the shapes of view->scene: lines and arrows stand from there on, texts
 * before. Each of those texts that one of these lines crosses is appended once more, on a piece of
 * the ground that it stood on, and so lies above the lines. Texts that a clip cuts stay below. */
void lift_texts(View *view, int from);

/* The texts of the picture so far that a label would stand on. */
typedef struct LiftBelow {
    int words; /* names, headings, keys with their signs, and sentences: without them what is seen
                  has no meaning */
    int rest;  /* numbers, and whatever stands in the cells of arrays and threads */
} LiftBelow;

LiftBelow lift_texts_below(const View *view, Rect label);

/* Whether a thin line from a to b leads through words of the picture so far. */
bool lift_words_crossed(const View *view, Point a, Point b);
