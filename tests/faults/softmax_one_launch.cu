// The sum over all blocks is read in the launch that still adds to it.
#include <cstdio>

__global__ void normalise(const float *x, float *y, float *sum, int n, int part)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#ifdef RIGHT
    if (part == 0)
        atomicAdd(sum, x[i]);
    else
        y[i] = x[i] / *sum;
#else
    atomicAdd(sum, x[i]); // finds: race/grid
    __syncthreads();
    y[i] = x[i] / *sum; // finds: race/grid
#endif
}

int main()
{
    const int n = 256;
    float h[n], *x, *y, *sum;
    for (int i = 0; i < n; ++i)
        h[i] = i % 4 + 1;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMalloc(&sum, sizeof(float));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(y, 0, sizeof h);
    cudaMemset(sum, 0, sizeof(float));
    normalise<<<4, 64>>>(x, y, sum, n, 0);
#ifdef RIGHT
    normalise<<<4, 64>>>(x, y, sum, n, 1);
#endif
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
