/* Ways: from the cell of one thing to that of another, as values go and races collide. All in
 * pixels. The panels must have been built. */
#pragma once

#include "view/draw/context.h"

/* The cell of a scalar of a buffer, or of an array of shared memory (an index into
 * program->shared). false if it is not in the picture. One that is scrolled away stands at the
 * stage's edge. */
bool ways_global_place(const View *view, int buffer, int64_t scalar, Rect *rect);
bool ways_shared_place(const View *view, int variable, int64_t scalar, Rect *rect);

/* The way from one cell to another, edge to edge, so that neither number is covered. Between cells
 * of one column it goes along their side, and so between the digits of the cells on the way: down
 * along the left side, up along the right one; in one row to the right along the upper side, to
 * the left along the lower one. Two accesses to one word that go opposite ways lie beside each
 * other. */
void ways_ends(Rect from, Rect to, Point *start, Point *end);

/* The point at a share 0..1 of the way from a to b. */
Point ways_between(Point a, Point b, float share);

/* How far what moves has come in the step shown, 0..1: it starts and stops gently. */
float ways_share(const View *view);

/* A value on its way: a chip around a point. */
void ways_chip_build(View *view, Point centre, Colour fill, Colour stroke, const char *text);
