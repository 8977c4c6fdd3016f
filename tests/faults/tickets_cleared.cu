// No fence at all: the counter orders only itself. Who has seen all others count may clear it, but
// to poll it is not to count, and nobody sees who has looked.
#include <cstdio>

__global__ void count_down(int *tickets, int *looked, int *last)
{
    if (threadIdx.x != 0)
        return;
#ifndef RIGHT
    looked[blockIdx.x] = *(volatile int *)tickets; // finds: race/grid
#endif
    int before = atomicAdd(tickets, 1);
    if (before == gridDim.x - 1) {
        *last = blockIdx.x;
        *tickets = 0; // finds: race/grid
    }
}

int main()
{
    int h, *tickets, *looked, *last;
    cudaMalloc(&tickets, sizeof(int));
    cudaMalloc(&looked, 6 * sizeof(int));
    cudaMalloc(&last, sizeof(int));
    cudaMemset(tickets, 0, sizeof(int));
    cudaMemset(looked, 0, 6 * sizeof(int));
    count_down<<<6, 32>>>(tickets, looked, last);
    cudaMemcpy(&h, last, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
}
