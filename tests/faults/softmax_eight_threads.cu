// Row-wise softmax, a row of 8 numbers for a block of 8 threads: a warp that is not full.
#include <cstdio>

template <int WIDTH> __device__ float warp_max(float v)
{
#ifdef RIGHT
    const unsigned mask = (1u << WIDTH) - 1;
    for (int d = WIDTH / 2; d >= 1; d /= 2)
#else
    const unsigned mask = 0xffffffff;
    for (int d = 16; d >= 1; d /= 2)
#endif
        v = fmaxf(v, __shfl_xor_sync(mask, v, d)); // finds: warp-sync
    return v;
}

template <int WIDTH> __global__ void shift_rows(const float *x, float *y)
{
    int i = blockIdx.x * WIDTH + threadIdx.x;
    y[i] = x[i] - warp_max<WIDTH>(x[i]);
}

int main()
{
    float h[32], *x, *y;
    for (int i = 0; i < 32; ++i)
        h[i] = i * 5 % 13 - 20;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    shift_rows<8><<<4, 8>>>(x, y);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
