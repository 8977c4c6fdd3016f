// Shuffles inside each warp, then warp 0 collects the warps' sums, which may not be there yet.
#include <cstdio>

__inline__ __device__ int warp_sum(int v)
{
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int sums[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (lane == 0)
        sums[warp] = v; // finds: race
#ifdef RIGHT
    __syncthreads();
#endif
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? sums[lane] : 0; // finds: race
        v = warp_sum(v);
        if (lane == 0)
            out[blockIdx.x] = v;
    }
}

int main()
{
    int h[512], *in, *out;
    for (int i = 0; i < 512; ++i)
        h[i] = i % 6;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    block_sum<<<2, 256>>>(in, out);
    cudaMemcpy(h, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
}
