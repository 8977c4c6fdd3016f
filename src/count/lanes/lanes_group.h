/* Group: sixteen lanes in registers of the host, whichever those are, and what sums of products do
 * with them. For lanes_float.c alone, which is built for each instruction set.
 *
 * Without a fused multiply-add in hardware the factors must be such that their product is exact: an
 * ordinary sum is the fused one then. */
#pragma once

#include "count/lanes/pattern.h"
#include "vm/lanes/lanes.h"

#include <string.h>

#ifdef __FMA__
#include <immintrin.h>
#endif

#ifdef __AVX512F__
typedef struct Group {
    __m512 part;
} Group;

static inline __m512 both_halves(__m256 low, __m256 high)
{
    __m512d half = _mm512_castpd256_pd512(_mm256_castps_pd(low));
    return _mm512_castpd_ps(_mm512_insertf64x4(half, _mm256_castps_pd(high), 1));
}

static inline Group group_of(int kind, const float *from, const int32_t *rel)
{
    if (kind == GROUP_RUN)
        return (Group){_mm512_loadu_ps(from + rel[0])};
    if (kind == GROUP_ONE)
        return (Group){_mm512_set1_ps(from[rel[0]])};
    if (kind == GROUP_RUNS)
        return (Group){
            both_halves(_mm256_loadu_ps(from + rel[0]), _mm256_loadu_ps(from + rel[LANE_HALF]))};
    if (kind == GROUP_ONES)
        return (Group){_mm512_mask_broadcastss_ps(_mm512_set1_ps(from[rel[0]]), 0xff00,
                                                  _mm_load_ss(from + rel[LANE_HALF]))};
    return (Group){_mm512_i32gather_ps(_mm512_loadu_si512(rel), from, 4)};
}

static inline Group group_fma(Group a, Group b, Group c)
{
    return (Group){_mm512_fmadd_ps(a.part, b.part, c.part)};
}

/* As lane_float does it. */
static inline void group_store(float *to, Group group)
{
    __mmask16 is_nan = _mm512_cmp_ps_mask(group.part, group.part, _CMP_UNORD_Q);
    __m512 nan = _mm512_set1_ps(LANE_NAN);
    _mm512_storeu_ps(to, _mm512_mask_blend_ps(is_nan, group.part, nan));
}
#elif defined __FMA__
typedef struct Group {
    __m256 low, high;
} Group;

static inline Group group_of(int kind, const float *from, const int32_t *rel)
{
    if (kind == GROUP_RUN)
        return (Group){_mm256_loadu_ps(from + rel[0]), _mm256_loadu_ps(from + rel[0] + LANE_HALF)};
    if (kind == GROUP_RUNS)
        return (Group){_mm256_loadu_ps(from + rel[0]), _mm256_loadu_ps(from + rel[LANE_HALF])};
    if (kind == GROUP_ONE || kind == GROUP_ONES)
        return (Group){_mm256_set1_ps(from[rel[0]]),
                       _mm256_set1_ps(from[rel[kind == GROUP_ONE ? 0 : LANE_HALF]])};
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)rel);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(rel + 8));
    return (Group){_mm256_i32gather_ps(from, low, 4), _mm256_i32gather_ps(from, high, 4)};
}

static inline Group group_fma(Group a, Group b, Group c)
{
    return (Group){_mm256_fmadd_ps(a.low, b.low, c.low), _mm256_fmadd_ps(a.high, b.high, c.high)};
}

static inline void half_store(float *to, __m256 half)
{
    __m256 nan = _mm256_set1_ps(LANE_NAN);
    _mm256_storeu_ps(to, _mm256_blendv_ps(half, nan, _mm256_cmp_ps(half, half, _CMP_UNORD_Q)));
}

/* As lane_float does it. */
static inline void group_store(float *to, Group group)
{
    half_store(to, group.low);
    half_store(to + LANE_HALF, group.high);
}
#else
enum { QUARTERS = 4, QUARTER = LANE_GROUP / QUARTERS };
typedef float Quarter __attribute__((vector_size(QUARTER * sizeof(float))));
typedef struct Group {
    Quarter part[QUARTERS];
} Group;

static inline Quarter quarter_of(int kind, const float *from, const int32_t *rel, int first)
{
    int32_t start = rel[kind == GROUP_RUN || kind == GROUP_ONE ? 0 : first / LANE_HALF * LANE_HALF];
    Quarter part;
    if (kind == GROUP_ONE || kind == GROUP_ONES)
        return (Quarter){from[start], from[start], from[start], from[start]};
    if (kind == GROUP_OTHER)
        return (Quarter){from[rel[first]], from[rel[first + 1]], from[rel[first + 2]],
                         from[rel[first + 3]]};
    memcpy(&part, from + start + (kind == GROUP_RUN ? first : first % LANE_HALF), sizeof part);
    return part;
}

static inline Group group_of(int kind, const float *from, const int32_t *rel)
{
    Group group;
    for (int i = 0; i < QUARTERS; ++i)
        group.part[i] = quarter_of(kind, from, rel, i * QUARTER);
    return group;
}

/* Of factors whose product is exact. */
static inline Group group_fma(Group a, Group b, Group c)
{
    for (int i = 0; i < QUARTERS; ++i)
        c.part[i] += a.part[i] * b.part[i];
    return c;
}

static inline void group_store(float *to, Group group)
{
    float lanes[LANE_GROUP];
    memcpy(lanes, &group, sizeof lanes);
    for (int i = 0; i < LANE_GROUP; ++i)
        to[i] = lane_float(lanes[i]);
}
#endif

/* Groups whose sums are kept at once, so that one multiply-add need not wait for another:
 * neighbours of one kind; and those that have b in common, which is read once for all of them. */
#ifdef __AVX512F__
enum { ABREAST = 4, SHARING_MOST = 8 };
#elif defined __FMA__
enum { ABREAST = 4, SHARING_MOST = 4 };
#else
enum { ABREAST = 2, SHARING_MOST = 2 };
#endif
