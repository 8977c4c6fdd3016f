/* The heading of a matrix on the stage: its name and extent, what of it is folded away, and what is
 * wrong with it. */
#ifndef TILESTEP_VIEW_STAGE_HEADING_H
#define TILESTEP_VIEW_STAGE_HEADING_H

#include "view/draw/context.h"

/* Pixels that a buffer's name and extent take. */
float heading_width(View *view, int buffer);

void heading_build(View *view, int buffer, Rect line);

/* How many rows, or elements, of a buffer no access of the grid reaches, so that they are not shown, or
 * would not be; in words. NULL if there are none. */
const char *heading_folded_text(View *view, int buffer);

#endif
