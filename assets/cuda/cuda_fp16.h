/* Half precision on the host: storage and the conversions, to the nearest, ties to even. */
#pragma once

#include "cuda_runtime.h"

#define TILESTEP_HALF static inline __host__ __device__

struct __half {
    unsigned short bits;
    __half() = default;
    TILESTEP_HALF unsigned short from_float(float value)
    {
        unsigned int word, sign, rest;
        memcpy(&word, &value, sizeof word);
        sign = word >> 16 & 0x8000u;
        word &= 0x7fffffffu;
        if (word >= 0x7f800000u)
            return (unsigned short)(sign | (word > 0x7f800000u ? 0x7fffu : 0x7c00u));
        if (word >= 0x477ff000u)
            return (unsigned short)(sign | 0x7c00u);
        if (word < 0x33000000u)
            return (unsigned short)sign;
        unsigned int shift = word < 0x38800000u ? 126 - (word >> 23) : 13;
        unsigned int mantissa = word < 0x38800000u ? (word & 0x7fffffu) | 0x800000u : word - 0x38000000u;
        unsigned int half = 1u << (shift - 1);
        rest = mantissa & (2 * half - 1);
        mantissa >>= shift;
        mantissa += rest > half || (rest == half && (mantissa & 1));
        return (unsigned short)(sign | mantissa);
    }
    TILESTEP_HALF float to_float(unsigned short bits)
    {
        int exponent = bits >> 10 & 31;
        float value = exponent == 31  ? (bits & 1023 ? NAN : INFINITY)
                      : exponent == 0 ? ldexpf((float)(bits & 1023), -24)
                                      : ldexpf((float)(1024 + (bits & 1023)), exponent - 25);
        return bits & 0x8000 ? -value : value;
    }
    __host__ __device__ __half(float value) : bits(from_float(value)) {}
    __host__ __device__ __half(double value) : bits(from_float((float)value)) {}
    __host__ __device__ __half(int value) : bits(from_float((float)value)) {}
    __host__ __device__ operator float() const { return to_float(bits); }
};
typedef __half half;
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
};
typedef __half2 half2;
struct __half_raw {
    unsigned short x;
};

TILESTEP_HALF __half __float2half(float value) { return __half(value); }
TILESTEP_HALF __half __float2half_rn(float value) { return __half(value); }
TILESTEP_HALF __half __double2half(double value) { return __half(value); }
TILESTEP_HALF __half __int2half_rn(int value) { return __half(value); }
TILESTEP_HALF float __half2float(__half value) { return (float)value; }
TILESTEP_HALF __half2 __floats2half2_rn(float x, float y) { return __half2{__half(x), __half(y)}; }
TILESTEP_HALF __half2 __float2half2_rn(float x) { return __half2{__half(x), __half(x)}; }
TILESTEP_HALF __half2 __halves2half2(__half x, __half y) { return __half2{x, y}; }
TILESTEP_HALF __half2 make_half2(__half x, __half y) { return __half2{x, y}; }
TILESTEP_HALF float __low2float(__half2 pair) { return (float)pair.x; }
TILESTEP_HALF float __high2float(__half2 pair) { return (float)pair.y; }
