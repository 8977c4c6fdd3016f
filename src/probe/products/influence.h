/* Influence: is what a kernel computes shaped like a product? Found by running it again with one
 * element of an input changed, and looking at which cells of the result change with it. */
#pragma once

#include "vm/launch.h"

/* A result of m x n cells from two factors that share k. */
typedef struct ProductShape {
    int left, right, output; /* indices of buffers; either may be the left factor in truth */
    int added;               /* C of D = alpha A B + beta C; -1: none */
    uint64_t m, n;           /* rows and columns of the result */
} ProductShape;

/* Which of the numbers that a product may be multiplied by (alpha) its result has been, as runs
 * with small numbers as inputs show; -1 if the result is something else, or that cannot be told.
 * Whatever mistakes the kernel makes with its indices, an element of a factor of a product
 *
 *   - changes cells of one row or column,
 *   - by whole multiples of elements of the other factor, times alpha;
 *
 * and, with zeros for what is added to it, the result is linear in both factors, and without a part
 * that neither of them gives. Of a kernel that is_named a product the first is enough: the rest may
 * be mistakes. */
int influence_of_product(const Program *program, const Launch *launch, const ProductShape *shape,
                         bool is_named, const double *alphas, int alpha_count);
