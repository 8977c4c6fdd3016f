// sync() of a tile of 16 orders 16 threads; their values come from the other tile of the warp.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int t = threadIdx.x;
    s[t] = in[t]; // finds: race
    tile.sync();
#ifdef RIGHT
    out[t] = s[t ^ 15] + tile.thread_rank();
#else
    out[t] = s[t ^ 16] + tile.thread_rank(); // finds: race
#endif
}

int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        h[i] = 3 * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    exchange<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
