/* Values in flight: what the step shown moves from place to place. */
#ifndef TILESTEP_VIEW_MOVES_FLIGHTS_H
#define TILESTEP_VIEW_MOVES_FLIGHTS_H

#include "view/draw/context.h"

/* Above all panels, whose cells it goes between. */
void flights_build(View *view);

#endif
