/* The inset: where cells are too small for numbers, the part of every buffer around what the picked
 * thread works on, with numbers. It stands beside the picture of all or, larger, in its place. */
#ifndef TILESTEP_VIEW_STAGE_INSET_H
#define TILESTEP_VIEW_STAGE_INSET_H

#include "view/draw/context.h"

/* Draws them in view->inset_room, as on the blackboard if the buffers stand so. */
void inset_build(View *view);

/* Draws them in room, in place of the buffers: view->buffers are from now on where they stand. heading
 * stands beside the cells; NULL if it stands above the room. */
void inset_build_large(View *view, Rect room, const char *heading);

#endif
