/* What stands around the cells of the threads. Used by view/block alone, once they have their
 * place. */
#pragma once

#include "view/draw/context.h"

/* In lecture mode the stage names the block, in large letters; here it is named else. */
const char *threads_heading(View *view);
/* How many of its 32 lanes the warp of a smaller block uses; NULL: the block has a whole warp. */
const char *threads_lanes(View *view);
/* Above the cells: the heading, and behind it which of the threads are shown, or what a row is. */
void threads_heading_above(View *view, const CellGrid *grid);
/* The same above a legend, whose room it takes it from, in two lines at most. */
void threads_heading_aside(View *view, Rect *room, const CellGrid *grid);
/* Where the planes of a block of three dimensions begin, and which they are. */
void threads_planes_build(View *view, Rect inside);
/* The warps at the left of their rows, from the left edge of inside on. */
void threads_warp_names_build(View *view, Rect inside);
/* All threads of a block of which only a part is shown, as small as they fit into the room, with a
 * frame around that part. Returns what it takes; nothing where they would be too small. */
Rect threads_map_build(View *view, Rect room);
