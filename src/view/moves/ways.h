/* Ways: from the cell of one thing to that of another, as values go and races collide. */
#ifndef TILESTEP_VIEW_MOVES_WAYS_H
#define TILESTEP_VIEW_MOVES_WAYS_H

#include "view/draw/context.h"

/* Where an element is drawn; false if it is not. */
bool ways_global_place(const View *view, int buffer, int64_t scalar, Rect *rect);
bool ways_shared_place(const View *view, int variable, int64_t scalar, Rect *rect);

/* The way from one rectangle to another, without covering what stands in them. */
void ways_ends(Rect from, Rect to, Point *start, Point *end);

Point ways_between(Point a, Point b, float share);

#endif
