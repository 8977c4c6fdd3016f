// The bytes of a barrier are used for data while it is in use.
#include <cuda/barrier>

__global__ void reused(const float *in, float *out)
{
    extern __shared__ unsigned char raw[];
    auto *bar = (cuda::barrier<cuda::thread_scope_block> *)raw;
    float *s = (float *)raw;
    if (threadIdx.x == 0)
        init(bar, blockDim.x);
    __syncthreads();
    bar->arrive_and_wait();
    s[threadIdx.x] = in[threadIdx.x]; // finds: barrier-memory-reused 2
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    reused<<<1, 64, 64 * sizeof(float)>>>(d_in, d_out);
}
