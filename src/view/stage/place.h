/* Where every buffer stands, and which part of it is seen. Drawing and the mouse ask the same
 * function, so a point always means what is seen there. */
#pragma once

#include "view/draw/context.h"

/* Fills in view->buffers, and view->inset_room where cells are too small for numbers. Draws
 * nothing, and measures names with the scene's metrics; view_gather must have been called. Buffers
 * without room are not shown. */
void stage_place(View *view);
