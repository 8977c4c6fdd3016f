/* RowsMeant: where the lanes of a step meant to go that reach a matrix in another row. */
#pragma once

#include "vm/step.h"

/* Rows and columns of the matrix as it lies in memory, from 0, in the elements that the access
 * counts by; the column is outside of the matrix, less than 0 or past the end of a row. */
typedef struct RowsMeant {
    uint32_t lanes; /* bit set: the entries of the others mean nothing */
    int64_t row[WARP_LANES], column[WARP_LANES];
} RowsMeant;
