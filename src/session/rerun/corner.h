/* TileCorner: the two arrays of shared memory that a block multiplies, so that they can stand
 * around its threads as the matrices stand on the blackboard: thread (x, y) is where row y of the
 * left array and column x of the upper one meet. */
#pragma once

#include "probe/accumulations/accumulators.h"
#include "session/data/run.h"
#include "session/rerun/footprint.h"

/* Found from what the block's first multiply-adds of each kind read: one factor of a thread lies in
 * the * row of its own y, the other in the column of its own x. Names count for nothing. Wants a
 * block of two dimensions, two arrays of two dimensions and no third one, the left one as high as
 * the block and the upper one as wide (a column of padding aside). Both are -1 where any of that is
 * missing. footprints: of a block of this launch, with a log. */
TileCorner corner_find(const Accumulators *accumulators, const Launch *launch,
                       const Footprints *footprints);

/* Rows and columns of an array of two dimensions; false if it has another shape. */
bool corner_shape(const SharedVariable *variable, uint32_t *rows, uint32_t *columns);
