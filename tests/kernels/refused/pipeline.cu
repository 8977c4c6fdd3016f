// Pipelines of asynchronous copies.

#include <cuda_pipeline.h>

__global__ void k(float *out)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &out[threadIdx.x], 4); // error: asynchronous copy
    __pipeline_commit();
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
