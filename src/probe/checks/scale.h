/* The numbers a product may be scaled by: P = alpha * M x N + beta * P. */
#ifndef TILESTEP_PROBE_CHECKS_SCALE_H
#define TILESTEP_PROBE_CHECKS_SCALE_H

#include "vm/launch.h"

enum { SCALE_LIMIT = 3 };

typedef struct ProductScales {
    double alpha[SCALE_LIMIT], beta[SCALE_LIMIT]; /* pairs; the first is 1 and 0 */
    int count;
} ProductScales;

/* Those that a product of matrices of a type, with sizes m, k and n, could be given. */
ProductScales product_scales(const Program *program, const Launch *launch, ScalarType type,
                             const uint64_t sizes[3]);

#endif
