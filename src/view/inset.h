/* The inset: where cells are too small for numbers, the part of every buffer around what the picked
 * thread works on, with numbers, tied to its place in the whole. */
#ifndef TILESTEP_VIEW_INSET_H
#define TILESTEP_VIEW_INSET_H

#include "view/context.h"

/* Height of a strip of insets that stand side by side. */
float inset_strip_height(const View *view);

/* Draws them in view->inset_room, as on the blackboard if the buffers stand so. */
void inset_build(View *view);

#endif
