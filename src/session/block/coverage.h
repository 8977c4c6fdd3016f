/* Coverage: whether the blocks of the grid reach all of what the kernel writes, found from what the
 * first and the last block touched. */
#ifndef TILESTEP_SESSION_BLOCK_COVERAGE_H
#define TILESTEP_SESSION_BLOCK_COVERAGE_H

#include "session/block/footprint.h"
#include "session/data/form.h"

/* last: the footprints of the last block; the same as first in a grid of one. */
Coverage coverage_find(const Launch *launch, const Footprints *first, const Footprints *last);

#endif
