/* Influence: is what a kernel computes shaped like a product? Found by running it again with one
 * element of an input changed, and looking at which cells of the result change with it. */
#ifndef TILESTEP_PROBE_CHECKS_INFLUENCE_H
#define TILESTEP_PROBE_CHECKS_INFLUENCE_H

#include "probe/record/report.h"
#include "vm/launch.h"

/* A result of m x n cells from two factors that share k. */
typedef struct ProductShape {
    int left, right, output; /* indices of buffers; either may be the left factor in truth */
    uint64_t m, n;           /* rows and columns of the result */
} ProductShape;

/* False if runs of the whole launch with small numbers as inputs show that the result is something
 * else. True too where the runs would take too long. An element of a factor of a product changes
 * cells of one row or column, twice as much when it is changed twice as much, whatever mistakes the
 * kernel makes with its indices. */
bool influence_is_product(const Program *program, const Launch *launch, const Report *report,
                          const ProductShape *shape);

#endif
