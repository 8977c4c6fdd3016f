// atomicAdd_block is atomic for the threads of one block; the blocks of a grid lose updates.
#include <cstdio>

__global__ void count(const int *a, int *hits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % 3 == 0)
#ifdef RIGHT
        atomicAdd(hits, 1);
#else
        atomicAdd_block(hits, 1); // finds: race/grid
#endif
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
// says: atomic only for the threads of one block; leave _block away
