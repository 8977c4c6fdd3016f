// A shuffle that only half of the warp comes to, under a mask of the whole warp.
#include <cstdio>

__global__ void fold(const int *in, int *out)
{
    int lane = threadIdx.x;
    int v = in[blockIdx.x * 32 + lane];
#ifdef RIGHT
    int other = __shfl_down_sync(0xffffffffu, v, 16);
    if (lane < 16)
        v += other;
#else
    if (lane < 16)
        v += __shfl_down_sync(0xffffffffu, v, 16); // finds: warp-sync
#endif
    out[blockIdx.x * 32 + lane] = v;
}

int main()
{
    int h[96], *in, *out;
    for (int i = 0; i < 96; ++i)
        h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    fold<<<3, 32>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
