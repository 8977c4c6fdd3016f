// Threads of a block count into one shared variable.
// says: the new value may be read; update it by an atomic operation
#include <cstdio>

__global__ void count_even(const int *values, int n, int *counts)
{
    __shared__ int found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && values[i] % 2 == 0)
#ifdef RIGHT
        atomicAdd(&found, 1);
#else
        found++; // finds: race
#endif
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = found;
}

int main()
{
    const int n = 500;
    int h[n], *values, *counts;
    for (int i = 0; i < n; ++i)
        h[i] = i * i % 13;
    cudaMalloc(&values, sizeof(h));
    cudaMalloc(&counts, 4 * sizeof(int));
    cudaMemcpy(values, h, sizeof(h), cudaMemcpyHostToDevice);
    count_even<<<4, 128>>>(values, n, counts);
    cudaMemcpy(h, counts, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; ++i)
        printf("%d\n", h[i]);
}
