/* Where a pinned explanation stands. */
#ifndef TILESTEP_VIEW_TIPS_PIN_PLACE_H
#define TILESTEP_VIEW_TIPS_PIN_PLACE_H

#include "view/draw/context.h"

/* The place of a box of that size, which explains what is drawn at near. own: where it would stand
 * as a tip. */
Rect pin_place(const View *view, Rect near, Rect own);

#endif
