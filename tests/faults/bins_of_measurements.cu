// A histogram of ten bins for numbers below 1: those here go up to 2, or nobody knows how far.
#include <cstdio>
#include <cstdlib>

__global__ void count_bins(const float *x, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[(int)(x[i] * 10)], 1); // finds: out-of-bounds-write // noted: assumed-contents
}

int main()
{
    const int n = 200, count = 10;
    float h[n], *x;
    int sums[count], *bins;
    for (int i = 0; i < n; ++i)
#ifdef RIGHT
        h[i] = rand() / (RAND_MAX + 1.0f);
#else
        h[i] = i * 0.01f;
#endif
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&bins, sizeof sums);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof sums);
    count_bins<<<(n + 63) / 64, 64>>>(x, bins, n);
    cudaMemcpy(sums, bins, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%d\n", sums[0]);
}
