// The first block waits for what the last one leaves; without the store nobody ever leaves it.
#include <cstdio>

__global__ void relay(volatile int *ready, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        while (*ready == 0) // finds: step-limit // noted: waits-for-block
            ;
        out[0] = 1;
    }
#ifdef RIGHT
    if (blockIdx.x == gridDim.x - 1)
        *ready = 1;
#endif
}

int main()
{
    int h = 0, *ready, *out;
    cudaMalloc(&ready, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemset(ready, 0, sizeof h);
    relay<<<4, 32>>>(ready, out);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
}
