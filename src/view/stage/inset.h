/* The inset: where cells are too small for numbers, the part of every buffer around what the picked
 * thread works on, with numbers. It stands beside the picture of all or, larger, in its place
 * (look.enlarged). Both need stage_place before. */
#pragma once

#include "view/draw/context.h"

/* Draws the insets in view->inset_room, as on the blackboard if the buffers stand so; where there
 * is no room for any, a button that leads to the large ones. Nothing without an inset room. */
void inset_build(View *view);

/* Draws the insets in room, in place of the buffers, with a map of what they show (inset_map.h):
 * from now on view->buffers are where the insets stand, so that arrows lead there. heading names
 * the block in the line above the cells; NULL if the panel has named it already. */
void inset_build_large(View *view, Rect room, const char *heading);
