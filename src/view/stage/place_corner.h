/* A product of matrices, as on the blackboard. */
#ifndef TILESTEP_VIEW_STAGE_PLACE_CORNER_H
#define TILESTEP_VIEW_STAGE_PLACE_CORNER_H

#include "view/draw/context.h"

/* Where the three matrices stand inside the stage, whose shapes are known. */
void place_corner(View *view, Rect inside);

#endif
