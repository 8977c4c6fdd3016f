/* F16 and BF16: the 16 bits of a half-precision number, IEEE 754 binary16, or of a bfloat16, which
 * is the upper half of a float, to and from double. Results do not depend on what the host CPU can
 * do. */
#pragma once

#include <stdint.h>

/* The low 16 bits as a number; exact, subnormals, infinities and NaN included. */
double half_to_double(uint32_t bits);
double bfloat_to_double(uint32_t bits);

/* Rounds to nearest, ties to even; too large becomes infinity, NaN stays a quiet NaN. */
uint32_t half_from_double(double value);
uint32_t bfloat_from_double(double value);

/* a * b + c of three bfloat16s, rounded so that bfloat_from_double gives what one rounding gives:
 * their exponents lie too far apart for the exact sum. */
double bfloat_fma(double a, double b, double c);
