/* The numbers a product may be scaled by: P = alpha * M x N + beta * P, where the P on the right is
 * what the result held at the start. */
#pragma once

#include "vm/launch.h"

enum { SCALE_LIMIT = 56 };

typedef struct ProductScales {
    double alpha[SCALE_LIMIT], beta[SCALE_LIMIT]; /* [count] pairs; the first is 1 and 0 */
    int count;
} ProductScales;

/* The pairs that a product of matrices of a type, with sizes m, k and n, could be meant with. alpha
 * is 1, one of the first two scalars that the kernel was given and uses, sizes left out, 1 /
 * sqrt(k) as in the scores of attention, or a number in the kernel; beta is 0 and, where the result
 * is loaded, 1, the other scalar or a number in the kernel. */
ProductScales product_scales(const Program *program, const Launch *launch, ScalarType type,
                             bool is_loaded, const uint64_t sizes[3]);
