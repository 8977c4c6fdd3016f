/* The room on the stage: of all buffers, of those in lines, below and beside those in a corner; and
 * the size of a cell when the stage is zoomed. Rectangles are pixels. */
#pragma once

#include "view/draw/context.h"

/* In units: the line above a buffer with its name, the room at its left for numbers of up to five
 * digits, the line below the corner with names, and the least room for what lies before a
 * matrix. */
enum {
    STAGE_HEADING = 38,
    STAGE_NUMBERS = 18 /* of the heading */,
    STAGE_MARGIN = 30,
    STAGE_FOOT = 24,
    STAGE_BEFORE_LEAST = 10
};
enum { STAGE_CELL_LEAST_PX = 3 }; /* smaller ones become groups of elements */

/* Whether the stage's panel has a line for its heading, and the room inside of the panel without
 * it. */
bool room_has_heading(const View *view);
Rect room_inside(const View *view);

/* For buffers that stand one after another: *heading is the line with the block's name, of no
 * height where there is none, and what is returned is the room below it. */
Rect room_of_row(const View *view, Rect *heading);

/* For a corner whose matrices have their places: the y below which their names stand. */
float room_foot(const View *view);

/* Pixels at the left of each buffer for the numbers of its rows: more where some of these are
 * long. */
float room_margin(const View *view);

/* For such a corner, the room at the left above that no matrix uses. May be less than nothing. */
Rect room_free_corner(const View *view);

/* Turns group (elements in a cell) and cell (pixels) of the stage when nothing is zoomed into those
 * of the zoomed stage: as few elements in one cell as can be seen. */
void room_zoom_cell(const View *view, int64_t *group, float *cell);
