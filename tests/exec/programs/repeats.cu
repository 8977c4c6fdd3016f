// The same launches over and over, between them changes of every kind to what they read.
#include <cstdio>

__device__ int step = 1;

__global__ void add(int *sum, const int *values, const int *more, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] += values[i] * step + more[i];
    if (i == 0)
        printf("%d ", sum[0]);
}

int main()
{
    const int n = 20000;
    int *sum, *values, *more, h = 0, next = 2;
    cudaMalloc(&sum, n * sizeof(int));
    cudaMalloc(&values, n * sizeof(int));
    cudaMallocManaged(&more, n * sizeof(int));
    cudaMemset(values, 1, n * sizeof(int));
    for (int i = 0; i < n; ++i)
        more[i] = 0;
    for (int round = 0; round < 8; ++round) {
        cudaMemset(sum, 0, n * sizeof(int));
        for (int i = 0; i < 3; ++i)
            add<<<(n + 255) / 256, 256>>>(sum, values, more, n);
        cudaMemcpy(&h, sum + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d\n", h);
        if (round == 3)
            more[n - 1] = more[0] = 5;
        if (round == 4)
            cudaMemset(values, 0, n * sizeof(int));
        if (round == 5)
            cudaMemcpy(values, &next, sizeof(int), cudaMemcpyHostToDevice);
        if (round == 6)
            cudaMemcpyToSymbol(step, &next, sizeof(int));
    }
    cudaFree(sum);
    cudaFree(values);
    cudaFree(more);
}
