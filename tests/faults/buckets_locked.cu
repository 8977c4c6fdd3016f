// A lock for each bucket: right only if what it guards is fenced on both sides.
#include <cstdio>
#define BUCKETS 4

__global__ void insert(const int *keys, int *locks, int *sizes, int *sums, int n)
{
    int b = blockIdx.x % BUCKETS;
    if (threadIdx.x != 0 || blockIdx.x >= n)
        return;
    bool done = false;
    while (!done) {
        if (atomicCAS(&locks[b], 0, 1) == 0) {
#ifdef RIGHT
            __threadfence();
#endif
            sizes[b] = sizes[b] + 1;                // finds: race/grid
            sums[b] = sums[b] + keys[blockIdx.x];   // finds: race/grid
#ifdef RIGHT
            __threadfence();
#endif
            atomicExch(&locks[b], 0);
            done = true;
        }
    }
}

int main()
{
    int h[16], *keys, *locks, *sizes, *sums;
    for (int i = 0; i < 16; ++i)
        h[i] = i * i;
    cudaMalloc(&keys, sizeof h);
    cudaMalloc(&locks, BUCKETS * sizeof(int));
    cudaMalloc(&sizes, BUCKETS * sizeof(int));
    cudaMalloc(&sums, BUCKETS * sizeof(int));
    cudaMemset(locks, 0, BUCKETS * sizeof(int));
    cudaMemset(sizes, 0, BUCKETS * sizeof(int));
    cudaMemset(sums, 0, BUCKETS * sizeof(int));
    cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
    insert<<<16, 32>>>(keys, locks, sizes, sums, 16);
    cudaMemcpy(h, sums, BUCKETS * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BUCKETS; ++i)
        printf("%d\n", h[i]);
}
