/* F16: the 16 bits of a half-precision number, IEEE 754 binary16, to and from double. Results do
 * not depend on what the host CPU can do. */
#ifndef TILESTEP_VM_HALF_H
#define TILESTEP_VM_HALF_H

#include <stdint.h>

/* The low 16 bits as a number; exact, subnormals, infinities and NaN included. */
double half_to_double(uint32_t bits);

/* Rounds to nearest, ties to even; too large becomes infinity, NaN stays a quiet NaN. */
uint32_t half_from_double(double value);

#endif
