/* Four floats at once, for the coverage of four neighbouring pixels of a row. Compilers turn these
 * into single instructions; the arithmetic is that of plain floats, so results are the same
 * everywhere.
 *
 * All four places are computed, also those that the caller does not need: nothing here traps or
 * branches on a value. The vector types are an extension of GCC and Clang. */
#pragma once

#include <stdint.h>

/* Four numbers, and four truths or whole numbers: a comparison of Floats gives -1 where it
 * holds. */
typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Whole __attribute__((vector_size(16)));

enum { FLOATS_COUNT = 4 }; /* numbers in one Floats */

/* The same number four times. */
static inline Floats floats_all(float v)
{
    return (Floats){v, v, v, v};
}

/* yes where the mask is -1, no where it is 0; never a branch. */
static inline Floats floats_choose(Whole mask, Floats yes, Floats no)
{
    return (Floats)((mask & (Whole)yes) | (~mask & (Whole)no));
}

/* The smaller and the larger of two, each place by itself. Of a NaN and a number it is b. */
static inline Floats floats_min(Floats a, Floats b)
{
    return floats_choose(a < b, a, b);
}

static inline Floats floats_max(Floats a, Floats b)
{
    return floats_choose(a > b, a, b);
}

/* The sign bit is cleared. */
static inline Floats floats_abs(Floats v)
{
    return (Floats)((Whole)v & 0x7fffffff);
}

/* The next whole number below. Only for values that fit an int32_t. */
static inline Floats floats_floor(Floats v)
{
    Floats towards_zero = __builtin_convertvector(__builtin_convertvector(v, Whole), Floats);
    return towards_zero - floats_choose(towards_zero > v, floats_all(1), floats_all(0));
}

/* v limited to 0 .. 1, as coverage is. */
static inline Floats floats_unit(Floats v)
{
    return floats_min(floats_max(v, floats_all(0)), floats_all(1));
}
