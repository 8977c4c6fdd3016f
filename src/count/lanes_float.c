/* One instruction set's functions: built with -DLANES_TABLE=name and that set's compiler flags.
 * Without a fused multiply-add in hardware, factors of at most twelve bits have an exact product,
 * so that an ordinary sum is the fused one; others go through doubles. The product of two floats is
 * exact there, so only the sum is rounded twice, which goes wrong just where the double lies half
 * way between two floats or the float is subnormal: those lanes are done again with care. */
#include "count/lanes_float.h"
#include "vm/lanes.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#ifndef LANES_TABLE
#define LANES_TABLE lanes_baseline
#define LANES_NAME  "baseline"
#endif

extern const LaneFunctions LANES_TABLE;

/* A lane reads and writes its own place only, so vectors are right even when dst is an operand. */

#ifdef __FMA__

static void lane_fma(uint32_t n, float *dst, const float *a, const float *b, const float *c)
{
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i)
        dst[i] = lane_float(__builtin_fmaf(a[i], b[i], c[i]));
}

#else

enum {
    CHUNK = 32,
    LATE_BITS = 0xfff << 1, /* of a significand: zero if it has no more than twelve bits */
    LEAST = (127 - 31) << 24,
    TOO_FAR = -(1 << 30), /* 64 exponents and more */
    HALF_BITS = 0x1fffffff,
    HALF_WAY = 0x10000000,
    EXPONENT = 0x7f800000
};

/* A factor's exponent, counted from the least with which a product is exact; 0 for the factor zero.
 * Argument and result have the exponent in the highest bits, without a sign. */
static uint32_t exponent_above_least(uint32_t shifted)
{
    return shifted == 0 ? 0 : shifted - LEAST;
}

/* Computes the sums, and tells whether every product in them is exact: it is if each factor is
 * zero, or has at most twelve bits and a size from 2^-31 to 2^33. */
static bool add_exact_products(float *sums, const float *a, const float *b, const float *c)
{
    uint32_t a_bits[CHUNK], b_bits[CHUNK], bits = 0, exponents = 0;
    memcpy(a_bits, a, sizeof a_bits);
    memcpy(b_bits, b, sizeof b_bits);
#pragma omp simd reduction(| : bits, exponents)
    for (int i = 0; i < CHUNK; ++i) {
        uint32_t x = a_bits[i] << 1, y = b_bits[i] << 1;
        bits |= x | y;
        exponents |= exponent_above_least(x) | exponent_above_least(y);
        sums[i] = a[i] * b[i] + c[i];
    }
    return ((bits & LATE_BITS) | (exponents & TOO_FAR)) == 0;
}

/* Whether some sum may have been rounded wrongly. words: both halves of each sum, the low one
 * first. A result that is zero because its sum is zero is right; any other sum has a bit beside its
 * sign. */
static bool needs_care(const uint32_t *words, const uint32_t *results)
{
    uint32_t care = 0;
#pragma omp simd reduction(| : care)
    for (int i = 0; i < CHUNK; ++i) {
        uint32_t low = words[2 * i], high = words[2 * i + 1];
        care |= (low & HALF_BITS) == HALF_WAY ? 1 : 0;
        care |= (results[i] & EXPONENT) == 0 ? low | high << 1 : 0;
    }
    return care != 0;
}

static void add_long_products(float *results, const float *a, const float *b, const float *c)
{
    double sums[CHUNK];
    uint32_t sum_bits[2 * CHUNK], result_bits[CHUNK];
#pragma omp simd
    for (int i = 0; i < CHUNK; ++i)
        sums[i] = (double)a[i] * (double)b[i] + (double)c[i];
#pragma omp simd
    for (int i = 0; i < CHUNK; ++i)
        results[i] = (float)sums[i];
    memcpy(sum_bits, sums, sizeof sums);
    memcpy(result_bits, results, sizeof result_bits);
    if (needs_care(sum_bits, result_bits))
        for (int i = 0; i < CHUNK; ++i)
            results[i] = fmaf(a[i], b[i], c[i]);
}

static void lane_fma(uint32_t n, float *dst, const float *a, const float *b, const float *c)
{
    for (const float *end = a + n; a < end; a += CHUNK, b += CHUNK, c += CHUNK, dst += CHUNK) {
        float results[CHUNK];
        if (!add_exact_products(results, a, b, c))
            add_long_products(results, a, b, c);
#pragma omp simd
        for (int i = 0; i < CHUNK; ++i)
            dst[i] = lane_float(results[i]);
    }
}

#endif

static void lane_add(uint32_t n, float *dst, const float *a, const float *b)
{
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i)
        dst[i] = lane_float(a[i] + b[i]);
}

static void lane_sub(uint32_t n, float *dst, const float *a, const float *b)
{
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i)
        dst[i] = lane_float(a[i] - b[i]);
}

static void lane_mul(uint32_t n, float *dst, const float *a, const float *b)
{
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i)
        dst[i] = lane_float(a[i] * b[i]);
}

static void lane_gather(uint32_t n, uint32_t *dst, const uint32_t *from, const int32_t *rel,
                        const uint8_t *kind)
{
    for (uint32_t group = 0; group < n / LANE_GROUP; ++group) {
        uint32_t *to = dst + group * LANE_GROUP;
        const int32_t *at = rel + group * LANE_GROUP;
        if (kind[group] == GROUP_RUN) {
            memcpy(to, from + at[0], LANE_GROUP * sizeof *to);
        } else if (kind[group] == GROUP_ONE) {
            uint32_t word = from[at[0]];
            for (int i = 0; i < LANE_GROUP; ++i)
                to[i] = word;
        } else {
            for (int i = 0; i < LANE_GROUP; ++i)
                to[i] = from[at[i]];
        }
    }
}

const LaneFunctions LANES_TABLE = {LANES_NAME, lane_fma, lane_add, lane_sub, lane_mul, lane_gather};
