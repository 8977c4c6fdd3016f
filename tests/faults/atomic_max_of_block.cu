// Bins of which every block has its own may be counted by atomics of a block, but the one that all
// of them share may not: the maximum is compared and replaced by blocks that do not see each other.
#include <cstdio>
#define BINS 8

__global__ void bins_and_most(const int *a, int *bins, int *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, bin = a[i] % BINS;
    int count = 1 + atomicAdd_block(&bins[blockIdx.x * BINS + bin], 1);
#ifdef RIGHT
    atomicMax(most, count);
#else
    atomicMax_block(most, count); // finds: race/grid
#endif
}

int main()
{
    const int n = 128;
    int h[n], *a, *bins, *most;
    for (int i = 0; i < n; ++i)
        h[i] = i * i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&bins, 2 * BINS * sizeof(int));
    cudaMalloc(&most, sizeof(int));
    cudaMemset(bins, 0, 2 * BINS * sizeof(int));
    cudaMemset(most, 0, sizeof(int));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    bins_and_most<<<2, 64>>>(a, bins, most);
    cudaMemcpy(h, most, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
