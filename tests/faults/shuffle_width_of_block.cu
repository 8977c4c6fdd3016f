// The width of a shuffle is that of a segment of a warp, not the number of threads of the block.
#include <cstdio>

__global__ void neighbours(const int *in, int *out)
{
    int v = in[threadIdx.x];
#ifdef RIGHT
    int left = __shfl_up_sync(0xffffffff, v, 1);
#else
    int left = __shfl_up_sync(0xffffffff, v, 1, blockDim.x); // finds: warp-sync
#endif
    out[threadIdx.x] = threadIdx.x % 32 ? v - left : v;
}

int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        h[i] = i * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    neighbours<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[63]);
}
