// Every lane of a warp waits for one lock and gets it; what it guards is not fenced.
#include <cstdio>

__device__ void acquire(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0)
        __nanosleep(20);
#ifdef RIGHT
    __threadfence();
#endif
}

__device__ void release(int *lock)
{
#ifdef RIGHT
    __threadfence();
#endif
    atomicExch(lock, 0);
}

__global__ void total(const int *in, int *locks, int *sums)
{
    int bin = threadIdx.x % 4;
    acquire(&locks[bin]);
    sums[bin] += in[blockIdx.x * blockDim.x + threadIdx.x]; // finds: race race/grid
    release(&locks[bin]);
}

int main()
{
    const int n = 128;
    int h[n], *in, *locks, *sums;
    for (int i = 0; i < n; ++i)
        h[i] = i % 10;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&locks, 4 * sizeof(int));
    cudaMalloc(&sums, 4 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(locks, 0, 4 * sizeof(int));
    cudaMemset(sums, 0, 4 * sizeof(int));
    total<<<2, 64>>>(in, locks, sums);
    cudaMemcpy(h, sums, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
