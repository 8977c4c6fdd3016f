/* One instruction set's functions: built with -DLANES_TABLE=name and that set's compiler flags.
 * Without a fused multiply-add in hardware, factors of at most twelve bits have an exact product,
 * so that an ordinary sum is the fused one; others go through doubles. The product of two floats is
 * exact there, so only the sum is rounded twice, which goes wrong just where the double lies half
 * way between two floats or the float is subnormal: those lanes are done again with care. */
#include "count/lanes/lanes_float.h"
#include "count/lanes/lanes_group.h"
#include "vm/lanes/lanes.h"
#include "vm/launch.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#ifdef __FMA__
#include <immintrin.h>
#endif

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
        } else if (kind[group] == GROUP_RUNS) {
            memcpy(to, from + at[0], LANE_HALF * sizeof *to);
            memcpy(to + LANE_HALF, from + at[LANE_HALF], LANE_HALF * sizeof *to);
        } else if (kind[group] == GROUP_ONES) {
            uint32_t low = from[at[0]], high = from[at[LANE_HALF]];
            for (int i = 0; i < LANE_GROUP; ++i)
                to[i] = i < LANE_HALF ? low : high;
        } else {
            for (int i = 0; i < LANE_GROUP; ++i)
                to[i] = from[at[i]];
        }
    }
}

/* The ends are found for each lane of a warp by itself, so that warps need not wait for each other;
 * then those of the warp's lanes. */
static void lane_differences(uint32_t n, int32_t *restrict rel, const uint32_t *restrict index,
                             const uint32_t *restrict active, uint32_t from, uint32_t sign,
                             int32_t ends[2])
{
    int32_t least[WARP_LANES], most[WARP_LANES];
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        least[i] = most[i] = (int32_t)(from ^ sign);
    for (uint32_t first = 0; first < n; first += WARP_LANES) {
        uint32_t lanes = active[first / WARP_LANES];
        const uint32_t *any = index + first;
        int32_t *to = rel + first;
#pragma omp simd
        for (uint32_t i = 0; i < WARP_LANES; ++i) {
            uint32_t is_active = 0 - (lanes >> i & 1); /* no choice: that becomes a branch */
            uint32_t own = from ^ ((any[i] ^ from) & is_active);
            int32_t number = (int32_t)(own ^ sign);
            to[i] = (int32_t)(own - from);
            least[i] = number < least[i] ? number : least[i];
            most[i] = number > most[i] ? number : most[i];
        }
    }
    ends[0] = least[0];
    ends[1] = most[0];
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        ends[0] = least[i] < ends[0] ? least[i] : ends[0];
        ends[1] = most[i] > ends[1] ? most[i] : ends[1];
    }
}

#ifdef __AVX512F__

static void lane_truth(uint32_t n, uint32_t *words, const uint32_t *a)
{
    for (uint32_t first = 0; first < n; first += 32) {
        __m512i low = _mm512_loadu_si512(a + first), high = _mm512_loadu_si512(a + first + 16);
        words[first / 32] =
            _mm512_test_epi32_mask(low, low) | (uint32_t)_mm512_test_epi32_mask(high, high) << 16;
    }
}

static void lane_shuffle(uint32_t n, uint32_t *to, const uint32_t *from, const uint32_t sources[32])
{
    __m512i first_half = _mm512_loadu_si512(sources),
            second_half = _mm512_loadu_si512(sources + 16);
    for (uint32_t first = 0; first < n; first += 32) {
        __m512i low = _mm512_loadu_si512(from + first),
                high = _mm512_loadu_si512(from + first + 16);
        _mm512_storeu_si512(to + first, _mm512_permutex2var_epi32(low, first_half, high));
        _mm512_storeu_si512(to + first + 16, _mm512_permutex2var_epi32(low, second_half, high));
    }
}

#else

static void lane_truth(uint32_t n, uint32_t *words, const uint32_t *a)
{
    for (uint32_t first = 0; first < n; first += 32) {
        uint32_t word = 0;
#pragma omp simd reduction(| : word)
        for (uint32_t i = 0; i < 32; ++i)
            word |= (uint32_t)(a[first + i] != 0) << i;
        words[first / 32] = word;
    }
}

