// Asynchronous copies of 16 bytes a thread, which go past L1.
// expect: out[5] == in[58]
// counts: async_copy accesses 16
// counts: async_copy bytes 256
// counts: async_copy wavefronts 2
// counts: global_load sectors 8
#include <cuda_pipeline.h>

__global__ void vectors(const float *in, float *out)
{
    __shared__ float4 s[16];
    int t = threadIdx.x;
    if (t < 16)
        __pipeline_memcpy_async(&s[t], (const float4 *)in + t, sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = ((const float *)s)[63 - t];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    vectors<<<1, 64>>>(d_in, d_out);
}
