// A copy of 16 bytes from an address that is no multiple of 16.
#include <cuda_pipeline.h>

__global__ void misaligned(const float *in, float *out)
{
    __shared__ float s[68];
    int t = threadIdx.x % 8;
    if (threadIdx.x < 8) {
        __pipeline_memcpy_async(&s[4 * t], &in[4 * t + 1], 16); // finds: misaligned 8
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 32];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    misaligned<<<1, 64>>>(d_in, d_out);
}
