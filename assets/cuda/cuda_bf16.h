/* bfloat16 on the host: storage and the conversions, to the nearest, ties to even. */
#pragma once

#include "cuda_runtime.h"

struct __nv_bfloat16 {
    unsigned short bits;
    __nv_bfloat16() = default;
    static inline __host__ __device__ unsigned short from_float(float value)
    {
        unsigned int word;
        memcpy(&word, &value, sizeof word);
        if ((word & 0x7fffffffu) > 0x7f800000u)
            return 0x7fff;
        return (unsigned short)((word + 0x7fffu + (word >> 16 & 1)) >> 16);
    }
    __host__ __device__ __nv_bfloat16(float value) : bits(from_float(value)) {}
    __host__ __device__ __nv_bfloat16(double value) : bits(from_float((float)value)) {}
    __host__ __device__ __nv_bfloat16(int value) : bits(from_float((float)value)) {}
    __host__ __device__ operator float() const
    {
        unsigned int word = (unsigned int)bits << 16;
        float value;
        memcpy(&value, &word, sizeof value);
        return value;
    }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};
typedef __nv_bfloat162 nv_bfloat162;

static inline __host__ __device__ __nv_bfloat16 __float2bfloat16(float value) { return value; }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float value) { return value; }
static inline __host__ __device__ __nv_bfloat16 __double2bfloat16(double value) { return value; }
static inline __host__ __device__ float __bfloat162float(__nv_bfloat16 value) { return value; }
