// bfloat16.

#include <cuda_bf16.h>

__global__ void k(float *out)
{
    __nv_bfloat16 x = __float2bfloat16(1.0f); // error: bfloat16
    out[threadIdx.x] = __bfloat162float(x);
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
