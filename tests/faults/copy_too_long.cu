// As many bytes are allocated as there are elements, but all of their bytes are copied.
// says: goes up to byte 400 of in, which has 100
#include <cstdio>

__global__ void first(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

int main()
{
    const int n = 100;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i;
#ifdef RIGHT
    cudaMalloc(&in, n * sizeof(int));
#else
    cudaMalloc(&in, n);
#endif
    cudaMalloc(&out, 16 * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice); // finds: copy-out-of-bounds
    first<<<1, 16>>>(in, out);
    cudaMemcpy(h, out, 16 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[15]);
}
