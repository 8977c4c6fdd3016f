// cudaMalloc gives memory, not zeros: adding to it needs a cudaMemset first.
#include <cstdio>

__global__ void add(const float *a, const float *b, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] += a[i] + b[i]; // finds: uninitialized-read
}

int main()
{
    float h[64], *a, *b, *sum;
    for (int i = 0; i < 64; ++i)
        h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&sum, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef RIGHT
    cudaMemset(sum, 0, sizeof h);
#endif
    add<<<2, 32>>>(a, b, sum);
    cudaMemcpy(h, sum, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
