/* Gaps: cells of a result that hold what they held at the start, so that they count as never
 * written. after and before are the same buffer; cells are indices into both. */
#pragma once

#include "probe/results/values.h"

/* Whether one cell is a gap, and how many are. */
bool gap_at(const Values *after, const Values *before, uint64_t cell);
uint64_t gap_cells(const Values *after, const Values *before);

/* Of n x n cells, only what lies on one side of the diagonal was written, with it or without. */
bool gap_is_triangle(const Values *after, const Values *before, uint64_t n);
