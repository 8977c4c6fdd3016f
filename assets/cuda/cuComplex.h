/* CUDA's complex numbers for the host part of a program: float2 and double2 under other names, and
 * the sums, products and quotients of CUDA's own header. */
#pragma once
#include "cuda_runtime.h"
#include <math.h>

#define TILESTEP_COMPLEX(type, pair, scalar, f) \
    typedef pair type; \
    TILESTEP_BOTH type make_##type(scalar x, scalar y) { return make_##pair(x, y); } \
    TILESTEP_BOTH scalar cuCreal##f(type a) { return a.x; } \
    TILESTEP_BOTH scalar cuCimag##f(type a) { return a.y; } \
    TILESTEP_BOTH type cuConj##f(type a) { return make_##pair(a.x, -a.y); } \
    TILESTEP_BOTH type cuCadd##f(type a, type b) { return make_##pair(a.x + b.x, a.y + b.y); } \
    TILESTEP_BOTH type cuCsub##f(type a, type b) { return make_##pair(a.x - b.x, a.y - b.y); } \
    TILESTEP_BOTH type cuCmul##f(type a, type b) \
    { \
        return make_##pair(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); \
    } \
    TILESTEP_BOTH type cuCdiv##f(type a, type b) \
    { \
        scalar scale = 1 / (fabs##f(b.x) + fabs##f(b.y)); \
        pair p = make_##pair(a.x * scale, a.y * scale), q = make_##pair(b.x * scale, b.y * scale); \
        scale = 1 / (q.x * q.x + q.y * q.y); \
        return make_##pair((p.x * q.x + p.y * q.y) * scale, (p.y * q.x - p.x * q.y) * scale); \
    } \
    TILESTEP_BOTH scalar cuCabs##f(type a) { return hypot##f(a.x, a.y); }

TILESTEP_COMPLEX(cuFloatComplex, float2, float, f)
TILESTEP_COMPLEX(cuDoubleComplex, double2, double, )
typedef cuFloatComplex cuComplex;
TILESTEP_BOTH cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
TILESTEP_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_double2(a.x, a.y); }
TILESTEP_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a)
{
    return make_float2((float)a.x, (float)a.y);
}
#undef TILESTEP_COMPLEX
