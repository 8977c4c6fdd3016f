/* Parts of a buffer that the block, the phase and a tile take, in rows and columns of the picture. */
#ifndef TILESTEP_VIEW_STAGE_MATRIX_PART_H
#define TILESTEP_VIEW_STAGE_MATRIX_PART_H

#include "view/draw/context.h"

/* Rows and columns of a tile of the buffer, as block 0 uses it; row_count 0 if it has none. */
Footprint matrix_tile(const View *view, int buffer);

/* What the block in view touches, and what this phase of it does. */
Footprint matrix_block(const View *view, int buffer);
Footprint matrix_touched(const View *view, int buffer);

/* The part of the buffer that this phase uses, made whole where the tile hangs over the edge. */
Footprint matrix_phase(const View *view, int buffer);

#endif