static void lane_shuffle(uint32_t n, uint32_t *to, const uint32_t *from, const uint32_t sources[32])
{
    for (uint32_t first = 0; first < n; first += 32)
        for (uint32_t i = 0; i < 32; ++i)
            to[first + i] = from[first + sources[i]];
}

#endif

/* All warps of a comparison of vectors x and y, of sixteen lanes from `at` on. */
#ifdef __AVX512F__
#define COMPARE_CASE(how, sign, to_mask, predicate, x, y)                                          \
    case how:                                                                                      \
        for (uint32_t at = 0; at < n; at += LANE_GROUP) {                                          \
            uint32_t bits = to_mask(x, y, predicate);                                              \
            words[at / 32] = at % 32 ? words[at / 32] | bits << 16 : bits;                         \
        }                                                                                          \
        break;
#define FLOAT_CASE(how, sign, predicate)                                                           \
    COMPARE_CASE(how, sign, _mm512_cmp_ps_mask, predicate, _mm512_loadu_ps(a + at),                \
                 _mm512_loadu_ps(b + at))
#define LIMIT_CASE(how, sign, predicate)                                                           \
    COMPARE_CASE(how, sign, _mm512_cmp_epi32_mask, predicate, _mm512_loadu_si512(rel + at),        \
                 _mm512_set1_epi32(limit))
#else
#define COMPARE_CASE(how, sign, x, y)                                                              \
    case how:                                                                                      \
        for (uint32_t first = 0; first < n; first += 32) {                                         \
            uint32_t is_so[32];                                                                    \
            for (uint32_t i = 0; i < 32; ++i)                                                      \
                is_so[i] = x sign y;                                                               \
            lane_truth(32, words + first / 32, is_so);                                             \
        }                                                                                          \
        break;
#define FLOAT_CASE(how, sign, predicate) COMPARE_CASE(how, sign, (a + first)[i], (b + first)[i])
#define LIMIT_CASE(how, sign, predicate) COMPARE_CASE(how, sign, (rel + first)[i], limit)
#endif

static void lane_compare(uint32_t n, uint32_t *words, const float *a, const float *b,
                         Comparison how)
{
    switch (how) {
        FLOAT_CASE(COMPARE_EQ, ==, _CMP_EQ_OQ)
        FLOAT_CASE(COMPARE_NE, !=, _CMP_NEQ_UQ)
        FLOAT_CASE(COMPARE_LT, <, _CMP_LT_OQ)
        FLOAT_CASE(COMPARE_LE, <=, _CMP_LE_OQ)
        FLOAT_CASE(COMPARE_GT, >, _CMP_GT_OQ)
        FLOAT_CASE(COMPARE_GE, >=, _CMP_GE_OQ)
    }
}

static void lane_limit(uint32_t n, uint32_t *words, const int32_t *rel, int32_t limit,
                       Comparison how)
{
    switch (how) {
        LIMIT_CASE(COMPARE_EQ, ==, _MM_CMPINT_EQ)
        LIMIT_CASE(COMPARE_NE, !=, _MM_CMPINT_NE)
        LIMIT_CASE(COMPARE_LT, <, _MM_CMPINT_LT)
        LIMIT_CASE(COMPARE_LE, <=, _MM_CMPINT_LE)
        LIMIT_CASE(COMPARE_GT, >, _MM_CMPINT_NLE)
        LIMIT_CASE(COMPARE_GE, >=, _MM_CMPINT_NLT)
    }
}

static void lane_ends(uint32_t n, const int32_t *rel, const uint32_t *active, int32_t ends[2])
{
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (uint32_t first = 0; first < n; first += 32) {
        uint32_t lanes = active[first / 32];
        const int32_t *any = rel + first;
#pragma omp simd reduction(min : least) reduction(max : most)
        for (uint32_t i = 0; i < 32; ++i) {
            int32_t low = lanes >> i & 1 ? any[i] : INT32_MAX;
            int32_t high = lanes >> i & 1 ? any[i] : INT32_MIN;
            least = low < least ? low : least;
            most = high > most ? high : most;
        }
    }
    ends[0] = least;
    ends[1] = most;
}

