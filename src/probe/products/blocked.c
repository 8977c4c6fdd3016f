/* The right factor lies in strips of a few columns, one row of the strip behind the other. A strip
 * stays in the host's cache while several rows are multiplied by it, and the sums of a few rows by
 * one strip stay in registers while k goes on. A factor of one column is taken as it is: a strip of
 * it would be seven parts of eight empty, and a long row is read only once. */
#include "probe/products/blocked.h"

#include "base/clones.h"

#include <stdlib.h>

enum { COLUMNS = 8, ABREAST = 6 }; /* a strip's columns, and rows whose sums are in registers */

_Static_assert(BLOCKED_ROWS % ABREAST == 0, "rows are taken ABREAST at a time");

/* The columns of a strip, in one register of the host or some. */
typedef double Columns __attribute__((vector_size(COLUMNS * sizeof(double))));

static uint64_t strip_count(uint64_t n)
{
    return (n + COLUMNS - 1) / COLUMNS;
}

static void lay_out(Blocked *blocked, const Values *right)
{
    uint64_t k = blocked->k, n = blocked->n, step = n == 1 ? 1 : COLUMNS;
    for (uint64_t row = 0; row < k; ++row)
        for (uint64_t col = 0; col < n; ++col)
            blocked->right[(col / COLUMNS * k + row) * step + col % COLUMNS] =
                value_at(right, row * n + col);
}

bool blocked_make(Blocked *blocked, const Values *right, uint64_t k, uint64_t n)
{
    uint64_t width = strip_count(n) * COLUMNS;
    *blocked = (Blocked){.k = k,
                         .n = n,
                         .right = calloc((n == 1 ? 1 : width) * k, sizeof(double)),
                         .left = calloc(n == 1 ? 1 : BLOCKED_ROWS * k, sizeof(double)),
                         .sums = calloc(BLOCKED_ROWS * width, sizeof(double))};
    if (!blocked->right || !blocked->left || !blocked->sums)
        return false;
    lay_out(blocked, right);
    return true;
}

void blocked_free(Blocked *blocked)
{
    free(blocked->right);
    free(blocked->left);
    free(blocked->sums);
}

/* Sums in double precision are the same whatever the host computes them with. */
HOST_CLONES static void multiply_strip(uint64_t k, const double *left, const double *right,
                                       double *sums, uint64_t width)
{
    Columns sum[ABREAST] = {{0}};
    for (uint64_t i = 0; i < k; ++i) {
        Columns factors;
        memcpy(&factors, right + i * COLUMNS, sizeof factors);
        for (int row = 0; row < ABREAST; ++row)
            sum[row] += left[i * ABREAST + row] * factors;
    }
    for (int row = 0; row < ABREAST; ++row)
        memcpy(sums + row * width, &sum[row], sizeof sum[row]);
}

static void multiply_column(Blocked *blocked, const Values *left, const uint64_t *rows,
                            uint64_t count)
{
    for (uint64_t row = 0; row < count; ++row) {
        double sum = 0;
        for (uint64_t i = 0; i < blocked->k; ++i)
            sum += value_at(left, rows[row] * blocked->k + i) * blocked->right[i];
        blocked->sums[row * COLUMNS] = sum;
    }
}

void blocked_multiply(Blocked *blocked, const Values *left, const uint64_t *rows, uint64_t count)
{
    uint64_t k = blocked->k, strips = strip_count(blocked->n), width = strips * COLUMNS;
    if (blocked->n == 1) {
        multiply_column(blocked, left, rows, count);
        return;
    }
    for (uint64_t row = 0; row < count; ++row)
        for (uint64_t i = 0; i < k; ++i)
            blocked->left[(row / ABREAST * k + i) * ABREAST + row % ABREAST] =
                value_at(left, rows[row] * k + i);
    for (uint64_t strip = 0; strip < strips; ++strip)
        for (uint64_t row = 0; row < count; row += ABREAST)
            multiply_strip(k, blocked->left + row * k, blocked->right + strip * COLUMNS * k,
                           blocked->sums + row * width + strip * COLUMNS, width);
}

const double *blocked_row(const Blocked *blocked, uint64_t i)
{
    return blocked->sums + i * strip_count(blocked->n) * COLUMNS;
}
