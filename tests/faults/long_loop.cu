// How many numbers a generator makes until one comes; its twin is only long.
#include <cstdio>

__global__ void until(unsigned seed, unsigned wanted, int *out)
{
    unsigned x = seed, count = 0;
    while (x != wanted) { // finds: step-limit // noted: long-loop
#ifdef RIGHT
        x = 1664525u * x + 1013904223u;
#else
        x = 1664525u * seed + 1013904223u;
#endif
        ++count;
    }
    out[threadIdx.x] = count;
}

int main()
{
    int h[32], *out;
    cudaMalloc(&out, sizeof h);
    until<<<1, 32>>>(7, 12345, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
