/* Lift: what is written stays legible where lines cross it. */
#ifndef TILESTEP_VIEW_DRAW_LIFT_H
#define TILESTEP_VIEW_DRAW_LIFT_H

#include "view/draw/context.h"

/* Every text before shape from that a line from there on crosses is painted again above it. */
void lift_texts(View *view, int from);

#endif
