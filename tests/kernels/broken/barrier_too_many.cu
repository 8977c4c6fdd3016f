// A barrier expects fewer arrivals than come: those of a warp complete two phases, and the first half
// of its lanes waits for one behind which another one is over, too.
#include <cuda/barrier>

__global__ void too_many(const float *in, float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ float s[64];
    s[threadIdx.x] = 0.0f;
    if (threadIdx.x == 0)
        init(&bar, 16);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    bar.arrive_and_wait(); // finds: arrivals-count 16, arrivals-deadlock
    out[threadIdx.x] = s[63 - threadIdx.x];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    too_many<<<1, 64>>>(d_in, d_out);
}
