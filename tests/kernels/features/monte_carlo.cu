// Points in a quarter circle from a generator of each thread's own; a counter a block, then one of all.
// counts: all atomics 130
// counts: all barriers 4
#include <cstdint>

typedef unsigned long long u64;
__device__ inline uint32_t lcg(uint32_t &state) { return state = state * 1664525u + 1013904223u; }
__device__ float uniform(uint32_t *s) { return (lcg(*s) >> 8) * (1.0f / 16777216.0f); }

__global__ void monte_carlo_pi(u64 *hits, int samples, uint32_t seed)
{
    uint32_t state = seed ^ ((blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u);
    unsigned int local = 0;
    for (int i = 0; i < samples; i++) {
        float x = uniform(&state), y = uniform(&state);
        if (x * x + y * y < 1.0f) local++;
    }
    __shared__ unsigned int block_hits;
    if (threadIdx.x == 0) block_hits = 0;
    __syncthreads();
    atomicAdd(&block_hits, local);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, (u64)block_hits);
}

int main()
{
    u64 *d_hits;
    cudaMalloc(&d_hits, sizeof(u64));
    cudaMemset(d_hits, 0, sizeof(u64));
    monte_carlo_pi<<<2, 64>>>(d_hits, 16, 1234u);
    cudaDeviceSynchronize();
}
