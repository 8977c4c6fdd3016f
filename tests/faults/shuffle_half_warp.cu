// Blocks of 48 threads: the second warp has 16 lanes, and the mask names 32.
#include <cstdio>
#ifdef RIGHT
#define THREADS 64
#else
#define THREADS 48
#endif

__global__ void warp_sums(const int *in, int *out)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, offset); // finds: warp-sync
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main()
{
    int h[2 * THREADS], *in, *out;
    for (int i = 0; i < 2 * THREADS; ++i)
        h[i] = 1 + i % 3;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    warp_sums<<<2, THREADS>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
