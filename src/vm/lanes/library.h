/* Functions of single precision as CUDA's library computes them: by polynomials in single
 * precision, so that the last place is the device's, which matters where a program subtracts
 * something close (1 + erff(x) of a GELU). */
#pragma once

float library_erf(float x);
float library_tanh(float x);
