/* Rows and columns of a factor of a product that no thread of the whole grid reads
 * (FINDING_NEVER_READ; count/unread.h). Known when the grid is counted. */
#pragma once

#include "view/draw/context.h"

/* Hatches them on the cells of the grid that shows a buffer (an index of the launch), as far as
 * they are scrolled into view, with words beside them: at the end of the run, and while the finding
 * is picked in the panel of findings. Nothing where the grid is no matrix, or while the question of
 * a scene hides marks. The cells must have been placed. */
void unread_build(View *view, int buffer, const CellGrid *grid);
