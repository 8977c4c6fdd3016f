/* Coverage: whether the blocks of the grid reach all of what the kernel writes, found from what the
 * first and the last block touched. */
#ifndef TILESTEP_SESSION_BLOCK_COVERAGE_H
#define TILESTEP_SESSION_BLOCK_COVERAGE_H

#include "session/block/footprint.h"

typedef enum CoverageKind {
    COVERAGE_UNKNOWN, /* the blocks do not write tiles side by side, or they are not run yet */
    COVERAGE_EXACT,
    COVERAGE_SHORT, /* some elements are reached by no block */
    COVERAGE_MORE   /* blocks reach beyond the elements: guards must hold threads back */
} CoverageKind;

typedef struct Coverage {
    CoverageKind kind;
    int buffer;
    int64_t rows, columns;                 /* of the buffer */
    int64_t reached_rows, reached_columns; /* tiles of all blocks together */
} Coverage;

/* last: the footprints of the last block; the same as first in a grid of one. */
Coverage coverage_find(const Launch *launch, const Footprints *first, const Footprints *last);

#endif
