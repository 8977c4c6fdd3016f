// One bit for each of 40 colours in an int: there are 32 of them.
#include <cstdio>

__global__ void palette(const int *colour, unsigned long long *mask, int n)
{
    int i = threadIdx.x;
    if (i < n)
#ifdef RIGHT
        mask[i] = 1ull << colour[i];
#else
        mask[i] = 1 << colour[i]; // finds: shift-range
#endif
}

int main()
{
    const int n = 40;
    int h[n], *colour;
    unsigned long long out[n], *mask;
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&colour, sizeof h);
    cudaMalloc(&mask, sizeof out);
    cudaMemcpy(colour, h, sizeof h, cudaMemcpyHostToDevice);
    palette<<<1, 64>>>(colour, mask, n);
    cudaMemcpy(out, mask, sizeof out, cudaMemcpyDeviceToHost);
    for (unsigned long long m : out)
        printf("%llx ", m);
}
