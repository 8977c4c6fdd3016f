/* The tiles that a buffer falls into: as large as what the first block uses of it in a phase, if
 * the parts of phases and blocks stand beside each other and do not overlap. */
#pragma once

#include "session/data/run.h"
#include "session/rerun/tile_copy.h"

/* The size of a buffer's tiles for a run whose block 0 has been looked at (run->tiles): rows and
 * columns, which may be more than the matrix has; without extent if there are no tiles. */
TileSize tile_size(const SessionRun *run, int buffer);
