/* Rows and columns of an input that no thread reads: a finding about the whole run. */
#ifndef TILESTEP_VIEW_STAGE_UNREAD_H
#define TILESTEP_VIEW_STAGE_UNREAD_H

#include "view/draw/context.h"

/* Marks them on the cells of a grid that shows a buffer: at the end of the run, and while the finding
 * is picked in its list. */
void unread_build(View *view, int buffer, const CellGrid *grid);

#endif