/* ---- sums of products ---- */

/* All steps of `count` groups from `first` on, `apart` from each other, whose lanes lie as kind_a
 * and kind_b tell: constants for the compiler, which makes a loop without a branch of it. */
static inline __attribute__((always_inline)) void
sum_groups(int count, int kind_a, int kind_b, bool is_shared, uint32_t steps, float *dst,
           const float *before, const LaneStream *a, const LaneStream *b, uint32_t first,
           uint32_t apart)
{
    Group sums[SHARING_MOST];
    const float *from_a = (const float *)a->from, *from_b = (const float *)b->from;
    const int32_t *rel_a = a->lanes->rel + first * LANE_GROUP,
                  *rel_b = b->lanes->rel + first * LANE_GROUP;
    uint32_t far = apart * LANE_GROUP;
    static const int32_t first_lane = 0;
    before += first * LANE_GROUP;
    dst += first * LANE_GROUP;
    for (uint32_t g = 0; g < (uint32_t)count; ++g)
        sums[g] = group_of(GROUP_RUN, before + g * far, &first_lane);
    for (uint32_t step = 0; step < steps; ++step) {
        Group shared = group_of(kind_b, from_b, rel_b);
        for (uint32_t g = 0; g < (uint32_t)count; ++g)
            sums[g] =
                group_fma(group_of(kind_a, from_a, rel_a + g * far),
                          is_shared ? shared : group_of(kind_b, from_b, rel_b + g * far), sums[g]);
        from_a += a->step;
        from_b += b->step;
    }
    for (uint32_t g = 0; g < (uint32_t)count; ++g)
        group_store(dst + g * far, sums[g]);
}

#define SUM_CASE(x, y)                                                                             \
    case (x)*GROUP_KINDS + (y):                                                                    \
        sum_groups(count, x, y, is_shared, steps, dst, before, a, b, first, apart);                \
        break;
#define SUM_CASES(x)                                                                               \
    SUM_CASE(x, GROUP_RUN)                                                                         \
    SUM_CASE(x, GROUP_ONE)                                                                         \
    SUM_CASE(x, GROUP_RUNS) SUM_CASE(x, GROUP_ONES) SUM_CASE(x, GROUP_OTHER)

static int kinds_of(const LaneStream *a, const LaneStream *b, uint32_t group)
{
    return a->lanes->kind[group] * GROUP_KINDS + b->lanes->kind[group];
}

static inline __attribute__((always_inline)) void sum_kinds(int count, uint32_t steps, float *dst,
                                                            const float *before,
                                                            const LaneStream *a,
                                                            const LaneStream *b, uint32_t first)
{
    const bool is_shared = false;
    const uint32_t apart = 1;
    switch (kinds_of(a, b, first)) {
        SUM_CASES(GROUP_RUN)
        SUM_CASES(GROUP_ONE)
        SUM_CASES(GROUP_RUNS)
        SUM_CASES(GROUP_ONES)
        SUM_CASES(GROUP_OTHER)
    }
}

/* What rows and columns of threads come to. */
static inline __attribute__((always_inline)) void sum_sharing(int count, uint32_t steps, float *dst,
                                                              const float *before,
                                                              const LaneStream *a,
                                                              const LaneStream *b, uint32_t first)
{
    const bool is_shared = true;
    uint32_t apart = b->lanes->period;
    switch (kinds_of(a, b, first)) {
        SUM_CASE(GROUP_ONE, GROUP_RUN)
        SUM_CASE(GROUP_RUN, GROUP_ONE)
        SUM_CASE(GROUP_ONES, GROUP_RUNS)
        SUM_CASE(GROUP_RUNS, GROUP_ONES)
    }
}

/* Neighbours that are of one kind as far as that goes, one by one where it does not. */
static void sum_neighbours(uint32_t groups, uint32_t steps, float *dst, const float *before,
                           const LaneStream *a, const LaneStream *b)
{
    for (uint32_t group = 0; group < groups;) {
        uint32_t alike = 1;
        while (alike < ABREAST && group + alike < groups &&
               kinds_of(a, b, group + alike) == kinds_of(a, b, group))
            ++alike;
        if (alike == ABREAST)
            sum_kinds(ABREAST, steps, dst, before, a, b, group);
        else
            sum_kinds(1, steps, dst, before, a, b, group);
        group += alike == ABREAST ? ABREAST : 1;
    }
}

