// The threads of a block take turns by a lock: what it guards needs a fence on both sides.
#include <cstdio>

__global__ void insert(const int *keys, int *lock, int *count, int *list)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
#ifdef RIGHT
            __threadfence();
#endif
            int at = *count;         // finds: race race/grid
            list[at] = keys[threadIdx.x];
            *count = at + 1;         // finds: race race/grid
#ifdef RIGHT
            __threadfence();
#endif
            atomicExch(lock, 0);
            done = true;
        }
    }
}

int main()
{
    const int n = 48;
    int h[2 * n], *keys, *lock, *count, *list;
    for (int i = 0; i < n; ++i)
        h[i] = i * i;
    cudaMalloc(&keys, n * sizeof(int));
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMalloc(&list, 2 * n * sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    cudaMemcpy(keys, h, n * sizeof(int), cudaMemcpyHostToDevice);
    insert<<<2, n>>>(keys, lock, count, list);
    cudaMemcpy(h, list, 2 * n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < 2 * n; ++i)
        sum += h[i];
    printf("%ld\n", sum);
}
