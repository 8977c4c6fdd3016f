/* What the marks of cells on the stage mean, and their shades where they have no numbers. The
 * buffers must have their places. */
#pragma once

#include "view/draw/context.h"

/* Draws the keys of cells with numbers, one below the other from the top of room, as many as have
 * room. */
void legend_build(View *view, Rect room);

/* Whether some buffer's cells are too small for numbers, so that shades have to be explained. */
bool legend_is_shaded(const View *view);

/* Draws keys, of shades if legend_is_shaded, side by side at the right of a line, as many as have
 * room, from the one numbered first on (0 is the first of all); returns the number of the next,
 * with which another line goes on. */
int legend_build_line(View *view, Rect line, int first);