/* How many groups can share every place of b: SHARING_MOST, or ABREAST, or 0 if it is fewer. */
static uint32_t sharing(uint32_t groups, const LaneStream *a, const LaneStream *b)
{
    uint32_t period = b->lanes->period;
    uint8_t kind = a->lanes->kind[0], shared = b->lanes->kind[0];
    bool is_row = kind != GROUP_OTHER && shared != GROUP_OTHER && (kind ^ shared) == 1;
    if (!period || !is_row || !a->lanes->is_alike || !b->lanes->is_alike)
        return 0;
    return groups % (period * SHARING_MOST) == 0 ? SHARING_MOST
           : groups % (period * ABREAST) == 0    ? ABREAST
                                                 : 0;
}

static void sum_rows(uint32_t groups, uint32_t count, uint32_t steps, float *dst,
                     const float *before, const LaneStream *a, const LaneStream *b)
{
    uint32_t period = b->lanes->period;
    for (uint32_t row = 0; row < groups; row += period * count)
        for (uint32_t first = row; first < row + period; ++first)
            if (count == SHARING_MOST)
                sum_sharing(SHARING_MOST, steps, dst, before, a, b, first);
            else
                sum_sharing(ABREAST, steps, dst, before, a, b, first);
}

/* Steps and places of a stream that are brought together; and how far apart its steps are where
 * that is worth it: then each is a line of the cache of its own, and as a rule they are in each
 * other's way there. */
enum { PACKED_STEPS = 128, PACKED_PLACES = 4, PACKED_AHEAD = 8, FAR_STEP = 256 };

/* Rows of b that many rows of a share are packed, so that the second one finds them side by
 * side. */
static bool is_worth_packing(uint32_t groups, uint32_t count, uint32_t steps, const LaneStream *b)
{
    uint32_t period = b->lanes->period;
    return b->lanes->kind[0] == GROUP_RUN && period <= PACKED_PLACES && groups > period * count &&
           steps >= PACKED_STEPS && (b->step >= FAR_STEP || b->step <= -FAR_STEP);
}

static void sum_packed(uint32_t groups, uint32_t count, uint32_t steps, float *dst,
                       const float *before, const LaneStream *a, const LaneStream *b)
{
    uint32_t period = b->lanes->period, width = period * LANE_GROUP;
    uint32_t packed[PACKED_STEPS * PACKED_PLACES * LANE_GROUP];
    int32_t rel[LAUNCH_BLOCK_THREADS_LIMIT];
    Pattern lanes = *b->lanes;
    LaneStream part_a = *a, part_b = {packed, width, &lanes};
    for (uint32_t lane = 0; lane < groups * LANE_GROUP; ++lane)
        rel[lane] = (int32_t)(lane % width);
    lanes.rel = rel;
    for (uint32_t done = 0, count_now; done < steps; done += count_now) {
        count_now = steps - done < PACKED_STEPS ? steps - done : PACKED_STEPS;
        for (uint32_t step = 0; step < count_now; ++step)
            for (uint32_t place = 0; place < period; ++place) {
                const uint32_t *from =
                    b->from + b->step * (done + step) + b->lanes->rel[place * LANE_GROUP];
                __builtin_prefetch(from + PACKED_AHEAD * b->step);
                memcpy(packed + step * width + place * LANE_GROUP, from,
                       LANE_GROUP * sizeof *packed);
            }
        part_a.from = a->from + a->step * done;
        sum_rows(groups, count, count_now, dst, done ? dst : before, &part_a, &part_b);
    }
}

/* Rows of a that share the places of b. */
static void sum_shared(uint32_t groups, uint32_t count, uint32_t steps, float *dst,
                       const float *before, const LaneStream *a, const LaneStream *b)
{
    if (is_worth_packing(groups, count, steps, b))
        sum_packed(groups, count, steps, dst, before, a, b);
    else
        sum_rows(groups, count, steps, dst, before, a, b);
}

