// A counter for atomics that nobody has set to zero.
#include <stdio.h>
#include <stdlib.h>

__global__ void count_above(const int *x, int n, int limit, int *counter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        atomicAdd(counter, 1); // finds: uninitialized-read
}

int main(void)
{
    const int n = 100;
    int *h = (int *)malloc(n * sizeof(int)), *x, *counter, result = 0;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc((void **)&x, n * sizeof(int));
    cudaMalloc((void **)&counter, sizeof(int));
    cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
#ifdef RIGHT
    cudaMemcpy(counter, &result, sizeof(int), cudaMemcpyHostToDevice);
#endif
    count_above<<<4, 32>>>(x, n, 60, counter);
    cudaMemcpy(&result, counter, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    free(h);
    return 0;
}
