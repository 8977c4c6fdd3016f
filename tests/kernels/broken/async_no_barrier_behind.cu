// A stage is filled again while other threads still read it.
#include <cuda_pipeline.h>

__global__ void no_barrier_behind(const float *in, float *out)
{
    __shared__ float s[2][64];
    int t = threadIdx.x;
    float sum = 0.0f;
    __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(float));
    __pipeline_commit();
    for (int k = 0; k < 4; ++k) {
        if (k < 3)
            __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[64 * (k + 1) + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[k % 2][63 - t]; // finds: race-war 128
    }
    out[t] = sum;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    no_barrier_behind<<<1, 64>>>(d_in, d_out);
}
