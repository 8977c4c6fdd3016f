// Asynchronous copies: 4, 8 and 16 bytes a thread, groups in flight, stages in turn.
// expect: out[3] == in[60] + in[124] + in[188] + in[252]
// counts: async_copy accesses 256
// counts: async_copy wavefronts 8
// counts: global_load sectors 32
#include <cuda_pipeline.h>

__global__ void stages(const float *in, float *out)
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
        sum += s[k % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    stages<<<1, 64>>>(d_in, d_out);
}
