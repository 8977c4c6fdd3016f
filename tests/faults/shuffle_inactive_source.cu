// The mask is right, but lane 31 takes from a lane that is not in it.
#include <cstdio>

__global__ void rotate_upper(const int *in, int *out)
{
    int lane = threadIdx.x & 31, v = in[threadIdx.x];
    if (lane >= 16) {
#ifdef RIGHT
        v = __shfl_sync(0xffff0000, v, lane == 31 ? 16 : lane + 1);
#else
        v = __shfl_sync(0xffff0000, v, (lane + 1) % 32); // finds: warp-sync
#endif
    }
    out[threadIdx.x] = v;
}

int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        h[i] = 100 + i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    rotate_upper<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
