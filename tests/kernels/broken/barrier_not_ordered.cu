// Nothing lets the other warps wait until a barrier is initialised.
#include <cuda/barrier>

__global__ void not_ordered(float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    (void)bar.arrive(); // finds: barrier-not-initialized 32
    out[threadIdx.x] = 1.0f;
}

void sketch()
{
    float *d_out;
    cudaMalloc(&d_out, 64 * sizeof(float));
    not_ordered<<<1, 64>>>(d_out);
}
