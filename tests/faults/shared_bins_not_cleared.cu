// Shared memory begins with anything; counting in it begins with zeros.
#include <cstdio>

__global__ void digits(const int *in, int *out, int n)
{
    __shared__ int bins[10];
#ifdef RIGHT
    if (threadIdx.x < 10)
        bins[threadIdx.x] = 0;
    __syncthreads();
#endif
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i] % 10], 1); // finds: uninitialized-read
    __syncthreads();
    if (threadIdx.x < 10)
        out[blockIdx.x * 10 + threadIdx.x] = bins[threadIdx.x]; // finds: uninitialized-read?
}

int main()
{
    const int n = 200;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 40 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    digits<<<4, 50>>>(in, out, n);
    cudaMemcpy(h, out, 40 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 40; ++i)
        printf("%d ", h[i]);
}
