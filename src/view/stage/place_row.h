/* Buffers that stand one after another. */
#ifndef TILESTEP_VIEW_STAGE_PLACE_ROW_H
#define TILESTEP_VIEW_STAGE_PLACE_ROW_H

#include "view/draw/context.h"

/* Where they stand, whose shapes are known; view->inset_room is what is left below them for insets. */
void place_row(View *view);

#endif
