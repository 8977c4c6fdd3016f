/* The frame of the part of a matrix that a phase uses. */
#ifndef TILESTEP_VIEW_STAGE_PART_FRAME_H
#define TILESTEP_VIEW_STAGE_PART_FRAME_H

#include "view/draw/context.h"

/* part: in rows and columns of the picture; is_full: all in it is used, else its gaps are seen. */
void part_frame_build(View *view, const CellGrid *grid, Colour colour, Footprint part,
                      bool is_full);

#endif
