// One warp waits for a flag in shared memory that another one sets, if nobody forgot to.
#include <cstdio>

__global__ void hand_over(int *out)
{
    __shared__ volatile int ready;
    __shared__ int value;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        value = 5;
        __threadfence_block();
#ifdef RIGHT
        ready = 1;
#endif
    }
    if (threadIdx.x == 0) {
        while (ready == 0) // finds: step-limit
            ;
        __threadfence_block();
        out[blockIdx.x] = value; // finds: race?
    }
}

int main()
{
    int h[3], *out;
    cudaMalloc(&out, sizeof h);
    hand_over<<<3, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[2]);
}
