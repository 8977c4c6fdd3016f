// Two copies are on their way to one stage.
#include <cuda_pipeline.h>

__global__ void one_stage(const float *in, float *out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float sum = 0.0f;
    __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
    __pipeline_commit();
    __pipeline_memcpy_async(&s[t], &in[64 + t], sizeof(float)); // finds: async-overwrite 64
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
        sum += s[i];
    out[t] = sum;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    one_stage<<<1, 64>>>(d_in, d_out);
}
