// Lane 0 has left the loop with its own work done; the others still take from it.
#include <cstdio>

__global__ void share(const int *in, int *out)
{
    int lane = threadIdx.x, v = in[lane];
#ifdef RIGHT
    int leader = __shfl_sync(0xffffffff, v, 0);
    if (lane > 0)
        v += leader;
#else
    if (lane > 0)
        v += __shfl_sync(0xfffffffe, v, 0); // finds: warp-sync
#endif
    out[lane] = v;
}

int main()
{
    int h[32], *in, *out;
    for (int i = 0; i < 32; ++i)
        h[i] = 40 - i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    share<<<1, 32>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
