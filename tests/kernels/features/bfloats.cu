// bfloat16: the upper half of a float. Values have 8 digits and are rounded to the nearest one, the
// even one of two that are equally near; every operation rounds once.
// expect: out[0] == 256
// expect: out[1] == 1.0078125
// expect: out[2] == 3.140625
// expect: out[3] == 260
// expect: out[4] == 0.333984375
// expect: out[5] == 66048
// expect: out[6] == 1.5
// expect: out[7] == 3
// expect: out[8] == 16257
// expect: out[9] == 257
// expect: out[10] == 1
// expect: out[11] == 7
// expect: out[12] == 258
// expect: out[13] == 274
// expect: packed[1] == 2.5
// expect: packed[2] == 4

#include <cuda_bf16.h>

typedef __nv_bfloat16 floatX;

template <typename T> __device__ T largest(T a, T b)
{
    return __hgt(a, b) ? a : b;
}

__global__ void bfloats(float *out, floatX *packed, float one, float third, int whole)
{
    out[0] = __bfloat162float(__float2bfloat16(257.0f)); // half way to 258, and 256 is even
    out[1] = (float)(floatX)1.0069f;
    out[2] = (float)__float2bfloat16(3.14159274f);
    floatX a = __float2bfloat16(256.0f), b = __float2bfloat16(2.5f);
    out[3] = a + b + b; // 258.5 is 258, and 260.5 is 260
    out[4] = __bfloat162float(__float2bfloat16(third));
    out[5] = (float)__hmul((floatX)257.6f, a); // 258 * 256
    out[6] = (float)__hdiv((floatX)4.5f, (floatX)3.0f);
    nv_bfloat162 pair = __floats2bfloat162_rn(1.0f, 2.0f);
    out[7] = __low2float(pair) + __high2float(pair);
    out[8] = __bfloat16_as_ushort((floatX)1.0078125f); // 0x3f81
    out[9] = __bfloat162int_rn((floatX)257.0f) + (int)(floatX)one;
    out[10] = largest((floatX)one, (floatX)third);
    out[11] = (float)__hfma((floatX)2.0f, (floatX)3.0f, (floatX)one);
    // 259 is half way from 258 to 260, which is even; 273 from 272, which is even, to 274.
    out[12] = (float)__hfma((floatX)7.0f, (floatX)37.0f, (floatX)-1e-30f);
    out[13] = (float)__hfma((floatX)7.0f, (floatX)39.0f, (floatX)1e-30f);
    packed[0] = (floatX)1.5f;
    packed[1] = packed[0] + __float2bfloat16(1.0f);
    packed[2] = __int2bfloat16_rn(whole);
}

int main()
{
    float *out;
    floatX *packed;
    cudaMalloc(&out, 14 * sizeof(float));
    cudaMalloc(&packed, 3 * sizeof(floatX));
    bfloats<<<1, 1>>>(out, packed, 1.0f, 1.0f / 3.0f, 4);
    cudaDeviceSynchronize();
}
