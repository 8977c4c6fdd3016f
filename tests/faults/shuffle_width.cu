// Rows of 24 elements: a shuffle's segments have a power of two of lanes, so the lanes beyond the row
// bring zeros.
#include <cstdio>
#define ROW 24

__global__ void row_sums(const int *in, int *out)
{
    int lane = threadIdx.x % 32, row = threadIdx.x / 32;
    int v = lane < ROW ? in[row * ROW + lane] : 0;
    for (int by = 16; by > 0; by /= 2)
#ifdef RIGHT
        v += __shfl_down_sync(0xffffffff, v, by, 32);
#else
        v += __shfl_down_sync(0xffffffff, v, by, ROW); // finds: warp-sync
#endif
    if (lane == 0)
        out[row] = v;
}

int main()
{
    int h[2 * ROW], *in, *out;
    for (int i = 0; i < 2 * ROW; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    row_sums<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
}
// says: the width 24
