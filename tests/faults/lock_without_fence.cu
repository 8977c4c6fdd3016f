// A spin lock around a sum: atomics alone do not order the plain += between them.
// says: take and release the lock by atomic operations
#include <cstdio>

__global__ void add(int *lock, int *sum)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
#ifdef RIGHT
    __threadfence();
    *sum += blockIdx.x + 1;
    __threadfence();
#else
    *sum += blockIdx.x + 1; // finds: race/grid
#endif
    atomicExch(lock, 0);
}

int main()
{
    int *lock, *sum, h = 0;
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    add<<<10, 32>>>(lock, sum);
    cudaMemcpy(&h, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(lock);
    cudaFree(sum);
}
