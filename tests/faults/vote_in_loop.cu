// Lanes leave the loop at different times, and those that are left still ask all 32.
#include <cstdio>

__global__ void collatz(const int *in, int *rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 1, count = 0;
#ifdef RIGHT
    while (__any_sync(0xffffffff, v != 1)) {
        if (v != 1) {
            v = v % 2 ? 3 * v + 1 : v / 2;
            ++count;
        }
    }
#else
    while (v != 1) {
        v = v % 2 ? 3 * v + 1 : v / 2;
        ++count;
        if (!__any_sync(0xffffffff, v != 1)) // finds: warp-sync
            break;
    }
#endif
    if (i < n)
        rounds[i] = count;
}

int main()
{
    const int n = 64;
    int h[n], *in, *rounds;
    for (int i = 0; i < n; ++i)
        h[i] = i % 9 + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&rounds, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    collatz<<<2, 32>>>(in, rounds, n);
    cudaMemcpy(h, rounds, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
