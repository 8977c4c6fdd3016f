// 256 threads add to one word of 8 bytes by compare-and-swap: they try so often that not all tries
// are kept to be compared. They also count themselves in another word.
#include <cstdio>

__device__ void add(long long *to, long long value)
{
    unsigned long long *word = (unsigned long long *)to;
    unsigned long long old = *word, assumed; // noted: compare-and-swap
    do {
        assumed = old;
        old = atomicCAS(word, assumed, assumed + value); // noted: compare-and-swap
    } while (assumed != old);
}

__global__ void total(long long *sums, int *counts)
{
    add(&sums[blockIdx.x], threadIdx.x);
#ifdef RIGHT
    atomicAdd(&counts[blockIdx.x], 1);
#else
    counts[blockIdx.x] += 1; // finds: race
#endif
}

int main()
{
    long long sums[2], *to;
    int counts[2], *count;
    cudaMalloc(&to, sizeof sums);
    cudaMalloc(&count, sizeof counts);
    cudaMemset(to, 0, sizeof sums);
    cudaMemset(count, 0, sizeof counts);
    total<<<2, 256>>>(to, count);
    cudaMemcpy(sums, to, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, count, sizeof counts, cudaMemcpyDeviceToHost);
    printf("%lld %lld, of %d and %d threads\n", sums[0], sums[1], counts[0], counts[1]);
    cudaFree(to);
    cudaFree(count);
}
