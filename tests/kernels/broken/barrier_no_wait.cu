// Threads arrive, but read what others have stored without waiting for the phase.
#include <cuda/barrier>

__global__ void no_wait(const float *in, float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ float s[64];
    s[threadIdx.x] = 0.0f;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x]; // finds: race-raw 64
    auto token = bar.arrive();
    out[threadIdx.x] = s[63 - threadIdx.x];
    bar.wait(std::move(token));
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    no_wait<<<1, 64>>>(d_in, d_out);
}
