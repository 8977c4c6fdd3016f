// Means of groups, of which some are empty.
#include <cstdio>

__global__ void means(const int *sum, const int *count, int *mean, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < groups)
#ifdef RIGHT
        mean[g] = count[g] ? sum[g] / count[g] : 0;
#else
        mean[g] = sum[g] / count[g]; // finds: divide-by-zero
#endif
}

int main()
{
    const int n = 48;
    int s[n], c[n], *sum, *count, *mean;
    for (int i = 0; i < n; ++i) {
        s[i] = 10 * i;
        c[i] = i % 4;
    }
    cudaMalloc(&sum, sizeof s);
    cudaMalloc(&count, sizeof c);
    cudaMalloc(&mean, sizeof s);
    cudaMemcpy(sum, s, sizeof s, cudaMemcpyHostToDevice);
    cudaMemcpy(count, c, sizeof c, cudaMemcpyHostToDevice);
    means<<<2, 32>>>(sum, count, mean, n);
    cudaMemcpy(s, mean, sizeof s, cudaMemcpyDeviceToHost);
    for (int v : s)
        printf("%d ", v);
}
