/* What a picture is of: the run in front, taken apart for the panels. */
#pragma once

#include "view/draw/context.h"

/* Fills in what follows from view->slot, session, layout and arena, and fits the layout to the
 * kernel: no room for shared memory that there is not, shared memory around the threads where the
 * kernel multiplies so. Without a slot nothing is filled in: the pointers stay NULL. */
void view_gather(View *view);

/* How high the block of view->slot has to be for digits that a back row can read (lecture mode); 0
 * if its threads do not stand in a corner of its shared memory. */
float view_block_least(const View *view);
