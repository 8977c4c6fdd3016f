// Two phases of odd-even sort in one launch: pairs of the second cross the edges of blocks.
#include <cstdio>

__device__ void order(int *a, int i, int n)
{
    if (i + 1 < n && a[i] > a[i + 1]) { // finds: race/grid
        int t = a[i];                   // finds: race/grid?
        a[i] = a[i + 1];                // finds: race/grid
        a[i + 1] = t;                   // finds: race/grid
    }
}

__global__ void sort_step(int *a, int n, int phase)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
    order(a, 2 * pair + phase, n);
#else
    order(a, 2 * pair, n);
    __syncthreads();
    order(a, 2 * pair + 1, n);
#endif
}

int main()
{
    const int n = 64;
    int h[n], *d;
    for (int i = 0; i < n; ++i)
        h[i] = n - i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    for (int step = 0; step < n; ++step)
        sort_step<<<2, 16>>>(d, n, step % 2);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
