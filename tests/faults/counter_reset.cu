// Block 0 clears the counter, but the others may have counted before it came to that.
#include <cstdio>

__global__ void count(const int *a, int *hits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef RIGHT
    if (i == 0)
        *hits = 0; // finds: race/grid
    __syncthreads();
#endif
    if (i < n && a[i] % 3 == 0)
        atomicAdd(hits, 1); // finds: race/grid
}

int main()
{
    const int n = 96;
    int h[n], *a, *hits;
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&hits, sizeof(int));
    cudaMemset(hits, 0, sizeof(int));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<3, 32>>>(a, hits, n);
    cudaMemcpy(h, hits, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
