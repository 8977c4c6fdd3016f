// The buffer is given back before the kernel that reads it.
#include <cstdio>

__global__ void scale(const int *in, int *out, int k)
{
    int i = threadIdx.x;
    out[i] = in[i] * k; // finds: use-after-free
}

int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
#ifndef RIGHT
    cudaFree(in);
#endif
    scale<<<1, 64>>>(in, out, 3);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
#ifdef RIGHT
    cudaFree(in);
#endif
    cudaFree(out);
    for (int v : h)
        printf("%d ", v);
}
