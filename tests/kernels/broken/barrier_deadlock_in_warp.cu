// Two halves of a warp come to two barriers in opposite order.
#include <cuda/barrier>

__global__ void crossed(float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
    if (threadIdx.x < 2)
        init(&bar[threadIdx.x], blockDim.x);
    __syncthreads();
    if (threadIdx.x < 16) {
        bar[0].arrive_and_wait();
        bar[1].arrive_and_wait();
    } else {
        bar[1].arrive_and_wait(); // finds: arrivals-deadlock
        bar[0].arrive_and_wait();
    }
    out[threadIdx.x] = 1.0f;
}

void sketch()
{
    float *d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    crossed<<<1, 32>>>(d_out);
}
