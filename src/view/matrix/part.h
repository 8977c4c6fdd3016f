/* Parts of a buffer that the block, the phase and a tile take, in rows and columns of the picture:
 * of a matrix stored column by column, which is drawn transposed, other ones than memory has.
 * row_count is 0 where there is no such part. */
#pragma once

#include "session/rerun/footprint.h"
#include "view/draw/context.h"

/* Rows and columns of a tile of the buffer, as block 0 uses it, from row and column 0. A tile of
 * the output is as high as that of the left factor and as wide as that of the upper one. */
Footprint matrix_tile(const View *view, int buffer);

/* The part that the block in view touches, and the part that this phase of it touches; of an
 * output, and where a kernel has no phases, both are the same. */
Footprint matrix_block(const View *view, int buffer);
Footprint matrix_touched(const View *view, int buffer);

/* matrix_touched, made a whole tile where it reaches the edge of the matrix and less was touched
 * there: it may reach beyond the edge then. */
Footprint matrix_phase(const View *view, int buffer);
