// half as a type to store, converted to float and back, and half2.
// expect: out[0] == 2048
// expect: out[1] == 1.5
// expect: out[2] == 7
// expect: packed[1] == 2.5

#include <cuda_fp16.h>

__global__ void halves(float *out, half *packed)
{
    half a = __float2half(2049.0f); // 11 bits: rounded to 2048
    out[0] = __half2float(a);
    packed[0] = __float2half(1.5f);
    packed[1] = __hadd(packed[0], __float2half(1.0f));
    out[1] = __half2float(packed[0]);
    half2 pair = __floats2half2_rn(3.0f, 4.0f);
    out[2] = __low2float(pair) + __high2float(pair);
}

int main()
{
    float *out;
    half *packed;
    cudaMalloc(&out, 3 * sizeof(float));
    cudaMalloc(&packed, 2 * sizeof(half));
    halves<<<1, 1>>>(out, packed);
    cudaDeviceSynchronize();
}
