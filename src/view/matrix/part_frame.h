/* The frame of the part of a matrix that a phase uses: the tile, as a rule. */
#pragma once

#include "session/rerun/footprint.h"
#include "view/draw/context.h"

/* Draws the frame on the cells of a grid, in a colour of the buffer's part. part is in rows and
 * columns of the picture and may reach beyond the edge: the frame is open there. is_full: all in it
 * counts as used; else elements of it that are not touched are left outside, if cells are large
 * enough. Of a wrapped strip the frame has the steps that its ends make. */
void part_frame_build(View *view, const CellGrid *grid, Colour colour, Footprint part,
                      bool is_full);
