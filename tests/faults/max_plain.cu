// Reading the maximum, comparing and storing are three things; other blocks come in between.
#include <cstdio>

__global__ void largest(const int *a, int n, int *best)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = i < n ? a[i] : -1;
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (t < half && s[t + half] > s[t])
            s[t] = s[t + half];
    }
    if (t == 0)
#ifdef RIGHT
        atomicMax(best, s[0]);
#else
        if (s[0] > *best) // finds: race/grid
            *best = s[0]; // finds: race/grid
#endif
}

int main()
{
    const int n = 300;
    int h[n], *a, *best;
    for (int i = 0; i < n; ++i)
        h[i] = i * 37 % 101;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&best, sizeof(int));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(best, 0, sizeof(int));
    largest<<<5, 64>>>(a, n, best);
    cudaMemcpy(h, best, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
