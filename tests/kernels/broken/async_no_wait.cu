// A barrier orders threads, but it does not wait for their copies.
#include <cuda_pipeline.h>

__global__ void no_wait(const float *in, float *out)
{
    __shared__ float s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float));
    __pipeline_commit();
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // finds: async-early-read 64
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    no_wait<<<1, 64>>>(d_in, d_out);
}
