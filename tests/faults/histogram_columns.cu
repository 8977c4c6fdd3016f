// Each thread has a bin of its own in its block, but all blocks have the same bins.
#include <cstdio>

__global__ void per_thread(const int *data, int *bins, int per_thread)
{
    int mine = 0;
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
    for (int k = 0; k < per_thread; ++k)
        mine += data[begin + k] > 4;
#ifdef RIGHT
    atomicAdd(bins + threadIdx.x, mine);
#else
    bins[threadIdx.x] += mine; // finds: race/grid
#endif
}

int main()
{
    const int n = 1024;
    int h[n], out[32], *data, *bins;
    for (int i = 0; i < n; ++i)
        h[i] = i * 3 % 10;
    cudaMalloc(&data, sizeof h);
    cudaMalloc(&bins, sizeof out);
    cudaMemcpy(data, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof out);
    per_thread<<<4, 32>>>(data, bins, 8);
    cudaMemcpy(out, bins, sizeof out, cudaMemcpyDeviceToHost);
    for (int v : out)
        printf("%d ", v);
}
