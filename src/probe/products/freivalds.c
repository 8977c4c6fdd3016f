/* Numbers of the inputs are whole and at most 2^24 (Product.is_exact); those of the result may be
 * anything, so each is looked at. */
#include "probe/products/freivalds.h"

#include "base/clones.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>

#define NUMBER_LIMIT 0x1p32 /* the larger a number, the less it may tell modulo 2^64 */

static uint64_t odd_number(uint64_t index)
{
    return hash_u64(hash_u64(HASH_START, index), index) | 1;
}

/* The same for floats; numbers of 2^31 and more count as not whole. */
HOST_CLONES static uint64_t weigh_floats(const uint8_t *bytes, uint64_t count,
                                         const uint64_t *weights, bool *is_whole)
{
    uint64_t sum = 0;
    uint32_t odd = 0;
    for (uint64_t i = 0; i < count; ++i) {
        float value;
        memcpy(&value, bytes + i * sizeof value, sizeof value);
        int32_t whole = (int32_t)(fabsf(value) < 0x1p31f ? value : 0);
        odd |= (uint32_t)((float)whole != value);
        sum += (uint64_t)whole * weights[i];
    }
    *is_whole = !odd;
    return sum;
}

/* The sum of the row's numbers, each times its weight; *is_whole: all are whole and not too large.
 */
static uint64_t weigh_row(const Values *values, uint64_t row, uint64_t cols,
                          const uint64_t *weights, bool *is_whole)
{
    if (values->type == SCALAR_F32) {
        const uint8_t *floats = values->bytes + row * cols * sizeof(float);
        uint64_t quick_sum = weigh_floats(floats, cols, weights, is_whole);
        if (*is_whole)
            return quick_sum;
    }
    uint64_t sum = 0;
    bool good = true;
    for (uint64_t col = 0; col < cols; ++col) {
        double value = value_at(values, row * cols + col);
        bool is_small = fabs(value) <= NUMBER_LIMIT;
        int64_t whole = is_small ? (int64_t)value : 0;
        good &= is_small && (double)whole == value;
        sum += (uint64_t)whole * weights[col];
    }
    *is_whole = good;
    return sum;
}

static bool is_small_and_whole(double scale)
{
    return fabs(scale) <= 0x1p24 && scale == floor(scale);
}

/* All sums are whole numbers, none too large, whatever the order of their terms. */
static bool is_exact(const Product *product, const Reading *reading)
{
    if (!product->is_exact || !is_small_and_whole(reading->alpha) ||
        !is_small_and_whole(reading->beta))
        return false;
    double sum = (double)reading->sizes.k * product->largest[0] * product->largest[1] *
                 fmax(1, fabs(reading->alpha));
    double kept = reading->beta != 0 ? fabs(reading->beta) * product->largest_sum : 0;
    return sum + kept <= NUMBER_LIMIT;
}

/* What the row of the result should weigh. */
static uint64_t expected_weight(const Product *product, const Reading *reading, const Values *left,
                                uint64_t row, const uint64_t *weights, const uint64_t *inner)
{
    Sizes s = reading_sizes(reading);
    bool is_whole;
    uint64_t sum = (uint64_t)(int64_t)reading->alpha * weigh_row(left, row, s.k, inner, &is_whole);
    if (reading->beta != 0)
        sum += (uint64_t)(int64_t)reading->beta *
               weigh_row(&product->sum, row, s.n, weights, &is_whole);
    return sum;
}

bool freivalds_rows(const Product *product, const Reading *reading, const Values *left,
                    const Values *right, uint8_t *holds)
{
    Sizes s = reading_sizes(reading);
    uint64_t *weights = malloc(s.n * sizeof *weights), *inner = malloc(s.k * sizeof *inner);
    bool is_told = weights && inner && is_exact(product, reading), is_whole;
    for (uint64_t col = 0; is_told && col < s.n; ++col)
        weights[col] = odd_number(col);
    for (uint64_t i = 0; is_told && i < s.k; ++i)
        inner[i] = weigh_row(right, i, s.n, weights, &is_whole);
    for (uint64_t row = 0; is_told && row < s.m; ++row) {
        uint64_t found = weigh_row(&product->out, row, s.n, weights, &is_whole);
        holds[row] =
            is_whole && found == expected_weight(product, reading, left, row, weights, inner);
    }
    free(weights);
    free(inner);
    return is_told;
}
