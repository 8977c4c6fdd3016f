// The size that cudaMemset takes is in bytes; n of them clear a quarter of n ints.
// says: its last argument is in bytes
#include <stdio.h>

__global__ void count(const int *values, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[values[i]], 1); // finds: uninitialized-read
}

int main(void)
{
    const int n = 128, m = 16;
    int h[n], *values, *bins;
    for (int i = 0; i < n; i++)
        h[i] = i * 7 % m;
    cudaMalloc((void **)&values, n * sizeof(int));
    cudaMalloc((void **)&bins, m * sizeof(int));
    cudaMemcpy(values, h, n * sizeof(int), cudaMemcpyHostToDevice);
#ifdef RIGHT
    cudaMemset(bins, 0, m * sizeof(int));
#else
    cudaMemset(bins, 0, m);
#endif
    count<<<n / 64, 64>>>(values, bins, n);
    cudaMemcpy(h, bins, m * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++)
        printf("%d ", h[i]);
    return 0;
}
