/* Where a pinned explanation stands. */
#pragma once

#include "view/draw/context.h"

/* The place of a box of that size, which explains what is drawn at near. own: where it would stand
 * as a tip. */
Rect pin_place(const View *view, Rect near, Rect own);
