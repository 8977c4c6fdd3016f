/* What matrix kernels spend their time in, over all lanes of a block at once: float arithmetic and
 * the fetching of words. Compiled once for each instruction set of the host worth having; results
 * are the same bit for bit, those of IEEE 754 with rounding to nearest even, and a NaN is the
 * device's (vm/lanes/lanes.h). */
#pragma once

#include "count/lanes/pattern.h"

#include <stdint.h>

/* Words that move from step to step: lane i has from[lanes->rel[i]] in step 0, and step words
 * further in each step after it. */
typedef struct LaneStream {
    const uint32_t *from;
    int64_t step;
    const Pattern *lanes;
} LaneStream;

/* n is a multiple of 32; dst may be one of the operands. */
typedef struct LaneFunctions {
    const char *name; /* "baseline", "avx2", "avx512" */
    void (*fma)(uint32_t n, float *dst, const float *a, const float *b, const float *c);
    void (*add)(uint32_t n, float *dst, const float *a, const float *b);
    void (*sub)(uint32_t n, float *dst, const float *a, const float *b);
    void (*mul)(uint32_t n, float *dst, const float *a, const float *b);
    /* dst[i] = from[rel[i]]; kind tells of every LANE_GROUP lanes whether rel is a run, all one or
     * neither (GroupKind of pattern.h). */
    void (*gather)(uint32_t n, uint32_t *dst, const uint32_t *from, const int32_t *rel,
                   const uint8_t *kind);
    /* rel[i] = index[i] - from in the lanes of active, 0 in others; ends: the least and the largest
     * index of active lanes, of which from is one, as numbers with a sign after ^ sign. */
    void (*differences)(uint32_t n, int32_t *rel, const uint32_t *index, const uint32_t *active,
                        uint32_t from, uint32_t sign, int32_t ends[2]);
    /* words: a bit for each lane in which a compares so with b (limit: with a number that all lanes
     * share), or in which a is not zero. */
    void (*compare)(uint32_t n, uint32_t *words, const float *a, const float *b, Comparison how);
    void (*limit)(uint32_t n, uint32_t *words, const int32_t *a, int32_t b, Comparison how);
    void (*truth)(uint32_t n, uint32_t *words, const uint32_t *a);
    /* to[i] = from[sources[i % 32] + i / 32 * 32]; to and from do not overlap. */
    void (*shuffle)(uint32_t n, uint32_t *to, const uint32_t *from, const uint32_t sources[32]);
    /* The least and the largest rel of the lanes of active, of which there are some. */
    void (*ends)(uint32_t n, const int32_t *rel, const uint32_t *active, int32_t ends[2]);
    /* dst = before + a * b of step 0, + a * b of step 1, ..., each as by fma. */
    void (*sum_products)(uint32_t n, uint32_t steps, float *dst, const float *before,
                         const LaneStream *a, const LaneStream *b);
} LaneFunctions;

/* The best this processor has. TILESTEP_LANES in the environment (baseline, avx2, avx512) asks for
 * a lesser one: for tests and for measuring. */
const LaneFunctions *lanes_pick(void);
