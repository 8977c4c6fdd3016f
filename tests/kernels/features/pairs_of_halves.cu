// Operators of half2 and __nv_bfloat162: each works on both halves, a comparison is true if it is
// for both. Conversions that say how they round: to zero, up, down.
// expect: out[0] == 5
// expect: out[1] == 7.5
// expect: out[2] == 2
// expect: out[3] == 1
// expect: out[4] == -3
// expect: out[5] == 13
// expect: out[6] == 1
// expect: out[7] == 0
// expect: out[8] == 1
// expect: out[9] == 2
// expect: rounded[0] == 2048
// expect: rounded[1] == 2050
// expect: rounded[2] == 2048
// expect: rounded[3] == -2048
// expect: rounded[4] == -2050
// expect: rounded[5] == 65504
// expect: rounded[6] == 256
// expect: rounded[7] == 258
// expect: rounded[8] == -256
// expect: rounded[9] == 2050

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void pairs(float *out, float *rounded, int n)
{
    half2 x = __floats2half2_rn(2.0f * n, 3.0f * n), y = __lowhigh2highlow(x);
    half2 sum = x + y, half_more = x * y + __float2half2_rn(1.5f);
    out[0] = __low2float(sum);
    out[1] = __high2float(half_more);
    half2 ratio = half_more / __float2half2_rn(3.75f);
    out[2] = __low2float(ratio);
    out[3] = __high2float(x - y);
    out[4] = __high2float(-x);
    __nv_bfloat162 wide = __floats2bfloat162_rn(4.0f, 5.0f);
    wide += __float2bfloat162_rn(1.0f);
    wide *= __floats2bfloat162_rn(2.0f, 3.0f);
    wide -= __floats2bfloat162_rn(1.0f, 5.0f);
    out[5] = __high2float(wide);
    out[6] = sum == __float2half2_rn(5.0f);
    out[7] = x < y;
    out[8] = x <= y || x > __float2half2_rn(1.0f);
    out[9] = __high2float(__hgt2(x, y)) + __low2float(__lowhigh2highlow(__hgt2(x, y)));
    float one = (float)n;
    rounded[0] = __half2float(__float2half_rz(2049.0f * one));
    rounded[1] = __half2float(__float2half_ru(2049.0f * one));
    rounded[2] = __half2float(__float2half_rd(2049.0f * one));
    rounded[3] = __half2float(__float2half_ru(-2049.0f * one));
    rounded[4] = __half2float(__float2half_rd(-2049.0f * one));
    rounded[5] = __half2float(__float2half_rz(1e9f * one));
    rounded[6] = __bfloat162float(__float2bfloat16_rz(257.0f * one));
    rounded[7] = __bfloat162float(__float2bfloat16_ru(256.5f * one));
    rounded[8] = __bfloat162float(__float2bfloat16_ru(-257.0f * one));
    rounded[9] = __half2float(__int2half_ru(2049 * n));
}

int main()
{
    float *out, *rounded;
    cudaMalloc(&out, 10 * sizeof(float));
    cudaMalloc(&rounded, 10 * sizeof(float));
    pairs<<<1, 1>>>(out, rounded, 1);
    cudaDeviceSynchronize();
}
