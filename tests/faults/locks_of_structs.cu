// A table of locks that their own constructor allocates; each lock has to fence what it guards.
#include <cstdio>
#define BINS 8

struct Lock {
    int *word;
    Lock()
    {
        cudaMalloc((void **)&word, sizeof(int));
        cudaMemset(word, 0, sizeof(int));
    }
    ~Lock() { cudaFree(word); }
    __device__ void take()
    {
        while (atomicCAS(word, 0, 1) != 0)
            ;
#ifdef RIGHT
        __threadfence();
#endif
    }
    __device__ void give()
    {
#ifdef RIGHT
        __threadfence();
#endif
        atomicExch(word, 0);
    }
};

__global__ void insert(const int *keys, int *heads, int *next, Lock *locks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int turn = 0; turn < 32; ++turn)
        if (threadIdx.x % 32 == turn && i < n) {
            int bin = keys[i] % BINS;
            locks[bin].take();
            next[i] = heads[bin]; // finds: race/grid race
            heads[bin] = i; // finds: race/grid race
            locks[bin].give();
        }
}

int main()
{
    const int n = 256;
    int h[n], *keys, *heads, *next;
    for (int i = 0; i < n; ++i)
        h[i] = i * 5;
    Lock locks[BINS], *dev_locks;
    cudaMalloc((void **)&dev_locks, BINS * sizeof(Lock));
    cudaMemcpy(dev_locks, locks, BINS * sizeof(Lock), cudaMemcpyHostToDevice);
    cudaMalloc(&keys, n * sizeof(int));
    cudaMalloc(&heads, BINS * sizeof(int));
    cudaMalloc(&next, n * sizeof(int));
    cudaMemcpy(keys, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(heads, 0xff, BINS * sizeof(int));
    insert<<<4, 64>>>(keys, heads, next, dev_locks, n);
    cudaMemcpy(h, heads, BINS * sizeof(int), cudaMemcpyDeviceToHost);
    int used = 0;
    for (int i = 0; i < BINS; ++i)
        used += h[i] >= 0;
    printf("%d\n", used);
    cudaFree(dev_locks);
}
