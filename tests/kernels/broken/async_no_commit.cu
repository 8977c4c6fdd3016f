// A wait for groups does not wait for a copy that is in none.
#include <cuda_pipeline.h>

__global__ void no_commit(const float *in, float *out)
{
    __shared__ float s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float));
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // finds: async-not-committed 64
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    no_commit<<<1, 64>>>(d_in, d_out);
}
