// One buffer for two rounds; only the first round is copied before the launch that reads both.
// says: copy all that the kernel reads
#include <cstdio>
#include <cstdlib>

__global__ void average(const float *rounds, float *mean, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int r = 0; r < count; ++r)
        sum += rounds[r * n + i]; // finds: uninitialized-read
    mean[i] = sum / count;
}

int main()
{
    const int n = 96;
    float *h = (float *)malloc(2 * n * sizeof(float)), *d, *mean;
    for (int i = 0; i < 2 * n; ++i)
        h[i] = i % 7;
    cudaMalloc(&d, 2 * n * sizeof(float));
    cudaMalloc(&mean, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
#ifdef RIGHT
    average<<<3, 32>>>(d, mean, n, 1);
#else
    average<<<3, 32>>>(d, mean, n, 2);
#endif
    cudaMemcpy(h, mean, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[5]);
}
