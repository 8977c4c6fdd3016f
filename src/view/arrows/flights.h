/* Values in flight: what the step shown moves from place to place. While view->progress goes from 0
 * to 1 each value flies along its way; at 1 the ways remain as arrows. */
#pragma once

#include "view/draw/context.h"

/* Draws the flights of a memory access, one a lane, or the races that the step shows, and the fan
 * of reuse. After all panels, between whose cells the ways go: what is not in the picture has no
 * flight. Text that a way crosses is painted again above it. */
void flights_build(View *view);
