/* F16: the 16 bits of an IEEE half-precision number, to and from double. */
#ifndef TILESTEP_VM_HALF_H
#define TILESTEP_VM_HALF_H

#include <stdint.h>

/* Exact. */
double half_to_double(uint32_t bits);

/* Rounds to nearest, ties to even; too large becomes infinity, NaN stays a quiet NaN. */
uint32_t half_from_double(double value);

#endif
