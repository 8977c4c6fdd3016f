// Counters are cleared by a length that has the size of one of them twice.
#include <cstdio>

__global__ void count(int *counters)
{
    atomicAdd(&counters[threadIdx.x % 8], 1);
}

int main()
{
    const int n = 8, bytes = n * sizeof(int);
    int h[n], *counters;
    cudaMalloc(&counters, bytes);
#ifdef RIGHT
    cudaMemset(counters, 0, bytes);
#else
    cudaMemset(counters, 0, bytes * sizeof(int)); // finds: copy-out-of-bounds
#endif
    count<<<1, 64>>>(counters);
    cudaMemcpy(h, counters, bytes, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
