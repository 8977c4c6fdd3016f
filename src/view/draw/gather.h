/* What a picture is of: the run in front, taken apart for the panels. */
#pragma once

#include "view/draw/context.h"

/* Fills in what follows from view->slot, session, layout and arena. Without a slot nothing is
 * filled in: the pointers stay NULL. */
void view_gather(View *view);
