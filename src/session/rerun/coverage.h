/* Coverage: whether the blocks of the grid reach all of what the kernel writes, found from what the
 * first and the last block touched. */
#pragma once

#include "session/data/form.h"
#include "session/rerun/footprint.h"

/* first, last: the footprints of the first and of the last block, the same ones in a grid of one.
 * The answer is about the first output that the first block touches; it is COVERAGE_UNKNOWN where
 * the two do not fit together, or are not run to their ends. */
Coverage coverage_find(const Launch *launch, const Footprints *first, const Footprints *last);
