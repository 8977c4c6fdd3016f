// Ten bins for values from 0 to 10: the largest value has none.
#include <cstdio>
#ifdef RIGHT
#define BINS 11
#else
#define BINS 10
#endif

__global__ void histogram(const unsigned char *marks, unsigned int *bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[marks[i] / 10], 1u); // finds: out-of-bounds-write
}

int main()
{
    const int n = 303;
    unsigned char h[n], *marks;
    unsigned int result[BINS], *bins;
    for (int i = 0; i < n; ++i)
        h[i] = i % 101;
    cudaMalloc(&marks, n);
    cudaMalloc(&bins, sizeof result);
    cudaMemcpy(marks, h, n, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof result);
    histogram<<<2, 64>>>(marks, bins, n);
    cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
    for (unsigned int v : result)
        printf("%u ", v);
}
