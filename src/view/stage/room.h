/* The room on the stage: of all buffers, of those in lines, below and beside those in a corner; and the
 * size of a cell when the stage is zoomed. */
#ifndef TILESTEP_VIEW_STAGE_ROOM_H
#define TILESTEP_VIEW_STAGE_ROOM_H

#include "view/draw/context.h"

/* In units; before: room for what lies before a matrix. */
enum { STAGE_HEADING = 38, STAGE_MARGIN = 30, STAGE_FOOT = 24, STAGE_BEFORE_LEAST = 10 };
enum { STAGE_CELL_LEAST_PX = 3 };

/* The room inside the stage's panel. */
bool room_has_heading(const View *view);
Rect room_inside(const View *view);

/* The line with the block's name, and below it the room for the buffers, where they stand one after
 * another. */
Rect room_of_row(const View *view, Rect *heading);

/* Where names stand: below the left input and the output. */
float room_foot(const View *view);

/* The room beside the corner that no matrix uses. */
Rect room_free_corner(const View *view);

/* From group and cell when nothing is zoomed to those of the zoomed stage: as few elements in one cell
 * as can be seen. */
void room_zoom_cell(const View *view, int64_t *group, float *cell);

#endif