#ifndef __FMA__

/* What factors have of bits beyond the twelfth, and of exponents (add_exact_products). */
typedef struct Factors {
    uint32_t bits, exponents;
} Factors;

static inline void note_factors(Factors *seen, uint32_t count, const uint32_t *from, int64_t apart)
{
    uint32_t bits = 0, exponents = 0;
#pragma omp simd reduction(| : bits, exponents)
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t shifted = from[i * apart] << 1;
        bits |= shifted;
        exponents |= exponent_above_least(shifted);
    }
    seen->bits |= bits;
    seen->exponents |= exponents;
}

/* All steps of a place. */
static void note_place(Factors *seen, uint32_t steps, const uint32_t *from, int64_t apart)
{
    if (apart == 1)
        note_factors(seen, steps, from, 1);
    else
        note_factors(seen, steps, from, apart);
}

/* Whether all words of a stream are factors whose products are exact. Places that come again are
 * looked at once. */
static bool is_stream_short(uint32_t groups, uint32_t steps, const LaneStream *stream)
{
    const Pattern *lanes = stream->lanes;
    uint32_t places = lanes->period ? lanes->period : groups;
    Factors seen = {0, 0};
    for (uint32_t lane = 0; lane < places * LANE_GROUP;) {
        const uint32_t *from = stream->from + lanes->rel[lane];
        uint8_t kind = lanes->kind[lane / LANE_GROUP];
        if (kind == GROUP_RUN || kind == GROUP_RUNS)
            for (uint32_t step = 0; step < steps; ++step)
                note_factors(&seen, LANE_HALF, from + stream->step * step, 1);
        else
            note_place(&seen, steps, from, stream->step);
        lane += kind == GROUP_ONE ? LANE_GROUP : kind == GROUP_OTHER ? 1 : LANE_HALF;
    }
    return ((seen.bits & LATE_BITS) | (seen.exponents & TOO_FAR)) == 0;
}

/* Step by step, of any factors. */
static void sum_steps(uint32_t n, uint32_t steps, float *dst, const float *before,
                      const LaneStream *a, const LaneStream *b)
{
    memmove(dst, before, n * sizeof *dst);
    for (uint32_t first = 0; first < n; first += CHUNK)
        for (uint32_t step = 0; step < steps; ++step) {
            uint32_t words[2][CHUNK];
            float factors[2][CHUNK];
            lane_gather(CHUNK, words[0], a->from + a->step * step, a->lanes->rel + first,
                        a->lanes->kind + first / LANE_GROUP);
            lane_gather(CHUNK, words[1], b->from + b->step * step, b->lanes->rel + first,
                        b->lanes->kind + first / LANE_GROUP);
            memcpy(factors, words, sizeof factors);
            lane_fma(CHUNK, dst + first, factors[0], factors[1], dst + first);
        }
}

#endif

/* Every lane's sum is one chain of multiply-adds, in the order of steps. A NaN stays one, so it is
 * enough to make it the device's at the end; nor does it matter which factor is shared. */
static void lane_sum_products(uint32_t n, uint32_t steps, float *dst, const float *before,
                              const LaneStream *a, const LaneStream *b)
{
    uint32_t groups = n / LANE_GROUP;
#ifndef __FMA__
    if (!is_stream_short(groups, steps, a) || !is_stream_short(groups, steps, b)) {
        sum_steps(n, steps, dst, before, a, b);
        return;
    }
#endif
    uint32_t of_b = sharing(groups, a, b), of_a = of_b ? 0 : sharing(groups, b, a);
    if (of_b)
        sum_shared(groups, of_b, steps, dst, before, a, b);
    else if (of_a)
        sum_shared(groups, of_a, steps, dst, before, b, a);
    else
        sum_neighbours(groups, steps, dst, before, a, b);
}

const LaneFunctions LANES_TABLE = {LANES_NAME,       lane_fma,    lane_add,         lane_sub,
                                   lane_mul,         lane_gather, lane_differences, lane_compare,
                                   lane_limit,       lane_truth,  lane_shuffle,     lane_ends,
                                   lane_sum_products};
