// Threads behind the end have returned before the others shuffle with all of them.
#include <cstdio>

__global__ void sum_rows(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
    float v = i < n ? in[i] : 0.0f;
#else
    if (i >= n)
        return;
    float v = in[i];
#endif
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffff, v, d); // finds: warp-sync
    if ((threadIdx.x & 31) == 0)
        atomicAdd(out, v);
}

int main()
{
    const int n = 104;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 5;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof(float));
    cudaMemset(out, 0, sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum_rows<<<2, 64>>>(in, out, n);
    cudaMemcpy(h, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
}
