// Two stages are read, but the wait leaves one of them in flight.
#include <cuda_pipeline.h>

__global__ void one_too_many(const float *in, float *out)
{
    __shared__ float s[2][64];
    for (int stage = 0; stage < 2; ++stage) {
        __pipeline_memcpy_async(&s[stage][threadIdx.x], &in[64 * stage + threadIdx.x], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    out[threadIdx.x] = s[0][63 - threadIdx.x] +
                       s[1][63 - threadIdx.x]; // finds: async-early-read 64
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    one_too_many<<<1, 64>>>(d_in, d_out);
}
