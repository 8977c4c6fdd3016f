// Two names of one buffer: what is given back by the one is used by the other.
#include <cstdio>

__global__ void add_one(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = in[i] + 1; // finds: use-after-free
}

int main()
{
    const int n = 40;
    int h[n], *first, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * i;
    cudaMalloc(&first, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(first, h, sizeof h, cudaMemcpyHostToDevice);
    int *current = first;
#ifndef RIGHT
    cudaFree(first);
#endif
    add_one<<<1, 64>>>(current, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
#ifdef RIGHT
    cudaFree(first);
#endif
    cudaFree(out);
    printf("%d\n", h[n - 1]);
}
