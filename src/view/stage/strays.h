/* Accesses of the whole run, as far as it is counted, that were meant for a buffer and lie outside of
 * it: room is kept for them beside it. */
#ifndef TILESTEP_VIEW_STAGE_STRAYS_H
#define TILESTEP_VIEW_STAGE_STRAYS_H

#include "view/draw/context.h"

bool strays_before(const View *view, int buffer);
/* Of any buffer if it is -1. */
bool strays_behind(const View *view, int buffer);

#endif
