/* Small value types: CUDA's three extents and the points and rectangles of pictures. All are passed
 * and given by value; nothing here allocates or fails. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Extents of a grid (in blocks) or a block (in threads), or the index of a block or a thread, from
 * 0; x varies fastest. */
typedef struct Dim3 {
    uint32_t x, y, z;
} Dim3;

/* Along x (axis 0), y (1) or z (2). */
static inline uint32_t dim3_along(Dim3 d, int axis)
{
    return axis == 0 ? d.x : axis == 1 ? d.y : d.z;
}

/* Threads of a block, blocks of a grid: never overflows for extents that CUDA allows, of which the
 * largest is a grid of 2^31 - 1 by 65535 by 65535 (CUDA C++ Programming Guide, "Technical
 * Specifications per Compute Capability"). */
static inline uint64_t dim3_count(Dim3 d)
{
    return (uint64_t)d.x * d.y * d.z;
}

/* Linear index of `at` inside extent, x fastest, as CUDA numbers the threads of a block: x + y Dx +
 * z Dx Dy (CUDA C++ Programming Guide, "Thread Hierarchy"). Blocks of a grid are numbered alike. */
static inline uint64_t dim3_linear(Dim3 at, Dim3 extent)
{
    return at.x + (uint64_t)extent.x * (at.y + (uint64_t)extent.y * at.z);
}

/* Inverse of dim3_linear; extent.x and extent.y are not 0. */
static inline Dim3 dim3_from_linear(uint64_t index, Dim3 extent)
{
    Dim3 d = {(uint32_t)(index % extent.x), (uint32_t)(index / extent.x % extent.y),
              (uint32_t)(index / extent.x / extent.y)};
    return d;
}

/* Picture coordinates in pixels: x to the right, y down, from the upper left corner. Whole numbers
 * are the corners of pixels, not their middles. */
typedef struct Point {
    float x, y;
} Point;

/* x and y are the upper left corner; without extent where w or h is 0. */
typedef struct Rect {
    float x, y, w, h;
} Rect;

/* The left and the upper edge belong to the rectangle, the right and the lower one do not, so that
 * rectangles side by side share no point. */
static inline bool rect_holds(Rect rect, Point at)
{
    return at.x >= rect.x && at.x < rect.x + rect.w && at.y >= rect.y && at.y < rect.y + rect.h;
}

/* What two rectangles share; w or h is 0 if they are apart or touch in an edge alone. */
static inline Rect rect_intersect(Rect a, Rect b)
{
    float x = a.x > b.x ? a.x : b.x, y = a.y > b.y ? a.y : b.y;
    float right = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
    float bottom = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
    return (Rect){x, y, right > x ? right - x : 0, bottom > y ? bottom - y : 0};
}

/* Whether they share more than an edge: more than `least` both ways, which may be what a rounding
 * leaves. */
static inline bool rect_overlaps(Rect a, Rect b, float least)
{
    Rect both = rect_intersect(a, b);
    return both.w > least && both.h > least;
}

/* The least rectangle that holds both. */
static inline Rect rect_around(Rect a, Rect b)
{
    float x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    float right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
    float bottom = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
    return (Rect){x, y, right - x, bottom - y};
}

/* Cuts the shares *first..*last of a way, from `from` on and by `by` long, down to those inside
 * low..high in one direction; false if none are left. */
static inline bool span_is_crossed(float from, float by, float low, float high, float *first,
                                   float *last)
{
    if (by == 0)
        return from > low && from < high;
    float a = (low - from) / by, b = (high - from) / by;
    float enters = a < b ? a : b, leaves = a < b ? b : a;
    *first = *first > enters ? *first : enters;
    *last = *last < leaves ? *last : leaves;
    return *first < *last;
}

/* Whether the straight way from a to b leads through the inside of a rectangle. */
static inline bool rect_is_crossed(Rect rect, Point a, Point b)
{
    float first = 0, last = 1;
    return span_is_crossed(a.x, b.x - a.x, rect.x, rect.x + rect.w, &first, &last) &&
           span_is_crossed(a.y, b.y - a.y, rect.y, rect.y + rect.h, &first, &last);
}
