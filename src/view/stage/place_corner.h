/* A product of matrices, as on the blackboard: rows of the left factor and of the output stand in
 * line, columns of the upper factor and of the output, too. */
#pragma once

#include "view/draw/context.h"

/* Places the three matrices of view->placement inside a rectangle of the stage, in cells of one
 * size, or, where the stage is zoomed, as windows that scroll together. Their shapes must be
 * known. */
void place_corner(View *view, Rect inside);
