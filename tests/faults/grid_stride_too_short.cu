// A grid-stride loop steps by all threads of the grid; by those of a block, blocks meet.
#include <stdio.h>

__global__ void twice(int *a, int n)
{
#ifdef RIGHT
    int stride = gridDim.x * blockDim.x;
#else
    int stride = blockDim.x;
#endif
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        a[i] = a[i] * 2; // finds: race/grid
}

int main(void)
{
    const int n = 150;
    int h[n], *d;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc((void **)&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<3, 32>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%d ", h[i]);
    return 0;
}
