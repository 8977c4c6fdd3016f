// Asynchronous copies of 8 bytes a thread.
// expect: out[7] == in[8]
// counts: async_copy accesses 32
// counts: async_copy wavefronts 2
// counts: global_load sectors 8
#include <cuda_pipeline.h>

__global__ void pairs(const float *in, float *out)
{
    __shared__ float2 s[32];
    int t = threadIdx.x;
    if (t < 32)
        __pipeline_memcpy_async(&s[t], (const float2 *)in + t, sizeof(float2));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = t % 2 ? s[(t + 1) / 2 % 32].x : s[t / 2].y;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    pairs<<<1, 64>>>(d_in, d_out);
}
