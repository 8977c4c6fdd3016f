// One lane writes for its warp; the others read without a __syncwarp in between.
#include <cstdio>

__global__ void spread(const int *in, int *out)
{
    __shared__ int box[2];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0)
        box[warp] = in[blockIdx.x * 2 + warp]; // finds: race
#ifdef RIGHT
    __syncwarp();
#endif
    out[blockIdx.x * 64 + threadIdx.x] = box[warp] * lane; // finds: race
}

int main()
{
    int h[192], *in, *out;
    for (int i = 0; i < 6; ++i)
        h[i] = i + 1;
    cudaMalloc(&in, 6 * sizeof(int));
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, 6 * sizeof(int), cudaMemcpyHostToDevice);
    spread<<<3, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
