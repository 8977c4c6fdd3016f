/* What the marks of cells on the stage mean, and their shades where they have no numbers. */
#ifndef TILESTEP_VIEW_STAGE_LEGEND_H
#define TILESTEP_VIEW_STAGE_LEGEND_H

#include "view/draw/context.h"

/* One below the other, as many as there is room for. */
void legend_build(View *view, Rect room);

/* Some buffer's cells are too small for numbers. */
bool legend_is_shaded(const View *view);

/* Side by side at the right of a line, as many as there is room for, from the one numbered first on;
 * returns the number of the next. */
int legend_build_line(View *view, Rect line, int first);

#endif
