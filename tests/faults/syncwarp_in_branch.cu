// __syncwarp() waits for all 32 lanes; here 16 of them never come.
#include <cstdio>

__global__ void pairs(const int *in, int *out)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = in[lane];
    __syncwarp();
    if (lane < 16) {
        s[lane] += s[lane + 16];
#ifdef RIGHT
        __syncwarp(0x0000ffff);
#else
        __syncwarp(); // finds: warp-sync
#endif
        out[lane] = s[lane ^ 1];
    }
    __syncthreads();
    out[16 + lane] = s[lane / 2];
}

int main()
{
    int h[48], *in, *out;
    for (int i = 0; i < 32; ++i)
        h[i] = i * i % 11;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 48 * sizeof(int));
    cudaMemcpy(in, h, 32 * sizeof(int), cudaMemcpyHostToDevice);
    pairs<<<1, 32>>>(in, out);
    cudaMemcpy(h, out, 48 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 48; ++i)
        printf("%d ", h[i]);
}
