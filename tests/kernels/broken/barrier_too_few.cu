// A barrier expects more arrivals than there are threads that arrive: it never opens.
#include <cuda/barrier>

__global__ void too_few(const float *in, float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ float s[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x + 32);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    bar.arrive_and_wait(); // finds: arrivals-count
    out[threadIdx.x] = s[63 - threadIdx.x];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    too_few<<<1, 64>>>(d_in, d_out);
}
