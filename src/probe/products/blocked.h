/* Blocked: rows of a product in double precision, as fast as the host multiplies and adds. Every
 * sum adds its terms in the order of k, one after another, so it is the same on every host. */
#pragma once

#include "probe/results/values.h"

enum { BLOCKED_ROWS = 24 }; /* that are multiplied at once, at most */

/* The right factor of k x n, laid out for the caches, and room for the rows that are multiplied by
 * it. Freed with blocked_free. */
typedef struct Blocked {
    uint64_t k, n;
    double *right, *left, *sums;
} Blocked;

/* right is stored by rows. False if there is no memory; blocked_free is to be called all the same.
 */
bool blocked_make(Blocked *blocked, const Values *right, uint64_t k, uint64_t n);
void blocked_free(Blocked *blocked);

/* Multiplies `count` rows of left, which has k columns, by the right factor. Row i of the result is
 * blocked_row(blocked, i), with n sums, until the next call. */
void blocked_multiply(Blocked *blocked, const Values *left, const uint64_t *rows, uint64_t count);
const double *blocked_row(const Blocked *blocked, uint64_t i);
